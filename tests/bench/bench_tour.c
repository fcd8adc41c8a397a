/* bench_tour.c - how the cost of a tour grows with the board: the curve, and the sweep
 * over all Aztec diamonds.
 *
 *     bench_tour             time a square on boards from 10 thousand to 10 million
 *     bench_tour FIRST LAST [SEED]
 *                            all Aztec diamonds of these radii, in total; the seed of
 *                            each is its radius, or that much more
 *
 * Seconds are those of the processor, of reading, solving and checking together. The
 * cost of a square must stay the same while the board grows: the last column is its
 * ratio to that of the smallest board of the family.
 */
#include "chequer.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Finds a closed tour; the number of squares, or 0 if none was found. */
static size_t solve(const char *spec, uint64_t seed, double *time, size_t *memory)
{
    cq_context *ctx = cq_context_new();
    cq_options options = CQ_OPTIONS(.seed = seed);
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    size_t squares = 0;
    double start = seconds();

    if (cq_problem_parse_board(ctx, spec, &problem) == CQ_OK &&
        cq_problem_set_tour(ctx, problem, "knight", true) == CQ_OK &&
        cq_solve(ctx, problem, CQ_GOAL_FIND, &options, &answer) == CQ_OK &&
        cq_answer_verdict(answer) == CQ_YES)
        squares = cq_board_count(cq_problem_board(problem));
    *time = seconds() - start;
    *memory = cq_context_memory_peak(ctx);
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_context_free(ctx);
    return squares;
}

static void curve(const char *family, const unsigned *sizes)
{
    double first = 0;

    printf("%-14s %12s %9s %10s %10s %6s\n", "board", "squares", "seconds", "ns/square",
           "bytes/sq.", "ratio");
    for (; *sizes; sizes++) {
        char spec[40];
        double time, each;
        size_t memory, squares;

        snprintf(spec, sizeof spec, family, *sizes, *sizes);
        squares = solve(spec, 0, &time, &memory);
        if (squares == 0) {
            printf("%-14s not found\n", spec);
            continue;
        }
        each = time / (double)squares * 1e9;
        first = first > 0 ? first : each;
        printf("%-14s %12zu %9.3f %10.1f %10.1f %6.2f\n", spec, squares, time, each,
               (double)memory / (double)squares, each / first);
    }
}

static int sweep(unsigned first, unsigned last, uint64_t seed)
{
    double total = 0, worst = 0;
    unsigned failed = 0, slowest = 0;

    for (unsigned radius = first; radius <= last; radius++) {
        char spec[40];
        double time;
        size_t memory;

        snprintf(spec, sizeof spec, "aztec:%u", radius);
        failed += solve(spec, seed + radius, &time, &memory) == 0;
        total += time;
        if (time > worst) {
            worst = time;
            slowest = radius;
        }
    }
    printf("radius %u to %u: %.1f s in total, %u failed, the slowest is %u with %.3f "
           "s\n",
           first, last, total, failed, slowest, worst);
    return failed ? 1 : 0;
}

int main(int argc, char **argv)
{
    static const unsigned diamonds[] = {71, 223, 707, 2236, 0};
    static const unsigned squares[] = {100, 316, 1000, 3162, 0};

    if (argc >= 3)
        return sweep((unsigned)atoi(argv[1]), (unsigned)atoi(argv[2]),
                     argc > 3 ? strtoull(argv[3], NULL, 10) : 0);
    curve("aztec:%u", diamonds);
    curve("%ux%u", squares);
    return 0;
}
