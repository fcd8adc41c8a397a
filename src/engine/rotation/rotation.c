/* rotation.c - Hamiltonian cycles and paths by extension and rotation.
 *
 * A path is extended at its ends as long as possible, to the neighbour with the fewest
 * neighbours off the path. When both ends are stuck, the path is rotated: its last
 * vertex has a neighbour w on the path, and the edge to it replaces the edge from w to
 * its successor, which becomes the last (L. Posa, "Hamiltonian circuits in random
 * graphs", Discrete Mathematics 14, 1976). A path whose ends are adjacent is a cycle,
 * which is opened next to a vertex that is not on it (B. Bollobas, T. I. Fenner and A.
 * M. Frieze, "An algorithm for finding Hamilton paths and cycles in random graphs",
 * Combinatorica 7, 1987). A rotation that lets the path grow or close is preferred;
 * otherwise the new end is the vertex that has not been an end for the longest time.
 *
 *     left[v]    neighbours of v that are not on the path
 *     ended[v]   when v last became an end by rotation
 *
 * An open tour is a cycle through an extra vertex that is adjacent to all others. So it
 * ends where it must, at vertices with one neighbour.
 *
 * If a path has not grown for many rotations, another start is tried. After some starts
 * the verdict stays unknown: rotations never prove that there is no cycle. A rotation
 * costs O(degree + n / 4); random graphs need some n log n of them.
 */
#include "base/assert.h"
#include "base/random.h"
#include "engine/rotation/path.h"

#include <string.h>

enum {
    STALL = 24,     /* rotations for each vertex without growth, then another start */
    STARTS = 12,    /* then give up */
    AT_ONCE = 2000, /* vertices, up to which it is tried first */
    POLL = 64       /* rotations between two looks at the clock */
};

typedef struct search {
    cq_run *run;
    const cq_graph *graph;
    uint32_t extra; /* the vertex at which a cycle is cut open, or CQ_NO_CELL */
    cq_path path;
    uint32_t *left;
    uint64_t *ended;
    cq_random random;
    uint64_t rotations, starts;
    bool stopped;
} search;

/* Neighbours follow each other on the path, each vertex stands where it is said to, and
 * `left` counts the neighbours that are not on it. */
static bool check_path(const search *s)
{
    const cq_graph *g = s->graph;

    for (uint32_t place = 0; place < s->path.length; place++) {
        uint32_t v = cq_path_at(&s->path, place);

        cq_hold(cq_path_place(&s->path, v) == place);
        cq_hold(place == 0 || cq_graph_adjacent(g, v, cq_path_at(&s->path, place - 1)));
    }
    for (uint32_t v = 0; v < g->vertices; v++) {
        uint32_t off = 0;

        for (size_t e = g->starts[v]; e < g->starts[v + 1]; e++)
            off += !cq_path_has(&s->path, g->targets[e]);
        cq_hold(s->left[v] == off);
    }
    return true;
}

/* ---- growing ---- */

static void extend(search *s, uint32_t vertex)
{
    const cq_graph *g = s->graph;

    cq_assert(s->path.length == 0 ||
              cq_graph_adjacent(g, cq_path_last(&s->path), vertex));
    cq_path_append(&s->path, vertex);
    for (size_t e = g->starts[vertex]; e < g->starts[vertex + 1]; e++)
        s->left[g->targets[e]]--;
}

/* The neighbour off the path with the fewest such neighbours; of several, any. */
static uint32_t way_on(search *s, uint32_t vertex)
{
    const cq_graph *g = s->graph;
    uint32_t best = CQ_NO_CELL;
    uint64_t ties = 0;

    for (size_t e = g->starts[vertex]; e < g->starts[vertex + 1]; e++) {
        uint32_t to = g->targets[e];

        if (cq_path_has(&s->path, to))
            continue;
        if (best == CQ_NO_CELL || s->left[to] < s->left[best]) {
            best = to;
            ties = 1;
        } else if (s->left[to] == s->left[best] &&
                   cq_random_below(&s->random, ++ties) == 0) {
            best = to;
        }
    }
    cq_assert(best != CQ_NO_CELL); /* left[vertex] says that there is one */
    return best;
}

/* Extends the path at both ends until both are stuck. */
static void grow(search *s)
{
    unsigned stuck = 0;

    while (stuck < 2) {
        uint32_t last = cq_path_last(&s->path);

        if (s->left[last] == 0) {
            cq_path_turn(&s->path);
            stuck++;
        } else {
            extend(s, way_on(s, last));
            stuck = 0;
        }
    }
}

/* ---- rotating ---- */

static bool ends_meet(const search *s)
{
    return s->path.length > 2 &&
           cq_graph_adjacent(s->graph, cq_path_at(&s->path, 0), cq_path_last(&s->path));
}

static bool is_complete(const search *s)
{
    return s->path.length == s->graph->vertices && ends_meet(s);
}

/* Opens the cycle so that it can grow; false if nothing is next to it. */
static bool open_cycle(search *s)
{
    uint32_t length = s->path.length;
    uint32_t from = (uint32_t)cq_random_below(&s->random, length);

    for (uint32_t i = 0; i < length; i++) {
        uint32_t place = (from + i) % length;

        if (s->left[cq_path_at(&s->path, place)]) {
            cq_path_open(&s->path, place);
            cq_assert(!cq_walk_due(s->rotations, length) || check_path(s));
            return true;
        }
    }
    return false;
}

/* Whether the vertex would be a good end: the path can grow or close there. */
static bool is_good_end(const search *s, uint32_t vertex, uint32_t first)
{
    if (s->path.length < s->graph->vertices)
        return s->left[vertex] > 0;
    return cq_graph_adjacent(s->graph, vertex, first);
}

/* The place after which to rotate; CQ_NO_CELL if the last vertex has only its
 * predecessor. */
static uint32_t choose_rotation(search *s)
{
    const cq_graph *g = s->graph;
    uint32_t last = cq_path_last(&s->path), first = cq_path_at(&s->path, 0);
    uint32_t best = CQ_NO_CELL, best_end = 0;
    uint64_t ties = 0;

    for (size_t e = g->starts[last]; e < g->starts[last + 1]; e++) {
        uint32_t place = cq_path_place(&s->path, g->targets[e]), end;

        if (place + 2 >= s->path.length)
            continue;
        end = cq_path_at(&s->path, place + 1);
        if (is_good_end(s, end, first))
            return place;
        if (best == CQ_NO_CELL || s->ended[end] < s->ended[best_end]) {
            best = place;
            best_end = end;
            ties = 1;
        } else if (s->ended[end] == s->ended[best_end] &&
                   cq_random_below(&s->random, ++ties) == 0) {
            best = place;
            best_end = end;
        }
    }
    return best;
}

/* One rotation, at the last vertex or, if it has none, at the first; false: neither
 * has any. */
static bool rotate(search *s)
{
    uint32_t place = choose_rotation(s);

    if (place == CQ_NO_CELL) {
        cq_path_turn(&s->path);
        place = choose_rotation(s);
    }
    if (place == CQ_NO_CELL)
        return false;
    cq_path_rotate(&s->path, place);
    cq_assert(!cq_walk_due(s->rotations, s->graph->vertices) || check_path(s));
    s->ended[cq_path_last(&s->path)] = ++s->rotations;
    if (s->rotations % POLL == 0 && cq_run_poll(s->run))
        s->stopped = true;
    return !s->stopped;
}

/* ---- starts ---- */

static void begin(search *s)
{
    const cq_graph *g = s->graph;

    s->starts++;
    cq_path_clear(&s->path);
    memset(s->ended, 0, g->vertices * sizeof *s->ended);
    for (uint32_t v = 0; v < g->vertices; v++)
        s->left[v] = (uint32_t)cq_graph_degree(g, v);
    extend(s, (uint32_t)cq_random_below(&s->random, g->vertices));
}

/* From one start: true if the path became a tour. */
static bool try_start(search *s)
{
    uint64_t stall = (uint64_t)STALL * s->graph->vertices + 1000, deadline;
    uint32_t length = 0;

    begin(s);
    deadline = s->rotations + stall;
    while (s->rotations < deadline) {
        grow(s);
        if (is_complete(s))
            return true;
        if (s->path.length > length) {
            length = s->path.length;
            deadline = s->rotations + stall;
        }
        if (ends_meet(s) && s->path.length < s->graph->vertices) {
            if (!open_cycle(s))
                return false; /* the rest is not connected to it */
        } else if (!rotate(s)) {
            return false;
        }
        if (s->rotations % 2)
            cq_path_turn(&s->path); /* both ends wander */
    }
    return false;
}

static cq_status deliver(search *s)
{
    cq_solution tour = {0};
    uint32_t length = s->path.length;
    bool enough;
    cq_status status = cq_vec_reserve(s->run->ctx, &tour.members, length);

    cq_assert(is_complete(s) && check_path(s));
    if (status == CQ_OK) {
        if (s->extra != CQ_NO_CELL) {
            cq_path_open(&s->path, cq_path_place(&s->path, s->extra));
            length--; /* it is the last now */
        }
        for (uint32_t i = 0; i < length; i++)
            tour.members.at[tour.members.count++] = cq_path_at(&s->path, i);
        status = cq_run_found(s->run, &tour, &enough);
    }
    cq_solution_free(&tour);
    return status;
}

static cq_status look(search *s)
{
    bool tour = false;

    while (!tour && !s->stopped && s->starts < STARTS)
        tour = try_start(s);
    if (tour)
        cq_try(deliver(s));
    cq_try(cq_answer_add_counter(s->run->answer, "rotations", s->rotations));
    return cq_answer_add_counter(s->run->answer, "starts", s->starts);
}

static cq_status run_on(cq_run *run, const cq_graph *graph, uint32_t extra)
{
    search s = {.run = run, .graph = graph, .extra = extra};
    cq_status status;

    cq_try(cq_path_make(run->ctx, graph->vertices, &s.path));
    cq_random_seed(&s.random, run->seed);
    s.left = cq_alloc(run->ctx, graph->vertices, sizeof *s.left);
    s.ended = cq_alloc(run->ctx, graph->vertices, sizeof *s.ended);
    status = s.left && s.ended ? look(&s) : CQ_MEMORY;
    cq_free_each(s.left, s.ended);
    cq_path_free(&s.path);
    return status;
}

/* The graph with one more vertex, next to all. */
static cq_status add_vertex(cq_context *ctx, const cq_graph *graph, cq_graph *out)
{
    cq_u32s ends = {0};
    cq_status status =
        cq_vec_reserve(ctx, &ends, 2 * (cq_graph_edges(graph) + graph->vertices));

    if (status != CQ_OK)
        return status;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        ends.at[ends.count++] = v;
        ends.at[ends.count++] = graph->vertices;
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (graph->targets[e] > v) {
                ends.at[ends.count++] = v;
                ends.at[ends.count++] = graph->targets[e];
            }
    }
    status =
        cq_graph_build(ctx, graph->vertices + 1, ends.at, ends.count / 2, out, NULL);
    cq_vec_free(&ends);
    return status;
}

static cq_status run_rotation(cq_run *run)
{
    const cq_graph *graph = &run->problem->graph;
    cq_graph wider;
    cq_status status;

    if (run->problem->closed)
        return run_on(run, graph, CQ_NO_CELL);
    cq_try(add_vertex(run->ctx, graph, &wider));
    status = run_on(run, &wider, graph->vertices);
    cq_graph_free(&wider);
    return status;
}

/* In graphs of some thousand vertices it finds what there is sooner than others prove
 * that there is nothing, and gives up soon. Boards have better ways. */
static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    uint32_t n = problem->graph.vertices;
    bool first = !problem->board && n <= AT_ONCE;

    (void)goal;
    if (problem->kind != CQ_TOUR || n < 2)
        return cq_misfit("it walks from vertex to vertex");
    return cq_fit_for(CQ_RANK_DIRECT, (first ? 1e-8 : 1e-6) * (double)n,
                      "rotations find a way through most graphs that have one");
}

const cq_engine cq_engine_rotation = {
    .name = "rotation",
    .summary = "tours by extension and rotation of a path; may fail to find one",
    .goals = CQ_GOALS_OF_ONE,
    .fits = fits,
    .run = run_rotation,
};
