/* first_packing.h - packings that need not be the best: to begin with, and better. */
#ifndef CQ_SOLVE_FIRST_PACKING_H
#define CQ_SOLVE_FIRST_PACKING_H

#include "answer/answer.h"

/* Pieces that lie apart, laid greedily; not always all that fit. Any square may stay
 * free in it. Ends early when no more than `bound` squares do. */
cq_status cq_packing_begin(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                           uint64_t bound, cq_solution *out);
/* Clears a window and packs it anew, `windows` times or until no more than `bound`
 * squares are free (repack.c). */
cq_status cq_packing_improve(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                             uint64_t bound, uint64_t windows, cq_solution *solution);

#endif
