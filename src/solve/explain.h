/* explain.h - the argument for or against a domino tiling, step by step. */
#ifndef CQ_SOLVE_EXPLAIN_H
#define CQ_SOLVE_EXPLAIN_H

#include "answer/answer.h"

/* One step: a paragraph, and what a picture of it shows. */
typedef struct cq_step {
    char *text;
    cq_problem *problem; /* to draw on; NULL: the problem itself */
    cq_solution solution;
    bool shows_solution;
    cq_certificate certificate; /* drawn where it has a proof */
} cq_step;

typedef struct cq_explanation {
    CQ_VEC(cq_step) steps;
} cq_explanation;

void cq_explanation_free(cq_explanation *explanation);
/* For dominoes, from an answer to the goal find that is decided. Dominoes that a step
 * lays by itself have been checked. */
cq_status cq_explain_dominoes(cq_context *ctx, const cq_problem *problem,
                              const cq_answer *answer, cq_explanation *out);

#endif
