/* solve_tell.c - how a search went, on standard error, and its exit code. */
#include "cli/solving.h"

static bool is_stopped(const cq_search *run, const cq_answer *answer)
{
    if (cq_answer_verdict(answer) == CQ_UNKNOWN)
        return !(cq_answer_stop(answer) == CQ_FINISHED &&
                 (cq_answer_parts(answer, NULL) || cq_answer_estimate(answer)));
    if (cq_answer_verdict(answer) == CQ_NO || run->goal == CQ_GOAL_FIND ||
        run->goal == CQ_GOAL_WHY)
        return false;
    return cq_answer_stop(answer) != CQ_FINISHED &&
           !(cq_answer_stop(answer) == CQ_STOP_LIMIT && run->goal == CQ_GOAL_ALL);
}

static int exit_code_of(const cq_search *run, const cq_answer *answer)
{
    if (is_stopped(run, answer))
        return CQ_EXIT_STOPPED;
    return cq_answer_verdict(answer) == CQ_NO ? CQ_EXIT_NO : CQ_EXIT_YES;
}

/* -v: what was done, a line each. */
static void tell_work(const cq_search *run, const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];
    const char *name;
    uint64_t value;

    if (!run->cli->set.verbose)
        return;
    if (*cq_answer_engine(answer))
        fprintf(stderr, "engine: %s\n", cq_answer_engine(answer));
    for (size_t i = 0; (name = cq_answer_counter(answer, i, &value)); i++)
        fprintf(stderr, "%s: %s\n", name, cq_grouped(value, number));
    if (*cq_answer_confirmation(answer))
        fprintf(stderr, "checked: %s\n", cq_answer_confirmation(answer));
    fprintf(stderr, "time: %.3g s\n", cq_answer_seconds(answer));
    fprintf(stderr, "memory: %s bytes at the most\n",
            cq_grouped(cq_context_memory_peak(run->cli->ctx), number));
}

static void tell_stop(const cq_search *run, const cq_answer *answer)
{
    const char *by = cq_stopped_by(cq_answer_stop(answer));
    char number[CQ_GROUPED_SIZE];

    if (!is_stopped(run, answer))
        return;
    if (cq_answer_stop(answer) == CQ_STOP_MEMORY)
        cq_report(run->cli, CQ_MEMORY); /* the context still says what did not fit */
    if (cq_answer_goal(answer) == CQ_GOAL_MAX && cq_answer_found(answer)) {
        size_t left;

        cq_answer_cells(answer, CQ_CELLS_LEFT, &left);
        cq_remark(run->cli,
                  "stopped %s: %zu square%s left over, and at least %s must be", by,
                  left, left == 1 ? " is" : "s are",
                  cq_grouped(cq_answer_bound(answer), number));
    } else if (cq_answer_limit(answer)) {
        cq_remark(run->cli,
                  "stopped %s: the best so far costs %s, and none costs %s than %s", by,
                  cq_answer_value(answer, 0),
                  cq_answer_goal(answer) == CQ_GOAL_DEAREST ? "more" : "less",
                  cq_answer_limit(answer));
    } else if (cq_answer_found(answer) && cq_answer_value(answer, 0)) {
        cq_remark(run->cli, "stopped %s: the best so far costs %s", by,
                  cq_answer_value(answer, 0));
    } else if (cq_answer_found(answer))
        cq_remark(run->cli, "stopped %s with %s found", by,
                  cq_grouped(cq_answer_found(answer), number));
}

static void tell_chain(const cq_search *run, const cq_answer *answer)
{
    if (run->goal == CQ_GOAL_SAMPLE && cq_answer_found(answer) &&
        !cq_answer_is_uniform(answer))
        cq_remark(run->cli, "drawn by a Markov chain: not exactly uniform");
}

static cq_status tell_advice(const cq_search *run, const cq_answer *answer)
{
    char advice[CQ_SENTENCE_SIZE];

    if (run->cli->set.explain || run->goal == CQ_GOAL_TOTAL)
        return CQ_OK; /* the argument says it all, and so does a sum of 0 */
    cq_try(cq_answer_advise(run->cli->ctx, run->problem, answer, advice));
    if (*advice)
        cq_remark(run->cli, "%s", advice);
    return CQ_OK;
}

/* How to go on from where the state is. */
static void tell_command(const cq_search *run, const char *checkpoint)
{
    if (run->cli->set.quiet)
        return;
    fputs("chequer: go on with: ", stderr);
    cq_again_write(run->cli, checkpoint, stderr);
}

int cq_search_finish(cq_search *run, const cq_answer *answer)
{
    cq_status status = cq_search_write(run, answer);

    if (status == CQ_OK) {
        cq_flush_output(run->cli); /* before what standard error adds */
        tell_stop(run, answer);
        tell_chain(run, answer);
        if (cq_search_goes_on(run, answer))
            tell_command(run, run->checkpoint);
        status = tell_advice(run, answer);
    }
    if (status != CQ_OK) {
        cq_search_fail(run, status);
        return run->failure;
    }
    tell_work(run, answer);
    return exit_code_of(run, answer);
}

/* ---- failures ---- */

void cq_search_fail(cq_search *run, cq_status status)
{
    cq_assert(status != CQ_OK && !run->failure); /* one is reported */
    run->failure = cq_report(run->cli, status);
    run->refused = status == CQ_INPUT;
}

/* A checkpoint replaces the file of its name, so this run has written one if there is
 * another file than before. */
static bool has_saved(const cq_search *run)
{
    const struct stat *before = &run->saved_before;
    struct stat now;

    return run->checkpoint && stat(run->checkpoint, &now) == 0 &&
           (now.st_ino != before->st_ino ||
            now.st_mtim.tv_sec != before->st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != before->st_mtim.tv_nsec);
}

void cq_search_leave(cq_search *run)
{
    const char *from = has_saved(run)  ? run->checkpoint
                       : run->kept.out ? run->cli->set.resume
                                       : NULL;

    if (run->refused)
        return;
    cq_assert(run->failure && (!run->kept.out || run->checkpoint));
    if (!from) {
        cq_kept_drop(&run->kept);
        return;
    }
    if (run->kept.out)
        cq_remark(run->cli, "the list up to the last checkpoint is in %s",
                  run->kept.partial);
    tell_command(run, from);
}
