/* stages_run.c - a plan is carried out: stage by stage, until the question is decided.
 */
#include "solve/solve_job.h"

#include "base/assert.h"

#include <string.h>

bool cq_job_is_open(const cq_job *j)
{
    return j->run.answer->verdict == CQ_UNKNOWN &&
           !cq_answer_estimated(j->run.answer) && j->run.stop == CQ_FINISHED;
}

/* An engine by itself; `before` is the one that was asked before it and gave up. */
static cq_status run_alone(cq_job *j, const cq_planned *stage, const char *before)
{
    if (before && stage->shown.kind == CQ_STAGE_ENGINE)
        cq_note(j->run.ctx, "engine %s: %s did not decide it", stage->names[0], before);
    else if (stage->shown.kind != CQ_STAGE_CONDITIONS)
        cq_note(j->run.ctx, "engine %s: %s", stage->names[0], stage->why);
    j->run.answer->counters.count = 0;
    return cq_job_engine(j, stage->engines[0]);
}

/* What a sweep would take, added to an estimate of a search. */
static cq_status foresee(cq_job *j, const cq_planned *stage)
{
    cq_run *run = &j->run;
    cq_answer *answer = run->answer;
    char engine[sizeof answer->engine];
    double deadline = run->deadline;
    cq_stop stop = run->stop;
    cq_status status;

    cq_assert(run->goal == CQ_GOAL_ESTIMATE && stage->shown.count == 1);
    if (stop == CQ_STOP_CANCELLED || answer->verdict == CQ_NO)
        return CQ_OK;
    memcpy(engine, answer->engine, sizeof engine);
    run->deadline = 0; /* that was for the probes */
    status = stage->engines[0]->run(run);
    run->deadline = deadline;
    run->stop = stop;
    memcpy(answer->engine, engine, sizeof engine);
    return status;
}

static cq_status run_stage(cq_job *j, const cq_planned *stage, const char *before)
{
    switch (stage->shown.kind) {
    case CQ_STAGE_OUTLINE:
    case CQ_STAGE_CONDITIONS:
    case CQ_STAGE_PROOF:
    case CQ_STAGE_ENGINE:
        return cq_job_is_open(j) ? run_alone(j, stage, before) : CQ_OK;
    case CQ_STAGE_RACE: return cq_job_is_open(j) ? cq_job_race(j, stage) : CQ_OK;
    case CQ_STAGE_CONFIRM: return cq_job_confirm(j, stage);
    case CQ_STAGE_FORESEE: return foresee(j, stage);
    case CQ_STAGE_REASON: return cq_job_reason(j, stage);
    case CQ_STAGE_PACKING: return cq_job_packing(j);
    case CQ_STAGE_CHAIN: return cq_job_is_open(j) ? cq_job_chain(j) : CQ_OK;
    case CQ_STAGE_LISTING: return cq_job_listing(j);
    }
    return CQ_OK;
}

/* An engine that memory has no room for gives up if a chain can draw what it was to
 * draw. */
static cq_status give_way(cq_job *j, const cq_planned *next, cq_status status)
{
    if (status != CQ_MEMORY || j->run.answer->found ||
        next->shown.kind != CQ_STAGE_CHAIN)
        return status;
    cq_note(j->run.ctx, "%s; a chain draws them instead", cq_error_text(j->run.ctx));
    return CQ_OK;
}

cq_status cq_job_stages(cq_job *j, const cq_solve_plan *plan)
{
    char line[256];
    const char *before = NULL;
    cq_status status = CQ_OK;

    if (plan->stages.count > 1) {
        cq_stages_tell(plan, line, sizeof line);
        cq_note(j->run.ctx, "plan: %s", line);
    }
    cq_assert(plan->stages.count > 0);
    for (size_t i = 0; i < plan->stages.count && status == CQ_OK; i++) {
        const cq_planned *stage = &plan->stages.at[i];

        status = run_stage(j, stage, before);
        if (i + 1 < plan->stages.count)
            status = give_way(j, stage + 1, status);
        if (stage->shown.kind != CQ_STAGE_CONDITIONS)
            before = stage->names[0];
    }
    return status;
}
