/* backtrack.h - the parts of the backtrack engine, one for each kind of problem. */
#ifndef CQ_ENGINE_BACKTRACK_H
#define CQ_ENGINE_BACKTRACK_H

#include "engine/engine.h"
#include "problem/placement.h"

enum { CQ_BACKTRACK_POLL = 4096 }; /* steps between two looks at the clock */

/* A tiling on the plane: lays at the first empty cell. */
cq_status cq_backtrack_lays(cq_run *run);
/* Dominoes on the plane: one after the other on the dark squares. */
cq_status cq_backtrack_dark(cq_run *run);
/* A cover; with placements, its options are those placements and solutions are tilings.
 * */
cq_status cq_backtrack_cover(cq_run *run, const cq_cover *cover,
                             const cq_placements *placements);
/* A tour: moves from the last vertex. */
cq_status cq_backtrack_tour(cq_run *run);
/* The end of each of them: a counter of what was tried, and the verdict if that was
 * everything. */
cq_status cq_backtrack_conclude(cq_run *run, const char *counter, uint64_t tried);

#endif
