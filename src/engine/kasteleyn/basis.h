/* basis.h - many numbers from residues for the same primes. */
#ifndef CQ_ENGINE_KASTELEYN_BASIS_H
#define CQ_ENGINE_KASTELEYN_BASIS_H

#include "base/memory.h"

#include <gmp.h>

/* For primes p[i] with the product P: P / p[i], and 1 / (P / p[i]) modulo p[i]. */
typedef struct cq_basis {
    size_t count;
    const uint32_t *primes;
    uint32_t *inverses;
    mpz_t *parts;
    mpz_t product;
} cq_basis;

cq_status cq_basis_make(cq_context *ctx, const uint32_t *primes, size_t count,
                        cq_basis *out);
void cq_basis_free(cq_basis *basis);

/* The number from 0 to P - 1 with the residues r[i], each between -p[i] and p[i]. */
void cq_basis_join(const cq_basis *basis, const double *residues, mpz_t out);

#endif
