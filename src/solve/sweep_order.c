/* sweep_order.c - the order that a sweep would take, without the sweep. */
#include "solve/solve.h"

#include "base/clock.h"
#include "engine/frontier/order.h"

typedef struct finding {
    cq_run run; /* first: the run is the finding */
    cq_order *out;
} finding;

static cq_status find(cq_run *run, const cq_cover *cover,
                      const cq_placements *placements)
{
    return cq_order_find(run, cover, placements, ((finding *)run)->out);
}

cq_status cq_solve_order(cq_context *ctx, const cq_problem *problem,
                         const cq_options *options, cq_order *out)
{
    finding f = {.out = out};
    cq_status status;

    if (problem->kind == CQ_TOUR)
        return cq_fail(ctx, CQ_REFUSED, "an order is for tilings and covers");
    f.run.ctx = ctx;
    f.run.problem = problem;
    f.run.goal = CQ_GOAL_COUNT;
    f.run.seed = options->seed;
    f.run.threads = 1;
    f.run.order = options->order;
    f.run.order_count = options->order_count;
    f.run.started = cq_clock_seconds();
    if (options->seconds > 0)
        f.run.deadline = f.run.started + options->seconds;
    status = cq_answer_new(ctx, problem->kind, CQ_GOAL_COUNT, &f.run.answer);
    if (status == CQ_OK)
        status = cq_run_as_cover(&f.run, find);
    if (status == CQ_STOPPED)
        cq_fail(ctx, CQ_STOPPED, "stopped %s before an order was found",
                f.run.stop == CQ_STOP_TIME ? "by the time limit" : "by the user");
    cq_answer_free(f.run.answer);
    return status;
}
