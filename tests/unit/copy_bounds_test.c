/* copy_bounds_test.c - bounds on the copies of each piece, compared with all tilings.
 *
 * On random boards every choice of copies that has tilings must keep within the bounds,
 * the checker must find them right, also after a way through JSON, and it must refuse
 * them if they rule out a number that some tiling has.
 */
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 31);
}

static cq_verdict judge(fixture *f, const cq_answer *answer)
{
    cq_verdict verdict;

    must(cq_check(ctx, f->problem, answer, &verdict, f->sentence));
    return verdict;
}

static void judge_json(fixture *f)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    cq_answer *read = NULL;

    must(cq_answer_write_json(ctx, f->problem, f->answer, out));
    fclose(out);
    must(cq_answer_read(ctx, f->problem, "test", text, size, &read));
    assert_int_equal(read->findings.reasons.count, f->answer->findings.reasons.count);
    assert_int_equal(judge(f, read), CQ_YES);
    cq_answer_free(read);
    free(text);
}

static bool holds(const cq_copy_bound *b, uint32_t copies)
{
    return copies >= b->least && copies <= b->most && copies % b->modulus == b->rest;
}

/* A number that tilings have is ruled out, by each kind of bound. */
static void judge_spoilt(fixture *f, size_t piece, uint32_t copies)
{
    cq_copy_bound *b = &f->answer->findings.bounds.at[piece], kept = *b;

    b->most = copies - 1;
    if (copies > 0)
        assert_int_equal(judge(f, f->answer), CQ_NO);
    *b = kept;
    b->least = copies + 1;
    assert_int_equal(judge(f, f->answer), CQ_NO);
    *b = (cq_copy_bound){0, UINT32_MAX, 2, (copies + 1) % 2};
    assert_int_equal(judge(f, f->answer), CQ_NO);
    *b = kept;
}

static void pose_random(fixture *f)
{
    static const char *const sets[] = {
        "T4*,I4*",      "L3*,domino*", "T4*,domino*",     "L4*,T4*,O4*",
        "P5*0..3,L3*",  "X5*,L3*",     "S4*,domino*",     "I3*,O4*,domino*0..3",
        "tetrominoes*", "U5*,I3*",     "L3*1..2,I4*,O4*",
    };
    char board[64];
    unsigned rows = 3 + (unsigned)cq_random_below(&f->random, 3);
    unsigned cols = 4 + (unsigned)cq_random_below(&f->random, 2);
    int length = snprintf(board, sizeof board, "%ux%u", rows, cols);
    unsigned holes = (unsigned)cq_random_below(&f->random, 4);

    for (unsigned i = 0; i < holes; i++) /* each in a column of its own */
        length += snprintf(board + length, sizeof board - (size_t)length, "%c%c%u",
                           i ? ',' : '-', 'a' + (int)i,
                           1 + (unsigned)cq_random_below(&f->random, rows));
    pose_tiling(f, board, sets[cq_random_below(&f->random, 11)]);
}

/* Returns how many choices of copies were compared. */
static size_t compare(fixture *f)
{
    const cq_options options = CQ_OPTIONS(.engine = NULL);
    cq_answer *all = NULL;
    const char *tilings;
    const uint32_t *row;
    size_t rows = 0;

    must(cq_solve(ctx, f->problem, CQ_GOAL_COPIES, &options, &all));
    must(cq_solve(ctx, f->problem, CQ_GOAL_BOUNDS, &options, &f->answer));
    if (f->answer->verdict == CQ_NO)
        assert_int_equal(all->verdict, CQ_NO);
    for (; (row = cq_answer_copies(all, rows, &tilings)); rows++)
        for (size_t p = 0; p < f->problem->pieces.count; p++) {
            assert_true(holds(cq_answer_copy_bound(f->answer, p), row[p]));
            if (rows == 0)
                judge_spoilt(f, p, row[p]);
        }
    if (f->answer->verdict == CQ_YES) {
        assert_null(cq_answer_copy_bound(f->answer, f->problem->pieces.count));
        assert_int_equal(judge(f, f->answer), CQ_YES);
        judge_json(f);
    }
    cq_answer_free(all);
    return rows;
}

static void bounds_hold(void **state)
{
    fixture *f = *state;
    size_t compared = 0;

    for (unsigned round = 0; round < 150; round++) {
        pose_random(f);
        compared += compare(f);
        forget(f);
    }
    assert_true(compared > 200);
}

/* Known ones: T-tetrominoes are even in number if light and dark squares are, and
 * crosses have no place in corners. */
static void textbook_bounds_are_found(void **state)
{
    const cq_options options = CQ_OPTIONS(.engine = NULL);
    fixture *f = *state;
    const cq_copy_bound *b;

    pose_tiling(f, "6x6", "T4*,I4*");
    must(cq_solve(ctx, f->problem, CQ_GOAL_BOUNDS, &options, &f->answer));
    b = cq_answer_copy_bound(f->answer, 0);
    assert_true(b->modulus % 2 == 0 && b->rest == 0);
    b = cq_answer_copy_bound(f->answer, 1);
    assert_true(b->modulus % 2 == 0 && b->rest == 1);
    forget(f);
    pose_tiling(f, "4x4", "X5*,monomino*");
    must(cq_solve(ctx, f->problem, CQ_GOAL_BOUNDS, &options, &f->answer));
    assert_int_equal(cq_answer_copy_bound(f->answer, 0)->most, 1);
    assert_int_equal(cq_answer_copy_bound(f->answer, 1)->least, 11);
}

/* Weights that are no weights prove nothing. */
static void wrong_reasons_are_refused(void **state)
{
    const cq_options options = CQ_OPTIONS(.engine = NULL);
    fixture *f = *state;
    cq_certificate *reason;

    pose_tiling(f, "6x6", "T4*,L4*,domino*");
    must(cq_solve(ctx, f->problem, CQ_GOAL_BOUNDS, &options, &f->answer));
    assert_int_equal(f->answer->findings.reasons.count, 1);
    reason = &f->answer->findings.reasons.at[0];
    reason->weights.at[7] += 1;
    assert_int_equal(judge(f, f->answer), CQ_NO);
    reason->weights.at[7] -= 1;
    reason->proof = CQ_PROOF_AREA;
    assert_int_equal(judge(f, f->answer), CQ_NO);
    reason->proof = CQ_PROOF_WEIGHTS;
    f->answer->findings.bounds.count--;
    assert_int_equal(judge(f, f->answer), CQ_NO);
    f->answer->findings.bounds.count++;
    assert_int_equal(judge(f, f->answer), CQ_YES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bounds_hold, set_up, tear_down),
        cmocka_unit_test_setup_teardown(textbook_bounds_are_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_reasons_are_refused, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("copy bounds", tests, NULL, NULL);
}
