/* multipath.c - the exact search for tours: decide an edge, then everything that it
 * forces.
 *
 * The multi-path method: the edges that are in the cycle form several paths at once,
 * and everything that they force is decided before the next choice (F. Rubin, A search
 * procedure for Hamilton paths and circuits, Journal of the ACM 21, 1974; N.
 * Christofides, Graph theory: an algorithmic approach, 1975; S. Martello, An
 * enumerative algorithm for finding Hamiltonian circuits in a directed graph, 1983; W.
 * Kocay, An extension of the multi-path algorithm for finding hamilton cycles, Discrete
 * Mathematics 101, 1992). The rules are in partial.c and prune.c. At each node
 * everything that follows is decided; then the search takes the vertex with the fewest
 * open edges, ends of paths first, and puts one of its edges in; if that fails, out.
 * Every cycle is found once.
 *
 *     levels   the choices that stand, each with the length of the trail before it
 *
 * This file finds one tour; all_tours.c lists all of them. If an edge failed, its
 * absence is a consequence of the choices above it and needs no level.
 *
 * A wrong choice near the root can take forever while another order finds a tour at
 * once (C. P. Gomes, B. Selman and H. Kautz, Boosting combinatorial search through
 * randomization, 1998). Therefore an attempt ends after a number of failures, which
 * grows from attempt to attempt, and the next one breaks ties differently, by the seed.
 * An attempt that completes has searched everything.
 *
 * Symmetric tours are walks on the orbits of the symmetry, a graph with a half or a
 * quarter of the vertices (wind.c). On small boards, or if ends or moves are given,
 * symmetric tours are filtered from all tours.
 *
 * Cost: linear in the graph for each node, and nodes exponential at worst. Memory:
 * linear in the graph.
 */
#include "base/assert.h"
#include "base/random.h"
#include "engine/multipath/tour_search.h"

#include <math.h>

typedef struct search {
    cq_tour_search tours;
    uint64_t nodes, attempts;
    uint64_t tries, ended[3]; /* attempts, and what ended branches, of all searches */
    uint64_t metered;         /* nodes of the searches before this one */
    uint64_t failures, patience; /* of this attempt */
    bool all;                    /* was searched */
    cq_random random;
} search;

/* ---- searching ---- */

static cq_status branch(search *s)
{
    cq_tour_level choice = cq_partial_choose(&s->tours.partial);

    cq_try(cq_vec_push(s->tours.run->ctx, &s->tours.levels, choice));
    cq_partial_put_in(&s->tours.partial, choice.v, choice.arc);
    return CQ_OK;
}

/* The last choice was wrong, or is done with: false if there is none. */
static bool turn_back(search *s)
{
    cq_partial *f = &s->tours.partial;
    cq_tour_level choice;

    if (s->tours.levels.count == 0)
        return false;
    choice = s->tours.levels.at[--s->tours.levels.count];
    cq_assert(choice.decided < f->decided); /* the choice itself stands there */
    cq_partial_undo(f, choice.decided);
    cq_partial_put_out(f, choice.v, choice.arc);
    return true;
}

/* The first attempt takes the vertices as they are numbered. */
static void start_attempt(search *s)
{
    cq_partial *f = &s->tours.partial;

    s->tours.levels.count = 0;
    s->failures = 0;
    if (s->attempts++ == 0)
        return;
    s->patience += s->patience / 2;
    for (uint32_t v = 0; v < f->n; v++)
        f->taste[v] = (uint32_t)cq_random_next(&s->random);
    cq_partial_undo(f, 0);
    cq_partial_restart(f);
}

static void progress(void *state, cq_progress *out)
{
    const search *s = state;

    out->work = s->nodes;
    out->unit = "nodes";
}

/* A node goes over the graph a few times. */
static void meter(const void *state, double units[CQ_UNITS])
{
    const search *s = state;

    units[0] += (double)(s->nodes - s->metered);
    units[1] += (double)(s->nodes - s->metered) * s->tours.partial.n;
}

static cq_status walk(search *s)
{
    cq_partial *f = &s->tours.partial;
    bool enough = false;

    s->all = false;
    start_attempt(s);
    for (;;) {
        cq_status status = CQ_OK;

        s->nodes++;
        cq_partial_settle(f);
        if (cq_partial_is_done(f))
            status = cq_tour_search_give(&s->tours, &enough);
        if (status != CQ_OK || enough || cq_run_poll(s->tours.run))
            return status;
        s->failures += f->failed;
        if (!f->failed && !cq_partial_is_done(f))
            status = branch(s);
        else if (s->failures >= s->patience)
            start_attempt(s);
        else if (!turn_back(s))
            break;
        if (status != CQ_OK)
            return status;
    }
    s->all = true;
    return CQ_OK;
}

static cq_status add_counters(search *s)
{
    cq_answer *answer = s->tours.run->answer;

    cq_try(cq_answer_add_counter(answer, "nodes", s->nodes));
    cq_try(cq_answer_add_counter(answer, "attempts", s->tries));
    cq_try(cq_answer_add_counter(answer, "ended by degrees", s->ended[0]));
    cq_try(cq_answer_add_counter(answer, "ended by parts", s->ended[1]));
    return cq_answer_add_counter(answer, "ended by flow", s->ended[2]);
}

/* One search over the graph of a problem, whose counters stand in s. */
static cq_status search_graph(void *user, const cq_problem *problem)
{
    search *s = user;
    cq_run *run = s->tours.run;
    const cq_partial *f = &s->tours.partial;
    cq_status status = cq_tour_search_begin(&s->tours, problem);

    if (status == CQ_OK) {
        s->patience = 100 + f->n / 8;
        s->attempts = 0;
        cq_random_seed(&s->random, run->seed);
        run->meter = meter;
        status = walk(s);
        s->ended[0] += f->by_degree;
        s->ended[1] += f->by_parts;
        s->ended[2] += f->by_flow;
        s->tries += s->attempts;
        cq_run_spend(run); /* while what the meter looks at is there */
        s->metered += s->nodes;
    }
    cq_tour_search_end(&s->tours);
    return status;
}

/* Symmetric tours, as walks round the orbits of each symmetry that will do. */
static cq_status search_orbits(search *s, unsigned kinds)
{
    s->all = true;
    for (unsigned kind = 0; kind < kinds && s->all; kind++)
        cq_try(cq_tour_search_kind(&s->tours, kind, search_graph, s));
    return CQ_OK;
}

static cq_status find_one(cq_run *run)
{
    search s = {.tours = {.run = run}};
    unsigned kinds = 0;
    cq_status status = cq_wind_kinds(run->ctx, run->problem, &kinds);

    run->progress = progress;
    run->state = &s;
    cq_then(status, kinds ? search_orbits(&s, kinds) : search_graph(&s, run->problem));
    run->progress = NULL;
    if (status == CQ_OK && s.all)
        cq_run_exhausted(run, s.nodes);
    cq_then(status, add_counters(&s));
    cq_tour_search_free(&s.tours);
    return status;
}

/* Attempts are for one tour. What is saved or cut into parts is a single tree. */
static cq_status run_multipath(cq_run *run)
{
    bool one = run->goal == CQ_GOAL_FIND || run->goal == CQ_GOAL_WHY;
    bool whole = !run->checkpoint && run->parts == 0;
    uint32_t least = run->problem->closed ? 3 : 2;

    return one && whole && run->problem->graph.vertices >= least ? find_one(run)
                                                                 : cq_all_tours(run);
}

/* About as many closed tours as a random graph of these degrees has: each vertex has
 * 1/e of its edges to go on by. That is 2^55 or so for the knight's tours of 8 x 8,
 * which are 2^43.6; without lists there is no hope either. */
static double log2_tours(const cq_graph *graph)
{
    double bits = 0;

    for (uint32_t v = 0; graph->starts && v < graph->vertices; v++)
        bits += log2((double)(graph->starts[v + 1] - graph->starts[v]) / exp(1));
    return graph->starts ? bits : INFINITY;
}

enum { COUNTABLE_LOG2 = 40 };

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    cq_rank rank = CQ_RANK_EXACT;

    if (problem->kind != CQ_TOUR)
        return cq_misfit("it searches graphs only");
    if (goal == CQ_GOAL_COUNT && !cq_wind_suits(problem) &&
        log2_tours(&problem->graph) > COUNTABLE_LOG2)
        rank = CQ_RANK_LAST; /* it meets every tour that it counts */
    if (goal == CQ_GOAL_ESTIMATE)
        rank = CQ_RANK_LAST; /* a sweep counts most tours */
    /* Most graphs are easy, if tours need not be counted. */
    return cq_fit_for(rank, goal == CQ_GOAL_COUNT ? -1 : 3e-6 * problem->graph.vertices,
                      "an exact search with forced edges");
}

const cq_engine cq_engine_multipath = {
    .name = "multipath",
    .summary = "exact search for tours: forced edges, connection, flow",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE),
    .can = CQ_CAN_RESUME | CQ_CAN_PART | CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_CAN_MUST |
           CQ_CAN_MUST_OPEN,
    .way = CQ_WAY_SEARCH,
    .units = {"nodes", "nodes times vertices", [CQ_DFS_COUNTS] = "solutions"},
    .fits = fits,
    .run = run_multipath,
};
