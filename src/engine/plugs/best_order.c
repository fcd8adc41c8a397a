/* best_order.c - the order in which a plain sweep would decide the vertices of a tour.
 *
 * Of all orders that the engine knows, this is the one with the fewest expected states.
 * It is for sweeps over the graph of the problem: posts that hold given ends are left
 * out, and the extra vertex of an open tour comes last.
 */
#include "engine/plugs/best_order.h"

#include "engine/plugs/plugs.h"

#include <math.h>

/* The weight of the whole order; of those that are too wide only the width counts. */
static cq_status weigh(cq_context *ctx, const cq_net *net, const cq_weigh *how,
                       const uint32_t *order, double *weights, double *out)
{
    unsigned slots;

    cq_try(cq_weigh_order(ctx, net, how, order, weights, &slots));
    *out = 0;
    for (uint32_t i = 0; i <= net->hub; i++)
        *out += weights[i];
    cq_assert(*out >= 1);
    if (!isfinite(*out))
        *out = 1e300 * (1 + slots / 1e9);
    return CQ_OK;
}

static cq_status choose(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                        const cq_orders *orders, size_t *best, double *states)
{
    double *weights = cq_alloc(ctx, (size_t)net->hub + 1, sizeof *weights);
    double weight;
    cq_weigh how;
    cq_status status = weights ? cq_weigh_new(ctx, net, problem, &how) : CQ_MEMORY;

    *best = 0;
    *states = INFINITY;
    for (size_t i = 0; i < orders->count && status == CQ_OK; i++) {
        status =
            weigh(ctx, net, &how, orders->vertices + i * net->hub, weights, &weight);
        if (status == CQ_OK && weight < *states) {
            *states = weight;
            *best = i;
        }
    }
    cq_free(weights);
    return status;
}

static cq_status fill(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                      uint32_t *out, double *states)
{
    cq_orders orders = {0};
    size_t best, kept = 0;
    cq_status status = cq_orders_new(ctx, net, problem, &orders);

    cq_then(status, choose(ctx, net, problem, &orders, &best, states));
    cq_assert(status != CQ_OK || best < orders.count);
    for (uint32_t i = 0; status == CQ_OK && i < net->hub; i++) {
        uint32_t v = orders.vertices[best * net->hub + i];

        if (v < problem->graph.vertices)
            out[kept++] = v;
    }
    cq_assert(status != CQ_OK || kept == problem->graph.vertices);
    cq_orders_free(&orders);
    return status;
}

cq_status cq_plugs_order(cq_context *ctx, const cq_problem *problem, uint32_t *out,
                         double *states)
{
    uint32_t n = problem->graph.vertices;
    cq_net net = {0};
    bool whole = false;
    cq_status status = cq_net_new(ctx, problem, &net);

    *states = n;
    for (uint32_t v = 0; v <= n - problem->closed; v++)
        out[v] = v;
    cq_then(status, cq_net_may_close(ctx, &net, &whole));
    if (status == CQ_OK && whole) /* else any order will do */
        status = fill(ctx, &net, problem, out, states);
    cq_net_free(&net);
    return status;
}
