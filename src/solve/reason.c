/* reason.c - why a number is zero.
 *
 * An engine that counts says no without saying why, or only that all was tried. What
 * finds a reason soon is asked too. If nothing does, the count itself is the reason.
 */
#include "solve/solve_job.h"

#include <string.h>

static cq_status ask_provers(cq_job *j, const cq_planned *stage)
{
    cq_answer *answer = j->run.answer;

    for (size_t i = 0; i < stage->shown.count && cq_job_is_open(j); i++) {
        cq_note(j->run.ctx, "engine %s: %s", stage->names[i], stage->why);
        cq_try(cq_job_engine(j, stage->engines[i]));
    }
    if (answer->verdict == CQ_YES)
        return cq_fail(j->run.ctx, CQ_DEFECT,
                       "the number is 0, but the engine %s finds a solution",
                       answer->engine);
    return CQ_OK;
}

cq_status cq_job_reason(cq_job *j, const cq_planned *stage)
{
    cq_answer *answer = j->run.answer;
    cq_certificate before = answer->certificate;
    char engine[sizeof answer->engine];
    size_t counters = answer->counters.count;
    cq_status status;

    if (answer->verdict != CQ_NO || cq_answer_has_proof(answer))
        return CQ_OK;
    j->run.checkpoint = NULL; /* what it was for is done */
    memcpy(engine, answer->engine, sizeof engine);
    memset(&answer->certificate, 0, sizeof answer->certificate);
    answer->verdict = CQ_UNKNOWN;
    j->run.goal = CQ_GOAL_WHY;
    status = ask_provers(j, stage);
    j->run.goal = answer->goal;
    memcpy(answer->engine, engine, sizeof engine);
    if (answer->verdict == CQ_NO) {
        cq_certificate_free(&before);
    } else {
        cq_certificate_free(&answer->certificate);
        answer->certificate = before;
        answer->counters.count = counters;
    }
    answer->verdict = CQ_NO;
    return status;
}
