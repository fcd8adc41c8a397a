/* isolate.c - sets of vertices that have no more neighbours than members.
 *
 * Let no two of the set I be adjacent. Without its neighbours N, each vertex of I is a
 * part, and whatever else there is makes at least one more: a closed tour needs |N| >
 * |I| if there is anything else. (On a 4 x n chessboard the light squares of the outer
 * rows have only the dark ones of the inner rows for knight's neighbours, which are
 * just as many.)
 *
 * Such a set is found by matching in the double cover (degree_flow.h with one edge for
 * each vertex). If a vertex goes without, those reached from it are a set T with more
 * members than neighbours. If none does, the takers of a component of the full supply
 * that leads nowhere have exactly as many neighbours as members. T may contain
 * neighbours of its members: I is T without them, and N(I) lies in N(T) without T, so
 * the difference does not shrink. If T is its own neighbourhood, I is empty; but then T
 * is a whole part of the graph.
 *
 * The search is exact: if there is such a set, it finds one, and of the minimal ones
 * the smallest. Cost: a matching, and linear.
 */
#include "engine/no_tour/no_tour.h"

#include "base/assert.h"
#include "engine/graph/strong_components.h"

#include <string.h>

typedef struct search {
    cq_run *run;
    cq_degree_flow *flow;
    cq_cut_set cut;
    cq_u32s best;   /* the takers of the best set so far */
    cq_u32s set;    /* those looked at */
    bool have_best; /* otherwise best is empty */
} search;

/* Whether whoever of the set is left has no neighbour that is left. */
static bool are_alone(const search *s)
{
    const cq_graph *graph = s->flow->graph;

    for (size_t i = 0; i < s->set.count; i++) {
        uint32_t v = s->set.at[i];

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            cq_hold(s->cut.taken[v] || s->cut.taken[graph->targets[p]]);
    }
    return true;
}

/* Takes out N(I) for the set T in s->set; whether that is a proof. */
static bool try_set(search *s)
{
    const cq_graph *graph = s->flow->graph;
    char *taken = s->cut.taken;

    enum { IN_SET = 1, NEAR_SET = 2 };
    memset(taken, 0, graph->vertices);
    for (size_t i = 0; i < s->set.count; i++)
        taken[s->set.at[i]] |= IN_SET;
    for (size_t i = 0; i < s->set.count; i++)
        for (size_t p = graph->starts[s->set.at[i]];
             p < graph->starts[s->set.at[i] + 1]; p++)
            taken[graph->targets[p]] |= NEAR_SET;
    for (uint32_t v = 0; v < graph->vertices; v++)
        taken[v] = taken[v] == NEAR_SET;
    cq_assert(are_alone(s));
    cq_cut_set_parts(&s->cut);
    cq_assert(s->cut.count + s->cut.parts <= graph->vertices);
    return cq_cut_proves(s->cut.closed, s->cut.count, s->cut.parts);
}

static cq_status keep_if_better(search *s)
{
    if ((s->have_best && s->set.count >= s->best.count) || !try_set(s))
        return CQ_OK;
    cq_assert(s->set.count > 0);
    s->have_best = true;
    s->best.count = 0;
    cq_try(cq_vec_reserve(s->run->ctx, &s->best, s->set.count));
    memcpy(s->best.at, s->set.at, s->set.count * sizeof *s->set.at);
    s->best.count = s->set.count;
    return CQ_OK;
}

static cq_status take_reached(search *s)
{
    cq_assert(s->flow->reached <= s->flow->graph->vertices);
    s->set.count = 0;
    cq_try(cq_vec_reserve(s->run->ctx, &s->set, s->flow->reached));
    memcpy(s->set.at, s->flow->queue, s->flow->reached * sizeof *s->set.at);
    s->set.count = s->flow->reached;
    return keep_if_better(s);
}

/* A vertex goes without: each alone, then all together (two are needed to refute an
 * open tour if nothing else is left). Each look costs a pass over the graph; after a
 * few the smallest so far is small enough. */
static cq_status look_at_needy(search *s)
{
    const cq_degree_flow *d = s->flow;
    unsigned looks = 0;

    for (uint32_t v = 0; v < d->graph->vertices; v++) {
        if (d->took[v] == d->want[v] || ++looks > 32)
            continue;
        cq_degree_flow_reach(s->flow, v);
        cq_try(take_reached(s));
    }
    if (!s->have_best) {
        cq_degree_flow_reach_needy(s->flow);
        return take_reached(s);
    }
    return CQ_OK;
}

/* leads[c]: something leads out of component c. */
static void find_leads(const cq_degree_flow *d, const cq_scc *components, char *leads)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t taker = components->taker[v],
                     giver = components->giver[graph->targets[p]];

            if (taker != giver)
                leads[d->used[p] ? giver : taker] = 1;
        }
}

/* The smallest component that leads nowhere and has takers; SIZE_MAX: none. Of the
 * whole graph nothing is left. */
static size_t smallest_end(const cq_scc *components, uint32_t n, const char *leads,
                           uint32_t *sizes)
{
    size_t best = SIZE_MAX;

    memset(sizes, 0, components->count * sizeof *sizes);
    for (uint32_t v = 0; v < n; v++)
        sizes[components->taker[v]]++;
    for (size_t c = 0; c < components->count; c++)
        if (!leads[c] && sizes[c] && sizes[c] < n &&
            (best == SIZE_MAX || sizes[c] < sizes[best]))
            best = c;
    return best;
}

static cq_status look_at_components(search *s)
{
    uint32_t n = s->flow->graph->vertices, *sizes = NULL;
    cq_scc components = {0};
    char *leads = NULL;
    size_t end;
    cq_status status = cq_scc_init(s->run->ctx, n, &components);

    if (status != CQ_OK)
        return status;
    cq_scc_find(s->flow, &components);
    leads = cq_zalloc(s->run->ctx, components.count, 1);
    sizes = cq_alloc(s->run->ctx, components.count, sizeof *sizes);
    status = leads && sizes ? CQ_OK : CQ_MEMORY;
    if (status != CQ_OK)
        goto done;
    find_leads(s->flow, &components, leads);
    end = smallest_end(&components, n, leads, sizes);
    s->set.count = 0;
    for (uint32_t v = 0; v < n && end != SIZE_MAX && status == CQ_OK; v++)
        if (components.taker[v] == end)
            status = cq_vec_push(s->run->ctx, &s->set, v);
    cq_assert(status != CQ_OK || end == SIZE_MAX || s->set.count == sizes[end]);
    if (status == CQ_OK && s->set.count)
        status = keep_if_better(s);
done:
    cq_scc_free(&components);
    cq_free_each(leads, sizes);
    return status;
}

static cq_status certify(search *s, cq_certificate *certificate)
{
    cq_u32s swap = s->set;
    bool proves;

    s->set = s->best;
    s->best = swap;
    proves = try_set(s);
    cq_assert(proves); /* as it did when it was kept */
    if (!proves)
        return CQ_OK;
    return cq_cut_set_certify(s->run, &s->cut, certificate);
}

cq_status cq_tough_isolate(cq_run *run, cq_degree_flow *flow,
                           cq_certificate *certificate)
{
    search s = {.run = run, .flow = flow};
    cq_status status = cq_cut_set_init(run, &s.cut);

    if (status != CQ_OK)
        return status;
    for (uint32_t v = 0; v < flow->graph->vertices; v++)
        flow->want[v] = flow->have[v] = 1;
    cq_degree_flow_supply(flow);
    if (flow->missing)
        status = look_at_needy(&s);
    else if (run->problem->closed)
        status = look_at_components(&s);
    if (status == CQ_OK && s.have_best)
        status = certify(&s, certificate);
    cq_cut_set_free(&s.cut);
    cq_vec_free_each(&s.best, &s.set);
    return status;
}
