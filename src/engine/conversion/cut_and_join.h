/* cut_and_join.h - a path through all vertices, made into a cycle if that can be.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), steps 2 to 4.
 */
#ifndef CQ_ENGINE_CONVERSION_CUT_AND_JOIN_H
#define CQ_ENGINE_CONVERSION_CUT_AND_JOIN_H

#include "engine/engine.h"

typedef struct cq_convert {
    const cq_graph *graph;
    uint32_t *place;        /* by vertex: where it is on the path */
    uint32_t *link;         /* two neighbours on its cycle, by vertex */
    uint32_t *cycle;        /* by vertex: the number of the cycle it was cut into */
    uint32_t *joined;       /* by cycle: union-find */
    uint32_t cycles, joins; /* of the last path */
} cq_convert;

cq_status cq_convert_init(cq_context *ctx, const cq_graph *graph, cq_convert *out);
void cq_convert_free(cq_convert *convert);
/* Cuts the path into cycles; false where a single vertex is left. */
bool cq_convert_cut(cq_convert *convert, const uint32_t *path);
/* Joins the cycles along parallel edges; true if they are one. */
bool cq_convert_join(cq_convert *convert);
/* The cycle, from vertex 0 on; room for all vertices, of which there are three or more.
 */
void cq_convert_write(const cq_convert *convert, uint32_t *tour);

#endif
