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
    cq_solution strands;        /* drawn where it has any; see cq_picture_of */
} cq_step;

struct cq_explanation {
    const cq_problem *problem; /* borrowed */
    CQ_VEC(cq_step) steps;
};

#endif
