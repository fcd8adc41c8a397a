/* rules.c - the path, its two rules, and going back: see rules.h.
 *
 * The path is extended to an unvisited neighbour of its last vertex, and shortened when
 * there is none left to try. The paper does not say which neighbour comes first, but
 * this decides how large a board can be (docs/experiments.md). The rules:
 *
 * 1. The tour must come back. If the start has no unvisited neighbour while others are
 *    unvisited, the path is given up.
 * 2. An unvisited neighbour v of the last vertex that has only one unvisited neighbour
 *    itself must come next: later it would be a dead end. There is one exception: v may
 *    be the end of the tour, if it is adjacent to the start, and only one vertex can be
 *    that. If two must come next, the path is given up.
 *
 * The exception is explicit: `end` is the vertex that is reserved as the last one. It
 * is not visited before all others, and no second one is reserved. For open tours every
 * vertex may be the last one, and the first rule says nothing.
 *
 *     path    a b c        moves  [of a: d][of b: e f][of c: ]   `first` marks where
 *                                                                each bracket begins;
 *                                                                the last of a bracket
 *                                                                is tried first
 *
 * Cost: the degree for a step. Memory: the graph's size; every vertex of the path has
 * no more moves than neighbours, or two.
 */
#include "engine/walk/rules.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

cq_status cq_step_rules_init(cq_context *ctx, const cq_problem *problem,
                             const uint32_t *targets, cq_ties ties, uint64_t seed,
                             cq_step_rules *out)
{
    const cq_graph *graph = &problem->graph;
    cq_step_rules r = {.problem = problem,
                       .graph = graph,
                       .targets = targets ? targets : graph->targets};
    size_t n = graph->vertices;
    cq_status status =
        cq_tie_break_init(ctx, graph, problem->board, ties, seed, &r.breaks);

    if (status != CQ_OK)
        return status;
    r.visited = cq_alloc(ctx, n, sizeof *r.visited);
    r.home = cq_alloc(ctx, n, sizeof *r.home);
    r.left = cq_alloc(ctx, n, sizeof *r.left);
    r.path = cq_alloc(ctx, n, sizeof *r.path);
    r.ends = cq_alloc(ctx, n + 1, sizeof *r.ends);
    r.first = cq_alloc(ctx, n + 1, sizeof *r.first);
    r.moves = cq_alloc(ctx, graph->starts[n] + 2 * n, sizeof *r.moves);
    if (!r.visited || !r.home || !r.left || !r.path || !r.ends || !r.first ||
        !r.moves) {
        cq_step_rules_free(&r);
        return CQ_MEMORY;
    }
    *out = r;
    return CQ_OK;
}

void cq_step_rules_free(cq_step_rules *r)
{
    cq_free_each(r->visited, r->home, r->left, r->path, r->ends, r->first, r->moves);
    cq_tie_break_free(&r->breaks);
    memset(r, 0, sizeof *r);
}

/* ---- moves ---- */

static void add_move(cq_step_rules *r, uint32_t to, uint32_t end)
{
    r->moves[r->count++] = (cq_move){.to = to, .end = end};
    cq_assert(r->count <=
              r->graph->starts[r->graph->vertices] + 2 * (size_t)r->graph->vertices);
}

/* Those that must come next, but for the one that was set apart: at most three are of
 * interest. `bound`: how many of them cannot be the end; they are put first. */
static size_t find_urgent(const cq_step_rules *r, uint32_t at, uint32_t end,
                          uint32_t urgent[3], size_t *bound)
{
    size_t count = 0;

    *bound = 0;
    for (size_t p = r->graph->starts[at]; p < r->graph->starts[at + 1]; p++) {
        uint32_t to = r->targets[p];

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
static void add_all(cq_step_rules *r, uint32_t at, uint32_t end)
{
    bool is_last = r->length + 1 == r->graph->vertices;

    for (size_t p = r->graph->starts[at]; p < r->graph->starts[at + 1]; p++) {
        uint32_t to = r->targets[p];

        if (!r->visited[to] && (to != end || is_last))
            add_move(r, to, end);
    }
}

/* Puts the move that is tried later first, see above. */
static int tried_later(const void *left, const void *right)
{
    const cq_move *a = left, *b = right;

    if (a->key != b->key)
        return a->key > b->key ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* The moves from `from` on are turned round, as the last is tried first; those with
 * smaller keys then go to the end. */
static void put_in_order(cq_step_rules *r, size_t from)
{
    for (size_t low = from, high = r->count; low + 1 < high; low++) {
        cq_move swap = r->moves[low];

        r->moves[low] = r->moves[--high];
        r->moves[high] = swap;
    }
    cq_assert(from <= r->count);
    if (r->breaks.ties == CQ_TIES_NUMBER || r->count - from < 2)
        return;
    for (size_t i = from; i < r->count; i++) {
        r->moves[i].place = i;
        r->moves[i].key =
            cq_tie_break_key(&r->breaks, r->visited, r->left, r->moves[i].to);
    }
    qsort(r->moves + from, r->count - from, sizeof *r->moves, tried_later);
}

/* What may come after the last vertex, by the rules. */
static void add_moves(cq_step_rules *r)
{
    uint32_t at = r->path[r->length - 1], end = r->ends[r->length], urgent[3];
    size_t bound, count, from = r->count;

    if (r->problem->closed && r->home_left == 0)
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
    put_in_order(r, from);
}

/* ---- walking ---- */

static void change_left(cq_step_rules *r, uint32_t v, uint32_t by)
{
    for (size_t p = r->graph->starts[v]; p < r->graph->starts[v + 1]; p++)
        r->left[r->graph->targets[p]] += by;
}

static void push(cq_step_rules *r, uint32_t v, uint32_t end)
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

static void pop(cq_step_rules *r)
{
    uint32_t v = r->path[r->length - 1];

    r->count = r->first[r->length];
    r->length--;
    change_left(r, v, 1);
    r->home_left += r->home[v];
    r->visited[v] = false;
    cq_assert(r->home_left <= r->graph->vertices);
}

static void prepare(cq_step_rules *r, uint32_t start)
{
    const cq_graph *graph = r->graph;

    cq_tie_break_start(&r->breaks, start);
    memset(r->visited, 0, graph->vertices * sizeof *r->visited);
    r->length = 0;
    r->count = 0;
    r->steps = 0;
    r->home_left = 0;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        r->left[v] = (uint32_t)cq_graph_degree(graph, v);
        r->home[v] = !r->problem->closed;
    }
    for (size_t p = graph->starts[start]; p < graph->starts[start + 1]; p++)
        r->home[graph->targets[p]] = true;
    for (uint32_t v = 0; v < graph->vertices; v++)
        r->home_left += r->home[v];
}

static cq_status is_tour(cq_context *ctx, const cq_step_rules *r, bool *out)
{
    uint32_t n = r->graph->vertices;

    *out = false;
    if (r->length < n || (r->problem->closed && !(n > 2 && r->home[r->path[n - 1]])))
        return CQ_OK;
    return cq_problem_suits(ctx, r->problem, r->path, out);
}

cq_status cq_step_rules_walk(cq_context *ctx, cq_step_rules *r, uint32_t start,
                             uint64_t steps, bool (*stops)(void *user), void *user,
                             cq_outcome *out)
{
    prepare(r, start);
    push(r, start, NONE);
    *out = CQ_GAVE_UP;
    while (r->length) {
        bool tour;
        cq_status status = is_tour(ctx, r, &tour);

        if (tour)
            *out = CQ_FOUND_ONE;
        if (tour || status != CQ_OK)
            return status;
        if (r->count > r->first[r->length]) {
            cq_move move = r->moves[--r->count];

            if (r->steps >= steps || (r->steps % 4096 == 0 && stops(user)))
                return CQ_OK;
            push(r, move.to, move.end);
        } else {
            pop(r);
        }
    }
    *out = CQ_SEARCHED_ALL;
    return CQ_OK;
}
