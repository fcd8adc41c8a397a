/* net.c - the graph whose closed tours are counted.
 *
 * An open tour becomes a closed one through a hub, a new vertex that is joined to all
 * others: cut the closed tour at the hub and an open one is left. So there is only one
 * kind of tour, and the two ends of an open one are edges to the hub.
 *
 * A given end is held by a post, a new vertex with two neighbours, through which every
 * closed tour must pass: between the two ends if both are given (instead of the edge
 * between them if the tour is closed), else between the one and the hub.
 */
#include "engine/plugs/plugs.h"

#include <string.h>

/* What is added to the graph. */
typedef struct extras {
    bool hub, post, edge_gone;
    uint32_t ends[2]; /* the post's neighbours */
} extras;

static extras extras_of(const cq_problem *problem)
{
    uint32_t from = problem->from, to = problem->to, n = problem->graph.vertices;
    bool both = from != CQ_NO_VERTEX && to != CQ_NO_VERTEX;
    bool one = !both && (from != CQ_NO_VERTEX || to != CQ_NO_VERTEX);
    extras x = {.hub = !problem->closed && !both,
                .post = both || (one && !problem->closed),
                .edge_gone = both && problem->closed};

    x.ends[0] = from != CQ_NO_VERTEX ? from : to;
    x.ends[1] = both ? to : n + 1; /* the hub comes after the post */
    return x;
}

/* The neighbours of v, ascending. */
static void list_neighbours(const cq_graph *graph, const extras *x, uint32_t v,
                            cq_net *net, size_t *at)
{
    uint32_t n = graph->vertices;
    bool held = x->post && (v == x->ends[0] || v == x->ends[1]);

    for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
        uint32_t to = graph->targets[e];
        bool gone = x->edge_gone && held && (to == x->ends[0] || to == x->ends[1]);

        if (!gone)
            net->targets[(*at)++] = to;
    }
    if (held)
        net->targets[(*at)++] = n;
    if (x->hub && !held)
        net->targets[(*at)++] = net->hub;
    cq_assert(*at <= net->starts[v] + cq_graph_degree(graph, v) + 1);
}

static void list_extras(const extras *x, uint32_t n, cq_net *net, size_t *at)
{
    if (x->post) {
        bool swap = x->ends[0] > x->ends[1];

        net->starts[n] = *at;
        net->targets[(*at)++] = x->ends[swap];
        net->targets[(*at)++] = x->ends[!swap];
    }
    if (x->hub) {
        net->starts[net->hub] = *at;
        for (uint32_t v = 0; v < net->hub; v++)
            if (!x->post || v != x->ends[0])
                net->targets[(*at)++] = v;
    }
    net->starts[net->vertices] = *at;
}

cq_status cq_net_new(cq_context *ctx, const cq_problem *problem, cq_net *out)
{
    const cq_graph *graph = &problem->graph;
    extras x = extras_of(problem);
    uint32_t n = graph->vertices;
    cq_net net = {.hub = n + x.post, .vertices = n + x.post + x.hub};
    size_t at = 0, edges = graph->starts[n] + 2 * (size_t)net.vertices + 8;

    net.post_at = x.post ? x.ends[0] : CQ_NO_VERTEX;
    net.starts = cq_alloc(ctx, (size_t)net.vertices + 1, sizeof *net.starts);
    net.targets = cq_alloc(ctx, edges, sizeof *net.targets);
    if (!net.starts || !net.targets) {
        cq_net_free(&net);
        return CQ_MEMORY;
    }
    for (uint32_t v = 0; v < n; v++) {
        net.starts[v] = at;
        list_neighbours(graph, &x, v, &net, &at);
    }
    list_extras(&x, n, &net, &at);
    cq_assert(at <= edges && cq_net_check(&net));
    *out = net;
    return CQ_OK;
}

void cq_net_free(cq_net *net)
{
    cq_free_each(net->starts, net->targets);
    memset(net, 0, sizeof *net);
}

size_t cq_net_edge(const cq_net *net, uint32_t from, uint32_t to)
{
    cq_assert(from < net->vertices && to < net->vertices);
    return cq_find_sorted(net->targets, net->starts[from], net->starts[from + 1], to);
}

cq_status cq_net_may_close(cq_context *ctx, const cq_net *net, bool *out)
{
    /* With the hub everything hangs together: look at what it joins. */
    uint32_t n = net->hub, reached = 0, looked = 0;
    uint32_t *queue = cq_alloc(ctx, (size_t)n + 1, sizeof *queue);
    bool *seen = cq_zalloc(ctx, (size_t)net->vertices + 1, sizeof *seen);
    bool may = net->vertices >= 3;

    if (!queue || !seen) {
        cq_free_each(queue, seen);
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
            cq_assert(reached <= n);
            seen[to] = true;
        }
    *out = may && reached == n;
    cq_free_each(queue, seen);
    return CQ_OK;
}
