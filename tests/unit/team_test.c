/* team_test.c - threads that share tasks: each task once, failures, stops, rounds. */
#include "engine/team.h"
#include "context.h"

#include "base/context.h"

enum { TASKS = 500, THREADS_MOST = 5 };

typedef struct tally {
    atomic_uint times[TASKS]; /* by task: how often it was done */
    atomic_uint worker_bits;
    size_t fails; /* this task does */
    cq_team *team;
} tally;

static cq_status count_task(void *shared, unsigned worker, size_t task)
{
    tally *t = shared;

    atomic_fetch_add(&t->times[task], 1);
    atomic_fetch_or(&t->worker_bits, 1u << worker);
    return task == t->fails ? CQ_REFUSED : CQ_OK;
}

/* Round after round with the same threads, long rounds and short ones. */
static void each_task_is_done_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS_MOST; threads++) {
        cq_team team = {.ctx = ctx, .threads = threads};

        for (unsigned round = 0; round < 60; round++) {
            size_t tasks = round % 3 == 0 ? TASKS : round % 7;
            tally t = {.fails = SIZE_MAX};

            must(cq_team_go(&team, tasks, count_task, &t));
            assert_int_equal(atomic_load(&team.done), tasks);
            assert_true(atomic_load(&t.worker_bits) < 1u << threads);
            for (size_t i = 0; i < TASKS; i++)
                assert_int_equal(atomic_load(&t.times[i]), i < tasks);
        }
        cq_team_close(&team);
        cq_team_close(&team); /* does nothing any more */
    }
}

static void a_failure_ends_the_round_and_not_the_team(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS_MOST; threads++) {
        cq_team team = {.ctx = ctx, .threads = threads};
        tally failing = {.fails = 100}, well = {.fails = SIZE_MAX};

        assert_int_equal(cq_team_go(&team, TASKS, count_task, &failing), CQ_REFUSED);
        for (size_t i = 0; i < TASKS; i++)
            assert_true(atomic_load(&failing.times[i]) <= 1);
        if (threads == 1)
            assert_int_equal(atomic_load(&failing.times[101]), 0);
        must(cq_team_go(&team, TASKS, count_task, &well));
        assert_int_equal(atomic_load(&team.done), TASKS);
        cq_team_close(&team);
    }
}

static cq_status cancel_halfway(void *shared, unsigned worker, size_t task)
{
    tally *t = shared;

    (void)worker;
    if (task == TASKS / 2)
        cq_cancel(t->team->ctx);
    /* The caller's thread tells those that do not know, and must get a task. */
    while (task > TASKS / 2 && !cq_team_stops(t->team, worker))
        ;
    return CQ_OK;
}

static void a_cancelled_context_stops_all(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= THREADS_MOST; threads++) {
        cq_team team = {.ctx = cq_context_new(), .threads = threads};
        tally t = {.team = &team};

        assert_non_null(team.ctx);
        assert_int_equal(cq_team_go(&team, TASKS, cancel_halfway, &t), CQ_STOPPED);
        assert_true(atomic_load(&team.done) < TASKS);
        cq_team_close(&team);
        cq_context_free(team.ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_task_is_done_once, open_context,
                                        close_context),
        cmocka_unit_test_setup_teardown(a_failure_ends_the_round_and_not_the_team,
                                        open_context, close_context),
        cmocka_unit_test_setup_teardown(a_cancelled_context_stops_all, open_context,
                                        close_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
