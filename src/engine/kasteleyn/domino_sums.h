/* domino_sums.h - the total weight of all domino tilings of a board. */
#ifndef CQ_ENGINE_KASTELEYN_DOMINO_SUMS_H
#define CQ_ENGINE_KASTELEYN_DOMINO_SUMS_H

#include "engine/engine.h"

/* The goal total of the engine, for boards in the plane. */
cq_cover_fn cq_kasteleyn_total;
/* About how long it takes. */
double cq_kasteleyn_total_seconds(const cq_problem *problem);

#endif
