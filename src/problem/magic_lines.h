/* magic_lines.h - the lines of a numbered board that must have equal sums.
 *
 * Lines are numbered: the rows from 0 on, then the columns, then, of a square board
 * that is asked to be fully magic, the two diagonals.
 */
#ifndef CQ_PROBLEM_MAGIC_LINES_H
#define CQ_PROBLEM_MAGIC_LINES_H

#include "problem/problem.h"

uint32_t cq_magic_line_count(const cq_problem *problem);
/* The lines through a vertex, at most 4; returns how many. */
unsigned cq_magic_lines_at(const cq_problem *problem, uint32_t vertex, uint32_t out[4]);
/* How many squares a line has. */
uint32_t cq_magic_line_length(const cq_problem *problem, uint32_t line);
/* Twice the sum that a line must have: an odd number cannot be. */
uint64_t cq_magic_twice_sum(const cq_problem *problem, uint32_t line);

#endif
