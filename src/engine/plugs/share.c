/* share.c - threads that share the tasks of a layer.
 *
 * Tasks are taken from a common counter, and each puts its result into a place of its
 * own: the result does not depend on the number of threads. Only the first worker,
 * which is the run's own thread, asks the run whether to stop.
 */
#include "engine/plugs/plugs.h"

#include <pthread.h>

typedef struct crew {
    cq_plugs *plugs;
    cq_plug_task *task;
    void *work;
    size_t tasks;
    atomic_size_t next;
    atomic_int status;
} crew;

typedef struct member {
    crew *crew;
    unsigned worker;
    pthread_t thread;
} member;

static void work(crew *c, unsigned worker)
{
    while (atomic_load(&c->status) == CQ_OK) {
        size_t task = atomic_fetch_add(&c->next, 1);
        cq_status status;

        if (task >= c->tasks)
            break;
        if (worker == 0 && cq_run_poll(c->plugs->run))
            status = CQ_STOPPED;
        else
            status = c->task(c->plugs, c->work, worker, task);
        if (status != CQ_OK)
            atomic_store(&c->status, (int)status);
        atomic_fetch_add(&c->plugs->tasks_done, 1);
    }
}

static void *start(void *argument)
{
    member *self = argument;

    work(self->crew, self->worker);
    return NULL;
}

cq_status cq_plugs_share(cq_plugs *plugs, cq_plug_task *task, void *shared,
                         size_t tasks)
{
    crew c = {.plugs = plugs, .task = task, .work = shared, .tasks = tasks};
    unsigned wanted = plugs->threads < tasks ? plugs->threads : (unsigned)tasks;
    unsigned started = 1;
    member *members = NULL;

    atomic_store(&plugs->tasks_done, 0);
    atomic_store(&plugs->tasks, tasks);
    if (wanted > 1) {
        members = cq_alloc(plugs->ctx, wanted, sizeof *members);
        if (!members)
            return CQ_MEMORY;
    }
    for (; started < wanted; started++) {
        members[started].crew = &c;
        members[started].worker = started;
        /* Where the system gives no more threads, the others do the work. */
        if (pthread_create(&members[started].thread, NULL, start, &members[started]))
            break;
    }
    work(&c, 0);
    for (unsigned i = 1; i < started; i++)
        pthread_join(members[i].thread, NULL);
    cq_free(members);
    return (cq_status)atomic_load(&c.status);
}
