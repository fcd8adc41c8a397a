/* linear.h - the unknowns of each line as linear forms, for sampling line by line. */
#ifndef CQ_ENGINE_KASTELEYN_LINEAR_H
#define CQ_ENGINE_KASTELEYN_LINEAR_H

#include "engine/kasteleyn/grid.h"
#include "engine/kasteleyn/kernel.h"

/* Residues are below 2^24, so that a float holds them. */
typedef float cq_narrow __attribute__((vector_size(CQ_LANES * sizeof(float))));

typedef struct cq_linear {
    cq_context *ctx;
    const cq_grid *grid;
    const cq_kernel *functions;
    size_t groups; /* of eight primes */
    uint32_t *primes;
    cq_moduli *moduli;
    /* Of line q, after the equations of the lines before q - 1 and their sinks: dims[q]
     * free variables; its unknowns as forms in them, half rows; and after these the
     * sums of its equations without the term one line ahead, again half rows. */
    uint32_t *dims, most; /* most: the largest */
    size_t *start, total; /* in store, of each group */
    cq_narrow *store;
    void *block; /* of moduli and store */
} cq_linear;

/* Forms modulo `groups` times eight primes, leaving out the first `skip`. *good is
 * false if these primes will not do; there is nothing to free then. */
cq_status cq_linear_make(cq_context *ctx, const cq_grid *grid, size_t groups,
                         size_t skip, cq_linear *out, bool *good);
void cq_linear_free(cq_linear *forms);

static inline const cq_narrow *cq_linear_unknowns(const cq_linear *forms, size_t group,
                                                  uint32_t line)
{
    return forms->store + group * forms->total + forms->start[line];
}

static inline const cq_narrow *cq_linear_sums(const cq_linear *forms, size_t group,
                                              uint32_t line)
{
    return cq_linear_unknowns(forms, group, line) +
           (size_t)forms->grid->half * forms->dims[line];
}

#endif
