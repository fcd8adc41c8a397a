/* chain_tours.c - tours drawn by a Markov chain, on boards too large to count theirs.
 *
 * The chain goes over Hamiltonian paths. A step adds an edge a-c that the path does not
 * have and takes out those that follow a and c, or those that come before them, if what
 * is left is a path again:
 *
 *     --a b---c d--   becomes   --a---c   b---d--      (the 2-opt step, Croes 1958)
 *     --a b---c       becomes   --a---c---b            (c is an end: backbite)
 *
 * The second moves an end (M. L. Mansfield, "Monte Carlo studies of polymer chain
 * dimensions in the melt", Journal of Chemical Physics 77, 1982). Half of the steps are
 * of that kind. A step and the step that undoes it are equally likely, since vertices
 * and ends are drawn evenly and a neighbour as if all vertices had as many as the one
 * with the most. So if the chain ran for ever, and its steps joined all paths, all
 * paths would be equally likely. Neither is known to hold after a number of steps that
 * anybody can wait for: these tours are NOT exactly uniform, and the answer says so.
 *
 * A path whose ends are neighbours is a closed tour, and each closed tour is as many
 * paths as it has edges. So for closed tours the chain goes on until its ends meet.
 * Edges that must be used are never taken out, and ends that are given never move.
 *
 * Cost: a step turns a part of the path round, some n / 3 vertices. A sample takes
 * STEPS_A_VERTEX n steps, but no more than turn TURNED_MOST vertices round. */
#include "base/assert.h"
#include "base/random.h"
#include "problem/edge_pairs.h"
#include "solve/solve_job.h"

#include <string.h>

enum { STEPS_A_VERTEX = 100, TURNED_MOST = 1 << 27, POLL_EVERY = 256 };

typedef struct chain {
    cq_job *job;
    const cq_problem *problem;
    uint32_t *path, *place; /* the path, and where each vertex is in it */
    uint32_t count;
    uint32_t most;          /* neighbours that a vertex has */
    bool fixed[2];          /* the first and the last vertex stay */
    uint64_t steps, turned; /* all in all, and vertices turned round for this sample */
    cq_random random;
} chain;

static void put(chain *c, uint32_t at, uint32_t vertex)
{
    c->path[at] = vertex;
    c->place[vertex] = at;
}

static void turn_round(chain *c, uint32_t first, uint32_t last)
{
    c->turned += last - first + 1;
    for (; first < last; first++, last--) {
        uint32_t vertex = c->path[first];

        put(c, first, c->path[last]);
        put(c, last, vertex);
    }
}

static bool must_stay(const chain *c, uint32_t at)
{
    return cq_pairs_have(&c->problem->graph.must, c->path[at], c->path[at + 1]);
}

/* The edges before and after places first to last, of which an end of the path has
 * none, are exchanged for the one that was drawn and another: with the edges that
 * follow the drawn one's places, from the first of these to the one after the last. */
static void exchange(chain *c, uint32_t first, uint32_t last, bool following)
{
    bool begins = first == 0, ends = last + 1 == c->count;
    uint32_t a = following ? first : first - 1, b = following ? last + 1 : last;

    if (last <= first || (begins && c->fixed[0]) || (ends && c->fixed[1]) ||
        (!begins && must_stay(c, first - 1)) || (!ends && must_stay(c, last)) ||
        (!begins && !ends && !cq_problem_adjacent(c->problem, c->path[a], c->path[b])))
        return;
    cq_assert(!begins || !ends);
    turn_round(c, first, last);
}

/* A neighbour of the vertex, each as likely as any of any other vertex; or none. */
static uint32_t draw_neighbour(chain *c, uint32_t v)
{
    const cq_graph *graph = &c->problem->graph;
    size_t at = (size_t)cq_random_below(&c->random, c->most);

    cq_assert(cq_graph_degree(graph, v) <= c->most);
    return at < cq_graph_degree(graph, v) ? graph->targets[graph->starts[v] + at]
                                          : CQ_NO_VERTEX;
}

static void one_step(chain *c)
{
    unsigned how = (unsigned)cq_random_below(&c->random, 4);
    bool following = how & 1;
    uint32_t i = following ? c->count - 1 : 0, j, to;

    if (how & 2)
        i = (uint32_t)cq_random_below(&c->random, c->count);
    to = draw_neighbour(c, c->path[i]);
    c->steps++;
    if (to == CQ_NO_VERTEX)
        return;
    j = c->place[to];
    exchange(c, (i < j ? i : j) + following, (i < j ? j : i) - !following, following);
}

static bool is_wanted(const chain *c)
{
    return !c->problem->closed ||
           cq_problem_adjacent(c->problem, c->path[0], c->path[c->count - 1]);
}

/* Steps enough for a sample; false: the run was stopped. */
static bool walk_on(chain *c)
{
    uint64_t least = (uint64_t)STEPS_A_VERTEX * c->count;

    c->turned = 0;
    for (uint64_t i = 0; (i < least && c->turned < TURNED_MOST) || !is_wanted(c); i++) {
        if (i % POLL_EVERY == 0 && cq_run_poll(&c->job->run))
            return false;
        one_step(c);
    }
    return true;
}

/* A closed tour begins with its first vertex. */
static void copy_path(const chain *c, cq_u32s *out)
{
    uint32_t first = c->problem->closed ? c->place[0] : 0;

    cq_assert(out->room >= c->count && is_wanted(c));
    for (uint32_t i = 0; i < c->count; i++)
        out->at[i] = c->path[(first + i) % c->count];
    out->count = c->count;
}

static bool is_path(const chain *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        cq_hold(c->place[c->path[i]] == i);
        cq_hold(i == 0 || cq_problem_adjacent(c->problem, c->path[i - 1], c->path[i]));
    }
    return true;
}

static cq_status draw(chain *c)
{
    cq_run *run = &c->job->run;
    cq_solution tour = {0};
    bool enough = false;
    cq_status status = cq_vec_reserve(run->ctx, &tour.members, c->count);

    while (status == CQ_OK && !enough && walk_on(c)) {
        cq_assert(is_path(c));
        copy_path(c, &tour.members);
        status = cq_run_found(run, &tour, &enough);
    }
    cq_solution_free(&tour);
    return status;
}

/* ---- the beginning ---- */

/* From the given vertex to the given other one, if a closed tour has both. */
static void set_ends(chain *c, const uint32_t *walk)
{
    const cq_problem *problem = c->problem;
    bool both = problem->from != CQ_NO_VERTEX && problem->to != CQ_NO_VERTEX;

    if (problem->closed && both)
        cq_walk_turn(walk, c->count, problem->from, problem->to, c->path);
    else
        memcpy(c->path, walk, c->count * sizeof *walk);
    for (uint32_t i = 0; i < c->count; i++)
        put(c, i, c->path[i]);
    c->fixed[0] = problem->closed ? both : problem->from != CQ_NO_VERTEX;
    c->fixed[1] = problem->closed ? both : problem->to != CQ_NO_VERTEX;
    for (uint32_t v = 0; v < c->count; v++) {
        size_t degree = cq_graph_degree(&problem->graph, v);

        c->most = degree > c->most ? (uint32_t)degree : c->most;
    }
}

static cq_status run_chain(cq_job *job, const cq_solution *tour)
{
    cq_run *run = &job->run;
    chain c = {.job = job, .count = (uint32_t)tour->members.count};
    cq_status status = cq_run_lists(run);

    if (status != CQ_OK)
        return status;
    c.problem = run->problem;
    c.path = cq_alloc(run->ctx, c.count, sizeof *c.path);
    c.place = cq_alloc(run->ctx, c.count, sizeof *c.place);
    status = c.path && c.place ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        cq_random_seed(&c.random, run->seed);
        set_ends(&c, tour->members.at);
        run->answer->chained = true;
        status = draw(&c);
    }
    cq_then(status, cq_answer_add_counter(run->answer, "steps", c.steps));
    cq_free_each(c.path, c.place);
    return status;
}

/* Any tour, by whatever finds one. */
static cq_status find_first(cq_job *job, cq_answer **out)
{
    cq_options options = cq_job_options_within(job);

    options.seed = 0;
    return cq_solve(job->run.ctx, job->run.problem, CQ_GOAL_FIND, &options, out);
}

cq_status cq_job_chain(cq_job *job)
{
    cq_answer *answer = job->run.answer, *first = NULL;
    cq_status status = find_first(job, &first);

    if (status != CQ_OK)
        return status;
    answer->counters.count = 0;
    if (first->verdict == CQ_YES) {
        snprintf(answer->engine, sizeof answer->engine, "chain");
        status = run_chain(job, &first->solutions.at[0]);
    } else if (first->verdict == CQ_NO) {
        memcpy(answer->engine, first->engine, sizeof answer->engine);
        answer->certificate = first->certificate;
        memset(&first->certificate, 0, sizeof first->certificate);
        answer->verdict = CQ_NO;
    } else {
        job->run.stop = first->stop;
    }
    cq_answer_free(first);
    return cq_run_see_stop(&job->run, status);
}
