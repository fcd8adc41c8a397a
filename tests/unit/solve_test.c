/* solve_test.c - solving through the public interface: goals, limits and engines. */
#include "answer/answer.h"
#include "base/random.h"
#include "problems.h"

#include <pthread.h>
#include <unistd.h>

static cq_problem *problem;
static cq_answer *answer;

static int set_up(void **state)
{
    problem = NULL;
    answer = NULL;
    return open_context(state);
}

static int tear_down(void **state)
{
    cq_answer_free(answer);
    cq_problem_free(problem);
    return close_context(state);
}

static void pose(const char *board, const char *pieces)
{
    problem = tiling_of(board, pieces);
}

static void solve(cq_goal goal, const cq_options *options)
{
    assert_int_equal(cq_solve(ctx, problem, goal, options, &answer), CQ_OK);
}

static void assert_right(void)
{
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    assert_int_equal(cq_check(ctx, problem, answer, &judged, sentence), CQ_OK);
    if (judged != CQ_YES)
        fail_msg("%s", sentence);
}

static void test_find(void **state)
{
    (void)state;
    pose("8x8-a1,b1", NULL);
    solve(CQ_GOAL_FIND, NULL);
    assert_int_equal(cq_answer_verdict(answer), CQ_YES);
    assert_int_equal(cq_answer_solutions(answer), 1);
    assert_null(cq_answer_count(answer));
    assert_null(cq_answer_reason(answer));
    assert_right();
}

static void test_refute(void **state)
{
    (void)state;
    pose("8x8-a1,h8", NULL);
    solve(CQ_GOAL_FIND, NULL);
    assert_int_equal(cq_answer_verdict(answer), CQ_NO);
    assert_non_null(strstr(cq_answer_reason(answer), "30 dark squares against 32"));
    assert_right();
}

/* 3x4 has 11 domino tilings (OEIS A001835). */
static void test_count_and_list(void **state)
{
    (void)state;
    pose("3x4", NULL);
    solve(CQ_GOAL_COUNT, NULL);
    assert_string_equal(cq_answer_count(answer), "11");
    cq_answer_free(answer);
    solve(CQ_GOAL_ALL, NULL);
    assert_int_equal(cq_answer_solutions(answer), 11);
    assert_int_equal(cq_answer_stop(answer), CQ_FINISHED);
    assert_right();
}

/* A number has no short proof, so a second engine counts if that costs little. */
static void test_count_is_confirmed(void **state)
{
    (void)state;
    pose("8x8", NULL);
    solve(CQ_GOAL_COUNT, NULL);
    assert_string_equal(cq_answer_count(answer), "12988816"); /* OEIS A004003 */
    assert_true(answer->second[0] != '\0');
    assert_string_not_equal(answer->second, answer->engine);
}

/* Boards with enough holes that the sweep of the matching has cells meet each other.
 * That no more dominoes fit is proved by a cover, which cq_solve has judged. */
static void test_crowded_boards(void **state)
{
    enum { SIDE = 150 };
    static char art[SIDE * (SIDE + 1)];
    cq_options options = CQ_OPTIONS(.engine = "matching");
    cq_random random;

    (void)state;
    cq_random_seed(&random, 1);
    for (unsigned board = 0; board < 20; board++) {
        for (size_t i = 0; i < sizeof art; i++)
            art[i] = cq_random_below(&random, 100) < 6 ? '.' : '#';
        for (size_t row = 0; row < SIDE; row++)
            art[row * (SIDE + 1) + SIDE] = '\n';
        assert_int_equal(
            cq_problem_parse_puzzle(ctx, "random", art, sizeof art, &problem), CQ_OK);
        solve(CQ_GOAL_MAX, &options);
        assert_right();
        cq_answer_free(answer);
        cq_problem_free(problem);
        answer = NULL;
        problem = NULL;
    }
}

static bool count_them(void *user, const cq_answer *solution)
{
    assert_int_equal(cq_answer_solutions(solution), 1);
    return ++*(int *)user < 5;
}

/* A callback that says stop ends the run; what it was given is not kept. */
static void test_stop_from_callback(void **state)
{
    int seen = 0;
    cq_options options = CQ_OPTIONS(.on_solution = count_them, .user = &seen);

    (void)state;
    pose("6x6", NULL);
    solve(CQ_GOAL_ALL, &options);
    assert_int_equal(seen, 5);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_CANCELLED);
    assert_int_equal(cq_answer_solutions(answer), 0);
    assert_int_equal(cq_answer_verdict(answer), CQ_YES);
}

static void test_first(void **state)
{
    cq_options options = CQ_OPTIONS(.first = 7);

    (void)state;
    pose("6x6", NULL);
    solve(CQ_GOAL_ALL, &options);
    assert_int_equal(cq_answer_solutions(answer), 7);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_LIMIT);
}

/* A stopped count never looks like a count. */
static void test_time_limit(void **state)
{
    cq_options options = CQ_OPTIONS(.seconds = 0.05, .engine = "backtrack");

    (void)state;
    pose("16x16", NULL);
    solve(CQ_GOAL_COUNT, &options);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_TIME);
    assert_null(cq_answer_count(answer));
    assert_int_not_equal(cq_answer_verdict(answer), CQ_NO);
}

/* Work is counted, so that it ends at the same place on every machine. */
static void test_work_limit(void **state)
{
    cq_options options = CQ_OPTIONS(.engine = "backtrack", .work = 3);
    uint64_t found = 0;

    (void)state;
    pose("16x16", NULL);
    for (int round = 0; round < 2; round++) {
        solve(CQ_GOAL_COUNT, &options);
        assert_int_equal(cq_answer_stop(answer), CQ_STOP_WORK);
        assert_null(cq_answer_count(answer));
        assert_int_equal(cq_answer_verdict(answer), CQ_YES); /* some were seen */
        assert_true(answer->found > 0 && (!found || answer->found == found));
        found = answer->found;
        cq_answer_free(answer);
        answer = NULL;
    }
}

static void test_memory_limit(void **state)
{
    (void)state;
    pose("300x300", NULL);
    cq_context_limit_memory(ctx, cq_context_memory_used(ctx) + 200000);
    solve(CQ_GOAL_FIND, NULL);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_MEMORY);
    assert_int_equal(cq_answer_verdict(answer), CQ_UNKNOWN);
}

/* A barrier that the search passes at its first report: it is under way then. */
static bool meet(void *user, const cq_progress *progress)
{
    pthread_barrier_t **barrier = user;

    (void)progress;
    if (*barrier)
        pthread_barrier_wait(*barrier);
    *barrier = NULL;
    return true;
}

static void *cancel_soon(void *user)
{
    pthread_barrier_wait(user);
    cq_cancel(ctx);
    return NULL;
}

static void test_cancel_from_a_thread(void **state)
{
    pthread_barrier_t barrier, *once = &barrier;
    cq_options options =
        CQ_OPTIONS(.engine = "backtrack", .user = &once, .on_progress = meet);
    pthread_t thread;

    (void)state;
    pose("16x16", NULL);
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &barrier), 0);
    solve(CQ_GOAL_COUNT, &options);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_CANCELLED);
}

typedef struct reports {
    cq_progress last;
    unsigned count;
} reports;

static bool keep_progress(void *user, const cq_progress *progress)
{
    reports *r = user;

    assert_true(progress->share <= 1);
    assert_true(progress->work >= r->last.work);
    assert_true(progress->seconds >= r->last.seconds);
    r->last = *progress;
    return ++r->count < 3;
}

static void test_progress(void **state)
{
    reports r = {0};
    cq_options options =
        CQ_OPTIONS(.on_progress = keep_progress, .user = &r, .engine = "backtrack");

    (void)state;
    pose("16x16", NULL);
    solve(CQ_GOAL_COUNT, &options);
    assert_int_equal(cq_answer_stop(answer), CQ_STOP_CANCELLED);
    assert_int_equal(r.count, 3);
    assert_true(r.last.work > 0);
    assert_string_equal(r.last.unit, "lays");
}

static void test_engines_refuse(void **state)
{
    cq_options options = CQ_OPTIONS(.engine = "matching");

    (void)state;
    pose("6x10", "pentominoes");
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer),
                     CQ_REFUSED);
    assert_null(answer);
    assert_non_null(strstr(cq_error_text(ctx), "dominoes only"));
    options.engine = "nonsense";
    assert_int_equal(cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer),
                     CQ_REFUSED);
    assert_non_null(strstr(cq_error_text(ctx), "no engine called nonsense"));
}

static void test_engines_have_names(void **state)
{
    size_t count = 0;

    (void)state;
    for (; cq_engine_name(count); count++)
        assert_true(strlen(cq_engine_summary(count)) > 10);
    assert_true(count >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_find, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_refute, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_count_and_list, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_count_is_confirmed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_crowded_boards, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stop_from_callback, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_time_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_work_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_memory_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cancel_from_a_thread, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_progress, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_engines_refuse, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_engines_have_names, set_up, tear_down),
    };

    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
