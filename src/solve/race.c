/* race.c - a search or a sweep? Where only a look at the problem itself can tell.
 *
 * How large the search for a cover is shows when one tries: small ones are searched and
 * done with. Otherwise random probes tell how long the search would take, and the best
 * order what a sweep would; the better of them goes first in the choice. That costs
 * half a second and the search for an order, which is given no more time than the
 * search would take; a cover that is searched in less pays nothing.
 */
#include "solve/solve_job.h"

#include "base/clock.h"

#include <string.h>

static const double try_seconds = 0.3, probe_seconds = 0.2;

static bool is_open(const cq_run *run)
{
    return run->answer->verdict == CQ_UNKNOWN && run->stop == CQ_FINISHED;
}

/* The engine alone, for so long at the most; what it leaves behind is taken away unless
 * it was done, or the time of the run itself is over. */
static cq_status run_briefly(cq_job *j, const cq_engine *engine, cq_goal goal,
                             double seconds)
{
    cq_run *run = &j->run;
    double deadline = run->deadline, until = cq_clock_seconds() + seconds;
    bool last = deadline > 0 && deadline <= until;
    cq_answer *answer = run->answer;
    cq_status status;

    if (!last)
        run->deadline = until;
    run->goal = goal;
    status = cq_job_engine(j, engine);
    run->goal = answer->goal;
    run->deadline = deadline;
    if (status == CQ_OK && run->stop == CQ_STOP_TIME && !last) {
        run->stop = CQ_FINISHED;
        answer->verdict = CQ_UNKNOWN;
        answer->found = 0;
        answer->counters.count = 0;
    }
    return status;
}

cq_status cq_job_race(cq_job *j, const cq_planned *stage)
{
    cq_run *run = &j->run;
    cq_estimate *e = &run->answer->estimate;
    const cq_engine *search = stage->engines[0], *sweep = stage->engines[1];
    cq_status status;
    bool better = false;

    cq_note(run->ctx, "engine %s, for a moment: %s", search->name, stage->why);
    status = run_briefly(j, search, CQ_GOAL_COUNT, try_seconds);
    if (status == CQ_OK && is_open(run))
        status = run_briefly(j, search, CQ_GOAL_ESTIMATE, probe_seconds);
    if (status == CQ_OK && is_open(run) && e->seconds > 0)
        status = run_briefly(j, sweep, CQ_GOAL_ESTIMATE, e->seconds);
    if (status == CQ_OK && e->states > 0) {
        better = e->sweep_seconds < e->seconds;
        cq_note(run->ctx, "engine %s: a search would take about %.2g s, a sweep %.2g s",
                better ? sweep->name : search->name, e->seconds, e->sweep_seconds);
    }
    memset(e, 0, sizeof *e);
    if (status == CQ_OK && is_open(run))
        status = cq_job_engine(j, better ? sweep : search);
    return status;
}
