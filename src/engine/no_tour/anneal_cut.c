/* anneal_cut.c - cuts of any size, by simulated annealing.
 *
 * S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, Optimization by simulated annealing
 * (1983). A set is changed by one vertex at a time, in or out; its worth is the number
 * of remaining parts minus the number of removed vertices. A change that lowers it by d
 * is kept with probability exp(-d / heat), while the heat decreases. When cold, it
 * restarts from another set. A set that proves there is no tour ends the search.
 *
 * Random numbers are compared in 32 bits, so that the same seed gives the same cut
 * everywhere. Cost: linear in the graph for each change, so this is for small graphs;
 * on large ones the time is only enough for a few changes.
 */
#include "engine/no_tour/no_tour.h"

#include "base/assert.h"
#include "base/random.h"

#include <math.h>

/* Changes from hot to cold, for each vertex; and the heats. */
enum { ROUNDS = 300 };
static const double hottest = 1.5, coldest = 0.15;

typedef struct search {
    cq_run *run;
    cq_cut_set *cut;
    cq_random random;
    double arcs, whole; /* left to look at, and for one cut */
    uint64_t *tried;
} search;

static int64_t worth_of(search *s)
{
    cq_cut_set_parts(s->cut);
    cq_assert(s->cut->count <= s->cut->graph->vertices);
    s->arcs -= s->whole;
    ++*s->tried;
    return (int64_t)s->cut->parts - (int64_t)s->cut->count;
}

static bool proves(const search *s)
{
    return s->cut->count && cq_cut_proves(s->cut->closed, s->cut->count, s->cut->parts);
}

static bool is_kept(search *s, int64_t loss, double heat)
{
    double chance = loss <= 0 ? 1 : exp(-(double)loss / heat);

    return (double)(cq_random_next(&s->random) >> 32) < chance * 4294967296.0;
}

/* From one set to a cold one; true if a proof was met. */
static bool cool_down(search *s)
{
    uint32_t n = s->cut->graph->vertices;
    uint64_t changes = (uint64_t)ROUNDS * n;
    int64_t worth;

    for (uint32_t v = 0; v < n; v++)
        s->cut->taken[v] = cq_random_below(&s->random, 3) == 0;
    worth = worth_of(s);
    for (uint64_t i = 0; i < changes && s->arcs > 0 && !proves(s); i++) {
        uint32_t v = (uint32_t)cq_random_below(&s->random, n);
        double heat = hottest - (hottest - coldest) * (double)i / (double)changes;
        int64_t changed;

        if (*s->tried % 64 == 0 && cq_run_poll(s->run))
            return false;
        s->cut->taken[v] ^= 1;
        changed = worth_of(s);
        if (proves(s) || is_kept(s, worth - changed, heat))
            worth = changed;
        else
            s->cut->taken[v] ^= 1;
    }
    return proves(s);
}

cq_status cq_cuts_anneal(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                         bool *found)
{
    const cq_graph *graph = cut->graph;
    search s = {.run = run, .cut = cut, .arcs = arcs, .tried = tried};

    s.whole = (double)graph->starts[graph->vertices] + graph->vertices;
    cq_random_seed(&s.random, run->seed);
    *found = false;
    while (!*found && s.arcs > 0 && run->stop == CQ_FINISHED)
        *found = cool_down(&s);
    return CQ_OK;
}
