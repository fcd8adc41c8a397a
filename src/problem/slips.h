/* slips.h - input that can be read but is hardly what was meant. */
#ifndef CQ_PROBLEM_SLIPS_H
#define CQ_PROBLEM_SLIPS_H

#include "problem/problem.h"

/* CQ_INPUT if a line of the drawing that starts here is a keyword of puzzle files, or
 * nearly one. `ends` says which lines are not of the drawing any more; `bare`: the file
 * does not begin with a keyword. */
cq_status cq_slip_in_drawing(cq_context *ctx, const cq_lines *lines,
                             bool (*ends)(const cq_lines *lines), bool bare);
/* "; did you mean 'piece'?", or "" if the word is not near a keyword. */
enum { CQ_SLIP_HINT_SIZE = 40 };
const char *cq_slip_hint(const cq_words *word, char hint[CQ_SLIP_HINT_SIZE]);
/* Colours of pieces that no board of the chain has: CQ_INPUT if the piece then fits
 * nowhere, else a warning. */
cq_status cq_slip_in_colours(cq_context *ctx, const cq_text *text,
                             const cq_problem *problem);

#endif
