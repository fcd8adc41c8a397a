/* threads.c - properties of threads: every question has the same answer with one thread
 * and with several, whichever engine answers it, in memory and on disk.
 *
 * Lists without a named engine are those of the engine that was first, so only their
 * length is compared; the checker knows whether they are complete. Of a solution to be
 * found only the verdict is.
 */
#include "properties.h"

#include <stdlib.h>
#include <string.h>

enum { SEVERAL = 3, LISTED_MOST = 200, QUESTIONS = 3 };

typedef struct question {
    cq_goal goal;
    bool unique, symmetric;
} question;

static const question questions[] = {
    {CQ_GOAL_FIND, false, false},
    {CQ_GOAL_COUNT, false, false},
    {CQ_GOAL_ALL, false, false},
    {CQ_GOAL_COUNT, true, false},
    {CQ_GOAL_ALL, true, false},
    {CQ_GOAL_COUNT, false, true},
    {CQ_GOAL_SAMPLE, false, false},
    {CQ_GOAL_NTH, false, false},
    {CQ_GOAL_PROBABILITIES, false, false},
    {CQ_GOAL_COPIES, false, false},
    {CQ_GOAL_MAX, false, false},
};

typedef struct reply {
    cq_status status;
    cq_answer *answer;
    char *text; /* the answer as it is printed; NULL if letters do not suffice */
} reply;

static void drop_reply(reply *r)
{
    cq_answer_free(r->answer);
    free(r->text);
}

static reply ask(trial *t, const cq_problem *problem, cq_goal goal, cq_options options,
                 unsigned threads)
{
    reply r = {.answer = NULL, .text = NULL};
    size_t size;

    options.threads = threads;
    r.status = cq_solve(t->ctx, problem, goal, &options, &r.answer);
    if (r.status == CQ_OK)
        r.text = as_text(t, problem, r.answer, &size);
    return r;
}

/* Whether the engine that was first decides what is printed. */
static bool varies(cq_goal goal, const char *engine)
{
    return goal == CQ_GOAL_FIND || goal == CQ_GOAL_MAX ||
           (goal == CQ_GOAL_ALL && !engine);
}

static outcome compare(trial *t, const question *q, const char *engine,
                       const reply *one, const reply *many)
{
    const char *name = engine ? engine : "no engine named";

    if (one->status != many->status)
        return fails(t, "goal %d, %s: %s, with threads %s: %s", (int)q->goal, name,
                     cq_status_name(one->status), cq_status_name(many->status),
                     cq_error_text(t->ctx));
    if (one->status != CQ_OK)
        return HOLDS;
    if (cq_answer_verdict(one->answer) != cq_answer_verdict(many->answer))
        return fails(t, "goal %d, %s: %s, with threads %s", (int)q->goal, name,
                     cq_verdict_name(cq_answer_verdict(one->answer)),
                     cq_verdict_name(cq_answer_verdict(many->answer)));
    if (one->answer->solutions.count != many->answer->solutions.count)
        return fails(t, "goal %d, %s: %zu solutions, with threads %zu", (int)q->goal,
                     name, one->answer->solutions.count, many->answer->solutions.count);
    if (!varies(q->goal, engine) && one->text && many->text &&
        strcmp(one->text, many->text) != 0)
        return fails(t, "goal %d, %s:\n%.200s\nwith threads:\n%.200s", (int)q->goal,
                     name, one->text, many->text);
    return HOLDS;
}

static outcome judge_question(trial *t, const cq_problem *problem, const question *q,
                              const char *engine, long truth)
{
    char nth[24];
    cq_options options =
        CQ_OPTIONS(.engine = engine, .unique = q->unique, .symmetric = q->symmetric,
                   .nth = nth, .samples = 3, .seed = (uint64_t)truth);
    reply one, many;
    outcome result;

    snprintf(nth, sizeof nth, "%ld", 1 + truth / 2);
    one = ask(t, problem, q->goal, options, 1);
    if (cq_random_below(&t->random, 2))
        setenv("CHEQUER_DISK", "always", 1);
    many = ask(t, problem, q->goal, options, SEVERAL);
    unsetenv("CHEQUER_DISK");
    result = compare(t, q, engine, &one, &many);
    drop_reply(&one);
    drop_reply(&many);
    return result;
}

/* Some questions by dice, each to the engine that is chosen and to one by dice. */
outcome threads_agree(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 || truth > LISTED_MOST ? BESIDE : HOLDS;
    size_t engines = 0;

    while (cq_engine_name(engines))
        engines++;
    for (unsigned i = 0; i < QUESTIONS && result == HOLDS; i++) {
        const size_t all = sizeof questions / sizeof *questions;
        const question *q = &questions[cq_random_below(&t->random, all)];

        result = judge_question(t, problem, q, NULL, truth);
        if (result == HOLDS)
            result = judge_question(
                t, problem, q,
                cq_engine_name((size_t)cq_random_below(&t->random, engines)), truth);
    }
    cq_problem_free(problem);
    return result;
}
