/* draw.h - pictures of boards, tilings, tours and reasons. */
#ifndef CQ_DRAW_DRAW_H
#define CQ_DRAW_DRAW_H

#include "answer/answer.h"

/* Draws one solution (or none: NULL) or the certificate (or none) on the problem's
 * board. */
typedef struct cq_picture_of {
    const cq_problem *problem;
    const cq_solution *solution;
    const cq_certificate *certificate;
    const cq_answer *findings; /* whose findings are drawn; NULL: none */
    const char *caption; /* for screen readers: what the picture shows; NULL: made up */
    bool coordinates;    /* a, b, c ... below and 1, 2, 3 ... at the left */
    bool numbers;        /* tours: the number of each square */
    bool path;           /* tours: the line of the walk */
    bool types;          /* dominoes: the four colours of their types */
} cq_picture_of;

/* False where a format was left out at build time. */
bool cq_draw_can(cq_format format);
cq_status cq_draw_picture(cq_context *ctx, const cq_picture_of *what, cq_format format,
                          FILE *out);

#endif
