/* answer_check.h - walks over solutions and answers, for checked builds. */
#ifndef CQ_ANSWER_ANSWER_CHECK_H
#define CQ_ANSWER_ANSWER_CHECK_H

#include "answer/answer.h"
#include "base/assert.h"

/* Whether its three arrays belong together. What they say is for the checker to judge.
 */
bool cq_solution_check(const cq_solution *solution);
/* And whether all that they name is there in the problem: pieces, options, vertices,
 * and places of the grid, holes included. */
bool cq_solution_fits(const cq_solution *solution, const cq_problem *problem);
/* Whether verdict, count, list and classes of an answer that is finished agree. */
bool cq_answer_check(const cq_answer *answer);

#endif
