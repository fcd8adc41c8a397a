/* solving.c - properties of the engines: they agree with each other and with brute
 * force, they list as many as they count, each once, and every answer passes its check.
 */
#include "properties.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 400, MOST_CELLS = 64 };

/* A solution in a form that does not depend on the order of its parts: a number for
 * each cell, or for each option. */
typedef struct picture {
    uint32_t at[MOST_CELLS];
} picture;

static void take_picture(const cq_problem *problem, const cq_solution *s, picture *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < s->members.count && problem->kind == CQ_TOUR; i++) {
        size_t n = s->members.count;
        uint32_t a = s->members.at[(i + n - 1) % n], b = s->members.at[(i + 1) % n];

        if (!problem->closed || problem->numbers.count) /* in which place it is */
            out->at[s->members.at[i] % MOST_CELLS] = (uint32_t)i;
        else /* between which two, either way round */
            out->at[s->members.at[i] % MOST_CELLS] =
                (a < b ? a : b) * MOST_CELLS + (a < b ? b : a);
    }
    for (size_t i = 0; i < s->labels.count; i++) {
        uint32_t first = UINT32_MAX;

        if (problem->kind == CQ_COVER) {
            out->at[s->labels.at[i] % MOST_CELLS] = 1;
            continue;
        }
        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            first = s->members.at[m] < first ? s->members.at[m] : first;
        for (uint32_t m = s->starts.at[i]; m < s->starts.at[i + 1]; m++)
            out->at[s->members.at[m] % MOST_CELLS] =
                1 + s->labels.at[i] * MOST_CELLS + first;
    }
}

static int compare_pictures(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(picture));
}

static bool all_differ(const cq_problem *problem, const cq_answer *answer)
{
    size_t count = answer->solutions.count;
    picture *pictures = calloc(count + 1, sizeof *pictures);
    bool differ = true;

    if (!pictures)
        exit(1);
    for (size_t i = 0; i < count; i++)
        take_picture(problem, &answer->solutions.at[i], &pictures[i]);
    qsort(pictures, count, sizeof *pictures, compare_pictures);
    for (size_t i = 1; i < count; i++)
        differ &= compare_pictures(&pictures[i - 1], &pictures[i]) != 0;
    free(pictures);
    return differ;
}

static outcome judge_listed(trial *t, const cq_problem *problem, const char *engine,
                            const cq_answer *answer, long truth)
{
    if (answer->found != (uint64_t)truth)
        return fails(t, "%s lists %" PRIu64 ", there are %ld", engine, answer->found,
                     truth);
    if (answer->solutions.count != (size_t)truth)
        return fails(t, "%s keeps %zu of %ld", engine, answer->solutions.count, truth);
    for (size_t i = 0; i < answer->solutions.count; i++)
        if (!brute_judge(problem, &answer->solutions.at[i]))
            return fails(t, "%s lists one that is wrong (number %zu)", engine, i + 1);
    if (!all_differ(problem, answer))
        return fails(t, "%s lists one twice", engine);
    return HOLDS;
}

static outcome judge_answer(trial *t, const cq_problem *problem, cq_goal goal,
                            const char *engine, const cq_answer *answer, long truth)
{
    const char *count = cq_answer_count(answer);
    cq_verdict verdict = CQ_UNKNOWN;
    char sentence[CQ_SENTENCE_SIZE] = "";
    char expected[32];

    if (cq_check(t->ctx, problem, answer, &verdict, sentence) != CQ_OK)
        return fails(t, "%s: the check failed: %s", engine, cq_error_text(t->ctx));
    if (verdict == CQ_NO)
        return fails(t, "%s: its answer is refused: %s", engine, sentence);
    /* These two only know reasons against, as do some about tours, while others only
     * find them; all others must come to a verdict. */
    if ((strcmp(engine, "necessary") == 0 || strcmp(engine, "colouring") == 0 ||
         (problem->kind == CQ_TOUR && strcmp(engine, "cq_solve") != 0)) &&
        cq_answer_verdict(answer) == CQ_UNKNOWN)
        return HOLDS;
    if (cq_answer_verdict(answer) != (truth > 0 ? CQ_YES : CQ_NO))
        return fails(t, "%s says %s, there are %ld", engine,
                     cq_verdict_name(cq_answer_verdict(answer)), truth);
    if (goal == CQ_GOAL_FIND && truth > 0 &&
        (answer->solutions.count != 1 ||
         !brute_judge(problem, &answer->solutions.at[0])))
        return fails(t, "%s found none or a wrong one", engine);
    if (goal == CQ_GOAL_COUNT) {
        snprintf(expected, sizeof expected, "%ld", truth);
        if (!count || strcmp(count, expected) != 0)
            return fails(t, "%s counts %s, there are %ld", engine,
                         count ? count : "nothing", truth);
    }
    return goal == CQ_GOAL_ALL ? judge_listed(t, problem, engine, answer, truth)
                               : HOLDS;
}

/* Each goal with one engine, or with the one that is chosen (NULL). */
static outcome try_engine(trial *t, const cq_problem *problem, const char *engine,
                          long truth)
{
    static const cq_goal goals[] = {CQ_GOAL_FIND, CQ_GOAL_COUNT, CQ_GOAL_ALL};
    const cq_options options = CQ_OPTIONS(.engine = engine);
    outcome result = HOLDS;

    for (size_t i = 0; i < 3 && result == HOLDS; i++) {
        cq_answer *answer = NULL;
        cq_status status = cq_solve(t->ctx, problem, goals[i], &options, &answer);

        if (engine && status == CQ_REFUSED)
            continue;
        if (goals[i] == CQ_GOAL_ALL && truth > MOST_LISTED) {
            cq_answer_free(answer);
            continue;
        }
        if (status != CQ_OK)
            result = fails(t, "%s: %s: %s", engine ? engine : "cq_solve",
                           cq_status_name(status), cq_error_text(t->ctx));
        else
            result = judge_answer(t, problem, goals[i], engine ? engine : "cq_solve",
                                  answer, truth);
        cq_answer_free(answer);
    }
    return result;
}

outcome engines_agree(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : try_engine(t, problem, NULL, truth);

    for (size_t i = 0; result == HOLDS && cq_engine_name(i); i++)
        result = try_engine(t, problem, cq_engine_name(i), truth);
    cq_problem_free(problem);
    return result;
}

/* Every layer of a sweep goes to disk; with one thread and with several. */
outcome disk_agrees(trial *t)
{
    static const char *const engines[] = {"plugs", "frontier"};
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : HOLDS;

    setenv("CHEQUER_DISK", "always", 1);
    for (size_t i = 0; i < 4 && result == HOLDS; i++) {
        const cq_options options =
            CQ_OPTIONS(.engine = engines[i % 2], .threads = i < 2 ? 1 : 3);
        cq_answer *answer = NULL;
        cq_status status = cq_solve(t->ctx, problem, CQ_GOAL_COUNT, &options, &answer);

        if (status == CQ_OK)
            result =
                judge_answer(t, problem, CQ_GOAL_COUNT, options.engine, answer, truth);
        else if (status != CQ_REFUSED)
            result = fails(t, "%s: %s", options.engine, cq_error_text(t->ctx));
        cq_answer_free(answer);
    }
    unsetenv("CHEQUER_DISK");
    cq_problem_free(problem);
    return result;
}

/* A piece that may be turned over but not turned has a fixed axis, which a quarter turn
 * of the whole puzzle would have to turn with it. */
static bool turns_with_the_board(const cq_problem *problem)
{
    for (size_t i = 0; i < problem->pieces.count; i++)
        if (problem->pieces.at[i].flip && !problem->pieces.at[i].rotate)
            return false;
    return true;
}

static bool count_of(trial *t, const cq_problem *problem, char *count, size_t size)
{
    cq_answer *answer = NULL;
    bool worked = cq_solve(t->ctx, problem, CQ_GOAL_COUNT, NULL, &answer) == CQ_OK &&
                  cq_answer_count(answer);

    if (worked)
        snprintf(count, size, "%s", cq_answer_count(answer));
    cq_answer_free(answer);
    return worked;
}

outcome images_agree(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    char first[64] = "", other[64] = "";
    outcome result = HOLDS;

    if (!problem)
        return BESIDE;
    if (brute_count(problem) < 0 || !turns_with_the_board(problem))
        result = BESIDE;
    else if (!count_of(t, problem, first, sizeof first))
        result = fails(t, "it cannot be counted: %s", cq_error_text(t->ctx));
    for (unsigned s = 1; s < 8 && result == HOLDS; s++) {
        input image;
        cq_problem *turned;

        input_image(t->in, s, &image);
        turned = input_problem(t->ctx, &image);
        if (!turned)
            result = BESIDE;
        else if (!count_of(t, turned, other, sizeof other))
            result = fails(t, "its image under symmetry %u cannot be counted", s);
        else if (strcmp(first, other) != 0)
            result = fails(t, "%s tilings, and %s of its image under symmetry %u",
                           first, other, s);
        cq_problem_free(turned);
    }
    cq_problem_free(problem);
    return result;
}

/* The sizes of the classes listed sum to the number of solutions, there are as many as
 * are counted, and the checker, which has symmetries of its own, agrees with both. */
static outcome judge_unique(trial *t, const cq_problem *problem, cq_goal goal,
                            long truth, size_t *classes)
{
    const cq_options options = CQ_OPTIONS(.unique = true);
    cq_answer *answer = NULL;
    cq_status status = cq_solve(t->ctx, problem, goal, &options, &answer);
    char sentence[CQ_SENTENCE_SIZE] = "";
    cq_verdict verdict = CQ_UNKNOWN;
    outcome result = HOLDS;
    uint64_t sum = 0;

    if (status == CQ_REFUSED)
        return BESIDE; /* without nauty */
    if (status == CQ_OK)
        status = cq_check(t->ctx, problem, answer, &verdict, sentence);
    if (status != CQ_OK)
        return fails(t, "%s: %s", cq_status_name(status), cq_error_text(t->ctx));
    for (size_t i = 0; i < answer->solutions.count; i++)
        sum += cq_answer_class_size(answer, i);
    if (verdict != CQ_YES)
        result = fails(t, "the checker does not agree: %s", sentence);
    else if (goal == CQ_GOAL_ALL && sum != (uint64_t)truth)
        result =
            fails(t, "classes of %" PRIu64 " solutions, there are %ld", sum, truth);
    else if (goal == CQ_GOAL_ALL)
        *classes = answer->solutions.count;
    else if (strtoull(cq_answer_count(answer), NULL, 10) != *classes)
        result = fails(t, "%zu classes are listed, %s counted", *classes,
                       cq_answer_count(answer));
    cq_answer_free(answer);
    return result;
}

outcome classes_add_up(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 1 || truth > MOST_LISTED ? BESIDE : HOLDS;
    size_t classes = 0;

    if (result == HOLDS)
        result = judge_unique(t, problem, CQ_GOAL_ALL, truth, &classes);
    if (result == HOLDS)
        result = judge_unique(t, problem, CQ_GOAL_COUNT, truth, &classes);
    cq_problem_free(problem);
    return result;
}

/* Reads and solves within a limit; everything must be given back, and a failure must be
 * one of memory. */
static outcome solve_within(trial *t, cq_goal goal, size_t limit)
{
    cq_problem *problem;
    cq_answer *answer = NULL;
    cq_status status = CQ_OK;

    cq_context_limit_memory(t->ctx, limit);
    problem = input_problem(t->ctx, t->in);
    if (problem)
        status = cq_solve(t->ctx, problem, goal, NULL, &answer);
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_context_limit_memory(t->ctx, 0);
    if (status != CQ_OK && status != CQ_MEMORY)
        return fails(t, "with %zu bytes it ends as %s: %s", limit,
                     cq_status_name(status), cq_error_text(t->ctx));
    if (cq_context_memory_used(t->ctx) != 0)
        return fails(t, "with %zu bytes, %zu were not given back", limit,
                     cq_context_memory_used(t->ctx));
    return HOLDS;
}

outcome limits_are_kept(trial *t)
{
    static const cq_goal goals[] = {CQ_GOAL_FIND, CQ_GOAL_COUNT, CQ_GOAL_ALL};
    cq_goal goal = goals[cq_random_below(&t->random, 3)];
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 || truth > MOST_LISTED ? BESIDE : HOLDS;
    size_t peak;

    cq_problem_free(problem);
    if (result == HOLDS)
        result = solve_within(t, goal, 0);
    peak = cq_context_memory_peak(t->ctx);
    for (unsigned i = 0; i < 24 && result == HOLDS; i++)
        result = solve_within(t, goal, 1 + (size_t)cq_random_below(&t->random, peak));
    return result;
}
