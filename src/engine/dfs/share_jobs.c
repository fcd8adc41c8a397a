/* share_jobs.c - which job a thread searches, and how it comes by one.
 *
 * A thread takes the first job that waits. If there is none it is hungry, and the
 * searchers see that when they poll. One of them gives: where solutions are to come out
 * in order, the first in the list that has something to give, so that what is found
 * need not wait for long; where they are only counted, the one with the most. It gives
 * the later half of the untried choices at the level nearest the root, which become a
 * job directly after its own.
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"

static bool may_run(const cq_dfs_crew *crew, cq_dfs_job *job)
{
    bool may = job->state == CQ_DFS_WAITS && !atomic_load(&job->cut);

    if (may && job != crew->boss->jobs) {
        pthread_mutex_lock(&job->lock);
        may = job->waiting.count < CQ_DFS_JOB_WORDS;
        pthread_mutex_unlock(&job->lock);
    }
    return may;
}

cq_dfs_job *cq_dfs_crew_pick(cq_dfs_crew *crew)
{
    for (cq_dfs_job *job = crew->boss->jobs; job; job = job->next)
        if (may_run(crew, job))
            return job;
    return NULL;
}

void cq_dfs_crew_cut(cq_dfs_job *job)
{
    for (; job; job = job->next)
        atomic_store(&job->cut, true);
}

/* ---- giving ---- */

/* Whether somebody is hungry for whom there is no job, and none should give rather. */
static bool has_turn(const cq_dfs_crew *crew, const cq_dfs_job *mine)
{
    unsigned waiting = 0;
    bool ahead = true; /* of mine, in the list */

    cq_assert(mine->state == CQ_DFS_RUNS);
    for (cq_dfs_job *job = crew->boss->jobs; job; job = job->next) {
        if (job == mine)
            ahead = false;
        else if (may_run(crew, job))
            waiting++;
        else if (job->state == CQ_DFS_RUNS && !atomic_load(&job->cut) &&
                 (crew->boss->wants ? ahead && job->worth > 0
                                    : job->worth > mine->worth))
            return false;
    }
    return waiting < atomic_load(&crew->hungry);
}

/* The level nearest the root with an untried choice, or the depth; and the share of
 * the tree that its untried choices are. */
static size_t open_level(const cq_dfs *walk, double *worth)
{
    double width = 1;

    *worth = 0;
    for (size_t i = 0; i < walk->depth; i++) {
        const cq_dfs_level *level = &walk->levels[i];

        width /= level->count;
        if (level->next < level->end) {
            *worth = width * (level->end - level->next);
            cq_assert(*worth > 0 && *worth <= 1);
            return i;
        }
    }
    return walk->depth;
}

static cq_status split(cq_dfs_guide *g, size_t level)
{
    cq_dfs_level *open = &g->walk.levels[level];
    uint32_t choice = open->next + (open->end - open->next) / 2;
    cq_dfs_job *mine = g->job, *theirs = NULL;
    cq_dfs_path end = {0};
    cq_status status = cq_dfs_job_new(g->ctx, &theirs);

    cq_assert(open->next < open->end && choice >= open->next && choice < open->end);
    cq_assert(mine->state == CQ_DFS_RUNS && g->given == 0);

    if (status != CQ_OK)
        return status;
    status = cq_dfs_path_take(g->ctx, &theirs->here.path, &g->walk, level, choice);
    if (status == CQ_OK)
        status = cq_dfs_path_copy(g->ctx, &theirs->safe.path, &theirs->here.path);
    if (status == CQ_OK)
        status = cq_dfs_path_copy(g->ctx, &end, &theirs->here.path);
    if (status != CQ_OK) {
        cq_dfs_job_free(theirs);
        cq_vec_free(&end);
        return status;
    }
    theirs->end = mine->end;
    mine->end = end;
    theirs->next = mine->next;
    mine->next = theirs;
    open->end = choice;
    cq_dfs_guide_bound(g, level);
    cq_assert(cq_dfs_jobs_check(g->boss));
    return CQ_OK;
}

cq_status cq_dfs_crew_give(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_status status = CQ_OK;
    double worth;
    size_t level = open_level(&g->walk, &worth);

    if (g->walk.drop) /* what is to be dropped might lie in what is given */
        worth = 0;
    pthread_mutex_lock(&crew->lock);
    g->job->worth = worth;
    if (worth > 0 && !atomic_load(&g->job->cut) && has_turn(crew, g->job)) {
        status = split(g, level);
        pthread_cond_signal(&crew->work);
    }
    pthread_mutex_unlock(&crew->lock);
    return status;
}
