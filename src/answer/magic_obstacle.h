/* magic_obstacle.h - what keeps the sums of a magic tour from being equal. */
#ifndef CQ_ANSWER_MAGIC_OBSTACLE_H
#define CQ_ANSWER_MAGIC_OBSTACLE_H

#include "answer/sentence.h"

typedef enum cq_magic_obstacle {
    CQ_OBSTACLE_NONE,
    CQ_OBSTACLE_ROWS,    /* the sum of all numbers does not divide by the rows */
    CQ_OBSTACLE_COLUMNS, /* or by the columns */
    CQ_OBSTACLE_LINES,   /* lines with odd and with even sums */
    CQ_OBSTACLE_QUARTERS /* every other square of every other row */
} cq_magic_obstacle;

cq_magic_obstacle cq_magic_obstacle_of(const cq_problem *problem);
void cq_explain_sums(cq_sentence *sentence);

#endif
