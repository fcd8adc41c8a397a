/* warnsdorff.c - tours by the rule of 1823: go where the fewest ways lead on.
 *
 * H. C. von Warnsdorff, Des Roesselsprungs einfachste und allgemeinste Loesung (1823):
 * move to the free neighbour that has the fewest free neighbours itself. Ties go to the
 * smaller number, which on a board is row by row, as in Davies, Xue and Yerger (Involve
 * 10, 2017). Every vertex is tried as the start, in order; nothing is ever taken back,
 * so that a start costs O(vertices * degree^2) and the rule may fail where a tour
 * exists: then the verdict stays unknown.
 *
 *     left[v]   free neighbours of v, kept up to date as the walk goes on
 */
#include "engine/engine.h"

#include <string.h>

typedef struct walk {
    cq_run *run;
    const cq_graph *graph;
    uint32_t *left;
    bool *visited;
    cq_solution solution; /* members: the path */
} walk;

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    if (problem->kind != CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "it walks over graphs only");
        return;
    }
    fit->fits = true;
    fit->cost = 1e-7 * (double)problem->graph.vertices;
    snprintf(fit->why, sizeof fit->why, "Warnsdorff's rule is quick, where it works");
}

static void visit(walk *w, uint32_t v)
{
    w->visited[v] = true;
    for (size_t e = w->graph->starts[v]; e < w->graph->starts[v + 1]; e++)
        w->left[w->graph->targets[e]]--;
}

/* Neighbours are in ascending order, so that the first of equals is the smallest. */
static uint32_t best_move(const walk *w, uint32_t from)
{
    uint32_t best = UINT32_MAX;

    for (size_t e = w->graph->starts[from]; e < w->graph->starts[from + 1]; e++) {
        uint32_t to = w->graph->targets[e];

        if (!w->visited[to] && (best == UINT32_MAX || w->left[to] < w->left[best]))
            best = to;
    }
    return best;
}

/* Walks from `start` until it is stuck; true if the path is a tour. */
static cq_status walk_from(walk *w, uint32_t start, bool *tour)
{
    const cq_graph *graph = w->graph;
    uint32_t at = start;

    memset(w->visited, 0, graph->vertices * sizeof *w->visited);
    for (uint32_t v = 0; v < graph->vertices; v++)
        w->left[v] = (uint32_t)cq_graph_degree(graph, v);
    w->solution.members.count = 0;
    while (at != UINT32_MAX) {
        if (cq_vec_push(w->run->ctx, &w->solution.members, at) != CQ_OK)
            return CQ_MEMORY;
        visit(w, at);
        at = best_move(w, at);
    }
    at = w->solution.members.at[w->solution.members.count - 1];
    *tour = w->solution.members.count == graph->vertices &&
            (!w->run->problem->closed ||
             (graph->vertices > 2 && cq_graph_adjacent(graph, at, start)));
    return CQ_OK;
}

static cq_status try_starts(walk *w)
{
    cq_status status = CQ_OK;
    uint64_t starts = 0;
    bool tour = false, enough;

    for (uint32_t v = 0; v < w->graph->vertices && status == CQ_OK && !tour; v++) {
        if (cq_run_poll(w->run))
            break;
        status = walk_from(w, v, &tour);
        starts++;
    }
    if (status == CQ_OK && tour)
        status = cq_run_found(w->run, &w->solution, &enough);
    if (status == CQ_OK)
        status = cq_answer_add_counter(w->run->answer, "starts tried", starts);
    return status;
}

static cq_status run_warnsdorff(cq_run *run)
{
    walk w = {.run = run, .graph = &run->problem->graph};
    cq_status status = CQ_MEMORY;

    w.left = cq_alloc(run->ctx, w.graph->vertices, sizeof *w.left);
    w.visited = cq_alloc(run->ctx, w.graph->vertices, sizeof *w.visited);
    if (w.left && w.visited)
        status = try_starts(&w);
    cq_free(w.left);
    cq_free(w.visited);
    cq_solution_free(&w.solution);
    return status;
}

const cq_engine cq_engine_warnsdorff = {
    .name = "warnsdorff",
    .summary = "tours by Warnsdorff's rule from every start; may fail to find one",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_warnsdorff,
};
