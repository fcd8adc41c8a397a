/* bench_pieces.c - puzzles with pieces: polyomino against dancing links, in one run.
 *
 * Seconds are those of the processor, the best of several tries if they are short;
 * the ratio to dlx in the same run says more. Every count is compared with the known
 * one. If dlx takes more than a minute it only runs if the argument is "long".
 */
#include "answer/answer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct row {
    const char *board, *pieces;
    uint64_t solutions;
    enum { WITH_DLX, LONG_DLX, ALONE } reference;
} row;

/* Pentominoes on rectangles: Haselgrove and Haselgrove 1960; on 8 x 8 without the
 * centre: Scott 1958; all times the symmetries of the board. The others were computed
 * by polyomino and search. */
static const row rows[] = {
    {"6x10", "pentominoes", 9356, WITH_DLX},
    {"5x12", "pentominoes", 4040, WITH_DLX},
    {"8x8-d4,e4,d5,e5", "pentominoes", 520, WITH_DLX},
    {"3x30", "one-sided-pentominoes", 184, WITH_DLX},
    {"8x8", "pentominoes,O4", 129168, LONG_DLX},
    {"15x15", "Y5*45", 1696, ALONE},
};
enum { ROWS = sizeof rows / sizeof *rows, TRIES = 7 };

static double solve(cq_context *ctx, const row *r, const char *engine, uint64_t *nodes)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    clock_t start = clock();
    double seconds;

    if (cq_problem_parse_board(ctx, r->board, &problem) != CQ_OK ||
        cq_problem_set_pieces(ctx, problem, r->pieces) != CQ_OK ||
        cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer) != CQ_OK ||
        answer->found != r->solutions) {
        fprintf(stderr, "bench: %s fails on %s\n", engine, r->board);
        exit(1);
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    *nodes = answer->counters.count ? answer->counters.at[0].value : 0;
    cq_answer_free(answer);
    cq_problem_free(problem);
    return seconds;
}

static double measure(cq_context *ctx, const row *r, const char *engine)
{
    double best = 0;
    uint64_t nodes = 0;

    for (unsigned i = 0; i < TRIES; i++) {
        double seconds = solve(ctx, r, engine, &nodes);

        best = i == 0 || seconds < best ? seconds : best;
        if (seconds > 0.5)
            break;
    }
    printf("%-16s %-22s %-9s %8llu %12llu nodes %9.4f s", r->board, r->pieces, engine,
           (unsigned long long)r->solutions, (unsigned long long)nodes, best);
    return best;
}

int main(int argc, char **argv)
{
    bool patient = argc > 1 && strcmp(argv[1], "long") == 0;
    cq_context *ctx = cq_context_new();

    if (!ctx)
        return 1;
    for (int i = 0; i < ROWS; i++) {
        const row *r = &rows[i];
        double seconds = measure(ctx, r, "polyomino");

        printf("\n");
        fflush(stdout);
        if (r->reference == WITH_DLX || (patient && r->reference == LONG_DLX))
            printf("  polyomino is %.0f times faster\n",
                   measure(ctx, r, "dlx") / (seconds > 0 ? seconds : 1e-6));
    }
    cq_context_free(ctx);
    return 0;
}
