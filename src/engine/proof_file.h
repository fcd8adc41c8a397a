/* proof_file.h - where a search or a sweep writes its proof: numbers, packed as they
 * come.
 *
 * docs/proofs.md describes the format; src/check/proof_reader.c reads it and shares no
 * code with this.
 */
#ifndef CQ_ENGINE_PROOF_FILE_H
#define CQ_ENGINE_PROOF_FILE_H

#include "engine/engine.h"

enum { CQ_PROOF_DEPTHS = 256, CQ_PROOF_LATER = 256, CQ_PROOF_CONTEXTS = 257 };

typedef struct cq_proof_file {
    cq_context *ctx;
    FILE *out;
    uint64_t nodes, bytes; /* written so far */
    /* For forecasts: of a tree the share that is done, where each of k children has a
     * kth of its node's; of layers about how many states there will be. `marked` is the
     * size at the last doubling, `before` at the one before. */
    double share, likely;
    cq_proof_size marked, before;
    uint64_t most; /* nodes after which a trial ends; 0: all are written */
    bool ended;    /* it did */
    /* The range coder: what is not yet written is `cache`, then `pending` - 1 bytes
     * 0xff, then the upper bytes of `low`, to which a carry may still come. */
    uint64_t low, pending;
    uint32_t range;
    unsigned char cache;
    uint64_t last[CQ_PROOF_DEPTHS];    /* the number met last at each depth, mod 256 */
    uint16_t repeats[CQ_PROOF_DEPTHS]; /* chances of its coming again, of 2048 */
    uint16_t *chances;                 /* of a 0, likewise: 256 for each context */
} cq_proof_file;

/* Writes the head of a tree, or of layers. The stream is borrowed; without one the
 * bytes are only counted. */
cq_status cq_proof_begin(cq_context *ctx, const cq_problem *problem, bool layers,
                         FILE *out, cq_proof_file *file);
/* A node that names `number`, at this depth of the tree. CQ_STOPPED at the end of a
 * trial. */
cq_status cq_proof_put(cq_proof_file *file, size_t depth, uint64_t number);
/* About how large the file will be with this many nodes: those to come are like the
 * latter half of those that are there. */
cq_proof_size cq_proof_likely(const cq_proof_file *file, double nodes);
/* Writes what is pending; CQ_IO if the stream failed. */
cq_status cq_proof_end(cq_proof_file *file);
void cq_proof_free(cq_proof_file *file);

#endif
