/* dfs_run.c - a search from beginning to end: its jobs, its threads, what is known
 * then. */
#include "engine/dfs/guide.h"

#include "base/assert.h"
#include "base/ranks.h"

void cq_dfs_boss_add(cq_dfs_boss *boss, uint64_t found, const uint64_t *counts)
{
    boss->found += found;
    for (int i = 0; i < CQ_DFS_COUNTS; i++) {
        boss->counts[i] += counts[i];
        boss->live[i] = 0;
    }
}

static void progress(void *state, cq_progress *out)
{
    cq_dfs_boss *boss = state;
    double left = 0;

    cq_dfs_crew_lock(boss->crew);
    for (cq_dfs_job *job = boss->jobs; job; job = job->next) {
        pthread_mutex_lock(&job->lock);
        if (job->state != CQ_DFS_DONE)
            left += cq_dfs_job_share(job);
        pthread_mutex_unlock(&job->lock);
    }
    cq_dfs_crew_unlock(boss->crew);
    cq_assert(left >= -CQ_DFS_ROUNDING && left <= boss->whole + CQ_DFS_ROUNDING);
    out->share = boss->whole > 0 ? 1 - left / boss->whole : 1;
    if (out->share < 0)
        out->share = 0;
    out->work = boss->counts[0] + boss->live[0];
    out->unit = boss->walker->counts[0];
}

_Static_assert(CQ_DFS_COUNTS < (int)CQ_UNITS, "solutions are counted as work, too");

static void meter(const void *state, double units[CQ_UNITS])
{
    const cq_dfs_boss *boss = state;

    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        units[i] += (double)(boss->counts[i] + boss->live[i]);
    units[CQ_DFS_BREADTH] +=
        boss->walker->breadth * (double)(boss->counts[0] + boss->live[0]);
    units[CQ_DFS_COUNTS] += (double)boss->run->answer->found;
}

static cq_status set_up_jobs(cq_dfs_boss *boss)
{
    bool loaded;

    cq_try(cq_dfs_load(boss, &loaded));
    if (boss->run->parts > 1)
        return cq_dfs_cut(boss, loaded);
    if (loaded)
        return CQ_OK;
    return cq_dfs_job_new(boss->run->ctx, &(cq_dfs_path){0}, &boss->jobs);
}

static cq_status work(cq_dfs_boss *boss)
{
    cq_run *run = boss->run;
    cq_status status;

    run->progress = progress;
    run->state = boss;
    run->meter = meter;
    status = (run->threads > 1 || cq_ranks_several(run->ranks)) && !boss->limit
                 ? cq_dfs_together(boss)
                 : cq_dfs_alone(boss);
    cq_run_spend(run);
    run->progress = NULL;
    /* A failure is reported by the thread of the run: others may only notice it. */
    return status == CQ_INPUT ? cq_dfs_misfit(run) : status;
}

static cq_status add_counters(const cq_dfs_boss *boss)
{
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        if (boss->walker->counts[i])
            cq_try(cq_answer_add_counter(boss->run->answer, boss->walker->counts[i],
                                         boss->walker->before[i] + boss->counts[i] +
                                             boss->live[i]));
    return CQ_OK;
}

static cq_status finish(cq_dfs_boss *boss, cq_status status)
{
    cq_run *run = boss->run;
    bool one = run->goal == CQ_GOAL_FIND || run->goal == CQ_GOAL_WHY;
    cq_status saved = CQ_OK;

    if (status == CQ_OK && run->stop == CQ_FINISHED && one && run->answer->found)
        cq_dfs_jobs_free(boss);
    if (run->answer->found)
        run->answer->verdict = CQ_YES;
    else if (status == CQ_OK && !boss->jobs)
        cq_run_exhausted(run, boss->walker->before[0] + boss->counts[0]);
    if (status == CQ_OK && !boss->jobs)
        cq_dfs_save_in_passing(boss); /* what was found stands without it */
    else if (status != CQ_DEFECT && status != CQ_INPUT)
        saved = cq_dfs_save(boss);
    return status == CQ_OK ? saved : status;
}

cq_status cq_dfs_try(cq_run *run, const cq_walker *walker, void *shared, uint64_t nodes,
                     uint64_t counts[CQ_DFS_COUNTS], bool *done)
{
    cq_dfs_boss boss = {
        .run = run, .walker = walker, .shared = shared, .limit = nodes, .whole = 1};
    cq_status status;

    boss.wants = run->goal != CQ_GOAL_COUNT;
    *done = false;
    if (run->ranks && run->ranks->rank > 0)
        return CQ_OK; /* rank 0 has tried it, and comes to the search itself */
    status = cq_dfs_job_new(run->ctx, &(cq_dfs_path){0}, &boss.jobs);
    cq_then(status, work(&boss));
    *done = !boss.jobs || run->stop != CQ_FINISHED || run->answer->found;
    if (status == CQ_OK && *done)
        status = finish(&boss, status);
    /* Whoever searched all of it knows the verdict. */
    cq_assert(status != CQ_OK || boss.jobs || run->stop != CQ_FINISHED ||
              run->answer->verdict != CQ_UNKNOWN);
    if (status == CQ_OK && *done)
        status = add_counters(&boss);
    for (int i = 0; i < CQ_DFS_COUNTS && !*done; i++)
        counts[i] += boss.counts[i] + boss.live[i];
    cq_dfs_jobs_free(&boss);
    return status;
}

cq_status cq_dfs_run(cq_run *run, const cq_walker *walker, void *shared)
{
    cq_dfs_boss boss = {.run = run, .walker = walker, .shared = shared};
    cq_status status;

    boss.wants = run->goal != CQ_GOAL_COUNT && run->goal != CQ_GOAL_ESTIMATE;
    if (run->goal == CQ_GOAL_ESTIMATE)
        return cq_dfs_estimate(&boss);
    if (run->goal != CQ_GOAL_COUNT) /* a number is that of all */
        boss.most =
            run->goal == CQ_GOAL_FIND || run->goal == CQ_GOAL_WHY ? 1 : run->first;
    if (run->sifted)
        boss.most = 0;
    if (run->ranks && run->ranks->rank > 0)
        return cq_dfs_follow(&boss);
    status = set_up_jobs(&boss);
    for (const cq_dfs_job *job = boss.jobs; job; job = job->next)
        boss.whole += cq_dfs_job_share(job);
    cq_assert(status != CQ_OK || boss.whole <= 1 + CQ_DFS_ROUNDING);
    cq_then(status, finish(&boss, work(&boss)));
    cq_then(status, add_counters(&boss));
    cq_dfs_jobs_free(&boss);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}
