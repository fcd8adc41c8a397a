/* tour_search.c - how the searches by the multi-path method deliver tours. */
#include "engine/multipath/tour_search.h"

#include "base/assert.h"

typedef cq_tour_search search;

/* ---- the graph ---- */

cq_status cq_tour_search_begin(cq_tour_search *s, const cq_problem *problem)
{
    s->levels.count = 0;
    return cq_partial_init(s->run->ctx, problem, &s->partial);
}

void cq_tour_search_end(cq_tour_search *s)
{
    if (s->partial.graph.starts)
        cq_partial_free(&s->partial);
}

void cq_tour_search_free(cq_tour_search *s)
{
    cq_tour_search_end(s);
    cq_vec_free(&s->levels);
    cq_solution_free(&s->solution);
}

cq_status cq_tour_search_kind(cq_tour_search *s, unsigned kind,
                              cq_tour_search_fn *begin, void *user)
{
    cq_wind wind;
    bool may;
    cq_status status = cq_wind_new(s->run->ctx, s->run->problem, kind, &wind, &may);

    s->wind = &wind;
    if (status == CQ_OK && may)
        status = begin(user, &wind.quotient);
    s->wind = NULL;
    cq_wind_free(&wind);
    return status;
}

/* ---- solutions ---- */

/* The cycle from `start` on, by way of `second`, without the roof. */
static cq_status write_cycle(search *s, uint32_t start, uint32_t second)
{
    const cq_partial *f = &s->partial;
    uint32_t before = start, at = second;

    cq_solution_clear(&s->solution);
    cq_try(cq_vec_reserve(s->run->ctx, &s->solution.members, f->n));
    if (!f->has_roof)
        s->solution.members.at[s->solution.members.count++] = start;
    while (at != start) {
        uint32_t *link = &f->link[2 * (size_t)at];
        uint32_t next = link[0] == before ? link[1] : link[0];

        s->solution.members.at[s->solution.members.count++] = at;
        before = at;
        at = next;
    }
    return CQ_OK;
}

/* A tour that is as it should be. */
static cq_status pass_on(void *user, const cq_solution *tour, bool *enough)
{
    search *s = user;

    if (!s->walk)
        return cq_run_found(s->run, tour, enough);
    if (cq_dfs_wants(s->walk))
        return cq_dfs_found(s->walk, tour, enough);
    cq_dfs_counted(s->walk);
    return CQ_OK;
}

/* Of the two directions of an open tour only one may have the right ends. */
static cq_status give(search *s, uint32_t start, uint32_t second, bool *enough)
{
    bool suits = true;

    cq_try(write_cycle(s, start, second));
    cq_try(
        cq_problem_suits(s->run->ctx, s->run->problem, s->solution.members.at, &suits));
    return suits ? pass_on(s, &s->solution, enough) : CQ_OK;
}

/* All tours that a walk round the orbits is; they are counted together. */
static cq_status unwind(search *s, bool *enough)
{
    uint32_t start = s->partial.n - 1;
    uint64_t tours = 0;

    cq_assert(cq_partial_is_done(&s->partial) && !s->partial.has_roof);
    cq_try(write_cycle(s, start, s->partial.link[2 * (size_t)start]));
    cq_assert(s->solution.members.count == s->partial.n);
    cq_wind_take(s->wind, s->solution.members.at);
    if (!s->walk || cq_dfs_wants(s->walk) || s->wind->earlier)
        return cq_wind_each(s->wind, pass_on, s, enough);
    cq_try(cq_wind_count(s->wind, &tours));
    cq_dfs_counted_more(s->walk, tours);
    return CQ_OK;
}

/* A closed tour once, from vertex 0 towards the smaller of its neighbours; an open one
 * in both directions, which count as two. */
cq_status cq_tour_search_give(cq_tour_search *s, bool *enough)
{
    uint32_t start = s->partial.has_roof ? s->partial.n - 1 : 0;
    const uint32_t *link = &s->partial.link[2 * (size_t)start];
    bool swap = link[1] < link[0];

    if (s->wind)
        return unwind(s, enough);
    cq_try(give(s, start, link[swap], enough));
    if (!*enough && s->partial.has_roof)
        return give(s, start, link[!swap], enough);
    return CQ_OK;
}
