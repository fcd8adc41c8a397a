/* isolate.c - vertices with no more neighbours than they are themselves.
 *
 * Let no two of the set I be adjacent. Without its neighbours N the vertices of I are
 * left one by one, and whatever else there is makes at least one part more: a closed
 * tour needs |N| > |I| if there is anything else. (On a 4 x n chessboard the light
 * squares of the outer rows have only the dark ones of the inner rows for knight's
 * neighbours, which are just as many.)
 *
 * Such a set is found by matching in the double cover (demand.h with one edge for each
 * vertex). Where a vertex goes without, those reached from it are a set T with more
 * members than neighbours. Where none does, the takers of a component of the full
 * supply that leads nowhere have exactly as many neighbours as members. T may hold
 * neighbours of its own: I is T without them, and N(I) lies in N(T) without T, so that
 * the difference does not shrink. If T is its own neighbourhood, I is empty; but then T
 * is a whole part of the graph.
 *
 * The search is exact: if there is such a set, one is found, and of those that hold
 * nothing smaller the smallest. Cost: a matching, and linear.
 */
#include "engine/tough/tough.h"

#include <string.h>

typedef struct search {
    cq_run *run;
    cq_demand *demand;
    cq_cutset cut;
    cq_u32s best;   /* the takers of the best set so far */
    cq_u32s set;    /* those looked at */
    bool have_best; /* otherwise best is empty */
} search;

/* Takes out N(I) for the set T in s->set; whether that is a proof. */
static bool try_set(search *s)
{
    const cq_graph *graph = s->demand->graph;
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
    cq_cutset_parts(&s->cut);
    return cq_cut_proves(s->cut.closed, s->cut.count, s->cut.parts);
}

static cq_status keep_if_better(search *s)
{
    if ((s->have_best && s->set.count >= s->best.count) || !try_set(s))
        return CQ_OK;
    s->have_best = true;
    s->best.count = 0;
    if (cq_vec_reserve(s->run->ctx, &s->best, s->set.count) != CQ_OK)
        return CQ_MEMORY;
    memcpy(s->best.at, s->set.at, s->set.count * sizeof *s->set.at);
    s->best.count = s->set.count;
    return CQ_OK;
}

static cq_status take_reached(search *s)
{
    s->set.count = 0;
    if (cq_vec_reserve(s->run->ctx, &s->set, s->demand->reached) != CQ_OK)
        return CQ_MEMORY;
    memcpy(s->set.at, s->demand->queue, s->demand->reached * sizeof *s->set.at);
    s->set.count = s->demand->reached;
    return keep_if_better(s);
}

/* A vertex goes without: each alone, then all together (two are needed to refute an
 * open tour where nothing else is left). Each look costs a pass over the graph; after
 * a few the smallest so far is small enough. */
static cq_status look_at_needy(search *s)
{
    const cq_demand *d = s->demand;
    cq_status status = CQ_OK;
    unsigned looks = 0;

    for (uint32_t v = 0; v < d->graph->vertices && status == CQ_OK; v++) {
        if (d->took[v] == d->want[v] || ++looks > 32)
            continue;
        cq_demand_reach(s->demand, v);
        status = take_reached(s);
    }
    if (status == CQ_OK && !s->have_best) {
        cq_demand_reach_needy(s->demand);
        status = take_reached(s);
    }
    return status;
}

/* leads[c]: something leads out of component c. */
static void find_leads(const cq_demand *d, const cq_strong *strong, char *leads)
{
    const cq_graph *graph = d->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t taker = strong->taker[v], giver = strong->giver[graph->targets[p]];

            if (taker != giver)
                leads[d->used[p] ? giver : taker] = 1;
        }
}

/* The smallest component that leads nowhere and has takers; SIZE_MAX: none. Of the
 * whole graph nothing is left. */
static size_t smallest_end(const cq_strong *strong, uint32_t n, const char *leads,
                           uint32_t *sizes)
{
    size_t best = SIZE_MAX;

    memset(sizes, 0, strong->count * sizeof *sizes);
    for (uint32_t v = 0; v < n; v++)
        sizes[strong->taker[v]]++;
    for (size_t c = 0; c < strong->count; c++)
        if (!leads[c] && sizes[c] && sizes[c] < n &&
            (best == SIZE_MAX || sizes[c] < sizes[best]))
            best = c;
    return best;
}

static cq_status look_at_components(search *s)
{
    uint32_t n = s->demand->graph->vertices, *sizes = NULL;
    cq_strong strong = {0};
    char *leads = NULL;
    size_t end;
    cq_status status = cq_strong_init(s->run->ctx, n, &strong);

    if (status != CQ_OK)
        return status;
    cq_strong_find(s->demand, &strong);
    leads = cq_zalloc(s->run->ctx, strong.count, 1);
    sizes = cq_alloc(s->run->ctx, strong.count, sizeof *sizes);
    status = leads && sizes ? CQ_OK : CQ_MEMORY;
    if (status != CQ_OK)
        goto done;
    find_leads(s->demand, &strong, leads);
    end = smallest_end(&strong, n, leads, sizes);
    s->set.count = 0;
    for (uint32_t v = 0; v < n && end != SIZE_MAX && status == CQ_OK; v++)
        if (strong.taker[v] == end)
            status = cq_vec_push(s->run->ctx, &s->set, v);
    if (status == CQ_OK && s->set.count)
        status = keep_if_better(s);
done:
    cq_strong_free(&strong);
    cq_free(leads);
    cq_free(sizes);
    return status;
}

static cq_status certify(search *s, cq_certificate *certificate)
{
    cq_u32s swap = s->set;

    s->set = s->best;
    s->best = swap;
    if (!try_set(s))
        return CQ_OK;
    return cq_cutset_certify(s->run, &s->cut, certificate);
}

cq_status cq_tough_isolate(cq_run *run, cq_demand *demand, cq_certificate *certificate)
{
    search s = {.run = run, .demand = demand};
    cq_status status = cq_cutset_init(run, &s.cut);

    if (status != CQ_OK)
        return status;
    for (uint32_t v = 0; v < demand->graph->vertices; v++)
        demand->want[v] = demand->have[v] = 1;
    cq_demand_supply(demand);
    if (demand->missing)
        status = look_at_needy(&s);
    else if (run->problem->closed)
        status = look_at_components(&s);
    if (status == CQ_OK && s.have_best)
        status = certify(&s, certificate);
    cq_cutset_free(&s.cut);
    cq_vec_free(&s.best);
    cq_vec_free(&s.set);
    return status;
}
