/* proof_reader.h - reads the numbers of a proof, with code of the checker's own.
 */
#ifndef CQ_CHECK_PROOF_READER_H
#define CQ_CHECK_PROOF_READER_H

#include "answer/answer.h"

#include <stdio.h>

typedef struct cq_proof_reader {
    cq_context *ctx;
    const char *name; /* of the file, for messages */
    FILE *in;
    uint64_t bytes; /* read so far */
    uint64_t nodes; /* or states, met so far */
    bool layers;    /* the proof is one by layers, not a tree */
    uint32_t range, code;
    uint64_t seen[256]; /* at each depth, modulo 256: the last number */
    uint16_t *odds;
} cq_proof_reader;

/* Reads the head: CQ_INPUT if it is not that of a proof of this problem. */
cq_status cq_proof_open(cq_context *ctx, const cq_problem *problem, const char *name,
                        FILE *in, cq_proof_reader *reader);
void cq_proof_close(cq_proof_reader *reader);
/* The next number, at this depth of the tree. CQ_INPUT if the file is cut short or the
 * number is above `most`. */
cq_status cq_proof_next(cq_proof_reader *reader, size_t depth, uint64_t most,
                        uint64_t *number);
/* CQ_INPUT unless the file ends here. */
cq_status cq_proof_finish(cq_proof_reader *reader);

/* CQ_INPUT with the place where the reader stands. */
cq_status cq_proof_fail(const cq_proof_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Judges of trees and of layers. *wrong is true if the proof proves nothing, and the
 * sentence says where and why. */
typedef cq_status cq_cover_proof_judge(cq_context *ctx, const cq_cover *cover,
                                       cq_proof_reader *reader, bool *wrong,
                                       char sentence[CQ_SENTENCE_SIZE]);
cq_cover_proof_judge cq_judge_cover_tree, cq_judge_cover_layers;
typedef cq_status cq_tour_proof_judge(cq_context *ctx, const cq_problem *problem,
                                      cq_proof_reader *reader, bool *wrong,
                                      char sentence[CQ_SENTENCE_SIZE]);
cq_tour_proof_judge cq_judge_tour_tree, cq_judge_tour_layers;

#endif
