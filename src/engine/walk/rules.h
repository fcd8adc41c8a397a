/* rules.h - the random-walk algorithm from one start: a path that grows by rules.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), section 3.
 */
#ifndef CQ_ENGINE_WALK_RULES_H
#define CQ_ENGINE_WALK_RULES_H

#include "base/random.h"
#include "engine/engine.h"

typedef enum cq_outcome { CQ_GAVE_UP, CQ_FOUND_ONE, CQ_SEARCHED_ALL } cq_outcome;

typedef struct cq_move {
    uint32_t to;
    uint32_t end; /* the vertex that is to be the last, or UINT32_MAX */
} cq_move;

typedef struct cq_rules {
    const cq_graph *graph;
    bool closed;
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
    cq_random random;
    uint64_t steps;
} cq_rules;

cq_status cq_rules_init(cq_context *ctx, const cq_graph *graph, bool closed,
                        cq_rules *out);
void cq_rules_free(cq_rules *rules);
/* Walks from `start`, choices in an order by the seed, until a tour is found (in path),
 * all was searched, or so many steps were made. `stops`, asked now and then, may end it
 * earlier. The same start and seed make the same walk. */
cq_outcome cq_rules_walk(cq_rules *rules, uint32_t start, uint64_t seed, uint64_t steps,
                         bool (*stops)(void *user), void *user);

#endif
