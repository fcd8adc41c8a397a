/* totals.c - the total weight of all covers, and the weights of a sweep: see scales.h.
 *
 * Numbers that are not negative are summed in one sweep. With variables, or negative
 * weights, a first sweep sums the absolute values of the weights, with 1 for every
 * variable. No coefficient of the sum is larger, so this tells the second sweep how
 * long its numbers must be.
 */
#include "engine/frontier/job.h"

cq_status cq_frontier_weigh(cq_frontier *j)
{
    cq_context *ctx = j->run->ctx;
    cq_goal goal = j->run->goal;
    cq_status status;

    if (cq_goal_is_best(goal)) {
        status = cq_scales_best(ctx, &j->plan, goal == CQ_GOAL_DEAREST, &j->scales);
    } else {
        status = cq_option_weights_make(ctx, j->cover, true, &j->weights);
        if (status == CQ_OK && goal == CQ_GOAL_SAMPLE)
            status = cq_option_weights_are_odds(ctx, &j->weights);
        cq_then(status, cq_scales_bound(ctx, &j->plan, &j->weights, &j->scales));
    }
    return status;
}

/* The second sweep: the number of its last state, and its scales. */
static cq_status sum_again(cq_frontier *j, const mpz_t bound, cq_weight *out)
{
    cq_scales scales = {0};
    cq_sweep sweep = {0};
    cq_status status =
        cq_scales_sums(j->run->ctx, &j->plan, &j->weights, bound, &scales);
    mpz_t number;

    mpz_init(number);
    cq_then(status, cq_sweep_new(j->run, &j->plan, &scales, j->spread, &sweep));
    cq_then(status, cq_frontier_again(j, &sweep));
    cq_then(status, cq_sweep_total(&sweep, number));
    cq_then(status, cq_scales_read(j->run->ctx, &scales, number, out));
    cq_sweep_free(&sweep);
    cq_scales_free(&scales);
    mpz_clear(number);
    return status;
}

cq_status cq_frontier_total(cq_frontier *j, const mpz_t number)
{
    cq_context *ctx = j->run->ctx;
    cq_weight sum = {0};
    cq_status status = j->weights.variables || j->weights.negative
                           ? sum_again(j, number, &sum)
                           : cq_scales_read(ctx, &j->scales, number, &sum);

    cq_then(status, cq_run_total(j->run, &sum, &j->cover->factors.letters));
    cq_weight_free(&sum);
    return status;
}
