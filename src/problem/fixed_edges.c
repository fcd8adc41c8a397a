/* fixed_edges.c - edges that every tour must use, built into the graph.
 *
 *     u --- x === a        A vertex with two such edges loses all others: with two
 *           "              edges it is passed by both.
 *           b
 *
 *     u === v   becomes   u --- u-v --- v
 *
 * Any other fixed edge gets a vertex of its own, called after its ends, which can only
 * be passed along the edge (unless an end has no more than two edges anyway). Closed
 * tours of the new graph are those of the old one that use all fixed edges; so every
 * engine, every proof and the checker know them, as they know any graph. A path could
 * end on the new vertex: fixed edges are for closed tours.
 *
 * O(n + m log d).
 */
#include "base/assert.h"
#include "problem/graph.h"
#include "problem/names.h"

#include <string.h>

typedef struct fixing {
    cq_context *ctx;
    const cq_graph *graph;
    bool *arcs;      /* by position in targets: of a fixed edge */
    uint32_t *count; /* of fixed edges at each vertex */
    cq_u32s ends;    /* edges of the new graph */
    cq_u32s middles; /* the ends of each edge that gets a vertex, in pairs */
} fixing;

static void mark(fixing *f, uint32_t u, uint32_t v)
{
    size_t there = cq_graph_arc(f->graph, u, v), back = cq_graph_arc(f->graph, v, u);

    cq_assert(there != SIZE_MAX && back != SIZE_MAX);
    if (f->arcs[there])
        return; /* it is given twice */
    f->arcs[there] = f->arcs[back] = true;
    f->count[u]++;
    f->count[v]++;
}

/* Whether a fixed edge here needs no vertex of its own. */
static bool is_settled(const fixing *f, uint32_t v)
{
    return f->count[v] == 2 || cq_graph_degree(f->graph, v) <= 2;
}

static cq_status add_edge(fixing *f, uint32_t u, uint32_t v)
{
    cq_try(cq_vec_push(f->ctx, &f->ends, u));
    return cq_vec_push(f->ctx, &f->ends, v);
}

static cq_status add_middle(fixing *f, uint32_t u, uint32_t v)
{
    uint32_t middle = f->graph->vertices + (uint32_t)(f->middles.count / 2);
    cq_status status;

    if (middle >= CQ_GRAPH_MOST)
        return cq_fail(f->ctx, CQ_INPUT, "the graph is too large");
    if (cq_vec_push(f->ctx, &f->middles, u) != CQ_OK ||
        cq_vec_push(f->ctx, &f->middles, v) != CQ_OK)
        return CQ_MEMORY;
    status = add_edge(f, u, middle);
    return status == CQ_OK ? add_edge(f, middle, v) : status;
}

static cq_status take_edge(fixing *f, uint32_t v, size_t arc)
{
    uint32_t u = f->graph->targets[arc];

    if (f->arcs[arc])
        return is_settled(f, u) || is_settled(f, v) ? add_edge(f, v, u)
                                                    : add_middle(f, v, u);
    return f->count[u] == 2 || f->count[v] == 2 ? CQ_OK : add_edge(f, v, u);
}

/* ---- names ---- */

/* "u-v", and a mark or more after it if the name is already taken. */
static cq_status name_middle(fixing *f, const cq_names *table, size_t number,
                             cq_chars *text)
{
    char u[CQ_VERTEX_NAME_SIZE], v[CQ_VERTEX_NAME_SIZE];
    const char *first = cq_vertex_name(f->graph, NULL, f->middles.at[2 * number], u);
    const char *second =
        cq_vertex_name(f->graph, NULL, f->middles.at[2 * number + 1], v);
    size_t length = strlen(first) + 1 + strlen(second);

    cq_assert(2 * number + 1 < f->middles.count);
    text->count = 0;
    cq_try(cq_vec_reserve(f->ctx, text, length + 1));
    text->count = (size_t)snprintf(text->at, length + 1, "%s-%s", first, second);
    while (cq_names_find(table, text->at, text->count) != CQ_NO_NAME)
        cq_try(cq_vec_push(f->ctx, text, '\''));
    return CQ_OK;
}

/* A copy that the table may point to. */
static cq_status keep_name(fixing *f, cq_names *table, const char *name, size_t length,
                           char **kept)
{
    uint32_t number;

    *kept = cq_strndup(f->ctx, name, length);
    return *kept ? cq_names_add(f->ctx, table, *kept, length, &number) : CQ_MEMORY;
}

static cq_status make_names(fixing *f, uint32_t vertices, char ***out)
{
    char **kept = cq_zalloc(f->ctx, vertices, sizeof *kept);
    char buffer[CQ_VERTEX_NAME_SIZE];
    cq_names table = {0};
    cq_chars text = {0};
    cq_status status = kept ? CQ_OK : CQ_MEMORY;

    for (uint32_t v = 0; v < vertices && status == CQ_OK; v++) {
        if (v < f->graph->vertices) {
            const char *name = cq_vertex_name(f->graph, NULL, v, buffer);

            status = keep_name(f, &table, name, strlen(name), &kept[v]);
            continue;
        }
        status = name_middle(f, &table, v - f->graph->vertices, &text);
        if (status == CQ_OK)
            status = keep_name(f, &table, text.at, text.count, &kept[v]);
    }
    if (status == CQ_OK) {
        *out = cq_names_copy(f->ctx, &table);
        status = *out ? CQ_OK : CQ_MEMORY;
    }
    for (uint32_t v = 0; kept && v < vertices; v++)
        cq_free(kept[v]);
    cq_free(kept);
    cq_vec_free(&text);
    cq_names_free(&table);
    return status;
}

/* ---- all of it ---- */

static cq_status rebuild(fixing *f, cq_graph *out)
{
    uint32_t n = f->graph->vertices;
    uint32_t vertices = n + (uint32_t)(f->middles.count / 2);
    cq_graph graph = {0};
    cq_status status =
        cq_graph_build(f->ctx, vertices, f->ends.at, f->ends.count / 2, &graph, NULL);

    if (status == CQ_OK && (f->graph->names || vertices > n))
        status = make_names(f, vertices, &graph.names);
    cq_assert(f->ends.count % 2 == 0 && f->middles.count % 2 == 0);
    graph.fixed = true;
    if (status == CQ_OK)
        *out = graph;
    else
        cq_graph_free(&graph);
    return status;
}

static cq_status fix(fixing *f, const uint32_t *ends, size_t edges, cq_graph *out)
{
    const cq_graph *graph = f->graph;
    cq_status status = CQ_OK;

    f->arcs = cq_zalloc(f->ctx, graph->starts[graph->vertices] + 1, sizeof *f->arcs);
    f->count = cq_zalloc(f->ctx, graph->vertices, sizeof *f->count);
    if (!f->arcs || !f->count)
        return CQ_MEMORY;
    for (size_t i = 0; i < edges; i++)
        mark(f, ends[2 * i], ends[2 * i + 1]);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (status == CQ_OK && graph->targets[i] > v)
                status = take_edge(f, v, i);
    return status == CQ_OK ? rebuild(f, out) : status;
}

cq_status cq_graph_fix(cq_context *ctx, cq_graph *graph, const uint32_t *ends,
                       size_t edges)
{
    fixing f = {.ctx = ctx, .graph = graph};
    cq_graph fixed;
    cq_status status;

    if (edges == 0)
        return CQ_OK;
    status = fix(&f, ends, edges, &fixed);
    cq_free(f.arcs);
    cq_free(f.count);
    cq_vec_free(&f.ends);
    cq_vec_free(&f.middles);
    if (status != CQ_OK)
        return status;
    cq_graph_free(graph);
    *graph = fixed;
    return CQ_OK;
}
