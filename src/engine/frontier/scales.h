/* scales.h - what the states of a weighted sweep hold instead of numbers of covers.
 *
 * Sums: a state carries the sum of the products of the weights on the ways to it. All
 * weights are whole numbers here: those that a step can choose between are multiplied
 * by their common denominator, and so is the move that chooses none of them, so that
 * every way picks up the same factor. A variable is a power of 2 so large that the
 * coefficients of the sum do not overlap (Kronecker substitution). With negative
 * weights numbers are of a fixed length and wrap round: the last one is small enough to
 * be read off with its sign.
 *
 * Best: a state holds how good the best way to it is: CQ_BEST_START minus its cost. So
 * more is better, and 0 means that there is no way.
 */
#ifndef CQ_ENGINE_FRONTIER_SCALES_H
#define CQ_ENGINE_FRONTIER_SCALES_H

#include "engine/frontier/plan.h"
#include "engine/option_weights.h"

#include <gmp.h>

#define CQ_BEST_START (UINT64_C(1) << 62)

typedef struct cq_scales {
    bool best;
    const cq_plan *plan;
    /* Best: what each option costs, in units. */
    int64_t *costs;
    mpz_t units; /* in a weight of 1 */
    /* Sums: the factors of options, then those of steps for moves without option. */
    CQ_VEC(uint64_t) limbs;
    size_t *starts;
    unsigned *bits; /* of the longest factor of each step */
    size_t fixed;   /* limbs of all numbers; 0: as many as they need */
    mpz_t divisor;  /* the sum is as many times too large */
    /* Kronecker substitution: a variable is 2 to this many bits; 0: no variables. */
    size_t bits_of[CQ_VARIABLES];
} cq_scales;

void cq_scales_free(cq_scales *scales);

/* Costs, or with `dear` the same with the other sign. CQ_REFUSED if they have variables
 * or are too long. */
cq_status cq_scales_best(cq_context *ctx, const cq_plan *plan, bool dear,
                         cq_scales *out);
/* Sums of numbers; of all factors what they are without their signs, with 1 for every
 * variable, which bounds the coefficients. */
cq_status cq_scales_bound(cq_context *ctx, const cq_plan *plan,
                          const cq_option_weights *weights, cq_scales *out);
/* Sums whose coefficients are no larger than `bound` in size. */
cq_status cq_scales_sums(cq_context *ctx, const cq_plan *plan,
                         const cq_option_weights *weights, const mpz_t bound,
                         cq_scales *out);
/* The sum that the last state's number stands for. */
cq_status cq_scales_read(cq_context *ctx, const cq_scales *scales, const mpz_t number,
                         cq_weight *out);
/* Limbs that no number will pass, to make blocks large enough. */
size_t cq_scales_limbs(const cq_scales *scales);

/* The factor of a move of a step; the lowest limb first. */
static inline const uint64_t *cq_scales_factor(const cq_scales *scales, uint32_t option,
                                               size_t step, size_t *limbs)
{
    size_t options = cq_cover_options(scales->plan->cover);
    size_t at = option == CQ_NO_OPTION ? options + step : option;

    *limbs = scales->starts[at + 1] - scales->starts[at];
    return scales->limbs.at + scales->starts[at];
}

static inline int64_t cq_scales_cost(const cq_scales *scales, uint32_t option)
{
    return option == CQ_NO_OPTION ? 0 : scales->costs[option];
}

#endif
