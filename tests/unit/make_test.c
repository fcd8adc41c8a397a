/* make_test.c - puzzles made to order: six score different ones with one solution each,
 * confirmed by the checker's own search; no given can be left out; the same recipe
 * makes the same puzzle. */
#include "context.h"

#include "make/make.h"

#include <stdlib.h>

static cq_made *make(const cq_recipe *recipe)
{
    cq_made *made = NULL;

    must(cq_make(ctx, recipe, &made));
    return made;
}

/* All solutions are listed, and there are no others: by the checker's own search. */
static void is_confirmed(const cq_made *made, size_t solutions)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict verdict = CQ_UNKNOWN;

    assert_int_equal(cq_answer_solutions(cq_made_answer(made)), solutions);
    must(
        cq_check(ctx, cq_made_problem(made), cq_made_answer(made), &verdict, sentence));
    if (verdict != CQ_YES)
        fail_msg("%s", sentence);
}

static void many_puzzles_differ(void **state)
{
    static const cq_make_kind kinds[] = {CQ_MAKE_NUMBERS, CQ_MAKE_PIECES, CQ_MAKE_BOARD,
                                         CQ_MAKE_LETTERS, CQ_MAKE_SUDOKU, CQ_MAKE_TOUR};
    uint64_t digests[120];
    size_t count = 0;

    (void)state;
    for (size_t k = 0; k < 6; k++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            cq_recipe recipe = {.size = sizeof recipe,
                                .kind = kinds[k],
                                .seed = seed,
                                .highest = kinds[k] == CQ_MAKE_NUMBERS ? 3 : 0,
                                .rows = kinds[k] == CQ_MAKE_SUDOKU ? 2 : 0,
                                .cols = kinds[k] == CQ_MAKE_SUDOKU ? 3 : 0,
                                .fewest = kinds[k] == CQ_MAKE_NUMBERS && seed % 2};
            cq_made *made;

            recipe.board = kinds[k] == CQ_MAKE_PIECES    ? "5x6"
                           : kinds[k] == CQ_MAKE_LETTERS ? "5x6"
                                                         : NULL;
            recipe.pieces = kinds[k] == CQ_MAKE_LETTERS ? "L4*2,T4*2,I4,L3*2,domino*2"
                            : kinds[k] == CQ_MAKE_PIECES
                                ? "pentominoes,tetrominoes,I3,L3"
                            : kinds[k] == CQ_MAKE_BOARD ? "tetrominoes,I3"
                                                        : NULL;
            made = make(&recipe);
            is_confirmed(made, 1);
            assert_true(cq_made_nodes(made) > 0);
            digests[count++] = cq_problem_digest(cq_made_problem(made));
            cq_made_free(made);
        }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(digests[i] != digests[j]);
}

static uint64_t count_of(const cq_problem *problem)
{
    cq_answer *answer = NULL;
    uint64_t count;

    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
    count = strtoull(cq_answer_count(answer), NULL, 10);
    cq_answer_free(answer);
    return count;
}

/* Squares with a colour lose it, one at a time: there is always a second solution. */
static void no_given_can_be_left_out(void **state)
{
    static const cq_make_kind kinds[] = {CQ_MAKE_NUMBERS, CQ_MAKE_LETTERS};

    (void)state;
    for (size_t k = 0; k < 2; k++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            cq_recipe recipe = {
                .size = sizeof recipe,
                .kind = kinds[k],
                .seed = seed,
                .highest = kinds[k] == CQ_MAKE_NUMBERS ? 3 : 0,
                .board = kinds[k] == CQ_MAKE_LETTERS ? "5x6" : NULL,
                .pieces = kinds[k] == CQ_MAKE_LETTERS ? "L5,N5,P5,U5,Y5,I5" : NULL,
                .fewest = kinds[k] == CQ_MAKE_NUMBERS};
            cq_made *made = make(&recipe);
            cq_board *board = made->problem->board;
            uint64_t givens = 0;

            for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
                char colour = board->colour[cell];

                if (!colour || colour == '#')
                    continue;
                givens++;
                cq_grid_set(board, cell, '#');
                assert_true(count_of(made->problem) > 1);
                cq_grid_set(board, cell, colour);
            }
            assert_int_equal(givens, cq_made_givens(made));
            cq_made_free(made);
        }
}

/* The same for the numbers of tours; a half turn takes them away in pairs. */
static void no_number_of_a_tour_can_be_left_out(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 8; seed++) {
        cq_recipe recipe = {.size = sizeof recipe,
                            .kind = CQ_MAKE_TOUR,
                            .seed = seed,
                            .board = seed % 2 ? "5x5" : "6x6",
                            .open = seed % 2,
                            .leaper = seed % 4 == 3 ? "king" : NULL};
        cq_made *made = make(&recipe);
        const cq_u32s *given = &made->problem->numbers;

        is_confirmed(made, 1);
        assert_int_equal(given->count / 2, cq_made_givens(made));
        for (size_t out = 0; out < given->count; out += 2) {
            cq_problem *less = NULL;

            must(cq_problem_parse_board(ctx, recipe.board, &less));
            must(cq_problem_set_tour(ctx, less, recipe.leaper ? recipe.leaper : "1,2",
                                     !recipe.open));
            for (size_t i = 0; i < given->count; i += 2)
                if (i != out)
                    must(cq_problem_set_number_at(ctx, less, given->at[i + 1],
                                                  given->at[i] + 1));
            assert_true(count_of(less) > 1);
            cq_problem_free(less);
        }
        cq_made_free(made);
    }
}

static void as_many_as_wanted(void **state)
{
    cq_recipe two = {.size = sizeof two,
                     .kind = CQ_MAKE_PIECES,
                     .board = "5x6",
                     .solutions = 2,
                     .easiest = 50,
                     .hardest = 400};
    cq_recipe three = {.size = sizeof three,
                       .kind = CQ_MAKE_SUDOKU,
                       .rows = 2,
                       .cols = 2,
                       .solutions = 3};
    cq_made *made = make(&two), *again = make(&two);

    (void)state;
    is_confirmed(made, 2);
    assert_true(cq_made_nodes(made) >= 50 && cq_made_nodes(made) <= 400);
    assert_int_equal(cq_problem_digest(cq_made_problem(made)),
                     cq_problem_digest(cq_made_problem(again)));
    cq_made_free(made);
    cq_made_free(again);
    made = make(&three);
    is_confirmed(made, 3);
    assert_non_null(cq_made_sheet(made, false));
    assert_non_null(cq_made_sheet(made, true));
    cq_made_free(made);
}

static void what_cannot_be_made_is_refused(void **state)
{
    cq_recipe recipe = {.size = sizeof recipe, .kind = CQ_MAKE_PIECES, .board = "3x3"};
    cq_made *made = NULL;

    (void)state;
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED, "rarely fill");
    recipe.board = NULL;
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED, "a board is needed");
    recipe = (cq_recipe){.size = sizeof recipe, .board = "8x8"};
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED, "cover 56 squares");
    recipe =
        (cq_recipe){.size = sizeof recipe, .highest = 2, .tries = 2, .easiest = 1000};
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED, "none of 2 tries");
    recipe = (cq_recipe){.size = sizeof recipe, .kind = (cq_make_kind)9};
    must_refuse(cq_make(ctx, &recipe, &made), CQ_INPUT, "no kind of puzzle");
    recipe =
        (cq_recipe){.size = sizeof recipe, .kind = CQ_MAKE_BOARD, .pieces = "domino*"};
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED,
                "domino may be used any number");
    recipe = (cq_recipe){.size = sizeof recipe, .kind = CQ_MAKE_SUDOKU, .rows = 9};
    must_refuse(cq_make(ctx, &recipe, &made), CQ_REFUSED, "a box has 2 to 25");
    assert_null(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(many_puzzles_differ, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(no_number_of_a_tour_can_be_left_out,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(no_given_can_be_left_out, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(as_many_as_wanted, open_context, close_context),
        cmocka_unit_test_setup_teardown(what_cannot_be_made_is_refused, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
