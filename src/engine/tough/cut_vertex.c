/* cut_vertex.c - one vertex without which too many parts are left.
 *
 * For a closed tour two are too many, for an open one three. Cost: linear.
 */
#include "engine/hinge.h"
#include "engine/tough/tough.h"

cq_status cq_tough_hinge(cq_run *run, cq_certificate *certificate)
{
    const cq_graph *graph = &run->problem->graph;
    cq_hinge hinge = {0};
    char *taken = cq_zalloc(run->ctx, graph->vertices, 1);
    cq_status status = taken ? cq_hinge_init(run->ctx, graph, &hinge) : CQ_MEMORY;
    size_t parts = 0;
    uint32_t v;

    if (status == CQ_OK) {
        v = cq_hinge_find(&hinge, taken, NULL, &parts);
        if (v != UINT32_MAX && cq_cut_proves(run->problem->closed, 1, parts)) {
            certificate->proof = CQ_PROOF_CUT;
            status = cq_vec_push(run->ctx, &certificate->members, v);
        }
    }
    cq_hinge_free(&hinge);
    cq_free(taken);
    return status;
}
