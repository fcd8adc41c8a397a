/* tour_degrees.c - what a tour needs: moves at every vertex, one connected part,
 * balanced sides.
 *
 * A closed tour passes every vertex with two edges. An open one has two ends, so at
 * most two vertices may have a single edge, and none may be isolated (unless there is
 * only one vertex). In a bipartite graph a tour changes sides with every move, so the
 * sides are equal, or differ by at most one if the tour is open.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"
#include "problem/sides.h"

static cq_status add_member(cq_run *run, cq_certificate *certificate, uint32_t vertex)
{
    return cq_vec_push(run->ctx, &certificate->members, vertex);
}

cq_status cq_necessary_degree(cq_run *run, cq_certificate *certificate)
{
    const cq_graph *graph = &run->problem->graph;
    bool closed = run->problem->closed;

    if (!closed && graph->vertices == 1)
        return CQ_OK;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        size_t degree = cq_graph_degree(graph, v);

        if (degree >= 2)
            continue;
        if (closed || degree == 0)
            certificate->members.count = 0; /* this one alone is reason enough */
        cq_try(add_member(run, certificate, v));
        cq_assert(certificate->members.count <= 3);
        if (closed || degree == 0 || certificate->members.count == 3) {
            certificate->proof = CQ_PROOF_DEGREE;
            return CQ_OK;
        }
    }
    return CQ_OK;
}

static cq_status look(cq_run *run, cq_sides *out)
{
    const cq_graph *graph = &run->problem->graph;
    char *side = cq_zalloc(run->ctx, graph->vertices, 1);
    uint32_t *queue = cq_alloc(run->ctx, graph->vertices, sizeof *queue);
    cq_status status = side && queue ? CQ_OK : CQ_MEMORY;

    cq_then(status, cq_graph_sides(run->ctx, graph, 0, side, queue, out));
    cq_free_each(queue, side);
    return status;
}

/* A cut without any vertex: the graph is in parts as it is. */
cq_status cq_necessary_parts(cq_run *run, cq_certificate *certificate)
{
    cq_sides s;

    cq_try(look(run, &s));
    if (s.reached < run->problem->graph.vertices)
        certificate->proof = CQ_PROOF_CUT;
    return CQ_OK;
}

cq_status cq_necessary_balance(cq_run *run, cq_certificate *certificate)
{
    size_t others, gap;
    cq_sides s;

    cq_try(look(run, &s));
    if (s.odd)
        return CQ_OK;
    others = s.reached - s.same;
    gap = s.same > others ? s.same - others : others - s.same;
    if (gap > (run->problem->closed ? 0 : 1))
        certificate->proof = CQ_PROOF_BALANCE;
    return CQ_OK;
}
