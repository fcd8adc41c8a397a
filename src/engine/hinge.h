/* hinge.h - how many parts are left without a vertex, for all vertices at once. */
#ifndef CQ_ENGINE_HINGE_H
#define CQ_ENGINE_HINGE_H

#include "engine/engine.h"

typedef struct cq_hinge {
    const cq_graph *graph;
    uint32_t *order, *low; /* depth-first numbers, from 1 */
    uint32_t *path;
    size_t *next;
    uint32_t *falls; /* parts that fall off without the vertex */
    uint64_t steps;  /* arcs looked at, in all */
} cq_hinge;

cq_status cq_hinge_init(cq_context *ctx, const cq_graph *graph, cq_hinge *out);
void cq_hinge_free(cq_hinge *hinge);
/* The vertex whose removal, besides those marked in `taken`, leaves the most parts, and
 * how many; UINT32_MAX where all are taken. `closed_arcs`, which may be NULL, marks
 * arcs that are not there. */
uint32_t cq_hinge_find(cq_hinge *hinge, const char *taken, const char *closed_arcs,
                       size_t *parts);

#endif
