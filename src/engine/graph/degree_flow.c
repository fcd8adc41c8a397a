/* degree_flow.c - supplying edges by augmenting paths: see degree_flow.h.
 *
 *      takers   a   b   c        a used arc (a, y) is followed back from y to a
 *              /|\ /|            an unused one forwards from a to y
 *      givers x   y   z
 *
 * First, every taker takes what it can from the givers with the fewest edges. Then come
 * the phases of Dinic and of Hopcroft and Karp (1970, 1973): a breadth-first search
 * from all takers in need puts takers and givers into layers, up to the first layer
 * with a giver that has something left; along the layers a depth-first search finds
 * paths until there are no more. On each path, used arcs become unused and the other
 * way round. Paths grow longer from phase to phase, and few phases are needed: at most
 * of the order of the square root of the number of vertices.
 *
 * Invariants: took[v] and gave[v] count the used arcs from taker v and to giver v;
 * took[v] <= want[v] and gave[v] <= have[v] after a repair; no used arc is barred.
 */
#include "engine/graph/degree_flow.h"

#include "base/assert.h"

#include <string.h>

#define FAR UINT32_MAX /* the layer of what was not reached */

static void pair_arcs(cq_degree_flow *d, size_t *next)
{
    const cq_graph *graph = d->graph;

    memcpy(next, graph->starts, graph->vertices * sizeof *next);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            d->mirror[p] = next[graph->targets[p]]++;
    for (uint32_t v = 0; v < graph->vertices; v++)
        cq_assert(next[v] == graph->starts[v + 1]); /* each arc has one */
}

cq_status cq_degree_flow_init(cq_context *ctx, const cq_graph *graph,
                              cq_degree_flow *out)
{
    size_t n = graph->vertices, arcs = graph->starts[n];
    cq_degree_flow d = {.graph = graph};

    d.want = cq_zalloc(ctx, n, sizeof *d.want);
    d.have = cq_zalloc(ctx, n, sizeof *d.have);
    d.took = cq_zalloc(ctx, n, sizeof *d.took);
    d.gave = cq_zalloc(ctx, n, sizeof *d.gave);
    d.queue = cq_alloc(ctx, n, sizeof *d.queue);
    d.taker = cq_alloc(ctx, n, sizeof *d.taker);
    d.giver = cq_alloc(ctx, n, sizeof *d.giver);
    d.from_taker = cq_alloc(ctx, n, sizeof *d.from_taker);
    d.from_giver = cq_alloc(ctx, n, sizeof *d.from_giver);
    d.path = cq_alloc(ctx, 2 * n, sizeof *d.path);
    d.barred = cq_zalloc(ctx, arcs, 1);
    d.used = cq_zalloc(ctx, arcs, 1);
    d.mirror = cq_alloc(ctx, arcs, sizeof *d.mirror);
    if (!d.want || !d.have || !d.took || !d.gave || !d.queue || !d.taker || !d.giver ||
        !d.from_taker || !d.from_giver || !d.path || !d.barred || !d.used ||
        !d.mirror) {
        cq_degree_flow_free(&d);
        return CQ_MEMORY;
    }
    pair_arcs(&d, d.from_taker);
    *out = d;
    return CQ_OK;
}

void cq_degree_flow_free(cq_degree_flow *d)
{
    cq_free_each(d->want, d->have, d->took, d->gave, d->queue, d->taker, d->giver,
                 d->from_taker, d->from_giver, d->path, d->barred, d->used, d->mirror);
    memset(d, 0, sizeof *d);
}

static void set_used(cq_degree_flow *d, uint32_t taker, size_t arc, bool used)
{
    uint32_t by = used ? 1 : UINT32_MAX; /* one more, or one less modulo 2^32 */

    cq_assert(d->used[arc] != used && d->graph->targets[d->mirror[arc]] == taker);
    cq_assert(!used || !d->barred[arc]);
    d->used[arc] = used;
    d->took[taker] += by;
    d->gave[d->graph->targets[arc]] += by;
}

/* Arcs that may not be used any more, or are too many at either end. */
static void give_back(cq_degree_flow *d)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            if (d->used[p] &&
                (d->barred[p] || d->took[v] > d->want[v] || d->gave[to] > d->have[to]))
                set_used(d, v, p, false);
        }
    d->steps += graph->starts[graph->vertices];
}

/* ---- the first supply ---- */

/* Of v's unused arcs to givers with something left: whether arc p is one. */
static bool is_easy(const cq_degree_flow *d, size_t p)
{
    uint32_t to = d->graph->targets[p];

    return !d->barred[p] && !d->used[p] && d->gave[to] < d->have[to];
}

/* spare[v], in d->taker: how many more easy arcs v has than it needs. A giver's, in
 * d->giver: how many takers in need it has for each that it can serve. Both may pass
 * below 0, as two's complement. */
static void count_spare(cq_degree_flow *d)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        d->taker[v] = d->took[v] - d->want[v];
        d->giver[v] = d->gave[v] - d->have[v];
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            d->taker[v] += is_easy(d, p);
            d->giver[v] += !d->barred[p] && d->took[to] < d->want[to];
        }
    }
}

static size_t easy_arc(const cq_degree_flow *d, uint32_t v)
{
    const cq_graph *graph = d->graph;
    size_t best = SIZE_MAX;
    int32_t least = INT32_MAX;

    for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
        if (is_easy(d, p) && (int32_t)d->giver[graph->targets[p]] < least) {
            least = (int32_t)d->giver[graph->targets[p]];
            best = p;
        }
    return best;
}

/* After v took arc p: takers that now need all that they can get wait in d->queue. */
static void count_taken(cq_degree_flow *d, uint32_t v, size_t p)
{
    const cq_graph *graph = d->graph;
    uint32_t to = graph->targets[p];

    d->giver[to]++; /* it can serve one less */
    if (d->took[v] == d->want[v])
        for (size_t q = graph->starts[v]; q < graph->starts[v + 1]; q++)
            d->giver[graph->targets[q]]--;
    if (d->gave[to] < d->have[to])
        return;
    for (size_t q = graph->starts[to]; q < graph->starts[to + 1]; q++) {
        uint32_t w = graph->targets[q];

        if (w != v && !d->barred[q] && d->taker[w]-- == 1 && d->took[w] < d->want[w] &&
            d->reached < graph->vertices)
            d->queue[d->reached++] = w;
    }
}

static void serve(cq_degree_flow *d, uint32_t v)
{
    while (d->took[v] < d->want[v]) {
        size_t arc = easy_arc(d, v);

        if (arc == SIZE_MAX)
            break;
        set_used(d, v, arc, true);
        count_taken(d, v, arc);
    }
}

/* Takers in their order, but those that have no choice left first, as a stack; each
 * from the giver that is asked for least (after R. M. Karp and M. Sipser, Maximum
 * matchings in sparse random graphs, 1981). */
static void take_easy(cq_degree_flow *d)
{
    count_spare(d);
    d->reached = 0;
    for (uint32_t v = 0; v < d->graph->vertices; v++) {
        serve(d, v);
        while (d->reached)
            serve(d, d->queue[--d->reached]);
    }
}

/* ---- layers ---- */

static void clear_layers(cq_degree_flow *d)
{
    uint32_t n = d->graph->vertices;

    d->reached = 0;
    memset(d->taker, 0xff, n * sizeof *d->taker);
    memset(d->giver, 0xff, n * sizeof *d->giver);
}

static void enter(cq_degree_flow *d, uint32_t taker, uint32_t layer)
{
    cq_assert(d->taker[taker] == FAR && d->reached < d->graph->vertices);
    d->taker[taker] = layer;
    d->queue[d->reached++] = taker;
}

static void enter_needy(cq_degree_flow *d)
{
    for (uint32_t v = 0; v < d->graph->vertices; v++)
        if (d->took[v] < d->want[v])
            enter(d, v, 0);
}

/* Goes back from a giver to all that take from it. */
static void go_back(cq_degree_flow *d, uint32_t giver, uint32_t layer)
{
    const cq_graph *graph = d->graph;

    for (size_t q = graph->starts[giver]; q < graph->starts[giver + 1]; q++)
        if (d->used[d->mirror[q]] && d->taker[graph->targets[q]] == FAR)
            enter(d, graph->targets[q], layer);
    d->steps += cq_graph_degree(graph, giver);
}

/* Goes on from queue[0..] to the end, or through the first layer with a giver that has
 * something left: true. Takers are in even layers, givers in odd ones. */
static bool spread(cq_degree_flow *d, bool to_end)
{
    const cq_graph *graph = d->graph;
    uint32_t last = FAR;

    for (size_t head = 0; head < d->reached; head++) {
        uint32_t v = d->queue[head], layer = d->taker[v] + 1;

        cq_assert(layer % 2 == 1); /* takers are in even ones */
        if (layer > last)
            break;
        d->steps += cq_graph_degree(graph, v);
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            if (d->barred[p] || d->used[p] || d->giver[to] != FAR)
                continue;
            d->giver[to] = layer;
            if (!to_end && d->gave[to] < d->have[to])
                last = layer;
            if (layer < last)
                go_back(d, to, layer + 1);
        }
    }
    return last != FAR;
}

/* ---- paths along the layers ---- */

/* The next arc forwards from taker v, or SIZE_MAX. */
static size_t forwards(cq_degree_flow *d, uint32_t v)
{
    for (size_t *p = &d->from_taker[v]; *p < d->graph->starts[v + 1]; ++*p)
        if (!d->barred[*p] && !d->used[*p] &&
            d->giver[d->graph->targets[*p]] == d->taker[v] + 1)
            return *p;
    return SIZE_MAX;
}

/* The next arc that is used, and leads back from giver u; as the taker's arc. */
static size_t backwards(cq_degree_flow *d, uint32_t u)
{
    for (size_t *q = &d->from_giver[u]; *q < d->graph->starts[u + 1]; ++*q)
        if (d->used[d->mirror[*q]] &&
            d->taker[d->graph->targets[*q]] == d->giver[u] + 1)
            return d->mirror[*q];
    return SIZE_MAX;
}

static uint32_t tail_of(const cq_degree_flow *d, size_t arc)
{
    return d->graph->targets[d->mirror[arc]];
}

/* Follows the layers from taker v: d->path holds arcs, forwards and backwards in turn.
 * Returns its length when it ends at a giver with something left, or 0. */
static size_t find_path(cq_degree_flow *d, uint32_t v)
{
    size_t length = 0;

    for (;;) {
        bool at_taker = length % 2 == 0;
        uint32_t at = length == 0 ? v
                      : at_taker  ? tail_of(d, d->path[length - 1])
                                  : d->graph->targets[d->path[length - 1]];
        size_t arc;

        if (!at_taker && d->gave[at] < d->have[at])
            return length;
        arc = at_taker ? forwards(d, at) : backwards(d, at);
        d->steps++;
        if (arc != SIZE_MAX) {
            d->path[length++] = arc;
            cq_assert(length <= 2 * (size_t)d->graph->vertices);
            continue;
        }
        if (length == 0)
            return 0;
        /* A dead end: whoever led here looks further. */
        length--;
        if (at_taker)
            d->from_giver[d->graph->targets[d->path[length]]]++;
        else
            d->from_taker[tail_of(d, d->path[length])]++;
    }
}

static void turn_paths(cq_degree_flow *d)
{
    const cq_graph *graph = d->graph;

    memcpy(d->from_taker, graph->starts, graph->vertices * sizeof *d->from_taker);
    memcpy(d->from_giver, graph->starts, graph->vertices * sizeof *d->from_giver);
    for (uint32_t v = 0; v < graph->vertices; v++)
        while (d->took[v] < d->want[v]) {
            size_t length = find_path(d, v);

            if (length == 0)
                break;
            for (size_t i = 0; i < length; i++)
                set_used(d, tail_of(d, d->path[i]), d->path[i], i % 2 == 0);
            cq_assert(length % 2 == 1); /* from a taker to a giver */
        }
}

static size_t count_needy(const cq_degree_flow *d)
{
    size_t needy = 0;

    for (uint32_t v = 0; v < d->graph->vertices; v++)
        needy += d->took[v] < d->want[v];
    return needy;
}

void cq_degree_flow_supply(cq_degree_flow *d)
{
    give_back(d);
    if (count_needy(d) > d->graph->vertices / 8)
        take_easy(d);
    for (;;) {
        clear_layers(d);
        enter_needy(d);
        if (d->reached == 0 || !spread(d, false))
            break;
        turn_paths(d);
    }
    cq_assert(cq_degree_flow_check(d));
    d->missing = 0;
    for (uint32_t v = 0; v < d->graph->vertices; v++)
        d->missing += d->want[v] - d->took[v];
    cq_assert((d->missing == 0) == (count_needy(d) == 0));
}

void cq_degree_flow_reach(cq_degree_flow *d, uint32_t v)
{
    clear_layers(d);
    enter(d, v, 0);
    spread(d, true);
}

void cq_degree_flow_reach_needy(cq_degree_flow *d)
{
    clear_layers(d);
    enter_needy(d);
    spread(d, true);
}

bool cq_degree_flow_check(const cq_degree_flow *d)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        uint32_t took = 0, gave = 0;

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            size_t mirror = d->mirror[p];

            cq_hold(d->mirror[mirror] == p && graph->targets[mirror] == v);
            cq_hold(!d->used[p] || !d->barred[p]);
            took += d->used[p] != 0;
            gave += d->used[mirror] != 0;
        }
        cq_hold(took == d->took[v] && gave == d->gave[v]);
        cq_hold(took <= d->want[v] && gave <= d->have[v]);
    }
    return true;
}
