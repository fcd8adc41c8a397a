/* answer_check.c - walks over solutions and answers: see answer_check.h.
 *
 * The checker judges what an answer claims; this is about its form, which everything
 * that writes, draws or compares it takes for granted:
 *
 *     starts    empty, or one more than there are labels, from 0 up to the members
 *     verdict   no: nothing was found, and the count, if any, is 0
 *     count     not 0: the verdict is yes
 *     classes   none, or one for each listed solution
 *     proof     of a no; or that no more dominoes fit than the solution has, or that
 *               at least `bound` squares are left over
 *     findings  the smaller cell of a pair first; a number for each part or row
 */
#include "base/assert.h"
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

static bool all_below(const cq_u32s *numbers, size_t most)
{
    for (size_t i = 0; i < numbers->count; i++)
        cq_hold(numbers->at[i] < most);
    return true;
}

bool cq_solution_fits(const cq_solution *s, const cq_problem *problem)
{
    cq_hold(cq_solution_check(s));
    switch (problem->kind) {
    case CQ_TILING:
        cq_hold(s->starts.count || s->members.count == 0);
        cq_hold(all_below(&s->labels, problem->pieces.count));
        return all_below(&s->members, cq_board_size(problem->board));
    case CQ_COVER:
        cq_hold(s->starts.count == 0 && s->members.count == 0);
        return all_below(&s->labels, cq_cover_options(&problem->cover));
    case CQ_TOUR: break;
    }
    cq_hold(s->starts.count == 0 && s->labels.count == 0);
    return all_below(&s->members, problem->graph.vertices);
}

static bool check_findings(const cq_findings *f)
{
    size_t parts = f->parts.labels.count;

    for (size_t i = 0; i < f->pairs.count; i++)
        cq_hold(f->pairs.at[i].first < f->pairs.at[i].second);
    cq_hold(parts == 0 || parts == f->numbers.count);
    cq_hold(f->copies.count == 0 ||
            (f->numbers.count && f->copies.count % f->numbers.count == 0));
    for (size_t i = 0; i < f->numbers.count; i++)
        cq_hold(f->numbers.at[i] && f->numbers.at[i][0]);
    return cq_solution_check(&f->parts);
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
    cq_hold(answer->values.count == 0 || answer->solutions.count == 0 ||
            answer->values.count == answer->solutions.count);
    cq_hold(!answer->limit || answer->stop != CQ_FINISHED);
    cq_hold(!answer->total || answer->verdict == CQ_YES);
    cq_hold(answer->earlier <= answer->found);
    cq_hold(answer->certificate.proof == CQ_PROOF_NONE ||
            answer->certificate.proof == CQ_PROOF_COVER || answer->verdict == CQ_NO ||
            answer->findings.bound);
    for (size_t i = 0; i < answer->solutions.count; i++)
        cq_hold(cq_solution_check(&answer->solutions.at[i]));
    return check_findings(&answer->findings);
}
