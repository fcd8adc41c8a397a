/* determinant.h - the determinant of a matrix of paths modulo eight primes at once. */
#ifndef CQ_ENGINE_KASTELEYN_DETERMINANT_H
#define CQ_ENGINE_KASTELEYN_DETERMINANT_H

#include "engine/kasteleyn/lanes.h"
#include "engine/kasteleyn/paths.h"

/* Room for one determinant; each worker has its own. */
typedef struct cq_determinant {
    const cq_paths *paths;
    cq_moduli moduli;
    cq_lanes *matrix; /* size * size, row by row */
    cq_lanes **rows;  /* in the order of the pivots */
    cq_lanes *powers; /* of 2^24 */
    cq_lanes *column; /* a column of the panel, in one piece */
    cq_lanes value;   /* the result */
    bool split;       /* no pivot was good for all eight: take the primes one by one */
    bool stopped;
    cq_team *team;
    unsigned worker;
    void *block; /* of all this, but for the order of the rows */
} cq_determinant;

cq_status cq_determinant_new(cq_team *team, unsigned worker, const cq_paths *paths,
                             cq_determinant **out);
void cq_determinant_free(cq_determinant *d);

/* The residues for these primes, from -p/2 to p/2. The sign is the same for all primes.
 * Not set when the team was stopped. */
void cq_determinant_find(cq_determinant *d, const uint32_t primes[CQ_LANES],
                         int32_t residues[CQ_LANES]);

#endif
