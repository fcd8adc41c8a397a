/* cut_vertex.c - a single vertex whose removal leaves too many parts.
 *
 * For a closed tour two are too many, for an open one three. Cost: linear.
 */
#include "engine/graph/articulation.h"
#include "engine/no_tour/no_tour.h"

cq_status cq_tough_cut_vertex(cq_run *run, cq_certificate *certificate)
{
    const cq_graph *graph = &run->problem->graph;
    cq_articulation points = {0};
    char *taken = cq_zalloc(run->ctx, graph->vertices, 1);
    cq_status status =
        taken ? cq_articulation_init(run->ctx, graph, &points) : CQ_MEMORY;
    size_t parts = 0;
    uint32_t v;

    if (status == CQ_OK) {
        v = cq_articulation_find(&points, taken, NULL, &parts);
        if (v != UINT32_MAX && cq_cut_proves(run->problem->closed, 1, parts)) {
            certificate->proof = CQ_PROOF_CUT;
            status = cq_vec_push(run->ctx, &certificate->members, v);
        }
    }
    cq_articulation_free(&points);
    cq_free(taken);
    return status;
}
