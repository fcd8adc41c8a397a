/* articulation.h - articulation points: the parts left without each vertex. */
#ifndef CQ_GRAPH_ARTICULATION_H
#define CQ_GRAPH_ARTICULATION_H

#include "engine/engine.h"

typedef struct cq_articulation {
    const cq_graph *graph;
    uint32_t *order, *low; /* depth-first numbers, from 1 */
    uint32_t *path;
    size_t *next;
    uint32_t *falls; /* parts that fall off without the vertex */
    uint64_t steps;  /* arcs looked at, in all */
} cq_articulation;

cq_status cq_articulation_init(cq_context *ctx, const cq_graph *graph,
                               cq_articulation *out);
void cq_articulation_free(cq_articulation *points);
/* The vertex whose removal, besides those marked in `taken`, leaves the most parts, and
 * how many; UINT32_MAX and 0 if all are taken. `closed_arcs`, which may be NULL, marks
 * arcs that are not there. */
uint32_t cq_articulation_find(cq_articulation *points, const char *taken,
                              const char *closed_arcs, size_t *parts);

#endif
