/* crew.h - the threads of a search, and what they share.
 *
 * The lock of the crew guards the list of jobs, their states and ends, and all members
 * below; that of a job its places and its solutions. Where both are held, the crew's
 * was taken first.
 */
#ifndef CQ_ENGINE_WALK_CREW_H
#define CQ_ENGINE_WALK_CREW_H

#include "engine/walk/guide.h"

enum {
    CQ_WALK_JOB_WORDS = 1 << 16,  /* of solutions that a job may have waiting, */
    CQ_WALK_CREW_WORDS = 1 << 22, /* and all jobs together */
    CQ_WALK_FRESH_WORDS = 1 << 13 /* before they go to the job */
};

typedef struct cq_walk_crew {
    cq_walk_boss *boss;
    pthread_mutex_t lock;
    pthread_cond_t work; /* for searchers: there may be a job */
    pthread_cond_t room; /* for searchers: solutions went out, or the first job did */
    pthread_cond_t news; /* for the calling thread */
    atomic_bool stop;
    atomic_uint hungry;  /* searchers without a job */
    atomic_size_t words; /* of solutions that wait */
    unsigned members;    /* threads that search */
    cq_status status;
} cq_walk_crew;

/* ---- who does what (share.c) ---- */

/* The first job that may be searched now, or NULL. */
cq_walk_job *cq_walk_crew_pick(cq_walk_crew *crew);
/* Gives half of what is untried nearest the root to somebody without a job, if it is
 * this job's turn to give. */
cq_status cq_walk_crew_give(cq_walk_guide *guide);
/* No more is wanted of this job, nor any of the jobs behind it. */
void cq_walk_crew_cut(cq_walk_job *job);

/* ---- solutions that wait (heap.c) ---- */

cq_status cq_walk_words_add(cq_context *ctx, cq_u32s *words,
                            const cq_solution *solution);
/* Borrows the solution at *at, and moves *at behind it. */
cq_solution cq_walk_words_get(const cq_u32s *words, size_t *at);
/* Hands the searcher's new solutions to its job; may wait until there is room, or ask
 * the search to pause. */
cq_status cq_walk_crew_hand_over(cq_walk_guide *guide);

#endif
