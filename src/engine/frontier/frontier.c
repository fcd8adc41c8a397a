/* frontier.c - the engine: covers counted by what they look like on the frontier. */
#include "engine/frontier/sweep.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    fit->fits = problem->kind != CQ_TOUR;
    fit->cost = 1e7;
    snprintf(fit->why, sizeof fit->why, "%s",
             fit->fits ? "partial covers that agree on the frontier are one"
                       : "a tour is not an exact cover");
}

static cq_status add_counters(const cq_sweep *sweep)
{
    cq_answer *answer = sweep->run->answer;
    cq_status status = cq_answer_add_counter(answer, "transitions", sweep->moved);

    if (status == CQ_OK)
        status = cq_answer_add_counter(answer, "states", sweep->states);
    if (status == CQ_OK)
        status = cq_answer_add_counter(answer, "peak states", sweep->most_states);
    return status;
}

static cq_status count(cq_run *run, cq_plan *plan)
{
    cq_sweep sweep;
    mpz_t number;
    cq_status status = cq_sweep_new(run, plan, &sweep);

    if (status != CQ_OK)
        return status;
    mpz_init(number);
    status = cq_sweep_run(&sweep);
    if (status == CQ_OK) {
        cq_sweep_total(&sweep, number);
        cq_run_number(run, number);
        status = add_counters(&sweep);
    }
    mpz_clear(number);
    cq_sweep_free(&sweep);
    return status;
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    cq_order order = {0};
    cq_plan plan = {0};
    cq_status status = cq_order_find(run, cover, placements, &order);

    if (status == CQ_OK)
        status = cq_plan_make(run->ctx, cover, &order, NULL, &plan);
    if (status == CQ_OK)
        status = count(run, &plan);
    cq_plan_free(&plan);
    cq_order_free(&order);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

static cq_status run_frontier(cq_run *run)
{
    return cq_run_as_cover(run, run_cover);
}

const cq_engine cq_engine_frontier = {
    .name = "frontier",
    .summary = "counts covers and tilings by what they look like on the frontier",
    .goals = CQ_GOAL_BIT(CQ_GOAL_COUNT),
    .fits = fits,
    .run = run_frontier,
};
