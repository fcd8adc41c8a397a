/* bench_tours.c - tours counted by states, and on small boards by backtracking too.
 *
 * Seconds are those of the processor. Every count is compared with the published one;
 * the ratio to backtracking is one within the run. `bench_tours all` adds 8 x 8.
 */
#include "measure.h"

typedef struct row {
    const char *board, *leaper;
    bool closed;
    bool slowly; /* by backtracking too */
    bool large;  /* only if asked for */
    const char *tours;
} row;

/* OEIS A001230, A165134, A003763, A140521; rectangles as in A070030's table. */
static const row rows[] = {
    {"5x6", "knight", true, true, false, "8"},
    {"5x5", "knight", false, true, false, "1728"},
    {"3x12", "knight", true, true, false, "176"},
    {"6x6", "knight", true, false, false, "9862"},
    {"6x6", "knight", false, false, false, "6637920"},
    {"6x8", "knight", true, false, false, "55488142"},
    {"6x10", "knight", true, false, false, "239187240144"},
    {"7x8", "knight", true, false, false, "34524432316"},
    {"12x12", "wazir", true, false, false, "1076226888605605706"},
    {"7x7", "king", true, false, false, "1622043117414624"},
    {"8x8", "knight", true, false, true, "13267364410532"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static double run(cq_context *ctx, const row *r, const cq_problem *problem,
                  const char *engine)
{
    printf("%-6s %-7s %-6s %-10s", r->board, r->leaper, r->closed ? "closed" : "open",
           engine);
    return measure(ctx, problem, engine, r->tours);
}

static bool run_row(cq_context *ctx, const row *r)
{
    cq_problem *problem = NULL;
    double reference, seconds;

    if (cq_problem_parse_board(ctx, r->board, &problem) != CQ_OK ||
        cq_problem_set_tour(ctx, problem, r->leaper, r->closed) != CQ_OK)
        return false;
    seconds = run(ctx, r, problem, "plugs");
    printf("\n");
    if (r->slowly) {
        reference = run(ctx, r, problem, "backtrack");
        printf("  %.1f times slower\n", reference / (seconds > 0 ? seconds : 1e-6));
    }
    fflush(stdout);
    cq_problem_free(problem);
    return true;
}

int main(int argc, char **argv)
{
    cq_context *ctx = cq_context_new();
    bool all = argc > 1 && strcmp(argv[1], "all") == 0, right = ctx != NULL;

    for (int i = 0; i < ROWS && right; i++)
        if (all || !rows[i].large)
            right = run_row(ctx, &rows[i]);
    cq_context_free(ctx);
    return right ? 0 : 1;
}
