/* crew.h - the threads of a search, and what they share.
 *
 * The lock of the crew guards the list of jobs, their states and ends, and all members
 * below; that of a job its places and its solutions. Where both are held, the crew's
 * was taken first.
 */
#ifndef CQ_ENGINE_DFS_CREW_H
#define CQ_ENGINE_DFS_CREW_H

#include "engine/dfs/guide.h"

enum {
    CQ_DFS_JOB_WORDS = 1 << 16,  /* of solutions that a job may have waiting, */
    CQ_DFS_CREW_WORDS = 1 << 22, /* and all jobs together */
    CQ_DFS_FRESH_WORDS = 1 << 13 /* before they go to the job */
};

typedef struct cq_dfs_crew {
    cq_dfs_boss *boss;
    pthread_mutex_t lock;
    pthread_cond_t work; /* for searchers: there may be a job */
    pthread_cond_t room; /* for searchers: solutions went out, or the first job did */
    pthread_cond_t news; /* for the calling thread */
    atomic_bool stop;
    atomic_uint hungry;  /* searchers without a job */
    atomic_uint polls;   /* of searchers, since the last one of the coordinator */
    atomic_size_t words; /* of solutions that wait */
    unsigned members;    /* threads that search */
    cq_status status;
} cq_dfs_crew;

/* ---- who does what (share_jobs.c) ---- */

/* The first job that may be searched now, or NULL. */
cq_dfs_job *cq_dfs_crew_pick(cq_dfs_crew *crew);
/* Gives half of what is untried nearest the root to somebody without a job, if it is
 * this job's turn to give. */
cq_status cq_dfs_crew_give(cq_dfs_guide *guide);
/* No more is wanted of this job, nor any of the jobs behind it. */
void cq_dfs_crew_cut(cq_dfs_job *job);

/* ---- solutions that wait (heap.c) ---- */

cq_status cq_dfs_words_add(cq_context *ctx, cq_u32s *words,
                           const cq_solution *solution);
/* Borrows the solution at *at, and moves *at behind it. */
cq_solution cq_dfs_words_get(const cq_u32s *words, size_t *at);
/* Hands the searcher's new solutions to its job; may wait until there is room, or ask
 * the search to pause. */
cq_status cq_dfs_crew_hand_over(cq_dfs_guide *guide);

#endif
