/* cut_and_join.h - turns a path through all vertices into a cycle, if possible.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), steps 2 to 4, and what section 7 there wishes for.
 */
#ifndef CQ_ENGINE_CONVERSION_CUT_AND_JOIN_H
#define CQ_ENGINE_CONVERSION_CUT_AND_JOIN_H

#include "engine/engine.h"

/* The edges a b and c d went, a c and b d came. */
typedef struct cq_joined {
    uint32_t a, b, c, d;
} cq_joined;

/* A way to cut the path from some place on. */
typedef struct cq_cut_cost {
    uint32_t cycles;  /* UINT32_MAX: it cannot be cut */
    uint32_t last;    /* where the first of them ends */
    uint64_t squares; /* of their lengths, in sum */
} cq_cut_cost;

typedef struct cq_convert {
    const cq_graph *graph;
    cq_cut cut;
    cq_join join;
    uint32_t *place;        /* by vertex: where it is on the path */
    uint32_t *link;         /* two neighbours on its cycle, by vertex */
    uint32_t *cycle;        /* by vertex: the number of the cycle it was cut into */
    uint32_t *joined;       /* by cycle: union-find */
    uint32_t *first;        /* by cycle, and one more: where on the path it begins */
    uint32_t *order;        /* cycles in the order in which they are joined */
    cq_joined *made;        /* by join */
    cq_cut_cost *costs;     /* by place, and one more; NULL for CQ_CUT_FARTHEST */
    const uint32_t *path;   /* the last one that was cut; the caller's */
    uint32_t cycles, joins; /* of the last path */
} cq_convert;

cq_status cq_convert_init(cq_context *ctx, const cq_graph *graph, cq_cut cut,
                          cq_join join, cq_convert *out);
void cq_convert_free(cq_convert *convert);
/* Cuts the path into cycles; false if a single vertex is left. The path must stay
 * until it is joined. */
bool cq_convert_cut(cq_convert *convert, const uint32_t *path);
/* Joins the cycles along parallel edges; true if they are one. */
bool cq_convert_join(cq_convert *convert);
/* One join that was made before, after the same path was cut once more. */
void cq_convert_apply(cq_convert *convert, cq_joined join);
/* The number that the cycle of a vertex goes by: that of one of those it is made of. */
uint32_t cq_convert_cycle_of(cq_convert *convert, uint32_t vertex);
/* The cycle of a vertex, from there on; returns its length. */
uint32_t cq_convert_write(const cq_convert *convert, uint32_t from, uint32_t *tour);

#endif
