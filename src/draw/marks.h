/* marks.h - which squares a certificate speaks of, for all kinds of pictures. */
#ifndef CQ_DRAW_MARKS_H
#define CQ_DRAW_MARKS_H

#include "draw/draw.h"

typedef enum cq_mark {
    CQ_MARK_NONE,
    CQ_MARK_SET,  /* what the certificate names */
    CQ_MARK_NEAR, /* its neighbours */
    CQ_MARK_PART  /* in one of the parts that a cut leaves */
} cq_mark;

#define CQ_LEGEND_SIZE 128

typedef struct cq_marks {
    uint32_t *mark; /* a cq_mark for each cell of the grid */
    uint32_t *part; /* from 1, if the mark is CQ_MARK_PART; NULL without a cut */
    size_t set, near, parts;
    char set_text[CQ_LEGEND_SIZE]; /* what the marks mean; empty if there are none */
    char near_text[CQ_LEGEND_SIZE];
} cq_marks;

cq_status cq_marks_make(cq_context *ctx, const cq_problem *problem,
                        const cq_certificate *certificate, cq_marks *out);
void cq_marks_free(cq_marks *marks);

#endif
