/* strands.c - the first threads: paths by Warnsdorff's rule, as long as possible.
 *
 * H. C. von Warnsdorff, Des Roesselsprungs einfachste und allgemeinste Loesung (1823):
 * go on to the free neighbour that has the fewest free neighbours itself; among equals
 * any will do, and one is taken at random. A path that is stuck grows at its other end.
 * When that is stuck too, it is closed to a cycle if its ends are neighbours, and the
 * next path begins at the next free vertex. No move is taken back: alternating paths
 * complete what the rule leaves open.
 *
 * The numbers of free neighbours are kept up to date, in a byte each on a board, where
 * they are counted eight at a time to begin with.
 *
 * Cost: O(vertices x ways) on a board, O(edges) in a graph.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

#include <string.h>

enum {
    TAKEN = 128, /* no longer free, or no vertex at all: at least this */
    NOWHERE = 255
};

/* A place of a board is taken; stores to `near` leave the deltas as they are. */
static void take_place(uint8_t *restrict near, const uint32_t *restrict delta,
                       unsigned ways, uint32_t v)
{
    cq_assert(near[v] < TAKEN); /* it was free */
    near[v] = NOWHERE;
    for (unsigned i = 0; i < ways; i++)
        near[(uint32_t)(v + delta[i])]--;
}

/* A free vertex is on a path now: one way less for its neighbours. */
static void take(cq_weave *w, uint32_t v)
{
    const cq_loom *f = &w->loom;
    const cq_graph *graph = f->graph;

    if (f->board) {
        take_place(w->near, f->delta, f->ways, v);
        return;
    }
    for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        w->left[graph->targets[e]]--;
}

/* The way to the first of the best, in the order of the ways; `ways` if there is none.
 */
static unsigned best_way(const uint8_t *near, const uint32_t *delta, unsigned ways,
                         uint32_t from)
{
    unsigned best = ways, fewest = TAKEN;

    for (unsigned i = 0; i < ways; i++) {
        unsigned left = near[(uint32_t)(from + delta[i])];

        if (left < fewest) {
            fewest = left;
            best = i;
        }
    }
    return best;
}

/* Goes on from one end as far as the rule leads; returns the new end. A free place has
 * no thread yet, so that the one back is its first. */
static uint32_t extend_on_board(cq_weave *w, uint32_t end, uint32_t start,
                                uint64_t *length)
{
    const cq_loom *f = &w->loom;
    uint8_t *code = f->code;
    unsigned ways = f->ways;

    while (code[2 * (size_t)end + 1] == CQ_WAY_NONE) {
        unsigned way = best_way(w->near, f->delta, ways, end);
        uint32_t to = way < ways ? end + f->delta[way] : start;

        if (to == start)
            break;
        cq_assert(cq_loom_bare(f, to) && w->near[to] < TAKEN);
        take_place(w->near, f->delta, ways, to);
        code[2 * (size_t)end + (code[2 * (size_t)end] != CQ_WAY_NONE)] = (uint8_t)way;
        code[2 * (size_t)to] = f->back[way];
        end = to;
        if (++*length % CQ_WEAVE_POLL == 0 && cq_run_poll(w->run)) {
            w->stopped = true;
            break;
        }
    }
    return end;
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
        cq_assert(to < f->size);

        if (cq_loom_bare(f, to) && w->left[to] < fewest) {
            fewest = w->left[to];
            best = to;
        }
    }
    return best;
}

static uint32_t extend(cq_weave *w, uint32_t end, uint32_t start, uint64_t *length)
{
    if (w->loom.board)
        return extend_on_board(w, end, start, length);
    while (!cq_loom_full(&w->loom, end)) {
        uint32_t to = best_in_graph(w, end);

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

/* On a board, the number of a free place is that of its free neighbours. */
static bool check_free(const cq_weave *w)
{
    const cq_loom *f = &w->loom;

    for (uint32_t v = 0; f->board && v < f->size; v++) {
        unsigned free = 0;

        if (w->near[v] >= TAKEN)
            continue;
        cq_hold(cq_loom_has(f, v) && cq_loom_bare(f, v));
        for (unsigned i = 0; i < f->ways; i++)
            free += w->near[(uint32_t)(v + f->delta[i])] < TAKEN;
        cq_hold(w->near[v] == free);
    }
    return true;
}

/* A vertex without neighbours among others: it never has a thread. */
static bool is_lonely(const cq_loom *f, uint32_t v)
{
    for (uint32_t i = 0; i < cq_loom_span(f, v); i++)
        if (cq_loom_near(f, v, i) != CQ_LINK_NONE)
            return false;
    return f->count > 1;
}

static cq_status strand(cq_weave *w, uint32_t start)
{
    cq_loom *f = &w->loom;
    uint64_t length = 1;
    uint32_t end, other;

    w->strands++;
    if (cq_loom_bare(f, start))
        take(w, start);
    end = extend(w, start, start, &length);
    other = extend(w, start, end, &length);
    if (length == 1 && is_lonely(f, start))
        w->impossible = true;
    cq_assert(w->stopped || !cq_walk_due(w->strands, f->size) || check_free(w));
    if (length > 2 && !cq_loom_full(f, end) && !cq_loom_full(f, other) &&
        cq_loom_adjacent(f, end, other))
        cq_loom_tie(f, end, other);
    cq_try(note_end(w, end));
    return other != end ? note_end(w, other) : CQ_OK;
}

static cq_status count_in_graph(cq_weave *w)
{
    const cq_graph *graph = w->loom.graph;

    if (!w->left)
        w->left = cq_alloc(w->run->ctx, graph->vertices, sizeof *w->left);
    cq_try_memory(w->left);
    for (uint32_t v = 0; v < graph->vertices; v++)
        w->left[v] = (uint32_t)cq_graph_degree(graph, v);
    return CQ_OK;
}

/* Eight places at once, a byte each: how many ways lead from each of them to a free
 * place, or NOWHERE if it is not free itself. Bytes hold more than the ways are. */
static uint64_t count_eight(const cq_loom *f, const uint8_t *free, uint32_t v)
{
    uint64_t sum = 0, eight;

    for (unsigned i = 0; i < f->ways; i++) {
        memcpy(&eight, free + (uint32_t)(v + f->delta[i]), sizeof eight);
        sum += eight;
    }
    memcpy(&eight, free + v, sizeof eight);
    return sum | ~(eight * 255);
}

/* The free neighbours of every vertex; the table serves the alternating paths later. */
static cq_status count_on_board(cq_weave *w)
{
    const cq_loom *f = &w->loom;
    uint32_t first = f->above * f->stride, last = first + f->board->rows * f->stride;
    uint8_t *free = cq_zalloc(w->run->ctx, (size_t)f->size + f->stride + 8, 1);

    if (!w->near)
        w->near = cq_alloc(w->run->ctx, f->size, 1);
    if (!w->near || !free) {
        cq_free(free);
        return CQ_MEMORY;
    }
    for (uint32_t v = first; v < last; v++)
        free[v] = f->code[2 * (size_t)v] == CQ_WAY_NONE;
    memset(w->near, NOWHERE, f->size);
    for (uint32_t v = first; v < last; v += 8) {
        uint64_t eight = count_eight(f, free, v);

        memcpy(w->near + v, &eight, last - v < 8 ? last - v : 8);
    }
    cq_free(free);
    return CQ_OK;
}

cq_status cq_weave_strands(cq_weave *w)
{
    cq_loom *f = &w->loom;

    cq_try(f->board ? count_on_board(w) : count_in_graph(w));
    if (w->from != CQ_LINK_NONE && !cq_loom_full(f, w->from))
        cq_try(strand(w, w->from));
    for (uint32_t v = 0; v < f->size && !w->stopped && !w->impossible; v++) {
        if (cq_loom_has(f, v) && cq_loom_bare(f, v))
            cq_try(strand(w, v));
        if (v % CQ_WEAVE_SHORT == CQ_WEAVE_SHORT - 1 && !w->stopped)
            w->stopped = cq_run_poll(w->run);
    }
    cq_assert(cq_loom_check(f));
    return CQ_OK;
}
