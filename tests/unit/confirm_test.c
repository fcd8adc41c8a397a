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
    must(cq_plain_sweep_tilings(ctx, f->problem, UINT64_MAX, &counted));
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
    assert_int_equal(swept(f, "4x4", "tetrominoes*"), 117); /* OEIS A230031 */
    assert_int_equal(swept(f, "3x20", "pentominoes"), 8);   /* 2 up to symmetry */
    assert_int_equal(swept(f, "1x1", "I1"), 1);
}

/* With colours, multiplicities and secondary items: both ways of the checker agree. */
static void sweep_and_search_agree(void **state)
{
    fixture *f = *state;

    for (unsigned i = 0; i < 300; i++) {
        uint32_t rank[64];
        cq_plain_count counted;
        cq_recount again = {0};

        pose_random(f, 6, 14, i % 5);
        for (uint32_t k = 0; k < 64; k++)
            rank[k] = k;
        assert_true(f->problem->cover.items.count <= 64);
        must(cq_plain_sweep(ctx, &f->problem->cover, rank, UINT64_MAX, &counted));
        must(cq_recount_cover(ctx, &f->problem->cover, UINT64_MAX, 0, NULL, &again));
        assert_true(counted.complete && again.complete);
        assert_int_equal(counted.found.low, again.found);
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

/* What takes too long is not confirmed, says about how long, and is confirmed if asked. */
static void large_counts_take_long(void **state)
{
    fixture *f = *state;

    count_of(f, "5x12", "pentominoes", false); /* 1010 up to symmetry: 4040 */
    assert_string_equal(cq_answer_count(f->answer), "4040");
    assert_int_equal(confirm(f, false), CQ_UNKNOWN);
    assert_memory_equal(f->sentence, "not confirmed: ", 15);
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
                        "the engine transfer counts the same");
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
        cmocka_unit_test_setup_teardown(wrong_counts_are_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_counts_take_long, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_answer_tells, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("confirm", tests, NULL, NULL);
}
