/* crew.h - threads that wait for layers: started once, put to work for every step.
 *
 * Tasks are taken from a common counter. The caller's thread works too, as worker 0,
 * and alone talks to the run. A task writes to places of its own only, so that what
 * comes out is the same for any number of threads.
 */
#ifndef CQ_ENGINE_FRONTIER_CREW_H
#define CQ_ENGINE_FRONTIER_CREW_H

#include "engine/engine.h"

#include <pthread.h>

typedef cq_status cq_task_fn(void *shared, unsigned worker, size_t task);

typedef struct cq_crew {
    cq_run *run;
    unsigned workers; /* with the caller */
    pthread_t *threads;
    struct cq_crew_seat *seats;
    pthread_mutex_t lock;
    pthread_cond_t start, done;
    uint64_t round;
    unsigned busy;
    bool leaving;
    cq_task_fn *work;
    void *shared;
    size_t tasks;
    atomic_size_t next;
    atomic_int status; /* the first failure, or CQ_OK */
} cq_crew;

cq_status cq_crew_new(cq_run *run, unsigned workers, cq_crew *out);
void cq_crew_free(cq_crew *crew);
/* All tasks; CQ_STOPPED where the run was stopped. */
cq_status cq_crew_go(cq_crew *crew, size_t tasks, cq_task_fn *work, void *shared);

#endif
