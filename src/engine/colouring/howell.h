/* howell.h - linear equations over the integers modulo M, and what solves them. */
#ifndef CQ_ENGINE_COLOURING_HOWELL_H
#define CQ_ENGINE_COLOURING_HOWELL_H

#include "base/memory.h"

/* Equations sum of row[k] * unknown[k] = 0 modulo `modulus`, in Howell form. */
typedef struct cq_equations {
    cq_context *ctx;
    uint64_t modulus; /* below 2^31 */
    size_t unknowns;
    uint32_t *rows; /* row j begins in column j; all 0: there is none */
    uint32_t *room; /* of two rows: what is being added */
    uint64_t steps; /* multiplications so far */
} cq_equations;

cq_status cq_equations_new(cq_context *ctx, uint64_t modulus, size_t unknowns,
                           cq_equations *out);
void cq_equations_free(cq_equations *equations);
cq_status cq_equations_copy(const cq_equations *equations, cq_equations *out);
/* Adds an equation; `row` is below the modulus and is used up. */
cq_status cq_equations_add(cq_equations *equations, uint32_t *row);
/* How many unknowns follow from others, whatever those are. */
size_t cq_equations_bound(const cq_equations *equations);

static inline const uint32_t *cq_equations_row(const cq_equations *equations, size_t at)
{
    return equations->rows + at * equations->unknowns;
}

/* Solutions that all others are sums of, `*count` of them, one after the other; free
 * with cq_free. */
cq_status cq_equations_solve(const cq_equations *equations, uint32_t **out,
                             size_t *count);

bool cq_equations_check(const cq_equations *equations);

#endif
