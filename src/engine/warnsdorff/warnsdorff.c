/* warnsdorff.c - tours by Warnsdorff's rule of 1823.
 *
 * The walk is in warnsdorff_rule.h. Every vertex is tried as the start, beginning with
 * the given one; an open tour starts only there. No move is ever taken back, and the
 * rule may fail although a tour exists: then the verdict stays unknown. A closed tour
 * is found if the last vertex of a walk through all vertices is adjacent to the first.
 * A start costs O(vertices * degree).
 */
#include "engine/graph/warnsdorff_rule.h"

#include "base/assert.h"
#include "problem/move_order.h"

typedef struct search {
    cq_run *run;
    cq_warnsdorff walk;
    uint64_t starts, paths; /* tried, and through all vertices */
} search;

/* On small boards one of the first starts succeeds, on large ones all may fail. */
static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    double n = problem->graph.vertices;
    /* With ends it is seldom a tour, and others find one for certain. */
    bool last = problem->to != CQ_NO_VERTEX ||
                (problem->from != CQ_NO_VERTEX && !problem->closed);

    (void)goal;
    if (problem->kind != CQ_TOUR)
        return cq_misfit("it is for tours and graphs only");
    return cq_fit_for(last ? CQ_RANK_LAST : CQ_RANK_DIRECT,
                      n <= 1000 ? 1e-7 * n : 1e-9 * n * n,
                      "Warnsdorff's rule is quick if it works");
}

static cq_status is_tour(const search *s, bool *out)
{
    const cq_problem *problem = s->run->problem;
    const uint32_t *path = s->walk.path;
    uint32_t n = s->walk.graph->vertices;

    *out = false;
    if (problem->closed &&
        (n < 3 || !cq_graph_adjacent(s->walk.graph, path[n - 1], path[0])))
        return CQ_OK;
    return cq_problem_suits(s->run->ctx, problem, path, out);
}

static cq_status deliver(search *s)
{
    cq_solution solution = {0};
    bool enough;
    cq_status status = cq_vec_reserve(s->run->ctx, &solution.members, s->walk.length);

    cq_assert(s->walk.length == s->walk.graph->vertices);
    if (status == CQ_OK) {
        for (uint32_t i = 0; i < s->walk.length; i++)
            solution.members.at[solution.members.count++] = s->walk.path[i];
        status = cq_run_found(s->run, &solution, &enough);
    }
    cq_solution_free(&solution);
    return status;
}

static cq_status try_starts(search *s)
{
    const cq_problem *problem = s->run->problem;
    uint32_t n = s->walk.graph->vertices;
    uint32_t first = problem->from == CQ_NO_VERTEX ? 0 : problem->from;
    uint32_t starts = problem->from == CQ_NO_VERTEX || problem->closed ? n : 1;
    bool tour = false;
    cq_status status = CQ_OK;

    for (uint32_t i = 0; i < starts && !tour && status == CQ_OK; i++) {
        if (cq_run_poll(s->run))
            break;
        s->starts++;
        if (cq_warnsdorff_walk(&s->walk, (uint32_t)(((uint64_t)first + i) % n))) {
            s->paths++;
            status = is_tour(s, &tour);
        }
    }
    if (tour)
        status = deliver(s);
    cq_then(status, cq_answer_add_counter(s->run->answer, "starts tried", s->starts));
    cq_then(status, cq_answer_add_counter(s->run->answer, "paths found", s->paths));
    return status;
}

static cq_status run_warnsdorff(cq_run *run)
{
    const cq_problem *problem = run->problem;
    search s = {.run = run};
    uint32_t *order = NULL;
    cq_status status = cq_move_order(run->ctx, problem, run->move_order, &order);

    cq_then(status, cq_warnsdorff_init(run->ctx, &problem->graph, problem->board,
                                       run->ties, run->seed, &s.walk));
    if (status == CQ_OK && order)
        s.walk.targets = order;
    cq_then(status, try_starts(&s));
    cq_warnsdorff_free(&s.walk);
    cq_free(order);
    return status;
}

const cq_engine cq_engine_warnsdorff = {
    .name = "warnsdorff",
    .summary = "tours by Warnsdorff's rule from every start; may fail to find one",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_CAN_ENDS | CQ_CAN_MOVE_ORDER,
    .fits = fits,
    .run = run_warnsdorff,
};
