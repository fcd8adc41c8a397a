/* cover_group.c - the checker's own symmetries of a cover.
 *
 * A symmetry permutes the items and the options, such that an option goes to an option
 * with the images of its items, primary items go to primary ones with the same bounds,
 * and the colours of a secondary item go one to one to those of its image. As a graph:
 *
 *     vertices   items, options, and the colours that a secondary item occurs with
 *     edges      an option and its items; a colour instead of its item, and a colour
 *                and its item
 *
 * The solver has nauty for this (problem/automorphisms.c). Here nothing of that is
 * used: two copies of the graph lie side by side, and a vertex of the left one is
 * assigned to a vertex of the right one. All vertices are then coloured by what their
 * neighbours are coloured, until nothing changes (colour refinement). A colour that is
 * not on as many vertices to the left as to the right means that no symmetry makes this
 * assignment. If each colour is on one vertex of either side, a map is read off, and
 * every edge of it is looked at. Otherwise one more vertex is assigned, and all its
 * choices are tried.
 *
 * Generators are found level by level (C. C. Sims, "Computational methods in the study
 * of permutation groups", 1970): vertices b1, b2, ... are fixed until refinement leaves
 * no choice; from the last to the first, b(k) is sent to every vertex of its colour
 * that what was found so far cannot take it to, with those before it fixed.
 *
 * Colours are compared by sums of mixed numbers. Two different sums could by chance be
 * equal: then a colour is left in one piece that could be split, which costs time and
 * makes no mistake.
 *
 * Cost: a refinement looks at all edges a few times; counted and limited, as a cover
 * with much symmetry and little order may need many.
 */
#include "base/assert.h"
#include "base/keys.h"
#include "check/cover_group.h"

#include <stdlib.h>
#include <string.h>

typedef struct key {
    uint64_t sum;
    uint32_t colour, vertex;
} key;

/* One vertex on the left is mapped to one on the right. */
typedef struct choice {
    uint32_t from, to;
} choice;

typedef CQ_VEC(choice) choices;

typedef struct graph {
    cq_context *ctx;
    const cq_cover *cover;
    uint32_t vertices;
    uint32_t *starts, *ends; /* the neighbours of v: ends[starts[v] .. starts[v + 1]) */
    uint32_t *kind;          /* primary item, secondary item, option, colour */
    uint64_t *bounds;        /* of primary items */
    uint32_t *colour, groups; /* of both copies, the right one from `vertices` on */
    key *keys;
    uint32_t *map;    /* from the left to the right */
    uint32_t *mark;   /* by vertex */
    uint32_t *orbits; /* union-find under the generators found */
    choices path;
    uint64_t steps, most;
} graph;

enum { PRIMARY, SECONDARY, OPTION, COLOUR };

/* ---- the graph ---- */

static bool has_colour(const cq_cover *cover, const cq_entry *entry)
{
    return entry->item >= cover->primary && entry->colour != CQ_NO_COLOUR;
}

static uint64_t pair_of(const cq_entry *entry)
{
    return (uint64_t)entry->item << 32 | entry->colour;
}

/* Items with a colour, as they occur, are numbered. */
static cq_status find_pairs(cq_context *ctx, const cq_cover *cover, cq_keys *out)
{
    for (size_t e = 0; e < cover->entries.count; e++) {
        uint64_t pair = pair_of(&cover->entries.at[e]);

        if (has_colour(cover, &cover->entries.at[e]))
            cq_try(cq_keys_add(ctx, out, &pair, NULL, NULL));
    }
    return CQ_OK;
}

/* Notes an edge: with `ends` in place, else only how many there are. */
static void put_edge(graph *g, uint32_t a, uint32_t b)
{
    if (g->ends) {
        g->ends[g->starts[a]++] = b;
        g->ends[g->starts[b]++] = a;
    } else {
        g->starts[a]++;
        g->starts[b]++;
    }
}

static void put_edges(graph *g, const cq_keys *pairs)
{
    const cq_cover *cover = g->cover;
    uint32_t items = (uint32_t)cover->items.count;
    uint32_t options = (uint32_t)cq_cover_options(cover);

    for (uint32_t o = 0; o < options; o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            const cq_entry *entry = &cover->entries.at[e];
            uint32_t to = entry->item;

            if (has_colour(cover, entry)) {
                uint64_t pair = pair_of(entry);

                to = items + options + cq_keys_find(pairs, &pair);
                cq_assert(to < g->vertices);
            }
            put_edge(g, items + o, to);
        }
    for (uint32_t i = 0; i < pairs->count; i++)
        put_edge(g, items + options + i, (uint32_t)(pairs->at[i] >> 32));
}

/* Every edge is in the lists of both its ends; one of them is an option or a colour. */
static bool check_edges(const graph *g)
{
    uint32_t items = (uint32_t)g->cover->items.count;

    cq_hold(g->starts[0] == 0 && g->starts[g->vertices] % 2 == 0);
    for (uint32_t v = 0; v < g->vertices; v++) {
        cq_hold(g->starts[v] <= g->starts[v + 1]);
        for (uint32_t i = g->starts[v]; i < g->starts[v + 1]; i++) {
            uint32_t to = g->ends[i], back = g->starts[to];

            cq_hold(to < g->vertices && to != v && (v >= items || to >= items));
            while (back < g->starts[to + 1] && g->ends[back] != v)
                back++;
            cq_hold(back < g->starts[to + 1]);
        }
    }
    return true;
}

/* Degrees become starts, edges are put, and the starts moved back. */
static cq_status lay_edges(graph *g, const cq_keys *pairs)
{
    uint32_t sum = 0;

    put_edges(g, pairs);
    for (uint32_t v = 0; v <= g->vertices; v++) {
        uint32_t degree = v < g->vertices ? g->starts[v] : 0;

        g->starts[v] = sum;
        sum += degree;
    }
    g->ends = cq_alloc(g->ctx, sum, sizeof *g->ends);
    cq_try_memory(g->ends);
    put_edges(g, pairs);
    memmove(g->starts + 1, g->starts, g->vertices * sizeof *g->starts);
    g->starts[0] = 0;
    cq_assert(g->vertices > CQ_WALK_PAIRS || check_edges(g));
    return CQ_OK;
}

static void set_kinds(graph *g)
{
    const cq_cover *cover = g->cover;
    size_t items = cover->items.count, options = cq_cover_options(cover);

    for (uint32_t v = 0; v < g->vertices; v++) {
        g->kind[v] = v < cover->primary    ? PRIMARY
                     : v < items           ? SECONDARY
                     : v - items < options ? OPTION
                                           : COLOUR;
        if (g->kind[v] == PRIMARY)
            g->bounds[v] = (uint64_t)cover->items.at[v].least << 32 |
                           (uint64_t)cover->items.at[v].most;
    }
}

static cq_status make_graph(graph *g)
{
    cq_keys pairs = {.words = 1};
    cq_status status = find_pairs(g->ctx, g->cover, &pairs);
    size_t count = g->cover->items.count + cq_cover_options(g->cover) + pairs.count;

    if (status == CQ_OK) {
        g->vertices = (uint32_t)count;
        g->starts = cq_zalloc(g->ctx, count + 1, sizeof *g->starts);
        g->kind = cq_alloc(g->ctx, count, sizeof *g->kind);
        g->bounds = cq_zalloc(g->ctx, count, sizeof *g->bounds);
        g->colour = cq_alloc(g->ctx, 2 * count, sizeof *g->colour);
        g->keys = cq_alloc(g->ctx, 2 * count, sizeof *g->keys);
        g->map = cq_alloc(g->ctx, count, sizeof *g->map);
        g->mark = cq_alloc(g->ctx, count, sizeof *g->mark);
        g->orbits = cq_alloc(g->ctx, count, sizeof *g->orbits);
        if (!g->starts || !g->kind || !g->bounds || !g->colour || !g->keys || !g->map ||
            !g->mark || !g->orbits)
            status = CQ_MEMORY;
    }
    cq_then(status, lay_edges(g, &pairs));
    if (status == CQ_OK)
        set_kinds(g);
    cq_keys_free(&pairs);
    return status;
}

static void free_graph(graph *g)
{
    cq_free_each(g->starts, g->ends, g->kind, g->bounds, g->colour, g->keys, g->map,
                 g->mark, g->orbits);
    cq_vec_free(&g->path);
}

/* ---- refinement ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 31)) * UINT64_C(0x7fb5d329728ea185);
    x = (x ^ (x >> 27)) * UINT64_C(0x81dadef4bc2dd44d);
    return x ^ (x >> 33);
}

static int compare_keys(const void *a, const void *b)
{
    const key *x = a, *y = b;

    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    if (x->sum != y->sum)
        return x->sum < y->sum ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static uint64_t sum_neighbours(graph *g, uint32_t vertex)
{
    uint32_t v = vertex % g->vertices, copy = vertex - v;
    uint64_t sum = mix(g->bounds[v] + 1);

    for (uint32_t i = g->starts[v]; i < g->starts[v + 1]; i++)
        sum += mix(g->colour[copy + g->ends[i]] + UINT64_C(0x9e3779b97f4a7c15));
    g->steps += g->starts[v + 1] - g->starts[v] + 1;
    return sum;
}

/* Splits each colour by the keys; false if one is not alike on both sides. */
static bool split_colours(graph *g)
{
    uint32_t count = 2 * g->vertices;

    qsort(g->keys, count, sizeof *g->keys, compare_keys);
    g->groups = 0;
    for (uint32_t i = 0, end; i < count; i = end) {
        uint32_t left = 0;

        for (end = i; end < count && g->keys[end].colour == g->keys[i].colour &&
                      g->keys[end].sum == g->keys[i].sum;
             end++) {
            g->colour[g->keys[end].vertex] = i;
            left += g->keys[end].vertex < g->vertices;
        }
        if (2 * left != end - i)
            return false;
        g->groups++;
    }
    cq_assert((g->groups > 0 || g->vertices == 0) && g->groups <= g->vertices);
    return true;
}

static bool refine(graph *g)
{
    uint32_t before;

    do {
        before = g->groups;
        for (uint32_t v = 0; v < 2 * g->vertices; v++)
            g->keys[v] = (key){sum_neighbours(g, v), g->colour[v], v};
        if (!split_colours(g))
            return false;
    } while (g->groups > before);
    return true;
}

/* What is known before any vertex is mapped. */
static bool start_colours(graph *g)
{
    for (uint32_t v = 0; v < 2 * g->vertices; v++)
        g->colour[v] = g->kind[v % g->vertices];
    g->groups = 0;
    return refine(g);
}

/* Tells `from`, to the left, to go to `to`, on the right. Colours are places in a list
 * of twice the vertices, so one beyond is free. */
static bool tell(graph *g, choice told)
{
    cq_assert(told.from < g->vertices && told.to < g->vertices);
    cq_assert(g->colour[told.from] == g->colour[g->vertices + told.to]);
    g->colour[told.from] = g->colour[g->vertices + told.to] = 2 * g->vertices;
    return refine(g);
}

/* Colours after the first `count` choices of the path. */
static bool replay(graph *g, size_t count)
{
    bool well = start_colours(g);

    for (size_t i = 0; i < count && well; i++)
        well = tell(g, g->path.at[i]);
    return well;
}

/* A vertex to the left that can go to more than one, or UINT32_MAX. */
static uint32_t open_vertex(const graph *g)
{
    memset(g->mark, 0, g->vertices * sizeof *g->mark);
    for (uint32_t v = 0; v < g->vertices; v++)
        if (g->mark[g->colour[v] / 2]++)
            return v;
    return UINT32_MAX;
}

/* The first vertex from `least` on that the left one may go to. */
static uint32_t target(const graph *g, uint32_t from, uint32_t least)
{
    for (uint32_t w = least; w < g->vertices; w++)
        if (g->colour[g->vertices + w] == g->colour[from])
            return w;
    return UINT32_MAX;
}

/* ---- one symmetry ---- */

static void read_map(graph *g)
{
    cq_assert(g->groups == g->vertices); /* one on either side */
    for (uint32_t w = 0; w < g->vertices; w++)
        g->mark[g->colour[g->vertices + w] / 2] = w;
    for (uint32_t v = 0; v < g->vertices; v++)
        g->map[v] = g->mark[g->colour[v] / 2];
}

/* Looks at every vertex and every edge. */
static bool is_symmetry(graph *g)
{
    memset(g->mark, 0, g->vertices * sizeof *g->mark);
    for (uint32_t v = 0; v < g->vertices; v++) {
        uint32_t w = g->map[v], degree = g->starts[v + 1] - g->starts[v];

        if (g->kind[v] != g->kind[w] || g->bounds[v] != g->bounds[w] ||
            g->starts[w + 1] - g->starts[w] != degree)
            return false;
        for (uint32_t i = 0; i < degree; i++)
            g->mark[g->ends[g->starts[w] + i]] = v + 1;
        for (uint32_t i = 0; i < degree; i++) {
            uint32_t *seen = &g->mark[g->map[g->ends[g->starts[v] + i]]];

            if (*seen != v + 1)
                return false;
            *seen = 0; /* so that the map is one to one */
        }
    }
    return true;
}

/* Goes back to the last choice, not among the first `fixed`, that has another side. */
static bool next_choice(graph *g, size_t fixed)
{
    while (g->path.count > fixed && g->steps < g->most) {
        choice *last = &g->path.at[g->path.count - 1];
        uint32_t other = UINT32_MAX;

        if (replay(g, g->path.count - 1))
            other = target(g, last->from, last->to + 1);
        if (other != UINT32_MAX) {
            last->to = other;
            return true;
        }
        g->path.count--;
    }
    return false;
}

/* Whether a symmetry does what the path says; then it is in the map. */
static cq_status find_symmetry(graph *g, bool *out)
{
    size_t fixed = g->path.count;
    bool well = replay(g, fixed);

    *out = false;
    while (g->steps < g->most) {
        uint32_t from = well ? open_vertex(g) : UINT32_MAX;

        if (well && from == UINT32_MAX) {
            read_map(g);
            *out = is_symmetry(g);
        }
        if (*out)
            break;
        if (from != UINT32_MAX) {
            choice told = {from, target(g, from, 0)};

            cq_try(cq_vec_push(g->ctx, &g->path, told));
        } else if (!next_choice(g, fixed)) {
            break;
        }
        well = tell(g, g->path.at[g->path.count - 1]);
    }
    g->path.count = fixed;
    return CQ_OK;
}

/* ---- all of them ---- */

static uint32_t orbit_of(graph *g, uint32_t v)
{
    while (g->orbits[v] != v)
        v = g->orbits[v] = g->orbits[g->orbits[v]];
    return v;
}

static cq_status keep_generator(graph *g, cq_cover_group *out)
{
    uint32_t items = (uint32_t)g->cover->items.count;

    cq_try(cq_vec_reserve(g->ctx, &out->becomes, out->options));
    cq_assert(out->becomes.count == out->count * out->options);
    for (uint32_t o = 0; o < out->options; o++) {
        cq_assert(g->map[items + o] - items < out->options);
        out->becomes.at[out->becomes.count++] = g->map[items + o] - items;
    }
    out->count++;
    for (uint32_t v = 0; v < g->vertices; v++)
        g->orbits[orbit_of(g, v)] = orbit_of(g, g->map[v]);
    return CQ_OK;
}

/* Fixes vertices until there is no choice left; they are the path. */
static cq_status fix_base(graph *g)
{
    uint32_t next;

    if (!start_colours(g))
        return CQ_OK;
    while ((next = open_vertex(g)) != UINT32_MAX && g->steps < g->most) {
        choice fixed = {next, next};

        cq_try(cq_vec_push(g->ctx, &g->path, fixed));
        tell(g, fixed);
    }
    return CQ_OK;
}

/* The last vertex of the path is sent to all that it may go to, those before it being
 * fixed. A vertex that it cannot go to rules out its whole orbit. */
static cq_status move_last(graph *g, cq_cover_group *out)
{
    uint32_t base = g->path.at[g->path.count - 1].from, count = 0;
    cq_u32s targets = {0};
    cq_status status = CQ_OK;
    bool found;

    if (replay(g, g->path.count - 1))
        for (uint32_t w = 0; (w = target(g, base, w)) != UINT32_MAX; w++)
            if (w != base && status == CQ_OK)
                status = cq_vec_push(g->ctx, &targets, w);
    for (uint32_t i = 0; i < targets.count && status == CQ_OK; i++) {
        uint32_t to = targets.at[i], k = 0;

        while (k < count && orbit_of(g, targets.at[k]) != orbit_of(g, to))
            k++;
        if (k < count || orbit_of(g, to) == orbit_of(g, base))
            continue;
        g->path.at[g->path.count - 1].to = to;
        status = find_symmetry(g, &found);
        if (status == CQ_OK && found)
            status = keep_generator(g, out);
        else
            targets.at[count++] = to; /* no use */
    }
    cq_vec_free(&targets);
    return status;
}

cq_status cq_cover_group_make(cq_context *ctx, const cq_cover *cover, uint64_t steps,
                              cq_cover_group *out)
{
    graph g = {.ctx = ctx, .cover = cover, .most = steps};
    cq_cover_group made = {.options = cq_cover_options(cover)};
    cq_status status = make_graph(&g);

    cq_then(status, fix_base(&g));
    for (uint32_t v = 0; v < g.vertices && status == CQ_OK; v++)
        g.orbits[v] = v;
    while (g.path.count && status == CQ_OK && g.steps < g.most) {
        status = move_last(&g, &made);
        g.path.count--;
    }
    made.complete = g.steps < g.most;
    free_graph(&g);
    if (status == CQ_OK)
        *out = made;
    else
        cq_cover_group_free(&made);
    return status;
}

void cq_cover_group_free(cq_cover_group *group)
{
    cq_vec_free(&group->becomes);
    *group = (cq_cover_group){0};
}
