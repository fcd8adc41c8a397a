/* frontier_test.c - the sweep over the frontier agrees with searches, with the engines
 * for dominoes, and with published numbers.
 *
 * Small covers are drawn at random, with secondary items, colours and multiplicities;
 * the classic search is the reference. Numbers of threads, limits of memory and the way
 * in which layers are split must not change anything.
 */
#include "engine/frontier/back.h"
#include "random_cover.h"
#include "swept.h"

enum { ROUNDS = 2500 };

static int set_up(void **state)
{
    return open_fixture(state, 5);
}

/* ---- counting ---- */

/* The count in decimal; free it. */
static char *count_with(fixture *f, const char *engine, unsigned threads)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .threads = threads);

    solve(f, CQ_GOAL_COUNT, &options);
    assert_int_equal(cq_answer_stop(f->answer), CQ_FINISHED);
    assert_non_null(cq_answer_count(f->answer));
    return strdup(cq_answer_count(f->answer));
}

static void agree(fixture *f, const char *other)
{
    char *own = count_with(f, "frontier", 1), *theirs = count_with(f, other, 1);

    if (strcmp(own, theirs) != 0)
        fail_msg("frontier %s, %s %s: %s", own, other, theirs,
                 f->problem->kind == CQ_COVER ? f->text : f->problem->source);
    free(own);
    free(theirs);
}

static void covers_agree(void **state)
{
    fixture *f = *state;

    for (int round = 0; round < ROUNDS; round++) {
        pose_random(f, 8, 26, (uint32_t)round % 3);
        agree(f, round % 2 ? "search" : "backtrack");
    }
}

static void tilings_agree(void **state)
{
    static const char *const cases[][3] = {
        {"6x6", "tetrominoes*", "polyomino"},
        {"5x8", "L3*,I3*,domino*0..3", "polyomino"},
        {"5x6-a1,f5", "L3*1..4,T4*,O4*0..2,domino*", "polyomino"},
        {"4x10", "pentominoes*", "polyomino"},
        {"5x12", "pentominoes", "polyomino"},
        {"3x20", "pentominoes", "polyomino"},
        {"torus:4x5", "T4*,I4*", "search"},
        {"torus:2x6", "domino*", "search"},
        {"cylinder:4x6", "L3*,I3*", "search"},
        {"aztec:3", "domino*,O4*", "polyomino"},
        {"7x7-d4", "T4*,S4*", "polyomino"},
        {"1x7", "I3*,I1*", "polyomino"},
        {"1x1", "I1*", "polyomino"},
        {"9x2", "domino*0..4,I1*0..10", "polyomino"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pose_tiling(*state, cases[i][0], cases[i][1]);
        agree(*state, cases[i][2]);
    }
}

static void dominoes_agree(void **state)
{
    static const char *const boards[] = {"8x8",       "13x12", "6x20-c3,d3", "aztec:8",
                                         "8x8-a1,h8", "16x17", "2x60"};

    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        pose_tiling(*state, boards[i], NULL);
        agree(*state, "kasteleyn");
    }
    /* A ring of seven has no two colours, and no determinant. */
    pose_tiling(*state, "cylinder:6x7", NULL);
    agree(*state, "search");
}

static void expect(fixture *f, const char *board, const char *pieces, const char *count)
{
    char *own;

    pose_tiling(f, board, pieces);
    own = count_with(f, "frontier", 1);
    assert_string_equal(own, count);
    free(own);
}

static void published_numbers(void **state)
{
    /* OEIS A004003: dominoes on 2n x 2n. */
    expect(*state, "8x8", NULL, "12988816");
    expect(*state, "12x12", NULL, "53060477521960000");
    /* Elkies, Kuperberg, Larsen and Propp 1992: 2^(n(n+1)/2) for Aztec diamonds. */
    expect(*state, "aztec:7", NULL, "268435456");
    /* Haselgrove and Haselgrove 1960: 2339 up to the four symmetries of 6 x 10. */
    expect(*state, "6x10", "pentominoes", "9356");
    /* Scott 1958: 65 on the chessboard without its centre, eight times each. */
    expect(*state, "8x8-d4,e4,d5,e5", "pentominoes", "520");
}

static void threads_agree(void **state)
{
    fixture *f = *state;
    char *one, *three;

    pose_tiling(f, "9x8", "tetrominoes*");
    one = count_with(f, "frontier", 1);
    three = count_with(f, "frontier", 3);
    assert_string_equal(one, three);
    free(one);
    free(three);
}

/* ---- memory and files ---- */

static void memory_is_obeyed(void **state)
{
    fixture *f = *state;
    const cq_options options = CQ_OPTIONS(.engine = "frontier", .threads = 1);
    char *free_count, *tight;

    pose_tiling(f, "9x9-a1", "tetrominoes*");
    free_count = count_with(f, "frontier", 1);
    /* Less than the layers need: the rest is on disk. */
    cq_context_limit_memory(ctx, cq_context_memory_used(ctx) + 8500000);
    tight = count_with(f, "frontier", 1);
    assert_string_equal(free_count, tight);
    assert_string_equal(f->answer->counters.at[f->answer->counters.count - 1].name,
                        "bytes on disk");
    /* Less than the tables need: it stops, and says so. */
    cq_context_limit_memory(ctx, cq_context_memory_used(ctx) + 600000);
    solve(f, CQ_GOAL_COUNT, &options);
    assert_int_equal(cq_answer_stop(f->answer), CQ_STOP_MEMORY);
    assert_int_equal(cq_answer_verdict(f->answer), CQ_UNKNOWN);
    free(free_count);
    free(tight);
}

/* ---- single covers ---- */

/* Every rank gives a cover whose rank it is; also if few layers are kept. */
static void ranks_return_with(fixture *f, size_t most_kept)
{
    cq_back_walk *walk = NULL;
    bench b;
    mpz_t rank, back;

    open_bench(f, &b, most_kept);
    assert_int_equal(cq_back_open(&b.sweep, 1, &walk), CQ_OK);
    mpz_inits(rank, back, NULL);
    for (unsigned long r = 0; r < 100 && mpz_cmp_ui(b.number, r) > 0; r++) {
        mpz_set_ui(rank, r);
        cq_back_start(&b.sweep, walk, rank);
        assert_int_equal(cq_back_walks(&b.sweep, walk, 1), CQ_OK);
        assert_int_equal(
            cq_back_rank(&b.sweep, walk->options.at, walk->options.count, back), CQ_OK);
        assert_int_equal(mpz_cmp(rank, back), 0);
    }
    mpz_clears(rank, back, NULL);
    cq_back_close(walk, 1);
    close_bench(&b);
}

static void ranks_return(fixture *f)
{
    ranks_return_with(f, 0);
    ranks_return_with(f, 1);
}

static void ranks_and_covers(void **state)
{
    fixture *f = *state;

    for (int round = 0; round < 150; round++) {
        pose_random(f, 8, 26, (uint32_t)round % 3);
        ranks_return(f);
    }
    pose_tiling(f, "4x4", "tetrominoes*");
    ranks_return(f);
    pose_tiling(f, "3x20", "pentominoes");
    ranks_return(f);
    pose_tiling(f, "torus:3x4", "L3*");
    ranks_return(f);
}

/* With few layers kept the samples are the same ones. */
static void thinned_samples(void **state)
{
    fixture *f = *state;
    const cq_options options =
        CQ_OPTIONS(.engine = "frontier", .samples = 20, .seed = 3);
    cq_answer *all;

    pose_tiling(f, "8x8", "tetrominoes*");
    solve(f, CQ_GOAL_SAMPLE, &options);
    all = f->answer;
    f->answer = NULL;
    cq_context_limit_memory(ctx, (size_t)24 << 20);
    solve(f, CQ_GOAL_SAMPLE, &options);
    assert_int_equal(cq_answer_stop(f->answer), cq_answer_stop(all));
    assert_int_equal(cq_answer_solutions(f->answer), 20);
    for (size_t i = 0; i < 20; i++)
        assert_memory_equal(f->answer->solutions.at[i].members.at,
                            all->solutions.at[i].members.at, 64 * sizeof(uint32_t));
    cq_context_limit_memory(ctx, 0);
    cq_answer_free(all);
}

/* The 36 domino tilings of 4 x 4 (A004003) come up alike: chi-square with 35 degrees of
 * freedom is above 66.6 once in a thousand times. */
static void samples_are_uniform(void **state)
{
    enum { TILINGS = 36, SAMPLES = 3600 };
    const cq_options asked =
        CQ_OPTIONS(.engine = "frontier", .samples = SAMPLES, .seed = 7);
    fixture *f = *state;
    unsigned seen[TILINGS] = {0};
    cq_u32s options = {0};
    bench b;
    double chi = 0;
    mpz_t rank;

    pose_tiling(f, "4x4", NULL);
    solve(f, CQ_GOAL_SAMPLE, &asked);
    assert_int_equal(cq_answer_solutions(f->answer), SAMPLES);
    open_bench(f, &b, 0);
    assert_int_equal(mpz_cmp_ui(b.number, TILINGS), 0);
    mpz_init(rank);
    for (size_t i = 0; i < SAMPLES; i++) {
        const cq_solution *s = &f->answer->solutions.at[i];

        options.count = 0;
        for (size_t part = 0; part < s->labels.count; part++)
            for (uint32_t o = 0; o < cq_placements_count(&b.placements); o++)
                if (memcmp(s->members.at + s->starts.at[part],
                           b.placements.cells.at + b.placements.starts.at[o],
                           2 * sizeof(uint32_t)) == 0)
                    assert_int_equal(cq_vec_push(ctx, &options, o), CQ_OK);
        assert_int_equal(cq_back_rank(&b.sweep, options.at, options.count, rank),
                         CQ_OK);
        seen[mpz_get_ui(rank)]++;
    }
    for (size_t i = 0; i < TILINGS; i++)
        chi += (seen[i] - 100.0) * (seen[i] - 100.0) / 100.0;
    assert_true(chi < 66.6);
    mpz_clear(rank);
    cq_vec_free(&options);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(covers_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tilings_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dominoes_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(published_numbers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(threads_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_is_obeyed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ranks_and_covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(thinned_samples, set_up, tear_down),
        cmocka_unit_test_setup_teardown(samples_are_uniform, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("frontier", tests, NULL, NULL);
}
