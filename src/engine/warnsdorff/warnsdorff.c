/* warnsdorff.c - tours by the rule of 1823: go where the fewest ways lead on.
 *
 * The walk is in warnsdorff_rule.h. Every vertex is tried as the start, in order;
 * nothing is ever taken back, and the rule may fail where a tour exists: then the
 * verdict stays unknown. A closed tour is found when the last vertex of a walk through
 * all is adjacent to the first. A start costs O(vertices * degree).
 */
#include "engine/graph/warnsdorff_rule.h"

typedef struct search {
    cq_run *run;
    cq_warnsdorff walk;
    uint64_t starts, paths; /* tried, and through all vertices */
} search;

/* On small boards one of the first starts succeeds, on large ones all may fail. */
static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    double n = problem->kind == CQ_TOUR ? problem->graph.vertices : 0;

    (void)goal;
    if (problem->kind != CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "it walks over graphs only");
        return;
    }
    fit->fits = true;
    fit->seconds = n <= 1000 ? 1e-7 * n : 1e-9 * n * n;
    snprintf(fit->why, sizeof fit->why, "Warnsdorff's rule is quick, where it works");
}

static bool is_tour(const search *s)
{
    const uint32_t *path = s->walk.path;
    uint32_t n = s->walk.graph->vertices;

    return !s->run->problem->closed ||
           (n > 2 && cq_graph_adjacent(s->walk.graph, path[n - 1], path[0]));
}

static cq_status deliver(search *s)
{
    cq_solution solution = {0};
    bool enough;
    cq_status status = cq_vec_reserve(s->run->ctx, &solution.members, s->walk.length);

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
    uint32_t n = s->walk.graph->vertices;
    bool tour = false;
    cq_status status = CQ_OK;

    for (uint32_t v = 0; v < n && !tour && !cq_run_poll(s->run); v++) {
        s->starts++;
        if (cq_warnsdorff_walk(&s->walk, v)) {
            s->paths++;
            tour = is_tour(s);
        }
    }
    if (tour)
        status = deliver(s);
    if (status == CQ_OK)
        status = cq_answer_add_counter(s->run->answer, "starts tried", s->starts);
    if (status == CQ_OK)
        status = cq_answer_add_counter(s->run->answer, "paths found", s->paths);
    return status;
}

static cq_status run_warnsdorff(cq_run *run)
{
    const cq_problem *problem = run->problem;
    search s = {.run = run};
    cq_status status = cq_warnsdorff_init(run->ctx, &problem->graph, problem->board,
                                          run->ties, run->seed, &s.walk);

    if (status == CQ_OK)
        status = try_starts(&s);
    cq_warnsdorff_free(&s.walk);
    return status;
}

const cq_engine cq_engine_warnsdorff = {
    .name = "warnsdorff",
    .summary = "tours by Warnsdorff's rule from every start; may fail to find one",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_warnsdorff,
};
