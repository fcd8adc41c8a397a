/* no_factor.c - vertices that need more edges than their neighbours can give.
 *
 * A closed tour has two edges at every vertex. If a set T wants 2 |T| edges and all
 * vertices together can give fewer, each at most two and no more than it has into T,
 * there is no tour; an open tour may do with two fewer. In a bipartite graph this
 * condition is exact for sets of cycles through all vertices (2-factors); in other
 * graphs, odd cycles of half edges may satisfy it as well.
 *
 * The flow (degree_flow.h, two edges for each vertex) gives such a set if there is one.
 * It is then made minimal: a member goes if those that remain still want too much among
 * themselves, else it stays; what is left is reduced to those that are reached from the
 * ones in need. Leaving members out never makes a set that satisfied the condition
 * violate it, so no subset of the last set does.
 *
 * Cost: a flow, and for the minimal set one repair for each of its members.
 */
#include "engine/no_tour/no_tour.h"

#include "base/assert.h"

#include <string.h>

typedef struct search {
    cq_run *run;
    cq_degree_flow *flow;
    uint64_t enough; /* so much must be missing */
} search;

/* Only those reached from the ones in need go on wanting. */
static void keep_reached(cq_degree_flow *d)
{
    uint32_t n = d->graph->vertices;

    cq_degree_flow_reach_needy(d);
    for (uint32_t v = 0; v < n; v++)
        if (d->taker[v] == UINT32_MAX)
            d->want[v] = 0;
}

/* Starts from the smallest set that one in need alone gives, if that is enough. Each
 * look costs a pass over the graph. */
static void start_small(search *s)
{
    cq_degree_flow *d = s->flow;
    uint32_t n = d->graph->vertices, best = UINT32_MAX;
    size_t least = SIZE_MAX;
    unsigned looks = 0;

    for (uint32_t v = 0; v < n && looks < 32; v++) {
        uint64_t missing = 0;

        if (d->took[v] == d->want[v])
            continue;
        looks++;
        cq_degree_flow_reach(d, v);
        for (size_t i = 0; i < d->reached; i++)
            missing += d->want[d->queue[i]] - d->took[d->queue[i]];
        cq_assert(d->reached > 0 && missing > 0);
        if (missing < s->enough || d->reached >= least)
            continue;
        least = d->reached;
        best = v;
    }
    if (best == UINT32_MAX) {
        keep_reached(d);
        return;
    }
    cq_degree_flow_reach(d, best);
    for (uint32_t v = 0; v < n; v++)
        if (d->taker[v] == UINT32_MAX)
            d->want[v] = 0;
}

/* False when the run was stopped. */
static bool make_minimal(search *s)
{
    cq_degree_flow *d = s->flow;

    for (uint32_t v = 0; v < d->graph->vertices; v++) {
        if (!d->want[v])
            continue;
        if (cq_run_poll(s->run))
            return false;
        d->want[v] = 0;
        cq_degree_flow_supply(d);
        cq_assert(d->want[v] == 0);
        if (d->missing >= s->enough)
            keep_reached(d);
        else
            d->want[v] = 2;
    }
    return true;
}

/* Whether the neighbours of those who want edges cannot give as many, two each. */
static bool lack_edges(const cq_degree_flow *d, uint64_t enough)
{
    const cq_graph *graph = d->graph;
    uint64_t wanted = 0, given = 0;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        unsigned into = 0;

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1] && into < 2; p++)
            into += d->want[graph->targets[p]] > 0;
        wanted += d->want[v];
        given += into;
    }
    cq_hold(given + enough <= wanted);
    return true;
}

cq_status cq_tough_factor(cq_run *run, cq_degree_flow *flow,
                          cq_certificate *certificate)
{
    search s = {.run = run, .flow = flow, .enough = run->problem->closed ? 1 : 3};
    uint32_t n = flow->graph->vertices;

    for (uint32_t v = 0; v < n; v++)
        flow->want[v] = flow->have[v] = 2;
    cq_degree_flow_supply(flow);
    if (flow->missing < s.enough)
        return CQ_OK;
    start_small(&s);
    if (!make_minimal(&s))
        return CQ_OK;
    cq_assert(cq_degree_flow_check(flow));
    cq_assert(lack_edges(flow, s.enough));
    certificate->proof = CQ_PROOF_FACTOR;
    for (uint32_t v = 0; v < n; v++)
        if (flow->want[v] && cq_vec_push(run->ctx, &certificate->members, v) != CQ_OK)
            return CQ_MEMORY;
    return CQ_OK;
}
