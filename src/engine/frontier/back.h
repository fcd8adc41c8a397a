/* back.h - reads a cover of a given rank from the kept layers, and finds the rank of a
 * cover. */
#ifndef CQ_ENGINE_FRONTIER_BACK_H
#define CQ_ENGINE_FRONTIER_BACK_H

#include "engine/frontier/sweep.h"

/* A walk from the last layer to the first. */
typedef struct cq_back_walk {
    mpz_t rank; /* from 0, below the number of covers; used up on the way */
    uint64_t *state;
    cq_u32s options; /* of the cover of this rank */
} cq_back_walk;

cq_status cq_back_open(cq_sweep *sweep, size_t count, cq_back_walk **out);
void cq_back_close(cq_back_walk *walks, size_t count);
void cq_back_start(cq_sweep *sweep, cq_back_walk *one, const mpz_t rank);
/* All of them, step by step together; CQ_STOPPED if the run was stopped. Ranks other
 * than 0 say what leads to where the walks of rank 0 are, or the one whose rank it
 * finds: they need none of their own. */
cq_status cq_back_walks(cq_sweep *sweep, cq_back_walk *walks, size_t count);
/* Whether states of this bucket can become the state by a move with these masks, which
 * are as cq_pass_masks makes them. */
bool cq_back_can_hold(const cq_layer *layer, const uint64_t *masks,
                      const uint64_t *state, size_t bucket);
/* The rank of a cover that the sweep has counted; CQ_INPUT if it has not. */
cq_status cq_back_rank(cq_sweep *sweep, const uint32_t *options, size_t count,
                       mpz_t out);

#endif
