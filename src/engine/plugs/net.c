/* net.c - the graph whose closed tours are counted.
 *
 * An open tour becomes a closed one through a hub, a new vertex that is joined to all
 * others: cut the closed tour at the hub and an open one is left. So there is one kind
 * of tour, and the two free ends of an open one are nothing but edges to the hub.
 */
#include "engine/plugs/plugs.h"

#include <string.h>

cq_status cq_net_new(cq_context *ctx, const cq_graph *graph, bool closed, cq_net *out)
{
    uint32_t n = graph->vertices;
    cq_net net = {.vertices = closed ? n : n + 1, .hub = closed ? n : n};
    size_t at = 0, edges = graph->starts[n] + (closed ? 0 : 2 * (size_t)n);

    net.starts = cq_alloc(ctx, (size_t)net.vertices + 1, sizeof *net.starts);
    net.targets = cq_alloc(ctx, edges + 1, sizeof *net.targets);
    if (!net.starts || !net.targets) {
        cq_net_free(&net);
        return CQ_MEMORY;
    }
    for (uint32_t v = 0; v < n; v++) {
        size_t degree = cq_graph_degree(graph, v);

        net.starts[v] = at;
        if (degree)
            memcpy(net.targets + at, graph->targets + graph->starts[v],
                   degree * sizeof *net.targets);
        at += degree;
        if (!closed)
            net.targets[at++] = n;
    }
    net.starts[n] = at;
    if (!closed) {
        for (uint32_t v = 0; v < n; v++)
            net.targets[at++] = v;
        net.starts[n + 1] = at;
    }
    *out = net;
    return CQ_OK;
}

void cq_net_free(cq_net *net)
{
    cq_free(net->starts);
    cq_free(net->targets);
    memset(net, 0, sizeof *net);
}

size_t cq_net_edge(const cq_net *net, uint32_t from, uint32_t to)
{
    size_t low = net->starts[from], high = net->starts[from + 1];

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (net->targets[middle] < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low < net->starts[from + 1] && net->targets[low] == to ? low : SIZE_MAX;
}

cq_status cq_net_may_close(cq_context *ctx, const cq_net *net, bool *out)
{
    /* With the hub everything hangs together: look at what it joins. */
    uint32_t n = net->hub, reached = 0, looked = 0;
    uint32_t *queue = cq_alloc(ctx, (size_t)n + 1, sizeof *queue);
    bool *seen = cq_zalloc(ctx, (size_t)net->vertices + 1, sizeof *seen);
    bool may = net->vertices >= 3;

    if (!queue || !seen) {
        cq_free(queue);
        cq_free(seen);
        return CQ_MEMORY;
    }
    for (uint32_t v = 0; v < n && may; v++)
        may = cq_net_degree(net, v) >= 2;
    if (may) {
        queue[reached++] = 0;
        seen[0] = true;
    }
    for (; looked < reached; looked++)
        for (size_t e = net->starts[queue[looked]]; e < net->starts[queue[looked] + 1];
             e++) {
            uint32_t to = net->targets[e];

            if (to < n && !seen[to])
                queue[reached++] = to;
            seen[to] = true;
        }
    *out = may && reached == n;
    cq_free(queue);
    cq_free(seen);
    return CQ_OK;
}
