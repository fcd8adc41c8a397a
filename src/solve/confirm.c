/* confirm.c - a count, once more by another engine or by the checker; and the words
 * that say how an answer was confirmed. */
#include "base/limbs.h"
#include "solve/solve_job.h"

#include <string.h>

static void number_of(const cq_answer *answer, mpz_t out)
{
    if (answer->counted)
        mpz_set(out, answer->count);
    else
        cq_number_set(out, answer->found);
}

/* Counts once more with another engine, which is cheap enough for this process alone; a
 * different number is a defect of ours. */
static cq_status count_again(cq_job *j, const cq_engine *engine)
{
    cq_answer *first = j->run.answer, *second = NULL;
    const cq_ranks *ranks = j->run.ranks;
    bool same = true;
    mpz_t a, b;
    cq_status status;

    cq_try(cq_answer_new(j->run.ctx, j->run.problem->kind, CQ_GOAL_COUNT, &second));
    mpz_inits(a, b, NULL);
    j->run.answer = second;
    j->run.ranks = NULL;
    status = cq_run_see_stop(&j->run, engine->run(&j->run));
    j->run.ranks = ranks;
    j->run.answer = first;
    number_of(first, a);
    number_of(second, b);
    if (status == CQ_OK && j->run.stop == CQ_FINISHED) {
        same = mpz_cmp(a, b) == 0;
        snprintf(first->second, sizeof first->second, "%s", engine->name);
    }
    mpz_clears(a, b, NULL);
    cq_answer_free(second);
    if (!same)
        return cq_fail(j->run.ctx, CQ_DEFECT, "the engines %s and %s count differently",
                       first->engine, engine->name);
    j->run.stop = CQ_FINISHED; /* the first count stands, whatever ended the second */
    return status == CQ_MEMORY ? CQ_OK : status;
}

cq_status cq_job_confirm(cq_job *j, const cq_planned *stage)
{
    const cq_answer *answer = j->run.answer;

    if (answer->verdict != CQ_YES || j->run.stop != CQ_FINISHED)
        return CQ_OK;
    j->run.checkpoint = NULL; /* what it was for is done */
    for (size_t i = 0; i < stage->shown.count; i++)
        if (strcmp(stage->names[i], answer->engine) != 0)
            return count_again(j, stage->engines[i]);
    return CQ_OK;
}

/* ---- in words ---- */

/* A number, a complete list, or that there is nothing: others may count that again. */
static bool is_count(const cq_job *j)
{
    const cq_answer *answer = j->run.answer;

    if (j->run.stop != CQ_FINISHED || j->run.parts || answer->earlier)
        return false;
    if (answer->verdict == CQ_NO)
        return !cq_answer_has_proof(answer);
    return answer->verdict == CQ_YES && (j->run.goal == CQ_GOAL_COUNT ||
                                         (j->run.goal == CQ_GOAL_ALL && answer->found));
}

typedef cq_status cq_confirm_fn(cq_context *ctx, const cq_problem *problem,
                                const cq_answer *answer, bool all, cq_verdict *out,
                                char sentence[CQ_SENTENCE_SIZE]);

/* Counted by the checker. That it was stopped or had no memory is no failure: the count
 * stands. */
static cq_status confirm_plainly(cq_job *j, cq_confirm_fn *again)
{
    cq_answer *answer = j->run.answer;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged = CQ_UNKNOWN;
    cq_status status = again(j->run.ctx, j->run.problem, answer, j->options->confirm,
                             &judged, sentence);

    if (status == CQ_MEMORY || status == CQ_STOPPED)
        snprintf(answer->confirmed, sizeof answer->confirmed, "not confirmed: %s",
                 status == CQ_MEMORY ? "there was not enough memory to count again"
                                     : "stopped before it was counted again");
    else if (status == CQ_OK && judged == CQ_NO && j->options->resume)
        return cq_fail(j->run.ctx, CQ_INPUT, /* numbers that someone has changed */
                       "the checkpoint %s does not fit this problem: %s",
                       j->options->resume, sentence);
    else if (status == CQ_OK && judged == CQ_NO)
        return cq_fail(j->run.ctx, CQ_DEFECT, "the engine %s counts wrong: %s",
                       answer->engine, sentence);
    else if (status == CQ_OK)
        snprintf(answer->confirmed, sizeof answer->confirmed, "%.*s",
                 (int)sizeof answer->confirmed - 1, sentence);
    return status == CQ_MEMORY || status == CQ_STOPPED ? CQ_OK : status;
}

cq_status cq_job_tell_confirmed(cq_job *j)
{
    cq_answer *answer = j->run.answer;
    char digits[CQ_GROUPED_SIZE];
    size_t size = sizeof answer->confirmed;

    answer->stop = j->run.stop; /* a list that was cut short claims less */
    if (*answer->confirmed)     /* known by now */
        return CQ_OK;
    if (*answer->second) {
        snprintf(answer->confirmed, size, "the engine %s counts the same",
                 answer->second);
        return CQ_OK;
    }
    if (is_count(j))
        return confirm_plainly(j, cq_confirm_count);
    if (answer->verdict == CQ_YES && (answer->total || answer->values.count))
        return confirm_plainly(j, cq_confirm_weights);
    if (answer->verdict == CQ_NO && cq_answer_has_proof(answer))
        snprintf(answer->confirmed, size, "the proof is right");
    else if (answer->verdict == CQ_YES && answer->found && !answer->counted)
        snprintf(answer->confirmed, size, "%s %s right%s",
                 cq_grouped(answer->found, digits),
                 answer->found == 1 ? "solution is" : "solutions are",
                 answer->chained ? ", but not drawn exactly uniformly" : "");
    else if (cq_answer_estimated(answer))
        snprintf(answer->confirmed, size, "not confirmed: it is an estimate");
    return CQ_OK;
}
