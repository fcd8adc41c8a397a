/* options.c - what a run may be asked for.
 *
 * First the options alone, whatever they are for: members that no call could mean. Then
 * the question as a whole: whether the goal suits the problem and goes with the rest.
 */
#include "solve/solve.h"

#include "base/settings.h"
#include "base/sized.h"
#include "engine/scratch.h"

#include <string.h>

cq_status cq_options_read(cq_context *ctx, const cq_options *given, cq_options *out)
{
    cq_try(cq_sized_read(ctx, "CQ_OPTIONS_INIT", given, sizeof *out, out));
    cq_try(cq_seconds_check(ctx, out->seconds));
    cq_try(cq_seconds_check(ctx, out->start_seconds));
    cq_try(cq_threads_check(ctx, out->threads));
    if (out->order_count && !out->order)
        return cq_fail(ctx, CQ_INPUT, "an order of %zu items is needed, not NULL",
                       out->order_count);
    return cq_tour_rules_check(ctx, out->ties, out->cut, out->join);
}

double cq_call_deadline(const cq_context *ctx, double started, double seconds)
{
    double end = seconds > 0 ? started + seconds : 0;

    return ctx->deadline > 0 && (end <= 0 || ctx->deadline < end) ? ctx->deadline : end;
}

/* What needs weights, and what cannot go with them. */
static cq_status check_weights(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                               const cq_options *options)
{
    bool weighs =
        goal == CQ_GOAL_CHEAPEST || goal == CQ_GOAL_DEAREST || goal == CQ_GOAL_TOTAL;

    if (weighs && !cq_problem_is_weighted(problem))
        return cq_fail(ctx, CQ_REFUSED,
                       "the goal %s needs weights, and nothing here has one",
                       cq_goal_name(goal));
    if (weighs && (options->unique || options->symmetric || options->parts ||
                   options->checkpoint || options->resume))
        return cq_fail(ctx, CQ_REFUSED,
                       "the goal %s cannot be combined with classes of solutions, "
                       "parts or checkpoints",
                       cq_goal_name(goal));
    for (const char *at = goal == CQ_GOAL_TOTAL && options->by ? options->by : ""; *at;
         at++)
        if (!strchr(cq_problem_variables(problem), *at))
            return cq_fail(ctx, CQ_REFUSED, "no weight has the variable %c", *at);
    if (goal == CQ_GOAL_PROBABILITIES && cq_problem_is_weighted(problem))
        return cq_fail(ctx, CQ_REFUSED,
                       "probabilities are those of solutions that are all equally "
                       "likely: leave the weights out, or draw samples");
    return CQ_OK;
}

cq_status cq_question_check(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                            const cq_options *options)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    if ((int)goal < 0 || !cq_goal_at((size_t)goal))
        return cq_fail(ctx, CQ_INPUT, "there is no goal number %d", (int)goal);
    if (!cq_goal_suits(goal, problem))
        return cq_fail(ctx, CQ_REFUSED, "the goal %s is for %s only",
                       cq_goal_name(goal), cq_goal_whom(goal));
    if (problem->kind == CQ_TILING && problem->pieces.rules.count &&
        goal == CQ_GOAL_MAX)
        return cq_fail(ctx, CQ_REFUSED,
                       "rules cannot be combined with the goal max; use --free to say "
                       "how many squares stay free");
    if (cq_goal_rule_against(problem, goal))
        return cq_fail(ctx, CQ_REFUSED,
                       "the rule '%.60s' is judged in each solution, and an estimate "
                       "looks at none: use --count instead, with --time if it may take "
                       "long",
                       cq_goal_rule_against(problem, goal)->text);
    cq_try(check_weights(ctx, problem, goal, options));
    if (options->part > options->parts || (options->parts && options->part == 0))
        return cq_fail(ctx, CQ_REFUSED, "there is no part %u of %u", options->part,
                       options->parts);
    return options->scratch ? cq_scratch_check(ctx, options->scratch) : CQ_OK;
}
