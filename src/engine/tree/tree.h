/* tree.h - searches that write proofs, which other programs can check. */
#ifndef CQ_ENGINE_TREE_H
#define CQ_ENGINE_TREE_H

#include "engine/proof_file.h"

/* A tiling as a cover whose items and options are numbered as in proofs: the cells that
 * are there, then all pieces. It has no names. */
cq_status cq_numbered_cover_make(cq_context *ctx, const cq_problem *problem,
                                 cq_cover *out);

/* Each node names what it branches on; its children follow, one after the other. A
 * child that is seen to be hopeless at once is not written. *solvable is true if a
 * solution was met: then there is no proof. CQ_STOPPED if cq_poll says so. */
cq_status cq_tree_cover(cq_context *ctx, const cq_problem *problem, cq_proof_file *file,
                        bool *solvable);
/* About how many nodes that tree has, by random probes (D. E. Knuth, Estimating
 * the efficiency of backtrack programs, 1975). */
cq_status cq_tree_cover_foresee(cq_context *ctx, const cq_problem *problem,
                                unsigned probes, double *nodes);
/* The same tree as lemmas, of which each is proved by propagation: what is chosen on
 * the way to a node cannot be chosen together (cutting_planes.c). */
typedef struct cq_lemmas {
    cq_context *ctx;
    FILE *out;
    cq_proof_size size;
    uint64_t last;             /* the number of the last inequality */
    cq_u32s chosen;            /* of the next lemma: options */
    CQ_VEC(uint64_t) standing; /* lemmas about nodes whose parents are not done */
} cq_lemmas;

cq_status cq_lemma_put(cq_lemmas *lemmas, size_t children);
cq_status cq_tree_lemmas(cq_context *ctx, const cq_problem *problem, cq_lemmas *lemmas,
                         bool *solvable);

/* A proof by cutting planes about the inequalities of a tiling or a cover: short if the
 * reason, which may be NULL, is a sum of them, else by lemmas. */
cq_status cq_cutting_planes_write(cq_context *ctx, const cq_problem *problem,
                                  const cq_certificate *reason, FILE *out,
                                  cq_proof_size *size, bool *solvable);

/* The same for the clauses of a tiling or a cover, as DRAT or with `hints` as LRAT. */
cq_status cq_refutation_write(cq_context *ctx, const cq_problem *problem, bool hints,
                              FILE *out, cq_proof_size *size, bool *solvable);

#endif
