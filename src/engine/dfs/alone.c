/* alone.c - the jobs one after the other in the calling thread. */
#include "engine/dfs/guide.h"

#include "base/assert.h"
#include "base/clock.h"

#include <string.h>

cq_status cq_dfs_alone_found(cq_dfs_guide *g, const cq_solution *solution, bool *enough)
{
    cq_try(cq_run_found(g->boss->run, solution, enough));
    g->job->delivered++;
    return CQ_OK;
}

/* What the search has come to, for the progress and for the end. */
static void look(cq_dfs_boss *boss, const cq_dfs_guide *g)
{
    memcpy(boss->live, g->walk.counts, sizeof boss->live);
    if (!boss->wants)
        boss->run->answer->found =
            boss->run->answer->earlier + boss->found + g->walk.found;
}

bool cq_dfs_alone_poll(cq_dfs_guide *g)
{
    cq_dfs_boss *boss = g->boss;

    if (g->mode == CQ_DFS_SEARCH)
        look(boss, g);
    if (cq_run_poll(boss->run) || (boss->limit && g->walk.nodes >= boss->limit) ||
        (boss->until > 0 && cq_clock_seconds() >= boss->until))
        return true;
    if (g->mode == CQ_DFS_SEARCH && cq_checkpoint_due(boss->run))
        cq_dfs_save_in_passing(boss);
    return false;
}

cq_status cq_dfs_alone(cq_dfs_boss *boss)
{
    cq_dfs_guide g;
    cq_status status = cq_dfs_guide_open(boss, CQ_DFS_SEARCH, &g);
    bool done = true;

    while (status == CQ_OK && done && boss->jobs) {
        cq_assert(cq_dfs_jobs_check(boss));
        cq_dfs_job *job = boss->jobs;

        status = cq_dfs_guide_search(&g, job, &done);
        look(boss, &g);
        if (done) {
            boss->jobs = job->next;
            cq_dfs_boss_add(boss, g.walk.found, g.walk.counts);
            cq_dfs_job_free(job);
        }
    }
    cq_dfs_guide_close(&g);
    return status;
}
