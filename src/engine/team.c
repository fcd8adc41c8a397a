/* team.c - threads that share tasks: see team.h. */
#include "engine/team.h"

#include <pthread.h>

bool cq_team_stops(cq_team *team, unsigned worker)
{
    bool stop = atomic_load_explicit(&team->stop, memory_order_relaxed);

    if (stop || worker)
        return stop;
    stop = team->run
               ? cq_run_poll(team->run)
               : atomic_load_explicit(&team->ctx->cancelled, memory_order_relaxed);
    if (stop)
        atomic_store_explicit(&team->stop, true, memory_order_relaxed);
    return stop;
}

static void take_tasks(cq_team *team, unsigned worker)
{
    while (!cq_team_stops(team, worker)) {
        size_t task = atomic_fetch_add(&team->next, 1);

        if (task >= team->tasks)
            break;
        team->work(team, worker, task);
        atomic_fetch_add(&team->done, 1);
    }
}

typedef struct member {
    cq_team *team;
    unsigned worker;
    pthread_t thread;
} member;

static void *start_member(void *argument)
{
    member *self = argument;

    take_tasks(self->team, self->worker);
    return NULL;
}

cq_status cq_team_go(cq_team *team, size_t tasks,
                     void (*work)(cq_team *team, unsigned worker, size_t task),
                     void *shared)
{
    unsigned wanted = team->threads < tasks ? team->threads : (unsigned)tasks;
    unsigned started = 1;
    member *members = NULL;

    atomic_store(&team->next, 0);
    atomic_store(&team->done, 0);
    team->tasks = tasks;
    team->work = work;
    team->shared = shared;
    if (wanted > 1) {
        members = cq_alloc(team->ctx, wanted, sizeof *members);
        if (!members)
            return CQ_MEMORY;
    }
    for (; started < wanted; started++) {
        members[started].team = team;
        members[started].worker = started;
        /* Where the system gives no more threads, the others do the work. */
        if (pthread_create(&members[started].thread, NULL, start_member,
                           &members[started]) != 0)
            break;
    }
    take_tasks(team, 0);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    cq_free(members);
    return atomic_load(&team->stop) ? CQ_STOPPED : CQ_OK;
}
