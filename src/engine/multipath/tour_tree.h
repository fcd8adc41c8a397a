/* tour_tree.h - a proof tree for tours, by the state of the engine multipath. */
#ifndef CQ_ENGINE_TOUR_TREE_H
#define CQ_ENGINE_TOUR_TREE_H

#include "engine/proof_file.h"

/* As cq_tree_cover; the problem has lists, and 3 vertices at least (an open tour 2). */
cq_status cq_tree_tour(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                       bool *solvable);

/* About how many nodes that tree has, by random probes. */
cq_status cq_tree_tour_foresee(cq_context *ctx, const cq_problem *problem,
                               unsigned probes, double *nodes);

#endif
