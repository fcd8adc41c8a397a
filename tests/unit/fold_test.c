/* fold_test.c - counts with images of a state taken as one, against counts without.
 *
 * Boards with all kinds of symmetry, among them tori and those with colours, pieces
 * that come once, in ranges, one-sided or fixed; and orders that symmetries keep after
 * every row, every column or every diagonal, and such that none does.
 */
#include "engine/frontier/job.h"
#include "problems.h"

#include <stdlib.h>
#include <string.h>

typedef enum direction { ROWS, COLUMNS, DIAGONALS, SCATTERED } direction;

typedef struct counting {
    cq_run run;
    cq_placements placements;
    cq_cover cover;
    cq_order order;
    cq_plan plan;
    cq_folds folds;
    mpz_t plain, folded;
    uint64_t plain_moves, folded_moves, layers;
} counting;

static uint64_t rank_of(const cq_board *board, uint32_t cell, direction d)
{
    uint64_t row = cq_row(board, cell), col = cq_col(board, cell);

    switch (d) {
    case ROWS: return row << 32 | col;
    case COLUMNS: return col << 32 | row;
    case DIAGONALS: return (row + col) << 32 | row;
    default: return cell * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    }
}

/* The cells in this direction, then the pieces. */
static void set_order(counting *c, const cq_board *board, direction d)
{
    size_t items = c->cover.items.count;
    uint32_t *cells = malloc(board->count * sizeof *cells), *order, count = 0;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            cells[count++] = cell;
    c->order.count = items;
    c->order.items = order = cq_alloc(ctx, items, sizeof *order);
    for (uint32_t i = 0; i < items; i++) {
        size_t k = i;

        for (; i < count && k > 0 &&
               rank_of(board, cells[order[k - 1]], d) > rank_of(board, cells[i], d);
             k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    free(cells);
}

static void sweep(counting *c, const cq_folds *folds, mpz_t out, uint64_t *moves)
{
    cq_sweep s;

    assert_int_equal(cq_sweep_new(&c->run, &c->plan, NULL, NULL, &s), CQ_OK);
    s.folds = folds;
    assert_int_equal(cq_sweep_run(&s), CQ_OK);
    assert_int_equal(cq_sweep_total(&s, out), CQ_OK);
    *moves = s.moved;
    c->layers = s.folded;
    cq_sweep_free(&s);
}

static void count(counting *c, const cq_problem *problem, direction d, unsigned threads)
{
    memset(c, 0, sizeof *c);
    c->run = (cq_run){.ctx = ctx, .problem = problem, .threads = threads};
    assert_int_equal(
        cq_placements_make(ctx, problem->board, &problem->pieces, &c->placements),
        CQ_OK);
    assert_int_equal(cq_tiling_lower(ctx, problem->board, &problem->pieces,
                                     &c->placements, &c->cover),
                     CQ_OK);
    assert_int_equal(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_COUNT, &c->run.answer),
                     CQ_OK);
    set_order(c, problem->board, d);
    assert_int_equal(cq_plan_make(ctx, &c->cover, &c->order, NULL, &c->plan), CQ_OK);
    assert_int_equal(cq_folds_make(&c->plan, problem, &c->placements, &c->folds),
                     CQ_OK);
    mpz_init(c->plain);
    mpz_init(c->folded);
    sweep(c, NULL, c->plain, &c->plain_moves);
    c->folds.from = 1;
    sweep(c, &c->folds, c->folded, &c->folded_moves);
}

static void forget(counting *c)
{
    mpz_clear(c->plain);
    mpz_clear(c->folded);
    cq_folds_free(&c->folds);
    cq_plan_free(&c->plan);
    cq_order_free(&c->order);
    cq_answer_free(c->run.answer);
    cq_cover_free(&c->cover);
    cq_placements_free(&c->placements);
}

/* ---- which layers are kept ---- */

/* The option whose items are the images of those of this one. */
static uint32_t image_of(const counting *c, const cq_fold *fold, uint32_t option)
{
    const cq_cover *cover = &c->cover;
    uint32_t first = cover->starts.at[option], end = cover->starts.at[option + 1];
    uint32_t near = fold->image[cover->entries.at[first].item];

    for (uint32_t k = c->plan.starts[near]; k < c->plan.starts[near + 1]; k++) {
        uint32_t other = c->plan.options_of[k], i = first;

        if (cover->starts.at[other + 1] - cover->starts.at[other] != end - first)
            continue;
        while (i < end &&
               cq_option_has(cover, other, fold->image[cover->entries.at[i].item]))
            i++;
        if (i == end)
            return other;
    }
    fail_msg("option %u has no image", option);
    return 0;
}

/* By definition: what is decided before the step is taken to what is decided before it,
 * what is in use to what is in use, and some of that is moved. */
static bool is_kept(const counting *c, const cq_fold *fold, const uint32_t *images,
                    size_t step)
{
    const cq_plan *plan = &c->plan;
    bool moved = false;

    for (uint32_t o = 0; o < cq_cover_options(&c->cover); o++)
        if ((plan->step_of[o] < step) != (plan->step_of[images[o]] < step))
            return false;
    for (uint32_t i = 0; i < c->cover.items.count; i++) {
        bool lives = cq_track_lives(&plan->tracks[i], step);

        if (lives != cq_track_lives(&plan->tracks[fold->image[i]], step))
            return false;
        moved = moved || (lives && fold->image[i] != i);
    }
    return moved;
}

static void compare_kept(const counting *c, const char *what)
{
    uint32_t *images = malloc((cq_cover_options(&c->cover) + 1) * sizeof *images);

    for (size_t g = 0; g < c->folds.list.count; g++) {
        const cq_fold *fold = &c->folds.list.at[g];

        for (uint32_t o = 0; o < cq_cover_options(&c->cover); o++)
            images[o] = image_of(c, fold, o);
        for (size_t s = 1; s < c->plan.steps.count; s++)
            if (fold->keeps[s] != is_kept(c, fold, images, s))
                fail_msg("symmetry %zu and the layer before step %zu of %s", g, s,
                         what);
    }
    free(images);
}

/* ---- the same numbers ---- */

static void compare(const cq_problem *problem, const char *what, uint64_t *layers)
{
    for (direction d = 0; d < SCATTERED; d++) {
        counting c;

        count(&c, problem, d, 1 + (d == COLUMNS));
        if (mpz_cmp(c.plain, c.folded) != 0)
            fail_msg("folded otherwise, direction %d of %s", (int)d, what);
        compare_kept(&c, what);
        *layers += c.layers;
        forget(&c);
    }
}

static void boards_and_pieces(void **state)
{
    static const char *const boards[] = {
        "5x6",     "4x7",       "5x6-a1,f1,a5,f5", "6x5-a1,e6", "torus:4x4",
        "aztec:3", "7x4-c3,b4", "cylinder:4x5",    "torus:3x5", "5x5-c3",
    };
    static const char *const sets[] = {
        "domino*",
        "L3*",
        "L3*,domino*",
        "tetrominoes*",
        "T4*,O4*,I1*0..3",
        "one-sided-tetrominoes*",
        "domino*3..7,I3*",
        "L4*0..2,Z4*1..3,domino*",
        "domino,I3,L3,I4,O4,T4,I1*0..8",
    };
    uint64_t layers = 0;

    (void)state;
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++)
        for (size_t p = 0; p < sizeof sets / sizeof *sets; p++) {
            cq_problem *problem = tiling_of(boards[b], sets[p]);
            char what[128];

            snprintf(what, sizeof what, "%s with %s", boards[b], sets[p]);
            compare(problem, what, &layers);
            cq_problem_free(problem);
        }
    assert_true(layers > 500);
}

/* Colours that a mirror keeps and such that none does, pieces that may not be turned,
 * and one that is the mirror image of another. */
static void drawn_puzzles(void **state)
{
    static const char *const texts[] = {
        "board\nabba\nbaab\nabba\nbaab\npiece A copies=any\nab\npiece B "
        "copies=any\naa\n",
        "board\nabab\nbaba\nabab\nbaba\npiece A copies=any flip=no\nab\n"
        "piece B copies=any\nab\nb.\n",
        "board\n######\n######\n######\n######\npiece P copies=0..4 rotate=no flip=no\n"
        "##\n#.\npiece Q copies=0..4 rotate=no flip=no\n##\n.#\n"
        "piece D copies=any\n##\n",
        "board\n######\n######\n######\n######\npiece P copies=0..2 rotate=no flip=no\n"
        "##\n#.\npiece Q copies=0..4 rotate=no flip=no\n##\n.#\n"
        "piece D copies=any\n##\n",
        "board\n######\n##..##\n######\n######\npiece L flip=no copies=any\n###\n#..\n"
        "piece J flip=no copies=any\n###\n..#\npiece D copies=0..6\n##\n",
    };
    uint64_t layers = 0;

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cq_problem *problem = puzzle_of(texts[i]);

        compare(problem, texts[i], &layers);
        cq_problem_free(problem);
    }
    assert_true(layers > 10);
}

/* Long strips, in which the numbers outgrow a word, and another one, while a layer is
 * folded. */
static void wide_numbers(void **state)
{
    (void)state;
    for (unsigned cols = 5; cols <= 8; cols++) {
        char board[32];
        cq_problem *problem;
        counting c;

        snprintf(board, sizeof board, "120x%u", cols);
        problem = tiling_of(board, "domino*");
        count(&c, problem, ROWS, 1);
        assert_true(mpz_sizeinbase(c.plain, 2) > 128);
        assert_true(c.layers > 70);
        if (mpz_cmp(c.plain, c.folded) != 0)
            fail_msg("folded otherwise: %s", board);
        forget(&c);
        cq_problem_free(problem);
    }
}

/* ---- what it is good for ---- */

/* Every row of a rectangle can be folded, and nearly half of the transitions go. */
static void half_of_the_work_goes(void **state)
{
    cq_problem *problem = tiling_of("8x7", "tetrominoes*");
    counting c;

    (void)state;
    count(&c, problem, ROWS, 1);
    assert_int_equal(c.layers, 7);
    assert_true(c.folded_moves * 10 < c.plain_moves * 7);
    forget(&c);
    count(&c, problem, SCATTERED, 1);
    assert_int_equal(c.layers, 0);
    forget(&c);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(boards_and_pieces, open_context, close_context),
        cmocka_unit_test_setup_teardown(drawn_puzzles, open_context, close_context),
        cmocka_unit_test_setup_teardown(wide_numbers, open_context, close_context),
        cmocka_unit_test_setup_teardown(half_of_the_work_goes, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
