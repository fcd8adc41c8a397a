/* build_weights.c - weights of a problem that is built, call by call. */
#include "problem/problem.h"

#include <string.h>

cq_status cq_problem_add_weights(cq_context *ctx, cq_problem *problem,
                                 const char *lines)
{
    cq_weighing *weighing;
    cq_variables letters;
    size_t before;
    cq_status status;

    cq_try(cq_problem_require(
        ctx, problem, CQ_TILING,
        "only a tiling has weights for pieces: give those of a cover "
        "to its options"));
    cq_try(cq_need(ctx, lines, "weights"));
    weighing = &problem->pieces.weighing;
    before = weighing->lines.count;
    letters = weighing->letters;
    status = cq_weight_lines_read(ctx, "--weight", lines, &problem->pieces);
    cq_then(status,
            cq_weighing_settle(ctx, "--weight", problem->board, &problem->pieces));
    if (status != CQ_OK) {
        cq_weighing_cut(weighing, before);
        weighing->letters = letters;
    }
    return status;
}

const char *cq_problem_weight(const cq_problem *problem, size_t index)
{
    return problem && index < problem->pieces.weighing.lines.count
               ? problem->pieces.weighing.lines.at[index].text
               : NULL;
}

static cq_status require_option(cq_context *ctx, const cq_problem *problem,
                                uint32_t option)
{
    cq_try(cq_problem_require(ctx, problem, CQ_COVER, "only a cover has options"));
    if (option >= cq_cover_options(&problem->cover))
        return cq_fail(ctx, CQ_INPUT, "there is no option %" PRIu32, option);
    return CQ_OK;
}

cq_status cq_problem_add_option_weight(cq_context *ctx, cq_problem *problem,
                                       uint32_t option, const char *weight)
{
    cq_factors *factors;
    cq_weight value = {0};
    uint32_t number;
    cq_status status;

    cq_try(require_option(ctx, problem, option));
    cq_try(cq_need(ctx, weight, "a weight"));
    factors = &problem->cover.factors;
    cq_try(
        cq_weight_read(ctx, cq_span_of("weight", weight), &factors->letters, &value));
    status = cq_factors_value(ctx, factors, &value, &number);
    cq_then(status, cq_factors_add(ctx, factors, option, number));
    cq_weight_free(&value);
    return status;
}

size_t cq_problem_option_weights(const cq_problem *problem, uint32_t option)
{
    const cq_factors *factors = problem ? &problem->cover.factors : NULL;
    size_t count = 0;

    for (const cq_factor *f = factors ? cq_factors_first(factors, option) : NULL; f;
         f = cq_factors_link(factors, f->next))
        count++;
    return count;
}

cq_status cq_problem_write_option_weight(cq_context *ctx, const cq_problem *problem,
                                         uint32_t option, size_t index, FILE *out)
{
    const cq_factors *factors;
    const cq_factor *f;

    cq_try(require_option(ctx, problem, option));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    factors = &problem->cover.factors;
    for (f = cq_factors_first(factors, option); f && index > 0; index--)
        f = cq_factors_link(factors, f->next);
    if (!f)
        return cq_fail(ctx, CQ_INPUT, "the option has no such weight");
    cq_weight_print(cq_factors_weight(factors, f), &factors->letters, false, out);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "a weight") : CQ_OK;
}

void cq_problem_drop_weights(cq_problem *problem)
{
    if (!problem)
        return;
    cq_weighing_free(&problem->pieces.weighing);
    cq_factors_free(&problem->cover.factors);
}

bool cq_problem_is_weighted(const cq_problem *problem)
{
    return problem && (problem->pieces.weighing.lines.count > 0 ||
                       cq_factors_any(&problem->cover.factors));
}

const char *cq_problem_variables(const cq_problem *problem)
{
    if (!problem)
        return "";
    return problem->kind == CQ_COVER ? problem->cover.factors.letters.at
                                     : problem->pieces.weighing.letters.at;
}
