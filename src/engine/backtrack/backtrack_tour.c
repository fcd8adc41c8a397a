/* backtrack_tour.c - backtracking over the moves of a tour, in a fixed order.
 *
 * The path is extended to the first neighbour of its end that is not on it, in
 * ascending order or in the order of moves that the user chose. At a dead end the last
 * move is undone. A closed tour starts at the given vertex, or at vertex 0: every
 * closed tour passes through it and is found in both directions. Only the direction
 * found first is counted: the one whose second vertex is tried before its last. An open
 * tour starts at every vertex in turn, and its two directions count as two (as usual in
 * the literature).
 */
#include "engine/backtrack/backtrack.h"
#include "problem/move_order.h"

#include "base/assert.h"

typedef struct search {
    cq_run *run;
    const cq_graph *graph;
    const uint32_t *targets; /* the graph's lists, or `order` */
    uint32_t *order;
    bool closed;
    bool *on_path;
    uint32_t *path;
    size_t *next; /* place in targets to go on from, by depth */
    size_t depth; /* vertices on the path */
    uint64_t tried, steps;
    cq_solution solution;
} search;

static cq_status set_up(search *s)
{
    cq_context *ctx = s->run->ctx;
    size_t n = s->graph->vertices;
    cq_status status =
        cq_move_order(ctx, s->run->problem, s->run->move_order, &s->order);

    if (status != CQ_OK)
        return status;
    s->targets = s->order ? s->order : s->graph->targets;
    s->on_path = cq_zalloc(ctx, n, sizeof *s->on_path);
    s->path = cq_alloc(ctx, n, sizeof *s->path);
    s->next = cq_alloc(ctx, n, sizeof *s->next);
    return s->on_path && s->path && s->next ? CQ_OK : CQ_MEMORY;
}

static void tear_down(search *s)
{
    cq_free_each(s->order, s->on_path, s->path, s->next);
    cq_solution_free(&s->solution);
}

static void push(search *s, uint32_t vertex)
{
    cq_assert(vertex < s->graph->vertices && !s->on_path[vertex]);
    cq_assert(s->depth == 0 ||
              cq_graph_adjacent(s->graph, s->path[s->depth - 1], vertex));
    s->on_path[vertex] = true;
    s->path[s->depth] = vertex;
    s->next[s->depth] = s->graph->starts[vertex];
    s->depth++;
}

static void pop(search *s)
{
    cq_assert(s->depth > 0 && s->on_path[s->path[s->depth - 1]]);
    s->on_path[s->path[--s->depth]] = false;
}

/* One move on, or false at a dead end. */
static bool move_on(search *s)
{
    uint32_t end = s->path[s->depth - 1];
    size_t *next = &s->next[s->depth - 1];

    while (*next < s->graph->starts[end + 1]) {
        uint32_t to = s->targets[(*next)++];

        s->tried++;
        if (!s->on_path[to]) {
            push(s, to);
            return true;
        }
    }
    return false;
}

/* Whether the second vertex is tried before the last, from the start. */
static bool is_first_way(const search *s)
{
    uint32_t second = s->path[1], last = s->path[s->graph->vertices - 1];
    const uint32_t *at = s->targets + s->graph->starts[s->path[0]];

    while (*at != second && *at != last)
        at++;
    return *at == second;
}

static bool is_tour(const search *s)
{
    size_t n = s->graph->vertices;

    if (s->depth < n)
        return false;
    if (!s->closed)
        return true;
    return n > 2 && cq_graph_adjacent(s->graph, s->path[0], s->path[n - 1]) &&
           is_first_way(s);
}

static cq_status deliver(search *s, bool *enough)
{
    cq_context *ctx = s->run->ctx;
    bool suits;
    cq_status status = cq_problem_suits(ctx, s->run->problem, s->path, &suits);

    if (status != CQ_OK || !suits)
        return status;
    if (s->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(s->run);
        return CQ_OK;
    }
    cq_solution_clear(&s->solution);
    for (size_t i = 0; i < s->depth; i++)
        cq_try(cq_vec_push(ctx, &s->solution.members, s->path[i]));
    return cq_run_found(s->run, &s->solution, enough);
}

static cq_status walk_from(search *s, uint32_t start, bool *enough)
{
    cq_assert(s->depth == 0);
    push(s, start);
    while (s->depth) {
        if (++s->steps % CQ_BACKTRACK_POLL == 0 && cq_run_poll(s->run))
            return CQ_OK;
        if (is_tour(s)) {
            cq_status status = deliver(s, enough);

            if (status != CQ_OK || *enough)
                return status;
        }
        while (s->depth && !move_on(s))
            pop(s);
    }
    return CQ_OK;
}

cq_status cq_backtrack_tour(cq_run *run)
{
    const cq_problem *problem = run->problem;
    search s = {.run = run, .graph = &problem->graph, .closed = problem->closed};
    bool given = problem->from != CQ_NO_VERTEX;
    uint32_t first = given ? problem->from : 0;
    uint32_t starts = problem->closed || given ? 1 : problem->graph.vertices;
    cq_status status = set_up(&s);
    bool enough = false;

    cq_run_counts(run, &s.tried, "moves");
    for (uint32_t i = 0; i < starts && status == CQ_OK && !enough; i++) {
        status = walk_from(&s, first + i, &enough);
        if (run->stop != CQ_FINISHED)
            break;
    }
    run->progress = NULL;
    cq_then(status, cq_backtrack_conclude(run, "moves tried", s.tried));
    tear_down(&s);
    return status;
}
