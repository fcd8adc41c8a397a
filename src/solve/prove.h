/* prove.h - proofs by layers, for prove.c. */
#ifndef CQ_SOLVE_PROVE_H
#define CQ_SOLVE_PROVE_H

#include "engine/proof_file.h"

/* As cq_tree_cover, for every kind of problem; a tour has its lists. */
cq_status cq_prove_layers(cq_context *ctx, const cq_problem *problem,
                          cq_proof_file *file, bool *solvable);
/* About how many states that proof has. */
cq_status cq_foresee_layers(cq_context *ctx, const cq_problem *problem, double *states);

#endif
