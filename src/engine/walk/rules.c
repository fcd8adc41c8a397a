/* rules.c - the path, its two rules, and going back: see rules.h.
 *
 * The path is extended to an unvisited neighbour of its last vertex, in random order,
 * and shortened when there is none left to try. The rules:
 *
 * 1. The tour must come back. If the start has no unvisited neighbour while others are
 *    unvisited, the path is given up.
 * 2. An unvisited neighbour v of the last vertex that has only one unvisited neighbour
 *    itself must come next: later it would be a dead end. There is one exception: v may
 *    be the end of the tour, if it is adjacent to the start, and only one vertex can be
 *    that. If two must come next, the path is given up.
 *
 * The exception is made explicit: `end` is the vertex that was set apart to be the last
 * one. It is not visited before all others are, and no second one is set apart. For
 * open tours every vertex may be the last one, and the first rule says nothing.
 *
 *     path    a b c        moves  [of a: d][of b: e f][of c: ]   `first` marks where
 *                                                                each bracket begins
 *
 * Cost: the degree for a step. Memory: the graph's size; every vertex of the path has
 * no more moves than neighbours, or two.
 */
#include "engine/walk/rules.h"

#include "base/assert.h"

#include <string.h>

#define NONE UINT32_MAX

cq_status cq_rules_init(cq_context *ctx, const cq_graph *graph, bool closed,
                        cq_rules *out)
{
    cq_rules r = {.graph = graph, .closed = closed};
    size_t n = graph->vertices;

    r.visited = cq_alloc(ctx, n, sizeof *r.visited);
    r.home = cq_alloc(ctx, n, sizeof *r.home);
    r.left = cq_alloc(ctx, n, sizeof *r.left);
    r.path = cq_alloc(ctx, n, sizeof *r.path);
    r.ends = cq_alloc(ctx, n + 1, sizeof *r.ends);
    r.first = cq_alloc(ctx, n + 1, sizeof *r.first);
    r.moves = cq_alloc(ctx, graph->starts[n] + 2 * n, sizeof *r.moves);
    if (!r.visited || !r.home || !r.left || !r.path || !r.ends || !r.first ||
        !r.moves) {
        cq_rules_free(&r);
        return CQ_MEMORY;
    }
    *out = r;
    return CQ_OK;
}

void cq_rules_free(cq_rules *r)
{
    cq_free(r->visited);
    cq_free(r->home);
    cq_free(r->left);
    cq_free(r->path);
    cq_free(r->ends);
    cq_free(r->first);
    cq_free(r->moves);
    memset(r, 0, sizeof *r);
}

/* ---- moves ---- */

static void add_move(cq_rules *r, uint32_t to, uint32_t end)
{
    r->moves[r->count++] = (cq_move){.to = to, .end = end};
    cq_assert(r->count <=
              r->graph->starts[r->graph->vertices] + 2 * (size_t)r->graph->vertices);
}

/* Those that must come next, but for the one that was set apart: at most three are of
 * interest. `bound`: how many of them cannot be the end; they are put first. */
static size_t find_urgent(const cq_rules *r, uint32_t at, uint32_t end,
                          uint32_t urgent[3], size_t *bound)
{
    size_t count = 0;

    *bound = 0;
    for (size_t p = r->graph->starts[at]; p < r->graph->starts[at + 1]; p++) {
        uint32_t to = r->graph->targets[p];

        if (r->visited[to] || to == end || r->left[to] != 1)
            continue;
        if (count == 3)
            return count;
        urgent[count++] = to;
        if (!r->home[to]) {
            urgent[count - 1] = urgent[*bound];
            urgent[(*bound)++] = to;
        }
    }
    return count;
}

/* All unvisited neighbours, but `end` only if it is the last that is left. */
static void add_all(cq_rules *r, uint32_t at, uint32_t end)
{
    bool is_last = r->length + 1 == r->graph->vertices;

    for (size_t p = r->graph->starts[at]; p < r->graph->starts[at + 1]; p++) {
        uint32_t to = r->graph->targets[p];

        if (!r->visited[to] && (to != end || is_last))
            add_move(r, to, end);
    }
}

static void shuffle(cq_rules *r, size_t from)
{
    for (size_t i = r->count; i > from + 1; i--) {
        size_t other = from + cq_random_below(&r->random, i - from);
        cq_move swap = r->moves[i - 1];

        r->moves[i - 1] = r->moves[other];
        r->moves[other] = swap;
    }
}

/* What may come after the last vertex, by the rules. */
static void add_moves(cq_rules *r)
{
    uint32_t at = r->path[r->length - 1], end = r->ends[r->length], urgent[3];
    size_t bound, count, from = r->count;

    if (r->closed && r->home_left == 0)
        return; /* the first rule */
    count = find_urgent(r, at, end, urgent, &bound);
    if (bound > 1 || count > 2 || (count == 2 && end != NONE))
        return; /* the second rule: more than one must come next */
    if (count == 0) {
        add_all(r, at, end);
    } else if (count == 2) {
        /* One comes next, the other one is the end; one that cannot be the end is the
         * first of the two. */
        add_move(r, urgent[0], urgent[1]);
        if (bound == 0)
            add_move(r, urgent[1], urgent[0]);
    } else if (bound == 1 || end != NONE) {
        add_move(r, urgent[0], end);
    } else {
        add_move(r, urgent[0], end);
        add_all(r, at, urgent[0]); /* or it is the end */
    }
    shuffle(r, from);
}

/* ---- walking ---- */

static void change_left(cq_rules *r, uint32_t v, uint32_t by)
{
    for (size_t p = r->graph->starts[v]; p < r->graph->starts[v + 1]; p++)
        r->left[r->graph->targets[p]] += by;
}

static void push(cq_rules *r, uint32_t v, uint32_t end)
{
    cq_assert(!r->visited[v] && r->length < r->graph->vertices);
    cq_assert(r->length == 0 || cq_graph_adjacent(r->graph, r->path[r->length - 1], v));
    r->visited[v] = true;
    r->home_left -= r->home[v];
    change_left(r, v, UINT32_MAX); /* one less, modulo 2^32 */
    r->path[r->length++] = v;
    r->ends[r->length] = end;
    r->first[r->length] = r->count;
    r->steps++;
    if (r->length < r->graph->vertices)
        add_moves(r);
}

static void pop(cq_rules *r)
{
    uint32_t v = r->path[r->length - 1];

    r->count = r->first[r->length];
    r->length--;
    change_left(r, v, 1);
    r->home_left += r->home[v];
    r->visited[v] = false;
    cq_assert(r->home_left <= r->graph->vertices);
}

static void prepare(cq_rules *r, uint32_t start, uint64_t seed)
{
    const cq_graph *graph = r->graph;

    cq_random_seed(&r->random, seed ^ (uint64_t)start << 32);
    memset(r->visited, 0, graph->vertices * sizeof *r->visited);
    r->length = 0;
    r->count = 0;
    r->steps = 0;
    r->home_left = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        r->left[v] = (uint32_t)cq_graph_degree(graph, v);
        r->home[v] = !r->closed;
    }
    for (size_t p = graph->starts[start]; p < graph->starts[start + 1]; p++)
        r->home[graph->targets[p]] = true;
    for (uint32_t v = 0; v < graph->vertices; v++)
        r->home_left += r->home[v];
}

static bool is_tour(const cq_rules *r)
{
    uint32_t n = r->graph->vertices;

    return r->length == n && (!r->closed || (n > 2 && r->home[r->path[n - 1]]));
}

cq_outcome cq_rules_walk(cq_rules *r, uint32_t start, uint64_t seed, uint64_t steps,
                         bool (*stops)(void *user), void *user)
{
    prepare(r, start, seed);
    push(r, start, NONE);
    while (r->length) {
        if (is_tour(r))
            return CQ_FOUND_ONE;
        if (r->count > r->first[r->length]) {
            cq_move move = r->moves[--r->count];

            if (r->steps >= steps || (r->steps % 4096 == 0 && stops(user)))
                return CQ_GAVE_UP;
            push(r, move.to, move.end);
        } else {
            pop(r);
        }
    }
    return CQ_SEARCHED_ALL;
}
