/* problem_check.h - walks over a whole problem, for checked builds. */
#ifndef CQ_PROBLEM_PROBLEM_CHECK_H
#define CQ_PROBLEM_PROBLEM_CHECK_H

#include "base/assert.h"
#include "problem/problem.h"

/* Whether its parts belong together; those of another kind are not looked at. */
bool cq_problem_check(const cq_problem *problem);

#endif
