/* kernel.h - the inner loops over residues, for each kind of processor. */
#ifndef CQ_ENGINE_KASTELEYN_KERNEL_H
#define CQ_ENGINE_KASTELEYN_KERNEL_H

#include "engine/kasteleyn/determinant.h"

typedef struct cq_kernel {
    /* The determinant, into d->value: see determinant.h. */
    void (*eliminate)(cq_determinant *d);
    /* to -= factor * from */
    void (*subtract)(cq_lanes *to, const cq_lanes *from, const cq_lanes *factor,
                     size_t count, const cq_moduli *m);
    /* to *= factor */
    void (*scale)(cq_lanes *to, const cq_lanes *factor, size_t count,
                  const cq_moduli *m);
    /* the sum of a[i] * b[i] */
    void (*dot)(const cq_lanes *a, const cq_lanes *b, size_t count, const cq_moduli *m,
                cq_lanes *out);
    /* a = 1 / a; 0 stays 0 */
    void (*invert)(cq_lanes *a, const cq_moduli *m);
} cq_kernel;

/* The fastest that the processor can run. */
const cq_kernel *cq_kernel_best(void);

/* Inverts a size x size matrix in place, row by row in memory; order is room for size
 * numbers. False if no pivot is good for all primes (rows.c). */
bool cq_rows_invert(const cq_kernel *f, cq_lanes *matrix, size_t size, uint32_t *order,
                    const cq_moduli *m);

#endif
