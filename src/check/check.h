/* check.h - judges answers from the problem alone.
 *
 * Nothing here knows an engine, and nothing here uses what engines use to generate
 * placements: a mistake there must be found here, not repeated.
 *
 * What counts as one solution: a tiling is a set of pieces on sets of cells; a cover is
 * a set of options; a closed tour is a cycle, wherever it starts and whichever way it
 * goes; an open tour is a walk, and backwards it is another. Options without a primary
 * item are allowed in a solution and left out when covers are counted, as Knuth does.
 */
#ifndef CQ_CHECK_CHECK_H
#define CQ_CHECK_CHECK_H

#include "answer/answer.h"

/* How far a claim without a short proof is repeated: nodes of the checker's search. */
#define CQ_CHECK_NODES UINT64_C(5000000)

/* A checker judges many solutions of one problem; it borrows the problem. */
typedef struct cq_checker cq_checker;

cq_status cq_checker_new(cq_context *ctx, const cq_problem *problem, cq_checker **out);
void cq_checker_free(cq_checker *checker);
/* Time linear in the solution. The sentence says what it is, or what is wrong. */
cq_status cq_checker_solution(cq_checker *checker, const cq_solution *solution,
                              bool *right, char sentence[CQ_SENTENCE_SIZE]);

/* The same for a single solution. */
cq_status cq_check_solution(cq_context *ctx, const cq_problem *problem,
                            const cq_solution *solution, bool *right,
                            char sentence[CQ_SENTENCE_SIZE]);

/* CQ_YES: the certificate proves that there is no solution. CQ_NO: it does not.
 * CQ_UNKNOWN: too large to be decided here. */
cq_status cq_check_certificate(cq_context *ctx, const cq_problem *problem,
                               const cq_certificate *certificate, cq_verdict *out,
                               char sentence[CQ_SENTENCE_SIZE]);
/* The same with a budget of one's own for CQ_PROOF_EXHAUSTED; 0 does not search. */
cq_status cq_check_certificate_within(cq_context *ctx, const cq_problem *problem,
                                      const cq_certificate *certificate, uint64_t nodes,
                                      cq_verdict *out, char sentence[CQ_SENTENCE_SIZE]);

/* Counts again what the answer claims to have counted or listed, by code that shares
 * nothing with the engines. CQ_YES: it is confirmed; CQ_NO: it is not so; CQ_UNKNOWN:
 * it would take too long, unless `all` says to go as far as it takes. The sentence says
 * how. */
cq_status cq_confirm_count(cq_context *ctx, const cq_problem *problem,
                           const cq_answer *answer, bool all, cq_verdict *out,
                           char sentence[CQ_SENTENCE_SIZE]);

/* What a right solution costs, as a number and as text that is the caller's. */
cq_status cq_checker_cost(cq_checker *checker, const cq_solution *solution, mpq_t out,
                          char **text);
/* The same for what an answer says of weights: that no solution is better than those
 * listed, or the sum. */
cq_status cq_confirm_weights(cq_context *ctx, const cq_problem *problem,
                             const cq_answer *answer, bool all, cq_verdict *out,
                             char sentence[CQ_SENTENCE_SIZE]);

/* The same for what goals find beside solutions: probabilities, copies, what is forced.
 */
cq_status cq_confirm_findings(cq_context *ctx, const cq_problem *problem,
                              const cq_answer *answer, bool all, cq_verdict *out,
                              char sentence[CQ_SENTENCE_SIZE]);

/* The same for a number alone, by the plain sweep, for as long as *work lasts: what it
 * takes is taken off. CQ_CONFIRM_WORK is what a default confirmation may take, at most
 * a tenth of a second: enough for the closed knight's tours of 6 x 6. */
#define CQ_CONFIRM_WORK (UINT64_C(20) << 20)
cq_status cq_confirm_number(cq_context *ctx, const cq_problem *problem,
                            const mpz_t number, uint64_t *work, cq_verdict *out);

#endif
