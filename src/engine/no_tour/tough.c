/* tough.c - proofs that there is no tour, by three conditions in polynomial time.
 *
 * Three conditions, those with the simplest reasons first: an articulation point,
 * vertices that can only be reached through equally few others, and vertices whose
 * neighbours have too few edges for them. All are polynomial and quick on any board. A
 * graph that meets them may still have no tour; then the verdict stays unknown. A graph
 * that falls into more than k parts without k vertices is not tough (V. Chvatal, Tough
 * graphs and Hamiltonian circuits, Discrete Mathematics 5, 1973); finding such sets in
 * general is hard and left to the engine cuts.
 */
#include "engine/no_tour/no_tour.h"

/* On large boards the engines that find tours come first: they need no lists. */
static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    double n = problem->graph.vertices;

    (void)goal;
    return problem->kind != CQ_TOUR
               ? cq_misfit("it judges graphs only")
               : cq_fit_for(CQ_RANK_DIRECT, n <= 2000 ? 2e-8 * n : 1e-7 * n,
                            "quick proofs that there is no tour");
}

static cq_status look(cq_run *run, cq_degree_flow *flow, cq_certificate *certificate)
{
    cq_try(cq_tough_cut_vertex(run, certificate));
    if (certificate->proof == CQ_PROOF_NONE && !cq_run_poll(run))
        cq_try(cq_tough_isolate(run, flow, certificate));
    if (certificate->proof == CQ_PROOF_NONE && !cq_run_poll(run))
        return cq_tough_factor(run, flow, certificate);
    return CQ_OK;
}

static cq_status run_tough(cq_run *run)
{
    const cq_graph *graph = &run->problem->graph;
    cq_certificate certificate = {0};
    cq_degree_flow flow = {0};
    cq_status status;

    if (graph->vertices < 3)
        return CQ_OK; /* the necessary conditions and the searches know best */
    status = cq_degree_flow_init(run->ctx, graph, &flow);
    cq_then(status, look(run, &flow, &certificate));
    if (status == CQ_OK && certificate.proof != CQ_PROOF_NONE)
        cq_run_refute(run, &certificate);
    cq_then(status, cq_answer_add_counter(run->answer, "arcs", flow.steps));
    cq_degree_flow_free(&flow);
    cq_certificate_free(&certificate);
    return status;
}

const cq_engine cq_engine_tough = {
    .name = "tough",
    .summary = "proofs that there is no tour: cut vertices, Hall sets, no 2-factor",
    .goals = CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_ALL),
    /* No tour at all: none with ends or a symmetry that are asked for either. */
    .can = CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_ONLY_PROVES | CQ_CAN_MUST |
           CQ_CAN_MUST_OPEN | CQ_CAN_NUMBERS | CQ_CAN_MAGIC,
    .fits = fits,
    .run = run_tough,
};
