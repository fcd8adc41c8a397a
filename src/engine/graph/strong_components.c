/* strong_components.c - strongly connected components of the residual net.
 *
 * R. E. Tarjan, Depth-first search and linear graph algorithms (1972), without
 * recursion. The nodes are the takers 0 .. n-1 and the givers n .. 2n-1; a taker leads
 * to the givers of its unused arcs, a giver to the takers of its used ones. If all is
 * supplied, another full supply differs from this one by cycles of these arcs alone,
 * and a cycle stays within a component: an arc from one component to another keeps its
 * state for ever (Regin, Generalized arc consistency for global cardinality constraint,
 * 1996).
 *
 * Components are completed before those that lead to them: their numbers are in that
 * order.
 *
 *     order[x]  when x was entered, from 1; 0 before
 *     low[x]    the earliest that is known to be reached from below x
 *     path      the nodes from the root to here; next[x] the arc of x to go on from
 *     stack     entered, and of no component yet
 */
#include "engine/graph/strong_components.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_scc_init(cq_context *ctx, uint32_t vertices, cq_scc *out)
{
    size_t nodes = 2 * (size_t)vertices;
    cq_scc s = {0};

    s.taker = cq_alloc(ctx, nodes, sizeof *s.taker);
    s.giver = s.taker ? s.taker + vertices : NULL;
    s.stack = cq_alloc(ctx, nodes, sizeof *s.stack);
    s.low = cq_alloc(ctx, nodes, sizeof *s.low);
    s.order = cq_alloc(ctx, nodes, sizeof *s.order);
    s.path = cq_alloc(ctx, nodes, sizeof *s.path);
    s.next = cq_alloc(ctx, nodes, sizeof *s.next);
    if (!s.taker || !s.stack || !s.low || !s.order || !s.path || !s.next) {
        cq_scc_free(&s);
        return CQ_MEMORY;
    }
    *out = s;
    return CQ_OK;
}

void cq_scc_free(cq_scc *s)
{
    cq_free_each(s->taker, s->stack, s->low, s->order, s->path, s->next);
    memset(s, 0, sizeof *s);
}

typedef struct tarjan {
    cq_degree_flow *flow;
    cq_scc *components;
    uint32_t n, entered;
    size_t depth, waiting; /* on the path, on the stack */
} tarjan;

static void enter(tarjan *t, uint32_t node)
{
    cq_scc *s = t->components;
    uint32_t v = node < t->n ? node : node - t->n;

    cq_assert(node < 2 * t->n && !s->order[node]);
    s->order[node] = s->low[node] = ++t->entered;
    s->next[node] = t->flow->graph->starts[v];
    s->path[t->depth++] = node;
    s->stack[t->waiting++] = node;
    cq_assert(t->waiting <= 2 * t->n && t->depth <= t->waiting);
}

/* The next node that `node` leads to, or UINT32_MAX. */
static uint32_t lead(tarjan *t, uint32_t node)
{
    const cq_degree_flow *d = t->flow;
    bool is_taker = node < t->n;
    size_t end = d->graph->starts[(is_taker ? node : node - t->n) + 1];

    for (size_t *p = &t->components->next[node]; *p < end;) {
        size_t arc = (*p)++;

        if (is_taker && !d->barred[arc] && !d->used[arc])
            return t->n + d->graph->targets[arc];
        if (!is_taker && d->used[d->mirror[arc]])
            return d->graph->targets[arc];
    }
    return UINT32_MAX;
}

static void leave(tarjan *t, uint32_t node)
{
    cq_scc *s = t->components;
    uint32_t member, parent;

    cq_assert(s->low[node] <= s->order[node] && s->path[t->depth - 1] == node);
    t->depth--;
    if (t->depth) {
        parent = s->path[t->depth - 1];
        if (s->low[node] < s->low[parent])
            s->low[parent] = s->low[node];
    }
    if (s->low[node] != s->order[node])
        return;
    do {
        cq_assert(t->waiting > 0);
        member = s->stack[--t->waiting];
        s->taker[member] = s->count; /* givers come after takers */
        s->low[member] = UINT32_MAX;
        s->order[member] = UINT32_MAX; /* no longer on the stack */
    } while (member != node);
    s->count++;
}

void cq_scc_find(cq_degree_flow *flow, cq_scc *s)
{
    tarjan t = {.flow = flow, .components = s, .n = flow->graph->vertices};

    memset(s->order, 0, 2 * (size_t)t.n * sizeof *s->order);
    s->count = 0;
    for (uint32_t root = 0; root < 2 * t.n; root++) {
        if (s->order[root])
            continue;
        enter(&t, root);
        while (t.depth) {
            uint32_t node = s->path[t.depth - 1], to = lead(&t, node);

            if (to == UINT32_MAX)
                leave(&t, node);
            else if (!s->order[to])
                enter(&t, to);
            else if (s->order[to] != UINT32_MAX && s->order[to] < s->low[node])
                s->low[node] = s->order[to];
        }
    }
    cq_assert(t.waiting == 0 && t.entered == 2 * t.n); /* each is in a component */
    flow->steps += 2 * flow->graph->starts[t.n];
}
