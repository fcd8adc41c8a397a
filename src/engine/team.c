/* team.c - a pool of threads: see team.h.
 *
 *     round     counts the rounds that the helpers were called to; each remembers the
 *               last that it saw
 *     busy      helpers that have not finished the round
 *     leaving   no more rounds will come
 *
 * All three are guarded by `lock`. The lock also orders what the caller wrote before it
 * called the helpers and what they wrote before they finished, so tasks need no locks.
 */
#include "engine/team.h"

#include "base/assert.h"

#include <pthread.h>

typedef struct seat {
    cq_team *team;
    unsigned worker;
    pthread_t thread;
} seat;

struct cq_team_helpers {
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    uint64_t round;
    unsigned busy;
    bool leaving;
    unsigned count;
    seat seats[];
};

void cq_team_end(cq_team *team, cq_status why)
{
    int none = CQ_OK;

    atomic_compare_exchange_strong(&team->status, &none, (int)why);
}

bool cq_team_stops(cq_team *team, unsigned worker)
{
    bool stop = atomic_load_explicit(&team->status, memory_order_relaxed) != CQ_OK;

    if (stop || worker)
        return stop;
    stop = team->run
               ? cq_run_poll(team->run)
               : atomic_load_explicit(&team->ctx->cancelled, memory_order_relaxed);
    if (stop)
        cq_team_end(team, CQ_STOPPED);
    return stop;
}

static void take_tasks(cq_team *team, unsigned worker)
{
    cq_assert(worker < team->threads);
    while (!cq_team_stops(team, worker)) {
        size_t task = atomic_fetch_add(&team->next, 1);
        cq_status status;

        if (task >= team->tasks)
            break;
        cq_assert(atomic_load(&team->done) < team->tasks); /* each is done once */
        status = team->work(team->shared, worker, task);
        if (status != CQ_OK)
            cq_team_end(team, status);
        atomic_fetch_add(&team->done, 1);
    }
}

static void *help(void *argument)
{
    seat *self = argument;
    struct cq_team_helpers *helpers = self->team->helpers;
    uint64_t seen = 0;

    pthread_mutex_lock(&helpers->lock);
    while (!helpers->leaving) {
        if (helpers->round == seen) {
            pthread_cond_wait(&helpers->start, &helpers->lock);
            continue;
        }
        seen = helpers->round;
        pthread_mutex_unlock(&helpers->lock);
        take_tasks(self->team, self->worker);
        pthread_mutex_lock(&helpers->lock);
        cq_assert(helpers->busy > 0 && helpers->round == seen);
        if (--helpers->busy == 0)
            pthread_cond_signal(&helpers->done);
    }
    pthread_mutex_unlock(&helpers->lock);
    return NULL;
}

static cq_status hire(cq_team *team)
{
    struct cq_team_helpers *h =
        cq_zalloc(team->ctx, 1, sizeof *h + (team->threads - 1) * sizeof *h->seats);

    cq_try_memory(h);
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->start, NULL);
    pthread_cond_init(&h->done, NULL);
    team->helpers = h;
    for (; h->count < team->threads - 1; h->count++) {
        seat *next = &h->seats[h->count];

        *next = (seat){.team = team, .worker = h->count + 1};
        /* If the system gives no more threads, the others do the work. */
        if (pthread_create(&next->thread, NULL, help, next) != 0)
            break;
    }
    return CQ_OK;
}

void cq_team_close(cq_team *team)
{
    struct cq_team_helpers *h = team->helpers;

    if (!h)
        return;
    pthread_mutex_lock(&h->lock);
    cq_assert(h->busy == 0); /* nobody leaves in the middle of a round */
    h->leaving = true;
    pthread_cond_broadcast(&h->start);
    pthread_mutex_unlock(&h->lock);
    for (unsigned i = 0; i < h->count; i++)
        pthread_join(h->seats[i].thread, NULL);
    pthread_cond_destroy(&h->done);
    pthread_cond_destroy(&h->start);
    pthread_mutex_destroy(&h->lock);
    cq_free(h);
    team->helpers = NULL;
}

static void call(struct cq_team_helpers *h)
{
    pthread_mutex_lock(&h->lock);
    cq_assert(h->busy == 0 && !h->leaving);
    h->busy = h->count;
    h->round++;
    pthread_cond_broadcast(&h->start);
    pthread_mutex_unlock(&h->lock);
}

static void await(struct cq_team_helpers *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->busy)
        pthread_cond_wait(&h->done, &h->lock);
    pthread_mutex_unlock(&h->lock);
}

cq_status cq_team_go(cq_team *team, size_t tasks, cq_task_fn *work, void *shared)
{
    bool together = team->threads > 1 && tasks > 1;

    cq_assert(!team->helpers || team->helpers->busy == 0); /* no round within a round */
    team->work = work;
    team->shared = shared;
    team->tasks = tasks;
    atomic_store(&team->next, 0);
    atomic_store(&team->done, 0);
    atomic_store(&team->status, CQ_OK);
    if (together && !team->helpers && hire(team) != CQ_OK)
        return CQ_MEMORY;
    if (together)
        call(team->helpers);
    take_tasks(team, 0);
    if (together)
        await(team->helpers);
    cq_assert(atomic_load(&team->status) != CQ_OK || atomic_load(&team->done) == tasks);
    return (cq_status)atomic_load(&team->status);
}
