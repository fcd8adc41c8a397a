/* judged.c - an engine runs, and what it says is checked before anyone sees it. */
#include "solve/solve_job.h"

#include "base/assert.h"

/* The reason of a no is judged too. One that is beyond the checker's means is dropped,
 * except that of an exhausted search, which is named as what it is. */
static cq_status check_reason(cq_job *j)
{
    cq_answer *answer = j->run.answer;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;

    if (answer->verdict != CQ_NO || !cq_answer_has_proof(answer) ||
        answer->goal == CQ_GOAL_MAX)
        return CQ_OK; /* the last was judged where it was found, about a packing */
    cq_try(cq_check_certificate(j->run.ctx, j->run.problem, &answer->certificate,
                                &judged, sentence));
    if (judged == CQ_YES)
        return CQ_OK;
    if (judged == CQ_NO)
        return cq_fail(j->run.ctx, CQ_DEFECT,
                       "the engine %s gave a reason that fails its check: %s",
                       answer->engine, sentence);
    cq_certificate_free(&answer->certificate);
    answer->verdict = CQ_UNKNOWN;
    return CQ_OK;
}

/* What is found out beside solutions is judged as a whole. What is beyond the
 * checker's means, or was stopped while it went as far as it takes, is handed out, and
 * said so. */
static cq_status check_findings(cq_job *j)
{
    cq_answer *answer = j->run.answer;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged = CQ_UNKNOWN;
    cq_status status;

    if (answer->verdict != CQ_YES || !cq_goal_has_findings(j->run.goal))
        return CQ_OK;
    status = cq_confirm_findings(j->run.ctx, j->run.problem, answer,
                                 j->options->confirm, &judged, sentence);
    if (status == CQ_STOPPED && j->options->confirm)
        snprintf(sentence, sizeof sentence, "stopped before it was counted again");
    else
        cq_try(status);
    if (judged == CQ_NO)
        return cq_fail(j->run.ctx, CQ_DEFECT,
                       "the engine %s found something that fails its check: %s",
                       answer->engine, sentence);
    snprintf(answer->confirmed, sizeof answer->confirmed, "%s%.160s",
             judged == CQ_YES ? "" : "not confirmed: ", sentence);
    return CQ_OK;
}

cq_status cq_job_judge(cq_job *j)
{
    cq_try(check_reason(j));
    return check_findings(j);
}

cq_status cq_job_run(cq_job *j, const cq_engine *engine)
{
    cq_answer *answer = j->run.answer;

    snprintf(answer->engine, sizeof answer->engine, "%s", engine->name);
    cq_try(cq_classes_prepare(j->classes, engine, &j->run));
    if (!(engine->can & CQ_CAN_OUTLINE))
        cq_try(cq_run_lists(&j->run));
    cq_assert(engine->goals & CQ_GOAL_BIT(j->run.goal) ||
              engine == &cq_engine_necessary);
    return engine->run(&j->run);
}

cq_status cq_job_engine(cq_job *j, const cq_engine *engine)
{
    cq_answer *answer = j->run.answer;

    if (j->run.parts) /* of what a part is, unless the engine knows better */
        snprintf(answer->tree, sizeof answer->tree, "%s %s", engine->name,
                 cq_version());
    cq_try(cq_run_see_stop(&j->run, cq_job_run(j, engine)));
    cq_try(cq_classes_finish(j->classes, &j->run));
    return cq_job_judge(j);
}

cq_status cq_job_check_given(cq_job *j)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right;

    if (j->run.goal != CQ_GOAL_INDEX)
        return CQ_OK;
    if (!j->run.given || j->options->given->kind != j->run.problem->kind)
        return cq_fail(j->run.ctx, CQ_INPUT, "there is no solution to be numbered");
    if (j->options->given->unclear)
        return cq_fail(j->run.ctx, CQ_INPUT,
                       "the text to be numbered fits several solutions, because it "
                       "does not tell equal pieces or options apart: give it as JSON");
    cq_try(cq_checker_solution(j->checker, j->run.given, &right, sentence));
    if (!right)
        return cq_fail(j->run.ctx, CQ_INPUT,
                       "the text to be numbered is not a solution: %s", sentence);
    if (cq_problem_free_piece(j->run.problem) == CQ_NO_PIECE)
        return CQ_OK;
    cq_try(cq_solution_copy(j->run.ctx, j->run.given, &j->filled));
    cq_try(cq_solution_fill(j->run.ctx, j->run.problem, &j->filled));
    j->run.given = &j->filled;
    return CQ_OK;
}
