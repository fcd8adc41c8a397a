/* cut_and_join.c - cutting a path into cycles, and joining them: see cut_and_join.h.
 *
 *     1-2-3-4-5-6-7-8    if 1 is adjacent to 4, and 5 to 8: the cycles 1234 and 5678
 *
 * The next vertex on the path is always a neighbour, so at worst an edge there and back
 * is a cycle of two, which can be joined to others like any cycle. Only a single vertex
 * that is left at the end of the path cannot be closed. Three ways to cut:
 *
 *   farthest   greedily: from the first vertex to the neighbour that comes last on the
 *              path, so that the cycle is as long as can be; then from the vertex after
 *              that on
 *   fewest     as few cycles as can be, found from the end of the path backwards: those
 *              from place i on are one more than those after the end of the first
 *   even       and of these the cuts with the smallest sum of squared lengths, which
 *              has the smallest variance
 *
 * (The paper does not say which neighbour it takes, nor whether two vertices are
 * enough. With the first way and cycles of two vertices, random graphs give the rates
 * in its tables. If cycles need three vertices the rates are about half of that, and
 * with the nearest neighbour almost zero.)
 *
 *     a---b            two edges of different cycles are parallel if their ends are
 *     :   :            adjacent crosswise: a b and c d go, a c and b d come, and the
 *     c---d            two cycles are one
 *
 * Joining goes over the vertices in order, or over the cycles from the shortest (or the
 * longest) on with one join for each, again and again until nothing more can be joined:
 * an edge that a join has made may be parallel to one that was passed before.
 *
 * Cost: linear in the edges for the cut; for each round of joining the edges times
 * the logarithm of the degree, and sorting the cycles.
 */
#include "engine/conversion/cut_and_join.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_convert_init(cq_context *ctx, const cq_graph *graph, cq_cut cut,
                          cq_join join, cq_convert *out)
{
    cq_convert c = {.graph = graph, .cut = cut, .join = join};
    size_t n = graph->vertices;

    c.place = cq_alloc(ctx, n, sizeof *c.place);
    c.link = cq_alloc(ctx, n, 2 * sizeof *c.link);
    c.cycle = cq_alloc(ctx, n, sizeof *c.cycle);
    c.joined = cq_alloc(ctx, n, sizeof *c.joined);
    c.first = cq_alloc(ctx, n + 1, sizeof *c.first);
    c.order = cq_alloc(ctx, n, sizeof *c.order);
    c.made = cq_alloc(ctx, n, sizeof *c.made);
    if (cut != CQ_CUT_FARTHEST)
        c.costs = cq_alloc(ctx, n + 1, sizeof *c.costs);
    if (!c.place || !c.link || !c.cycle || !c.joined || !c.first || !c.order ||
        !c.made || (cut != CQ_CUT_FARTHEST && !c.costs)) {
        cq_convert_free(&c);
        return CQ_MEMORY;
    }
    *out = c;
    return CQ_OK;
}

void cq_convert_free(cq_convert *c)
{
    cq_free_each(c->place, c->link, c->cycle, c->joined, c->first, c->order, c->made,
                 c->costs);
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

/* Whether one way to cut is better than another; of equals the longer first cycle. */
static bool is_better(const cq_convert *c, cq_cut_cost a, cq_cut_cost b)
{
    if (a.cycles != b.cycles)
        return a.cycles < b.cycles;
    if (c->cut == CQ_CUT_EVEN && a.squares != b.squares)
        return a.squares < b.squares;
    return a.last > b.last;
}

/* The best way to cut from each place on, from the last place back. */
static void weigh_cuts(const cq_convert *c)
{
    uint32_t n = c->graph->vertices;

    c->costs[n] = (cq_cut_cost){.cycles = 0};
    for (uint32_t i = n; i-- > 0;) {
        uint32_t v = c->path[i];
        cq_cut_cost best = {.cycles = UINT32_MAX, .last = i};

        for (size_t p = c->graph->starts[v]; p < c->graph->starts[v + 1]; p++) {
            uint32_t last = c->place[c->graph->targets[p]];
            cq_cut_cost cost;

            if (last <= i || c->costs[last + 1].cycles == UINT32_MAX)
                continue;
            cost = c->costs[last + 1];
            cost.cycles++;
            cost.squares += (uint64_t)(last - i + 1) * (last - i + 1);
            cost.last = last;
            if (is_better(c, cost, best))
                best = cost;
        }
        c->costs[i] = best;
    }
}

static void close_cycle(cq_convert *c, uint32_t first, uint32_t last)
{
    const uint32_t *path = c->path;

    cq_assert(first < last && cq_graph_adjacent(c->graph, path[first], path[last]));
    for (uint32_t i = first; i <= last; i++) {
        c->link[2 * (size_t)path[i]] = path[i == first ? last : i - 1];
        c->link[2 * (size_t)path[i] + 1] = path[i == last ? first : i + 1];
        c->cycle[path[i]] = c->cycles;
    }
    c->joined[c->cycles] = c->cycles;
    c->first[c->cycles++] = first;
    c->first[c->cycles] = last + 1;
}

bool cq_convert_cut(cq_convert *c, const uint32_t *path)
{
    uint32_t n = c->graph->vertices, first = 0;

    c->cycles = c->joins = 0;
    c->path = path;
    for (uint32_t i = 0; i < n; i++)
        c->place[path[i]] = i;
    if (c->costs)
        weigh_cuts(c);
    while (first < n) {
        uint32_t last =
            c->costs ? c->costs[first].last : last_neighbour(c, path[first]);

        if (last == first)
            return false;
        cq_assert(last > first && last < n);
        close_cycle(c, first, last);
        first = last + 1;
    }
    return true;
}

/* ---- joining ---- */

uint32_t cq_convert_cycle_of(cq_convert *c, uint32_t v)
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

void cq_convert_apply(cq_convert *c, cq_joined join)
{
    uint32_t own = cq_convert_cycle_of(c, join.a);
    uint32_t other = cq_convert_cycle_of(c, join.c);

    cq_assert(own != other);
    relink(c, join.a, join.b, join.c);
    relink(c, join.b, join.a, join.d);
    relink(c, join.c, join.d, join.a);
    relink(c, join.d, join.c, join.b);
    c->joined[other] = own;
    c->made[c->joins++] = join;
    cq_assert(c->joins < c->cycles);
}

/* Joins the cycle of the edge a b with another one, if it can. */
static bool join_at(cq_convert *c, uint32_t a, uint32_t b)
{
    const cq_graph *graph = c->graph;
    uint32_t own = cq_convert_cycle_of(c, a);

    for (size_t p = graph->starts[a]; p < graph->starts[a + 1]; p++) {
        uint32_t to = graph->targets[p], other = cq_convert_cycle_of(c, to);

        for (int side = 0; side < 2 && other != own; side++) {
            uint32_t beside = c->link[2 * (size_t)to + (size_t)side];

            if (!cq_graph_adjacent(graph, b, beside))
                continue;
            cq_convert_apply(c, (cq_joined){a, b, to, beside});
            return true;
        }
    }
    return false;
}

/* Joins at a vertex, along one of its two edges. */
static bool join_by(cq_convert *c, uint32_t v)
{
    return join_at(c, v, c->link[2 * (size_t)v]) ||
           join_at(c, v, c->link[2 * (size_t)v + 1]);
}

static bool is_one(const cq_convert *c)
{
    return c->joins + 1 == c->cycles;
}

/* ---- in which order ---- */

static void join_by_number(cq_convert *c)
{
    for (uint32_t v = 0; v < c->graph->vertices && !is_one(c); v++)
        while (join_by(c, v))
            ;
}

/* Cycles by their length as they were cut, equal ones as they lie on the path; a
 * counting sort, into `order`. */
static void sort_cycles(cq_convert *c)
{
    uint32_t n = c->graph->vertices,
             *ends = c->place; /* of no more use after the cut */
    uint32_t at = 0;

    memset(ends, 0, n * sizeof *ends);
    for (uint32_t i = 0; i < c->cycles; i++)
        ends[c->first[i + 1] - c->first[i] - 1]++;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t length = c->join == CQ_JOIN_SHORTEST ? i : n - 1 - i;
        uint32_t count = ends[length];

        ends[length] = at;
        at += count;
    }
    cq_assert(at == c->cycles);
    for (uint32_t i = 0; i < c->cycles; i++)
        c->order[ends[c->first[i + 1] - c->first[i] - 1]++] = i;
}

static void join_by_length(cq_convert *c)
{
    for (uint32_t i = 0; i < c->cycles && !is_one(c); i++) {
        uint32_t cycle = c->order[i];

        for (uint32_t p = c->first[cycle]; p < c->first[cycle + 1]; p++)
            if (join_by(c, c->path[p]))
                break;
    }
}

bool cq_convert_join(cq_convert *c)
{
    uint32_t before;

    if (c->join != CQ_JOIN_NUMBER)
        sort_cycles(c);
    do {
        before = c->joins;
        if (c->join == CQ_JOIN_NUMBER)
            join_by_number(c);
        else
            join_by_length(c);
    } while (c->joins > before && !is_one(c));
    return is_one(c);
}

uint32_t cq_convert_write(const cq_convert *c, uint32_t from, uint32_t *tour)
{
    uint32_t before = c->link[2 * (size_t)from], at = from, count = 0;

    do {
        const uint32_t *link = &c->link[2 * (size_t)at];
        uint32_t next = link[0] == before ? link[1] : link[0];

        cq_assert(count < c->graph->vertices); /* it comes round */
        tour[count++] = at;
        before = at;
        at = next;
    } while (at != from);
    return count;
}
