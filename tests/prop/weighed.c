/* weighed.c - the cheapest and dearest solutions, sums of weights, and tallies: how
 * many solutions have so many copies of the pieces, or use a placement.
 *
 * Each engine that serves such a goal answers it. The checker, which has its own
 * reading of the weights and meets all solutions one by one, says that the costs are
 * right, that nothing is better, and that the sum is right; the answer as JSON is
 * judged alike, and one that was changed is refused. Of the best ones there are as many
 * as were asked for, or as many as there are.
 *
 * Samples are counted: no solution of weight 0 comes up, and those that do come as
 * often as they should, by a chi-square test that a right program fails once in some
 * hundred million trials.
 */
#include "properties.h"

#include "check/weigh_solution.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WANTED = 5, MOST = 400, DRAWN = 2000 };

/* One more than it is. */
static bool spoil(const cq_problem *problem, cq_answer *answer)
{
    bool any = answer->total || answer->values.count;
    char **text = answer->total || !any ? &answer->total : &answer->values.at[0];
    size_t length = any ? strlen(*text) : 0;
    char *other = any ? cq_alloc(answer->ctx, length + 5, 1) : NULL;

    (void)problem;
    if (!any)
        return false;
    if (!other)
        exit(1);
    snprintf(other, length + 5, answer->total ? "%s + 1" : "1%s",
             **text == '-' ? *text + 1 : *text);
    cq_free(*text);
    *text = other;
    return true;
}

static outcome try_goal(trial *t, const cq_problem *problem, cq_goal goal,
                        const char *engine, long truth)
{
    cq_options options = CQ_OPTIONS(.first = WANTED, .engine = engine);
    cq_answer *answer = NULL;
    bool variables = *cq_problem_variables(problem);
    cq_status status = cq_solve(t->ctx, problem, goal, &options, &answer);
    bool listed = goal == CQ_GOAL_CHEAPEST || goal == CQ_GOAL_DEAREST;
    long shown = truth < WANTED ? truth : WANTED;
    outcome result = HOLDS;

    if (status == CQ_REFUSED && variables && goal != CQ_GOAL_TOTAL)
        return HOLDS;
    if (status != CQ_OK)
        return fails(t, "%s: %s", cq_goal_name(goal), cq_error_text(t->ctx));
    if ((cq_answer_verdict(answer) == CQ_YES) != (truth > 0))
        result = fails(t, "%s says %s, there are %ld", cq_goal_name(goal),
                       cq_verdict_name(cq_answer_verdict(answer)), truth);
    else if (listed && (long)cq_answer_solutions(answer) != shown)
        result = fails(t, "%s lists %zu of %ld", cq_goal_name(goal),
                       cq_answer_solutions(answer), truth);
    else if (truth > 0)
        result = judged(t, problem, answer, CQ_YES);
    if (result == HOLDS && truth > 0)
        result = judged_as_json(t, problem, answer, spoil);
    cq_answer_free(answer);
    return result;
}

/* All engines that can, and the one that is chosen. */
static outcome try_engines(trial *t, const cq_problem *problem, cq_goal goal,
                           long truth)
{
    outcome result = try_goal(t, problem, goal, NULL, truth);
    const char *name;

    for (size_t i = 0; result == HOLDS && (name = cq_engine_name(i)); i++) {
        cq_fit fit;

        if (cq_engine_fits(t->ctx, i, problem, goal, NULL, &fit) == CQ_OK && fit.fits)
            result = try_goal(t, problem, goal, name, truth);
    }
    return result;
}

outcome weights_are_right(trial *t)
{
    static const cq_goal goals[] = {CQ_GOAL_CHEAPEST, CQ_GOAL_DEAREST, CQ_GOAL_TOTAL};
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem && cq_problem_is_weighted(problem) ? brute_count(problem) : -1;
    outcome result = HOLDS;

    if (truth < 0)
        result = BESIDE;
    for (size_t g = 0; g < 3 && result == HOLDS; g++)
        result = try_engines(t, problem, goals[g], truth);
    cq_problem_free(problem);
    return result;
}

outcome tallies_are_right(trial *t)
{
    static const cq_goal goals[] = {CQ_GOAL_COPIES, CQ_GOAL_PROBABILITIES};
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem ? brute_count(problem) : -1;
    outcome result = truth < 0 ? BESIDE : HOLDS;

    for (size_t g = t->in->form == FORM_COVER; g < 2 && result == HOLDS; g++)
        result = try_engines(t, problem, goals[g], truth);
    cq_problem_free(problem);
    return result;
}

/* ---- samples ---- */

/* A polynomial among the factors is drawn by only if another factor is 0. */
static cq_status multiply(void *user, const cq_weight *weight)
{
    double *product = user;
    mpq_t number;

    mpq_init(number);
    if (cq_weight_is_number(weight))
        cq_weight_number(weight, number);
    *product *= mpq_get_d(number);
    mpq_clear(number);
    return CQ_OK;
}

/* Which of the listed solutions it is; `count` for none. */
static size_t find(trial *t, const cq_problem *problem, const cq_answer *all,
                   const cq_solution *solution)
{
    size_t i = 0;

    for (; i < all->solutions.count; i++) {
        bool same = false;

        if (cq_same_solution(t->ctx, problem, solution, &all->solutions.at[i], &same) !=
            CQ_OK)
            exit(1);
        if (same)
            break;
    }
    return i;
}

static outcome compare(trial *t, const cq_problem *problem, const cq_answer *all,
                       const cq_answer *drawn)
{
    double weight[MOST], sum = 0, chi = 0, classes = 0;
    unsigned seen[MOST + 1] = {0};

    for (size_t i = 0; i < all->solutions.count; i++) {
        weight[i] = 1;
        cq_weigh(t->ctx, problem, &all->solutions.at[i], multiply, &weight[i]);
        sum += weight[i];
    }
    for (size_t i = 0; i < drawn->solutions.count; i++)
        seen[find(t, problem, all, &drawn->solutions.at[i])]++;
    if (seen[all->solutions.count])
        return fails(t, "a sample is none of the solutions");
    for (size_t i = 0; i < all->solutions.count; i++) {
        double expected = DRAWN * weight[i] / sum;

        if (weight[i] == 0 && seen[i])
            return fails(t, "a solution of weight 0 was drawn");
        if (expected < 5)
            continue;
        chi += (seen[i] - expected) * (seen[i] - expected) / expected;
        classes++;
    }
    if (chi > classes + 12 * sqrt(2 * classes) + 40)
        return fails(t, "chi-square of %g for %g solutions", chi, classes);
    return HOLDS;
}

outcome weights_are_drawn(trial *t)
{
    cq_problem *problem = input_problem(t->ctx, t->in);
    long truth = problem && cq_problem_is_weighted(problem) ? brute_count(problem) : -1;
    cq_options options =
        CQ_OPTIONS(.samples = DRAWN, .seed = cq_random_below(&t->random, UINT32_MAX));
    cq_answer *all = NULL, *drawn = NULL;
    outcome result = BESIDE;

    if (truth > 0 && truth <= MOST &&
        cq_solve(t->ctx, problem, CQ_GOAL_SAMPLE, &options, &drawn) == CQ_OK) {
        if (cq_solve(t->ctx, problem, CQ_GOAL_ALL, NULL, &all) != CQ_OK)
            result = fails(t, "all: %s", cq_error_text(t->ctx));
        else
            result = compare(t, problem, all, drawn);
    }
    cq_answer_free(all);
    cq_answer_free(drawn);
    cq_problem_free(problem);
    return result;
}
