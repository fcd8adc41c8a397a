/* alone.c - the jobs one after the other in the calling thread. */
#include "engine/walk/guide.h"

#include "base/clock.h"

#include <string.h>

cq_status cq_walk_alone_found(cq_walk_guide *g, const cq_solution *solution,
                              bool *enough)
{
    cq_status status = cq_run_found(g->boss->run, solution, enough);

    if (status == CQ_OK)
        g->job->delivered++;
    return status;
}

/* What the search has come to, for the progress and for the end. */
static void look(cq_walk_boss *boss, const cq_walk_guide *g)
{
    memcpy(boss->live, g->walk.counts, sizeof boss->live);
    if (!boss->wants)
        boss->run->answer->found =
            boss->run->answer->earlier + boss->found + g->walk.found;
}

bool cq_walk_alone_poll(cq_walk_guide *g)
{
    cq_walk_boss *boss = g->boss;

    if (g->mode == CQ_WALK_SEARCH)
        look(boss, g);
    if (cq_run_poll(boss->run) || (boss->limit && g->walk.nodes >= boss->limit) ||
        (boss->until > 0 && cq_clock_seconds() >= boss->until))
        return true;
    if (g->mode == CQ_WALK_SEARCH && cq_checkpoint_due(boss->run))
        cq_walk_save_in_passing(boss);
    return false;
}

cq_status cq_walk_alone(cq_walk_boss *boss)
{
    cq_walk_guide g;
    cq_status status = cq_walk_guide_open(boss, CQ_WALK_SEARCH, &g);
    bool done = true;

    while (status == CQ_OK && done && boss->jobs) {
        cq_walk_job *job = boss->jobs;

        status = cq_walk_guide_search(&g, job, &done);
        look(boss, &g);
        if (done) {
            boss->jobs = job->next;
            cq_walk_boss_add(boss, g.walk.found, g.walk.counts);
            cq_walk_job_free(job);
        }
    }
    cq_walk_guide_close(&g);
    return status;
}
