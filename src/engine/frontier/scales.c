/* scales.c - weights made into whole numbers for a sweep, and back: see scales.h.
 *
 * Kronecker substitution: L. Kronecker, "Grundzuege einer arithmetischen Theorie der
 * algebraischen Groessen", J. reine angew. Math. 92 (1882). A coefficient of the sum is
 * below 2^(b - 1) in size, where 2^b stands for the first variable; the second one is
 * 2^(b * (d + 1)), where no power of the first exceeds d.
 */
#include "engine/frontier/scales.h"

#include "base/limbs.h"

#include <string.h>

void cq_scales_free(cq_scales *scales)
{
    if (!scales->plan)
        return;
    cq_free_each(scales->costs, scales->starts, scales->bits);
    cq_vec_free(&scales->limbs);
    mpz_clears(scales->units, scales->divisor, NULL);
    memset(scales, 0, sizeof *scales);
}

static void open_scales(const cq_plan *plan, cq_scales *out)
{
    memset(out, 0, sizeof *out);
    out->plan = plan;
    mpz_init_set_ui(out->units, 1);
    mpz_init_set_ui(out->divisor, 1);
}

/* ---- the best ---- */

/* No way may leave the range: the costliest choices of all steps together fit. */
static bool costs_fit(const cq_scales *scales)
{
    const cq_plan *plan = scales->plan;
    uint64_t sum = 0;

    for (size_t s = 0; s < plan->steps.count; s++) {
        uint64_t most = 0;

        for (uint32_t m = plan->steps.at[s].moves; m < plan->steps.at[s].move_end;
             m++) {
            int64_t cost = cq_scales_cost(scales, plan->moves.at[m].option);
            uint64_t size = cost < 0 ? (uint64_t)-cost : (uint64_t)cost;

            most = size > most ? size : most;
        }
        sum += most;
        if (sum >= CQ_BEST_START / 2)
            return false;
    }
    return true;
}

cq_status cq_scales_best(cq_context *ctx, const cq_plan *plan, bool dear,
                         cq_scales *out)
{
    cq_status status;

    open_scales(plan, out);
    out->best = true;
    status = cq_costs_make(ctx, plan->cover, dear, &out->costs, out->units);
    if (status == CQ_OK && !costs_fit(out))
        status = cq_costs_refuse(ctx);
    if (status != CQ_OK)
        cq_scales_free(out);
    return status;
}

/* ---- sums ---- */

/* A weight as a whole number; or without signs, with 1 for every variable. */
static void convert(const cq_scales *scales, bool plain, const cq_weight *weight,
                    const mpz_t scale, mpz_t out)
{
    mpz_t term;

    mpz_init(term);
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < weight->terms.count; i++) {
        const cq_term *t = &weight->terms.at[i];

        cq_assert(mpz_divisible_p(scale, mpq_denref(t->factor)));
        mpz_divexact(term, scale, mpq_denref(t->factor));
        mpz_mul(term, term, mpq_numref(t->factor));
        if (plain)
            mpz_abs(term, term);
        mpz_mul_2exp(term, term,
                     t->power[0] * scales->bits_of[0] +
                         t->power[1] * scales->bits_of[1]);
        mpz_add(out, out, term);
    }
    if (scales->fixed)
        mpz_fdiv_r_2exp(out, out, 64 * scales->fixed);
    mpz_clear(term);
    cq_assert(mpz_sgn(out) >= 0);
}

/* The common denominators of what each step chooses between; all are 1 at first. */
static void find_denominators(const cq_plan *plan, const cq_option_weights *weights,
                              mpz_t *out)
{
    for (size_t o = 0; o < weights->count; o++)
        for (size_t t = 0; t < weights->at[o].terms.count; t++)
            if (plan->step_of[o] != CQ_NO_STEP)
                mpz_lcm(out[plan->step_of[o]], out[plan->step_of[o]],
                        mpq_denref(weights->at[o].terms.at[t].factor));
}

static cq_status append(cq_context *ctx, cq_scales *scales, const mpz_t number)
{
    size_t limbs = (mpz_sizeinbase(number, 2) + 63) / 64;

    cq_try(cq_vec_reserve(ctx, &scales->limbs, limbs));
    memset(scales->limbs.at + scales->limbs.count, 0, limbs * sizeof(uint64_t));
    mpz_export(scales->limbs.at + scales->limbs.count, NULL, -1, sizeof(uint64_t), 0, 0,
               number);
    scales->limbs.count += limbs;
    return CQ_OK;
}

/* The factor of an option, or of the moves of a step without one. */
static cq_status add_factor(cq_context *ctx, const mpz_t number, size_t at, size_t step,
                            cq_scales *scales)
{
    size_t length = mpz_sizeinbase(number, 2);

    cq_assert(at == 0 || scales->starts[at - 1] <= scales->limbs.count);
    scales->starts[at] = scales->limbs.count;
    if (step != CQ_NO_STEP && length > scales->bits[step])
        scales->bits[step] = (unsigned)length;
    return append(ctx, scales, number);
}

/* An option that no step decides has a factor that nobody looks at. */
static cq_status set_factors(cq_context *ctx, const cq_option_weights *weights,
                             bool plain, mpz_t *denominators, cq_scales *scales)
{
    const cq_plan *plan = scales->plan;
    size_t options = cq_cover_options(plan->cover);
    cq_status status = CQ_OK;
    mpz_t number;

    mpz_init(number);
    for (size_t o = 0; o < options && status == CQ_OK; o++) {
        uint32_t step = plan->step_of[o];

        if (step != CQ_NO_STEP)
            convert(scales, plain, &weights->at[o], denominators[step], number);
        status = add_factor(ctx, number, o, step, scales);
    }
    for (size_t s = 0; s < plan->steps.count && status == CQ_OK; s++) {
        mpz_mul(scales->divisor, scales->divisor, denominators[s]);
        status = add_factor(ctx, denominators[s], options + s, s, scales);
    }
    scales->starts[options + plan->steps.count] = scales->limbs.count;
    mpz_clear(number);
    return status;
}

/* Into scales that know how weights become numbers; frees them if it fails. */
static cq_status make_sums(cq_context *ctx, const cq_option_weights *weights,
                           bool plain, cq_scales *out)
{
    const cq_plan *plan = out->plan;
    size_t steps = plan->steps.count, options = cq_cover_options(plan->cover);
    mpz_t *denominators = cq_alloc(ctx, steps + 1, sizeof *denominators);
    cq_status status = CQ_MEMORY;

    out->starts = cq_zalloc(ctx, options + steps + 1, sizeof *out->starts);
    out->bits = cq_zalloc(ctx, steps + 1, sizeof *out->bits);
    if (out->starts && out->bits && denominators) {
        for (size_t i = 0; i < steps; i++)
            mpz_init_set_ui(denominators[i], 1);
        find_denominators(plan, weights, denominators);
        status = set_factors(ctx, weights, plain, denominators, out);
        for (size_t i = 0; i < steps; i++)
            mpz_clear(denominators[i]);
    }
    cq_free(denominators);
    if (status != CQ_OK)
        cq_scales_free(out);
    return status;
}

cq_status cq_scales_bound(cq_context *ctx, const cq_plan *plan,
                          const cq_option_weights *weights, cq_scales *out)
{
    open_scales(plan, out);
    return make_sums(ctx, weights, true, out);
}

/* The highest power of a variable that a way can have. */
static size_t degree(const cq_plan *plan, const cq_option_weights *weights,
                     size_t variable)
{
    size_t sum = 0;

    for (size_t s = 0; s < plan->steps.count; s++) {
        uint32_t most = 0;

        for (uint32_t m = plan->steps.at[s].moves; m < plan->steps.at[s].move_end;
             m++) {
            uint32_t option = plan->moves.at[m].option;

            for (size_t t = 0;
                 option != CQ_NO_OPTION && t < weights->at[option].terms.count; t++) {
                uint32_t power = weights->at[option].terms.at[t].power[variable];

                most = power > most ? power : most;
            }
        }
        sum += most;
    }
    return sum;
}

cq_status cq_scales_sums(cq_context *ctx, const cq_plan *plan,
                         const cq_option_weights *weights, const mpz_t bound,
                         cq_scales *out)
{
    size_t digit = mpz_sizeinbase(bound, 2) + 2, total = digit;

    open_scales(plan, out);
    if (weights->variables) {
        out->bits_of[0] = digit;
        out->bits_of[1] = digit * (degree(plan, weights, 0) + 1);
        total = out->bits_of[1] * (degree(plan, weights, 1) + 1);
    }
    if (weights->negative)
        out->fixed = total / 64 + 1;
    return make_sums(ctx, weights, false, out);
}

size_t cq_scales_limbs(const cq_scales *scales)
{
    const cq_plan *plan = scales->plan;
    size_t bits = 64;

    if (scales->best || scales->fixed)
        return scales->best ? 1 : scales->fixed;
    for (size_t s = 0; s < plan->steps.count; s++) {
        const cq_step *step = &plan->steps.at[s];

        bits += scales->bits[s] + step->merges +
                cq_bit_length(step->move_end - step->moves);
    }
    return bits / 64 + 1;
}

/* ---- back to weights ---- */

/* The lowest digit of *number, with its sign, to `digit`; the rest stays. */
static void take_digit(mpz_t number, size_t bits, mpz_t digit)
{
    mpz_fdiv_r_2exp(digit, number, bits);
    if (mpz_tstbit(digit, bits - 1)) {
        mpz_t whole;

        mpz_init_set_ui(whole, 1);
        mpz_mul_2exp(whole, whole, bits);
        mpz_sub(digit, digit, whole);
        mpz_clear(whole);
    }
    cq_assert(mpz_sizeinbase(digit, 2) <= bits);
    mpz_sub(number, number, digit);
    mpz_fdiv_q_2exp(number, number, bits);
}

static cq_status add_digit(cq_context *ctx, const cq_scales *scales, const mpz_t digit,
                           size_t at, cq_weight *out)
{
    size_t wide = scales->bits_of[0] ? scales->bits_of[1] / scales->bits_of[0] : 1;
    uint32_t power[CQ_VARIABLES] = {(uint32_t)(at % wide), (uint32_t)(at / wide)};
    cq_status status;
    mpq_t factor;

    mpq_init(factor);
    mpz_set(mpq_numref(factor), digit);
    mpz_set(mpq_denref(factor), scales->divisor);
    mpq_canonicalize(factor);
    status = cq_weight_add_term(ctx, out, factor, power);
    mpq_clear(factor);
    return status;
}

cq_status cq_scales_read(cq_context *ctx, const cq_scales *scales, const mpz_t number,
                         cq_weight *out)
{
    cq_status status = CQ_OK;
    mpz_t rest, digit;

    mpz_init_set(rest, number);
    mpz_init(digit);
    if (scales->fixed)
        take_digit(rest, 64 * scales->fixed, digit);
    else
        mpz_set(digit, rest);
    if (scales->bits_of[0] == 0) {
        status = add_digit(ctx, scales, digit, 0, out);
    } else {
        mpz_swap(rest, digit);
        for (size_t at = 0; mpz_sgn(rest) && status == CQ_OK; at++) {
            take_digit(rest, scales->bits_of[0], digit);
            status = add_digit(ctx, scales, digit, at, out);
        }
    }
    mpz_clears(rest, digit, NULL);
    return status;
}
