/* tour_degrees.c - what a tour needs: moves at every vertex, one connected part,
 * balanced sides.
 *
 * A closed tour passes every vertex with two edges. An open one ends at two vertices;
 * of vertices with a single edge it can therefore have two at most, and of isolated
 * vertices none (unless there is but one vertex). In a graph of two sides without edges
 * inside, a tour changes sides with every move: the sides are equal, or for an open
 * tour differ by at most one.
 */
#include "engine/necessary/necessary.h"

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
        if (add_member(run, certificate, v) != CQ_OK)
            return CQ_MEMORY;
        if (closed || degree == 0 || certificate->members.count == 3) {
            certificate->proof = CQ_PROOF_DEGREE;
            return CQ_OK;
        }
    }
    return CQ_OK;
}

/* Colours the part of `start` alternately into side[] (1 and 2); *odd: an edge joins
 * equal sides. */
static cq_status colour_part(cq_run *run, uint32_t start, unsigned char *side,
                             cq_u32s *queue, bool *odd)
{
    const cq_graph *graph = &run->problem->graph;

    queue->count = 0;
    if (cq_vec_push(run->ctx, queue, start) != CQ_OK)
        return CQ_MEMORY;
    side[start] = 1;
    *odd = false;
    for (size_t head = 0; head < queue->count; head++) {
        uint32_t v = queue->at[head];

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t to = graph->targets[e];

            *odd = *odd || side[to] == side[v];
            if (side[to])
                continue;
            side[to] = (unsigned char)(3 - side[v]);
            if (cq_vec_push(run->ctx, queue, to) != CQ_OK)
                return CQ_MEMORY;
        }
    }
    return CQ_OK;
}

typedef struct sides {
    size_t reached; /* from vertex 0 */
    size_t first;   /* on its side */
    bool odd;       /* there are no two sides */
} sides;

static cq_status look(cq_run *run, sides *out)
{
    const cq_graph *graph = &run->problem->graph;
    unsigned char *side = cq_zalloc(run->ctx, graph->vertices, 1);
    cq_u32s queue = {0};
    cq_status status = CQ_MEMORY;

    if (side)
        status = colour_part(run, 0, side, &queue, &out->odd);
    out->reached = queue.count;
    out->first = 0;
    for (size_t i = 0; status == CQ_OK && i < queue.count; i++)
        out->first += side[queue.at[i]] == 1;
    cq_vec_free(&queue);
    cq_free(side);
    return status;
}

/* A cut without any vertex: the graph is in parts as it is. */
cq_status cq_necessary_parts(cq_run *run, cq_certificate *certificate)
{
    sides s;
    cq_status status = look(run, &s);

    if (status == CQ_OK && s.reached < run->problem->graph.vertices)
        certificate->proof = CQ_PROOF_CUT;
    return status;
}

cq_status cq_necessary_balance(cq_run *run, cq_certificate *certificate)
{
    size_t others, gap;
    sides s;
    cq_status status = look(run, &s);

    if (status != CQ_OK || s.odd)
        return status;
    others = s.reached - s.first;
    gap = s.first > others ? s.first - others : others - s.first;
    if (gap > (run->problem->closed ? 0 : 1))
        certificate->proof = CQ_PROOF_BALANCE;
    return CQ_OK;
}
