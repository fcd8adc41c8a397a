/* packing_most.c - as many squares covered as possible: as many as brute force covers,
 * the checker agrees, and the answer as JSON is judged alike; with fewer left over, or
 * with another bound, it is refused. */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

static outcome judge(trial *t, const cq_problem *problem, const cq_answer *answer,
                     cq_verdict wanted)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;

    if (cq_check(t->ctx, problem, answer, &verdict, sentence) != CQ_OK)
        return fails(t, "the check failed: %s", cq_error_text(t->ctx));
    if (verdict != wanted)
        return fails(t, "judged %s: %s", cq_verdict_name(verdict), sentence);
    return HOLDS;
}

/* The answer as JSON, read again. */
static outcome judge_json(trial *t, const cq_problem *problem, const cq_answer *answer)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    cq_answer *again = NULL;
    outcome result;

    if (!stream || cq_answer_write_json(t->ctx, problem, answer, stream) != CQ_OK)
        exit(1);
    fclose(stream);
    if (cq_answer_read(t->ctx, problem, "answer", text, size, &again) != CQ_OK)
        result = fails(t, "%s\ndoes not read back: %s", text, cq_error_text(t->ctx));
    else
        result = judge(t, problem, again, CQ_YES);
    if (result == HOLDS && again->findings.left.count &&
        !cq_problem_is_matching(problem)) {
        again->findings.bound--; /* the proof is then of something else */
        result = judge(t, problem, again, CQ_NO);
    }
    cq_answer_free(again);
    free(text);
    return result;
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
        result = judge_json(t, problem, answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    return result;
}
