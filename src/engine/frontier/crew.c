/* crew.c - threads that wait for layers: see crew.h. */
#include "engine/frontier/crew.h"

struct cq_crew_seat {
    cq_crew *crew;
    unsigned worker;
};

static void take_tasks(cq_crew *crew, unsigned worker)
{
    while (atomic_load_explicit(&crew->status, memory_order_relaxed) == CQ_OK) {
        size_t task = atomic_fetch_add(&crew->next, 1);
        int status = CQ_OK, none = CQ_OK;

        if (task >= crew->tasks)
            break;
        if (worker == 0 && cq_run_poll(crew->run))
            status = CQ_STOPPED;
        if (status == CQ_OK)
            status = (int)crew->work(crew->shared, worker, task);
        if (status != CQ_OK)
            atomic_compare_exchange_strong(&crew->status, &none, status);
    }
}

static void *serve(void *argument)
{
    struct cq_crew_seat *seat = argument;
    cq_crew *crew = seat->crew;
    uint64_t seen = 0;

    pthread_mutex_lock(&crew->lock);
    while (!crew->leaving) {
        if (crew->round == seen) {
            pthread_cond_wait(&crew->start, &crew->lock);
            continue;
        }
        seen = crew->round;
        pthread_mutex_unlock(&crew->lock);
        take_tasks(crew, seat->worker);
        pthread_mutex_lock(&crew->lock);
        if (--crew->busy == 0)
            pthread_cond_signal(&crew->done);
    }
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

cq_status cq_crew_new(cq_run *run, unsigned workers, cq_crew *out)
{
    cq_context *ctx = run->ctx;

    *out = (cq_crew){.run = run, .workers = 1};
    out->threads = cq_alloc(ctx, workers, sizeof *out->threads);
    out->seats = cq_alloc(ctx, workers, sizeof *out->seats);
    if (!out->threads || !out->seats) {
        cq_free(out->threads);
        cq_free(out->seats);
        return CQ_MEMORY;
    }
    pthread_mutex_init(&out->lock, NULL);
    pthread_cond_init(&out->start, NULL);
    pthread_cond_init(&out->done, NULL);
    for (unsigned i = 1; i < workers; i++) {
        out->seats[i] = (struct cq_crew_seat){out, i};
        /* Where the system gives no more threads, the others do the work. */
        if (pthread_create(&out->threads[i], NULL, serve, &out->seats[i]) != 0)
            break;
        out->workers++;
    }
    return CQ_OK;
}

void cq_crew_free(cq_crew *crew)
{
    if (!crew->threads)
        return;
    pthread_mutex_lock(&crew->lock);
    crew->leaving = true;
    pthread_cond_broadcast(&crew->start);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 1; i < crew->workers; i++)
        pthread_join(crew->threads[i], NULL);
    pthread_cond_destroy(&crew->done);
    pthread_cond_destroy(&crew->start);
    pthread_mutex_destroy(&crew->lock);
    cq_free(crew->threads);
    cq_free(crew->seats);
    crew->threads = NULL;
}

cq_status cq_crew_go(cq_crew *crew, size_t tasks, cq_task_fn *work, void *shared)
{
    bool together = crew->workers > 1 && tasks > 1;

    crew->work = work;
    crew->shared = shared;
    crew->tasks = tasks;
    atomic_store(&crew->next, 0);
    atomic_store(&crew->status, CQ_OK);
    if (together) {
        pthread_mutex_lock(&crew->lock);
        crew->busy = crew->workers - 1;
        crew->round++;
        pthread_cond_broadcast(&crew->start);
        pthread_mutex_unlock(&crew->lock);
    }
    take_tasks(crew, 0);
    if (together) {
        pthread_mutex_lock(&crew->lock);
        while (crew->busy)
            pthread_cond_wait(&crew->done, &crew->lock);
        pthread_mutex_unlock(&crew->lock);
    }
    return (cq_status)atomic_load(&crew->status);
}
