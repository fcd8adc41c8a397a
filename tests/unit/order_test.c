/* order_test.c - the order of a sweep: prefixes, real states, and the best orders that
 * are known for boards on which the numbering by rows is hopeless. */
#include "problems.h"

#include "base/random.h"
#include "engine/frontier/order/prefix.h"
#include "solve/solve.h"

#include <math.h>
#include <string.h>

static const char tetrominoes[] = "I4*,O4*,T4*,S4*,L4*";

/* ---- boards ---- */

/* Rows of `width`, a byte a square, from a rule. */
static char *draw(size_t rows, size_t cols, bool (*is_there)(size_t row, size_t col))
{
    char *art = cq_alloc(ctx, rows * (cols + 1) + 1, 1), *at = art;

    assert_non_null(art);
    for (size_t row = 0; row < rows; row++) {
        for (size_t col = 0; col < cols; col++)
            *at++ = is_there(row, col) ? '#' : '.';
        *at++ = '\n';
    }
    *at = '\0';
    return art;
}

static bool in_slant(size_t row, size_t col)
{
    return col >= row && col < row + 6;
}

static bool in_comb(size_t row, size_t col)
{
    return row < 3 || col % 6 < 3;
}

static bool in_annulus(size_t row, size_t col)
{
    return row < 3 || row >= 14 || col < 3 || col >= 14;
}

/* Bands of three rows, joined at their ends in turn. */
static bool in_snake(size_t row, size_t col)
{
    if (row % 4 < 3)
        return true;
    return row / 4 % 2 ? col < 3 : col >= 21;
}

/* ---- states ---- */

typedef struct peaks {
    cq_run run;
    cq_trial trial;
    cq_order order;
    size_t most;
    bool by_rows;
} peaks;

static cq_status measure(cq_run *run, const cq_cover *cover,
                         const cq_placements *placements)
{
    peaks *p = (peaks *)run;
    cq_links links;
    cq_status status = CQ_OK;

    if (p->by_rows) {
        p->order.items = cq_alloc(ctx, cover->items.count, sizeof(uint32_t));
        for (uint32_t i = 0; i < cover->items.count; i++)
            p->order.items[i] = i;
        p->order.count = cover->items.count;
    } else {
        status = cq_order_find(run, cover, placements, &p->order);
    }
    assert_int_equal(status, CQ_OK);
    assert_int_equal(p->order.count, cover->items.count);
    assert_int_equal(cq_links_make(ctx, cover, 0, &links), CQ_OK);
    status = cq_trial_count(ctx, &links, p->order.items, p->most, 1e9, &p->trial);
    cq_links_free(&links);
    return status;
}

static peaks measure_problem(const cq_problem *problem, bool by_rows, size_t most)
{
    peaks p = {.most = most, .by_rows = by_rows};

    p.run.ctx = ctx;
    p.run.problem = problem;
    p.run.goal = CQ_GOAL_COUNT;
    p.run.threads = 1;
    assert_int_equal(cq_answer_new(ctx, problem->kind, CQ_GOAL_COUNT, &p.run.answer),
                     CQ_OK);
    assert_int_equal(cq_run_as_cover(&p.run, measure), CQ_OK);
    cq_answer_free(p.run.answer);
    return p;
}

/* The peak stays within twice the best that a search of a thousand times the budget
 * has found, and rows need more than `hopeless` states (0: rows are not looked at). */
static void expect_peak(const char *board, size_t best, size_t hopeless)
{
    cq_problem *problem = tiling_of(board, tetrominoes);
    peaks p = measure_problem(problem, false, 4 * best);

    assert_true(p.trial.finished);
    assert_in_range(p.trial.peak, 1, 2 * best);
    cq_order_free(&p.order);
    if (hopeless) {
        p = measure_problem(problem, true, hopeless);
        assert_false(p.trial.finished);
        cq_order_free(&p.order);
    }
    cq_problem_free(problem);
}

static void expect_peak_of(size_t rows, size_t cols, bool (*is_there)(size_t, size_t),
                           size_t best, size_t hopeless)
{
    char *art = draw(rows, cols, is_there);

    expect_peak(art, best, hopeless);
    cq_free(art);
}

static void test_peaks(void **state)
{
    (void)state;
    expect_peak("6x40", 1253, 50000);
    expect_peak_of(40, 45, in_slant, 24, 0);
    expect_peak_of(15, 39, in_comb, 1670, 50000);
    expect_peak_of(17, 17, in_annulus, 1848, 4000);
    expect_peak_of(23, 24, in_snake, 24, 50000);
}

/* Dominoes on n x n, n even, in the best order: the paths of half of n steps among n,
 * C(10, 5) = 252 and C(12, 6) = 924. */
static void test_dominoes(void **state)
{
    static const struct {
        const char *board;
        size_t peak;
    } cases[] = {{"10x10", 252}, {"12x12", 924}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        cq_problem *problem = tiling_of(cases[i].board, "domino*");
        peaks p = measure_problem(problem, false, 10000);

        assert_true(p.trial.finished);
        assert_in_range(p.trial.peak, 1, cases[i].peak);
        assert_true(fabs(p.order.log2_states - log2((double)p.trial.peak)) < 1.5);
        cq_order_free(&p.order);
        cq_problem_free(problem);
    }
}

/* ---- permutations ---- */

static void expect_permutation(const uint32_t *items, size_t count)
{
    unsigned char *seen = cq_zalloc(ctx, count, 1);

    assert_non_null(seen);
    for (size_t i = 0; i < count; i++) {
        assert_true(items[i] < count);
        assert_false(seen[items[i]]);
        seen[items[i]] = 1;
    }
    cq_free(seen);
}

static void expect_same_twice(const cq_problem *problem)
{
    cq_options options = CQ_OPTIONS(.seed = 7);
    cq_sweep_order *a = NULL, *b = NULL;
    double states[2], work[2];
    const uint32_t *items[2];
    size_t counts[2];

    must(cq_sweep_order_find(ctx, problem, &options, &a));
    must(cq_sweep_order_find(ctx, problem, &options, &b));
    items[0] = cq_sweep_order_items(a, &counts[0]);
    items[1] = cq_sweep_order_items(b, &counts[1]);
    expect_permutation(items[0], counts[0]);
    assert_int_equal(counts[0], counts[1]);
    assert_memory_equal(items[0], items[1], counts[0] * sizeof *items[0]);
    assert_string_equal(cq_sweep_order_method(a), cq_sweep_order_method(b));
    cq_sweep_order_predicted(a, &states[0], &work[0]);
    cq_sweep_order_predicted(b, &states[1], &work[1]);
    assert_true(states[0] == states[1] && work[0] == work[1]);
    cq_sweep_order_free(a);
    cq_sweep_order_free(b);
}

static void test_permutations(void **state)
{
    static const char *const boards[][2] = {
        {"1x1", "monomino*"},          {"8x8-a1,h8", "domino*"},
        {"5x12", "pentominoes"},       {"torus:4x6", "L3*,I3*0..2"},
        {"aztec:5", "domino*"},        {"3x3", "tetrominoes"}, /* no option at all */
        {"6x6", "T4*2..4,L3*,domino"},
    };
    static const char *const covers[] = {
        "a b c d | x y\na b x:1\nc d x:1\na c y\nb d\n",
        "a 2:3|b c\na b\nb c\nb\na c\n",
        "2:2|a 0:1|b\na\nb a\na b\n",
        "p\n",
        "p q\np q\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        cq_problem *problem = tiling_of(boards[i][0], boards[i][1]);

        expect_same_twice(problem);
        cq_problem_free(problem);
    }
    for (size_t i = 0; i < sizeof covers / sizeof *covers; i++) {
        cq_problem *problem = cover_of(covers[i]);

        expect_same_twice(problem);
        cq_problem_free(problem);
    }
}

/* ---- prefixes ---- */

static cq_status shake(cq_run *run, const cq_cover *cover,
                       const cq_placements *placements)
{
    cq_links links;
    cq_prefix prefix;
    cq_random random;
    uint32_t set[64];
    size_t count = 0;

    (void)placements;
    cq_random_seed(&random, 3);
    assert_int_equal(cq_links_make(run->ctx, cover, 0, &links), CQ_OK);
    assert_int_equal(cq_prefix_make(run->ctx, &links, &prefix), CQ_OK);
    for (unsigned step = 0; step < 500; step++) {
        uint32_t item = (uint32_t)cq_random_below(&random, cover->primary);
        size_t at;

        for (at = 0; at < count && set[at] != item; at++)
            continue;
        if (at < count) {
            cq_prefix_remove(&prefix, item);
            set[at] = set[--count];
        } else {
            cq_prefix_add(&prefix, item);
            set[count++] = item;
        }
        assert_true(cq_prefix_check(&prefix, set, count));
    }
    while (count)
        cq_prefix_remove(&prefix, set[--count]);
    assert_true(prefix.width == 0);
    cq_prefix_free(&prefix);
    cq_links_free(&links);
    return CQ_OK;
}

static void test_prefixes(void **state)
{
    cq_problem *problem = tiling_of("6x8-c3", "L4*,domino*,T4*0..2");
    cq_run run = {.ctx = ctx, .problem = problem};

    (void)state;
    assert_int_equal(cq_run_as_cover(&run, shake), CQ_OK);
    cq_problem_free(problem);
}

/* ---- methods ---- */

static void test_directions(void **state)
{
    static const uint32_t expected[4][5] = {
        {0, 1, 2, 3, 4}, {0, 2, 1, 3, 4}, {0, 2, 1, 3, 4}, {1, 4, 0, 3, 2}};
    uint32_t items[5];
    cq_draft draft = {.items = items};
    cq_board *board = NULL;

    (void)state;
    assert_int_equal(cq_board_parse(ctx, "2x3-c2", &board), CQ_OK);
    for (size_t i = 0; i < 4; i++) {
        cq_direction direction = cq_direction_at(i);

        assert_int_equal(cq_sweep_board(ctx, board, direction, &draft), CQ_OK);
        assert_memory_equal(items, expected[i], sizeof items);
    }
    cq_board_free(board);
}

/* ---- orders that are given ---- */

static void expect_refusal(const cq_problem *problem, const char *grid,
                           const char *message)
{
    cq_sweep_order *order = NULL;

    assert_int_equal(
        cq_sweep_order_parse(ctx, problem, "order", grid, strlen(grid), &order),
        CQ_INPUT);
    assert_null(order);
    assert_non_null(strstr(cq_error_text(ctx), message));
}

static void test_numbering(void **state)
{
    static const char grid[] = "5 4 .\n1 2 3\n";
    static const uint32_t expected[] = {2, 3, 4, 1, 0};
    cq_problem *problem = tiling_of("2x3-c2", "domino*");
    cq_options options = CQ_OPTIONS_INIT;
    cq_sweep_order *given = NULL, *order = NULL;
    const uint32_t *items;
    size_t count;

    (void)state;
    must(cq_sweep_order_parse(ctx, problem, "order", grid, sizeof grid - 1, &given));
    options.order = cq_sweep_order_items(given, &options.order_count);
    assert_int_equal(options.order_count, 5);
    assert_memory_equal(options.order, expected, sizeof expected);
    must(cq_sweep_order_find(ctx, problem, &options, &order));
    assert_string_equal(cq_sweep_order_method(order), "as given");
    items = cq_sweep_order_items(order, &count);
    assert_int_equal(items[0], 2);
    expect_permutation(items, count);
    cq_sweep_order_free(order);
    cq_sweep_order_free(given);
    expect_refusal(problem, "5 4 .\n1 2 2\n", "not a permutation: 2 is on both");
    expect_refusal(problem, "5 4 .\n1 2 6\n", "a number from 1 to 5");
    expect_refusal(problem, "5 4 .\n1 2 0\n", "a number from 1 to 5");
    expect_refusal(problem, "5 4 .\n", "expected 2 rows");
    expect_refusal(problem, "5 4 .\n1 2 3\n4\n", "one more");
    expect_refusal(problem, "5 4\n1 2 3\n", "expected 3 columns");
    expect_refusal(problem, "5 4 4\n1 2 3\n", "expected '.'");
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_peaks, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_dominoes, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_permutations, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_prefixes, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_directions, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_numbering, open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
