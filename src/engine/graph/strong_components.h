/* strong_components.h - the strongly connected components of a degree flow. */
#ifndef CQ_GRAPH_STRONG_COMPONENTS_H
#define CQ_GRAPH_STRONG_COMPONENTS_H

#include "engine/graph/degree_flow.h"

/* Strongly connected components of the residual net of a full supply, numbered in the
 * order in which nothing leads from a component to a later one: component 0 leads
 * nowhere. An arc between two components is as it is in every full supply. */
typedef struct cq_scc {
    uint32_t *taker, *giver; /* the component of each */
    uint32_t count;
    uint32_t *stack, *low, *order; /* of Tarjan's algorithm, over 2 n nodes */
    size_t *next;
    uint32_t *path;
} cq_scc;

cq_status cq_scc_init(cq_context *ctx, uint32_t vertices, cq_scc *out);
void cq_scc_free(cq_scc *components);
void cq_scc_find(cq_degree_flow *flow, cq_scc *components);

#endif
