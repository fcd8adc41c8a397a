/* tour_steps.c - tours as steps: edge after edge is in the cycle or not.
 *
 * A tour is a cycle through all vertices. For an open one the graph gets a vertex more,
 * the roof, that is joined to all others: a cycle through it is a path without it, and
 * a walk in two directions. Ends that are asked for are edges that must be in: to the
 * roof, or between both ends of a closed tour.
 *
 * Vertices have ranks, and edges come by the lower rank of their ends, then by the
 * higher one. The edges that are in form paths. The value of a vertex is 0 if it has
 * both its edges, else 1 + the slot of the other end of its path: its own if it has no
 * edge yet (D. E. Knuth, The Art of Computer Programming 4A, 7.1.4, calls it the mate).
 *
 *     1 - 2 - 3    after 1-2, 1-4 and 2-3:  4 - 1 - 2 - 3
 *     |   |   |    2 is done with: 0, and so is 1, which has left; the values of 3 and
 *     4 - 5 - 6    4 are 1 + each other's slots
 *
 * An edge that closes a cycle is in only if all vertices and all edges that must be in
 * have come, and all other vertices have both their edges: that is a tour. A vertex
 * that lacks more edges than are to come ends the state.
 *
 * Cost of a choice: a few slots; the key if a cycle is closed.
 */
#include "check/steps.h"

#include "base/assert.h"

#include <stdlib.h>

enum { OUT, IN, CHOICES };

typedef struct step_edge {
    uint32_t a, b; /* rank of a < rank of b */
    uint32_t a_slot, b_slot;
    bool a_enters, b_enters; /* it is the first edge of that end */
    uint32_t a_left, b_left; /* edges that come later at each end */
    uint64_t order;          /* of both ranks */
    bool must;               /* be in */
} step_edge;

typedef struct tour_steps {
    cq_steps base;
    CQ_VEC(step_edge) edges;
    uint32_t earliest; /* no cycle is a tour before this step: a vertex, or an edge
                          that must be in, has not come yet */
} tour_steps;

/* ---- states ---- */

static size_t choices(const cq_steps *steps, size_t step, const uint64_t *state)
{
    (void)steps, (void)step, (void)state;
    return CHOICES;
}

/* The path that a vertex is an end of begins with it alone. */
static uint32_t end_of(const uint64_t *state, uint32_t slot, bool enters)
{
    return enters ? slot + 1 : cq_slot_get(state, slot);
}

static bool all_done(const cq_steps *s, const uint64_t *key)
{
    for (size_t i = 0; i < s->words; i++)
        if (key[i])
            return false;
    return true;
}

/* The edge joins the ends of two paths, whose other ends are these; or of one. */
static cq_step_end join(const tour_steps *s, size_t step, uint32_t a_end,
                        uint32_t b_end, uint64_t *key)
{
    const step_edge *e = &s->edges.at[step];

    cq_assert(a_end && b_end);
    cq_assert((a_end == e->b_slot + 1) == (b_end == e->a_slot + 1));
    cq_slot_set(key, e->a_slot, 0);
    cq_slot_set(key, e->b_slot, 0);
    if (a_end == e->b_slot + 1)
        return step >= s->earliest && all_done(&s->base, key) ? CQ_STEP_COMPLETES
                                                              : CQ_STEP_FAILS;
    cq_slot_set(key, a_end - 1, b_end);
    cq_slot_set(key, b_end - 1, a_end);
    return CQ_STEP_HOLDS;
}

/* What a vertex lacks, by the other end of its path. */
static uint32_t lack(uint32_t slot, uint32_t end)
{
    return end == 0 ? 0 : end == slot + 1 ? 2 : 1;
}

/* Without the edge both ends have to make do with those to come; with it they lack one
 * less. */
static cq_step_end choose(cq_steps *steps, size_t step, size_t choice,
                          const uint64_t *state, uint64_t *key)
{
    const tour_steps *s = (const tour_steps *)steps;
    const step_edge *e = &s->edges.at[step];
    uint32_t a_end = end_of(state, e->a_slot, e->a_enters), in = choice == IN;
    uint32_t b_end = end_of(state, e->b_slot, e->b_enters);
    uint32_t a_lacks = lack(e->a_slot, a_end), b_lacks = lack(e->b_slot, b_end);

    steps->work++;
    if (a_lacks < in || b_lacks < in || a_lacks > e->a_left + in ||
        b_lacks > e->b_left + in || (e->must && !in))
        return CQ_STEP_FAILS;
    cq_key_copy(key, state, steps->words);
    if (e->a_enters)
        cq_slot_set(key, e->a_slot, a_end);
    if (e->b_enters)
        cq_slot_set(key, e->b_slot, b_end);
    return in ? join(s, step, a_end, b_end, key) : CQ_STEP_HOLDS;
}

/* Values are the ends of paths of one another. */
static bool is_state(const cq_steps *steps, size_t step, const uint64_t *key)
{
    (void)step;
    for (uint32_t slot = 0; slot < steps->width; slot++) {
        uint32_t end = cq_slot_get(key, slot);

        if (end > steps->width || (end && cq_slot_get(key, end - 1) != slot + 1))
            return false;
    }
    return true;
}

/* ---- edges ---- */

static cq_status add_edge(tour_steps *s, const uint32_t *rank, uint32_t u, uint32_t v)
{
    step_edge e = {.a = rank[u] < rank[v] ? u : v, .b = rank[u] < rank[v] ? v : u};

    cq_assert(rank[u] != rank[v]);
    e.order = (uint64_t)rank[e.a] << 32 | rank[e.b];
    return cq_vec_push(s->base.ctx, &s->edges, e);
}

static cq_status add_edges(tour_steps *s, const cq_problem *problem,
                           const uint32_t *rank)
{
    const cq_graph *graph = &problem->graph;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (graph->targets[i] > v)
                cq_try(add_edge(s, rank, v, graph->targets[i]));
        if (!problem->closed)
            cq_try(add_edge(s, rank, v, graph->vertices));
    }
    return CQ_OK;
}

static int compare_edges(const void *a, const void *b)
{
    uint64_t x = ((const step_edge *)a)->order, y = ((const step_edge *)b)->order;

    return (x > y) - (x < y);
}

/* Each edge once, by both ranks. */
static bool edges_ascend(const tour_steps *s)
{
    for (size_t i = 1; i < s->edges.count; i++)
        cq_hold(s->edges.at[i - 1].order < s->edges.at[i].order);
    return true;
}

static void find_ends(tour_steps *s)
{
    cq_steps *base = &s->base;

    base->count = s->edges.count;
    for (uint32_t step = 0; step < base->count; step++) {
        uint32_t ends[2] = {s->edges.at[step].a, s->edges.at[step].b};

        for (unsigned i = 0; i < 2; i++) {
            if (base->first[ends[i]] == CQ_NO_STEP)
                base->first[ends[i]] = step;
            base->last[ends[i]] = step;
        }
    }
    for (size_t v = 0; v < base->things; v++) {
        base->hopeless |= base->first[v] == CQ_NO_STEP;
        if (base->first[v] != CQ_NO_STEP && base->first[v] > s->earliest)
            s->earliest = base->first[v];
    }
}

/* `left` is room for a number of each vertex, all 0. */
static void count_left(tour_steps *s, uint32_t *left)
{
    for (size_t step = s->base.count; step-- > 0;) {
        step_edge *e = &s->edges.at[step];

        e->a_left = left[e->a]++;
        e->b_left = left[e->b]++;
        cq_assert(e->a_left < s->base.things && e->b_left < s->base.things);
    }
}

static void demand(tour_steps *s, uint32_t u, uint32_t v)
{
    for (size_t i = 0; i < s->edges.count; i++) {
        step_edge *e = &s->edges.at[i];

        if ((e->a == u && e->b == v) || (e->a == v && e->b == u)) {
            e->must = true;
            if (i > s->earliest)
                s->earliest = (uint32_t)i;
            return;
        }
    }
    s->base.hopeless = true; /* it is not there */
}

static void demand_edges(tour_steps *s, const cq_problem *problem)
{
    const cq_u32s *must = &problem->graph.must;
    uint32_t from = problem->from, to = problem->to, roof = problem->graph.vertices;
    bool both = from != CQ_NO_VERTEX && to != CQ_NO_VERTEX;

    for (size_t i = 0; i < must->count; i += 2)
        demand(s, must->at[i], must->at[i + 1]);
    if (problem->closed) {
        if (both)
            demand(s, from, to);
        return;
    }
    s->base.hopeless |= both && from == to;
    if (from != CQ_NO_VERTEX)
        demand(s, from, roof);
    if (to != CQ_NO_VERTEX)
        demand(s, to, roof);
    s->base.factor = from == CQ_NO_VERTEX && to == CQ_NO_VERTEX ? 2 : 1;
}

/* ---- from beginning to end ---- */

static void drop(cq_steps *steps)
{
    tour_steps *s = (tour_steps *)steps;

    cq_vec_free(&s->edges);
}

static void place_edges(tour_steps *s)
{
    for (uint32_t step = 0; step < s->base.count; step++) {
        step_edge *e = &s->edges.at[step];

        e->a_slot = s->base.slots[e->a];
        e->b_slot = s->base.slots[e->b];
        e->a_enters = s->base.first[e->a] == step;
        e->b_enters = s->base.first[e->b] == step;
        cq_assert(e->a_slot != e->b_slot);
        cq_assert((e->a_left == 0) == (s->base.last[e->a] == step));
        cq_assert((e->b_left == 0) == (s->base.last[e->b] == step));
    }
}

static cq_status make(tour_steps *s, const cq_problem *problem, const uint32_t *rank)
{
    uint32_t *left;

    cq_try(add_edges(s, problem, rank));
    if (s->edges.count) /* an empty list has no address */
        qsort(s->edges.at, s->edges.count, sizeof *s->edges.at, compare_edges);
    cq_assert(edges_ascend(s));
    find_ends(s);
    demand_edges(s, problem);
    left = cq_zalloc(s->base.ctx, s->base.things, sizeof *left);
    cq_try_memory(left);
    count_left(s, left);
    cq_free(left);
    cq_try(cq_steps_give_slots(&s->base));
    place_edges(s);
    s->base.too_large = s->base.width >= CQ_SLOT_MOST;
    return CQ_OK;
}

cq_status cq_tour_steps_make(cq_context *ctx, const cq_problem *problem,
                             const uint32_t *rank, cq_steps **out)
{
    tour_steps *s = cq_zalloc(ctx, 1, sizeof *s);
    size_t things = (size_t)problem->graph.vertices + !problem->closed;
    cq_status status;

    cq_try_memory(s);
    cq_assert(things >= 3);
    s->base.choices = choices;
    s->base.choose = choose;
    s->base.is_state = is_state;
    s->base.drop = drop;
    status = cq_steps_begin(ctx, things, &s->base);
    cq_then(status, make(s, problem, rank));
    if (status != CQ_OK)
        cq_steps_free(&s->base);
    else
        *out = &s->base;
    return status;
}
