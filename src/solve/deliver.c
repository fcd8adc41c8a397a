/* deliver.c - a solution on its way from the engine to the caller.
 *
 *     sifted (tilings, by rules that are no items) -> mixed (tours, by the seed)
 *         -> turned (closed tours) -> checked -> its parts in order -> its class
 *         -> without blanks -> shown, kept
 *
 * An engine that finds a solution which fails its check is a defect of ours: nothing of
 * it is handed out.
 */
#include "solve/solve_job.h"

#include "answer/answer_check.h"
#include "solve/connected.h"

#include <string.h>

/* Blanks on free squares are ours, and nothing that the checker has to know. */
static cq_status strip(cq_job *j, const cq_solution *solution, const cq_solution **out)
{
    return cq_solution_strip(j->run.ctx, j->run.problem, solution, &j->stripped, out);
}

static cq_status check_solution(cq_job *j, const cq_solution *solution)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right = false;
    cq_status status = strip(j, solution, &solution);

    cq_then(status, cq_checker_solution(j->checker, solution, &right, sentence));
    if (status == CQ_OK && !right)
        status = cq_fail(j->run.ctx, CQ_DEFECT,
                         "the engine %s found a solution that fails its check: %s",
                         j->run.answer->engine, sentence);
    return status;
}

static cq_status keep_solution(cq_job *j, const cq_solution *solution, uint64_t size)
{
    cq_answer *answer = j->run.answer;
    cq_solution copy = {0};
    cq_status status = CQ_OK;

    if (solution == j->run.handed) {
        copy = *solution;
        memset(j->run.handed, 0, sizeof copy);
    } else
        status = cq_solution_copy(j->run.ctx, solution, &copy);
    cq_then(status, cq_vec_reserve(j->run.ctx, &answer->classes, 1));
    cq_then(status, cq_vec_push(j->run.ctx, &answer->solutions, copy));
    if (status != CQ_OK)
        cq_solution_free(&copy);
    else if (size)
        answer->classes.at[answer->classes.count++] = size;
    cq_assert(!answer->classes.count ||
              answer->classes.count == answer->solutions.count);
    return status;
}

/* What a solution costs, to the answer that holds it; the engine has said the same. */
static cq_status add_value(cq_job *j, const cq_solution *solution)
{
    cq_run *run = &j->run;
    cq_status status;
    char *text = NULL;
    mpq_t cost;

    if (run->goal != CQ_GOAL_CHEAPEST && run->goal != CQ_GOAL_DEAREST)
        return CQ_OK;
    mpq_init(cost);
    status = cq_checker_cost(j->checker, solution, cost, &text);
    if (status == CQ_OK && run->value && !mpq_equal(*run->value, cost))
        status = cq_fail(run->ctx, CQ_DEFECT, "the engine %s adds up wrong",
                         run->answer->engine);
    mpq_clear(cost);
    if (status == CQ_OK)
        return cq_answer_add_value(run->answer, text);
    cq_free(text);
    return status;
}

/* The same for the answer that holds it alone. */
static cq_status show_value(cq_job *j)
{
    const cq_answer *answer = j->run.answer;
    const char *last = cq_answer_value(answer, answer->values.count - 1);
    char *text = last ? cq_strndup(j->run.ctx, last, strlen(last)) : NULL;

    if (!last)
        return CQ_OK;
    return text ? cq_answer_add_value(j->single, text) : CQ_MEMORY;
}

/* Shows the solution in an answer of its own, without copying it. */
static cq_status show_solution(cq_job *j, const cq_solution *solution, uint64_t size)
{
    bool go_on;

    j->single->solutions.count = j->single->classes.count = 0;
    cq_answer_drop_values(j->single);
    cq_try(show_value(j));
    cq_try(cq_vec_reserve(j->run.ctx, &j->single->solutions, 1));
    cq_try(cq_vec_reserve(j->run.ctx, &j->single->classes, 1));
    j->single->classes.at[0] = size;
    j->single->classes.count = size > 0;
    j->single->solutions.at[0] = *solution;
    j->single->solutions.count = 1;
    j->single->found = j->run.answer->found + 1;
    j->single->verdict = CQ_YES;
    memcpy(j->single->engine, j->run.answer->engine, sizeof j->single->engine);
    go_on = j->options->on_solution(j->options->user, j->single);
    j->single->solutions.count = 0; /* it was borrowed */
    if (!go_on && j->run.stop == CQ_FINISHED)
        j->run.stop = CQ_STOP_CANCELLED;
    return CQ_OK;
}

/* Whether the solution is wanted, and which one of its class is shown; that one is
 * judged too. */
static cq_status sort_solution(cq_job *j, const cq_solution *solution, cq_sorted *out)
{
    bool show = j->run.answer->goal != CQ_GOAL_COUNT;
    cq_status status;

    *out = (cq_sorted){.wanted = true, .shown = solution};
    if (!j->classes)
        return CQ_OK;
    status = cq_classes_sort(j->classes, &j->run, solution, show, out);
    if (status == CQ_OK && out->wanted && out->shown != solution)
        status = check_solution(j, out->shown);
    return status;
}

/* A tour that was asked for with a seed is another for each, whatever engine found it;
 * an engine that is named keeps its own. */
static cq_status settle_seed(cq_job *j, const cq_solution *solution,
                             const cq_solution **out)
{
    const cq_problem *problem = j->run.problem;
    const cq_u32s *walk = &solution->members;

    *out = solution;
    if (problem->kind != CQ_TOUR || problem->symmetric ||
        cq_problem_is_numbered(problem) || !j->options->seed || j->options->engine ||
        j->run.answer->goal != CQ_GOAL_FIND)
        return CQ_OK;
    cq_solution_clear(&j->mixed);
    cq_try(cq_u32s_append(j->run.ctx, &j->mixed.members, walk->at, walk->count));
    *out = &j->mixed;
    return cq_tour_mix(j->run.ctx, problem, j->options->seed, &j->mixed.members);
}

/* A closed tour starts at the vertex that the problem names, in the direction that
 * ends at its last: in j->turned, or the solution itself if it is so already. */
static cq_status settle_start(cq_job *j, const cq_solution *solution,
                              const cq_solution **out)
{
    const cq_problem *problem = j->run.problem;
    const cq_u32s *walk = &solution->members;
    size_t first = 0, n = walk->count;
    bool back;

    *out = solution;
    if (problem->kind != CQ_TOUR || !problem->closed || problem->from == CQ_NO_VERTEX)
        return CQ_OK;
    while (first < n && walk->at[first] != problem->from)
        first++;
    if (first == n || n == 0) /* the checker says so */
        return CQ_OK;
    back = problem->to != CQ_NO_VERTEX && walk->at[(first + 1) % n] == problem->to;
    if (first == 0 && !back)
        return CQ_OK;
    cq_solution_clear(&j->turned);
    cq_try(cq_vec_reserve(j->run.ctx, &j->turned.members, n));
    cq_walk_turn(walk->at, n, problem->from, problem->to, j->turned.members.at);
    j->turned.members.count = n;
    cq_assert(j->turned.members.at[0] == problem->from);
    *out = &j->turned;
    return CQ_OK;
}

/* A solution that is wanted by the rules, on its way through. */
static cq_status deliver(cq_job *j, const cq_solution *solution)
{
    cq_run *run = &j->run;
    const cq_solution *ordered;
    cq_sorted sorted;
    cq_status status = settle_seed(j, solution, &solution);

    cq_then(status, settle_start(j, solution, &solution));
    cq_assert(status != CQ_OK || cq_solution_check(solution));
    cq_then(status, check_solution(j, solution));
    cq_then(status, cq_solution_order(run->ctx, solution, &j->ordered, &ordered));
    cq_then(status, sort_solution(j, ordered, &sorted));
    if (status != CQ_OK)
        return status;
    run->passed_over = !sorted.wanted;
    if (!sorted.wanted || run->answer->goal == CQ_GOAL_COUNT)
        return CQ_OK;
    cq_try(strip(j, sorted.shown, &sorted.shown));
    cq_try(add_value(j, sorted.shown));
    return j->options->on_solution ? show_solution(j, sorted.shown, sorted.size)
                                   : keep_solution(j, sorted.shown, sorted.size);
}

cq_status cq_job_found(cq_run *run, const cq_solution *solution)
{
    bool kept;

    cq_try(cq_keeps_connected(run->ctx, run->problem, solution, &kept));
    run->passed_over = !kept;
    return kept ? deliver((cq_job *)run, solution) : CQ_OK;
}

cq_status cq_job_in_peace(cq_job *job, cq_peace_fn *hand_out, void *user)
{
    cq_context *ctx = job->run.ctx;
    bool cancelled = atomic_exchange(&ctx->cancelled, false);
    double deadline = ctx->deadline;
    cq_status status;

    ctx->deadline = 0;
    status = hand_out(user);
    ctx->deadline = deadline;
    if (cancelled)
        atomic_store(&ctx->cancelled, true);
    atomic_store(&ctx->told, false);
    return status;
}
