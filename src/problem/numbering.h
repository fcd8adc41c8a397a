/* numbering.h - an order of the squares or items of a problem, as text. */
#ifndef CQ_PROBLEM_NUMBERING_H
#define CQ_PROBLEM_NUMBERING_H

#include "problem/problem.h"

/* Of a tiling: a grid of numbers, '.' where no square is, as --order prints it. Of a
 * cover: the names of its items. Anything but a permutation is CQ_INPUT. items.at[k] is
 * the item that is k-th: squares count row by row, as in cq_tiling_lower. */
cq_status cq_numbering_read(cq_context *ctx, const cq_text *text,
                            const cq_problem *problem, cq_u32s *out);

#endif
