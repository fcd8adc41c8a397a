/* bench_cover.c - exact cover: search against dancing links, in one run.
 *
 * Seconds are those of the processor, so that other programs disturb little; the ratio
 * to dlx in the same run says more. Every count is compared with the published one.
 * Then the options get costs, and the ten cheapest solutions are compared with the
 * count, both by the engines that chequer chooses.
 */
#include "measure.h"

#include <stdarg.h>

typedef struct text {
    char *at;
    size_t length, room;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *t, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    t->length +=
        (size_t)vsnprintf(t->at + t->length, t->room - t->length, format, args);
    va_end(args);
    if (t->length >= t->room)
        exit(1);
}

static void write_queens(text *t, int n)
{
    for (int i = 0; i < n; i++)
        put(t, "r%d c%d ", i, i);
    put(t, "|");
    for (int i = 0; i < 2 * n - 1; i++)
        put(t, " a%d b%d", i, i);
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++)
            put(t, "\nr%d c%d a%d b%d", row, col, row + col, row - col + n - 1);
    put(t, "\n");
}

static void write_langford(text *t, int n)
{
    for (int k = 1; k <= n; k++)
        put(t, "%d s%d s%d ", k, k, n + k);
    for (int k = 1; k <= n; k++)
        for (int at = 1; at + k + 1 <= 2 * n; at++)
            put(t, "\n%d s%d s%d", k, at, at + k + 1);
    put(t, "\n");
}

/* A sudoku with few digits given, and many solutions. */
static void write_sudoku(text *t, int n)
{
    static const char given[] = "...1.8.6.......3.2.......9......1...98...74.3......"
                                "......8.9...........4....348.9";

    (void)n;
    for (int i = 0; i < 81; i++)
        put(t, "p%d r%d c%d b%d ", i, i, i, i);
    for (int i = 0; i < 81; i++)
        for (int digit = 0; digit < 9; digit++)
            if (given[i] == '.' || given[i] == '1' + digit)
                put(t, "\np%d r%d c%d b%d", i, i / 9 * 9 + digit, i % 9 * 9 + digit,
                    (i / 27 * 3 + i % 9 / 3) * 9 + digit);
    put(t, "\n");
}

typedef struct row {
    const char *name, *solutions;
    void (*write)(text *t, int n); /* a cover, or NULL for a tiling */
    int n;
    const char *board, *pieces;
} row;

/* OEIS A000170, 2 * A014552, A004003; pentominoes: Haselgrove and Haselgrove 1960,
 * Scott 1958, all times the symmetries of the board. The sudoku's number is dlx's. */
static const row rows[] = {
    {"queens 13", "73712", write_queens, 13, NULL, NULL},
    {"Langford 12", "216288", write_langford, 12, NULL, NULL},
    {"a sudoku", "496564", write_sudoku, 9, NULL, NULL},
    {"dominoes 8x8", "12988816", NULL, 0, "8x8", "domino*"},
    {"pentominoes 6x10", "9356", NULL, 0, "6x10", "pentominoes"},
    {"pentominoes 5x12", "4040", NULL, 0, "5x12", "pentominoes"},
    {"pentominoes 8x8 without the centre", "520", NULL, 0, "8x8-d4,e4,d5,e5",
     "pentominoes"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static cq_status pose(cq_context *ctx, const row *r, text *t, cq_problem **out)
{
    cq_status status;

    if (r->write) {
        t->length = 0;
        r->write(t, r->n);
        return cq_problem_parse_cover(ctx, r->name, t->at, t->length, out);
    }
    status = cq_problem_parse_board(ctx, r->board, out);
    return status == CQ_OK ? cq_problem_set_pieces(ctx, *out, r->pieces) : status;
}

static double run(cq_context *ctx, const row *r, const cq_problem *problem,
                  const char *engine)
{
    printf("%-36s %-7s %10s", r->name, engine, r->solutions);
    return measure(ctx, problem, engine, r->solutions);
}

/* Costs that follow from the number of the option, or from the square. */
static cq_status give_costs(cq_context *ctx, const row *r, cq_problem *problem)
{
    cq_status status = CQ_OK;
    char cost[32];

    if (!r->write)
        return cq_problem_add_weights(
            ctx, problem, "at a1,b2,c3 = 5; at d1,e2,f1 = -3; as ##/## = 7; all = 2");
    for (uint32_t i = 0; i < cq_problem_options(problem) && status == CQ_OK; i++) {
        snprintf(cost, sizeof cost, "%u", i * 16807 % 97);
        status = cq_problem_add_option_weight(ctx, problem, i, cost);
    }
    return status;
}

static double best_seconds(cq_context *ctx, const cq_problem *problem, cq_goal goal)
{
    cq_options options = CQ_OPTIONS(.first = goal == CQ_GOAL_CHEAPEST ? 10 : 0);
    double least = 1e9;

    for (int i = 0; i < 3; i++) {
        cq_answer *answer = NULL;
        clock_t start = clock();
        double seconds;

        if (cq_solve(ctx, problem, goal, &options, &answer) != CQ_OK) {
            fprintf(stderr, "bench: %s\n", cq_error_text(ctx));
            exit(1);
        }
        seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        least = seconds < least ? seconds : least;
        cq_answer_free(answer);
    }
    return least;
}

static void compare_best(cq_context *ctx, const row *r, cq_problem *problem)
{
    double count = best_seconds(ctx, problem, CQ_GOAL_COUNT), best;

    if (give_costs(ctx, r, problem) != CQ_OK)
        exit(1);
    best = best_seconds(ctx, problem, CQ_GOAL_CHEAPEST);
    printf("%-36s count %.3f s, ten cheapest %.3f s: k best / count %.2f\n", r->name,
           count, best, best / (count > 0 ? count : 1e-6));
}

int main(void)
{
    cq_context *ctx = cq_context_new();
    text t = {.room = 1 << 20};

    t.at = malloc(t.room);
    if (!ctx || !t.at)
        return 1;
    for (int i = 0; i < ROWS; i++) {
        cq_problem *problem = NULL;
        double reference, seconds;

        if (pose(ctx, &rows[i], &t, &problem) != CQ_OK)
            return 1;
        reference = run(ctx, &rows[i], problem, "dlx");
        printf("\n");
        seconds = run(ctx, &rows[i], problem, "search");
        printf("  %.1f times faster\n", reference / (seconds > 0 ? seconds : 1e-6));
        compare_best(ctx, &rows[i], problem);
        fflush(stdout);
        cq_problem_free(problem);
    }
    free(t.at);
    cq_context_free(ctx);
    return 0;
}
