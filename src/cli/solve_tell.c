/* solve_tell.c - how a search went, on standard error, and its exit code. */
#include "cli/solving.h"

static bool is_stopped(const cq_search *run, const cq_answer *answer)
{
    if (answer->verdict == CQ_UNKNOWN)
        return !(answer->stop == CQ_FINISHED &&
                 (answer->parts || cq_answer_estimated(answer)));
    if (answer->verdict == CQ_NO || run->goal == CQ_GOAL_FIND ||
        run->goal == CQ_GOAL_WHY)
        return false;
    return answer->stop != CQ_FINISHED &&
           !(answer->stop == CQ_STOP_LIMIT && run->goal == CQ_GOAL_ALL);
}

static int exit_code_of(const cq_search *run, const cq_answer *answer)
{
    if (is_stopped(run, answer))
        return CQ_EXIT_STOPPED;
    return answer->verdict == CQ_NO ? CQ_EXIT_NO : CQ_EXIT_YES;
}

/* cq_solve has checked all that it hands out, except what has no short proof. */
static void tell_check(const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (answer->verdict == CQ_YES && cq_goal_has_findings(answer->goal))
        return; /* a note of the library has said it */
    if (answer->verdict == CQ_NO)
        fprintf(stderr, "checked: %s\n",
                answer->certificate.proof == CQ_PROOF_EXHAUSTED
                    ? "nothing, an exhausted search has no short proof"
                    : "the proof is right");
    else if (answer->goal == CQ_GOAL_COUNT && answer->second[0])
        fprintf(stderr, "checked: the engine %s counts the same\n", answer->second);
    else if (answer->goal == CQ_GOAL_COUNT && answer->verdict == CQ_YES)
        fputs("checked: nothing, a count has no short proof\n", stderr);
    else if (answer->found)
        fprintf(stderr, "checked: %s %s right\n", cq_grouped(answer->found, number),
                answer->found == 1 ? "solution is" : "solutions are");
}

/* -v: what was done, a line each. */
static void tell_work(const cq_search *run, const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (!run->cli->set.verbose)
        return;
    if (answer->engine[0])
        fprintf(stderr, "engine: %s\n", answer->engine);
    for (size_t i = 0; i < answer->counters.count; i++)
        fprintf(stderr, "%s: %s\n", answer->counters.at[i].name,
                cq_grouped(answer->counters.at[i].value, number));
    tell_check(answer);
    fprintf(stderr, "time: %.3g s\n", answer->seconds);
    fprintf(stderr, "memory: %s bytes at the most\n",
            cq_grouped(cq_context_memory_peak(run->cli->ctx), number));
}

static const char *stopped_by(cq_stop stop)
{
    switch (stop) {
    case CQ_STOP_TIME: return "by the time limit";
    case CQ_STOP_MEMORY: return "by the memory limit";
    case CQ_STOP_WORK: return "by the limit on work";
    case CQ_STOP_CANCELLED: return "by the user";
    default: return "early";
    }
}

static void tell_stop(const cq_search *run, const cq_answer *answer)
{
    char number[CQ_GROUPED_SIZE];

    if (!is_stopped(run, answer))
        return;
    if (answer->stop == CQ_STOP_MEMORY)
        cq_report(run->cli, CQ_MEMORY); /* the context still says what did not fit */
    if (answer->found)
        cq_remark(run->cli, "stopped %s with %s found", stopped_by(answer->stop),
                  cq_grouped(answer->found, number));
}

/* Where the state is, and how to go on from it. */
static void tell_again(const cq_search *run, const cq_answer *answer)
{
    if (!cq_search_goes_on(run, answer) || run->cli->set.quiet)
        return;
    fputs("chequer: go on with: ", stderr);
    cq_again_write(run->cli, run->checkpoint, stderr);
}

int cq_search_finish(cq_search *run, const cq_answer *answer)
{
    cq_status status = cq_search_write(run, answer);

    if (status != CQ_OK)
        return cq_report(run->cli, status);
    cq_flush_output(run->cli); /* before what standard error adds */
    tell_stop(run, answer);
    tell_again(run, answer);
    tell_work(run, answer);
    return exit_code_of(run, answer);
}
