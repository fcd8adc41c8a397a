/* weighted_matrix.h - Kasteleyn's matrix of a grid whose dominoes have weights.
 *
 * Weights are polynomials. Each equation is multiplied by the common denominator of its
 * weights, so that all factors are whole. The determinant is found at a point, modulo a
 * prime below 2^31.
 */
#ifndef CQ_ENGINE_KASTELEYN_WEIGHTED_MATRIX_H
#define CQ_ENGINE_KASTELEYN_WEIGHTED_MATRIX_H

#include "engine/kasteleyn/grid.h"
#include "problem/weight.h"

/* A term of the weight of a domino. */
typedef struct cq_matrix_term {
    uint32_t row, col; /* the equation and the unknown */
    bool negative;     /* the sign in Kasteleyn's matrix */
    uint32_t power[CQ_VARIABLES];
    mpz_t factor;
    uint64_t residue; /* modulo the prime that is set */
} cq_matrix_term;

typedef struct cq_weighted_matrix {
    cq_context *ctx;
    uint32_t size;
    CQ_VEC(cq_matrix_term) terms; /* ascending by row */
    uint32_t *first, *last;       /* columns of each row */
    mpz_t divisor;                /* the denominators of all rows together */
    uint64_t prime;
    uint64_t *entries, **rows; /* room for an elimination */
    uint32_t *begin, *end;
} cq_weighted_matrix;

/* right[cell] and down[cell] are the weights of the dominoes that begin at the cell, or
 * NULL. The grid has as many equations as unknowns. */
cq_status cq_weighted_matrix_make(cq_context *ctx, const cq_grid *grid,
                                  const cq_weight *const *right,
                                  const cq_weight *const *down,
                                  cq_weighted_matrix *out);
void cq_weighted_matrix_free(cq_weighted_matrix *matrix);

void cq_weighted_matrix_set_prime(cq_weighted_matrix *matrix, uint64_t prime);
/* The determinant with these numbers for the variables; or, with NULL, with 1 for every
 * weight. */
uint64_t cq_weighted_matrix_at(cq_weighted_matrix *matrix,
                               const uint64_t point[CQ_VARIABLES]);
/* The highest power of a variable in the determinant, at most. */
size_t cq_weighted_matrix_degree(const cq_weighted_matrix *matrix, unsigned variable);
/* Bits that no coefficient of it exceeds, by Hadamard's bound. */
double cq_weighted_matrix_bits(const cq_weighted_matrix *matrix);

static inline uint64_t cq_residue_power(uint64_t base, uint64_t power, uint64_t prime)
{
    uint64_t result = 1;

    for (; power; power >>= 1, base = base * base % prime)
        if (power & 1)
            result = result * base % prime;
    return result;
}

#endif
