/* multipath.c - the exact search for tours: decide an edge, see what it forces.
 *
 * The multi-path method: the edges that are in the cycle make several paths at once,
 * and what these force is decided before the next choice (F. Rubin, A search procedure
 * for Hamilton paths and circuits, Journal of the ACM 21, 1974; N. Christofides, Graph
 * theory: an algorithmic approach, 1975; S. Martello, An enumerative algorithm for
 * finding Hamiltonian circuits in a directed graph, 1983; W. Kocay, An extension of the
 * multi-path algorithm for finding hamilton cycles, Discrete Mathematics 101, 1992).
 * The rules are in partial.c and prune.c. At each node everything that follows is
 * decided; then the vertex with the fewest open edges is taken, ends of paths first,
 * and one of its edges is put in, and if that fails, out. Every cycle is met once.
 *
 *     levels   the choices that stand, each with the length of the trail before it
 *
 * If an edge failed, its absence is a consequence of the choices above it, and takes no
 * level of its own.
 *
 * A wrong choice near the root can take forever while another order finds a tour at
 * once (C. P. Gomes, B. Selman and H. Kautz, Boosting combinatorial search through
 * randomization, 1998). If one tour is enough, an attempt therefore ends after a
 * number of failures, which grows from attempt to attempt, and the next one decides
 * ties anew, by the seed. An attempt that comes to its end has searched everything.
 *
 * Symmetric tours are walks round the orbits of the symmetry, in a graph with a half or
 * a quarter of the vertices (wind.c); small ones, or with ends or moves that are asked
 * for, are sifted out of all tours.
 *
 * Cost: linear in the graph for each node, and nodes exponential at worst. Memory:
 * linear in the graph.
 */
#include "base/assert.h"
#include "base/random.h"
#include "engine/multipath/multipath.h"
#include "engine/multipath/wind.h"

#include <math.h>

typedef struct level {
    size_t decided; /* on the trail before */
    size_t arc;
    uint32_t v;
} level;

typedef struct search {
    cq_run *run;
    cq_wind *wind; /* the graph is one of orbits; or NULL */
    cq_partial partial;
    CQ_VEC(level) levels;
    uint64_t nodes, attempts;
    uint64_t tries, ended[3]; /* attempts, and what ended branches, of all searches */
    uint64_t metered;         /* nodes of the searches before this one */
    uint64_t failures, patience; /* of this attempt */
    uint32_t *taste;             /* by vertex: the smaller first, among equals */
    cq_random random;
    cq_solution solution;
} search;

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

    if (s->run->goal != CQ_GOAL_COUNT)
        return cq_run_found(s->run, tour, enough);
    cq_run_counted(s->run);
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
    if (s->run->goal != CQ_GOAL_COUNT || s->wind->earlier)
        return cq_wind_each(s->wind, pass_on, s, enough);
    cq_try(cq_wind_count(s->wind, &tours));
    cq_run_counted_more(s->run, tours);
    return CQ_OK;
}

/* A closed tour once, from vertex 0 towards the smaller of its neighbours; an open one
 * in both directions, which count as two. */
static cq_status deliver(search *s, bool *enough)
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

/* ---- searching ---- */

/* Fewer open edges first, then ends of paths, then taste. */
static uint64_t rank_of(const search *s, uint32_t v)
{
    uint32_t rank = 2 * s->partial.open[v] - s->partial.in[v];

    return (uint64_t)rank << 32 | s->taste[v];
}

static uint32_t choose_vertex(const search *s)
{
    const cq_partial *f = &s->partial;
    uint64_t least = UINT64_MAX;
    uint32_t best = UINT32_MAX;

    for (uint32_t v = 0; v < f->n; v++) {
        uint64_t rank = f->open[v] ? rank_of(s, v) : UINT64_MAX;

        if (rank >= least)
            continue;
        least = rank;
        best = v;
    }
    return best;
}

/* Towards the neighbour that comes first by the same rule. */
static size_t choose_arc(const search *s, uint32_t v)
{
    const cq_partial *f = &s->partial;
    uint64_t least = UINT64_MAX;
    size_t best = SIZE_MAX;

    for (size_t p = f->graph.starts[v]; p < f->graph.starts[v + 1]; p++) {
        uint64_t rank = rank_of(s, f->graph.targets[p]);

        if (f->flow.barred[p] || rank >= least)
            continue;
        least = rank;
        best = p;
    }
    return best;
}

static cq_status branch(search *s)
{
    cq_partial *f = &s->partial;
    level choice = {.decided = f->decided, .v = choose_vertex(s)};

    cq_assert(choice.v < f->n && f->open[choice.v]);
    choice.arc = choose_arc(s, choice.v);
    cq_assert(choice.arc != SIZE_MAX);
    cq_try(cq_vec_push(s->run->ctx, &s->levels, choice));
    cq_partial_put_in(f, choice.v, choice.arc);
    return CQ_OK;
}

/* The last choice was wrong, or is done with: false if there is none. */
static bool turn_back(search *s)
{
    level choice;

    if (s->levels.count == 0)
        return false;
    choice = s->levels.at[--s->levels.count];
    cq_assert(choice.decided < s->partial.decided); /* the choice itself stands there */
    cq_partial_undo(&s->partial, choice.decided);
    cq_partial_put_out(&s->partial, choice.v, choice.arc);
    return true;
}

/* The first attempt takes the vertices as they are numbered. */
static void start_attempt(search *s)
{
    cq_partial *f = &s->partial;

    s->levels.count = 0;
    s->failures = 0;
    if (s->attempts++ == 0) {
        for (uint32_t v = 0; v < f->n; v++)
            s->taste[v] = v;
        return;
    }
    s->patience += s->patience / 2;
    for (uint32_t v = 0; v < f->n; v++)
        s->taste[v] = (uint32_t)cq_random_next(&s->random);
    cq_partial_undo(f, 0);
    cq_partial_restart(f);
}

static bool is_out_of_patience(const search *s)
{
    bool one_is_enough = s->run->goal == CQ_GOAL_FIND || s->run->goal == CQ_GOAL_WHY;

    return one_is_enough && s->failures >= s->patience;
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
    units[1] += (double)(s->nodes - s->metered) * s->partial.n;
}

/* *all says that everything was searched. */
static cq_status walk(search *s, bool *all)
{
    cq_partial *f = &s->partial;
    bool enough = false;

    *all = false;
    start_attempt(s);
    for (;;) {
        cq_status status = CQ_OK;

        s->nodes++;
        cq_partial_settle(f);
        if (cq_partial_is_done(f))
            status = deliver(s, &enough);
        if (status != CQ_OK || enough || cq_run_poll(s->run))
            return status;
        s->failures += f->failed;
        if (!f->failed && !cq_partial_is_done(f))
            status = branch(s);
        else if (is_out_of_patience(s))
            start_attempt(s);
        else if (!turn_back(s))
            break;
        if (status != CQ_OK)
            return status;
    }
    *all = true;
    return CQ_OK;
}

/* One vertex is an open tour; a closed one has three at least. */
static cq_status solve_tiny(search *s)
{
    bool enough = false;

    if (s->run->problem->closed || s->run->problem->graph.vertices == 0) {
        cq_run_exhausted(s->run, 0);
        return CQ_OK;
    }
    if (s->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(s->run);
        return CQ_OK;
    }
    cq_try(cq_vec_push(s->run->ctx, &s->solution.members, 0));
    return cq_run_found(s->run, &s->solution, &enough);
}

static cq_status add_counters(search *s)
{
    cq_answer *answer = s->run->answer;

    cq_try(cq_answer_add_counter(answer, "nodes", s->nodes));
    cq_try(cq_answer_add_counter(answer, "attempts", s->tries));
    cq_try(cq_answer_add_counter(answer, "ended by degrees", s->ended[0]));
    cq_try(cq_answer_add_counter(answer, "ended by parts", s->ended[1]));
    return cq_answer_add_counter(answer, "ended by flow", s->ended[2]);
}

/* One search over the graph of a problem, whose counters stand in s. */
static cq_status search_graph(search *s, const cq_problem *problem, bool *all)
{
    cq_run *run = s->run;
    cq_status status = cq_partial_init(run->ctx, problem, &s->partial);

    if (status != CQ_OK)
        return status;
    s->taste = cq_alloc(run->ctx, s->partial.n, sizeof *s->taste);
    s->patience = 100 + s->partial.n / 8;
    s->attempts = 0;
    cq_random_seed(&s->random, run->seed);
    run->meter = meter;
    status = s->taste ? walk(s, all) : CQ_MEMORY;
    s->ended[0] += s->partial.by_degree;
    s->ended[1] += s->partial.by_parts;
    s->ended[2] += s->partial.by_flow;
    s->tries += s->attempts;
    cq_run_spend(run); /* while what the meter looks at is there */
    s->metered += s->nodes;
    cq_partial_free(&s->partial);
    cq_free(s->taste);
    s->taste = NULL;
    s->levels.count = 0;
    return status;
}

/* Symmetric tours, as walks round the orbits of each symmetry that will do. */
static cq_status search_orbits(search *s, const cq_problem *problem, bool *all)
{
    unsigned earlier = 0;
    cq_status status = CQ_OK;

    *all = true;
    for (unsigned which = 2; which < 16 && status == CQ_OK && *all; which++) {
        unsigned symmetry = which / 2;
        cq_wind wind;
        bool may;

        if (!(problem->symmetric & 1u << symmetry))
            continue;
        status = cq_wind_new(s->run->ctx, problem, symmetry, which % 2, &wind, &may);
        wind.earlier = earlier;
        s->wind = &wind;
        if (status == CQ_OK && may)
            status = search_graph(s, &wind.quotient, all);
        cq_wind_free(&wind);
        if (which % 2)
            earlier |= 1u << symmetry;
    }
    return status;
}

/* Whether all symmetries still take moves to moves, and none leaves every square where
 * it is, which makes no orbits. */
static cq_status have_orbits(cq_run *run, bool *out)
{
    const cq_problem *problem = run->problem;
    cq_status status = CQ_OK;

    *out = true;
    for (unsigned symmetry = 1; symmetry < 8 && status == CQ_OK && *out; symmetry++) {
        cq_orbits orbits;

        if (!(problem->symmetric & 1u << symmetry))
            continue;
        status = cq_orbits_new(run->ctx, problem, symmetry, &orbits);
        if (status == CQ_OK)
            *out = cq_orbits_keep_edges(&orbits, &problem->graph) &&
                   orbits.fixed < problem->graph.vertices;
        if (status == CQ_OK)
            cq_orbits_free(&orbits);
    }
    return status;
}

static cq_status search_all(search *s)
{
    cq_run *run = s->run;
    bool winds = cq_wind_suits(run->problem), all = false;
    cq_status status = CQ_OK;

    run->progress = progress;
    run->state = s;
    if (winds)
        status = have_orbits(run, &winds);
    cq_then(status, winds ? search_orbits(s, run->problem, &all)
                          : search_graph(s, run->problem, &all));
    run->progress = NULL;
    if (status == CQ_OK && all)
        cq_run_exhausted(run, s->nodes);
    return status == CQ_OK ? add_counters(s) : status;
}

static cq_status run_multipath(cq_run *run)
{
    search s = {.run = run};
    uint32_t least = run->problem->closed ? 3 : 2;
    cq_status status =
        run->problem->graph.vertices < least ? solve_tiny(&s) : search_all(&s);

    cq_vec_free(&s.levels);
    cq_solution_free(&s.solution);
    return status;
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

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    if (problem->kind != CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "it searches graphs only");
        return;
    }
    fit->fits = true;
    fit->rank = CQ_RANK_EXACT;
    if (goal == CQ_GOAL_COUNT && !cq_wind_suits(problem) &&
        log2_tours(&problem->graph) > COUNTABLE_LOG2)
        fit->rank = CQ_RANK_LAST; /* it meets every tour that it counts */
    if (goal != CQ_GOAL_COUNT)
        fit->seconds = 3e-6 * problem->graph.vertices; /* most graphs are easy */
    snprintf(fit->why, sizeof fit->why, "an exact search with forced edges");
}

const cq_engine cq_engine_multipath = {
    .name = "multipath",
    .summary = "exact search for tours: forced edges, connection, flow",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_ALL) |
             CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .can = CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_CAN_MUST | CQ_CAN_MUST_OPEN,
    .way = CQ_WAY_SEARCH,
    .units = {"nodes", "nodes times vertices"},
    .fits = fits,
    .run = run_multipath,
};
