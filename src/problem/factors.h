/* factors.h - the weights of the options of a cover.
 *
 * An option may have several: what it costs is their sum, what it counts for is their
 * product. Without any it costs 0 and counts for 1. `heads` has a list for each option
 * up to the last that has weights; links are numbered from 1, and 0 is the end.
 */
#ifndef CQ_PROBLEM_FACTORS_H
#define CQ_PROBLEM_FACTORS_H

#include "problem/weight.h"

typedef struct cq_factor {
    uint32_t value; /* in values */
    uint32_t next;
} cq_factor;

typedef struct cq_factors {
    CQ_VEC(cq_weight) values;
    cq_variables letters;
    cq_u32s heads;
    CQ_VEC(cq_factor) links;
} cq_factors;

void cq_factors_free(cq_factors *factors);
/* Takes the weight over, and says its number. */
cq_status cq_factors_value(cq_context *ctx, cq_factors *factors, cq_weight *value,
                           uint32_t *out);
/* One more weight of an option. */
cq_status cq_factors_add(cq_context *ctx, cq_factors *factors, size_t option,
                         uint32_t value);
/* Options from this one on have no weights any more. */
void cq_factors_cut(cq_factors *factors, size_t option);
uint64_t cq_factors_hash(const cq_factors *factors, uint64_t hash);
bool cq_factors_check(const cq_factors *factors, size_t options);

static inline bool cq_factors_any(const cq_factors *factors)
{
    return factors->links.count > 0;
}

/* The first link of an option; 0: it has none. */
static inline uint32_t cq_factors_head(const cq_factors *factors, size_t option)
{
    return option < factors->heads.count ? factors->heads.at[option] : 0;
}

/* A link by its number, and the one after it; NULL after the last:
 *
 *     const cq_factor *f;
 *     for (f = cq_factors_first(...); f; f = cq_factors_link(..., f->next))
 */
static inline const cq_factor *cq_factors_link(const cq_factors *factors, uint32_t at)
{
    return at ? &factors->links.at[at - 1] : NULL;
}

static inline const cq_factor *cq_factors_first(const cq_factors *factors,
                                                size_t option)
{
    return cq_factors_link(factors, cq_factors_head(factors, option));
}

static inline const cq_weight *cq_factors_weight(const cq_factors *factors,
                                                 const cq_factor *link)
{
    return &factors->values.at[link->value];
}

/* What the option costs (the sum), or what it counts for (the product); `out` is
 * empty. */
cq_status cq_factors_sum(cq_context *ctx, const cq_factors *factors, size_t option,
                         cq_weight *out);
cq_status cq_factors_product(cq_context *ctx, const cq_factors *factors, size_t option,
                             cq_weight *out);

#endif
