/* judged.c - an answer before the checker: as it is, as JSON, and spoiled. */
#include "properties.h"

#include <stdlib.h>

outcome judged(trial *t, const cq_problem *problem, const cq_answer *answer,
               cq_verdict wanted)
{
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;

    if (cq_check(t->ctx, problem, answer, &verdict, sentence) != CQ_OK)
        return fails(t, "the check failed: %s", cq_error_text(t->ctx));
    if (verdict != wanted)
        return fails(t, "%s by %s judged %s: %s", cq_goal_name(answer->goal),
                     answer->engine, cq_verdict_name(verdict), sentence);
    return HOLDS;
}

outcome judged_as_json(trial *t, const cq_problem *problem, const cq_answer *answer,
                       spoil_fn *spoil)
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
        result = judged(t, problem, again, CQ_YES);
    if (result == HOLDS && spoil(problem, again))
        result = judged(t, problem, again, CQ_NO);
    cq_answer_free(again);
    free(text);
    return result;
}
