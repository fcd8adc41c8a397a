/* tough.h - the conditions of the engine tough, each a proof or nothing.
 *
 * Each fills *certificate and leaves its proof at CQ_PROOF_NONE where it proves
 * nothing. The graph is connected and has at least three vertices.
 */
#ifndef CQ_ENGINE_TOUGH_H
#define CQ_ENGINE_TOUGH_H

#include "engine/graph/cut_set.h"
#include "engine/graph/degree_flow.h"

/* A vertex without which too many parts are left (cut_vertex.c). */
cq_status cq_tough_hinge(cq_run *run, cq_certificate *certificate);
/* Vertices with no more neighbours than they are themselves (isolate.c). */
cq_status cq_tough_isolate(cq_run *run, cq_degree_flow *flow,
                           cq_certificate *certificate);
/* Vertices whose neighbours cannot give two edges to each (no_factor.c). */
cq_status cq_tough_factor(cq_run *run, cq_degree_flow *flow,
                          cq_certificate *certificate);

#endif
