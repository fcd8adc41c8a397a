/* rows.h - rows of vectors of residues: the linear algebra of samples and
 * probabilities. */
#ifndef CQ_ENGINE_KASTELEYN_ROWS_H
#define CQ_ENGINE_KASTELEYN_ROWS_H

#include "engine/kasteleyn/kernel.h"

/* Inverts a size x size matrix in place, row by row in memory; order is room for size
 * numbers. False if no pivot is good for all primes. */
bool cq_rows_invert(const cq_kernel *f, cq_lanes *matrix, size_t size, uint32_t *order,
                    const cq_moduli *m);

#endif
