/* ask_ahead.h - asks other ranks in how many ways their states can be completed: see
 * ask_ahead.c. */
#ifndef CQ_ENGINE_FRONTIER_ASK_AHEAD_H
#define CQ_ENGINE_FRONTIER_ASK_AHEAD_H

#include "engine/frontier/sweep.h"

/* Completes `ahead`, which has the ways on from this rank's states of the layer behind
 * the step, by those of the states that moves from the layer before it lead to. All
 * ranks come to it, unless rank 0 has both layers. */
cq_status cq_ask_ahead(cq_sweep *sweep, size_t step, const cq_layer *layer,
                       bool ahead_shared, cq_states *ahead);

#endif
