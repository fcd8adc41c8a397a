/* graph_write.c - graphs as text that reads back to the same graph.
 *
 * Every edge is written once, from its smaller end. The reader of edge lists numbers
 * names as they appear, so names must appear in the order of their vertices. If the
 * next edge would skip some, those are written first, each on a line of its own, as are
 * vertices without edges:
 *
 *     vertices a b c d          # 4 vertices, 2 edges
 *     edges a-c b-c             a
 *                               b
 *                               a c
 *                               b c
 *                               d
 *
 * Names that are 1..n are known by their numbers; then only vertices without edges need
 * a line. The comment in front keeps an edge list from being mistaken for another
 * format, whatever its names are. O(n + m), but O(n^2) for graph6.
 */
#include "problem/graph_formats.h"

#include "base/assert.h"

/* Numbers without the cost of fprintf: files of ten million edges are usual. */
static void put_number(uint32_t value, FILE *out)
{
    char digits[10], *at = digits + sizeof digits;

    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    fwrite_unlocked(at, 1, (size_t)(digits + sizeof digits - at), out);
}

static void put_vertex(const cq_graph *graph, uint32_t v, FILE *out)
{
    if (graph->names)
        fputs_unlocked(graph->names[v], out);
    else
        put_number(v + 1, out);
}

static void put_line(const cq_graph *graph, uint32_t v, FILE *out)
{
    put_vertex(graph, v, out);
    putc_unlocked('\n', out);
}

/* Before the edge v-u, v < u: all names before u must appear. `appeared` counts those
 * that have; it is at least v. Returns the new count. */
static uint32_t put_skipped(const cq_graph *graph, uint32_t v, uint32_t u,
                            uint32_t appeared, FILE *out)
{
    cq_assert(v < u && appeared >= v);
    if (appeared == v && u == v + 1)
        return u + 1;
    for (; appeared < u; appeared++)
        put_line(graph, appeared, out);
    return appeared > u ? appeared : u + 1;
}

static void write_edges(const cq_graph *graph, FILE *out)
{
    uint32_t appeared = 0;

    fprintf(out, "# %u vertices, %zu edges\n", graph->vertices, cq_graph_edges(graph));
    for (uint32_t v = 0; v < graph->vertices; v++) {
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            uint32_t u = graph->targets[i];

            if (u < v)
                continue;
            if (graph->names)
                appeared = put_skipped(graph, v, u, appeared, out);
            put_vertex(graph, v, out);
            putc_unlocked(' ', out);
            put_line(graph, u, out);
        }
        if (cq_graph_degree(graph, v) == 0 && appeared <= v) {
            put_line(graph, v, out);
            appeared = v + 1;
        }
    }
}

/* "e 1 2" with mark "e ", "1 2" without. */
static void write_pairs(const cq_graph *graph, const char *mark, FILE *out)
{
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            if (graph->targets[i] < v)
                continue;
            fputs_unlocked(mark, out);
            put_number(v + 1, out);
            putc_unlocked(' ', out);
            put_number(graph->targets[i] + 1, out);
            putc_unlocked('\n', out);
        }
}

static void write_dimacs(const cq_graph *graph, FILE *out)
{
    fprintf(out, "p edge %u %zu\n", graph->vertices, cq_graph_edges(graph));
    write_pairs(graph, "e ", out);
}

static void write_tsplib(const cq_graph *graph, FILE *out)
{
    fprintf(out,
            "NAME : graph\nTYPE : HCP\nDIMENSION : %u\n"
            "EDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n",
            graph->vertices);
    write_pairs(graph, "", out);
    fputs("-1\n", out);
    if (graph->must.count) {
        fputs("FIXED_EDGES_SECTION\n", out);
        for (size_t i = 0; i < graph->must.count; i += 2)
            fprintf(out, "%" PRIu32 " %" PRIu32 "\n", graph->must.at[i] + 1,
                    graph->must.at[i + 1] + 1);
        fputs("-1\n", out);
    }
    fputs("EOF\n", out);
}

cq_status cq_graph_write(cq_context *ctx, const cq_graph *graph, cq_graph_format format,
                         FILE *out)
{
    if (graph->vertices == 0)
        return cq_fail(ctx, CQ_INPUT, "a graph without vertices cannot be written");
    if (graph->names && format != CQ_GRAPH_EDGES)
        cq_note(ctx, "this format has no names: vertices are numbered from 1 in order");
    if (graph->must.count && format != CQ_GRAPH_TSPLIB)
        cq_note(ctx, "only TSPLIB HCP keeps edges that must be used");
    switch (format) {
    case CQ_GRAPH_EDGES: write_edges(graph, out); break;
    case CQ_GRAPH_DIMACS: write_dimacs(graph, out); break;
    case CQ_GRAPH_TSPLIB: write_tsplib(graph, out); break;
    case CQ_GRAPH_GRAPH6: cq_graph6_write(graph, out); break;
    }
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the graph") : CQ_OK;
}
