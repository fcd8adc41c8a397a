/* demand.h - can every vertex have the edges that it wants?
 *
 * Each vertex v appears twice: as a taker and as a giver (the double cover of the
 * graph). Taker v wants want[v] edges; giver v has have[v] of them to give; each edge
 * carries at most one unit in each direction. A cycle through all vertices, or a set of
 * cycles, is a full supply with 2 everywhere, a perfect matching one with 1. Where the
 * supply falls short, the takers that can be reached from those in need, through edges
 * unused and then back through edges used, are a set T that wants more than all givers
 * have for it: sum over v of min(have[v], edges from v into T) < wants of T.
 * That is the theorem of max-flow and min-cut (Ford and Fulkerson 1956) for this net.
 *
 * Arcs are the positions in graph->targets: arc p of v leads from taker v to giver
 * targets[p]. The wants and the bars may change at any time between calls: the supply
 * is then repaired, which is cheap if little has changed.
 */
#ifndef CQ_ENGINE_DEMAND_H
#define CQ_ENGINE_DEMAND_H

#include "engine/engine.h"

typedef struct cq_demand {
    const cq_graph *graph;
    uint32_t *want, *have; /* by vertex; the owner sets them */
    char *barred;          /* by arc, of an edge both or none: may not be used */
    char *used;            /* by arc: carries a unit */
    size_t *mirror;        /* by arc: the same edge from its other end */
    uint32_t *took, *gave;
    uint64_t missing; /* units that takers still want, after cq_demand_supply */
    uint64_t steps;   /* arcs looked at, in all */
    /* Breadth-first search: the takers reached, and layers; UINT32_MAX: not reached. */
    uint32_t *queue;
    size_t reached;
    uint32_t *taker, *giver;
    /* Depth-first search: the next arc of each, and the arcs of the path. */
    size_t *from_taker, *from_giver, *path;
} cq_demand;

/* Nothing wanted, nothing barred. */
cq_status cq_demand_init(cq_context *ctx, const cq_graph *graph, cq_demand *out);
void cq_demand_free(cq_demand *demand);

/* Gives back what is too much or barred, and supplies as much as can be. */
void cq_demand_supply(cq_demand *demand);
/* Finds the takers that are reached from v, into queue[0 .. reached). If v is in need
 * after cq_demand_supply, they are a set as above. */
void cq_demand_reach(cq_demand *demand, uint32_t v);
/* The same from all takers in need at once. */
void cq_demand_reach_needy(cq_demand *demand);

/* ---- what a full supply tells (strong.c) ---- */

/* Strongly connected components of the residual net of a full supply, numbered in the
 * order in which nothing leads from a component to a later one: component 0 leads
 * nowhere. An arc between two components is as it is in every full supply. */
typedef struct cq_strong {
    uint32_t *taker, *giver; /* the component of each */
    uint32_t count;
    uint32_t *stack, *low, *order; /* of Tarjan's algorithm, over 2 n nodes */
    size_t *next;
    uint32_t *path;
} cq_strong;

cq_status cq_strong_init(cq_context *ctx, uint32_t vertices, cq_strong *out);
void cq_strong_free(cq_strong *strong);
void cq_strong_find(cq_demand *demand, cq_strong *strong);

#endif
