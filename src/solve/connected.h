/* connected.h - solutions that a rule passes over because no cover can keep it. */
#ifndef CQ_SOLVE_CONNECTED_H
#define CQ_SOLVE_CONNECTED_H

#include "answer/answer.h"
#include "problem/problem.h"

/* The rule by which solutions of this problem are sifted, or NULL. */
const cq_rule *cq_problem_sifting(const cq_problem *problem);
/* Whether the solution keeps all rules of that kind; true if there are none. */
cq_status cq_keeps_connected(cq_context *ctx, const cq_problem *problem,
                             const cq_solution *solution, bool *out);

#endif
