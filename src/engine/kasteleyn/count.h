/* count.h - the parts of counting: a bound, a determinant for each prime, the
 * number. */
#ifndef CQ_ENGINE_KASTELEYN_COUNT_H
#define CQ_ENGINE_KASTELEYN_COUNT_H

#include "engine/kasteleyn/grid.h"
#include "engine/team.h"

/* At least the logarithm to base 2 of the number of tilings (bound.c). */
cq_status cq_bound_bits(cq_context *ctx, const cq_grid *grid, double *out);

/* The number below the product of the primes that has these residues
 * (chinese_remainder.c). */
cq_status cq_residues_join(cq_context *ctx, const uint32_t *primes,
                           const int32_t *residues, size_t count, mpz_t out,
                           mpz_t product);

typedef struct cq_count_work {
    uint64_t parts, ends, primes, bits; /* ends: the largest matrix */
} cq_count_work;

/* The tilings of a grid (count.c). */
cq_status cq_grid_count(cq_team *team, const cq_grid *grid, cq_count_work *work,
                        mpz_t out);
/* The tilings of a board that cq_grid_suits. */
cq_status cq_board_count_tilings(cq_team *team, const cq_board *board,
                                 cq_count_work *work, mpz_t out);

#endif
