/* order.h - the numbering of a cover's items: which is decided first, which last. */
#ifndef CQ_ENGINE_FRONTIER_ORDER_H
#define CQ_ENGINE_FRONTIER_ORDER_H

#include "engine/engine.h"

/* The units in which a sweep and the search for its order count their work. */
enum {
    CQ_SWEEP_MOVES,
    CQ_SWEEP_TESTS,
    CQ_SWEEP_DRAFTS,
    CQ_SWEEP_TRIALS,
    CQ_SWEEP_DOUBTS
};

/* Items in the order in which they are decided. */
typedef struct cq_order {
    uint32_t *items; /* a permutation of the cover's items: items[k] is decided k-th */
    size_t count;
    double log2_states; /* predicted peak number of states */
    double log2_work;   /* predicted transitions */
    char method[32];    /* "rows", "columns", "greedy", "annealing" ... */
} cq_order;

/* Finds a good order, in a time that grows with the predicted cost. `placements` are
 * those that the options of a tiling stand for, or NULL. */
cq_status cq_order_find(cq_run *run, const cq_cover *cover,
                        const cq_placements *placements, cq_order *out);
void cq_order_free(cq_order *order);

#endif
