/* answer_check.c - walks over solutions and answers: see answer_check.h.
 *
 * The checker judges what an answer claims; this is about its form, which everything
 * that writes, draws or compares it takes for granted:
 *
 *     starts    empty, or one more than there are labels, from 0 up to the members
 *     verdict   no: nothing was found, and the count, if any, is 0
 *     count     not 0: the verdict is yes
 *     classes   none, or one for each listed solution
 *     proof     of a no; or that no more dominoes fit than the solution has
 */
#include "answer/answer_check.h"

bool cq_solution_check(const cq_solution *s)
{
    if (s->starts.count == 0)
        return true;
    cq_hold(s->starts.count == s->labels.count + 1 && s->starts.at[0] == 0);
    for (size_t i = 0; i < s->labels.count; i++)
        cq_hold(s->starts.at[i] < s->starts.at[i + 1]);
    cq_hold(s->starts.at[s->labels.count] == s->members.count);
    return true;
}

bool cq_answer_check(const cq_answer *answer)
{
    cq_hold(answer->verdict != CQ_NO || answer->solutions.count == 0);
    cq_hold(answer->verdict != CQ_NO || answer->found == 0);
    cq_hold(!answer->counted || mpz_sgn(answer->count) >= 0);
    cq_hold(!answer->counted || mpz_sgn(answer->count) == 0 ||
            answer->verdict == CQ_YES);
    cq_hold(answer->verdict != CQ_YES || !answer->counted ||
            mpz_sgn(answer->count) > 0);
    cq_hold(answer->classes.count == 0 ||
            answer->classes.count == answer->solutions.count);
    cq_hold(answer->earlier <= answer->found);
    cq_hold(answer->certificate.proof == CQ_PROOF_NONE ||
            answer->certificate.proof == CQ_PROOF_COVER || answer->verdict == CQ_NO);
    for (size_t i = 0; i < answer->solutions.count; i++)
        cq_hold(cq_solution_check(&answer->solutions.at[i]));
    return true;
}
