/* tree.h - searches that write down what they do, so that others can check it. */
#ifndef CQ_ENGINE_TREE_H
#define CQ_ENGINE_TREE_H

#include "engine/proof_file.h"

/* Each node names what it branches on; its children follow, one after the other. A
 * child that is seen to be hopeless at once is not written. *solvable is true if a
 * solution was met: then there is no proof. CQ_STOPPED where cq_poll says so. */
cq_status cq_tree_cover(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                        bool *solvable);
/* The same for the clauses of a tiling or a cover, as DRAT or with `hints` as LRAT. */
cq_status cq_refutation_write(cq_context *ctx, const cq_problem *problem, bool hints,
                              FILE *out, cq_proof_size *size, bool *solvable);

#endif
