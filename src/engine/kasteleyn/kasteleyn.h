/* kasteleyn.h - what the engine offers besides its row in the table of engines. */
#ifndef CQ_ENGINE_KASTELEYN_H
#define CQ_ENGINE_KASTELEYN_H

#include "engine/engine.h"

/* How likely each domino is in a uniformly random tiling. `right` of a cell is for the
 * domino on it and the cell to its right, `down` for that on it and the cell below
 * (across the seam on a cylinder); 0 if there is no such domino. The arrays are rows
 * * cols. */
typedef struct cq_domino_odds {
    size_t size;
    double *right, *down;
    /* How many tilings have the domino: only if exact. */
    bool exact;
    mpz_t *right_tilings, *down_tilings;
    mpz_t tilings;
    /* Not exact: how far the dominoes of some cell are from summing to 1, at most. */
    double error;
} cq_domino_odds;

/* For a board in the plane, or round a cylinder with an even number of columns;
 * CQ_REFUSED otherwise, and if the board has no tiling. Exact for boards of up to some
 * thousand cells (and if floating point should fail), else in floating point.
 * CQ_STOPPED when the context was cancelled. */
cq_status cq_kasteleyn_probabilities(cq_context *ctx, const cq_board *board,
                                     unsigned threads, cq_domino_odds *out);
void cq_domino_odds_free(cq_domino_odds *odds);

#endif
