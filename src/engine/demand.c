/* demand.c - supplying edges by augmenting paths: see demand.h.
 *
 *      takers   a   b   c        a used arc (a, y) is followed back from y to a
 *              /|\ /|            an unused one forwards from a to y
 *      givers x   y   z
 *
 * First every taker takes what it can get from the givers with the fewest edges. Then
 * each taker in need searches breadth first for a giver with something left. A search
 * that fails has met only vertices from which no later search will succeed either, so
 * its marks stay: all failures together cost one pass over the graph.
 *
 * Invariants: took[v] and gave[v] count the used arcs from taker v and to giver v;
 * took[v] <= want[v] and gave[v] <= have[v] after a repair; no used arc is barred.
 */
#include "engine/demand.h"

#include <assert.h>
#include <string.h>

/* The mark of what no search need come to any more. */
#define DEAD UINT32_MAX

static void pair_arcs(cq_demand *d, size_t *next)
{
    const cq_graph *graph = d->graph;

    memcpy(next, graph->starts, graph->vertices * sizeof *next);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            d->mirror[p] = next[graph->targets[p]]++;
}

cq_status cq_demand_init(cq_context *ctx, const cq_graph *graph, cq_demand *out)
{
    size_t n = graph->vertices, arcs = graph->starts[n];
    cq_demand d = {.graph = graph};

    d.want = cq_zalloc(ctx, n, sizeof *d.want);
    d.have = cq_zalloc(ctx, n, sizeof *d.have);
    d.took = cq_zalloc(ctx, n, sizeof *d.took);
    d.gave = cq_zalloc(ctx, n, sizeof *d.gave);
    d.queue = cq_alloc(ctx, n, sizeof *d.queue);
    d.before = cq_alloc(ctx, n, sizeof *d.before);
    d.taker = cq_zalloc(ctx, n, sizeof *d.taker);
    d.giver = cq_zalloc(ctx, n, sizeof *d.giver);
    d.way = cq_alloc(ctx, n, sizeof *d.way);
    d.barred = cq_zalloc(ctx, arcs, 1);
    d.used = cq_zalloc(ctx, arcs, 1);
    d.mirror = cq_alloc(ctx, arcs, sizeof *d.mirror);
    if (!d.want || !d.have || !d.took || !d.gave || !d.queue || !d.before || !d.taker ||
        !d.giver || !d.way || !d.barred || !d.used || !d.mirror) {
        cq_demand_free(&d);
        return CQ_MEMORY;
    }
    pair_arcs(&d, d.way);
    *out = d;
    return CQ_OK;
}

void cq_demand_free(cq_demand *d)
{
    cq_free(d->want);
    cq_free(d->have);
    cq_free(d->took);
    cq_free(d->gave);
    cq_free(d->queue);
    cq_free(d->before);
    cq_free(d->taker);
    cq_free(d->giver);
    cq_free(d->way);
    cq_free(d->barred);
    cq_free(d->used);
    cq_free(d->mirror);
    memset(d, 0, sizeof *d);
}

static void set_used(cq_demand *d, uint32_t taker, size_t arc, bool used)
{
    uint32_t by = used ? 1 : UINT32_MAX; /* one more, or one less modulo 2^32 */

    d->used[arc] = used;
    d->took[taker] += by;
    d->gave[d->graph->targets[arc]] += by;
}

/* Arcs that may not be used any more, or are too many at either end. */
static void give_back(cq_demand *d)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            if (d->used[p] && (d->barred[p] || d->took[v] > d->want[v] ||
                               d->gave[to] > d->have[to]))
                set_used(d, v, p, false);
        }
    d->steps += graph->starts[graph->vertices];
}

/* The unused arc to the giver that has the fewest edges, of those with something left;
 * SIZE_MAX where there is none. */
static size_t easy_arc(const cq_demand *d, uint32_t v)
{
    const cq_graph *graph = d->graph;
    size_t best = SIZE_MAX, least = SIZE_MAX;

    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
        uint32_t to = graph->targets[p];

        if (d->barred[p] || d->used[p] || d->gave[to] >= d->have[to] ||
            cq_graph_degree(graph, to) >= least)
            continue;
        least = cq_graph_degree(graph, to);
        best = p;
    }
    return best;
}

static void take_easy(cq_demand *d)
{
    for (uint32_t v = 0; v < d->graph->vertices; v++)
        while (d->took[v] < d->want[v]) {
            size_t arc = easy_arc(d, v);

            if (arc == SIZE_MAX)
                break;
            set_used(d, v, arc, true);
        }
}

static void revive(cq_demand *d)
{
    memset(d->taker, 0, d->graph->vertices * sizeof *d->taker);
    memset(d->giver, 0, d->graph->vertices * sizeof *d->giver);
    d->stamp = 0;
}

static void next_stamp(cq_demand *d)
{
    if (++d->stamp == DEAD) {
        revive(d);
        d->stamp = 1;
    }
}

static bool is_new(const cq_demand *d, uint32_t mark)
{
    return mark != d->stamp && mark != DEAD;
}

static void enter(cq_demand *d, uint32_t taker, uint32_t giver)
{
    d->taker[taker] = d->stamp;
    d->before[taker] = giver;
    d->queue[d->reached++] = taker;
}

/* Goes back from a giver to all that take from it. */
static void go_back(cq_demand *d, uint32_t giver)
{
    const cq_graph *graph = d->graph;

    for (size_t q = graph->starts[giver]; q < graph->starts[giver + 1]; q++) {
        uint32_t taker = graph->targets[q];

        if (d->used[d->mirror[q]] && is_new(d, d->taker[taker]))
            enter(d, taker, giver);
    }
    d->steps += cq_graph_degree(graph, giver);
}

/* Goes on from queue[head..] until a giver with something left is met, or to the end
 * (UINT32_MAX). */
static uint32_t search(cq_demand *d, size_t head)
{
    const cq_graph *graph = d->graph;

    for (; head < d->reached; head++) {
        uint32_t v = d->queue[head];

        d->steps += cq_graph_degree(graph, v);
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            if (d->barred[p] || d->used[p] || !is_new(d, d->giver[to]))
                continue;
            d->giver[to] = d->stamp;
            d->way[to] = p;
            if (d->gave[to] < d->have[to])
                return to;
            go_back(d, to);
        }
    }
    return UINT32_MAX;
}

/* Turns the path that ends at the giver: used arcs become unused and back. */
static void turn(cq_demand *d, uint32_t giver)
{
    for (;;) {
        size_t arc = d->way[giver];
        uint32_t taker = d->graph->targets[d->mirror[arc]];
        uint32_t before = d->before[taker];
        size_t back;

        set_used(d, taker, arc, true);
        if (before == UINT32_MAX)
            return;
        for (back = d->graph->starts[taker]; d->graph->targets[back] != before; back++)
            ;
        assert(d->used[back]);
        set_used(d, taker, back, false);
        giver = before;
    }
}

/* No search need come to these any more. */
static void bury(cq_demand *d)
{
    const cq_graph *graph = d->graph;

    for (size_t i = 0; i < d->reached; i++) {
        uint32_t v = d->queue[i];

        d->taker[v] = DEAD;
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            if (d->giver[graph->targets[p]] == d->stamp)
                d->giver[graph->targets[p]] = DEAD;
    }
}

/* True if v could get one more. */
static bool augment(cq_demand *d, uint32_t v)
{
    uint32_t giver;

    if (d->taker[v] == DEAD)
        return false;
    next_stamp(d);
    d->reached = 0;
    enter(d, v, UINT32_MAX);
    giver = search(d, 0);
    if (giver == UINT32_MAX)
        bury(d);
    else
        turn(d, giver);
    return giver != UINT32_MAX;
}

void cq_demand_supply(cq_demand *d)
{
    give_back(d);
    take_easy(d);
    revive(d);
    d->missing = 0;
    for (uint32_t v = 0; v < d->graph->vertices; v++) {
        while (d->took[v] < d->want[v] && augment(d, v))
            ;
        d->missing += d->want[v] - d->took[v];
    }
}

void cq_demand_reach(cq_demand *d, uint32_t v)
{
    revive(d);
    next_stamp(d);
    d->reached = 0;
    enter(d, v, UINT32_MAX);
    search(d, 0);
}

void cq_demand_reach_needy(cq_demand *d)
{
    revive(d);
    next_stamp(d);
    d->reached = 0;
    for (uint32_t v = 0; v < d->graph->vertices; v++)
        if (d->took[v] < d->want[v])
            enter(d, v, UINT32_MAX);
    search(d, 0);
}
