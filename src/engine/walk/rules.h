/* rules.h - the random-walk algorithm from one start: a path that grows by rules.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), section 3.
 */
#ifndef CQ_ENGINE_WALK_RULES_H
#define CQ_ENGINE_WALK_RULES_H

#include "engine/graph/tie_break.h"

typedef enum cq_outcome { CQ_GAVE_UP, CQ_FOUND_ONE, CQ_SEARCHED_ALL } cq_outcome;

typedef struct cq_move {
    uint32_t to;
    uint32_t end; /* the vertex that is to be the last, or UINT32_MAX */
    uint64_t key; /* the smallest is tried first; of equal ones the last in place */
    size_t place;
} cq_move;

typedef struct cq_step_rules {
    const cq_problem *problem;
    const cq_graph *graph;
    const uint32_t *targets; /* the graph's lists, or a caller's in another order */
    cq_tie_break breaks;
    bool *visited;
    bool *home;         /* may be the last: neighbours of the start; if open, all */
    uint32_t *left;     /* by vertex: neighbours that were not visited */
    uint32_t home_left; /* that were not visited, of those that may be the last */
    uint32_t *path;
    uint32_t *ends; /* by length of the path: the last vertex as decided there */
    uint32_t length;
    cq_move *moves; /* still to be tried, for all lengths one after the other */
    size_t *first;  /* by length: where its moves begin; they end at `count` */
    size_t count;
    uint64_t steps;
} cq_step_rules;

/* `targets` may be NULL: the lists of the graph. */
cq_status cq_step_rules_init(cq_context *ctx, const cq_problem *problem,
                             const uint32_t *targets, cq_ties ties, uint64_t seed,
                             cq_step_rules *out);
void cq_step_rules_free(cq_step_rules *rules);
/* Walks from `start`, by the tie-break, until a tour with the required ends is found
 * (in path), everything was searched, or `steps` steps were made. `stops`, which is
 * polled, may end it earlier. The same start makes the same walk. */
cq_status cq_step_rules_walk(cq_context *ctx, cq_step_rules *rules, uint32_t start,
                             uint64_t steps, bool (*stops)(void *user), void *user,
                             cq_outcome *out);

#endif
