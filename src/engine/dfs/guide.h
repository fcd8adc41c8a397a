/* guide.h - the parts of a walk: places, jobs, and who does them.
 *
 * A place is the path to a choice that is about to be tried. A job is what lies between
 * a place and its end, the place where the next job begins. The jobs of a run are in a
 * list, in the order of the tree. What is known of a job:
 *
 *     safe .... later .... here .......... end
 *
 *     here     where the search was at its last poll; it can go on from there
 *     safe     a place before which all has been delivered: for a checkpoint
 *     later    takes the part of `safe` as soon as what was found before it is
 *              delivered
 *
 * Solutions are counted from where the job began; a place knows how many were found
 * before it. So a checkpoint from `safe` on leaves out `delivered - safe.found`
 * solutions.
 */
#ifndef CQ_ENGINE_DFS_GUIDE_H
#define CQ_ENGINE_DFS_GUIDE_H

#include "base/parcel.h"
#include "engine/checkpoint.h"
#include "engine/dfs/dfs.h"

#include <pthread.h>

/* ---- places (place.c) ---- */

typedef struct cq_dfs_step {
    uint32_t choice, count; /* which choice, of how many */
} cq_dfs_step;

typedef CQ_VEC(cq_dfs_step) cq_dfs_path;

#define CQ_DFS_ROUNDING 1e-6 /* of sums of shares */
enum { CQ_DFS_TREE = 128 };  /* bytes of the name of a tree */

typedef struct cq_dfs_place {
    cq_dfs_path path; /* empty: the beginning of the tree */
    uint64_t found;
    uint64_t counts[CQ_DFS_COUNTS];
} cq_dfs_place;

cq_status cq_dfs_path_copy(cq_context *ctx, cq_dfs_path *to, const cq_dfs_path *from);
/* The way down the open levels of a walk to `level`, and there to a choice. */
cq_status cq_dfs_path_take(cq_context *ctx, cq_dfs_path *to, const cq_dfs *walk,
                           size_t level, uint32_t choice);
/* The share of the tree before a path. */
double cq_dfs_path_share(const cq_dfs_path *path);
/* The order of two places: negative if the first comes first. Above the first choice in
 * which they differ the tree has to be the same. */
int cq_dfs_path_compare(const cq_dfs_path *a, const cq_dfs_path *b);
cq_status cq_dfs_place_copy(cq_context *ctx, cq_dfs_place *to,
                            const cq_dfs_place *from);
/* The place of a walk, whose next choice is about to be taken; *past: there is none. */
cq_status cq_dfs_place_take(cq_context *ctx, cq_dfs_place *to, const cq_dfs *walk,
                            bool *past);

/* ---- jobs (crew_job.c) ---- */

typedef enum cq_dfs_state {
    CQ_DFS_WAITS,
    CQ_DFS_RUNS,
    CQ_DFS_AWAY, /* in rank 0: another rank has it; there: it must go to rank 0 */
    CQ_DFS_DONE
} cq_dfs_state;

typedef struct cq_dfs_job {
    struct cq_dfs_job *next;
    cq_dfs_state state;
    atomic_bool cut; /* enough was found before it: it is not to run */
    cq_dfs_path end; /* empty: the end of the tree */
    double worth;    /* share of the tree that could be given away at the last poll */
    /* With several ranks (lead.c, follow.c). In rank 0, of a job that is away: */
    uint32_t seat;      /* who has it, by its number in rank 0 */
    atomic_bool asked;  /* to give, and has not answered */
    atomic_bool pause;  /* it was, or is, to be left where it is and to go back */
    atomic_size_t owed; /* words of solutions that rank 0 has made no room for yet */
    bool gift;          /* elsewhere: split off for rank 0 */
    bool reports;       /* elsewhere: it was asked to give, and could not */
    bool enough;        /* elsewhere: all that is wanted of it was found */
    /* Under its own lock, for the searcher and the calling thread: */
    pthread_mutex_t lock;
    cq_dfs_place here, safe, later;
    bool pending;                   /* there is a `later` */
    uint64_t skip;                  /* how many were delivered in an earlier run */
    uint64_t delivered;             /* with those */
    cq_u32s waiting;                /* solutions found and not delivered */
    uint64_t polled[CQ_DFS_COUNTS]; /* at the last poll; `here` may be earlier */
    /* For the calling thread, if one solution is wanted: what was counted until it was
     * found, and in jobs after this one, before the next, that are done. */
    uint64_t reached[CQ_DFS_COUNTS], behind[CQ_DFS_COUNTS];
} cq_dfs_job;

/* From a place to the end of the tree. */
cq_status cq_dfs_job_new(cq_context *ctx, const cq_dfs_path *begin, cq_dfs_job **out);
/* Makes what comes after a place of the job one of its own, the next in the list. */
cq_status cq_dfs_job_cut_off(cq_context *ctx, cq_dfs_job *job, const cq_dfs_path *place,
                             cq_dfs_job **out);
void cq_dfs_job_free(cq_dfs_job *job);
/* Stores the walk's place, under the lock; *past: the walk is at its end. */
cq_status cq_dfs_job_update(cq_context *ctx, cq_dfs_job *job, const cq_dfs *walk,
                            bool *past);
/* The place has moved on: `safe` and `later` follow. */
cq_status cq_dfs_job_moved(cq_context *ctx, cq_dfs_job *job);
/* The latest place before which all has been delivered. */
const cq_dfs_place *cq_dfs_job_safe(const cq_dfs_job *job, bool wants);
/* The share of the tree that lies in it. */
double cq_dfs_job_share(const cq_dfs_job *job);
/* Words of solutions that it has and that were not fetched; takes its lock. */
size_t cq_dfs_job_waiting(cq_dfs_job *job);
/* safe <= later <= here < end, and the numbers found there (under the lock, or without
 * other threads). */
bool cq_dfs_job_check(const cq_dfs_job *job, bool wants);

/* ---- as bytes (job_parcel.c) ---- */

void cq_dfs_path_put(cq_parcel *parcel, const cq_dfs_path *path);
cq_status cq_dfs_path_get(cq_parcel *parcel, cq_dfs_path *path);
void cq_dfs_counts_put(cq_parcel *parcel, const uint64_t counts[CQ_DFS_COUNTS]);
cq_status cq_dfs_counts_get(cq_parcel *parcel, uint64_t counts[CQ_DFS_COUNTS]);
void cq_dfs_place_put(cq_parcel *parcel, const cq_dfs_place *place);
cq_status cq_dfs_place_get(cq_parcel *parcel, cq_dfs_place *place);
/* What another searcher needs to continue a job. */
void cq_dfs_job_put(cq_parcel *parcel, const cq_dfs_job *job);
cq_status cq_dfs_job_get(cq_parcel *parcel, cq_dfs_job **job);

/* ---- who does them ---- */

/* All that the threads of a run share. */
typedef struct cq_dfs_boss {
    cq_run *run;
    const cq_walker *walker;
    void *shared;
    bool wants;
    uint64_t most;    /* of the solutions of a job that are wanted; 0: all */
    cq_dfs_job *jobs; /* not yet done and delivered */
    double whole;     /* share of the tree at the beginning */
    /* Of the jobs that are done; the counts also of earlier runs. If one solution is
     * wanted, only of those before which all are done, so that they are what a thread
     * alone would have counted by then. */
    uint64_t found, counts[CQ_DFS_COUNTS];
    uint64_t live[CQ_DFS_COUNTS]; /* of those that are not; then, of the first */
    uint64_t limit;           /* nodes, after which the search is given up; 0: none */
    double until;             /* the same for the clock */
    struct cq_dfs_crew *crew; /* NULL: the calling thread works alone */
} cq_dfs_boss;

/* A job is done. */
void cq_dfs_boss_add(cq_dfs_boss *boss, uint64_t found, const uint64_t *counts);
void cq_dfs_jobs_free(cq_dfs_boss *boss);
/* The jobs are in the order of the tree, and none begins before the one ahead of it
 * ends; with the lock of the crew. */
bool cq_dfs_jobs_check(cq_dfs_boss *boss);

typedef enum cq_dfs_mode {
    CQ_DFS_SEARCH,
    CQ_DFS_SURVEY, /* lists the choices at one level */
    CQ_DFS_PROBE   /* takes one choice at random at each level */
} cq_dfs_mode;

typedef struct cq_dfs_guide {
    cq_dfs walk;
    cq_context *ctx;
    cq_dfs_boss *boss;
    void *searcher;
    cq_dfs_job *job;
    cq_dfs_mode mode;
    size_t given;   /* levels that the job's `here` still gives */
    size_t bounded; /* levels of the way that are also those of the job's end */
    bool take;      /* the place is to be taken at the next choice */
    bool pause;     /* and the search to be left there: the job goes on later */
    bool halt;      /* no choice is given any more */
    bool ended;     /* the search must end at once */
    cq_status status;
    cq_u32s fresh; /* solutions not yet with the job */
    /* survey.c and estimate.c */
    size_t level;
    cq_dfs_path *points;
    struct cq_random *random;
    double weight, solutions, work;
    uint64_t counted, seen;
} cq_dfs_guide;

cq_status cq_dfs_guide_open(cq_dfs_boss *boss, cq_dfs_mode mode, cq_dfs_guide *guide);
void cq_dfs_guide_close(cq_dfs_guide *guide);
/* Something went wrong: the search is to be left. */
void cq_dfs_guide_fail(cq_dfs_guide *guide, cq_status status);
/* The job's end has changed: the way down agrees with it in `levels` levels. */
void cq_dfs_guide_bound(cq_dfs_guide *guide, size_t levels);
/* Searches the job from its `here` on. *done: all of it was searched. */
cq_status cq_dfs_guide_search(cq_dfs_guide *guide, cq_dfs_job *job, bool *done);

/* The calling thread alone (alone.c), or with a crew (crew.c). */
cq_status cq_dfs_alone(cq_dfs_boss *boss);
cq_status cq_dfs_alone_found(cq_dfs_guide *guide, const cq_solution *solution,
                             bool *enough);
bool cq_dfs_alone_poll(cq_dfs_guide *guide);
cq_status cq_dfs_together(cq_dfs_boss *boss);
/* In another rank than 0: searches what that one gives, until it says stop. */
cq_status cq_dfs_follow(cq_dfs_boss *boss);
/* The list of jobs stays as it is between these; without a crew they do nothing. */
void cq_dfs_crew_lock(struct cq_dfs_crew *crew);
void cq_dfs_crew_unlock(struct cq_dfs_crew *crew);
cq_status cq_dfs_crew_found(cq_dfs_guide *guide, const cq_solution *solution,
                            bool *enough);
bool cq_dfs_crew_poll(cq_dfs_guide *guide);

/* Cuts the tree into the jobs of run->part, if they were not loaded, and says in the
 * answer how it was cut (survey.c). */
cq_status cq_dfs_cut(cq_dfs_boss *boss, bool loaded);
cq_status cq_dfs_survey_branch(cq_dfs_guide *guide, cq_dfs_level *level);
/* Random probes instead of a search (estimate.c). */
cq_status cq_dfs_estimate(cq_dfs_boss *boss);
void cq_dfs_probe_branch(cq_dfs_guide *guide, cq_dfs_level *level);

/* Checkpoints of the jobs (dfs_save.c). */
cq_status cq_dfs_save(cq_dfs_boss *boss);
/* One that is due: if it cannot be written, the run goes on all the same. */
void cq_dfs_save_in_passing(cq_dfs_boss *boss);
/* The jobs of the checkpoint to resume; *loaded: there was one. */
cq_status cq_dfs_load(cq_dfs_boss *boss, bool *loaded);
/* Says so of a checkpoint that this search has not written. */
cq_status cq_dfs_misfit(const cq_run *run);

#endif
