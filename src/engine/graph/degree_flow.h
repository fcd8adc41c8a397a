/* degree_flow.h - can every vertex have the edges that it wants?
 *
 * Each vertex v appears twice: as a taker and as a giver (the double cover of the
 * graph). Taker v wants want[v] edges; giver v has have[v] of them to give; each edge
 * carries at most one unit in each direction. A cycle through all vertices, or a set of
 * cycles, is a full supply with 2 everywhere, a perfect matching one with 1. If the
 * supply falls short, the takers that can be reached from those in need, through edges
 * unused and then back through edges used, are a set T that wants more than all givers
 * have for it: sum over v of min(have[v], edges from v into T) < wants of T. That is
 * the theorem of max-flow and min-cut (Ford and Fulkerson 1956) for this net.
 *
 * Arcs are the positions in graph->targets: arc p of v leads from taker v to giver
 * targets[p]. The wants and the bars may change at any time between calls: the supply
 * is then repaired, which is cheap if little has changed.
 */
#ifndef CQ_GRAPH_DEGREE_FLOW_H
#define CQ_GRAPH_DEGREE_FLOW_H

#include "engine/engine.h"

typedef struct cq_degree_flow {
    const cq_graph *graph;
    uint32_t *want, *have; /* by vertex; the owner sets them */
    char *barred;          /* by arc, of an edge both or none: may not be used */
    char *used;            /* by arc: carries a unit */
    size_t *mirror;        /* by arc: the same edge from its other end */
    uint32_t *took, *gave;
    uint64_t missing; /* units that takers still want, after cq_degree_flow_supply */
    uint64_t steps;   /* arcs looked at, in all */
    /* Breadth-first search: the takers reached, and layers; UINT32_MAX: not reached. */
    uint32_t *queue;
    size_t reached;
    uint32_t *taker, *giver;
    /* Depth-first search: the next arc of each, and the arcs of the path. */
    size_t *from_taker, *from_giver, *path;
} cq_degree_flow;

/* Nothing wanted, nothing barred. */
cq_status cq_degree_flow_init(cq_context *ctx, const cq_graph *graph,
                              cq_degree_flow *out);
void cq_degree_flow_free(cq_degree_flow *flow);

/* Gives back what is too much or barred, and supplies as much as can be. */
void cq_degree_flow_supply(cq_degree_flow *flow);
/* Finds the takers that are reached from v, into queue[0 .. reached). If v is in need
 * after cq_degree_flow_supply, they are a set as above. */
void cq_degree_flow_reach(cq_degree_flow *flow, uint32_t v);
/* The same from all takers in need at once. */
void cq_degree_flow_reach_needy(cq_degree_flow *flow);
/* What is used is counted at both ends, none of it barred or more than is wanted and
 * had. */
bool cq_degree_flow_check(const cq_degree_flow *flow);

#endif
