/* domino_sample_test.c - random tilings: are all of them drawn, and equally often?
 *
 * All tilings of a small board are listed here, a board is sampled many times with a
 * fixed seed, and the numbers are compared by chi-square. With k tilings the sum has
 * mean k - 1 and variance 2(k - 1); a sampler passes below the mean plus six standard
 * deviations plus ten, which a right one misses less than once in a million seeds.
 */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "check/check.h"
#include "engine/cftp/cftp.h"
#include "engine/engine.h"
#include "problems.h"

enum { MOST = 1024, EACH = 200 };

/* A tiling of at most 32 cells as two bits a cell: 1 if a domino begins there that
 * lies, 2 if one begins that stands. */
typedef struct tally {
    cq_run run; /* first */
    cq_checker *checker;
    uint64_t tilings[MOST];
    unsigned drawn[MOST];
    unsigned count;
    uint64_t last;
} tally;

/* ---- all tilings ---- */

static void list_from(tally *t, const cq_board *board, uint32_t covered,
                      uint64_t tiling)
{
    cq_cell cell = 0;

    while (cell < cq_board_size(board) &&
           (!cq_board_present(board, cell) || covered >> cell & 1))
        cell++;
    if (cell == cq_board_size(board)) {
        assert_true(t->count < MOST);
        t->tilings[t->count++] = tiling;
        return;
    }
    for (unsigned stands = 0; stands < 2; stands++) {
        cq_cell other = cq_board_step(board, cq_row(board, cell), cq_col(board, cell),
                                      stands, !stands);

        if (other != CQ_NO_CELL && !(covered >> other & 1))
            list_from(t, board, covered | 1u << cell | 1u << other,
                      tiling | (uint64_t)(1 + stands) << 2 * cell);
    }
}

static uint64_t code_of(const cq_board *board, const cq_solution *solution)
{
    uint64_t tiling = 0;

    for (size_t i = 0; i < solution->members.count; i += 2) {
        cq_cell a = solution->members.at[i], b = solution->members.at[i + 1];
        cq_cell first = a < b ? a : b, second = a < b ? b : a;

        tiling |= (uint64_t)(second - first == board->cols ? 2 : 1) << 2 * first;
    }
    return tiling;
}

static cq_status on_found(cq_run *run, const cq_solution *solution)
{
    tally *t = (tally *)run;
    char sentence[CQ_SENTENCE_SIZE];
    bool right = false;

    assert_int_equal(cq_checker_solution(t->checker, solution, &right, sentence),
                     CQ_OK);
    assert_true(right);
    if (cq_board_size(run->problem->board) > 32)
        return CQ_OK;
    t->last = code_of(run->problem->board, solution);
    for (unsigned i = 0; i < t->count; i++)
        if (t->tilings[i] == t->last) {
            t->drawn[i]++;
            return CQ_OK;
        }
    fail_msg("a tiling that is not in the list");
    return CQ_DEFECT;
}

/* ---- sampling ---- */

static void sample(tally *t, const cq_problem *problem, const cq_engine *engine,
                   uint64_t samples, uint64_t seed)
{
    cq_fit fit = engine->fits(problem, CQ_GOAL_SAMPLE);

    assert_true(fit.fits);
    t->run = (cq_run){.ctx = ctx,
                      .problem = problem,
                      .goal = CQ_GOAL_SAMPLE,
                      .samples = samples,
                      .seed = seed,
                      .threads = 1,
                      .on_found = on_found};
    assert_int_equal(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_SAMPLE, &t->run.answer),
                     CQ_OK);
    assert_int_equal(cq_checker_new(ctx, problem, &t->checker), CQ_OK);
    assert_int_equal(engine->run(&t->run), CQ_OK);
    assert_int_equal(t->run.answer->found, samples);
    cq_checker_free(t->checker);
    cq_answer_free(t->run.answer);
}

static void expect_uniform(const char *board, const cq_engine *engine,
                           unsigned expected)
{
    tally *t = calloc(1, sizeof *t);
    cq_problem *problem = tiling_of(board, NULL);
    double sum = 0, freedom;

    list_from(t, problem->board, 0, 0);
    assert_int_equal(t->count, expected);
    sample(t, problem, engine, (uint64_t)EACH * t->count, 20260101);
    for (unsigned i = 0; i < t->count; i++)
        sum += ((double)t->drawn[i] - EACH) * ((double)t->drawn[i] - EACH) / EACH;
    freedom = t->count - 1;
    assert_true(sum <= freedom + 6 * sqrt(2 * freedom) + 10);
    /* Nor may it be too even, as if the tilings came in turn. */
    assert_true(freedom < 20 || sum >= freedom - 6 * sqrt(2 * freedom));
    cq_problem_free(problem);
    free(t);
}

/* 4 x 4: 36 tilings, 4 x 5: 95 (OEIS A099390); the Aztec diamond of order n:
 * 2^(n(n+1)/2) (Elkies and others 1992). */
static void test_cftp_is_uniform(void **state)
{
    (void)state;
    expect_uniform("1x2", &cq_engine_cftp, 1);
    expect_uniform("2x4", &cq_engine_cftp, 5);
    expect_uniform("4x4", &cq_engine_cftp, 36);
    expect_uniform("4x5", &cq_engine_cftp, 95);
    expect_uniform("aztec:2", &cq_engine_cftp, 8);
    expect_uniform("###...\n###...\n######\n######\n", &cq_engine_cftp, 47);
    /* Two parts: 2 x 2 and 2 x 3. */
    expect_uniform("##.###\n##.###\n", &cq_engine_cftp, 6);
    /* Open to the outside at a corner only: no way leads round it. */
    expect_uniform("#####\n#####\n##.##\n###..\n###..\n", &cq_engine_cftp, 56);
}

static void test_shuffle_is_uniform(void **state)
{
    (void)state;
    expect_uniform("aztec:1", &cq_engine_shuffle, 2);
    expect_uniform("aztec:2", &cq_engine_shuffle, 8);
    expect_uniform("......\n..##..\n.####.\n.####.\n..##..\n", &cq_engine_shuffle, 8);
}

/* The same seed draws the same tiling, another seed another one as a rule. */
static void test_seeds(void **state)
{
    static const cq_engine *const engines[] = {&cq_engine_cftp, &cq_engine_shuffle};
    cq_problem *problem = tiling_of("aztec:2", NULL);

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        tally *t = calloc(1, sizeof *t);
        unsigned different = 0;

        list_from(t, problem->board, 0, 0);
        for (uint64_t seed = 0; seed < 20; seed++) {
            uint64_t first;

            sample(t, problem, engines[i], 1, seed);
            first = t->last;
            sample(t, problem, engines[i], 1, seed);
            assert_int_equal(t->last, first);
            sample(t, problem, engines[i], 1, seed + 1);
            different += t->last != first;
        }
        assert_true(different > 5);
        free(t);
    }
    cq_problem_free(problem);
}

/* ---- shapes ---- */

/* Holes by counting: cells - neighbouring pairs + 2 x 2 blocks is parts - holes. */
static int count_holes(const cq_board *board)
{
    int euler = 0, parts = 0;
    unsigned char seen[64] = {0};
    cq_cell stack[64];

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        uint32_t row = cq_row(board, cell), col = cq_col(board, cell);
        bool right, below;
        size_t depth = 0;

        if (!cq_board_present(board, cell))
            continue;
        right = cq_board_step(board, row, col, 0, 1) != CQ_NO_CELL;
        below = cq_board_step(board, row, col, 1, 0) != CQ_NO_CELL;
        euler += 1 - right - below;
        euler += right && below && cq_board_step(board, row, col, 1, 1) != CQ_NO_CELL;
        if (seen[cell])
            continue;
        parts++;
        stack[depth++] = cell;
        seen[cell] = 1;
        while (depth) {
            cq_cell near[4];
            unsigned count = cq_board_neighbours(board, stack[--depth], near);

            while (count)
                if (!seen[near[--count]]) {
                    seen[near[count]] = 1;
                    stack[depth++] = near[count];
                }
        }
    }
    return parts - euler;
}

static void test_holes(void **state)
{
    cq_random random;
    unsigned with = 0, without = 0;

    (void)state;
    cq_random_seed(&random, 8);
    for (unsigned i = 0; i < 20000; i++) {
        uint32_t rows = 1 + (uint32_t)cq_random_below(&random, 8);
        uint32_t cols = 1 + (uint32_t)cq_random_below(&random, 8);
        uint64_t odds = 5 + cq_random_below(&random, 60);
        cq_board *board = NULL;
        cq_cell hole;

        assert_int_equal(cq_grid_new(ctx, rows, cols, CQ_PLANE, &board), CQ_OK);
        for (cq_cell cell = 0; cell < rows * cols; cell++)
            if (cq_random_below(&random, 100) >= odds)
                cq_grid_set(board, cell, CQ_ANY_COLOUR);
        hole = cq_board_hole(board);
        assert_int_equal(hole != CQ_NO_CELL, count_holes(board) > 0);
        if (hole != CQ_NO_CELL) {
            assert_false(cq_board_present(board, hole));
            with++;
        } else {
            without++;
        }
        cq_board_free(board);
    }
    assert_true(with > 1000 && without > 1000);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *board;
        const cq_engine *engine;
        const char *why;
    } refusals[] = {
        {"8x8", &cq_engine_shuffle, "not an Aztec diamond"},
        {"aztec:3-c1", &cq_engine_shuffle, "not an Aztec diamond"},
        {"torus:4x4", &cq_engine_cftp, "joined"},
        {"5x5-c3", &cq_engine_cftp, "hole at c3"},
        {"###\n#.#\n###\n", &cq_engine_cftp, "hole at b2"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        cq_problem *problem = tiling_of(refusals[i].board, NULL);
        cq_fit fit = refusals[i].engine->fits(problem, CQ_GOAL_SAMPLE);

        assert_false(fit.fits);
        assert_non_null(strstr(fit.why, refusals[i].why));
        cq_problem_free(problem);
    }
}

/* No tiling, no sample, but the reason. */
static void test_nothing_to_sample(void **state)
{
    static const char *const boards[] = {"8x8-a1,h8", "3x3", "6x6-a2,b1", "1x1"};

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        cq_problem *problem = tiling_of(boards[i], NULL);
        char sentence[CQ_SENTENCE_SIZE];
        cq_verdict judged;
        cq_run run = {.ctx = ctx,
                      .problem = problem,
                      .goal = CQ_GOAL_SAMPLE,
                      .samples = 1,
                      .threads = 1,
                      .on_found = on_found};

        assert_int_equal(cq_answer_new(ctx, CQ_TILING, CQ_GOAL_SAMPLE, &run.answer),
                         CQ_OK);
        assert_int_equal(cq_engine_cftp.run(&run), CQ_OK);
        assert_int_equal(run.answer->verdict, CQ_NO);
        assert_int_equal(run.answer->found, 0);
        assert_int_equal(cq_check_certificate(ctx, problem, &run.answer->certificate,
                                              &judged, sentence),
                         CQ_OK);
        assert_int_equal(judged, CQ_YES);
        cq_answer_free(run.answer);
        cq_problem_free(problem);
    }
}

/* Larger ones are at least tilings. */
static void test_larger_boards(void **state)
{
    static const struct {
        const char *board;
        const cq_engine *engine;
    } boards[] = {
        {"aztec:60", &cq_engine_shuffle}, {"aztec:20", &cq_engine_cftp},
        {"2x130", &cq_engine_cftp},       {"130x2", &cq_engine_cftp},
        {"31x64", &cq_engine_cftp},       {"20x65", &cq_engine_cftp},
    };

    (void)state;
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        tally *t = calloc(1, sizeof *t);
        cq_problem *problem = tiling_of(boards[i].board, NULL);

        sample(t, problem, boards[i].engine, 2, 1);
        cq_problem_free(problem);
        free(t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_cftp_is_uniform, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_shuffle_is_uniform, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_seeds, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_holes, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_refusals, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_nothing_to_sample, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_larger_boards, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
