/* bench_regret.c - how much longer the chosen way takes than the best engine alone.
 *
 * 200 generated problems, always the same: ten kinds, of sizes for which the engines
 * differ by seconds, to be counted, solved or refuted by turns. Each is given to the
 * plan of cq_solve, and to each engine of its race alone. Seconds are those of the
 * processor. The regret is the first over the least of the others; what takes less than
 * 50 ms counts as 50 ms. An engine that takes much longer than the plan is stopped, and
 * so is the plan after some seconds: then its regret is at least that over the least.
 * All answers must agree.
 *
 *     bench_regret            all problems
 *     bench_regret 20 39      some of them */
#include "mixture.h"

enum { PROBLEMS = 200, LISTED = 2, BOARD = 40 };

static const double least_seconds = 0.05, most_seconds = 6;

/* Every round of kinds in turn; only covers and boards of pieces have reasons. */
static cq_goal mixed_goal(unsigned number)
{
    static const cq_goal goals[] = {CQ_GOAL_COUNT, CQ_GOAL_FIND, CQ_GOAL_COUNT,
                                    CQ_GOAL_WHY};

    return goals[number / MIXTURE % 4];
}

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
    if (!one->done || !other->done ||
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
                solve(b, problem, goal, stage->engines[k], 4 * planned->seconds + 0.5);

            compare(b, planned, &alone);
            if (alone.done && alone.seconds < best)
                best = alone.seconds;
        }
    cq_solve_plan_free(plan);
    return best;
}

static double regret(generator *b, unsigned number)
{
    cq_goal goal = mixed_goal(number);
    cq_problem *problem = pose_mixed(b, number);
    outcome planned;
    double best;

    planned = solve(b, problem, goal, NULL, most_seconds);
    best = best_alone(b, problem, goal, &planned);
    cq_problem_free(problem);
    if (best < least_seconds)
        best = least_seconds;
    if (planned.seconds > LISTED * best)
        printf("%s, %s %s: %.3f s%s, and %.3f s alone\n", b->name, cq_goal_name(goal),
               b->used < BOARD ? b->text : "", planned.seconds,
               planned.done ? "" : " and more", best);
    return planned.seconds > best ? planned.seconds / best : 1;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static void tell(double *regrets, unsigned count)
{
    qsort(regrets, count, sizeof *regrets, by_size);
    printf("regret over %u problems: median %.2f, one in ten above %.2f, worst %.2f\n",
           count, regrets[count / 2], regrets[count - 1 - count / 10],
           regrets[count - 1]);
}

int main(int argc, char **argv)
{
    unsigned from = argc > 2 ? (unsigned)atoi(argv[1]) : 0, count = 0;
    unsigned to = argc > 2 ? (unsigned)atoi(argv[2]) : PROBLEMS - 1;
    generator *b = calloc(1, sizeof *b);
    double regrets[PROBLEMS];

    if (!b || from > to || to >= PROBLEMS)
        return 1;
    b->ctx = cq_context_new();
    for (unsigned i = from; i <= to; i++) {
        cq_random_seed(&b->random, i); /* each is the same whatever comes before */
        regrets[count++] = regret(b, i);
    }
    tell(regrets, count);
    cq_context_free(b->ctx);
    free(b);
    return 0;
}
