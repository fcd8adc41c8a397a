/* tour_layers.c - a sweep over tours that writes its states as a proof.
 *
 * An open tour is a closed one through an extra vertex, the last, which is joined to
 * all others. A given end is an edge to it that must be used; the two given ends of a
 * closed tour are such an edge, and so are the edges that the problem requires.
 * Vertices have an order; a step decides one edge, by the earlier of its ends, then by
 * the later one. Between steps the vertices that have both decided edges and others are
 * open. The chosen edges are paths: the value of a vertex is 0 if two of its edges are
 * chosen, else 1 + the slot of the other end of its path, its own if none is. A cycle
 * may be closed only if nothing is left over, and then it is a tour. If a vertex needs
 * more edges than it has left, the state is dropped.
 *
 * Cost: two rows for each, and what sorting costs (layers.c).
 */
#include "engine/tree/layers.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

typedef struct road {
    uint32_t ends[2];
    uint32_t later[2]; /* roads at each end that come later */
    bool needed;
} road;

typedef struct sweep {
    cq_layers layers;
    const cq_problem *problem;
    const uint32_t *order;
    uint32_t *place;
    CQ_VEC(road) roads;
    size_t may_close; /* the first step that may close a cycle */
    bool hopeless;
} sweep;

/* ---- what a row becomes ---- */

/* Whether both ends of every path know each other. */
static bool check_paths(const cq_layers *l)
{
    for (size_t i = 0; i < l->width; i++) {
        cq_hold(l->row[i] <= l->width);
        cq_hold(!l->row[i] || (size_t)l->row[l->row[i] - 1] == i + 1);
    }
    return true;
}

/* A vertex that comes is a path of its own. */
static void fetch(sweep *s, size_t step, const uint16_t *row)
{
    cq_layers *l = &s->layers;

    memcpy(l->row, row, l->width * sizeof *row);
    for (uint32_t v = l->coming[step]; v != CQ_NEVER; v = l->after_coming[v])
        l->row[l->slot[v]] = (uint16_t)(l->slot[v] + 1);
    cq_assert(check_paths(l));
}

static bool is_empty(const cq_layers *l)
{
    for (size_t i = 0; i < l->width; i++)
        if (l->row[i])
            return false;
    return true;
}

/* Joins two paths; false if that cannot be. */
static bool join(sweep *s, size_t step)
{
    cq_layers *l = &s->layers;
    const road *r = &s->roads.at[step];
    uint16_t *a = &l->row[l->slot[r->ends[0]]], *b = &l->row[l->slot[r->ends[1]]];
    uint16_t far_a = *a, far_b = *b;
    bool closes = far_a == l->slot[r->ends[1]] + 1;

    if (!far_a || !far_b)
        return false;
    *a = *b = 0;
    cq_assert(closes == (far_b == l->slot[r->ends[0]] + 1));
    if (closes) {
        l->solvable = step >= s->may_close && is_empty(l);
        return false;
    }
    l->row[far_a - 1] = far_b;
    l->row[far_b - 1] = far_a;
    cq_assert(check_paths(l));
    return true;
}

static bool is_supplied(const sweep *s, size_t step)
{
    const road *r = &s->roads.at[step];

    for (unsigned i = 0; i < 2; i++) {
        uint32_t slot = s->layers.slot[r->ends[i]], value = s->layers.row[slot];
        uint32_t needs = value == 0 ? 0 : value == slot + 1 ? 2 : 1;

        if (needs > r->later[i])
            return false;
    }
    return true;
}

static cq_status expand(void *user, size_t step, const uint16_t *row)
{
    sweep *s = user;

    fetch(s, step, row);
    if (!s->roads.at[step].needed && is_supplied(s, step))
        cq_try(cq_layers_add(&s->layers));
    fetch(s, step, row);
    if (join(s, step) && is_supplied(s, step))
        cq_try(cq_layers_add(&s->layers));
    return CQ_OK;
}

/* ---- steps ---- */

/* The later neighbours of a vertex, by their places. */
static cq_status list_later(sweep *s, uint32_t v, cq_u32s *places)
{
    const cq_graph *graph = &s->problem->graph;
    cq_context *ctx = s->layers.ctx;
    uint32_t roof = graph->vertices;

    places->count = 0;
    if (v == roof)
        for (uint32_t u = 0; u < roof; u++)
            cq_try(cq_vec_push(ctx, places, s->place[u]));
    for (size_t i = v < roof ? graph->starts[v] : 0;
         v < roof && i < graph->starts[v + 1]; i++)
        cq_try(cq_vec_push(ctx, places, s->place[graph->targets[i]]));
    if (v < roof && !s->problem->closed)
        cq_try(cq_vec_push(ctx, places, s->place[roof]));
    cq_sort_u32(places->at, places->count);
    return CQ_OK;
}

static cq_status add_roads(sweep *s, uint32_t v, cq_u32s *places)
{
    cq_try(list_later(s, v, places));
    for (size_t i = 0; i < places->count; i++) {
        road r = {.ends = {v, s->order[places->at[i]]}};

        if (places->at[i] < s->place[v])
            continue;
        cq_assert(r.ends[1] != v && s->place[r.ends[1]] == places->at[i]);
        cq_try(cq_vec_push(s->layers.ctx, &s->roads, r));
    }
    return CQ_OK;
}

/* Each edge once, and those to the extra vertex of an open tour. */
static size_t count_edges(const cq_problem *problem)
{
    const cq_graph *graph = &problem->graph;

    return graph->starts[graph->vertices] / 2 + (problem->closed ? 0 : graph->vertices);
}

static cq_status make_roads(sweep *s)
{
    cq_u32s places = {0};
    cq_status status = CQ_OK;

    for (uint32_t i = 0; i < s->layers.things && status == CQ_OK; i++)
        status = add_roads(s, s->order[i], &places);
    cq_vec_free(&places);
    cq_assert(status != CQ_OK || s->roads.count == count_edges(s->problem));
    s->layers.steps = s->roads.count;
    return status;
}

static void find_lives(sweep *s)
{
    cq_layers *l = &s->layers;

    for (uint32_t step = 0; step < l->steps; step++)
        for (unsigned i = 0; i < 2; i++) {
            uint32_t v = s->roads.at[step].ends[i];

            if (l->first[v] == CQ_NEVER)
                l->first[v] = step;
            l->last[v] = step;
            if (l->first[v] == step || s->roads.at[step].needed)
                s->may_close = step;
        }
    for (size_t v = 0; v < l->things; v++)
        s->hopeless |= l->first[v] == CQ_NEVER;
}

/* Whether `place` has as many roads as each vertex; the extra one knows all. */
static bool are_degrees(const sweep *s)
{
    const cq_graph *graph = &s->problem->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        cq_hold(s->place[v] == cq_graph_degree(graph, v) + !s->problem->closed);
    cq_hold(s->problem->closed || s->place[graph->vertices] == graph->vertices);
    return true;
}

/* How many roads come later at each end; `places` is used for the counts. */
static void count_later(sweep *s)
{
    memset(s->place, 0, s->layers.things * sizeof *s->place);
    for (size_t step = s->layers.steps; step-- > 0;)
        for (unsigned i = 0; i < 2; i++)
            s->roads.at[step].later[i] = s->place[s->roads.at[step].ends[i]]++;
    cq_assert(are_degrees(s));
}

/* Whatever the tour must use; if it is not there, there is no tour. */
static void need(sweep *s, uint32_t u, uint32_t v)
{
    for (size_t i = 0; i < s->roads.count; i++) {
        const uint32_t *ends = s->roads.at[i].ends;

        if ((ends[0] == u && ends[1] == v) || (ends[0] == v && ends[1] == u)) {
            s->roads.at[i].needed = true;
            return;
        }
    }
    s->hopeless = true;
}

static void find_needed(sweep *s)
{
    const cq_problem *p = s->problem;
    const uint32_t ends[] = {p->from, p->to};
    bool both = p->from != CQ_NO_VERTEX && p->to != CQ_NO_VERTEX;

    for (size_t i = 0; i < p->graph.must.count; i += 2)
        need(s, p->graph.must.at[i], p->graph.must.at[i + 1]);
    if (p->closed && both)
        need(s, p->from, p->to);
    for (unsigned i = 0; i < 2 && !p->closed; i++)
        if (ends[i] != CQ_NO_VERTEX)
            need(s, ends[i], p->graph.vertices);
    s->hopeless |= !p->closed && both && p->from == p->to;
}

static cq_status write_all(sweep *s)
{
    for (uint32_t i = 0; i < s->layers.things; i++)
        s->place[s->order[i]] = i;
    cq_try(make_roads(s));
    find_needed(s);
    find_lives(s);
    count_later(s);
    cq_try(cq_layers_give_slots(&s->layers));
    cq_try(cq_layers_put_order(&s->layers, s->order, s->layers.things));
    return s->hopeless ? CQ_OK : cq_layers_write(&s->layers, expand, s);
}

cq_status cq_layers_tour(cq_context *ctx, const cq_problem *problem,
                         const uint32_t *order, cq_proof_file *file, bool *solvable)
{
    sweep s = {.problem = problem, .order = order};
    size_t vertices = (size_t)problem->graph.vertices + !problem->closed;
    cq_status status = cq_layers_begin(ctx, vertices, file, &s.layers);

    cq_assert(vertices >= 3 && !problem->symmetric);
    if (status == CQ_OK) {
        s.place = cq_alloc(ctx, vertices, sizeof *s.place);
        status = s.place ? write_all(&s) : CQ_MEMORY;
    }
    *solvable = s.layers.solvable;
    cq_layers_free(&s.layers);
    cq_free(s.place);
    cq_vec_free(&s.roads);
    return status;
}
