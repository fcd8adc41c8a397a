/* library_building_test.c - problems built call by call: what they are, what is
 * refused, and that a problem stays as it is whoever solves it. */
#include "context.h"

#include <stdlib.h>

static const cq_square bent[] = {{5, 5, '#'}, {6, 5, '#'}, {6, 6, '#'}};

static cq_piece_info tromino(const char *name)
{
    return (cq_piece_info){.name = name,
                           .squares = bent,
                           .count = 3,
                           .most = CQ_ANY_COPIES,
                           .rotate = true,
                           .flip = true};
}

static cq_problem *tiling(uint32_t rows, uint32_t cols)
{
    cq_board *board = NULL;
    cq_problem *problem = NULL;

    must(cq_board_new(ctx, rows, cols, CQ_PLANE, &board));
    must(cq_problem_new_tiling(ctx, board, &problem));
    cq_board_free(board);
    return problem;
}

static void expect_count(const cq_problem *problem, const char *count)
{
    cq_answer *answer = NULL;

    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
    assert_string_equal(cq_answer_count(answer), count);
    cq_answer_free(answer);
}

static void refused(cq_status status, const char *why)
{
    assert_int_equal(status, CQ_INPUT);
    if (!strstr(cq_error_text(ctx), why))
        fail_msg("'%s' does not say '%s'", cq_error_text(ctx), why);
}

/* L-trominoes on 6 x 6: 162 tilings (OEIS A351322). */
static void a_tiling_is_built_and_read_back(void **state)
{
    cq_piece_info piece = tromino("L"), read;
    cq_problem *problem = tiling(6, 6);
    uint32_t number = 7;

    (void)state;
    must(cq_problem_add_piece(ctx, problem, &piece, &number));
    assert_int_equal(number, 0);
    assert_true(cq_problem_piece(problem, 0, &read));
    assert_int_equal(read.squares[0].row, 0); /* moved to its corner */
    assert_int_equal(read.count, 3);
    assert_false(cq_problem_piece(problem, 1, &read));
    expect_count(problem, "162");
    cq_problem_free(problem);
}

/* What is laid in advance leaves the rest: 2 x 3 of two trominoes has 2 tilings, one of
 * which has this one. */
static void a_piece_is_laid_in_advance(void **state)
{
    const cq_cell cells[] = {4, 0, 3}, wrong[] = {0, 1, 2};
    cq_piece_info piece = tromino("L");
    cq_problem *problem = tiling(2, 3);

    (void)state;
    piece.least = piece.most = 2;
    must(cq_problem_add_piece(ctx, problem, &piece, NULL));
    expect_count(problem, "2");
    refused(cq_problem_place(ctx, problem, 0, wrong, 3), "cannot lie");
    refused(cq_problem_place(ctx, problem, 1, cells, 3), "no piece 1");
    must(cq_problem_place(ctx, problem, 0, cells, 3));
    expect_count(problem, "1");
    cq_problem_free(problem);
}

static void bad_pieces_are_refused(void **state)
{
    cq_problem *problem = tiling(2, 3);
    const cq_square twice[] = {{0, 0, '#'}, {0, 0, '#'}}, odd[] = {{0, 0, '!'}};
    cq_piece_info piece = tromino("L"), empty = tromino("E"), strange = tromino("a b");

    (void)state;
    must(cq_problem_add_piece(ctx, problem, &piece, NULL));
    refused(cq_problem_add_piece(ctx, problem, &piece, NULL), "there is already");
    refused(cq_problem_add_piece(ctx, problem, &strange, NULL), "name of a piece");
    empty.count = 0;
    refused(cq_problem_add_piece(ctx, problem, &empty, NULL), "no squares");
    empty.count = 2;
    empty.squares = twice;
    refused(cq_problem_add_piece(ctx, problem, &empty, NULL), "same square twice");
    empty.count = 1;
    empty.squares = odd;
    refused(cq_problem_add_piece(ctx, problem, &empty, NULL), "colour of square");
    empty.squares = NULL;
    refused(cq_problem_add_piece(ctx, problem, &empty, NULL), "found NULL");
    refused(cq_problem_add_piece(ctx, NULL, &piece, NULL), "found NULL");
    assert_int_equal(cq_problem_pieces(problem), 1);
    cq_problem_free(problem);
}

/* Knuth's example of colours (The Art of Computer Programming 4B, 7.2.2.1, (49)) has
 * one solution: options 2 and 4 (from 1). */
static void a_cover_is_built_and_its_options_read(void **state)
{
    const cq_item_info items[] = {{"p", false, 1, 1},
                                  {"q", false, 1, 1},
                                  {"r", false, 1, 1},
                                  {"x", true, 0, 0},
                                  {"y", true, 0, 0}};
    const cq_entry_info options[][4] = {{{0, NULL}, {1, NULL}, {3, NULL}, {4, "A"}},
                                        {{0, NULL}, {2, NULL}, {3, "A"}, {4, NULL}},
                                        {{0, NULL}, {3, "B"}},
                                        {{1, NULL}, {3, "A"}},
                                        {{2, NULL}, {4, "B"}}};
    const size_t counts[] = {4, 4, 2, 2, 2};
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_part part;

    (void)state;
    must(cq_problem_new_cover(ctx, &problem));
    for (size_t i = 0; i < 5; i++)
        must(cq_problem_add_item(ctx, problem, &items[i], NULL));
    for (size_t i = 0; i < 5; i++)
        must(cq_problem_add_option(ctx, problem, options[i], counts[i], NULL));
    must(cq_solve(ctx, problem, CQ_GOAL_ALL, NULL, &answer));
    assert_int_equal(cq_answer_solutions(answer), 1);
    assert_true(cq_solution_part(cq_answer_solution(answer, 0), 0, &part));
    assert_int_equal(part.number, 1);
    assert_true(cq_solution_part(cq_answer_solution(answer, 0), 1, &part));
    assert_int_equal(part.number, 3);
    refused(cq_problem_add_item(ctx, problem, &items[0], NULL),
            "after the first option");
    refused(cq_problem_add_option(ctx, problem, &options[2][1], 1, NULL),
            "without a primary item");
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* The Petersen graph has a Hamiltonian path and no cycle. */
static void a_graph_is_built(void **state)
{
    const uint32_t ends[] = {0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 5, 1, 6, 2,
                             7, 3, 8, 4, 9, 5, 7, 7, 9, 9, 6, 6, 8, 8, 5};
    const uint32_t loop[] = {2, 2}, far[] = {0, 10};

    (void)state;
    for (int closed = 0; closed < 2; closed++) {
        cq_problem *problem = NULL;
        cq_answer *answer = NULL;

        must(cq_problem_new_graph(ctx, 10, ends, 15, NULL, closed, &problem));
        assert_int_equal(cq_problem_neighbours(problem, 3, NULL, 0), 3);
        must(cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer));
        assert_int_equal(cq_answer_verdict(answer), closed ? CQ_NO : CQ_YES);
        cq_answer_free(answer);
        cq_problem_free(problem);
    }
    refused(cq_problem_new_graph(ctx, 10, loop, 1, NULL, true, &(cq_problem *){NULL}),
            "loop");
    refused(cq_problem_new_graph(ctx, 10, far, 1, NULL, true, &(cq_problem *){NULL}),
            "vertex 10");
}

/* Closed tours that use all fixed edges, by trying every order of the vertices: `at`
 * holds the first `length` of them. Each tour is met in both directions. */
static size_t brute_fixed(const cq_problem *problem, const uint32_t *fixed,
                          size_t edges, uint32_t *at, uint32_t length)
{
    uint32_t n = 6, neighbours[6];
    size_t degree = cq_problem_neighbours(problem, at[length - 1], neighbours, 6);
    size_t tours = 0;

    if (length == n) {
        bool back = false, all = true;

        for (size_t i = 0; i < degree; i++)
            back |= neighbours[i] == at[0];
        for (size_t e = 0; e < edges; e++) {
            bool used = false;

            for (uint32_t i = 0; i < n; i++)
                used |=
                    (at[i] == fixed[2 * e] && at[(i + 1) % n] == fixed[2 * e + 1]) ||
                    (at[i] == fixed[2 * e + 1] && at[(i + 1) % n] == fixed[2 * e]);
            all &= used;
        }
        return back && all;
    }
    for (size_t i = 0; i < degree; i++) {
        bool met = false;

        for (uint32_t k = 0; k < length; k++)
            met |= at[k] == neighbours[i];
        at[length] = neighbours[i];
        if (!met)
            tours += brute_fixed(problem, fixed, edges, at, length + 1);
    }
    return tours;
}

/* Random graphs of six vertices, and up to four of their edges. */
static void edges_are_fixed(void **state)
{
    uint32_t dice = 1;

    (void)state;
    for (int round = 0; round < 200; round++) {
        uint32_t ends[30], fixed[8], at[6] = {0};
        size_t edges = 0, count;
        cq_problem *problem = NULL, *plain = NULL;
        cq_answer *answer = NULL;
        char expected[24];

        for (uint32_t v = 0; v < 6; v++)
            for (uint32_t u = 0; u < v; u++) {
                dice = dice * 1664525 + 1013904223;
                if (dice >> 29 < 2)
                    continue;
                ends[2 * edges] = u;
                ends[2 * edges++ + 1] = v;
            }
        count = edges ? (dice >> 20) % 5 : 0;
        for (size_t i = 0; i < count; i++) {
            dice = dice * 1664525 + 1013904223;
            memcpy(fixed + 2 * i, ends + 2 * ((dice >> 16) % edges), 2 * sizeof *ends);
        }
        must(cq_problem_new_graph(ctx, 6, ends, edges, NULL, true, &problem));
        must(cq_problem_new_graph(ctx, 6, ends, edges, NULL, true, &plain));
        must(cq_problem_fix_edges(ctx, problem, fixed, count));
        must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
        snprintf(expected, sizeof expected, "%zu",
                 brute_fixed(plain, fixed, count, at, 1) / 2);
        assert_string_equal(cq_answer_count(answer), expected);
        cq_answer_free(answer);
        cq_problem_free(problem);
        cq_problem_free(plain);
    }
}

/* Edges that must be used, and edges that must not, of closed and open tours. */
static void edges_are_fixed_and_barred(void **state)
{
    const uint32_t ends[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3};
    const uint32_t fixed[] = {0, 1}, none[] = {3, 4}, barred[] = {2, 3};
    const char *const names[] = {"a", "b", "a-b", "c"};
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;

    (void)state;
    must(cq_problem_new_graph(ctx, 4, ends, 6, names, true, &problem));
    refused(cq_problem_fix_edges(ctx, problem, none, 1), "vertex 4");
    must(cq_problem_fix_edges(ctx, problem, fixed, 1));
    must(cq_problem_fix_edges(ctx, problem, fixed, 1));
    refused(cq_problem_bar_edges(ctx, problem, fixed, 1), "both required and");
    must(cq_problem_bar_edges(ctx, problem, barred, 1));
    must(cq_problem_bar_edges(ctx, problem, barred, 1));
    refused(cq_problem_set_moves(ctx, problem, "a-b-c,d-a", NULL), "called d");
    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
    assert_string_equal(cq_answer_count(answer), "0"); /* a b must be, c a-b not */
    cq_answer_free(answer);
    cq_problem_free(problem);
    must(cq_problem_new_graph(ctx, 4, ends, 6, names, false, &problem));
    must(cq_problem_set_moves(ctx, problem, "a-b", "a-b-c"));
    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
    assert_string_equal(cq_answer_count(answer), "4"); /* x a b y and x b a y */
    cq_answer_free(answer);
    cq_problem_free(problem);
}

/* One move and its way back: on a board of one row, steps to the right make one walk.
 */
static void a_tour_goes_by_any_moves(void **state)
{
    const cq_tour_move right = {.right = 1}, steps[] = {{.right = 1}, {.down = 1}};
    cq_board *board = NULL;
    cq_problem *problem = NULL;

    (void)state;
    must(cq_board_new(ctx, 4, 4, CQ_PLANE, &board));
    must(cq_problem_new_tour(ctx, board, &right, 1, false, &problem));
    assert_int_equal(cq_problem_neighbours(problem, 5, NULL, 0), 2);
    expect_count(problem, "0"); /* rows are not joined */
    cq_problem_free(problem);
    must(cq_problem_new_tour(ctx, board, steps, 2, true, &problem));
    expect_count(problem, "6"); /* OEIS A003763 */
    cq_problem_free(problem);
    cq_board_free(board);
}

/* A board beyond CQ_LISTS_MOST gets its lists of moves in a view of the solving
 * context: nothing is left there, and the problem is freed after it. */
static void a_problem_is_solved_in_another_context(void **state)
{
    cq_context *other = cq_context_new();
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    size_t own;

    (void)state;
    must(cq_problem_parse_board(ctx, "320x320-a1", &problem));
    must(cq_problem_set_tour(ctx, problem, "1,2", true));
    own = cq_context_memory_used(ctx);
    assert_int_equal(cq_solve(other, problem, CQ_GOAL_WHY, NULL, &answer), CQ_OK);
    assert_int_equal(cq_answer_verdict(answer), CQ_NO); /* an odd number of squares */
    cq_answer_free(answer);
    assert_int_equal(cq_context_memory_used(other), 0);
    assert_int_equal(cq_context_memory_used(ctx), own);
    cq_context_free(other);
    cq_problem_free(problem);
}

static void a_cancelled_context_is_used_again(void **state)
{
    cq_problem *problem = tiling(6, 6);
    cq_piece_info piece = tromino("L");
    cq_answer *answer = NULL;

    (void)state;
    must(cq_problem_add_piece(ctx, problem, &piece, NULL));
    cq_cancel(ctx);
    must(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer));
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_CANCELLED);
    assert_null(cq_answer_count(answer));
    cq_answer_free(answer);
    cq_cancel_undo(ctx);
    expect_count(problem, "162");
    cq_problem_free(problem);
}

static void options_that_were_not_initialised_are_refused(void **state)
{
    cq_problem *problem = tiling(2, 2);
    cq_options options = {.size = 0};
    struct {
        cq_options known;
        int unknown;
    } newer = {.known = CQ_OPTIONS_INIT};
    cq_answer *answer = NULL;

    (void)state;
    refused(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer), "not initialised");
    newer.known.size = sizeof newer;
    must(cq_solve(ctx, problem, CQ_GOAL_FIND, &newer.known, &answer));
    cq_answer_free(answer);
    newer.unknown = 1;
    refused(cq_solve(ctx, problem, CQ_GOAL_FIND, &newer.known, &answer),
            "older than the program");
    cq_problem_free(problem);
}

static void options_out_of_range_are_refused(void **state)
{
    static const uint32_t absent[] = {0, 4000000000}, twice[] = {1, 0, 1};
    cq_problem *problem = tiling(2, 2);
    cq_piece_info piece = {
        "D", (cq_square[]){{0, 0, '#'}, {0, 1, '#'}}, 2, 0, CQ_ANY_COPIES, true, true};
    cq_options options = CQ_OPTIONS(.order = absent, .order_count = 2);
    cq_answer *answer = NULL;

    (void)state;
    must(cq_problem_add_piece(ctx, problem, &piece, NULL));
    refused(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer),
            "no item 4000000000");
    options.order = twice;
    options.order_count = 3;
    refused(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), "twice item 1");
    options = (cq_options)CQ_OPTIONS(.ties = (cq_ties)77);
    refused(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), "no such rule");
    assert_null(answer);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tiling_is_built_and_read_back, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_piece_is_laid_in_advance, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(bad_pieces_are_refused, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_cover_is_built_and_its_options_read,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_graph_is_built, open_context, close_context),
        cmocka_unit_test_setup_teardown(edges_are_fixed, open_context, close_context),
        cmocka_unit_test_setup_teardown(edges_are_fixed_and_barred, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_tour_goes_by_any_moves, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_problem_is_solved_in_another_context,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_cancelled_context_is_used_again, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(options_out_of_range_are_refused, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(options_that_were_not_initialised_are_refused,
                                        open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
