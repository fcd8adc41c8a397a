/* articulation.c - cut vertices by depth-first search without recursion.
 *
 * J. Hopcroft and R. Tarjan, Efficient algorithms for graph manipulation (1973). A
 * child c of v in the search tree falls off without v if nothing below c leads above v:
 * low[c] >= order[v]. Without v, its part of the graph becomes one part for each child
 * that falls off, and one more if v is not the root.
 *
 * Cost: linear in the graph.
 */
#include "engine/graph/articulation.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_articulation_init(cq_context *ctx, const cq_graph *graph,
                               cq_articulation *out)
{
    size_t n = graph->vertices;
    cq_articulation h = {.graph = graph};

    h.order = cq_alloc(ctx, n, sizeof *h.order);
    h.low = cq_alloc(ctx, n, sizeof *h.low);
    h.path = cq_alloc(ctx, n, sizeof *h.path);
    h.next = cq_alloc(ctx, n, sizeof *h.next);
    h.falls = cq_alloc(ctx, n, sizeof *h.falls);
    if (!h.order || !h.low || !h.path || !h.next || !h.falls) {
        cq_articulation_free(&h);
        return CQ_MEMORY;
    }
    *out = h;
    return CQ_OK;
}

void cq_articulation_free(cq_articulation *h)
{
    cq_free_each(h->order, h->low, h->path, h->next, h->falls);
    memset(h, 0, sizeof *h);
}

typedef struct dive {
    cq_articulation *points;
    const char *taken, *closed_arcs;
    uint32_t entered;
    size_t depth;
} dive;

static void enter(dive *d, uint32_t v)
{
    cq_articulation *h = d->points;

    h->order[v] = h->low[v] = ++d->entered;
    h->next[v] = h->graph->starts[v];
    h->falls[v] = d->depth > 0; /* what is above v */
    h->path[d->depth++] = v;
    cq_assert(d->depth <= h->graph->vertices && d->entered <= h->graph->vertices);
}

static void leave(dive *d, uint32_t v)
{
    cq_articulation *h = d->points;
    uint32_t parent;

    if (--d->depth == 0)
        return;
    parent = h->path[d->depth - 1];
    cq_assert(h->low[v] <= h->order[v] && h->order[parent] < h->order[v]);
    if (h->low[v] < h->low[parent])
        h->low[parent] = h->low[v];
    h->falls[parent] += h->low[v] >= h->order[parent];
}

static void explore(dive *d, uint32_t root)
{
    cq_articulation *h = d->points;

    enter(d, root);
    while (d->depth) {
        uint32_t v = h->path[d->depth - 1], to;
        size_t arc = h->next[v]++;

        if (arc == h->graph->starts[v + 1]) {
            leave(d, v);
            continue;
        }
        to = h->graph->targets[arc];
        if (d->taken[to] || (d->closed_arcs && d->closed_arcs[arc]))
            continue;
        if (!h->order[to])
            enter(d, to);
        else if (h->order[to] < h->low[v])
            h->low[v] = h->order[to];
    }
}

uint32_t cq_articulation_find(cq_articulation *h, const char *taken,
                              const char *closed_arcs, size_t *parts)
{
    dive d = {.points = h, .taken = taken, .closed_arcs = closed_arcs};
    uint32_t n = h->graph->vertices, best = UINT32_MAX;
    size_t whole = 0;

    memset(h->order, 0, n * sizeof *h->order);
    for (uint32_t v = 0; v < n; v++)
        if (!taken[v] && !h->order[v]) {
            explore(&d, v);
            whole++;
        }
    for (uint32_t v = 0; v < n; v++)
        if (!taken[v] && (best == UINT32_MAX || h->falls[v] > h->falls[best]))
            best = v;
    cq_assert((best == UINT32_MAX) == (whole == 0));
    *parts = whole ? whole - 1 + h->falls[best] : 0;
    h->steps += h->graph->starts[n];
    return best;
}
