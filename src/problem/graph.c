/* graph.c - undirected graphs: building, asking, and what must hold.
 *
 * A graph is two arrays (compressed rows): the neighbours of v are
 * targets[starts[v] .. starts[v + 1]), ascending.
 *
 *     0 - 1          starts    0   2     5   7  8
 *     | / |          targets   1 2 0 2 3 0 1 1
 *     2   3
 *
 * Building from pairs takes two counting sorts. The first puts u on the list of v and v
 * on the list of u, in the order of the pairs. The second walks the lists by v and
 * appends v to the list of each u that it meets; as v only grows, every list comes out
 * ascending, whatever its length. The lists say the same before and after because the
 * graph is its own transpose. Repeated neighbours then stand side by side and one sweep
 * removes them. O(n + m) time, 8 n + 8 m bytes beside the result.
 *
 * Invariants, walked by cq_graph_check: ascending lists without repetition, no vertex
 * on its own list, v on the list of u if and only if u is on the list of v.
 */
#include "problem/graph.h"
#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

void cq_graph_free(cq_graph *graph)
{
    cq_free_each(graph->starts, graph->targets, graph->cells, graph->names,
                 graph->must.at, graph->gone.at);
    memset(graph, 0, sizeof *graph);
}

/* starts[v] becomes the end of v's list: scattering downwards makes it the start. */
static void count_ends(uint32_t vertices, const uint32_t *ends, size_t count,
                       size_t *starts)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        cq_assert(ends[i] < vertices && ends[i] != ends[i ^ 1]);
        starts[ends[i]]++;
    }
    for (uint32_t v = 0; v < vertices; v++)
        starts[v] = sum += starts[v];
    starts[vertices] = sum;
    cq_assert(sum == count);
}

static cq_status scatter(cq_context *ctx, const uint32_t *ends, size_t count,
                         size_t *starts, uint32_t *lists)
{
    for (size_t i = 0; i < count; i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        lists[--starts[ends[i]]] = ends[i ^ 1];
    }
    return CQ_OK;
}

/* lists, by vertex but each in any order, into targets, each ascending. */
static cq_status transpose(cq_context *ctx, const cq_graph *graph,
                           const uint32_t *lists, size_t *next)
{
    memcpy(next, graph->starts, graph->vertices * sizeof *next);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            cq_try(cq_poll_at(ctx, i + 1));
            cq_assert(next[lists[i]] < graph->starts[lists[i] + 1]);
            graph->targets[next[lists[i]]++] = v;
        }
    return CQ_OK;
}

static void merge_repeated(cq_graph *graph)
{
    size_t kept = 0;

    for (uint32_t v = 0, end = graph->vertices; v < end; v++) {
        size_t first = kept;

        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (kept == first || graph->targets[kept - 1] != graph->targets[i])
                graph->targets[kept++] = graph->targets[i];
        graph->starts[v] = first;
    }
    graph->starts[graph->vertices] = kept;
    cq_assert(kept % 2 == 0); /* every edge stands twice */
}

cq_status cq_graph_build(cq_context *ctx, uint32_t vertices, const uint32_t *ends,
                         size_t edges, cq_graph *out, size_t *merged)
{
    cq_graph graph = {.vertices = vertices};
    uint32_t *lists = NULL;
    size_t *next = NULL;
    cq_status status = CQ_MEMORY;

    graph.starts = cq_zalloc(ctx, (size_t)vertices + 1, sizeof *graph.starts);
    graph.targets = graph.starts ? cq_alloc(ctx, 2 * edges, sizeof *lists) : NULL;
    lists = graph.targets ? cq_alloc(ctx, 2 * edges, sizeof *lists) : NULL;
    next = lists ? cq_alloc(ctx, vertices, sizeof *next) : NULL;
    if (!next)
        goto done;
    count_ends(vertices, ends, 2 * edges, graph.starts);
    status = scatter(ctx, ends, 2 * edges, graph.starts, lists);
    cq_then(status, transpose(ctx, &graph, lists, next));
    if (status != CQ_OK)
        goto done;
    merge_repeated(&graph);
    if (merged)
        *merged = edges - cq_graph_edges(&graph);
    cq_assert(cq_graph_edges(&graph) <= edges);
    cq_assert(2 * edges > CQ_WALK_WORK || cq_graph_check(&graph));
    *out = graph;
done:
    cq_free_each(lists, next);
    if (status != CQ_OK)
        cq_graph_free(&graph);
    return status;
}

const char *cq_vertex_name(const cq_graph *graph, const cq_board *board,
                           uint32_t vertex, char buffer[CQ_VERTEX_NAME_SIZE])
{
    if (graph->names)
        return graph->names[vertex];
    if (board)
        return cq_cell_name(board, graph->cells ? graph->cells[vertex] : vertex,
                            buffer);
    snprintf(buffer, CQ_VERTEX_NAME_SIZE, "%llu", (unsigned long long)vertex + 1);
    return buffer;
}

/* Every edge once, from its smaller end. */
uint64_t cq_graph_hash(const cq_graph *graph, uint64_t hash)
{
    hash = cq_hash_u64(hash, graph->vertices);
    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++)
            if (graph->targets[i] > v)
                hash = cq_hash_u64(hash, (uint64_t)v << 32 | graph->targets[i]);
        if (graph->names)
            hash = cq_hash_text(hash, graph->names[v]);
    }
    return hash;
}

static bool check_list(const cq_graph *graph, uint32_t v)
{
    for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
        uint32_t u = graph->targets[i];

        cq_hold(u < graph->vertices && u != v);
        cq_hold(cq_graph_adjacent(graph, u, v));
        cq_hold(i == graph->starts[v] || graph->targets[i - 1] < u);
    }
    return true;
}

bool cq_graph_check(const cq_graph *graph)
{
    if (graph->vertices == 0)
        return !graph->starts || graph->starts[0] == 0;
    cq_hold(graph->starts && graph->targets && graph->starts[0] == 0);
    /* All bounds first: the lists are searched from one another. */
    for (uint32_t v = 0; v < graph->vertices; v++)
        cq_hold(graph->starts[v] <= graph->starts[v + 1]);
    for (uint32_t v = 0; v < graph->vertices; v++)
        cq_hold(check_list(graph, v));
    for (uint32_t v = 1; graph->cells && v < graph->vertices; v++)
        cq_hold(graph->cells[v - 1] < graph->cells[v]);
    return true;
}
