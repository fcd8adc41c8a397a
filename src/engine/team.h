/* team.h - a few threads that share a number of tasks.
 *
 * Tasks are taken from a common counter; the caller's thread works too and is the only
 * one that talks to the run. What a task computes goes to a place of its own, so that
 * the result is the same for any number of threads.
 */
#ifndef CQ_ENGINE_TEAM_H
#define CQ_ENGINE_TEAM_H

#include "engine/engine.h"

typedef struct cq_team {
    cq_context *ctx;
    cq_run *run; /* NULL: only the context's cancellation stops the work */
    unsigned threads;
    atomic_bool stop;
    atomic_size_t next, done;
    size_t tasks;
    void (*work)(struct cq_team *team, unsigned worker, size_t task);
    void *shared;
} cq_team;

/* Runs all tasks with team->work on team->shared. CQ_STOPPED when it was told to
 * stop. */
cq_status cq_team_go(cq_team *team, size_t tasks,
                     void (*work)(cq_team *team, unsigned worker, size_t task),
                     void *shared);
/* Asked by a long task now and then: whether to give up. */
bool cq_team_stops(cq_team *team, unsigned worker);

#endif
