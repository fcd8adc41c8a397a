/* small_cuts.c - cuts of a few vertices, by trying them all.
 *
 * Sets of k - 1 vertices are removed in turn, smallest k first, and one depth-first
 * search tells how many parts are left after removing any one more (articulation.h).
 * This continues as long as there is time for all sets of the next size. So the cut
 * that is found is a smallest one; in a graph of about fifteen vertices, all sets are
 * tried.
 */
#include "engine/no_tour/no_tour.h"

#include "base/assert.h"
#include "engine/graph/articulation.h"

#include <math.h>

typedef struct search {
    cq_run *run;
    cq_cut_set *cut;
    cq_articulation points;
    uint32_t *chosen; /* ascending */
    size_t size;
    uint64_t *tried;
} search;

/* How many sets of that size there are, as far as it matters. */
static double sets_of(size_t size, uint32_t n)
{
    double sets = 1;

    for (size_t i = 0; i < size; i++)
        sets *= (double)(n - i) / (double)(i + 1);
    return sets;
}

static void start_sets(search *s, size_t size)
{
    s->size = size;
    for (size_t i = 0; i < size; i++) {
        s->chosen[i] = (uint32_t)i;
        s->cut->taken[i] = 1;
    }
}

/* The next set in lexicographic order; false after the last, with nothing taken. */
static bool next_set(search *s)
{
    uint32_t n = s->cut->graph->vertices;
    size_t at = s->size;

    while (at > 0 && s->chosen[at - 1] == n - (s->size - at) - 1)
        s->cut->taken[s->chosen[--at]] = 0;
    if (at == 0)
        return false;
    s->cut->taken[s->chosen[at - 1]++] = 0;
    for (size_t i = at; i < s->size; i++)
        s->chosen[i] = s->chosen[i - 1] + 1;
    for (size_t i = at - 1; i < s->size; i++)
        s->cut->taken[s->chosen[i]] = 1;
    cq_assert(s->chosen[s->size - 1] < n); /* ascending, and all there are */
    return true;
}

/* Whether the chosen ones ascend and they alone are taken. */
static bool check_set(const search *s)
{
    size_t taken = 0;

    for (uint32_t v = 0; v < s->cut->graph->vertices; v++)
        taken += s->cut->taken[v] != 0;
    cq_hold(taken == s->size);
    for (size_t i = 0; i < s->size; i++) {
        cq_hold(s->cut->taken[s->chosen[i]]);
        cq_hold(i == 0 || s->chosen[i - 1] < s->chosen[i]);
    }
    return true;
}

/* Whether the parts are as many as the last look at articulation points said. */
static bool check_parts(cq_cut_set *cut, size_t taken, size_t parts)
{
    cq_cut_set_parts(cut);
    cq_hold(cut->count == taken && cut->parts == parts);
    return true;
}

/* Whether one more makes it a proof; then it is taken too. */
static bool try_set(search *s)
{
    size_t parts = 0;
    uint32_t v = cq_articulation_find(&s->points, s->cut->taken, NULL, &parts);

    cq_assert(check_set(s));
    ++*s->tried;
    if (v == UINT32_MAX || !cq_cut_proves(s->cut->closed, s->size + 1, parts))
        return false;
    s->cut->taken[v] = 1;
    cq_assert(check_parts(s->cut, s->size + 1, parts));
    return true;
}

/* False also if the run was stopped. */
static bool try_size(search *s, size_t size)
{
    uint32_t n = s->cut->graph->vertices;
    uint64_t before = *s->tried;

    start_sets(s, size);
    do {
        if (*s->tried % 64 == 0 && cq_run_poll(s->run))
            return false;
        if (try_set(s))
            return true;
    } while (next_set(s));
    cq_assert(*s->tried - before == (uint64_t)llround(sets_of(size, n)));
    return false;
}

cq_status cq_cuts_small(cq_run *run, cq_cut_set *cut, double arcs, uint64_t *tried,
                        bool *found, bool *all)
{
    const cq_graph *graph = cut->graph;
    search s = {.run = run, .cut = cut, .tried = tried};
    double whole = (double)graph->starts[graph->vertices] + graph->vertices;
    cq_status status = cq_articulation_init(run->ctx, graph, &s.points);

    s.chosen =
        status == CQ_OK ? cq_alloc(run->ctx, graph->vertices, sizeof *s.chosen) : NULL;
    if (!s.chosen)
        status = CQ_MEMORY;
    *found = false;
    *all = true;
    for (size_t size = 0; status == CQ_OK && size + 2 < graph->vertices; size++) {
        arcs -= sets_of(size, graph->vertices) * whole;
        *all = arcs >= 0;
        if (!*all)
            break;
        *found = try_size(&s, size);
        if (*found || run->stop != CQ_FINISHED)
            break;
    }
    cq_articulation_free(&s.points);
    cq_free(s.chosen);
    return status;
}
