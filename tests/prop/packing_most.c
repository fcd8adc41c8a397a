/* packing_most.c - as many squares covered as possible: as many as brute force covers,
 * the checker agrees, and the answer as JSON is judged alike; with fewer left over, or
 * with another bound, it is refused. */
#include "properties.h"

/* The proof is then of something else. */
static bool spoil(const cq_problem *problem, cq_answer *answer)
{
    if (!answer->findings.left.count || cq_problem_is_matching(problem))
        return false;
    answer->findings.bound--;
    return true;
}

outcome most_is_right(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_most(problem) : -1;
    cq_answer *answer = NULL;
    outcome result = HOLDS;

    if (truth < 0)
        result = BESIDE;
    else if (cq_solve(t->ctx, problem, CQ_GOAL_MAX, NULL, &answer) != CQ_OK)
        result = fails(t, "cq_solve: %s", cq_error_text(t->ctx));
    else if ((long)(problem->board->count - answer->findings.left.count) != truth ||
             (long)answer->solutions.at[0].members.count != truth)
        result = fails(t, "covers %zu squares, %ld can be covered",
                       answer->solutions.at[0].members.count, truth);
    else
        result = judged_as_json(t, problem, answer, spoil);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}
