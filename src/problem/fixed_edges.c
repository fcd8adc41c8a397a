/* fixed_edges.c - edges that every tour must use, as a graph in which it must anyway.
 *
 *     u --- x === a        A vertex with two such edges loses all others: with two
 *           "              edges it is passed by both.
 *           b
 *
 *     u === v   becomes   u --- u-v --- v
 *
 * Any other fixed edge gets a vertex of its own, which can only be passed along the
 * edge (unless an end has no more than two edges anyway). Closed tours of the new graph
 * are those of the old one that use all fixed edges, so that an engine that knows
 * nothing of them can find one. A path could end on the new vertex: only for closed
 * tours.
 *
 * O(n + m log d).
 */
#include "base/assert.h"
#include "problem/graph.h"

typedef struct fixing {
    cq_context *ctx;
    const cq_graph *graph;
    bool *arcs;       /* by position in targets: of a fixed edge */
    uint32_t *count;  /* of fixed edges at each vertex */
    cq_u32s ends;     /* edges of the new graph */
    uint32_t middles; /* edges that get a vertex */
} fixing;

static void mark(fixing *f, uint32_t u, uint32_t v)
{
    size_t there = cq_graph_arc(f->graph, u, v), back = cq_graph_arc(f->graph, v, u);

    cq_assert(there != SIZE_MAX && back != SIZE_MAX);
    cq_assert(!f->arcs[there] && !f->arcs[back]); /* given once: edge_pairs.h */
    f->arcs[there] = f->arcs[back] = true;
    f->count[u]++;
    f->count[v]++;
    cq_assert(f->count[u] <= cq_graph_degree(f->graph, u));
    cq_assert(f->count[v] <= cq_graph_degree(f->graph, v));
}

/* Whether a fixed edge here needs no vertex of its own. */
static bool is_settled(const fixing *f, uint32_t v)
{
    return f->count[v] == 2 || cq_graph_degree(f->graph, v) <= 2;
}

static cq_status add_edge(fixing *f, uint32_t u, uint32_t v)
{
    cq_assert(u != v);
    return cq_u32s_append(f->ctx, &f->ends, (uint32_t[]){u, v}, 2);
}

static cq_status add_middle(fixing *f, uint32_t u, uint32_t v)
{
    uint32_t middle = f->graph->vertices + f->middles;

    if (middle >= CQ_GRAPH_MOST)
        return cq_fail(f->ctx, CQ_INPUT, "the graph is too large");
    f->middles++;
    cq_try(add_edge(f, u, middle));
    return add_edge(f, middle, v);
}

static cq_status take_edge(fixing *f, uint32_t v, size_t arc)
{
    uint32_t u = f->graph->targets[arc];

    if (f->arcs[arc])
        return is_settled(f, u) || is_settled(f, v) ? add_edge(f, v, u)
                                                    : add_middle(f, v, u);
    return f->count[u] == 2 || f->count[v] == 2 ? CQ_OK : add_edge(f, v, u);
}

/* ---- all of it ---- */

static cq_status fix(fixing *f, cq_graph *out)
{
    const cq_graph *graph = f->graph;
    const cq_u32s *must = &graph->must;

    f->arcs = cq_zalloc(f->ctx, graph->starts[graph->vertices] + 1, sizeof *f->arcs);
    f->count = cq_zalloc(f->ctx, graph->vertices, sizeof *f->count);
    cq_try_memory(f->arcs && f->count);
    for (size_t i = 0; i < must->count; i += 2)
        mark(f, must->at[i], must->at[i + 1]);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (graph->targets[i] > v)
                cq_try(take_edge(f, v, i));
    return cq_graph_build(f->ctx, graph->vertices + f->middles, f->ends.at,
                          f->ends.count / 2, out, NULL);
}

cq_status cq_graph_fix(cq_context *ctx, const cq_graph *graph, cq_graph *out)
{
    fixing f = {.ctx = ctx, .graph = graph};
    cq_status status = fix(&f, out);

    cq_free_each(f.arcs, f.count);
    cq_vec_free(&f.ends);
    return status;
}
