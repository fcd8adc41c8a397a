/* strands.c - the first threads: paths by Warnsdorff's rule, as long as they go.
 *
 * H. C. von Warnsdorff, Des Roesselsprungs einfachste und allgemeinste Loesung (1823):
 * go on to the free neighbour that has the fewest free neighbours itself; among equals
 * any will do, and one is taken at random. A path that is stuck grows at its other end.
 * When that is stuck too, it is closed to a cycle if its ends are neighbours, and the
 * next path begins at the next free vertex. Nothing is taken back: what the rule leaves
 * open is left to the alternating paths.
 *
 * Free neighbours are counted anew on a board, where eight bytes that lie near each
 * other are looked at. In a graph, whose vertices may have thousands, the numbers are
 * kept up to date.
 *
 * Cost: O(vertices x ways^2) on a board, O(edges) in a graph.
 */
#include "engine/weave/weave.h"

#include <string.h>

enum {
    TAKEN = 128, /* no longer free, or no vertex at all: at least this */
    NOWHERE = 255
};

/* A free vertex is on a path now: one way less for its neighbours. */
static void take(cq_weave *w, uint32_t v)
{
    const cq_loom *f = &w->loom;
    const cq_graph *graph = f->graph;

    if (f->board) {
        w->near[v] = NOWHERE;
        for (unsigned i = 0; i < f->ways; i++)
            w->near[(uint32_t)(v + f->delta[i])]--;
        return;
    }
    for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        w->left[graph->targets[e]]--;
}

/* The first of the best, in the order of the ways. */
static uint32_t best_on_board(const cq_weave *w, uint32_t from)
{
    const cq_loom *f = &w->loom;
    unsigned best = 0, fewest = TAKEN;

    for (unsigned i = 0; i < f->ways; i++) {
        unsigned ways = w->near[(uint32_t)(from + f->delta[i])];

        if (ways < fewest) {
            fewest = ways;
            best = i;
        }
    }
    return fewest < TAKEN ? from + f->delta[best] : CQ_LINK_NONE;
}

/* One of the best, as the turn of the list decides. */
static uint32_t best_in_graph(cq_weave *w, uint32_t from)
{
    cq_loom *f = &w->loom;
    uint32_t span = cq_loom_span(f, from);
    uint32_t first = w->starts > 1 || w->shuffled ? cq_loom_shuffle(f, span) : 0;
    uint32_t best = CQ_LINK_NONE, fewest = UINT32_MAX;

    for (uint32_t k = 0, i = first; k < span; k++, i = i + 1 < span ? i + 1 : 0) {
        uint32_t to = cq_loom_near(f, from, i);

        if (cq_loom_bare(f, to) && w->left[to] < fewest) {
            fewest = w->left[to];
            best = to;
        }
    }
    return best;
}

/* Goes on from one end as far as the rule leads; returns the new end. */
static uint32_t extend(cq_weave *w, uint32_t end, uint32_t start, uint64_t *length)
{
    while (!cq_loom_full(&w->loom, end)) {
        uint32_t to = w->loom.board ? best_on_board(w, end) : best_in_graph(w, end);

        if (to == CQ_LINK_NONE || to == start)
            break;
        take(w, to);
        cq_loom_tie(&w->loom, end, to);
        ++*length;
        end = to;
        if (*length % CQ_WEAVE_POLL == 0 && cq_run_poll(w->run)) {
            w->stopped = true;
            break;
        }
    }
    return end;
}

static cq_status note_end(cq_weave *w, uint32_t v)
{
    return cq_loom_full(&w->loom, v) ? CQ_OK
                                     : cq_vec_push(w->run->ctx, &w->short_of, v);
}

static cq_status strand(cq_weave *w, uint32_t start)
{
    cq_loom *f = &w->loom;
    uint64_t length = 1;
    uint32_t end, other;
    cq_status status;

    w->strands++;
    if (cq_loom_bare(f, start))
        take(w, start);
    end = extend(w, start, start, &length);
    other = extend(w, start, end, &length);
    if (length > 2 && !cq_loom_full(f, end) && !cq_loom_full(f, other) &&
        cq_loom_adjacent(f, end, other))
        cq_loom_tie(f, end, other);
    status = note_end(w, end);
    return status == CQ_OK && other != end ? note_end(w, other) : status;
}

static cq_status count_in_graph(cq_weave *w)
{
    const cq_graph *graph = w->loom.graph;

    if (!w->left)
        w->left = cq_alloc(w->run->ctx, graph->vertices, sizeof *w->left);
    if (!w->left)
        return CQ_MEMORY;
    for (uint32_t v = 0; v < graph->vertices; v++)
        w->left[v] = (uint32_t)cq_graph_degree(graph, v);
    return CQ_OK;
}

/* The free neighbours of every vertex; the table serves the alternating paths later. */
static cq_status count_on_board(cq_weave *w)
{
    const cq_loom *f = &w->loom;

    if (!w->near)
        w->near = cq_alloc(w->run->ctx, f->size, 1);
    if (!w->near)
        return CQ_MEMORY;
    memset(w->near, NOWHERE, f->size);
    for (uint32_t v = 0; v < f->size; v++) {
        unsigned ways = 0;

        if (f->code[2 * (size_t)v] != CQ_WAY_NONE)
            continue;
        for (unsigned i = 0; i < f->ways; i++)
            ways += f->code[2 * (size_t)(uint32_t)(v + f->delta[i])] == CQ_WAY_NONE;
        w->near[v] = (uint8_t)ways;
    }
    return CQ_OK;
}

cq_status cq_weave_strands(cq_weave *w)
{
    cq_loom *f = &w->loom;
    cq_status status = f->board ? count_on_board(w) : count_in_graph(w);

    if (status == CQ_OK && w->from != CQ_LINK_NONE && !cq_loom_full(f, w->from))
        status = strand(w, w->from);
    for (uint32_t v = 0; v < f->size && status == CQ_OK && !w->stopped; v++)
        if (cq_loom_has(f, v) && cq_loom_bare(f, v))
            status = strand(w, v);
    return status;
}
