/* confirm_test.c - counts that the checker makes again: the plain sweep against known
 * numbers and against the plain search; wrong counts; counts that are too large. */
#include "check/judge.h"
#include "posed.h"
#include "random_cover.h"

static int set_up(void **state)
{
    return open_fixture(state, 4);
}

static uint64_t swept(fixture *f, const char *board, const char *pieces)
{
    cq_plain_count counted;

    pose_tiling(f, board, pieces);
    must(cq_plain_sweep_problem(ctx, f->problem, UINT64_MAX, &counted));
    assert_true(counted.complete);
    assert_int_equal(counted.found.high, 0);
    return counted.found.low;
}

static void the_sweep_knows_known_numbers(void **state)
{
    fixture *f = *state;

    assert_int_equal(swept(f, "8x8", NULL), 12988816); /* OEIS A004003 */
    assert_int_equal(swept(f, "8x8-a1,h8", NULL), 0);
    assert_int_equal(swept(f, "torus:4x4", NULL), 272);    /* OEIS A212800 */
    assert_int_equal(swept(f, "2x50", NULL), 20365011074); /* Fibonacci */
    assert_int_equal(swept(f, "50x2", NULL), 20365011074);
    assert_int_equal(swept(f, "4x4", "tetrominoes*"), 117); /* as dlx counts it, too */
    assert_int_equal(swept(f, "3x20", "pentominoes"), 8);   /* 2 up to symmetry */
    assert_int_equal(swept(f, "1x1", "I1"), 1);
}

/* With colours, multiplicities and secondary items: both ways of the checker agree. */
static void sweep_and_search_agree(void **state)
{
    fixture *f = *state;

    for (unsigned i = 0; i < 300; i++) {
        cq_plain_count counted;
        cq_recount again = {.most = UINT64_MAX};

        pose_random(f, 6, 14, i % 5);
        must(cq_plain_sweep_problem(ctx, f->problem, UINT64_MAX, &counted));
        must(cq_recount_cover(ctx, &f->problem->cover, &again));
        assert_true(counted.complete && again.complete);
        assert_int_equal(counted.found.low, again.found);
    }
}

static void the_sweep_knows_numbers_of_tours(void **state)
{
    static const struct {
        const char *board, *leaper;
        bool closed;
        uint64_t number;
    } known[] = {
        {"6x6", "1,2", true, 9862},   /* OEIS A001230 */
        {"5x5", "1,2", false, 1728},  /* OEIS A165134 */
        {"4x4", "1,2", false, 0},     /* the same */
        {"6x6", "wazir", true, 1072}, /* OEIS A003763 */
        {"4x5", "wazir", true, 14},   /* OEIS A006864 */
        {"3x3", "king", true, 16},    /* OEIS A140521 */
        {"1x2", "wazir", false, 2},   {"2x2", "wazir", true, 1},
    };
    fixture *f = *state;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cq_plain_count counted;

        pose_tour(f, known[i].board, known[i].leaper, known[i].closed);
        must(cq_plain_sweep_problem(ctx, f->problem, UINT64_MAX, &counted));
        assert_true(counted.complete);
        assert_int_equal(counted.found.low, known[i].number);
    }
}

/* Closed and open, with and without ends, connected or not. */
static void sweep_and_search_agree_on_graphs(void **state)
{
    static const char *const ends[][2] = {
        {NULL, NULL}, {"v0", NULL}, {NULL, "v1"}, {"v0", "v1"}, {"v2", "v0"}};
    fixture *f = *state;

    for (unsigned i = 0; i < 600; i++) {
        uint32_t n = 3 + below(f, 6), chance = 3 + below(f, 6);
        cq_plain_count counted;
        cq_recount again = {.most = UINT64_MAX};

        clear_text(f);
        for (uint32_t v = 0; v < n; v++)
            put(f, "v%u v%u\n", v, (v + 1) % n);
        for (uint32_t v = 0; v < n; v++)
            for (uint32_t u = 0; u < v; u++)
                if (below(f, 10) < chance)
                    put(f, "v%u v%u\n", v, u);
        if (i % 7 == 0)
            put(f, "w1 w2\n");
        pose_graph(f, f->text, i % 2);
        if (i % 2 == 0 || i % 5 == 3)
            must(cq_problem_set_ends(ctx, f->problem, ends[i % 5][0], ends[i % 5][1]));
        must(cq_plain_sweep_problem(ctx, f->problem, UINT64_MAX, &counted));
        must(cq_recount_tours(ctx, f->problem, &again));
        assert_true(counted.complete && again.complete);
        if (counted.found.low != again.found)
            fail_msg("%u tours, not %u, of\n%s", (unsigned)again.found,
                     (unsigned)counted.found.low, f->text);
    }
}

static cq_verdict confirm(fixture *f, bool all)
{
    cq_verdict verdict;

    must(cq_confirm_count(ctx, f->problem, f->answer, all, &verdict, f->sentence));
    return verdict;
}

static void count_of(fixture *f, const char *board, const char *pieces, bool unique)
{
    /* One that was asked for has no second engine beside it. */
    const cq_options options =
        CQ_OPTIONS(.unique = unique, .engine = unique ? NULL : "polyomino");

    pose_tiling(f, board, pieces);
    solve(f, CQ_GOAL_COUNT, &options);
}

static void wrong_counts_are_seen(void **state)
{
    fixture *f = *state;

    for (unsigned unique = 0; unique < 2; unique++) {
        count_of(f, "3x4", "L3*,domino*", unique);
        assert_int_equal(confirm(f, false), CQ_YES);
        mpz_add_ui(f->answer->count, f->answer->count, 1);
        assert_int_equal(confirm(f, false), CQ_NO);
    }
    count_of(f, "4x4", "tetrominoes*", false);
    assert_string_equal(cq_answer_confirmation(f->answer),
                        "confirmed by a plain sweep of other code");
    mpz_setbit(f->answer->count, 64); /* alike in 64 bits only */
    assert_int_equal(confirm(f, false), CQ_NO);
}

/* What takes too long is not confirmed, says about how long, and is confirmed if asked.
 */
static void large_counts_take_long(void **state)
{
    fixture *f = *state;

    count_of(f, "5x12", "pentominoes", false); /* 1010 up to symmetry: 4040 */
    assert_string_equal(cq_answer_count(f->answer), "4040");
    assert_int_equal(confirm(f, false), CQ_UNKNOWN);
    assert_memory_equal(f->sentence, "not confirmed: ", 15);
}

/* Each of the 36, 6728, 12988816 and 258584046368 tilings with dominoes (A004003) takes
 * about a microsecond; each tour of 5 x 5 (A165134: 1728) has some thousand nodes. */
static void times_are_foreseen(void **state)
{
    static const struct {
        const char *board;
        double tilings;
    } known[] = {
        {"4x4", 36}, {"6x6", 6728}, {"8x8", 12988816}, {"10x10", 258584046368}};
    fixture *f = *state;
    cq_recount all = {.most = UINT64_MAX};
    double seconds;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        pose_tiling(f, known[i].board, NULL);
        must(cq_foresee_recount(ctx, f->problem, &seconds));
        assert_true(seconds > 1e-7 * known[i].tilings);
        assert_true(seconds < 1e-5 * known[i].tilings);
    }
    pose_tour(f, "5x5", "1,2", false);
    must(cq_recount_problem(ctx, f->problem, &all));
    assert_int_equal(all.found, 1728);
    must(cq_foresee_recount(ctx, f->problem, &seconds));
    assert_true(seconds > 2e-8 * (double)all.nodes &&
                seconds < 2e-7 * (double)all.nodes);
}

/* A sweep that is going to be too much is given up long before its limit, and one that
 * stays below the limit is not. */
static void hopeless_sweeps_end_early(void **state)
{
    const uint64_t most = CQ_CONFIRM_WORK;
    fixture *f = *state;
    cq_plain_count counted;

    pose_tiling(f, "12x12", "tetrominoes*");
    must(cq_plain_sweep_problem(ctx, f->problem, most, &counted));
    assert_false(counted.complete);
    assert_true(counted.work < most / 4);
    pose_tiling(f, "6x6", "tetrominoes*"); /* as dlx counts it, too */
    must(cq_plain_sweep_problem(ctx, f->problem, most, &counted));
    assert_true(counted.complete);
    assert_int_equal(counted.found.low, 178939);
    must(cq_plain_sweep_problem(ctx, f->problem, 2 * counted.work, &counted));
    assert_true(counted.complete);
}

/* Every kind of answer says how it was confirmed. */
static void every_answer_tells(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "8x8-a1,h8", NULL);
    solve(f, CQ_GOAL_FIND, NULL);
    assert_string_equal(cq_answer_confirmation(f->answer), "the proof is right");
    pose_tiling(f, "8x8", NULL);
    solve(f, CQ_GOAL_FIND, NULL);
    assert_string_equal(cq_answer_confirmation(f->answer), "1 solution is right");
    solve(f, CQ_GOAL_COUNT, NULL);
    assert_string_equal(cq_answer_confirmation(f->answer),
                        "the engine frontier counts the same");
    pose_tiling(f, "5x5", "X5*2,I5*3"); /* no short reason */
    solve(f, CQ_GOAL_FIND, NULL);
    assert_int_equal(cq_answer_verdict(f->answer), CQ_NO);
    assert_true(*cq_answer_confirmation(f->answer));
    pose_tour(f, "5x5", "1,2", false);
    solve(f, CQ_GOAL_COUNT, NULL);
    assert_string_equal(cq_answer_count(f->answer), "1728"); /* OEIS A165134 */
    assert_true(*cq_answer_confirmation(f->answer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_sweep_knows_known_numbers, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(sweep_and_search_agree, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_sweep_knows_numbers_of_tours, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(sweep_and_search_agree_on_graphs, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(wrong_counts_are_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_counts_take_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(times_are_foreseen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(hopeless_sweeps_end_early, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_answer_tells, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("confirm", tests, NULL, NULL);
}
