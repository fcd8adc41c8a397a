/* multipath.h - the state of the exact search: edges that are in, out, or open.
 *
 * A cycle through all vertices of `graph` is sought. For an open tour the graph has one
 * vertex more, the roof, which is adjacent to all others: a path through all vertices
 * is a cycle through those and the roof. Given ends are edges that are in from the
 * beginning: to the roof, or between the two ends of a closed tour.
 *
 *     in[v]      edges at v that are in the cycle: 0, 1 or 2; link[2 v], link[2 v + 1]
 *     open[v]    edges at v that are not decided
 *     mate[v]    for an end of a path of edges that are in: its other end (v itself for
 *                a vertex alone); stale elsewhere
 *     flow       barred[p]: decided, want and have: 2 - in[v], when supplies are made
 *     out[p]     the edge of arc p is out
 *     trail      what was decided, in order; undone from its end
 *
 * Invariants, walked by cq_partial_check: barred[p] if out[p] or in the cycle, the same
 * for both arcs of an edge; open[v] counts the others; paths have mates at both ends.
 */
#ifndef CQ_ENGINE_MULTIPATH_H
#define CQ_ENGINE_MULTIPATH_H

#include "engine/graph/articulation.h"
#include "engine/graph/strong_components.h"

typedef struct cq_decision {
    size_t arc;
    uint32_t tail;              /* the vertex of the arc */
    uint32_t near_end, far_end; /* of the paths that were joined */
    bool is_in;
} cq_decision;

typedef struct cq_partial {
    cq_graph graph;
    bool has_roof;
    uint32_t from, to; /* the ends that are asked for, or CQ_NO_VERTEX */
    cq_u32s must;      /* pairs of the ends of edges that must be used; borrowed */
    uint32_t n;        /* vertices of `graph`, with the roof, which is the last */
    unsigned char *in;
    uint32_t *open;
    uint32_t *mate;
    uint32_t *link;
    char *out;
    cq_degree_flow flow;
    cq_scc components;
    cq_articulation points;
    char *nothing; /* for points: no vertex is taken */
    cq_decision *trail;
    size_t decided;  /* on the trail */
    size_t looked;   /* how many were, at the last look at the whole graph */
    uint32_t edges;  /* in the cycle */
    bool failed;     /* until something is undone */
    uint32_t *queue; /* vertices whose edges have changed, in a ring of n */
    size_t head, queued;
    char *waits;     /* by vertex: it is in the queue */
    uint32_t *taste; /* by vertex: the smaller first, among equals; as numbered */
    uint64_t by_degree, by_parts, by_flow; /* how often each ended a branch */
} cq_partial;

cq_status cq_partial_init(cq_context *ctx, const cq_problem *problem, cq_partial *out);
void cq_partial_free(cq_partial *partial);

/* Decides an edge, by an arc of v, and what follows at its ends; what follows from that
 * waits in the queue. */
void cq_partial_put_in(cq_partial *partial, uint32_t v, size_t arc);
void cq_partial_put_out(cq_partial *partial, uint32_t v, size_t arc);
/* Everything that follows from degrees and short cycles. */
void cq_partial_propagate(cq_partial *partial);
/* After everything was undone: nothing is known of any vertex. */
void cq_partial_restart(cq_partial *partial);
/* Takes back decisions until `decided` are left. */
void cq_partial_undo(cq_partial *partial, size_t decided);
bool cq_partial_check(const cq_partial *partial);
/* The same as far as that is affordable at this step. */
bool cq_partial_check_step(const cq_partial *partial);

static inline bool cq_partial_is_done(const cq_partial *partial)
{
    return !partial->failed && partial->edges == partial->n;
}

/* Whether the edges that are not out connect the graph, also without any one vertex;
 * else *cut is a vertex without which they do not. */
bool cq_partial_holds(cq_partial *partial, uint32_t *cut);
/* Propagation, and what connection and flow say beyond (prune.c). */
void cq_partial_settle(cq_partial *partial);

/* An edge that is decided, by an arc of v. */
typedef struct cq_tour_level {
    size_t decided; /* on the trail before */
    size_t arc;
    uint32_t v;
} cq_tour_level;

/* The vertex with the fewest open edges, ends of paths first, and one of its edges. */
cq_tour_level cq_partial_choose(const cq_partial *partial);

#endif
