/* explain.h - an explanation, step by step: what the tellers of tilings and of tours
 * share. */
#ifndef CQ_SOLVE_EXPLAIN_H
#define CQ_SOLVE_EXPLAIN_H

#include "answer/answer.h"
#include "answer/sentence.h"

/* One step: a paragraph, and what a picture of it shows. */
typedef struct cq_step {
    char *text;
    cq_problem *problem; /* to draw on; NULL: the problem itself */
    cq_solution solution;
    bool shows_solution;
    cq_certificate certificate; /* drawn if it has a proof */
    cq_solution strands;        /* drawn if it has any; see cq_picture_of */
    cq_u32s gone, come;         /* pairs of cells, likewise */
    const char *gone_words;
} cq_step;

struct cq_explanation {
    const cq_problem *problem; /* borrowed */
    CQ_VEC(cq_step) steps;
};

typedef struct cq_teller {
    cq_context *ctx;
    const cq_problem *problem;
    const cq_board *board;
    const cq_answer *answer;
    const cq_options *options;
    cq_explanation *out;
    size_t light, dark; /* squares; of tilings */
} cq_teller;

/* The words of a step are begun, said, and ended with what its picture shows. Ending
 * takes both over, also on failure. */
cq_sentence cq_step_begin(const cq_teller *teller);
cq_status cq_step_end(cq_teller *teller, cq_sentence *words, cq_step *step);

/* That the solution of a step, which was made here, is one: CQ_DEFECT if not, "the
 * explanation <what> check". */
cq_status cq_step_check_made(const cq_teller *teller, const cq_step *step,
                             const char *what);

/* All steps about a tour of a board (explain_tour.c). */
cq_status cq_tell_tour(cq_teller *teller);

#endif
