/* fuzz_graph.c - graphs in all formats, as their content tells; written in each format
 * and read again.
 */
#include "fuzz.h"

static void read_back(cq_context *ctx, const cq_graph *graph, cq_graph_format format)
{
    char *written = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&written, &length);
    cq_graph again = {0};
    cq_text text;

    fuzz_require(out != NULL);
    if (fuzz_worked(ctx, cq_graph_write(ctx, graph, format, out))) {
        fclose(out);
        text = (cq_text){"written", written, length};
        if (cq_graph_read(ctx, &text, &again) == CQ_OK)
            fuzz_require(cq_graph_check(&again) &&
                         cq_graph_edges(&again) == cq_graph_edges(graph));
    } else {
        fclose(out);
    }
    free(written);
    cq_graph_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_text text = {"fuzz", (const char *)data, size};
    cq_graph graph = {0};

    if (fuzz_worked(ctx, cq_graph_read(ctx, &text, &graph))) {
        fuzz_require(cq_graph_check(&graph));
        read_back(ctx, &graph, CQ_GRAPH_DIMACS);
        read_back(ctx, &graph, CQ_GRAPH_TSPLIB);
        if (graph.vertices < 1000)
            read_back(ctx, &graph, CQ_GRAPH_GRAPH6);
    }
    cq_graph_free(&graph);
    return fuzz_end(ctx);
}
