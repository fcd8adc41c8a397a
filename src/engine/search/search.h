/* search.h - the parts of the search engine.
 *
 * The problem is first held in sparse sets (sparse.h), where what is dead or forced at
 * the root goes. What is left is searched there, or, if there are few enough options,
 * in slots (slots.h) or in bit sets (dense.h).
 */
#ifndef CQ_ENGINE_SEARCH_H
#define CQ_ENGINE_SEARCH_H

#include "engine/engine.h"
#include "problem/placement.h"

enum { CQ_SEARCH_POLL = 2048 }; /* nodes between two looks at the clock */

/* Where solutions go, and what is counted. */
typedef struct cq_outlet {
    cq_run *run;
    const cq_placements *placements; /* not NULL: option i is placement i of a tiling */
    uint32_t *chosen; /* options, in the order in which they were chosen */
    size_t count;
    double share; /* of the search that is done */
    uint64_t nodes, updates;
    uint64_t polled; /* nodes at the last look at the clock */
    cq_solution solution;
} cq_outlet;

/* Hands over the chosen options as a solution. */
cq_status cq_outlet_deliver(cq_outlet *out, bool *enough);

static inline bool cq_outlet_counts(const cq_outlet *out)
{
    return out->run->goal == CQ_GOAL_COUNT;
}

#endif
