/* branch.h - branch and bound over a cover: its options, their prices, the best so far.
 *
 * Costs are whole numbers. Each item has a price, and the rest of an option is its cost
 * minus the prices of its items. If every item is in as many chosen options as it must
 * be, these options cost at least
 *
 *     base = what is spent + the prices of all that is still needed
 *
 * plus the rest of each option that is still to be chosen. A level of the search stores
 * only `base` and these rests. dual.c finds the prices.
 */
#ifndef CQ_ENGINE_BRANCH_H
#define CQ_ENGINE_BRANCH_H

#include "engine/keep_best.h"

/* An option that may still be chosen. */
typedef struct cq_lead {
    int64_t rest; /* what it costs beyond the prices of its items */
    uint32_t option;
} cq_lead;

typedef struct cq_branch_level {
    CQ_VEC(cq_lead) leads; /* ascending by option */
    CQ_VEC(cq_lead) ways;  /* the leads to branch over, the cheapest first */
    int64_t base;
    int64_t bound;    /* no cover of this level costs less */
    uint64_t entries; /* of its leads */
} cq_branch_level;

typedef struct cq_branch {
    cq_run *run;
    const cq_cover *cover;
    /* What each option costs, times 2^shift so that prices can be finer; all costs are
     * multiples of `step`. */
    int64_t *costs, step;
    unsigned shift;
    /* Of an item: how often it must still be covered, and how often it may; of a
     * secondary one the colour that it has, 0 for none, and in how many options. */
    uint32_t *least, *most, *colour, *uses;
    /* While a level is looked at: how many leads each primary item has, and lists of
     * them; open items, those with the fewest leads first. */
    uint32_t *counts, *starts, *lists, *open;
    size_t open_count;
    double *prices, *best, *wanting; /* of items, while prices are found */
    CQ_VEC(cq_branch_level) levels;
    cq_u32s chosen;
    int64_t spent;
    cq_keeper keeper;      /* of the best covers; costs there are without the shift */
    int64_t cutoff;        /* what costs as much or more is of no interest */
    int64_t root;          /* no cover costs less */
    uint64_t nodes, looks; /* levels looked at, entries of options looked at */
    uint64_t polled;       /* looks at the last poll */
} cq_branch;

#define CQ_NO_CUTOFF INT64_MAX

/* ---- prices (dual.c) ---- */

/* Counts the leads of each item, and finds prices. False if the level has no cover, or
 * none below the cutoff; leads that lead to none are dropped. */
bool cq_branch_bound(cq_branch *b, cq_branch_level *level);

/* ---- the search (tree_walk.c) ---- */

/* Whether the run is stopped, which is asked now and then. */
bool cq_branch_stops(cq_branch *b);
cq_status cq_branch_walk(cq_branch *b);

#endif
