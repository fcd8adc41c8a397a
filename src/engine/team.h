/* team.h - threads that share the tasks of a round, and wait for the next one.
 *
 * Tasks are taken from a common counter. The caller's thread works too, as worker 0,
 * and only it talks to the run. No two tasks write to the same place, so the result is
 * the same for any number of threads. The other threads are started at the first round
 * that needs them, and wait between rounds, so a round may be short.
 *
 *     cq_team team = {.ctx = ctx, .run = run, .threads = run->threads};
 *
 *     status = cq_team_go(&team, tasks, work, shared);   any number of times
 *     cq_team_close(&team);
 *
 * A team must not be moved in memory after its first round.
 */
#ifndef CQ_ENGINE_TEAM_H
#define CQ_ENGINE_TEAM_H

#include "engine/engine.h"

typedef cq_status cq_task_fn(void *shared, unsigned worker, size_t task);

typedef struct cq_team {
    cq_context *ctx;
    cq_run *run;      /* NULL: only the context's cancellation stops the work */
    unsigned threads; /* at least 1, the caller's */
    struct cq_team_helpers *helpers; /* the other threads, once there are some */
    /* The round at hand. */
    cq_task_fn *work;
    void *shared;
    size_t tasks;
    atomic_size_t next, done;
    atomic_int status; /* what ended it early, or CQ_OK */
} cq_team;

/* A round: all tasks. The first failure of a task ends it, and is returned; CQ_STOPPED
 * if the run or the context was stopped. Workers are numbered from 0 to threads - 1. */
cq_status cq_team_go(cq_team *team, size_t tasks, cq_task_fn *work, void *shared);
/* Asked by a long task now and then: whether to give up. */
bool cq_team_stops(cq_team *team, unsigned worker);
/* Ends the round early, if nothing else has. */
void cq_team_end(cq_team *team, cq_status why);
/* Ends the threads. */
void cq_team_close(cq_team *team);

#endif
