/* cut_and_join.c - cutting a path into cycles, and joining them: see cut_and_join.h.
 *
 *     1-2-3-4-5-6-7-8    if 1 is adjacent to 4, and 5 to 8: the cycles 1234 and 5678
 *
 * The path is cut greedily: from its first vertex to the neighbour that comes last on
 * it, so that the cycle is as long as can be; then from the vertex after that on. The
 * next vertex is always a neighbour, so that at worst an edge there and back is a cycle
 * of two, which can be joined to others like any. Only a single vertex that is
 * left at the end of the path cannot be closed. (The paper does not say which neighbour
 * it takes, nor whether two vertices are enough. With these two choices random graphs
 * give the rates of its tables: with three vertices at least about half of them, with
 * the nearest neighbour next to none.)
 *
 *     a---b            two edges of different cycles are parallel if their ends are
 *     :   :            adjacent crosswise: a b and c d go, a c and b d come, and the
 *     c---d            two cycles are one
 *
 * Joining goes over the vertices in order, again and again until nothing more can be
 * joined: an edge that a join has made may be parallel to one that was passed before.
 *
 * Cost: linear in the edges for the cut; for each round of joining the edges times
 * the logarithm of the degree.
 */
#include "engine/conversion/cut_and_join.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_convert_init(cq_context *ctx, const cq_graph *graph, cq_convert *out)
{
    cq_convert c = {.graph = graph};
    size_t n = graph->vertices;

    c.place = cq_alloc(ctx, n, sizeof *c.place);
    c.link = cq_alloc(ctx, n, 2 * sizeof *c.link);
    c.cycle = cq_alloc(ctx, n, sizeof *c.cycle);
    c.joined = cq_alloc(ctx, n, sizeof *c.joined);
    if (!c.place || !c.link || !c.cycle || !c.joined) {
        cq_convert_free(&c);
        return CQ_MEMORY;
    }
    *out = c;
    return CQ_OK;
}

void cq_convert_free(cq_convert *c)
{
    cq_free(c->place);
    cq_free(c->link);
    cq_free(c->cycle);
    cq_free(c->joined);
    memset(c, 0, sizeof *c);
}

/* ---- cutting ---- */

/* The last place on the path that v is adjacent to, from its own place on. */
static uint32_t last_neighbour(const cq_convert *c, uint32_t v)
{
    uint32_t last = c->place[v];

    for (size_t p = c->graph->starts[v]; p < c->graph->starts[v + 1]; p++) {
        uint32_t place = c->place[c->graph->targets[p]];

        last = place > last ? place : last;
    }
    return last;
}

static void close_cycle(cq_convert *c, const uint32_t *path, uint32_t first,
                        uint32_t last)
{
    cq_assert(first < last && cq_graph_adjacent(c->graph, path[first], path[last]));
    for (uint32_t i = first; i <= last; i++) {
        c->link[2 * (size_t)path[i]] = path[i == first ? last : i - 1];
        c->link[2 * (size_t)path[i] + 1] = path[i == last ? first : i + 1];
        c->cycle[path[i]] = c->cycles;
    }
    c->joined[c->cycles] = c->cycles;
    c->cycles++;
}

bool cq_convert_cut(cq_convert *c, const uint32_t *path)
{
    uint32_t n = c->graph->vertices, first = 0;

    c->cycles = c->joins = 0;
    for (uint32_t i = 0; i < n; i++)
        c->place[path[i]] = i;
    while (first < n) {
        uint32_t last = last_neighbour(c, path[first]);

        if (last == first)
            return false;
        close_cycle(c, path, first, last);
        first = last + 1;
    }
    return true;
}

/* ---- joining ---- */

static uint32_t cycle_of(cq_convert *c, uint32_t v)
{
    uint32_t at = c->cycle[v];

    while (c->joined[at] != at)
        at = c->joined[at] = c->joined[c->joined[at]];
    return at;
}

/* In a cycle of two both links are the same: one of them is changed. */
static void relink(cq_convert *c, uint32_t v, uint32_t from, uint32_t to)
{
    uint32_t *link = &c->link[2 * (size_t)v];

    cq_assert(link[0] == from || link[1] == from);
    cq_assert(cq_graph_adjacent(c->graph, v, to));

    link[link[0] != from] = to;
}

/* Joins the cycle of the edge a b with another one, if it can. */
static bool join_at(cq_convert *c, uint32_t a, uint32_t b)
{
    const cq_graph *graph = c->graph;
    uint32_t own = cycle_of(c, a);

    for (size_t p = graph->starts[a]; p < graph->starts[a + 1]; p++) {
        uint32_t to = graph->targets[p], other = cycle_of(c, to);

        for (int side = 0; side < 2 && other != own; side++) {
            uint32_t beside = c->link[2 * (size_t)to + (size_t)side];

            if (!cq_graph_adjacent(graph, b, beside))
                continue;
            relink(c, a, b, to);
            relink(c, b, a, beside);
            relink(c, to, beside, a);
            relink(c, beside, to, b);
            c->joined[other] = own;
            c->joins++;
            cq_assert(c->joins < c->cycles);
            return true;
        }
    }
    return false;
}

bool cq_convert_join(cq_convert *c)
{
    uint32_t n = c->graph->vertices, before;

    do {
        before = c->joins;
        for (uint32_t v = 0; v < n && c->joins + 1 < c->cycles; v++)
            while (join_at(c, v, c->link[2 * (size_t)v]) ||
                   join_at(c, v, c->link[2 * (size_t)v + 1]))
                ;
    } while (c->joins > before && c->joins + 1 < c->cycles);
    return c->joins + 1 == c->cycles;
}

void cq_convert_write(const cq_convert *c, uint32_t *tour)
{
    uint32_t before = c->link[0], at = 0;

    for (uint32_t i = 0; i < c->graph->vertices; i++) {
        const uint32_t *link = &c->link[2 * (size_t)at];
        uint32_t next = link[0] == before ? link[1] : link[0];

        cq_assert(i == 0 || at != 0); /* it comes round only in the end */
        tour[i] = at;
        before = at;
        at = next;
    }
}
