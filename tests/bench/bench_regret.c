/* bench_regret.c - how much longer the chosen way takes than the best engine alone.
 *
 * 200 generated problems of all kinds, always the same: random covers, covers of near
 * items, pieces on random boards, cubic graphs, narrow graphs and knights on random
 * boards; each is counted or solved by the plan of cq_solve, and by each engine of its
 * race alone. Seconds are those of the processor. The regret is the first over the least
 * of the others; what takes less than 50 ms counts as 50 ms. An engine that takes four
 * times as long as the plan is stopped. All answers must agree.
 */
#include "answer/answer.h"
#include "base/random.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PROBLEMS = 200, TEXT = 1 << 16, KINDS = 5, LISTED = 2 };

static const double least_seconds = 0.05;

typedef struct bench {
    cq_context *ctx;
    cq_random random;
    char text[TEXT];
    size_t used;
    char name[64];
    double regrets[PROBLEMS];
} bench;

static void require(const bench *b, bool worked)
{
    if (worked)
        return;
    fprintf(stderr, "bench: %s: %s\n", b->name, cq_error_text(b->ctx));
    exit(1);
}

__attribute__((format(printf, 2, 3))) static void put(bench *b, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    b->used += (size_t)vsnprintf(b->text + b->used, TEXT - b->used, format, args);
    va_end(args);
    if (b->used >= TEXT)
        exit(1);
}

static unsigned draw(bench *b, unsigned from, unsigned to)
{
    return from + (unsigned)cq_random_below(&b->random, to - from + 1);
}

/* ---- problems ---- */

/* Options of 3 to 5 items, all within `near` of one another. */
static cq_problem *pose_cover(bench *b, unsigned items, unsigned options, unsigned near)
{
    cq_problem *problem = NULL;

    for (unsigned i = 0; i < items; i++)
        put(b, "x%u ", i);
    for (unsigned i = 0; i < options; i++) {
        unsigned at = draw(b, 0, items - near), size = draw(b, 3, 5), taken = 0;
        bool chosen[256] = {false};

        put(b, "\n");
        while (taken < size) {
            unsigned item = at + draw(b, 0, near - 1);

            if (!chosen[item])
                put(b, "x%u ", item);
            taken += !chosen[item];
            chosen[item] = true;
        }
    }
    put(b, "\n");
    require(b, cq_problem_parse_cover(b->ctx, b->name, b->text, b->used, &problem) ==
                   CQ_OK);
    return problem;
}

/* Holes are in columns of their own, so that none is drawn twice. */
static void draw_board(bench *b, unsigned rows, unsigned cols, unsigned holes)
{
    put(b, "%ux%u", rows, cols);
    for (unsigned i = 0; i < holes; i++)
        put(b, "%c%c%u", i ? ',' : '-', 'a' + (int)i, draw(b, 1, rows));
}

static cq_problem *pose_tiling(bench *b)
{
    static const char *const sets[] = {"pentominoes*", "tetrominoes*",   "L3*,domino*",
                                       "I3*,L4*",      "trominoes*,O4*", "I5*,Y5*,P5*"};
    unsigned rows = draw(b, 4, 7);
    cq_problem *problem = NULL;

    draw_board(b, rows, draw(b, rows, 9), draw(b, 0, 3));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_pieces(b->ctx, problem, sets[draw(b, 0, 5)]) == CQ_OK);
    return problem;
}

static cq_problem *pose_graph(bench *b)
{
    unsigned n = draw(b, 10, 60), skip = draw(b, 2, 5);
    cq_problem *problem = NULL;

    for (unsigned i = 0; i < n; i++) {
        put(b, "o%u o%u\no%u i%u\n", i, (i + 1) % n, i, i);
        put(b, "i%u i%u\n", i, (i + skip) % n);
    }
    require(b, cq_problem_parse_graph(b->ctx, b->name, b->text, b->used, true,
                                      &problem) == CQ_OK);
    return problem;
}

static cq_problem *pose_tour(bench *b)
{
    cq_problem *problem = NULL;

    draw_board(b, draw(b, 3, 5), draw(b, 5, 10), draw(b, 0, 2));
    require(b, cq_problem_parse_board(b->ctx, b->text, &problem) == CQ_OK);
    require(b, cq_problem_set_tour(b->ctx, problem, "1,2", true) == CQ_OK);
    return problem;
}

static cq_problem *pose(bench *b, unsigned number)
{
    unsigned items = draw(b, 24, 40);

    b->used = 0;
    switch (number % KINDS) {
    case 0: return pose_cover(b, items, 8 * items, items);
    case 1: return pose_cover(b, 2 * items, 12 * items, 9);
    case 2: return pose_tiling(b);
    case 3: return pose_graph(b);
    default: return pose_tour(b);
    }
}

/* ---- measuring ---- */

typedef struct outcome {
    double seconds;
    bool done;
    cq_verdict verdict;
    char count[128];
} outcome;

static outcome solve(const bench *b, const cq_problem *problem, cq_goal goal,
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

static void compare(const bench *b, const outcome *one, const outcome *other)
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
static double best_alone(const bench *b, const cq_problem *problem, cq_goal goal,
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

static double regret(bench *b, unsigned number)
{
    cq_goal goal = number / KINDS % 2 ? CQ_GOAL_FIND : CQ_GOAL_COUNT;
    cq_problem *problem;
    outcome planned;
    double best;

    snprintf(b->name, sizeof b->name, "problem %u", number);
    problem = pose(b, number);
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
    bench *b = calloc(1, sizeof *b);

    if (!b)
        return 1;
    b->ctx = cq_context_new();
    cq_random_seed(&b->random, 1);
    for (unsigned i = 0; i < PROBLEMS; i++)
        b->regrets[i] = regret(b, i);
    qsort(b->regrets, PROBLEMS, sizeof *b->regrets, by_size);
    printf("regret over %d problems: median %.2f, one in ten above %.2f, worst %.2f\n",
           PROBLEMS, b->regrets[PROBLEMS / 2], b->regrets[PROBLEMS - PROBLEMS / 10],
           b->regrets[PROBLEMS - 1]);
    cq_context_free(b->ctx);
    free(b);
    return 0;
}
