/* plugs_test.c - tours counted by states: known numbers, against the checker's own
 * search on hundreds of boards and graphs, however the work is divided. */
#include "base/random.h"
#include "check/judge.h"
#include "engine/plugs/plugs.h"

#include "problems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cq_plug_split splits[] = {CQ_SPLIT_BEST, CQ_SPLIT_NONE, CQ_SPLIT_TWO,
                                       CQ_SPLIT_MIRROR};
enum { SPLITS = sizeof splits / sizeof *splits };

/* False if this way to divide the work needs too much memory. */
static bool count(const cq_problem *problem, cq_plug_split split, unsigned threads,
                  mpz_t out)
{
    cq_run run = {
        .ctx = ctx, .problem = problem, .goal = CQ_GOAL_COUNT, .threads = threads};
    cq_status status;

    assert_int_equal(cq_answer_new(ctx, CQ_TOUR, CQ_GOAL_COUNT, &run.answer), CQ_OK);
    status = cq_plugs_count(&run, split, out);
    if (status != CQ_OK && (split == CQ_SPLIT_BEST || status != CQ_MEMORY))
        fail_msg("%s: %s", problem->source, cq_error_text(ctx));
    assert_int_equal(run.stop, CQ_FINISHED);
    cq_answer_free(run.answer);
    return status == CQ_OK;
}

static void assert_tours(const char *board, const char *leaper, bool closed,
                         unsigned threads, const char *expected)
{
    cq_problem *problem = tour_of(board, leaper, closed);
    mpz_t tours, known;

    mpz_init(tours);
    mpz_init_set_str(known, expected, 10);
    assert_true(count(problem, CQ_SPLIT_BEST, threads, tours));
    assert_int_equal(mpz_cmp(tours, known), 0);
    mpz_clears(tours, known, NULL);
    cq_problem_free(problem);
}

/* ---- known numbers ---- */

static void test_known_numbers(void **state)
{
    (void)state;
    /* Closed knight's tours: OEIS A001230 and A070030 (tables of Stertenbrink). */
    assert_tours("6x6", "knight", true, 1, "9862");
    assert_tours("5x6", "knight", true, 1, "8");
    assert_tours("3x10", "knight", true, 1, "16");
    assert_tours("3x12", "knight", true, 1, "176");
    assert_tours("6x7", "knight", true, 1, "1067638");
    assert_tours("6x8", "knight", true, 2, "55488142");
    /* Open ones, with direction: OEIS A165134. */
    assert_tours("5x5", "knight", false, 1, "1728");
    assert_tours("6x6", "knight", false, 2, "6637920");
    /* Cycles of the grid graph: OEIS A003763. */
    assert_tours("6x6", "wazir", true, 1, "1072");
    assert_tours("8x8", "wazir", true, 2, "4638576");
    assert_tours("10x10", "wazir", true, 1, "467260456608");
    /* Cycles of the king's graph: OEIS A140521. */
    assert_tours("4x4", "king", true, 1, "2830");
    assert_tours("5x5", "king", true, 1, "2462064");
}

/* Numbers of more than one word: 4 x 2n cycles of the grid, OEIS A006864, whose
 * generating function gives a(n) = 2 a(n-1) + 2 a(n-2) - 2 a(n-3) + a(n-4). */
static void test_long_numbers(void **state)
{
    enum { COLUMNS = 200 };
    mpz_t a[COLUMNS + 1], tours;
    static const unsigned first[] = {0, 0, 1, 2, 6, 14};
    cq_problem *problem = tour_of("4x200", "wazir", true);

    (void)state;
    for (unsigned n = 0; n <= COLUMNS; n++) {
        mpz_init(a[n]);
        if (n < 6) {
            mpz_set_ui(a[n], first[n]);
            continue;
        }
        mpz_addmul_ui(a[n], a[n - 1], 2);
        mpz_addmul_ui(a[n], a[n - 2], 2);
        mpz_submul_ui(a[n], a[n - 3], 2);
        mpz_add(a[n], a[n], a[n - 4]);
    }
    mpz_init(tours);
    for (size_t s = 0; s < 2 * SPLITS; s++) {
        if (s == SPLITS)
            setenv("CHEQUER_DISK", "always", 1);
        assert_true(count(problem, splits[s % SPLITS], 1, tours));
        assert_int_equal(mpz_cmp(tours, a[COLUMNS]), 0);
    }
    unsetenv("CHEQUER_DISK");
    assert_true(mpz_sizeinbase(tours, 2) > 192);
    for (unsigned n = 0; n <= COLUMNS; n++)
        mpz_clear(a[n]);
    mpz_clear(tours);
    cq_problem_free(problem);
}

/* ---- against a search ---- */

/* A tour is read from the sweep if there is one; the run has it checked. */
static void assert_found(const cq_problem *problem, bool there)
{
    const cq_options options = CQ_OPTIONS(.engine = "plugs");
    cq_answer *answer = NULL;

    if (cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer) != CQ_OK)
        fail_msg("%s: %s", problem->source, cq_error_text(ctx));
    assert_int_equal(cq_answer_verdict(answer), there ? CQ_YES : CQ_NO);
    assert_int_equal(cq_answer_solutions(answer), there);
    cq_answer_free(answer);
}

/* Counted one by one if that does not take too long. */
static bool assert_as_searched(const cq_problem *problem)
{
    cq_recount searched = {.most = 300000};
    mpz_t tours;

    assert_int_equal(cq_recount_tours(ctx, problem, &searched), CQ_OK);
    if (!searched.complete)
        return false;
    mpz_init(tours);
    for (size_t s = 0; s < 2 * SPLITS; s++) {
        bool there;

        if (s >= SPLITS)
            setenv("CHEQUER_DISK", "always", 1);
        there = count(problem, splits[s % SPLITS], 1 + (unsigned)s % 2, tours);
        unsetenv("CHEQUER_DISK");
        if (!there)
            continue;
        if (cq_number_get(tours) != searched.found) {
            gmp_fprintf(stderr, "%s split %u%s: %Zd instead of %" PRIu64 "\n",
                        problem->source, (unsigned)splits[s % SPLITS],
                        s < SPLITS ? "" : " on disk", tours, searched.found);
            fail();
        }
    }
    mpz_clear(tours);
    assert_found(problem, searched.found > 0);
    return true;
}

static void test_tiny(void **state)
{
    static const char *const boards[] = {
        "1x1",    "1x2", "2x1", "1x3",       "2x2", "2x3",     "3x3",   "3x4",
        "3x3-b2", "2x5", "4x4", "torus:3x3", "1x7", "aztec:2", "5x2-a1"};
    static const char *const leapers[] = {"knight", "wazir", "king", "1,2+0,1", "0,2"};

    (void)state;
    for (size_t b = 0; b < sizeof boards / sizeof *boards; b++)
        for (size_t l = 0; l < sizeof leapers / sizeof *leapers; l++)
            for (int closed = 0; closed < 2; closed++) {
                cq_problem *problem = tour_of(boards[b], leapers[l], closed);

                assert_as_searched(problem);
                cq_problem_free(problem);
            }
}

static void draw_board(cq_random *random, char *out, size_t size)
{
    static const char *const surfaces[] = {"", "", "", "cylinder:", "torus:"};
    unsigned rows = 2 + (unsigned)cq_random_below(random, 5);
    unsigned cols = 2 + (unsigned)cq_random_below(random, 30 / rows);
    unsigned holes = (unsigned)cq_random_below(random, 5);
    int length = snprintf(out, size, "%s%ux%u", surfaces[cq_random_below(random, 5)],
                          rows, cols);

    if (holes + 2 > rows * cols)
        holes = 0;
    for (unsigned i = 0; i < holes; i++)
        length += snprintf(out + length, size - (size_t)length, "%s%u:%u",
                           i ? "," : "-", (unsigned)cq_random_below(random, rows),
                           (unsigned)cq_random_below(random, cols));
}

/* None, one or both ends; a closed tour has an end only if it has a start. */
static void draw_ends(cq_random *random, cq_problem *problem)
{
    uint32_t n = problem->graph.vertices;

    if (cq_random_below(random, 3) == 0)
        problem->from = (uint32_t)cq_random_below(random, n);
    if (cq_random_below(random, 3) == 0)
        problem->to = (uint32_t)cq_random_below(random, n);
    if (problem->from == problem->to ||
        (problem->closed && problem->from == CQ_NO_VERTEX))
        problem->to = CQ_NO_VERTEX;
}

static void test_random_boards(void **state)
{
    static const char *const leapers[] = {"knight", "knight",  "wazir", "king",
                                          "zebra",  "1,2+0,1", "camel", "1,1+0,2"};
    unsigned compared = 0;
    cq_random random;

    (void)state;
    cq_random_seed(&random, 6);
    for (unsigned i = 0; i < 300; i++) {
        cq_problem *problem = NULL;
        char board[128];

        draw_board(&random, board, sizeof board);
        /* A hole may be named twice, which is refused. */
        if (cq_problem_parse_board(ctx, board, &problem) != CQ_OK)
            continue;
        assert_int_equal(cq_problem_set_tour(ctx, problem,
                                             leapers[cq_random_below(&random, 8)],
                                             cq_random_below(&random, 2)),
                         CQ_OK);
        draw_ends(&random, problem);
        compared += assert_as_searched(problem);
        cq_problem_free(problem);
    }
    assert_true(compared > 100);
}

static cq_problem *draw_graph(cq_random *random)
{
    unsigned n = 1 + (unsigned)cq_random_below(random, 13);
    unsigned odds = 2 + (unsigned)cq_random_below(random, 9);
    char text[4096];
    int length = 0;

    for (unsigned a = 1; a <= n; a++) {
        length += snprintf(text + length, sizeof text - (size_t)length, "%u\n", a);
        for (unsigned b = 1; b < a; b++)
            if (cq_random_below(random, 10) < odds)
                length += snprintf(text + length, sizeof text - (size_t)length,
                                   "%u %u\n", a, b);
    }
    return graph_of(text, cq_random_below(random, 2));
}

static void test_random_graphs(void **state)
{
    unsigned compared = 0;
    cq_random random;

    (void)state;
    cq_random_seed(&random, 66);
    for (unsigned i = 0; i < 300; i++) {
        cq_problem *problem = draw_graph(&random);

        draw_ends(&random, problem);
        compared += assert_as_searched(problem);
        cq_problem_free(problem);
    }
    assert_true(compared > 150);
}

/* ---- matings ---- */

/* The rank of the mating with these partners, straight from its definition. */
static uint64_t rank_of(const cq_matings *m, unsigned k, const uint8_t *partners)
{
    uint8_t left[CQ_MATING_MOST];
    uint64_t rank = 0;

    for (unsigned i = 0; i < k; i++)
        left[i] = (uint8_t)i;
    for (; k; k -= 2) {
        unsigned q = 0;

        while (left[q] != partners[left[k - 1]])
            q++;
        rank += q * m->counts[k - 2];
        memmove(left + q, left + q + 1, k - 2 - q);
    }
    return rank;
}

/* The same change with a look at the partners. */
static uint64_t change_plainly(const cq_matings *m, cq_change c, unsigned k,
                               uint64_t rank)
{
    uint8_t before[CQ_MATING_MOST], after[CQ_MATING_MOST + 2], to[CQ_MATING_MOST];
    unsigned points = cq_change_points(c, k);

    cq_mating_partners(m, k, rank, before);
    if (c.kind == CQ_CHANGE_JOIN) {
        uint8_t x = before[c.i], y = before[c.j];

        if (x == c.j)
            return CQ_NO_RANK;
        before[x] = y;
        before[y] = x;
    }
    for (unsigned i = 0, next = 0; i < k; i++) {
        if (c.kind == CQ_CHANGE_JOIN && (i == c.i || i == c.j))
            continue;
        if (c.kind == CQ_CHANGE_MOVE && i == c.i) {
            to[i] = c.j;
            continue;
        }
        while ((c.kind == CQ_CHANGE_PAIR && (next == c.i || next == c.j)) ||
               (c.kind == CQ_CHANGE_MOVE && next == c.j))
            next++;
        to[i] = (uint8_t)next++;
    }
    for (unsigned i = 0; i < k; i++)
        if (c.kind != CQ_CHANGE_JOIN || (i != c.i && i != c.j))
            after[to[i]] = to[before[i]];
    if (c.kind == CQ_CHANGE_PAIR) {
        after[c.i] = c.j;
        after[c.j] = c.i;
    }
    return rank_of(m, points, after);
}

static cq_change draw_change(cq_random *random, unsigned k)
{
    cq_change c = {.kind = (uint8_t)(1 + cq_random_below(random, 3))};
    unsigned places = c.kind == CQ_CHANGE_PAIR ? k + 2 : k;

    c.i = (uint8_t)cq_random_below(random, places);
    do
        c.j = (uint8_t)cq_random_below(random, places);
    while (c.j == c.i);
    if (c.kind != CQ_CHANGE_MOVE && c.i > c.j) {
        uint8_t i = c.i;

        c.i = c.j;
        c.j = i;
    }
    return c;
}

/* With tables for all, for some and for hardly any numbers of points. */
static void test_changes(void **state)
{
    static const unsigned tabled[] = {2, 6, 12};
    cq_random random;

    (void)state;
    cq_random_seed(&random, 1);
    for (size_t t = 0; t < 3; t++) {
        cq_matings m;

        assert_int_equal(cq_matings_new(ctx, tabled[t], HUGE_VAL, &m), CQ_OK);
        for (unsigned i = 0; i < 20000; i++) {
            unsigned k = 2 + 2 * (unsigned)cq_random_below(&random, 15);
            cq_change c = draw_change(&random, k);
            uint64_t rank = cq_random_below(&random, m.counts[k]);

            assert_int_equal(cq_mating_change(&m, c, k, rank),
                             change_plainly(&m, c, k, rank));
        }
        cq_matings_free(&m);
    }
}

/* The sources of all matings together are all matings that the change allows. */
static void assert_sources(const cq_matings *m, cq_change c, unsigned k)
{
    uint64_t ranks[CQ_MATING_MOST], found = 0, allowed = 0;

    for (uint64_t after = 0; after < m->counts[cq_change_points(c, k)]; after++) {
        unsigned count = cq_mating_sources(m, c, k, after, ranks);

        found += count;
        for (unsigned i = 0; i < count; i++) {
            assert_true(i == 0 || ranks[i - 1] < ranks[i]);
            assert_int_equal(change_plainly(m, c, k, ranks[i]), after);
        }
    }
    for (uint64_t rank = 0; rank < m->counts[k]; rank++)
        allowed += change_plainly(m, c, k, rank) != CQ_NO_RANK;
    assert_int_equal(found, allowed);
}

/* Tables of links, and changes of many ranks at once. */
static void assert_links(const cq_matings *m, unsigned k, unsigned q)
{
    const cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};
    const uint16_t *links = cq_mating_links(m, k, q);
    size_t count = (size_t)m->counts[k];
    uint64_t *ranks = cq_alloc(ctx, count + 1, sizeof *ranks);

    for (uint64_t after = 0; after < m->counts[k - 2]; after++, links += k - 2) {
        uint64_t sources[CQ_MATING_MOST];

        assert_int_equal(cq_mating_sources(m, link, k, after, sources), k - 2);
        for (unsigned i = 0; i < k - 2; i++)
            assert_int_equal(links[i], sources[i]);
    }
    for (size_t r = 0; r < count; r++)
        ranks[r] = r;
    ranks[count] = CQ_NO_RANK;
    cq_mating_change_each(m, link, k, ranks, count + 1);
    for (size_t r = 0; r < count; r++)
        assert_int_equal(ranks[r], cq_mating_change(m, link, k, r));
    assert_true(ranks[count] == CQ_NO_RANK);
    cq_free(ranks);
}

static void test_links(void **state)
{
    cq_matings m;

    (void)state;
    must(cq_matings_new(ctx, 10, HUGE_VAL, &m));
    for (unsigned k = 4; k <= 10; k += 2)
        for (unsigned q = 0; q < k - 1; q++)
            assert_links(&m, k, q);
    assert_null(cq_mating_links(&m, 12, 0));
    cq_matings_free(&m);
}

static void test_sources(void **state)
{
    cq_random random;
    cq_matings m;

    (void)state;
    cq_random_seed(&random, 3);
    must(cq_matings_new(ctx, 6, HUGE_VAL, &m));
    for (unsigned i = 0; i < 200; i++) {
        unsigned k = 2 + 2 * (unsigned)cq_random_below(&random, 4);

        assert_sources(&m, draw_change(&random, k), k);
    }
    cq_matings_free(&m);
}

static void assert_added(const cq_matings *m, cq_change c, unsigned k, unsigned limbs)
{
    size_t from_count = (size_t)m->counts[k];
    size_t to_count = (size_t)m->counts[cq_change_points(c, k)];
    uint64_t *from = cq_alloc(ctx, from_count * limbs, sizeof *from);
    uint64_t *to = cq_zalloc(ctx, to_count * limbs, sizeof *to);
    uint64_t *expected = cq_zalloc(ctx, to_count * limbs, sizeof *to);
    uint64_t *scratch = cq_alloc(ctx, cq_mating_scratch(m, k, limbs), sizeof *scratch);

    for (size_t r = 0; r < from_count; r++) {
        uint64_t rank = cq_mating_change(m, c, k, r);

        for (unsigned l = 0; l < limbs; l++)
            from[r * limbs + l] =
                (r + 1) * UINT64_C(0x9e3779b97f4a7c15) >> (l + 1 < limbs ? 0 : 8);
        if (rank != CQ_NO_RANK)
            cq_limbs_add(expected + rank * limbs, from + r * limbs, limbs);
    }
    cq_mating_add(m, c, k, limbs, from, to, scratch);
    assert_memory_equal(to, expected, to_count * limbs * sizeof *to);
    cq_free(from);
    cq_free(to);
    cq_free(expected);
    cq_free(scratch);
}

static void test_all_at_once(void **state)
{
    static const unsigned tabled[] = {2, 8, 12};
    cq_random random;

    (void)state;
    cq_random_seed(&random, 2);
    for (size_t t = 0; t < 3; t++) {
        cq_matings m;

        assert_int_equal(cq_matings_new(ctx, tabled[t], HUGE_VAL, &m), CQ_OK);
        for (unsigned i = 0; i < 300; i++) {
            unsigned k = 2 + 2 * (unsigned)cq_random_below(&random, 6);

            assert_added(&m, draw_change(&random, k), k, 1 + i % 3);
        }
        cq_matings_free(&m);
    }
}

enum { LISTED = 50, LISTED_ENDS = 12, LIMBS_MOST = 3 };

/* A block of some of the 10,395 matings of 12 ends, each with its number. */
static void fill_block(uint64_t *words, unsigned limbs, uint64_t number)
{
    uint32_t *ranks = (uint32_t *)(void *)(words + (size_t)LISTED * limbs);

    for (uint32_t i = 0; i < LISTED; i++) {
        for (unsigned l = 0; l < limbs; l++)
            words[i * limbs + l] = (l + 1 < limbs ? number : number >> 8) + i + 1;
        ranks[i] = 200 * i + 7;
    }
}

/* Blocks of few states are gathered in a list, which is used again: what it held before
 * must not be seen. */
static void test_lists(void **state)
{
    const cq_pattern pattern = {.low = 0x555555};
    cq_matings m;

    (void)state;
    assert_int_equal(cq_matings_new(ctx, LISTED_ENDS, HUGE_VAL, &m), CQ_OK);
    assert_int_equal(cq_pattern_ends(pattern), LISTED_ENDS);
    for (unsigned limbs = 1; limbs <= LIMBS_MOST; limbs++) {
        cq_plug_gatherer g;

        cq_plug_gatherer_init(&g, ctx, &m);
        for (unsigned round = 0; round < 2; round++) {
            uint64_t words[LISTED * LIMBS_MOST + LISTED / 2];
            cq_plug_block block = {words, LISTED};
            const cq_plug_source twice[] = {{&block, LISTED_ENDS, 0, NULL},
                                            {&block, LISTED_ENDS, 0, NULL}};
            const cq_plug_block *sum;
            cq_plug_part part;

            fill_block(words, limbs, round ? 5 : UINT64_MAX / 3);
            cq_plug_part_init(&part, ctx, limbs, 0, NULL);
            assert_int_equal(cq_plug_gather(&g, twice, 2, pattern, &part), CQ_OK);
            assert_int_equal(part.blocks.count, 1);
            sum = &part.blocks.at[0];
            assert_int_equal(sum->entries, LISTED);
            for (size_t i = 0; i < LISTED; i++) {
                cq_limbs_add(words + i * limbs, words + i * limbs, limbs);
                assert_memory_equal(sum->words + i * limbs, words + i * limbs,
                                    limbs * sizeof *words);
                assert_int_equal(cq_plug_block_rank(sum, LISTED_ENDS, limbs, i),
                                 200 * i + 7);
            }
            cq_plug_part_free(&part);
        }
        cq_plug_gatherer_free(&g);
    }
    cq_matings_free(&m);
}

/* ---- limits ---- */

static cq_stop stop_of(const char *board, size_t memory)
{
    const cq_options options = CQ_OPTIONS(.engine = "plugs");
    cq_problem *problem = tour_of(board, "knight", true);
    cq_answer *answer = NULL;
    cq_stop stop;

    cq_context_limit_memory(ctx, memory);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    cq_context_limit_memory(ctx, 0);
    stop = cq_answer_stop(answer);
    assert_true(stop == CQ_FINISHED || cq_answer_count(answer) == NULL);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return stop;
}

static void test_memory(void **state)
{
    (void)state;
    assert_int_equal(stop_of("20x20", 0), CQ_STOP_MEMORY);
    assert_int_equal(stop_of("50x50", 0), CQ_STOP_MEMORY);
    assert_int_equal(stop_of("6x10", 8000000), CQ_STOP_MEMORY);
    for (size_t memory = 100000; memory < 2000000; memory += 100000)
        stop_of("6x6", memory);
    assert_int_equal(stop_of("6x6", 0), CQ_FINISHED);
}

/* ---- checkpoints ---- */

/* Stopped when the memory is full, and resumed with more. */
static bool assert_resumed(const cq_problem *problem, size_t memory, const char *path,
                           const char *expected)
{
    cq_options options = CQ_OPTIONS(.engine = "plugs", .checkpoint = path);
    cq_answer *answer = NULL;
    bool stopped;

    cq_context_limit_memory(ctx, memory);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    cq_context_limit_memory(ctx, 0);
    stopped = cq_answer_stop(answer) != CQ_FINISHED;
    if (stopped && access(path, F_OK) == 0) {
        cq_answer_free(answer);
        options = (cq_options)CQ_OPTIONS(.resume = path, .threads = 2);
        assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer),
                         CQ_OK);
        assert_string_equal(cq_answer_count(answer), expected);
    }
    cq_answer_free(answer);
    unlink(path);
    return stopped;
}

static void test_resuming(void **state)
{
    char path[] = "/tmp/plugs_test_XXXXXX";
    int file = mkstemp(path);
    cq_problem *problem = tour_of("6x8", "knight", true), *other;
    cq_answer *answer = NULL;
    cq_options options = CQ_OPTIONS(.resume = path);
    unsigned stopped = 0;
    char expected[64];
    mpz_t tours;

    (void)state;
    assert_true(file >= 0);
    close(file);
    unlink(path);
    for (size_t memory = 6000000; memory < 9500000; memory += 250000)
        stopped += assert_resumed(problem, memory, path, "55488142");
    assert_true(stopped > 5);
    /* With holes that are no image of each other: two sides. */
    other = tour_of("6x7-0:1,1:1", "knight", true);
    mpz_init(tours);
    assert_true(count(other, CQ_SPLIT_NONE, 1, tours));
    gmp_snprintf(expected, sizeof expected, "%Zd", tours);
    mpz_clear(tours);
    for (size_t memory = 5000000; memory < 8000000; memory += 500000)
        assert_resumed(other, memory, path, expected);
    /* One of another problem is refused. */
    cq_context_limit_memory(ctx, 8000000);
    options = (cq_options)CQ_OPTIONS(.engine = "plugs", .checkpoint = path);
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer), CQ_OK);
    cq_context_limit_memory(ctx, 0);
    cq_answer_free(answer);
    options = (cq_options)CQ_OPTIONS(.resume = path);
    assert_int_equal(cq_solve(ctx, other, CQ_GOAL_COUNT, &options, &answer), CQ_INPUT);
    unlink(path);
    cq_problem_free(problem);
    cq_problem_free(other);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_context, close_context)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_known_numbers), TEST(test_long_numbers),  TEST(test_tiny),
        TEST(test_random_boards), TEST(test_random_graphs), TEST(test_changes),
        TEST(test_all_at_once),   TEST(test_lists),         TEST(test_memory),
        TEST(test_resuming),      TEST(test_sources),       TEST(test_links),
    };

    return cmocka_run_group_tests_name("plugs", tests, NULL, NULL);
}
