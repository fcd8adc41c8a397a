/* solve.c - a problem and a goal in, a checked answer out.
 *
 * A plan is made first (stages.c) and then carried out (stages_run.c). Every solution
 * passes the checker before anyone sees it (deliver.c), and so does the reason of a no
 * (judged.c). An answer that the checker refuses is a defect of ours and is not handed
 * out.
 *
 * A long run may be cut into parts, and may keep its state on file (long_run.c): then
 * only engines that can do so are asked, and what is said of a part is never taken for
 * a statement about the whole.
 *
 * Running out of memory or time is not an error: the answer then says so in its stop,
 * and its verdict and count claim no more than is known.
 */
#include "solve/solve_job.h"

#include "answer/answer_check.h"
#include "base/clock.h"
#include "base/limbs.h"
#include "engine/scratch.h"

#include <string.h>

/* That a part has no solutions is no reason for the whole to have none. */
static void forget_part(cq_answer *answer)
{
    if (answer->verdict != CQ_NO || answer->certificate.proof != CQ_PROOF_EXHAUSTED)
        return;
    cq_certificate_free(&answer->certificate);
    answer->verdict = CQ_UNKNOWN;
    answer->counted |= answer->goal == CQ_GOAL_COUNT;
}

/* What follows from what happened: the count, the verdict of a stopped run. */
static cq_status conclude(cq_job *j)
{
    cq_answer *answer = j->run.answer;

    if ((answer->goal == CQ_GOAL_FIND || answer->goal == CQ_GOAL_WHY) &&
        j->run.stop == CQ_STOP_LIMIT)
        j->run.stop = CQ_FINISHED; /* one of all was asked for, and is there */
    answer->stop = j->run.stop;
    answer->part = j->run.part;
    answer->parts = j->run.parts;
    if (answer->parts && answer->stop == CQ_FINISHED)
        forget_part(answer);
    answer->seconds = cq_clock_seconds() - j->run.started;
    cq_assert(answer->seconds >= 0 && answer->found >= answer->solutions.count);
    if (answer->goal == CQ_GOAL_COUNT && answer->stop == CQ_FINISHED &&
        answer->verdict != CQ_UNKNOWN && !answer->counted) {
        answer->counted = true;
        cq_number_set(answer->count, answer->found);
    }
    if (answer->verdict == CQ_NO || answer->certificate.proof != CQ_PROOF_NONE)
        return cq_answer_explain(answer, j->run.problem);
    return CQ_OK;
}

static cq_status set_up(cq_job *j, const cq_problem *problem, cq_goal goal)
{
    cq_try(cq_answer_new(j->run.ctx, problem->kind, goal, &j->run.answer));
    cq_try(cq_answer_new(j->run.ctx, problem->kind, goal, &j->single));
    j->run.answer->unique = j->single->unique = j->options->unique;
    j->run.answer->symmetric = j->single->symmetric = j->options->symmetric;
    return CQ_OK;
}

static void drop_findings(cq_answer *answer)
{
    if (!cq_goal_has_findings(answer->goal))
        return;
    cq_findings_free(&answer->findings);
    while (answer->solutions.count)
        cq_solution_free(&answer->solutions.at[--answer->solutions.count]);
    answer->found = 0;
    answer->counted = false;
}

static cq_status plan_and_run(cq_job *j, cq_goal goal)
{
    cq_solve_plan *plan = NULL;
    cq_status status =
        cq_stages_make(j->run.ctx, j->run.problem, goal, j->options, j->classes, &plan);

    if (status == CQ_OK && cq_classes_hopeless(j->classes))
        cq_run_exhausted(&j->run, 0);
    else if (status == CQ_OK)
        status = cq_job_stages(j, plan);
    cq_solve_plan_free(plan);
    return status;
}

/* Running out of memory, or of time outside of an engine, ends the run with what is
 * known, and is not a failure. */
static cq_status run(cq_job *j, cq_goal goal)
{
    cq_status status = cq_checker_new(j->run.ctx, j->run.problem, &j->checker);

    cq_then(status,
            cq_classes_new(j->run.ctx, j->run.problem, goal, j->options, &j->classes));
    cq_then(status, cq_job_check_given(j));
    cq_then(status, cq_job_greet(j));
    cq_then(status, plan_and_run(j, goal));
    if (status == CQ_OK && cq_job_is_open(j))
        status = cq_poll(j->run.ctx); /* what is not known may be so for a stop */
    cq_then(status, cq_job_tell_confirmed(j));
    if (status != CQ_MEMORY && status != CQ_STOPPED)
        return status;
    j->run.stop = status == CQ_MEMORY ? CQ_STOP_MEMORY : cq_context_stop(j->run.ctx);
    if (j->run.answer->verdict == CQ_NO || cq_goal_has_findings(goal)) {
        /* The reason, or what was found, may not have been judged. */
        cq_certificate_free(&j->run.answer->certificate);
        drop_findings(j->run.answer);
        j->run.answer->verdict = CQ_UNKNOWN;
    }
    return CQ_OK;
}

/* How many solutions to stop after; 0: none. */
static uint64_t wanted(cq_goal goal, const cq_options *options)
{
    if (goal == CQ_GOAL_ALL)
        return options->first;
    if (goal == CQ_GOAL_CHEAPEST || goal == CQ_GOAL_DEAREST)
        return options->first ? options->first : 1;
    return 0;
}

static void start_run(cq_job *j, cq_context *ctx, const cq_problem *problem,
                      cq_goal goal)
{
    const cq_options *o = j->options;

    j->run = (cq_run){.ctx = ctx,
                      .problem = problem,
                      .goal = goal,
                      .first = wanted(goal, o),
                      .samples = o->samples ? o->samples : 1,
                      .nth = o->nth,
                      .by = o->by,
                      .seed = o->seed,
                      .ties = o->ties,
                      .steps = o->steps,
                      .start_seconds = o->start_seconds,
                      .move_order = o->move_order,
                      .cut = o->cut,
                      .join = o->join,
                      .order = o->order,
                      .order_count = o->order_count,
                      .threads = o->threads ? o->threads : 1,
                      .ranks = o->ranks,
                      .epoch = &j->epoch,
                      .part = o->part,
                      .parts = o->parts,
                      .scratch = o->scratch,
                      .on_found = cq_job_found,
                      .on_progress = o->on_progress,
                      .user = o->user,
                      .work = o->work,
                      .started = cq_clock_seconds()};
    if (o->given && o->given->solutions.count)
        j->run.given = &o->given->solutions.at[0];
    j->run.next_progress = j->run.started + 0.1;
    ctx->deadline = j->run.deadline = cq_call_deadline(ctx, j->run.started, o->seconds);
    atomic_store(&ctx->told, false);
    cq_job_checkpoint(j);
}

static void drop(cq_job *j, const cq_problem *problem)
{
    cq_run_unlist(&j->run, problem);
    cq_checker_free(j->checker);
    cq_classes_free(j->classes);
    cq_answer_free(j->single);
    cq_solution_free(&j->stripped);
    cq_solution_free(&j->filled);
    cq_solution_free(&j->ordered);
    cq_solution_free(&j->mixed);
    cq_solution_free(&j->turned);
}

cq_status cq_solve(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                   const cq_options *options, cq_answer **out)
{
    cq_options known;
    cq_job j = {.options = &known};
    double before = ctx ? ctx->deadline : 0;
    cq_status status = cq_need(ctx, out, "a place for the answer");

    cq_then(status, cq_options_read(ctx, options, &known));
    cq_then(status, cq_ranks_check(ctx, &known, true));
    cq_then(status, cq_question_check(ctx, problem, goal, j.options));
    if (status != CQ_OK)
        return status;
    start_run(&j, ctx, problem, goal);
    status = set_up(&j, problem, goal);
    cq_then(status, run(&j, goal));
    cq_job_part(&j);
    ctx->deadline = before;
    cq_then(status, conclude(&j));
    drop(&j, problem);
    if (status != CQ_OK) {
        cq_answer_free(j.run.answer);
        return status;
    }
    cq_assert(cq_answer_check(j.run.answer));
    *out = j.run.answer;
    return CQ_OK;
}

/* Limits are rank 0's to see to; a stop comes from there, too. */
cq_status cq_follow(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                    const cq_options *options)
{
    cq_options known;
    cq_job j = {.options = &known};
    double before = ctx ? ctx->deadline : 0;
    cq_status status = ctx ? CQ_OK : CQ_INPUT;

    cq_then(status, cq_options_read(ctx, options, &known));
    cq_then(status, cq_ranks_check(ctx, &known, false));
    if (status == CQ_OK && !problem) {
        cq_job_tell_failure(ctx, known.ranks, 0, CQ_INPUT);
        return CQ_INPUT;
    }
    cq_then(status, cq_question_check(ctx, problem, goal, j.options));
    if (status != CQ_OK)
        return status;
    start_run(&j, ctx, problem, goal);
    ctx->deadline = j.run.deadline = 0;
    j.run.work = 0;
    j.run.on_progress = NULL;
    status = set_up(&j, problem, goal);
    cq_then(status, cq_job_follow(&j, goal));
    ctx->deadline = before;
    drop(&j, problem);
    cq_answer_free(j.run.answer);
    return status;
}
