/* orbits.h - the orbits of the vertices of a tour under a symmetry of its board. */
#ifndef CQ_PROBLEM_ORBITS_H
#define CQ_PROBLEM_ORBITS_H

#include "problem/problem.h"

enum { CQ_ORBIT_MOST = 4 }; /* vertices */

typedef struct cq_orbits {
    unsigned order;  /* of the symmetry: 2 or 4 */
    uint32_t *image; /* by vertex */
    uint32_t *of;    /* by vertex: the number of its orbit */
    cq_u32s first;   /* by orbit: a vertex of it */
    cq_u32s size;    /* by orbit */
    cq_u32s turning; /* orbits of one vertex, or of two that an edge joins */
    uint32_t fixed;  /* orbits smaller than the order */
} cq_orbits;

/* Of a board's problem with lists, which the symmetry takes to itself. */
cq_status cq_orbits_new(cq_context *ctx, const cq_problem *problem, unsigned symmetry,
                        cq_orbits *out);
void cq_orbits_free(cq_orbits *orbits);

/* The vertex after applying the symmetry `times` times. */
static inline uint32_t cq_orbits_power(const cq_orbits *orbits, uint32_t v,
                                       unsigned times)
{
    while (times-- > 0)
        v = orbits->image[v];
    return v;
}

/* Vertex `power` of an orbit, counted from its first. */
static inline uint32_t cq_orbits_vertex(const cq_orbits *orbits, uint32_t orbit,
                                        unsigned power)
{
    return cq_orbits_power(orbits, orbits->first.at[orbit], power);
}

/* Whether the symmetry takes every edge to an edge, and every edge that must be used to
 * another of these. */
bool cq_orbits_keep_edges(const cq_orbits *orbits, const cq_graph *graph);
/* Edges between different orbits, as pairs of orbits, each at least once. */
cq_status cq_orbits_join(cq_context *ctx, const cq_orbits *orbits,
                         const cq_graph *graph, cq_u32s *ends);

#endif
