/* race.c - a search or a sweep? Where only a look at the problem itself can tell.
 *
 * How large the search for a cover is shows when one tries: small ones are searched and
 * done with. Otherwise random probes tell how long the search would take, and the best
 * order what a sweep would; the better of them goes first in the choice. That costs
 * half a second and the search for an order, which is given no more time than the
 * search would take; a cover that is searched in less pays nothing.
 */
#include "solve/solve.h"

#include "base/clock.h"

#include <string.h>

static const double try_seconds = 0.3, probe_seconds = 0.2;

static bool is_open(const cq_run *run)
{
    return run->answer->verdict == CQ_UNKNOWN && run->stop == CQ_FINISHED;
}

/* The engine alone, for so long at the most; what it leaves behind is taken away unless
 * it was done, or the time of the run itself is over. */
static cq_status run_briefly(cq_run *run, const cq_engine *engine, cq_goal goal,
                             double seconds, cq_run_one *run_one)
{
    double deadline = run->deadline, until = cq_clock_seconds() + seconds;
    bool last = deadline > 0 && deadline <= until;
    cq_answer *answer = run->answer;
    cq_status status;

    if (!last)
        run->deadline = until;
    run->goal = goal;
    status = run_one(run, engine);
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

static void put_first(cq_choice *choice, const cq_engine *engine)
{
    size_t at = 0;
    double cost;

    while (at < choice->count && choice->engines[at] != engine)
        at++;
    if (at == choice->count)
        return;
    cost = choice->costs[at];
    for (; at > 0; at--) {
        choice->engines[at] = choice->engines[at - 1];
        choice->costs[at] = choice->costs[at - 1];
    }
    choice->engines[0] = engine;
    choice->costs[0] = cost;
}

cq_status cq_race_cover(cq_run *run, cq_choice *choice, cq_run_one *run_one)
{
    cq_estimate *e = &run->answer->estimate;
    const cq_engine *search = choice->engines[0];
    cq_status status;

    if (run->problem->kind != CQ_COVER || run->goal != CQ_GOAL_COUNT ||
        choice->count < 2 || search != &cq_engine_search || run->checkpoint ||
        run->parts)
        return CQ_OK;
    cq_note(run->ctx, "engine %s, for a moment: %s", search->name, choice->why);
    status = run_briefly(run, search, CQ_GOAL_COUNT, try_seconds, run_one);
    if (status == CQ_OK && is_open(run))
        status = run_briefly(run, search, CQ_GOAL_ESTIMATE, probe_seconds, run_one);
    if (status == CQ_OK && is_open(run) && e->seconds > 0)
        status = run_briefly(run, &cq_engine_frontier, CQ_GOAL_ESTIMATE, e->seconds,
                             run_one);
    if (status == CQ_OK && e->states > 0) {
        bool sweep = e->sweep_seconds < e->seconds;

        snprintf(choice->why, sizeof choice->why,
                 "a search would take about %.2g s, a sweep %.2g s", e->seconds,
                 e->sweep_seconds);
        if (sweep)
            put_first(choice, &cq_engine_frontier);
    }
    memset(e, 0, sizeof *e);
    return status;
}

cq_status cq_race_estimate(cq_run *run)
{
    cq_answer *answer = run->answer;
    char engine[sizeof answer->engine];
    double deadline = run->deadline;
    cq_stop stop = run->stop;
    cq_choice counters;
    cq_status status =
        cq_engine_choose(run->ctx, run->problem, CQ_GOAL_COUNT, NULL, 0, &counters);

    if (status != CQ_OK || counters.engines[0] != &cq_engine_frontier ||
        stop == CQ_STOP_CANCELLED)
        return status;
    memcpy(engine, answer->engine, sizeof engine);
    run->deadline = 0; /* that was for the probes */
    status = cq_engine_frontier.run(run);
    run->deadline = deadline;
    run->stop = stop;
    memcpy(answer->engine, engine, sizeof engine);
    return status;
}
