/* confirm.c - a count, once more by another engine. */
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

/* Counts once more with another engine; a different number is a defect of ours. */
static cq_status count_again(cq_job *j, const cq_engine *engine)
{
    cq_answer *first = j->run.answer, *second = NULL;
    bool same = true;
    mpz_t a, b;
    cq_status status;

    cq_try(cq_answer_new(j->run.ctx, j->run.problem->kind, CQ_GOAL_COUNT, &second));
    mpz_inits(a, b, NULL);
    j->run.answer = second;
    status = cq_run_see_stop(&j->run, engine->run(&j->run));
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
