/* option_weights.c - the weights of options, as they are multiplied or added up. */
#include "engine/option_weights.h"

#include "base/assert.h"
#include "base/limbs.h"

#include <string.h>

void cq_option_weights_free(cq_option_weights *weights)
{
    for (size_t i = 0; weights->at && i < weights->count; i++)
        cq_weight_free(&weights->at[i]);
    cq_free(weights->at);
    memset(weights, 0, sizeof *weights);
}

cq_status cq_option_weights_make(cq_context *ctx, const cq_cover *cover, bool products,
                                 cq_option_weights *out)
{
    cq_status status;

    *out = (cq_option_weights){.count = cq_cover_options(cover)};
    out->at = cq_zalloc(ctx, out->count, sizeof *out->at);
    status = out->at ? CQ_OK : CQ_MEMORY;
    for (size_t i = 0; i < out->count && status == CQ_OK; i++) {
        cq_weight *weight = &out->at[i];

        status = (products ? cq_factors_product : cq_factors_sum)(ctx, &cover->factors,
                                                                  i, weight);
        cq_then(status, cq_poll_at(ctx, i + 1));
        out->variables |= !cq_weight_is_number(weight);
        for (size_t t = 0; t < weight->terms.count; t++)
            out->negative |= mpq_sgn(weight->terms.at[t].factor) < 0;
    }
    if (status != CQ_OK)
        cq_option_weights_free(out);
    return status;
}

cq_status cq_option_weights_are_odds(cq_context *ctx, const cq_option_weights *weights)
{
    if (weights->variables || weights->negative)
        return cq_fail(
            ctx, CQ_REFUSED,
            "samples by weight need weights that are numbers, none of them negative");
    return CQ_OK;
}

static bool is_one(const cq_weight *weight)
{
    return weight->terms.count == 1 && cq_weight_is_number(weight) &&
           mpq_cmp_ui(weight->terms.at[0].factor, 1, 1) == 0;
}

cq_status cq_option_weights_multiply(cq_context *ctx, const cq_option_weights *weights,
                                     const uint32_t *options, size_t count,
                                     cq_weight *out)
{
    cq_status status = cq_weight_set_one(ctx, out);

    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        cq_weight next = {0};

        cq_assert(options[i] < weights->count);
        if (is_one(&weights->at[options[i]]))
            continue;
        status = cq_weight_multiply(ctx, out, &weights->at[options[i]], &next);
        cq_weight_free(out);
        *out = next;
    }
    return status;
}

/* ---- costs ---- */

static void find_units(const cq_option_weights *weights, mpz_t units)
{
    for (size_t i = 0; i < weights->count; i++)
        for (size_t t = 0; t < weights->at[i].terms.count; t++)
            mpz_lcm(units, units, mpq_denref(weights->at[i].terms.at[t].factor));
    cq_assert(mpz_sgn(units) > 0);
}

/* The cost in units; false if it is too long. */
static bool set_cost(const cq_weight *weight, const mpz_t units, bool dear,
                     int64_t *out)
{
    mpq_t number, scale;
    bool fits;

    mpq_inits(number, scale, NULL);
    cq_weight_number(weight, number);
    mpq_set_z(scale, units);
    mpq_mul(number, number, scale);
    cq_assert(mpz_cmp_ui(mpq_denref(number), 1) == 0);
    fits = mpz_sizeinbase(mpq_numref(number), 2) <= 60;
    if (fits) {
        uint64_t size;

        mpz_abs(mpq_numref(scale), mpq_numref(number));
        size = cq_number_get(mpq_numref(scale));
        cq_assert(size < UINT64_C(1) << 60);
        *out = (mpq_sgn(number) < 0) != dear ? -(int64_t)size : (int64_t)size;
    }
    mpq_clears(number, scale, NULL);
    return fits;
}

cq_status cq_costs_refuse(cq_context *ctx)
{
    return cq_fail(ctx, CQ_REFUSED,
                   "the weights are too long to be added up here: with a common "
                   "denominator they must sum to less than 2^61");
}

static cq_status set_costs(cq_context *ctx, const cq_option_weights *weights, bool dear,
                           const mpz_t units, int64_t *costs)
{
    for (size_t i = 0; i < weights->count; i++)
        if (!set_cost(&weights->at[i], units, dear, &costs[i]))
            return cq_costs_refuse(ctx);
    return CQ_OK;
}

cq_status cq_costs_make(cq_context *ctx, const cq_cover *cover, bool dear,
                        int64_t **out, mpz_t units)
{
    cq_option_weights weights;
    cq_status status;

    cq_try(cq_option_weights_make(ctx, cover, false, &weights));
    mpz_set_ui(units, 1);
    find_units(&weights, units);
    *out = cq_zalloc(ctx, weights.count + 1, sizeof **out);
    if (!*out)
        status = CQ_MEMORY;
    else if (weights.variables)
        status = cq_fail(ctx, CQ_REFUSED,
                         "a weight with a variable is neither cheap nor dear: only "
                         "numbers can be compared");
    else
        status = set_costs(ctx, &weights, dear, units, *out);
    cq_option_weights_free(&weights);
    if (status != CQ_OK) {
        cq_free(*out);
        *out = NULL;
    }
    return status;
}

void cq_costs_value(int64_t sum, bool dear, const mpz_t units, mpq_t out)
{
    cq_assert(mpz_sgn(units) > 0);
    cq_number_set(mpq_numref(out), sum < 0 ? -(uint64_t)sum : (uint64_t)sum);
    if ((sum < 0) != dear)
        mpz_neg(mpq_numref(out), mpq_numref(out));
    cq_assert(mpz_sizeinbase(mpq_numref(out), 2) <= 64);
    mpz_set(mpq_denref(out), units);
    mpq_canonicalize(out);
}
