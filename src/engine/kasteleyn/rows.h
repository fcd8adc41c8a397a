/* rows.h - rows of vectors of residues: the linear algebra of samples and probabilities. */
#ifndef CQ_ENGINE_KASTELEYN_ROWS_H
#define CQ_ENGINE_KASTELEYN_ROWS_H

#include "engine/kasteleyn/lanes.h"

/* The same functions for each kind of processor. */
typedef struct cq_row_functions {
    /* to -= factor * from */
    void (*subtract)(cq_lanes *to, const cq_lanes *from, const cq_lanes *factor,
                     size_t count, const cq_moduli *m);
    /* to *= factor */
    void (*scale)(cq_lanes *to, const cq_lanes *factor, size_t count,
                  const cq_moduli *m);
    /* sum of a[i] * b[i] */
    void (*dot)(const cq_lanes *a, const cq_lanes *b, size_t count, const cq_moduli *m,
                cq_lanes *out);
    void (*invert)(cq_lanes *a, const cq_moduli *m);
} cq_row_functions;

const cq_row_functions *cq_row_functions_best(void);

/* Inverts a size x size matrix in place, row by row in memory; order is room for size
 * numbers. False where no pivot is good for all primes. */
bool cq_rows_invert(const cq_row_functions *f, cq_lanes *matrix, size_t size,
                    uint32_t *order, const cq_moduli *m);

#endif
