/* bench_regret.c - how much longer the chosen way takes than the best engine alone.
 *
 * 200 generated problems of all kinds, always the same: random covers, covers of near
 * items, pieces on random boards, cubic graphs, narrow graphs and knights on random
 * boards; each is counted or solved by the plan of cq_solve, and by each engine of its
 * race alone. Seconds are those of the processor. The regret is the first over the
 * least of the others; what takes less than 50 ms counts as 50 ms. An engine that takes
 * four times as long as the plan is stopped. All answers must agree. */
#include "generated.h"

enum { PROBLEMS = 200, LISTED = 2 };

static const double least_seconds = 0.05;

/* ---- measuring ---- */

typedef struct outcome {
    double seconds;
    bool done;
    cq_verdict verdict;
    char count[128];
} outcome;

static outcome solve(const generator *b, const cq_problem *problem, cq_goal goal,
                     const char *engine, double most)
{
    const cq_options options = CQ_OPTIONS(.engine = engine, .seconds = most);
    cq_answer *answer = NULL;
    clock_t start = clock();
    outcome out = {0};

    require(b, cq_solve(b->ctx, problem, goal, &options, &answer) == CQ_OK);
    out.seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    out.done = cq_answer_stop(answer) == CQ_FINISHED;
    out.verdict = cq_answer_verdict(answer);
    snprintf(out.count, sizeof out.count, "%s",
             cq_answer_count(answer) ? cq_answer_count(answer) : "");
    cq_answer_free(answer);
    return out;
}

static void compare(const generator *b, const outcome *one, const outcome *other)
{
    if (!other->done ||
        (one->verdict == other->verdict && strcmp(one->count, other->count) == 0))
        return;
    fprintf(stderr, "bench: %s: %s %s in all, but %s %s by one engine\n", b->name,
            cq_verdict_name(one->verdict), one->count, cq_verdict_name(other->verdict),
            other->count);
    exit(1);
}

/* The least of the engines that the plan lets race. */
static double best_alone(const generator *b, const cq_problem *problem, cq_goal goal,
                         const outcome *planned)
{
    cq_solve_plan *plan = NULL;
    double best = planned->seconds;
    const cq_stage *stage;

    require(b, cq_solve_plan_new(b->ctx, problem, goal, NULL, &plan) == CQ_OK);
    for (size_t i = 0; (stage = cq_solve_plan_stage(plan, i)); i++)
        for (size_t k = 0; stage->kind == CQ_STAGE_RACE && k < stage->count; k++) {
            outcome alone =
                solve(b, problem, goal, stage->engines[k], 4 * planned->seconds + 0.1);

            compare(b, planned, &alone);
            if (alone.done && alone.seconds < best)
                best = alone.seconds;
        }
    cq_solve_plan_free(plan);
    return best;
}

static double regret(generator *b, unsigned number)
{
    cq_goal goal = goal_of(number);
    cq_problem *problem = pose(b, number);
    outcome planned;
    double best;

    planned = solve(b, problem, goal, NULL, 0);
    best = best_alone(b, problem, goal, &planned);
    cq_problem_free(problem);
    if (best < least_seconds)
        best = least_seconds;
    if (planned.seconds > LISTED * best)
        printf("%s: %.3f s, and %.3f s alone\n", b->name, planned.seconds, best);
    return planned.seconds > best ? planned.seconds / best : 1;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

int main(void)
{
    generator *b = calloc(1, sizeof *b);
    double regrets[PROBLEMS];

    if (!b)
        return 1;
    b->ctx = cq_context_new();
    cq_random_seed(&b->random, 1);
    for (unsigned i = 0; i < PROBLEMS; i++)
        regrets[i] = regret(b, i);
    qsort(regrets, PROBLEMS, sizeof *regrets, by_size);
    printf("regret over %d problems: median %.2f, one in ten above %.2f, worst %.2f\n",
           PROBLEMS, regrets[PROBLEMS / 2], regrets[PROBLEMS - PROBLEMS / 10],
           regrets[PROBLEMS - 1]);
    cq_context_free(b->ctx);
    free(b);
    return 0;
}
