/* random_graph.c - graphs drawn at random: see random_graph.h.
 *
 * G(n, p) is made without a look at every pair: the number of pairs up to the next edge
 * has a geometric distribution (V. Batagelj and U. Brandes, "Efficient generation of
 * large random networks", Physical Review E 71, 2005), which takes O(n + m).
 *
 * A regular graph takes `degree` points for each vertex and joins two free points at
 * random, again and again, unless they are of the same vertex or of two that are joined
 * already (A. Steger and N. C. Wormald, "Generating random regular graphs quickly",
 * Combinatorics, Probability and Computing 8, 1999; J. H. Kim and V. H. Vu, STOC 2003).
 * When only pairs are left that cannot be joined, it starts anew. The neighbours so far
 * stand in a table of `degree` for each vertex.
 *
 * A hidden cycle goes through the vertices in a shuffled order. The other edges are
 * drawn one by one; a pair that is joined already is drawn anew, for which the pairs so
 * far are a set of keys.
 */
#include "problem/random_graph.h"

#include "base/assert.h"
#include "base/keys.h"
#include "problem/sides.h"

#include <math.h>
#include <string.h>

/* Uniform in the open interval from 0 to 1. */
static double unit(cq_random *random)
{
    return ((double)(cq_random_next(random) >> 11) + 0.5) * 0x1p-53;
}

static cq_status add_edge(cq_context *ctx, cq_u32s *ends, uint32_t a, uint32_t b)
{
    cq_assert(a != b);
    return cq_u32s_append(ctx, ends, (uint32_t[]){a, b}, 2);
}

/* The graph of these edges, if all went well; frees them. */
static cq_status build(cq_context *ctx, cq_status status, uint32_t vertices,
                       cq_u32s *ends, cq_graph *out)
{
    cq_assert(ends->count % 2 == 0);
    cq_then(status,
            cq_graph_build(ctx, vertices, ends->at, ends->count / 2, out, NULL));
    cq_vec_free(ends);
    return status;
}

/* ---- G(n, p) ---- */

/* Pairs (row, column) with column < row, in the order of the rows. */
static cq_status skip_through(cq_context *ctx, cq_random *random, uint32_t vertices,
                              double p, cq_u32s *ends)
{
    double none = log1p(-p); /* of a pair without an edge */
    uint64_t row = 1, column = 0;
    cq_status status = CQ_OK;

    for (bool first = true; status == CQ_OK; first = false) {
        double skip = floor(log(unit(random)) / none);

        if (skip > 1e18)
            return CQ_OK;
        column += (uint64_t)skip + !first;
        while (row < vertices && column >= row)
            column -= row++;
        if (row >= vertices)
            return CQ_OK;
        cq_assert(column < row);
        status = add_edge(ctx, ends, (uint32_t)row, (uint32_t)column);
    }
    return status;
}

static cq_status join_all(cq_context *ctx, uint32_t vertices, cq_u32s *ends)
{
    for (uint32_t a = 1; a < vertices; a++)
        for (uint32_t b = 0; b < a; b++)
            cq_try(add_edge(ctx, ends, a, b));
    return CQ_OK;
}

cq_status cq_graph_random(cq_context *ctx, cq_random *random, uint32_t vertices,
                          double degree, cq_graph *out)
{
    double p = vertices > 1 ? degree / (vertices - 1) : 0;
    cq_u32s ends = {0};
    cq_status status = CQ_OK;

    if (p >= 1)
        status = join_all(ctx, vertices, &ends);
    else if (p > 0)
        status = skip_through(ctx, random, vertices, p, &ends);
    return build(ctx, status, vertices, &ends, out);
}

/* ---- regular graphs ---- */

typedef struct pairing {
    cq_random *random;
    uint32_t vertices, degree;
    uint32_t *points; /* free ones, each the number of its vertex */
    size_t free_points;
    uint32_t *near; /* neighbours so far, `degree` for each vertex */
    uint32_t *have; /* how many */
} pairing;

static bool is_joined(const pairing *p, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < p->have[a]; i++)
        if (p->near[(size_t)a * p->degree + i] == b)
            return true;
    return false;
}

static void join(pairing *p, uint32_t a, uint32_t b)
{
    cq_assert(a != b && p->have[a] < p->degree && p->have[b] < p->degree);
    p->near[(size_t)a * p->degree + p->have[a]++] = b;
    p->near[(size_t)b * p->degree + p->have[b]++] = a;
}

/* Takes the point out; the last one fills its place. */
static uint32_t take(pairing *p, size_t point)
{
    uint32_t vertex = p->points[point];

    cq_assert(point < p->free_points);
    p->points[point] = p->points[--p->free_points];
    return vertex;
}

/* False if it is stuck. */
static bool pair_all(pairing *p)
{
    enum { TRIES = 1000 }; /* failed ones, before it counts as stuck */
    unsigned vain = 0;

    memset(p->have, 0, p->vertices * sizeof *p->have);
    p->free_points = 0;
    for (uint32_t v = 0; v < p->vertices; v++)
        for (uint32_t i = 0; i < p->degree; i++)
            p->points[p->free_points++] = v;
    while (p->free_points && vain < TRIES) {
        size_t i = (size_t)cq_random_below(p->random, p->free_points);
        size_t j = (size_t)cq_random_below(p->random, p->free_points);
        uint32_t a = p->points[i], b = p->points[j];

        if (a == b || is_joined(p, a, b)) {
            vain++;
            continue;
        }
        vain = 0;
        take(p, i > j ? i : j);
        take(p, i > j ? j : i);
        join(p, a, b);
    }
    return p->free_points == 0;
}

/* The edges of the pairing, each once. */
static cq_status list_edges(cq_context *ctx, const pairing *p, cq_u32s *ends)
{
    for (uint32_t v = 0; v < p->vertices; v++)
        for (uint32_t i = 0; i < p->degree; i++) {
            uint32_t other = p->near[(size_t)v * p->degree + i];

            if (v < other)
                cq_try(add_edge(ctx, ends, v, other));
        }
    cq_assert(ends->count == (size_t)p->vertices * p->degree); /* two for each edge */
    return CQ_OK;
}

static cq_status draw_regular(cq_context *ctx, pairing *p, cq_u32s *ends)
{
    size_t points = (size_t)p->vertices * p->degree;
    cq_status status = CQ_MEMORY;

    p->points = cq_alloc(ctx, points, sizeof *p->points);
    p->near = cq_alloc(ctx, points, sizeof *p->near);
    p->have = cq_alloc(ctx, p->vertices, sizeof *p->have);
    if (p->points && p->near && p->have) {
        while (!pair_all(p))
            continue;
        status = list_edges(ctx, p, ends);
    }
    cq_free_each(p->points, p->near, p->have);
    return status;
}

static cq_status regular_edges(cq_context *ctx, cq_random *random, uint32_t vertices,
                               uint32_t degree, cq_u32s *ends)
{
    pairing p = {.random = random, .vertices = vertices, .degree = degree};

    if (degree >= vertices)
        return cq_fail(ctx, CQ_INPUT,
                       "a vertex of %u cannot have %u neighbours: the degree must be "
                       "smaller than the number of vertices",
                       vertices, degree);
    if (vertices % 2 && degree % 2)
        return cq_fail(ctx, CQ_INPUT,
                       "%u vertices cannot all have degree %u: one of the two must be "
                       "even",
                       vertices, degree);
    if ((uint64_t)vertices * degree > UINT32_MAX)
        return cq_fail(ctx, CQ_INPUT, "%u vertices of degree %u are too many edges",
                       vertices, degree);
    return degree ? draw_regular(ctx, &p, ends) : CQ_OK;
}

cq_status cq_graph_regular(cq_context *ctx, cq_random *random, uint32_t vertices,
                           uint32_t degree, cq_graph *out)
{
    cq_u32s ends = {0};
    cq_status status = regular_edges(ctx, random, vertices, degree, &ends);

    return build(ctx, status, vertices, &ends, out);
}

/* ---- subdivided cubic graphs ---- */

/* Puts new vertices into the middle of the first edges, after shuffling them. */
static cq_status subdivide(cq_context *ctx, cq_random *random, uint32_t vertices,
                           uint32_t edges, cq_u32s *ends)
{
    size_t all = ends->count / 2; /* the halves that come after them stay whole */

    for (size_t i = 0; i < edges; i++) {
        size_t j = i + (size_t)cq_random_below(random, all - i);
        uint32_t a = ends->at[2 * j], b = ends->at[2 * j + 1];
        uint32_t middle = vertices + (uint32_t)i;

        cq_assert(a < vertices && b < vertices); /* it was not divided before */
        ends->at[2 * j] = ends->at[2 * i];
        ends->at[2 * j + 1] = ends->at[2 * i + 1];
        ends->at[2 * i] = a;
        ends->at[2 * i + 1] = middle;
        cq_try(add_edge(ctx, ends, middle, b));
    }
    return CQ_OK;
}

cq_status cq_graph_subdivided(cq_context *ctx, cq_random *random, uint32_t vertices,
                              uint32_t edges, cq_graph *out)
{
    cq_u32s ends = {0};
    cq_status status = regular_edges(ctx, random, vertices, 3, &ends);

    if (status == CQ_OK && edges > ends.count / 2)
        status =
            cq_fail(ctx, CQ_INPUT, "a cubic graph on %u vertices has %zu edges, not %u",
                    vertices, ends.count / 2, edges);
    cq_then(status, subdivide(ctx, random, vertices, edges, &ends));
    return build(ctx, status, vertices + edges, &ends, out);
}

/* ---- hidden cycles ---- */

/* 0, 1, 2 ... in a random order. */
static void shuffle(cq_random *random, uint32_t *order, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = (uint32_t)cq_random_below(random, (uint64_t)i + 1);

        order[i] = order[j];
        order[j] = i;
    }
}

/* The cycle, then others, each once. */
static cq_status hide_cycle(cq_context *ctx, cq_random *random, uint32_t vertices,
                            size_t edges, const uint32_t *order, cq_u32s *ends)
{
    cq_keys pairs = {.words = 1};
    cq_status status = CQ_OK;

    while (status == CQ_OK && ends->count < 2 * edges) {
        size_t made = ends->count / 2;
        uint32_t a, b;
        uint64_t pair;
        bool fresh = false;

        if (made < vertices) {
            a = order[made];
            b = order[(made + 1) % vertices];
        } else {
            a = (uint32_t)cq_random_below(random, vertices);
            b = (uint32_t)cq_random_below(random, vertices);
        }
        pair = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        if (a != b)
            status = cq_keys_add(ctx, &pairs, &pair, NULL, &fresh);
        cq_assert(fresh || made >= vertices || status != CQ_OK);
        if (status == CQ_OK && fresh)
            status = add_edge(ctx, ends, a, b);
    }
    cq_keys_free(&pairs);
    return status;
}

cq_status cq_graph_hidden(cq_context *ctx, cq_random *random, uint32_t vertices,
                          double degree, cq_graph *out)
{
    double wanted = floor(degree * vertices / 2 + 0.5);
    uint32_t *order;
    cq_u32s ends = {0};
    cq_status status;

    if (vertices < 3)
        return cq_fail(ctx, CQ_INPUT, "a cycle needs at least three vertices, not %u",
                       vertices);
    if (!(degree >= 2 && degree <= (vertices - 1) / 2.0 + 1) || wanted > UINT32_MAX)
        return cq_fail(ctx, CQ_INPUT,
                       "a cycle through %u vertices cannot be hidden among edges of an "
                       "average degree of %g: it must be at least 2, and at most about "
                       "half of all pairs",
                       vertices, degree);
    order = cq_alloc(ctx, vertices, sizeof *order);
    cq_try_memory(order);
    shuffle(random, order, vertices);
    status = hide_cycle(ctx, random, vertices, (size_t)wanted, order, &ends);
    cq_free(order);
    return build(ctx, status, vertices, &ends, out);
}

/* ---- what was drawn ---- */

cq_status cq_graph_connected(cq_context *ctx, const cq_graph *graph, bool *out)
{
    char *side = cq_zalloc(ctx, graph->vertices, 1);
    uint32_t *queue = cq_alloc(ctx, graph->vertices, sizeof *queue);
    cq_sides sides = {0};
    cq_status status = side && queue ? CQ_OK : CQ_MEMORY;

    if (graph->vertices)
        cq_then(status, cq_graph_sides(ctx, graph, 0, side, queue, &sides));
    *out = sides.reached == graph->vertices;
    cq_free_each(side, queue);
    return status;
}
