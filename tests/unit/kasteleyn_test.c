/* kasteleyn_test.c - dominoes counted, drawn and weighed: known numbers, and against
 * laying all tilings of small boards one by one. */
#include "base/hash.h"
#include "base/random.h"
#include "engine/kasteleyn/count.h"
#include "engine/kasteleyn/odds.h"
#include "engine/kasteleyn/sample.h"
#include "problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- known numbers ---- */

static void assert_count(const char *board, const char *engine, unsigned threads,
                         const char *expected)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .threads = threads);
    cq_problem *problem = tiling_of(board, NULL);
    cq_answer *answer = NULL;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    assert_string_equal(cq_answer_count(answer), expected);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_known_numbers(void **state)
{
    static const struct {
        const char *board, *count;
    } known[] = {
        /* Squares 2n x 2n: OEIS A004003. */
        {"2x2", "2"},
        {"4x4", "36"},
        {"6x6", "6728"},
        {"8x8", "12988816"},
        {"10x10", "258584046368"},
        {"12x12", "53060477521960000"},
        /* Rectangles: OEIS A099390; 2 x n are Fibonacci's numbers. */
        {"2x10", "89"},
        {"3x8", "153"},
        {"4x7", "781"},
        {"5x6", "1183"},
        {"7x8", "1292697"},
        /* Two neighbouring corners gone, a square of odd side without its middle:
         * Kasteleyn's formula does not reach these; from the task's list, and by laying
         * all. */
        {"8x8-a1,a8", "2436304"},
        {"9x9-e5", "599466256"},
        /* Aztec diamonds, 2^(n(n+1)/2): Elkies, Kuperberg, Larsen and Propp 1992. */
        {"aztec:1", "2"},
        {"aztec:5", "32768"},
        {"aztec:8", "68719476736"},
        {"1x1", "0"},
        {"1x2", "1"},
        {"1x7", "0"},
        {"8x8-a1,h8", "0"},
        /* Round a cylinder: C(4) has 2 tilings, and 2 x 4 round a ring 9. */
        {"cylinder:1x4", "2"},
        {"cylinder:2x4", "9"},
        {"cylinder:2x2", "2"},
        {"torus:2x4", "9"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_count(known[i].board, "kasteleyn", 1, known[i].count);
        assert_count(known[i].board, "kasteleyn", 3, known[i].count);
        assert_count(known[i].board, "frontier", 1, known[i].count);
    }
}

/* 2^(n(n+1)/2) for a diamond whose number takes many primes. */
static void test_large_diamond(void **state)
{
    char *expected;
    mpz_t power;

    (void)state;
    mpz_init_set_ui(power, 1);
    mpz_mul_2exp(power, power, 50 * 51 / 2);
    expected = mpz_get_str(NULL, 10, power);
    assert_count("aztec:50", "kasteleyn", 2, expected);
    free(expected);
    mpz_clear(power);
}

static void test_refusals(void **state)
{
    static const struct {
        const char *board, *engine, *says;
    } refused[] = {
        {"torus:4x4", "kasteleyn", "a torus does not lie in the plane"},
        {"cylinder:4x5", "kasteleyn", "this cylinder has an odd circumference"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const cq_options options = CQ_OPTIONS(.engine = refused[i].engine);
        cq_problem *problem = NULL;
        cq_answer *answer = NULL;

        assert_int_equal(cq_problem_parse_board(ctx, refused[i].board, &problem),
                         CQ_OK);
        assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer),
                         CQ_REFUSED);
        assert_non_null(strstr(cq_error_text(ctx), refused[i].says));
        cq_problem_free(problem);
    }
}

/* ---- all tilings of a small board, laid one by one ---- */

enum { MOST_CELLS = 48 };

typedef struct laying {
    const cq_board *board;
    bool used[MOST_CELLS];
    cq_cell mate[MOST_CELLS];
    unsigned long right[MOST_CELLS], down[MOST_CELLS];
    unsigned long count;
} laying;

static void note_tiling(laying *l)
{
    const cq_board *board = l->board;

    l->count++;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        cq_cell mate = l->mate[cell];

        if (!cq_board_present(board, cell))
            continue;
        if (mate == cell + board->cols)
            l->down[cell]++;
        else if (cq_row(board, mate) == cq_row(board, cell) &&
                 (mate == cell + 1 || mate + board->cols - 1 == cell) &&
                 (mate > cell || board->cols > 2))
            l->right[cell]++;
    }
}

static void lay_all(laying *l, cq_cell from)
{
    cq_cell near[4];
    unsigned count;

    while (from < cq_board_size(l->board) &&
           (l->used[from] || !cq_board_present(l->board, from)))
        from++;
    if (from == cq_board_size(l->board)) {
        note_tiling(l);
        return;
    }
    count = cq_board_neighbours(l->board, from, near);
    l->used[from] = true;
    for (unsigned i = 0; i < count; i++) {
        if (l->used[near[i]])
            continue;
        l->used[near[i]] = true;
        l->mate[from] = near[i];
        l->mate[near[i]] = from;
        lay_all(l, from + 1);
        l->used[near[i]] = false;
    }
    l->used[from] = false;
}

/* A small board with holes; every third one round a cylinder. */
static cq_board *random_board(cq_random *random, uint64_t number)
{
    uint32_t rows = 1 + (uint32_t)cq_random_below(random, 6);
    uint32_t cols = 1 + (uint32_t)cq_random_below(random, 6);
    uint64_t holes = cq_random_below(random, 30);
    cq_board *board = NULL;

    if (number % 3 == 0 && cols > 2)
        cols += cols % 2;
    assert_int_equal(
        cq_grid_new(ctx, rows, cols, number % 3 ? CQ_PLANE : CQ_CYLINDER, &board),
        CQ_OK);
    for (cq_cell cell = 0; cell < rows * cols; cell++)
        if (cq_random_below(random, 100) >= holes)
            cq_grid_set(board, cell, CQ_ANY_COLOUR);
    if (board->count == 0)
        cq_grid_set(board, 0, CQ_ANY_COLOUR);
    return board;
}

static void check_count(const cq_board *board, unsigned long expected)
{
    cq_team team = {.ctx = ctx, .threads = 1};
    cq_count_work work = {0};
    mpz_t count;

    mpz_init(count);
    assert_int_equal(cq_board_count_tilings(&team, board, &work, count), CQ_OK);
    if (mpz_cmp_ui(count, expected) != 0) {
        cq_board_write_art(ctx, board, stderr);
        fail_msg("this board has %lu tilings", expected);
    }
    mpz_clear(count);
}

static void check_odds(const cq_board *board, const laying *l)
{
    cq_team team = {.ctx = ctx, .threads = 1};
    cq_domino_odds odds;
    cq_status status = cq_domino_odds_make(&team, board, &odds);

    if (l->count == 0) {
        assert_int_equal(status, CQ_REFUSED);
        return;
    }
    assert_int_equal(status, CQ_OK);
    assert_true(odds.exact);
    assert_int_equal(mpz_cmp_ui(odds.tilings, l->count), 0);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        assert_int_equal(mpz_cmp_ui(odds.tilings_with[0][cell], l->right[cell]), 0);
        assert_int_equal(mpz_cmp_ui(odds.tilings_with[1][cell], l->down[cell]), 0);
        assert_true(fabs(odds.shares[0][cell] -
                         (double)l->right[cell] / (double)l->count) < 1e-12);
    }
    cq_domino_odds_free(&odds);
}

static void test_random_boards(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 1);
    for (uint64_t i = 0; i < 2000; i++) {
        cq_board *board = random_board(&random, i);
        laying l = {.board = board};

        lay_all(&l, 0);
        check_count(board, l.count);
        if (i % 4 == 0)
            check_odds(board, &l);
        cq_board_free(board);
    }
}

/* ---- parts: bounds, ranks, floating point ---- */

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

/* Each rank gives a tiling of the part, and no two the same. */
static void check_ranks(cq_team *team, const cq_grid *grid, const cq_parts *parts,
                        uint32_t part, const mpz_t tilings)
{
    size_t size = cq_board_size(grid->board), count = mpz_get_ui(tilings);
    uint64_t *hashes = malloc(count * sizeof *hashes);
    cq_cell mate[MOST_CELLS];
    cq_sampler sampler;
    mpz_t rank;

    assert_non_null(hashes);
    mpz_init(rank);
    assert_int_equal(cq_sampler_new(team, grid, tilings, &sampler), CQ_OK);
    for (size_t i = 0; i < count; i++) {
        memset(mate, 0xff, sizeof mate);
        mpz_set_ui(rank, i);
        assert_int_equal(cq_sampler_tile(&sampler, rank, mate), CQ_OK);
        for (cq_cell cell = 0; cell < size; cell++) {
            if (parts->label[cell] != part) {
                assert_int_equal(mate[cell], CQ_NO_CELL);
                continue;
            }
            assert_true(mate[cell] < size);
            assert_int_equal(mate[mate[cell]], cell);
        }
        hashes[i] = cq_hash_bytes(CQ_HASH_START, mate, sizeof mate);
    }
    qsort(hashes, count, sizeof *hashes, compare_hashes);
    for (size_t i = 1; i < count; i++)
        assert_true(hashes[i - 1] != hashes[i]);
    free(hashes);
    cq_sampler_free(&sampler);
    mpz_clear(rank);
}

static void check_band(cq_team *team, const cq_grid *grid, const mpz_t all)
{
    cq_dominoes dominoes = {0};
    double odds[4 * MOST_CELLS], error = 1;
    mpz_t exact[4 * MOST_CELLS];

    assert_int_equal(cq_dominoes_make(ctx, grid, &dominoes), CQ_OK);
    for (size_t i = 0; i < dominoes.count; i++)
        mpz_init(exact[i]);
    assert_int_equal(cq_odds_band(team, grid, &dominoes, odds, &error), CQ_OK);
    assert_true(error < 1e-9);
    assert_int_equal(cq_odds_exact(team, grid, all, &dominoes, exact), CQ_OK);
    for (size_t i = 0; i < dominoes.count; i++) {
        assert_true(fabs(odds[i] - mpz_get_d(exact[i]) / mpz_get_d(all)) < 1e-9);
        mpz_clear(exact[i]);
    }
    cq_vec_free(&dominoes);
}

static void check_part(const cq_board *board, const cq_parts *parts, uint32_t part)
{
    cq_team team = {.ctx = ctx, .threads = 2};
    cq_count_work work = {0};
    cq_grid grid;
    double bits;
    mpz_t tilings;

    mpz_init(tilings);
    assert_int_equal(cq_grid_make(ctx, board, parts, part, &grid), CQ_OK);
    assert_int_equal(cq_grid_count(&team, &grid, &work, tilings), CQ_OK);
    assert_int_equal(cq_bound_bits(ctx, &grid, &bits), CQ_OK);
    assert_true(mpz_sgn(tilings) == 0 || log2(mpz_get_d(tilings)) <= bits);
    if (mpz_sgn(tilings) > 0)
        check_band(&team, &grid, tilings);
    if (mpz_sgn(tilings) > 0 && mpz_cmp_ui(tilings, 1000) < 0)
        check_ranks(&team, &grid, parts, part, tilings);
    cq_team_close(&team);
    cq_grid_free(&grid);
    mpz_clear(tilings);
}

static void test_random_parts(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 2);
    for (uint64_t i = 0; i < 400; i++) {
        cq_board *board = random_board(&random, i);
        cq_parts parts;

        assert_int_equal(cq_parts_make(ctx, board, &parts), CQ_OK);
        for (uint32_t part = 0; part < (uint32_t)parts.list.count; part++)
            check_part(board, &parts, part);
        cq_parts_free(&parts);
        cq_board_free(board);
    }
}

/* ---- both engines on larger boards ---- */

static void count_with(const cq_problem *problem, const char *engine, unsigned threads,
                       char **out)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .threads = threads);
    cq_answer *answer = NULL;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    *out = strdup(cq_answer_count(answer));
    assert_non_null(*out);
    cq_answer_free(answer);
}

/* A board of up to 12 x 40 with holes in neighbouring pairs, as a spec. */
static cq_problem *random_strip(cq_random *random)
{
    char spec[1024];
    bool gone[12 * 40] = {false};
    uint32_t rows = 4 + (uint32_t)cq_random_below(random, 9);
    uint32_t cols = 2 * (2 + (uint32_t)cq_random_below(random, 19));
    uint64_t holes = cq_random_below(random, 12);
    bool ring = cols <= 12 && cq_random_below(random, 2);
    size_t at = (size_t)snprintf(spec, sizeof spec, "%s%ux%u", ring ? "cylinder:" : "",
                                 rows, cols);
    char before = '-';

    for (uint64_t i = 0; i < 2 * holes; i++) {
        uint32_t cell = (uint32_t)cq_random_below(random, rows * cols);

        /* as many light ones as dark ones */
        if (gone[cell] || ((cell / cols + cell % cols) & 1) != (i & 1))
            continue;
        gone[cell] = true;
        at += (size_t)snprintf(spec + at, sizeof spec - at, "%c%u:%u", before,
                               cell / cols, cell % cols);
        before = ',';
    }
    return tiling_of(spec, NULL);
}

static void test_engines_agree(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 3);
    for (unsigned i = 0; i < 60; i++) {
        cq_problem *problem = random_strip(&random);
        char *one, *two, *three;

        count_with(problem, "kasteleyn", 1, &one);
        count_with(problem, "kasteleyn", 2, &two);
        count_with(problem, "frontier", 1, &three);
        assert_string_equal(one, two);
        assert_string_equal(one, three);
        free(one);
        free(two);
        free(three);
        cq_problem_free(problem);
    }
}

/* ---- samples ---- */

typedef struct tally {
    uint64_t seen[64];
    unsigned count[64], kinds;
} tally;

static bool count_sample(void *user, const cq_answer *answer)
{
    tally *t = user;
    const cq_u32s *members = &answer->solutions.at[0].members;
    uint64_t hash =
        cq_hash_bytes(CQ_HASH_START, members->at, members->count * sizeof *members->at);
    unsigned i = 0;

    while (i < t->kinds && t->seen[i] != hash)
        i++;
    assert_true(i < 64);
    t->seen[i] = hash;
    t->kinds += i == t->kinds;
    t->count[i]++;
    return true;
}

/* 7,200 samples of the 36 tilings of 4 x 4, and of the 10 of a board with a hole: the
 * sum of squares stays below what chance passes once in a hundred thousand times. */
static void check_samples(const char *board, const char *engine, unsigned tilings,
                          double limit)
{
    tally t = {.kinds = 0};
    const cq_options options = CQ_OPTIONS(.engine = engine, .samples = 7200, .seed = 5,
                                          .user = &t, .on_solution = count_sample);
    cq_problem *problem = tiling_of(board, NULL);
    cq_answer *answer = NULL;
    double expected = 7200.0 / tilings, sum = 0;

    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_SAMPLE, &options, &answer), CQ_OK);
    assert_int_equal(t.kinds, tilings);
    for (unsigned i = 0; i < t.kinds; i++)
        sum += (t.count[i] - expected) * (t.count[i] - expected) / expected;
    assert_true(sum < limit);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_samples(void **state)
{
    (void)state;
    check_samples("4x4", "kasteleyn", 36, 87);
    check_samples("4x4", "frontier", 36, 87);
    check_samples("3x3-1:1", "kasteleyn", 2, 20);
    check_samples("3x3-1:1", "frontier", 2, 20);
    check_samples("cylinder:2x4", "kasteleyn", 9, 38);
    check_samples("cylinder:2x4", "frontier", 9, 38);
    /* A ring of five has no two colours, and no determinant. */
    check_samples("cylinder:3x5-a1", "frontier", 19, 57);
}

static void sample_text(const char *board, const char *engine, uint64_t seed,
                        char **out)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .seed = seed, .threads = 2);
    cq_problem *problem = tiling_of(board, NULL);
    cq_answer *answer = NULL;
    size_t size;
    FILE *text = open_memstream(out, &size);

    assert_non_null(text);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_SAMPLE, &options, &answer), CQ_OK);
    assert_int_equal(cq_answer_write_text(ctx, problem, answer, text), CQ_OK);
    fclose(text);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

static void test_seeds(void **state)
{
    static const char *const engines[] = {"kasteleyn", "frontier"};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char *first, *again, *other;

        sample_text("12x12-a1,b1", engines[i], 1, &first);
        sample_text("12x12-a1,b1", engines[i], 1, &again);
        sample_text("12x12-a1,b1", engines[i], 2, &other);
        assert_string_equal(first, again);
        assert_string_not_equal(first, other);
        free(first);
        free(again);
        free(other);
    }
}

/* ---- boards without a ring of squares ---- */

enum { TREE_ROWS = 9, TREE_COLS = 40 };

static unsigned degree_of(const cq_board *board, cq_cell cell, cq_cell *one)
{
    cq_cell next[4];
    unsigned count = cq_board_neighbours(board, cell, next);

    if (count)
        *one = next[0];
    return count;
}

/* Grows by squares that touch one other: often two ends stick out of the same square,
 * and then the bound on the number of tilings is far below 1. */
static cq_board *grow_tree(cq_random *random)
{
    cq_board *board;
    cq_cell one;

    assert_int_equal(cq_grid_new(ctx, TREE_ROWS, TREE_COLS, CQ_PLANE, &board), CQ_OK);
    cq_grid_set(board, TREE_ROWS * TREE_COLS / 2, CQ_ANY_COLOUR);
    for (unsigned tries = 0; tries < 3000; tries++) {
        cq_cell cell = (cq_cell)cq_random_below(random, TREE_ROWS * TREE_COLS);

        if (!cq_board_present(board, cell) && degree_of(board, cell, &one) == 1)
            cq_grid_set(board, cell, CQ_ANY_COLOUR);
    }
    return board;
}

/* A square with one neighbour must be covered with it; nothing is left to choose. */
static unsigned long count_by_plucking(const cq_board *board)
{
    bool gone[TREE_ROWS * TREE_COLS] = {0}, plucked = true;
    size_t left = board->count;

    while (plucked) {
        plucked = false;
        for (cq_cell cell = 0; cell < TREE_ROWS * TREE_COLS; cell++) {
            cq_cell next[4], mate = cell;
            unsigned count = cq_board_neighbours(board, cell, next), there = 0;

            if (!cq_board_present(board, cell) || gone[cell])
                continue;
            for (unsigned i = 0; i < count; i++)
                if (!gone[next[i]]) {
                    there++;
                    mate = next[i];
                }
            if (there != 1)
                continue;
            gone[cell] = gone[mate] = plucked = true;
            left -= 2;
        }
    }
    return left == 0;
}

static void test_trees(void **state)
{
    cq_random random;

    (void)state;
    cq_random_seed(&random, 7);
    for (unsigned i = 0; i < 300; i++) {
        cq_board *board = grow_tree(&random);

        check_count(board, count_by_plucking(board));
        cq_board_free(board);
    }
}

/* ---- limits ---- */

static void test_limits(void **state)
{
    const cq_options hurry = CQ_OPTIONS(.engine = "kasteleyn", .seconds = 1e-9);
    cq_problem *problem = tiling_of("300x300", NULL);
    cq_answer *answer = NULL;

    (void)state;
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &hurry, &answer), CQ_OK);
    assert_int_equal(cq_answer_verdict(answer), CQ_UNKNOWN);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_TIME);
    assert_null(cq_answer_count(answer));
    cq_answer_free(answer);
    cq_context_limit_memory(ctx, 1 << 20);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, NULL, &answer), CQ_OK);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_MEMORY);
    cq_context_limit_memory(ctx, 0);
    cq_answer_free(answer);
    cq_problem_free(problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_known_numbers, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_large_diamond, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_refusals, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_random_boards, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_random_parts, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_engines_agree, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(test_samples, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_seeds, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_trees, open_context, close_context),
        cmocka_unit_test_setup_teardown(test_limits, open_context, close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
