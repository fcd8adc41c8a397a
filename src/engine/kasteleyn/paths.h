/* paths.h - the matrix of lattice paths from the sources of a grid to its sinks. */
#ifndef CQ_ENGINE_KASTELEYN_PATHS_H
#define CQ_ENGINE_KASTELEYN_PATHS_H

#include "engine/kasteleyn/grid.h"
#include "engine/team.h"

/* Entry (j, i) is the signed number of paths from source j to sink i, in limbs between
 * -2^23 and 2^23 of weight 2^(24 l). A path goes forward only, so that there is none to
 * a sink on a line before its source: row j begins with the sink first[j]. */
typedef struct cq_paths {
    uint32_t size;    /* sources, and sinks */
    uint32_t *first;  /* size */
    uint32_t *active; /* of a sink: how many sources have an entry for it */
    size_t *start;    /* size: where row j begins in limbs[] */
    uint32_t *lines;  /* of a sink */
    uint32_t *from;   /* of a source: its line */
    double *limbs;
} cq_paths;

enum { CQ_LIMB_BITS = 24 };

/* The limbs of an entry whose sink is `lines` lines ahead of its source. A
 * number of paths is at most (1 + sqrt 2)^(lines + 1), of 1.2716 bits a line. */
static inline size_t cq_paths_limbs(uint32_t lines)
{
    return (size_t)((1.2716 * ((double)lines + 1) + 2) / CQ_LIMB_BITS) + 1;
}

cq_status cq_paths_make(cq_team *team, const cq_grid *grid, cq_paths *out);
void cq_paths_free(cq_paths *paths);

#endif
