/* advice.h - ways out of a no: what to change if the areas do not agree. */
#ifndef CQ_ANSWER_ADVICE_H
#define CQ_ANSWER_ADVICE_H

#include "answer/answer.h"

typedef struct cq_way_out {
    char words[CQ_SENTENCE_SIZE];
    char pieces[CQ_SENTENCE_SIZE]; /* as --pieces takes them; "": too many to name */
} cq_way_out;

typedef struct cq_ways_out {
    cq_way_out at[2];
    size_t count; /* 0: nothing simple would help */
} cq_ways_out;

cq_status cq_answer_ways_out(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, cq_ways_out *out);

#endif
