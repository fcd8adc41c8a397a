/* warnsdorff_rule.h - a walk by Warnsdorff's rule.
 *
 * H. C. von Warnsdorff, Des Roesselsprungs einfachste und allgemeinste Loesung (1823):
 * move to the free neighbour that has the fewest free neighbours itself. tie_break.h
 * has the rules for ties.
 */
#ifndef CQ_GRAPH_WARNSDORFF_RULE_H
#define CQ_GRAPH_WARNSDORFF_RULE_H

#include "engine/graph/tie_break.h"

typedef struct cq_warnsdorff {
    const cq_graph *graph;
    const uint32_t *targets; /* the graph's lists, or a caller's (problem/move_order.h)
                              * in another order */
    cq_tie_break breaks;
    uint32_t *path;
    uint32_t length;
    /* Within a walk, by vertex; if numbers alone decide, `left` keeps both. */
    bool *visited;
    uint32_t *left; /* neighbours that were not visited */
} cq_warnsdorff;

/* `board` may be NULL. */
cq_status cq_warnsdorff_init(cq_context *ctx, const cq_graph *graph,
                             const cq_board *board, cq_ties ties, uint64_t seed,
                             cq_warnsdorff *out);
void cq_warnsdorff_free(cq_warnsdorff *walk);
/* Walks from `start` until it is stuck; true if the path has all vertices. The same
 * start makes the same path, whatever was walked before. */
bool cq_warnsdorff_walk(cq_warnsdorff *walk, uint32_t start);

#endif
