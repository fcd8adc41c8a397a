/* automorphisms.c - the symmetries of a cover, by nauty.
 *
 * A cover becomes a graph: a vertex for each item and each option, an edge if an option
 * has an item. A secondary item with colours has a vertex for each of its colours,
 * joined to the item and to the options that have it in that colour; so the colours of
 * one item may change places, as their names mean nothing. Items may only go to items
 * with the same bounds. The automorphisms of the graph are then exactly the
 * permutations of items and options that make a cover of itself.
 *
 *     vertices   items, then options, then pairs of a secondary item and a colour
 *     cells      the vertices in groups that may change places among themselves; the
 *                options of a solution are a group of their own
 *
 * With the options of a solution as a group apart, the canonical graph of nauty (B. D.
 * McKay and A. Piperno, "Practical graph isomorphism II", Journal of Symbolic
 * Computation 60, 2014) is the same for two solutions of as many options exactly when
 * an automorphism makes one of the other; its digest of 128 bits, with the number of
 * options, tells the class. The class has as many
 * members as the group divided by the automorphisms of the solution.
 *
 * Nauty counts groups in floating point, exactly below 10^10; quotients are rounded,
 * and refused if a rounding could be wrong. It takes its memory from the system, not
 * from the context, and ends the process if there is none.
 */
#include "problem/automorphisms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef CQ_WITH_NAUTY

#include "base/assert.h"
#include "base/hash.h"
#include "problem/edge_pairs.h"

#include <nauty/nausparse.h>

struct cq_automorphisms {
    cq_context *ctx;
    const cq_cover *cover;
    sparsegraph graph, canonical;
    int *group; /* of each vertex; chosen options are in a further one */
    int groups; /* how many */
    int *lab, *ptn, *orbits;
    int *places;  /* room for sorting by group */
    bool *chosen; /* by option */
    double order; /* of the group: order * 10^tens */
    int tens;
};

/* ---- the graph ---- */

/* Vertices for the colours: entries with a colour, sorted by cq_pairs_compare. */
typedef struct pair {
    uint32_t item, colour;
} pair;

typedef CQ_VEC(pair) pairs;

static cq_status find_pairs(cq_context *ctx, const cq_cover *cover, pairs *out)
{
    size_t kept = 0;

    for (size_t e = 0; e < cover->entries.count; e++) {
        const cq_entry *entry = &cover->entries.at[e];
        pair made = {entry->item, entry->colour};

        if (entry->item >= cover->primary && entry->colour != CQ_NO_COLOUR &&
            cq_vec_push(ctx, out, made) != CQ_OK)
            return CQ_MEMORY;
    }
    if (out->count)
        qsort(out->at, out->count, sizeof *out->at, cq_pairs_compare);
    for (size_t i = 0; i < out->count; i++)
        if (kept == 0 || cq_pairs_compare(&out->at[kept - 1], &out->at[i]) != 0)
            out->at[kept++] = out->at[i];
    out->count = kept;
    return CQ_OK;
}

/* The vertex that an entry leads to: its item, or the item in that colour. */
static size_t vertex_of(const cq_cover *cover, const pairs *p, const cq_entry *entry)
{
    pair wanted = {entry->item, entry->colour};
    const pair *found;

    if (entry->item < cover->primary || entry->colour == CQ_NO_COLOUR)
        return entry->item;
    found = bsearch(&wanted, p->at, p->count, sizeof *p->at, cq_pairs_compare);
    cq_assert(found); /* every colour of an item has its pair */
    return cover->items.count + cq_cover_options(cover) + (size_t)(found - p->at);
}

/* Calls for every edge once, in a fixed order. */
typedef void edge_fn(sparsegraph *graph, size_t a, size_t b);

static void each_edge(sparsegraph *graph, const cq_cover *cover, const pairs *p,
                      edge_fn *fn)
{
    size_t items = cover->items.count, options = cq_cover_options(cover);

    for (size_t o = 0; o < options; o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            fn(graph, items + o, vertex_of(cover, p, &cover->entries.at[e]));
    for (size_t i = 0; i < p->count; i++)
        fn(graph, items + options + i, p->at[i].item);
}

static void count_edge(sparsegraph *graph, size_t a, size_t b)
{
    graph->d[a]++;
    graph->d[b]++;
}

static void add_edge(sparsegraph *graph, size_t a, size_t b)
{
    graph->e[graph->v[a] + (size_t)graph->d[a]++] = (int)b;
    graph->e[graph->v[b] + (size_t)graph->d[b]++] = (int)a;
}

static cq_status make_graph(cq_automorphisms *a, const pairs *p)
{
    const cq_cover *cover = a->cover;
    size_t vertices = cover->items.count + cq_cover_options(cover) + p->count;
    size_t ends = 2 * (cover->entries.count + p->count), next = 0;
    sparsegraph *graph = &a->graph;

    if (vertices > INT32_MAX / 2)
        return cq_fail(a->ctx, CQ_REFUSED, "the cover is too large for its symmetries");
    graph->nv = (int)vertices;
    graph->nde = ends;
    graph->v = cq_zalloc(a->ctx, vertices, sizeof *graph->v);
    graph->d = cq_zalloc(a->ctx, vertices, sizeof *graph->d);
    graph->e = cq_zalloc(a->ctx, ends, sizeof *graph->e);
    cq_try_memory(graph->v && graph->d && graph->e);
    graph->vlen = graph->dlen = vertices;
    graph->elen = ends;
    each_edge(graph, cover, p, count_edge);
    for (size_t i = 0; i < vertices; i++) {
        graph->v[i] = next;
        next += (size_t)graph->d[i];
        graph->d[i] = 0;
    }
    cq_assert(next == ends);
    each_edge(graph, cover, p, add_edge);
    return CQ_OK;
}

/* ---- groups of vertices ---- */

static bool same_bounds(const cq_cover *cover, size_t i, size_t k)
{
    const cq_item *a = &cover->items.at[i], *b = &cover->items.at[k];

    if ((i < cover->primary) != (k < cover->primary))
        return false;
    return i >= cover->primary || (a->least == b->least && a->most == b->most);
}

/* Items by their bounds, all options, all colours. */
static void group_vertices(cq_automorphisms *a)
{
    size_t items = a->cover->items.count, options = cq_cover_options(a->cover);

    for (size_t i = 0; i < items; i++) {
        size_t k = 0;

        while (!same_bounds(a->cover, i, k))
            k++;
        a->group[i] = k < i ? a->group[k] : a->groups++;
    }
    for (size_t i = items; i < (size_t)a->graph.nv; i++)
        a->group[i] = a->groups + (i >= items + options);
    a->groups += 2;
    for (size_t i = 0; i < (size_t)a->graph.nv; i++)
        cq_assert(a->group[i] >= 0 && a->group[i] < a->groups);
}

static int group_of(const cq_automorphisms *a, size_t vertex)
{
    size_t items = a->cover->items.count, options = cq_cover_options(a->cover);

    if (vertex >= items && vertex < items + options && a->chosen[vertex - items])
        return a->groups;
    return a->group[vertex];
}

/* Sorts the vertices by group, as nauty wants them. */
static void set_cells(cq_automorphisms *a)
{
    size_t vertices = (size_t)a->graph.nv;

    memset(a->places, 0, (size_t)(a->groups + 2) * sizeof *a->places);
    for (size_t i = 0; i < vertices; i++)
        a->places[group_of(a, i) + 1]++;
    for (int g = 0; g <= a->groups; g++)
        a->places[g + 1] += a->places[g];
    cq_assert(a->places[a->groups + 1] == a->graph.nv);
    for (size_t i = 0; i < vertices; i++) {
        int at = a->places[group_of(a, i)]++;

        cq_assert(at >= 0 && at < a->graph.nv);
        a->lab[at] = (int)i;
        a->ptn[at] = 1;
    }
    /* Each place has moved on to the end of its group. */
    for (int g = 0; g <= a->groups; g++)
        if (a->places[g] > 0)
            a->ptn[a->places[g] - 1] = 0;
}

/* ---- asking nauty ---- */

static void ask(cq_automorphisms *a, bool canonical, statsblk *stats)
{
    static DEFAULTOPTIONS_SPARSEGRAPH(defaults);
    optionblk options = defaults;

    options.defaultptn = FALSE;
    options.getcanon = canonical;
    set_cells(a);
    sparsenauty(&a->graph, a->lab, a->ptn, a->orbits, &options, stats,
                canonical ? &a->canonical : NULL);
}

static cq_status set_up(cq_automorphisms *a)
{
    pairs p = {0};
    statsblk stats;
    size_t vertices;
    cq_status status = find_pairs(a->ctx, a->cover, &p);

    cq_then(status, make_graph(a, &p));
    cq_vec_free(&p);
    if (status != CQ_OK)
        return status;
    vertices = (size_t)a->graph.nv;
    a->group = cq_alloc(a->ctx, vertices, sizeof *a->group);
    a->lab = cq_alloc(a->ctx, vertices, sizeof *a->lab);
    a->ptn = cq_alloc(a->ctx, vertices, sizeof *a->ptn);
    a->orbits = cq_alloc(a->ctx, vertices, sizeof *a->orbits);
    a->places = cq_alloc(a->ctx, vertices + 4, sizeof *a->places);
    a->chosen = cq_zalloc(a->ctx, cq_cover_options(a->cover), sizeof *a->chosen);
    cq_try_memory(a->group && a->lab && a->ptn && a->orbits && a->places && a->chosen);
    group_vertices(a);
    ask(a, false, &stats);
    a->order = stats.grpsize1;
    a->tens = stats.grpsize2;
    return CQ_OK;
}

cq_status cq_automorphisms_new(cq_context *ctx, const cq_cover *cover,
                               cq_automorphisms **out)
{
    cq_automorphisms *a = cq_zalloc(ctx, 1, sizeof *a);
    cq_status status;

    cq_try_memory(a);
    a->ctx = ctx;
    a->cover = cover;
    SG_INIT(a->canonical);
    status = set_up(a);
    if (status != CQ_OK) {
        cq_automorphisms_free(a);
        return status;
    }
    *out = a;
    return CQ_OK;
}

void cq_automorphisms_free(cq_automorphisms *automorphisms)
{
    cq_automorphisms *a = automorphisms;

    if (!a)
        return;
    cq_free_each(a->graph.v, a->graph.d, a->graph.e);
    SG_FREE(a->canonical);
    cq_free_each(a->group, a->lab, a->ptn, a->orbits, a->places, a->chosen, a);
    nauty_freedyn();
    nautil_freedyn();
    nausparse_freedyn();
}

bool cq_automorphisms_trivial(const cq_automorphisms *automorphisms)
{
    return automorphisms->tens == 0 && automorphisms->order < 1.5;
}

void cq_automorphisms_order(const cq_automorphisms *automorphisms,
                            char text[CQ_ORDER_SIZE])
{
    const cq_automorphisms *a = automorphisms;
    double log = log10(a->order) + a->tens;

    if (log < 15)
        snprintf(text, CQ_ORDER_SIZE, "%.0f", a->order * pow(10, a->tens));
    else
        snprintf(text, CQ_ORDER_SIZE, "%.1fe%.0f", pow(10, log - floor(log)),
                 floor(log));
}

/* The canonical graph, vertex by vertex, and how many of them are chosen options: the
 * graph does not show where its groups end. */
static cq_digest digest_canonical(cq_automorphisms *a, size_t chosen)
{
    sparsegraph *graph = &a->canonical;
    cq_digest digest = {cq_hash_u64(CQ_HASH_START, chosen), ~CQ_HASH_START};

    sortlists_sg(graph);
    for (int i = 0; i < graph->nv; i++) {
        /* A graph without edges has no list of them. */
        const int *from = graph->d[i] ? graph->e + graph->v[i] : NULL;
        size_t size = (size_t)graph->d[i] * sizeof *from;

        digest.first = cq_hash_bytes(digest.first, from, size);
        digest.first = cq_hash_u64(digest.first, (uint64_t)graph->d[i]);
        digest.second = cq_hash_u64(digest.second, digest.first ^ (uint64_t)i << 32);
        digest.second = cq_hash_bytes(digest.second, from, size);
    }
    return digest;
}

cq_status cq_automorphisms_class(cq_automorphisms *automorphisms,
                                 const uint32_t *options, size_t count,
                                 cq_cover_class *out)
{
    cq_automorphisms *a = automorphisms;
    statsblk stats;
    double size;

    for (size_t i = 0; i < count; i++) {
        cq_assert(options[i] < cq_cover_options(a->cover) && !a->chosen[options[i]]);
        a->chosen[options[i]] = true;
    }
    ask(a, true, &stats);
    for (size_t i = 0; i < count; i++)
        a->chosen[options[i]] = false;
    size = a->order / stats.grpsize1 * pow(10, a->tens - stats.grpsize2);
    if (!(size < 1e13))
        return cq_fail(a->ctx, CQ_REFUSED,
                       "a class has about %.1e solutions, too many to be counted "
                       "exactly here",
                       size);
    out->size = (uint64_t)(size + 0.5);
    cq_assert(out->size >= 1); /* the solution itself */
    out->digest = digest_canonical(a, count);
    return CQ_OK;
}

#else

cq_status cq_automorphisms_new(cq_context *ctx, const cq_cover *cover,
                               cq_automorphisms **out)
{
    (void)cover;
    (void)out;
    return cq_fail(ctx, CQ_REFUSED,
                   "this build has no nauty, which the symmetries of covers need");
}

void cq_automorphisms_free(cq_automorphisms *automorphisms)
{
    (void)automorphisms;
}

bool cq_automorphisms_trivial(const cq_automorphisms *automorphisms)
{
    (void)automorphisms;
    return true;
}

void cq_automorphisms_order(const cq_automorphisms *automorphisms,
                            char text[CQ_ORDER_SIZE])
{
    (void)automorphisms;
    text[0] = '\0';
}

cq_status cq_automorphisms_class(cq_automorphisms *automorphisms,
                                 const uint32_t *options, size_t count,
                                 cq_cover_class *out)
{
    (void)automorphisms;
    (void)options;
    (void)count;
    (void)out;
    return CQ_REFUSED;
}

#endif
