/* proof_file.h - where a search or a sweep writes its proof: numbers, packed as they
 * come.
 *
 * The format is described in docs/proofs.md; src/check/proof_reader.c reads it with
 * code of its own.
 */
#ifndef CQ_ENGINE_PROOF_FILE_H
#define CQ_ENGINE_PROOF_FILE_H

#include "engine/engine.h"

enum { CQ_PROOF_DEPTHS = 256, CQ_PROOF_LATER = 256, CQ_PROOF_CONTEXTS = 257 };

typedef struct cq_proof_file {
    cq_context *ctx;
    FILE *out;
    uint64_t nodes, bytes; /* written so far */
    /* The range coder: what is not yet written is `cache`, then `pending` - 1 bytes
     * 0xff, then the upper bytes of `low`, to which a carry may still come. */
    uint64_t low, pending;
    uint32_t range;
    unsigned char cache;
    uint64_t last[CQ_PROOF_DEPTHS];    /* the number met last at each depth, mod 256 */
    uint16_t repeats[CQ_PROOF_DEPTHS]; /* chances of its coming again, of 2048 */
    uint16_t *chances;                 /* of a 0, likewise: 256 for each context */
} cq_proof_file;

/* Writes the head of a tree, or of layers. The stream is borrowed. */
cq_status cq_proof_begin(cq_context *ctx, const cq_problem *problem, bool layers,
                         FILE *out, cq_proof_file *file);
/* A node that names `number`, at this depth of the tree. */
cq_status cq_proof_put(cq_proof_file *file, size_t depth, uint64_t number);
/* Writes what is pending; CQ_IO if the stream failed. */
cq_status cq_proof_end(cq_proof_file *file);
void cq_proof_free(cq_proof_file *file);

#endif
