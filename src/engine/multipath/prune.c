/* prune.c - what connectivity and flow say about the remaining edges.
 *
 * - The edges that are not out must connect the graph, even without any one vertex, as
 *   a cycle through all vertices does.
 * - Every vertex must be able to get the edges that it still needs, two minus those
 *   that are in (degree_flow.h). If it can, an arc between two components of the supply
 *   has the same state in every supply: an edge with such an arc is in if the arc is
 *   used, otherwise out.
 *
 * A cycle uses an edge in both directions or in none, but a supply need not: it is a
 * relaxation, exact for sets of cycles in bipartite graphs. Both rules are repeated
 * until nothing changes. Cost: linear in the graph for each round, plus the augmenting
 * paths that the last decisions require. On large graphs a round waits until a certain
 * share of the edges has been decided, so a descent without failures costs only a few
 * dozen rounds.
 */
#include "engine/multipath/multipath.h"

#include "base/assert.h"

bool cq_partial_holds(cq_partial *f, uint32_t *cut)
{
    size_t parts;

    *cut = cq_articulation_find(&f->points, f->nothing, f->out, &parts);
    return *cut == UINT32_MAX || parts == 1;
}

static bool supply(cq_partial *f)
{
    for (uint32_t v = 0; v < f->n; v++)
        f->flow.want[v] = f->flow.have[v] = 2u - f->in[v];
    cq_degree_flow_supply(&f->flow);
    return f->flow.missing == 0;
}

/* Decides the edges at v that the supply decides. */
static void fix_at(cq_partial *f, uint32_t v)
{
    const cq_graph *graph = &f->graph;

    for (size_t p = graph->starts[v]; p < graph->starts[v + 1] && !f->failed; p++) {
        uint32_t to = graph->targets[p];

        if (f->flow.barred[p] || f->components.taker[v] == f->components.giver[to])
            continue;
        if (!f->flow.used[p])
            cq_partial_put_out(f, v, p);
        else if (f->in[v] < 2 && f->in[to] < 2)
            cq_partial_put_in(f, v, p);
    }
}

/* A look at the whole graph is due when much was decided since the last one, or when
 * decisions were taken back. */
static bool is_due(const cq_partial *f)
{
    return f->decided < f->looked ||
           f->decided - f->looked >= f->graph.starts[f->n] / 64;
}

void cq_partial_settle(cq_partial *f)
{
    size_t before;
    uint32_t cut;

    do {
        cq_partial_propagate(f);
        before = f->decided;
        cq_assert(f->failed || f->queued == 0);
        cq_assert(f->failed || cq_partial_check_step(f));
        if (f->failed || f->edges == f->n || !is_due(f))
            return;
        f->looked = f->decided;
        if (!cq_partial_holds(f, &cut)) {
            f->failed = true;
            f->by_parts++;
        } else if (!supply(f)) {
            f->failed = true;
            f->by_flow++;
        } else {
            cq_scc_find(&f->flow, &f->components);
            for (uint32_t v = 0; v < f->n && !f->failed; v++)
                fix_at(f, v);
        }
    } while (!f->failed && f->decided > before);
}
