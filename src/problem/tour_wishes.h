/* tour_wishes.h - what is asked of a tour, see tour_wishes.c. */
#ifndef CQ_PROBLEM_TOUR_WISHES_H
#define CQ_PROBLEM_TOUR_WISHES_H

#include "problem/problem.h"

/* Moves, ends, numbers, sums and symmetry that a question asks for, of a tour. */
cq_status cq_tour_ask(cq_context *ctx, const cq_question *q, cq_problem *problem);

/* A line "tour ..." of a puzzle file, as members of a question; its texts are freed by
 * cq_tour_line_free. */
cq_status cq_tour_line_read(cq_context *ctx, const cq_lines *line, cq_question *asked);
void cq_tour_line_free(cq_question *asked);
/* Makes the problem the tour that is asked for; errors are about the line. */
cq_status cq_tour_line_settle(cq_context *ctx, const cq_lines *line,
                              const cq_question *asked, cq_problem *problem);
/* A line that reads back to the same tour. */
void cq_tour_line_write(const cq_problem *problem, FILE *out);

#endif
