/* threads_test.c - every goal with one thread and with three, on problems that are
 * large enough for engines to race and for a search to be shared.
 *
 * The small problems of tests/prop are over before a second thread has begun. A count
 * that engines raced for was wrong with several threads once, and nothing noticed.
 */
#include "posed.h"

static int set_up(void **state)
{
    return open_fixture(state, 1);
}

/* What is printed of the answer, to be freed. */
static char *printed(fixture *f)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);

    assert_non_null(stream);
    must(cq_answer_write_text(ctx, f->problem, f->answer, stream));
    fclose(stream);
    return text;
}

/* The same text with one thread and with three; a list without a named engine may come
 * in another order, but has the same length. */
static void compare(fixture *f, cq_goal goal, cq_options options)
{
    char *one, *three;
    cq_stop stop;
    size_t listed;

    options.threads = 1;
    solve(f, goal, &options);
    stop = f->answer->stop;
    one = printed(f);
    listed = f->answer->solutions.count;
    options.threads = 3;
    solve(f, goal, &options);
    assert_int_equal(f->answer->stop, stop);
    three = printed(f);
    assert_int_equal(f->answer->solutions.count, listed);
    if (goal != CQ_GOAL_ALL || options.engine)
        assert_string_equal(one, three);
    free(one);
    free(three);
}

#define agrees(f, goal, ...) compare(f, goal, (cq_options)CQ_OPTIONS(__VA_ARGS__))

static void counts(fixture *f, const char *count)
{
    static const cq_options three = CQ_OPTIONS(.threads = 3);

    solve(f, CQ_GOAL_COUNT, &three);
    assert_string_equal(cq_answer_count(f->answer), count);
}

/* The number of the solution with a number. */
static void numbers(fixture *f, const char *nth)
{
    cq_options options = CQ_OPTIONS(.nth = nth, .threads = 3);
    cq_answer *given;

    agrees(f, CQ_GOAL_NTH, .nth = nth);
    given = f->answer;
    f->answer = NULL;
    options.given = given;
    solve(f, CQ_GOAL_INDEX, &options);
    assert_string_equal(cq_answer_index(f->answer), nth);
    cq_answer_free(given);
}

/* 2339 classes of four (C. B. and J. Haselgrove, Eureka 23, 1960). */
static void pentominoes(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "6x10", "pentominoes");
    counts(f, "9356");
    agrees(f, CQ_GOAL_COUNT, .engine = "polyomino");
    agrees(f, CQ_GOAL_COUNT, .unique = true);
    agrees(f, CQ_GOAL_ALL, .unique = true);
    agrees(f, CQ_GOAL_ALL, .engine = "polyomino", .first = 500);
    agrees(f, CQ_GOAL_COUNT, .part = 2, .parts = 5);
}

static void any_number_of_copies(void **state)
{
    static const char *const engines[] = {NULL, "search", "polyomino", "frontier"};
    fixture *f = *state;

    pose_tiling(f, "5x6", "L3*,I3*,T4*");
    for (size_t i = 0; i < 4; i++) {
        agrees(f, CQ_GOAL_COUNT, .engine = engines[i]);
        if (i < 3)
            agrees(f, CQ_GOAL_ALL, .engine = engines[i]);
    }
    agrees(f, CQ_GOAL_COUNT, .symmetric = true);
    agrees(f, CQ_GOAL_COUNT, .unique = true);
    agrees(f, CQ_GOAL_COPIES, .engine = NULL);
    agrees(f, CQ_GOAL_PROBABILITIES, .engine = NULL);
    agrees(f, CQ_GOAL_SAMPLE, .samples = 50, .seed = 3);
    numbers(f, "100");
}

static void dominoes(void **state)
{
    fixture *f = *state;

    pose_tiling(f, "8x8", NULL);
    counts(f, "12988816"); /* OEIS A004003 */
    agrees(f, CQ_GOAL_SAMPLE, .samples = 20, .seed = 5);
    agrees(f, CQ_GOAL_PROBABILITIES, .engine = NULL);
    agrees(f, CQ_GOAL_COUNT, .engine = "frontier");
    numbers(f, "1234567");
}

/* 8 queens: 92 solutions in 12 classes. */
static void covers(void **state)
{
    enum { N = 8 };
    fixture *f = *state;

    clear_text(f);
    for (int i = 0; i < N; i++)
        put(f, "r%d c%d ", i, i);
    put(f, "|");
    for (int i = 0; i < 2 * N - 1; i++)
        put(f, " a%d b%d", i, i);
    put(f, "\n");
    for (int row = 0; row < N; row++)
        for (int col = 0; col < N; col++)
            put(f, "r%d c%d a%d b%d\n", row, col, row + col, row - col + N - 1);
    pose_cover(f, f->text);
    counts(f, "92");
    agrees(f, CQ_GOAL_ALL, .engine = "search");
    agrees(f, CQ_GOAL_ALL, .engine = NULL);
    agrees(f, CQ_GOAL_COUNT, .engine = "frontier");
    agrees(f, CQ_GOAL_SAMPLE, .samples = 10, .seed = 7);
    agrees(f, CQ_GOAL_PROBABILITIES, .engine = NULL);
    numbers(f, "50");
}

/* Closed knight's tours of 6 x 6: OEIS A001230. */
static void tours(void **state)
{
    fixture *f = *state;

    pose_tour(f, "6x6", "knight", true);
    counts(f, "9862");
    agrees(f, CQ_GOAL_COUNT, .engine = "plugs");
    agrees(f, CQ_GOAL_COUNT, .unique = true);
    agrees(f, CQ_GOAL_SAMPLE, .samples = 20, .seed = 2);
    agrees(f, CQ_GOAL_PROBABILITIES, .engine = NULL);
    numbers(f, "4931");
    agrees(f, CQ_GOAL_COUNT, .engine = "multipath");
    agrees(f, CQ_GOAL_ALL, .engine = "multipath");
    agrees(f, CQ_GOAL_ALL, .engine = "multipath", .first = 500);
    agrees(f, CQ_GOAL_COUNT, .engine = "multipath", .part = 2, .parts = 5);
    pose_tour(f, "5x5", "knight", false);
    agrees(f, CQ_GOAL_ALL, .engine = "multipath");
    agrees(f, CQ_GOAL_ALL, .engine = NULL);
    agrees(f, CQ_GOAL_COUNT, .engine = NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pentominoes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(any_number_of_copies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dominoes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(covers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(tours, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
