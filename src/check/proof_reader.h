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
    bool wrong;     /* the proof proves nothing */
    char *sentence; /* CQ_SENTENCE_SIZE: where and why */
} cq_proof_reader;

/* Reads the head: CQ_INPUT if it is not that of a proof of this problem. */
cq_status cq_proof_open(cq_context *ctx, const cq_problem *problem, const char *name,
                        FILE *in, char sentence[CQ_SENTENCE_SIZE],
                        cq_proof_reader *reader);
void cq_proof_close(cq_proof_reader *reader);
/* The next number, at this depth of the tree. CQ_INPUT if the file is cut short or the
 * number is above `most`. */
cq_status cq_proof_next(cq_proof_reader *reader, size_t depth, uint64_t most,
                        uint64_t *number);
/* CQ_INPUT unless the file ends here, or the proof is wrong before. */
cq_status cq_proof_finish(cq_proof_reader *reader);

/* The proof is wrong at this node, of this layer; 0: of a tree. Returns CQ_OK. */
cq_status cq_proof_refuse(cq_proof_reader *reader, size_t layer, const char *why);

/* CQ_INPUT with the place where the reader stands. */
cq_status cq_proof_fail(const cq_proof_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Judges of trees and of layers. */
cq_status cq_judge_cover_tree(const cq_cover *cover, cq_proof_reader *reader);
cq_status cq_judge_cover_layers(const cq_cover *cover, cq_proof_reader *reader);
cq_status cq_judge_tour_tree(const cq_problem *problem, cq_proof_reader *reader);
cq_status cq_judge_tour_layers(const cq_problem *problem, cq_proof_reader *reader);

#endif
