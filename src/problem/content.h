/* content.h - what a text seems to hold. */
#ifndef CQ_PROBLEM_CONTENT_H
#define CQ_PROBLEM_CONTENT_H

#include "base/text.h"

typedef enum cq_content {
    CQ_CONTENT_PUZZLE,
    CQ_CONTENT_ART,
    CQ_CONTENT_COVER,
    CQ_CONTENT_GRAPH
} cq_content;

cq_content cq_content_of(const cq_text *text);
/* Whether to read it as a cover if one is asked for. */
bool cq_content_may_be_cover(const cq_text *text);
/* To the next line that is not blank and no remark of puzzles and covers ("| ..."). */
bool cq_next_full_line(cq_lines *lines);

#endif
