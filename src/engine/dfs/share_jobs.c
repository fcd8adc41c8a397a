/* share_jobs.c - which job a thread searches, and how it gets one.
 *
 * A thread takes the first job that waits. If there is none, it is hungry, and the
 * searchers notice when they poll. One of them gives: if solutions must come out in
 * order, the first in the list that has something to give, so that solutions need not
 * wait for long; if they are only counted, the one that has the most. It gives the
 * later half of its untried choices at the level nearest the root; these become the job
 * after its own.
 *
 * Jobs in other ranks take part: rank 0 asks them to give (lead.c).
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"

static bool may_run(const cq_dfs_crew *crew, cq_dfs_job *job)
{
    return job->state == CQ_DFS_WAITS && !atomic_load(&job->cut) &&
           (job == crew->boss->jobs || cq_dfs_job_waiting(job) < CQ_DFS_JOB_WORDS);
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

static bool is_asked(const cq_dfs_job *job)
{
    return job->state == CQ_DFS_AWAY && atomic_load(&job->asked);
}

unsigned cq_dfs_crew_supply(const cq_dfs_crew *crew)
{
    unsigned supply = 0;

    for (cq_dfs_job *job = crew->boss->jobs; job; job = job->next)
        supply += is_asked(job) || may_run(crew, job);
    return supply;
}

static bool may_give(const cq_dfs_job *job)
{
    return (job->state == CQ_DFS_RUNS || job->state == CQ_DFS_AWAY) &&
           !atomic_load(&job->cut) && !is_asked(job) && job->worth > 0;
}

/* A gift to another rank takes milliseconds: it is not to be much smaller than what
 * others could give. */
static const double least_gift = 1.0 / 64;

cq_dfs_job *cq_dfs_crew_giver(const cq_dfs_crew *crew)
{
    cq_dfs_job *best = NULL;

    for (cq_dfs_job *job = crew->boss->jobs; job; job = job->next) {
        if (!may_give(job) || (best && job->worth <= best->worth))
            continue;
        best = job;
        if (crew->boss->wants && !crew->lead)
            break;
    }
    for (cq_dfs_job *job = crew->boss->jobs; job && crew->boss->wants; job = job->next)
        if (may_give(job) && job->worth >= least_gift * best->worth)
            return job;
    return best;
}

/* Whether somebody is hungry for whom there is no job, and none should give rather. In
 * another rank than 0 that was decided there. */
static bool has_turn(const cq_dfs_crew *crew, const cq_dfs_job *mine)
{
    const cq_dfs_job *giver;

    cq_assert(mine->state == CQ_DFS_RUNS);
    if (crew->follows)
        return atomic_load(&mine->asked);
    giver = cq_dfs_crew_giver(crew);
    return (giver == mine ||
            (giver && giver->worth <= mine->worth && !crew->boss->wants)) &&
           cq_dfs_crew_supply(crew) < atomic_load(&crew->hungry);
}

size_t cq_dfs_open_level(const cq_dfs *walk, double *worth)
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
    cq_dfs_job *mine = g->job, *theirs;
    cq_dfs_path place = {0};
    cq_status status;

    cq_assert(open->next < open->end && choice >= open->next && choice < open->end);
    cq_assert(mine->state == CQ_DFS_RUNS && g->given == 0);

    status = cq_dfs_path_take(g->ctx, &place, &g->walk, level, choice);
    cq_then(status, cq_dfs_job_cut_off(g->ctx, mine, &place, &theirs));
    cq_vec_free(&place);
    cq_try(status);
    if (g->boss->crew->follows) {
        theirs->state = CQ_DFS_AWAY;
        theirs->gift = true;
        theirs->seat = mine->seat;
    }
    open->end = choice;
    cq_dfs_guide_bound(g, level);
    cq_assert(cq_dfs_jobs_check(g->boss));
    return CQ_OK;
}

/* There is a job, or an answer to whoever asked for one. */
static void tell_given(cq_dfs_crew *crew, cq_dfs_job *job)
{
    pthread_cond_signal(&crew->work);
    if (crew->follows) {
        atomic_store(&job->asked, false);
        job->reports = true;
    }
    if (crew->follows || crew->lead)
        pthread_cond_signal(&crew->news);
}

cq_status cq_dfs_crew_give(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_status status = CQ_OK;
    double worth;
    size_t level = cq_dfs_open_level(&g->walk, &worth);
    bool turn;

    if (g->walk.drop) /* what is to be dropped might lie in what is given */
        worth = 0;
    pthread_mutex_lock(&crew->lock);
    g->job->worth = worth;
    turn = !atomic_load(&g->job->cut) && has_turn(crew, g->job);
    if (turn && worth > 0)
        status = split(g, level);
    if (crew->follows || (turn && worth > 0))
        tell_given(crew, g->job);
    pthread_mutex_unlock(&crew->lock);
    return status;
}
