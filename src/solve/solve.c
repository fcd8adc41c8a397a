/* solve.c - a problem and a goal in, a checked answer out.
 *
 * Unless an engine is named, the necessary conditions are looked at first; if they
 * prove nothing, the cheapest engine that fits takes over. Every solution passes the
 * checker before anyone sees it, and so does the reason of a no. An answer that the
 * checker refuses is a defect of ours and is not handed out.
 *
 * A long run may be cut into parts, and may keep its state on file (checkpoint.h): then
 * only engines that can do so are asked, and what is said of a part is never taken for
 * a statement about the whole.
 *
 * Running out of memory or time is not an error: the answer then says so in its stop,
 * and its verdict and count claim no more than is known.
 */
#include "solve/solve.h"

#include "base/clock.h"
#include "check/check.h"
#include "engine/checkpoint.h"
#include "solve/classes.h"

#include <string.h>

typedef struct job {
    cq_run run; /* first: the run is the job */
    const cq_options *options;
    cq_checker *checker;
    cq_classes *classes; /* NULL: all solutions are wanted */
    cq_answer *single;   /* what on_solution gets to see */
    cq_solution ordered; /* a solution whose parts came in another order */
    cq_solution turned;  /* a closed tour from another start */
    cq_checkpoint checkpoint;
} job;

/* ---- solutions ---- */

static cq_status check_solution(job *j, const cq_solution *solution)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right;
    cq_status status = cq_checker_solution(j->checker, solution, &right, sentence);

    if (status == CQ_OK && !right)
        status = cq_fail(j->run.ctx, CQ_DEFECT,
                         "the engine %s found a solution that fails its check: %s",
                         j->run.answer->engine, sentence);
    return status;
}

static cq_status keep_solution(job *j, const cq_solution *solution, uint64_t size)
{
    cq_solution copy = {0};
    cq_status status = CQ_OK;

    if (solution == j->run.handed) {
        copy = *solution;
        memset(j->run.handed, 0, sizeof copy);
    } else
        status = cq_solution_copy(j->run.ctx, solution, &copy);
    if (status == CQ_OK && size)
        status = cq_vec_reserve(j->run.ctx, &j->run.answer->classes, 1);
    if (status != CQ_OK) {
        cq_solution_free(&copy);
        return status;
    }
    if (size)
        j->run.answer->classes.at[j->run.answer->classes.count++] = size;
    status = cq_vec_push(j->run.ctx, &j->run.answer->solutions, copy);
    if (status != CQ_OK)
        cq_solution_free(&copy);
    return status;
}

/* Shows the solution in an answer of its own, without copying it. */
static cq_status show_solution(job *j, const cq_solution *solution, uint64_t size)
{
    bool go_on;

    j->single->solutions.count = j->single->classes.count = 0;
    if (cq_vec_reserve(j->run.ctx, &j->single->solutions, 1) != CQ_OK ||
        cq_vec_reserve(j->run.ctx, &j->single->classes, 1) != CQ_OK)
        return CQ_MEMORY;
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
static cq_status sort_solution(job *j, const cq_solution *solution, cq_sorted *out)
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

/* A closed tour is told from the vertex that the problem names, in the direction that
 * ends at its last: in j->turned, or the solution itself where it is so already. */
static cq_status settle_start(job *j, const cq_solution *solution,
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
    if (cq_vec_reserve(j->run.ctx, &j->turned.members, n) != CQ_OK)
        return CQ_MEMORY;
    for (size_t i = 0; i < n; i++)
        j->turned.members.at[i] = walk->at[(first + (back ? n - i : i)) % n];
    j->turned.members.count = n;
    *out = &j->turned;
    return CQ_OK;
}

static cq_status on_found(cq_run *run, const cq_solution *solution)
{
    job *j = (job *)run;
    const cq_solution *ordered;
    cq_sorted sorted;
    cq_status status = settle_start(j, solution, &solution);

    if (status == CQ_OK)
        status = check_solution(j, solution);
    if (status == CQ_OK)
        status = cq_solution_order(run->ctx, solution, &j->ordered, &ordered);
    if (status == CQ_OK)
        status = sort_solution(j, ordered, &sorted);
    if (status != CQ_OK)
        return status;
    run->passed_over = !sorted.wanted;
    if (!sorted.wanted || run->answer->goal == CQ_GOAL_COUNT)
        return CQ_OK;
    return j->options->on_solution ? show_solution(j, sorted.shown, sorted.size)
                                   : keep_solution(j, sorted.shown, sorted.size);
}

/* ---- running ---- */

/* The reason of a no is judged too. One that is beyond the checker's means is dropped,
 * except that of an exhausted search, which is named as what it is. */
static cq_status check_reason(job *j)
{
    cq_answer *answer = j->run.answer;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;
    cq_status status;

    if (answer->verdict != CQ_NO || answer->certificate.proof == CQ_PROOF_NONE ||
        answer->certificate.proof == CQ_PROOF_EXHAUSTED)
        return CQ_OK;
    status = cq_check_certificate(j->run.ctx, j->run.problem, &answer->certificate,
                                  &judged, sentence);
    if (status != CQ_OK || judged == CQ_YES)
        return status;
    if (judged == CQ_NO)
        return cq_fail(j->run.ctx, CQ_DEFECT,
                       "the engine %s gave a reason that fails its check: %s",
                       answer->engine, sentence);
    cq_certificate_free(&answer->certificate);
    answer->verdict = CQ_UNKNOWN;
    return CQ_OK;
}

/* What is found out beside solutions is judged as a whole. What is beyond the
 * checker's means is handed out, and said so. */
static cq_status check_findings(job *j)
{
    cq_answer *answer = j->run.answer;
    char sentence[CQ_SENTENCE_SIZE];
    cq_verdict judged;
    cq_status status;

    if (answer->verdict != CQ_YES || !cq_goal_has_findings(j->run.goal))
        return CQ_OK;
    status = cq_check(j->run.ctx, j->run.problem, answer, &judged, sentence);
    if (status == CQ_OK && judged == CQ_NO)
        status = cq_fail(j->run.ctx, CQ_DEFECT,
                         "the engine %s found something that fails its check: %s",
                         answer->engine, sentence);
    if (status == CQ_OK)
        cq_note(j->run.ctx, "%s: %s", judged == CQ_YES ? "checked" : "not judged",
                sentence);
    return status;
}

static cq_status run_engine(job *j, const cq_engine *engine)
{
    cq_answer *answer = j->run.answer;
    cq_status status = CQ_OK;

    snprintf(answer->engine, sizeof answer->engine, "%s", engine->name);
    status = cq_classes_prepare(j->classes, engine, &j->run);
    if (status == CQ_OK && !(engine->can & CQ_CAN_OUTLINE))
        status = cq_run_lists(&j->run);
    if (status == CQ_OK)
        status = engine->run(&j->run);
    if (status == CQ_OK)
        status = cq_classes_finish(j->classes, &j->run);
    if (status == CQ_OK)
        status = check_reason(j);
    return status == CQ_OK ? check_findings(j) : status;
}

/* One engine after the other, as long as nothing is decided: a quick one may give up.
 * */
static cq_status run_choice(job *j, const cq_choice *choice)
{
    cq_answer *answer = j->run.answer;
    cq_status status = CQ_OK;

    cq_note(j->run.ctx, "engine %s: %s", choice->engines[0]->name, choice->why);
    for (size_t i = 0; i < choice->count && status == CQ_OK; i++) {
        if (i > 0)
            cq_note(j->run.ctx, "engine %s: %s did not decide it",
                    choice->engines[i]->name, choice->engines[i - 1]->name);
        answer->counters.count = 0;
        status = run_engine(j, choice->engines[i]);
        if (answer->verdict != CQ_UNKNOWN || cq_answer_estimated(answer) ||
            j->run.stop != CQ_FINISHED)
            break;
    }
    return status;
}

/* A count of zero says no without saying why: the engines that prove do. */
static cq_status find_reason(job *j)
{
    cq_answer *answer = j->run.answer;
    char engine[sizeof answer->engine];
    cq_choice provers;
    cq_status status;

    if (answer->verdict != CQ_NO || answer->certificate.proof != CQ_PROOF_NONE ||
        j->run.parts)
        return CQ_OK;
    j->run.checkpoint = NULL; /* what it was for is done */
    status =
        cq_engine_choose(j->run.ctx, j->run.problem, CQ_GOAL_WHY, NULL, 0, &provers);
    if (status != CQ_OK)
        return status;
    memcpy(engine, answer->engine, sizeof engine);
    answer->verdict = CQ_UNKNOWN;
    j->run.goal = CQ_GOAL_WHY;
    status = run_choice(j, &provers);
    j->run.goal = answer->goal;
    if (status == CQ_OK && answer->verdict == CQ_YES)
        return cq_fail(j->run.ctx, CQ_DEFECT,
                       "the engine %s counts 0, but %s finds a solution", engine,
                       answer->engine);
    memcpy(answer->engine, engine, sizeof engine);
    answer->verdict = CQ_NO;
    return status;
}

/* Beyond so many seconds a second count is not worth its while. */
static const double confirm_most = 0.05;

static void number_of(const cq_answer *answer, mpz_t out)
{
    if (answer->counted)
        mpz_set(out, answer->count);
    else
        mpz_set_ui(out, answer->found);
}

/* Counts once more with another engine; a different number is a defect of ours. */
static cq_status count_again(job *j, const cq_engine *engine)
{
    cq_answer *first = j->run.answer, *second = NULL;
    bool same = true;
    mpz_t a, b;
    cq_status status =
        cq_answer_new(j->run.ctx, j->run.problem->kind, CQ_GOAL_COUNT, &second);

    if (status != CQ_OK)
        return status;
    mpz_inits(a, b, NULL);
    j->run.answer = second;
    status = engine->run(&j->run);
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

/* A number has no short proof: where a second method costs little, it is asked too. */
static cq_status confirm_count(job *j, const cq_choice *choice)
{
    const cq_answer *answer = j->run.answer;

    if (answer->goal != CQ_GOAL_COUNT || answer->verdict != CQ_YES ||
        j->run.stop != CQ_FINISHED || j->run.parts || j->classes)
        return CQ_OK;
    j->run.checkpoint = NULL;
    for (size_t i = 1; i < choice->count && choice->costs[i] <= confirm_most; i++)
        if (strcmp(choice->engines[i]->name, answer->engine) != 0)
            return count_again(j, choice->engines[i]);
    return CQ_OK;
}

/* What only some engines can do. */
static unsigned needs_of(const job *j)
{
    const cq_problem *problem = j->run.problem;
    unsigned needs = 0;

    if (j->run.checkpoint)
        needs |= CQ_CAN_RESUME;
    if (j->run.parts)
        needs |= CQ_CAN_PART;
    if (problem->to != CQ_NO_VERTEX ||
        (problem->from != CQ_NO_VERTEX && !problem->closed))
        needs |= CQ_CAN_ENDS; /* where a closed tour starts is settled afterwards */
    if (problem->symmetric)
        needs |= CQ_CAN_SYMMETRY;
    if (j->run.order)
        needs |= CQ_CAN_ORDER;
    return needs;
}

/* A board that is too large for lists until they are needed. */
static bool is_outline(const cq_problem *problem)
{
    return problem->kind == CQ_TOUR && !problem->graph.starts;
}

/* On such a board an engine that needs no lists goes first, before the conditions. */
static cq_status run_outlined(job *j, cq_choice *choice)
{
    const cq_engine *engine;
    cq_status status;
    size_t at = 0;

    while (at < choice->count && !(choice->engines[at]->can & CQ_CAN_OUTLINE))
        at++;
    if (!is_outline(j->run.problem) || at == choice->count)
        return CQ_OK;
    engine = choice->engines[at];
    cq_note(j->run.ctx, "engine %s: the board is large", engine->name);
    status = run_engine(j, engine);
    if (choice->count == 1)
        return status;
    choice->count--;
    for (; at < choice->count; at++) {
        choice->engines[at] = choice->engines[at + 1];
        choice->costs[at] = choice->costs[at + 1];
    }
    snprintf(choice->why, sizeof choice->why, "%s did not decide it", engine->name);
    return status;
}

static cq_status run_one(cq_run *run, const cq_engine *engine)
{
    return run_engine((job *)run, engine);
}

/* What is given to be numbered must be a solution. */
static cq_status check_given(job *j)
{
    char sentence[CQ_SENTENCE_SIZE];
    bool right;
    cq_status status;

    if (j->run.goal != CQ_GOAL_INDEX)
        return CQ_OK;
    if (!j->run.given || j->options->given->kind != j->run.problem->kind)
        return cq_fail(j->run.ctx, CQ_INPUT, "there is no solution to be numbered");
    if (j->options->given->unclear)
        return cq_fail(j->run.ctx, CQ_INPUT,
                       "what is to be numbered fits several solutions, as text does "
                       "not tell equal pieces or options apart: give it as JSON");
    status = cq_checker_solution(j->checker, j->run.given, &right, sentence);
    if (status == CQ_OK && !right)
        status = cq_fail(j->run.ctx, CQ_INPUT,
                         "what is to be numbered is not a solution: %s", sentence);
    return status;
}

static cq_status run_engines(job *j, cq_goal goal, const char *name)
{
    cq_choice choice;
    cq_status status =
        cq_engine_choose(j->run.ctx, j->run.problem, cq_classes_goal(j->classes, goal),
                         name, needs_of(j), &choice);

    if (status != CQ_OK)
        return status;
    if (cq_classes_hopeless(j->classes)) {
        cq_run_exhausted(&j->run, 0);
        return CQ_OK;
    }
    if (!name) {
        status = run_outlined(j, &choice);
        if (status != CQ_OK || j->run.answer->verdict != CQ_UNKNOWN ||
            j->run.stop != CQ_FINISHED)
            return status;
    }
    if (!name && !cq_goal_of(goal)->without_conditions) {
        status = run_engine(j, &cq_engine_necessary);
        if (status != CQ_OK || j->run.answer->verdict == CQ_NO ||
            j->run.stop != CQ_FINISHED)
            return status;
    }
    if (!name && !j->classes)
        status = cq_race_cover(&j->run, &choice, run_one);
    if (status == CQ_OK && j->run.answer->verdict == CQ_UNKNOWN &&
        j->run.stop == CQ_FINISHED)
        status = run_choice(j, &choice);
    if (status == CQ_OK && goal == CQ_GOAL_ESTIMATE && !name)
        status = cq_race_estimate(&j->run);
    if (status == CQ_OK)
        status = confirm_count(j, &choice);
    return status == CQ_OK ? find_reason(j) : status;
}

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
static cq_status conclude(job *j)
{
    cq_answer *answer = j->run.answer;

    if (answer->goal == CQ_GOAL_FIND && j->run.stop == CQ_STOP_LIMIT)
        j->run.stop = CQ_FINISHED; /* one of all was asked for, and is there */
    answer->stop = j->run.stop;
    answer->part = j->run.part;
    answer->parts = j->run.parts;
    if (answer->parts && answer->stop == CQ_FINISHED)
        forget_part(answer);
    answer->seconds = cq_clock_seconds() - j->run.started;
    if (answer->goal == CQ_GOAL_COUNT && answer->stop == CQ_FINISHED &&
        answer->verdict != CQ_UNKNOWN && !answer->counted) {
        answer->counted = true;
        mpz_set_ui(answer->count, answer->found);
    }
    if (answer->verdict == CQ_NO || answer->certificate.proof == CQ_PROOF_COVER)
        return cq_answer_explain(answer, j->run.problem);
    return CQ_OK;
}

static cq_status set_up(job *j, const cq_problem *problem, cq_goal goal)
{
    cq_context *ctx = j->run.ctx;
    cq_status status = cq_answer_new(ctx, problem->kind, goal, &j->run.answer);

    if (status == CQ_OK)
        status = cq_answer_new(ctx, problem->kind, goal, &j->single);
    if (status == CQ_OK) {
        j->run.answer->unique = j->single->unique = j->options->unique;
        j->run.answer->symmetric = j->single->symmetric = j->options->symmetric;
    }
    return status;
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

/* Running out of memory ends the run with what is known, and is not a failure. */
static cq_status run(job *j, cq_goal goal, const char *engine)
{
    cq_status status = cq_checker_new(j->run.ctx, j->run.problem, &j->checker);

    if (status == CQ_OK)
        status =
            cq_classes_new(j->run.ctx, j->run.problem, goal, j->options, &j->classes);
    if (status == CQ_OK)
        status = check_given(j);
    if (status == CQ_OK)
        status = run_engines(j, goal, engine);
    if (status != CQ_MEMORY)
        return status;
    j->run.stop = CQ_STOP_MEMORY;
    if (j->run.answer->verdict == CQ_NO || cq_goal_has_findings(goal)) {
        /* The reason, or what was found, may not have been judged. */
        cq_certificate_free(&j->run.answer->certificate);
        drop_findings(j->run.answer);
        j->run.answer->verdict = CQ_UNKNOWN;
    }
    return CQ_OK;
}

/* ---- long runs ---- */

static cq_status before_checkpoint(void *user, cq_checkpoint *checkpoint)
{
    job *j = user;

    if (j->options->on_checkpoint &&
        !j->options->on_checkpoint(j->options->user, &checkpoint->output))
        return cq_fail(j->run.ctx, CQ_STOPPED, "stopped before a checkpoint");
    return CQ_OK;
}

/* "unique symmetric part 2/8": what else a run that is taken up must agree in. */
static void set_variant(const job *j, char *out, size_t size)
{
    const char *unique = j->options->unique ? "unique" : "";
    const char *symmetric = j->options->symmetric ? "symmetric" : "";
    const char *both = *unique && *symmetric ? " " : "";
    const char *behind = (*unique || *symmetric) && j->run.parts ? " " : "";

    snprintf(out, size, "%s%s%s%s", unique, both, symmetric, behind);
    if (j->run.parts)
        snprintf(out + strlen(out), size - strlen(out), "part %u/%u", j->run.part,
                 j->run.parts);
}

/* Where the state is kept; names the engine that takes it up. */
static cq_status set_up_checkpoint(job *j, const char **engine, char name[32])
{
    cq_checkpoint *c = &j->checkpoint;
    const cq_options *options = j->options;
    cq_checkpoint_info info;
    cq_status status;

    if (!options->checkpoint && !options->resume)
        return CQ_OK;
    c->write = options->checkpoint ? options->checkpoint : options->resume;
    c->read = options->resume;
    c->every = 60;
    c->next = j->run.started + c->every;
    c->before = before_checkpoint;
    c->user = j;
    set_variant(j, c->variant, sizeof c->variant);
    j->run.checkpoint = c;
    if (!options->resume)
        return CQ_OK;
    status = cq_checkpoint_look(j->run.ctx, options->resume, &info);
    if (status == CQ_OK && !*engine) {
        memcpy(name, info.engine, sizeof info.engine);
        *engine = name;
    }
    return status;
}

static cq_status check_question(cq_context *ctx, const cq_problem *problem,
                                cq_goal goal, const cq_options *options)
{
    if (!cq_goal_suits(goal, problem))
        return cq_fail(ctx, CQ_REFUSED, "the goal %s is for %s only",
                       cq_goal_name(goal), cq_goal_whom(goal));
    if (options->part > options->parts || (options->parts && options->part == 0))
        return cq_fail(ctx, CQ_REFUSED, "there is no part %u of %u", options->part,
                       options->parts);
    return CQ_OK;
}

cq_status cq_solve(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                   const cq_options *options, cq_answer **out)
{
    static const cq_options none = {0};
    job j = {.options = options ? options : &none};
    const char *engine = j.options->engine;
    char taking_up[32];
    cq_status status = check_question(ctx, problem, goal, j.options);

    if (status != CQ_OK)
        return status;

    j.run.ctx = ctx;
    j.run.problem = problem;
    j.run.goal = goal;
    j.run.first = goal == CQ_GOAL_ALL ? j.options->first : 0;
    j.run.samples = j.options->samples ? j.options->samples : 1;
    j.run.nth = j.options->nth;
    if (j.options->given && j.options->given->solutions.count)
        j.run.given = &j.options->given->solutions.at[0];
    j.run.seed = j.options->seed;
    j.run.ties = j.options->ties;
    j.run.steps = j.options->steps;
    j.run.order = j.options->order;
    j.run.order_count = j.options->order_count;
    j.run.threads = j.options->threads ? j.options->threads : 1;
    j.run.part = j.options->part;
    j.run.parts = j.options->parts;
    j.run.on_found = on_found;
    j.run.on_progress = j.options->on_progress;
    j.run.user = j.options->user;
    j.run.started = cq_clock_seconds();
    j.run.next_progress = j.run.started + 0.1;
    if (j.options->seconds > 0)
        j.run.deadline = j.run.started + j.options->seconds;
    j.run.work = j.options->work;

    status = set_up_checkpoint(&j, &engine, taking_up);
    if (status == CQ_OK)
        status = set_up(&j, problem, goal);
    if (status == CQ_OK)
        status = run(&j, goal, engine);
    if (status == CQ_OK)
        status = conclude(&j);
    cq_run_unlist(&j.run, problem);
    cq_checker_free(j.checker);
    cq_classes_free(j.classes);
    cq_answer_free(j.single);
    cq_solution_free(&j.ordered);
    cq_solution_free(&j.turned);
    if (status != CQ_OK) {
        cq_answer_free(j.run.answer);
        return status;
    }
    *out = j.run.answer;
    return CQ_OK;
}
