/* crew.h - the threads of a search, and what they share.
 *
 * The lock of the crew guards the list of jobs, their states and ends, and all members
 * below; that of a job its places and its solutions. If both are held, the crew's was
 * taken first.
 */
#ifndef CQ_ENGINE_DFS_CREW_H
#define CQ_ENGINE_DFS_CREW_H

#include "engine/dfs/guide.h"

enum {
    CQ_DFS_JOB_WORDS = 1 << 16,  /* of solutions that a job may have waiting, */
    CQ_DFS_CREW_WORDS = 1 << 22, /* and all jobs together, with those of a job for each
                                  * searcher of another rank */
    CQ_DFS_FRESH_WORDS = 1 << 13 /* before they go to the job */
};

typedef struct cq_dfs_crew {
    cq_dfs_boss *boss;
    pthread_mutex_t lock;
    pthread_cond_t work; /* for searchers: there may be a job */
    pthread_cond_t room; /* for searchers: solutions went out, or the first job did */
    pthread_cond_t news; /* for the calling thread */
    atomic_bool stop;
    atomic_uint hungry;       /* searchers without a job */
    atomic_uint polls;        /* of searchers, since the last one of the coordinator */
    atomic_size_t words;      /* of solutions that wait */
    size_t words_more;        /* that may wait because other ranks search, too */
    unsigned members;         /* threads that search */
    struct cq_dfs_lead *lead; /* in rank 0 of several: the searchers of the others */
    bool follows;             /* in another rank: jobs come from rank 0, and go there */
    cq_status status;
} cq_dfs_crew;

/* Runs the threads of the crew, and meanwhile `manage` in this one, with the lock held.
 * *started is false, and nothing was done, if the system has no threads to give. */
cq_status cq_dfs_crew_run(cq_dfs_crew *crew, cq_status (*manage)(cq_dfs_crew *crew),
                          bool *started);

/* What a searcher of another rank says of its job (follow.c, lead.c), in one message:
 *
 *     4 bytes  seat, the number of the searcher in rank 0
 *     1 byte   what follows and what became of the job: the bits below
 *     8 bytes  polls since the last news; 8 bytes: worth, as a double
 *     counts   at the last poll
 *     place    with CQ_NEWS_PLACE: where the search can go on
 *     found, counts   with CQ_NEWS_DONE: of all of the job
 *     counts   with CQ_NEWS_ENOUGH: until the last solution that is wanted of it
 *     4 bytes  words of solutions, and these
 */
enum {
    CQ_NEWS_PLACE = 1,
    CQ_NEWS_DONE = 2,
    CQ_NEWS_BACK = 4, /* it was left where it is: others may go on with it */
    CQ_NEWS_ENOUGH = 8,
    CQ_NEWS_DECLINED = 16 /* it was asked to give, and has nothing */
};

/* ---- who does what (share_jobs.c) ---- */

/* The first job that may be searched now, or NULL. */
cq_dfs_job *cq_dfs_crew_pick(cq_dfs_crew *crew);
/* Gives half of what is untried nearest the root to somebody without a job, if it is
 * this job's turn to give. */
cq_status cq_dfs_crew_give(cq_dfs_guide *guide);
/* No more is wanted of this job, nor any of the jobs after it. */
void cq_dfs_crew_cut(cq_dfs_job *job);
/* The level nearest the root with an untried choice, or the depth; and the share of the
 * tree that its untried choices are. */
size_t cq_dfs_open_level(const cq_dfs *walk, double *worth);
/* How many jobs wait for a searcher, or have been asked for. */
unsigned cq_dfs_crew_supply(const cq_dfs_crew *crew);
/* The job that is to give a part of itself, or NULL. */
cq_dfs_job *cq_dfs_crew_giver(const cq_dfs_crew *crew);

/* ---- solutions that wait (heap.c) ---- */

cq_status cq_dfs_words_add(cq_context *ctx, cq_u32s *words,
                           const cq_solution *solution);
/* Borrows the solution at *at, and moves *at past it. */
cq_solution cq_dfs_words_get(const cq_u32s *words, size_t *at);
/* Hands the searcher's new solutions to its job; may wait until there is room, or ask
 * the search to pause. */
cq_status cq_dfs_crew_hand_over(cq_dfs_guide *guide);
/* The words need not be aligned. */
cq_status cq_dfs_words_append(cq_context *ctx, cq_u32s *to, const void *words,
                              size_t count);
/* Whether a job that is not the first holds too much, and should be left for later. */
bool cq_dfs_crew_is_full(const cq_dfs_crew *crew, const cq_dfs_job *job,
                         size_t waiting);

/* ---- the searchers of other ranks (lead.c); with the lock of the crew ---- */

/* Calls them to the search. */
cq_status cq_dfs_lead_begin(cq_dfs_crew *crew);
/* Hears what they say, and answers: jobs for those without, and so on. */
cq_status cq_dfs_lead_turn(cq_dfs_crew *crew);
/* Sends them home; what they had is then as far as they last said. */
cq_status cq_dfs_lead_end(cq_dfs_crew *crew);

#endif
