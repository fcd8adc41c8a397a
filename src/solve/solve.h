/* solve.h - choosing an engine and running it. */
#ifndef CQ_SOLVE_SOLVE_H
#define CQ_SOLVE_SOLVE_H

#include "engine/engine.h"
#include "engine/frontier/order.h"

enum { CQ_ENGINES_MOST = 32 };

/* NULL past the last, or for an unknown name. */
const cq_engine *cq_engine_at(size_t index);
const cq_engine *cq_engine_find(const char *name);

/* The engine of that name alone, or where it is NULL all that fit, the cheapest first,
 * of those that can do what is needed (CQ_CAN_... bits); CQ_REFUSED with the reason
 * where there is none. */
typedef struct cq_choice {
    const cq_engine *engines[CQ_ENGINES_MOST];
    double costs[CQ_ENGINES_MOST]; /* expected, in seconds */
    size_t count;
    char why[160]; /* the first one was chosen */
} cq_choice;

cq_status cq_engine_choose(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const char *name, unsigned needs, cq_choice *out);

/* A count of covers, where a search goes first in the choice: it is tried for a moment,
 * which may be all; a sweep goes first instead where it is foreseen to be faster. */
typedef cq_status cq_run_one(cq_run *run, const cq_engine *engine);
cq_status cq_race_cover(cq_run *run, cq_choice *choice, cq_run_one *run_one);
/* Adds what a sweep would take to an estimate, where one would be asked to count. */
cq_status cq_race_estimate(cq_run *run);

/* The order in which a sweep would decide the items of a tiling or a cover, and what is
 * predicted for it: options' order, or the best that can be found with their seed and
 * in their time. */
cq_status cq_solve_order(cq_context *ctx, const cq_problem *problem,
                         const cq_options *options, cq_order *out);

/* Notes what the slides that the project goes back to show of a tiling: universe,
 * subsets, q-sets, and partial tilings by their first hole. */
cq_status cq_solve_slides(cq_context *ctx, const cq_problem *problem);

#endif
