/* move_order.h - the neighbours of a square in the order of the moves that lead there.
 */
#ifndef CQ_PROBLEM_MOVE_ORDER_H
#define CQ_PROBLEM_MOVE_ORDER_H

#include "problem/problem.h"

/* The lists of the problem's graph, each in the order of the moves; `order` is as in
 * cq_options.move_order. *out is NULL if the lists are already so, else to be freed. */
cq_status cq_move_order(cq_context *ctx, const cq_problem *problem, const char *order,
                        uint32_t **out);

#endif
