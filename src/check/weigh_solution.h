/* weigh_solution.h - what solutions weigh, for the judges of costs and sums. */
#ifndef CQ_CHECK_WEIGH_SOLUTION_H
#define CQ_CHECK_WEIGH_SOLUTION_H

#include "check/judge.h"

/* Called with each weight of a solution. */
typedef cq_status cq_weigh_fn(void *user, const cq_weight *weight);
cq_status cq_weigh(cq_context *ctx, const cq_problem *problem,
                   const cq_solution *solution, cq_weigh_fn *fn, void *user);
/* Their sum; all must be numbers. */
cq_status cq_weigh_cost(cq_context *ctx, const cq_problem *problem,
                        const cq_solution *solution, mpq_t out);

/* Values of the variables, modulo a prime. */
typedef struct cq_point {
    mpz_t prime;
    mpz_t at[CQ_VARIABLES];
} cq_point;

void cq_point_open(cq_point *point, uint64_t seed);
void cq_point_close(cq_point *point);
void cq_point_value(const cq_point *point, const cq_weight *weight, mpz_t out);

/* Whether what the answer says of weights is right, as far as that can be decided:
 * costs, their order, that nothing is better; or the sum (check_weights.c). */
cq_status cq_judge_weighed(cq_hearing *hearing, const cq_answer *answer);

#endif
