/* bench_frontier.c - the sweep over the frontier: counted work, seconds and memory.
 *
 * Seconds are those of the processor, so that other programs disturb little. Every
 * count is compared with the one that is known. With the argument "all" the large
 * instances are taken too, which need half a minute each.
 */
#include "answer/answer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct instance {
    const char *name, *board, *pieces, *count;
    bool large;
} instance;

static const instance instances[] = {
    {"tetrominoes 10x10", "10x10", "tetrominoes*", "72713560548906621", false},
    {"dominoes 20x20", "20x20", "domino*",
     "1269984011256235834242602753102293934298576249856", false},
    {"I4 and O4 16x16", "16x16", "I4*,O4*", "339104758637538158608", false},
    {"pentominoes 6x10", "6x10", "pentominoes", "9356", false},
    {"tetrominoes 12x12", "12x12", "tetrominoes*", "13664822582333502156627512", true},
    {"pentominoes 10x10", "10x10", "pentominoes*", "729748655181974778", true},
    {"dominoes 24x24", "24x24", "domino*",
     "7435775679122922965141930394167684120105535297322308613569173527105536", true},
};

static void run(const instance *it)
{
    cq_context *ctx = cq_context_new();
    cq_options options = CQ_OPTIONS(.engine = "frontier");
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    clock_t start = clock();
    double seconds;

    if (cq_problem_parse_board(ctx, it->board, &problem) != CQ_OK ||
        cq_problem_set_pieces(ctx, problem, it->pieces) != CQ_OK ||
        cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer) != CQ_OK) {
        fprintf(stderr, "%s: %s\n", it->name, cq_error_text(ctx));
        exit(1);
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (strcmp(cq_answer_count(answer), it->count) != 0) {
        fprintf(stderr, "%s: %s is wrong\n", it->name, cq_answer_count(answer));
        exit(1);
    }
    printf("%-20s %7.2f s %6.0f MB", it->name, seconds,
           (double)cq_context_memory_peak(ctx) / 1e6);
    for (size_t i = 0; i < answer->counters.count; i++)
        printf("  %s %llu", answer->counters.at[i].name,
               (unsigned long long)answer->counters.at[i].value);
    printf("\n");
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_context_free(ctx);
}

int main(int argc, char **argv)
{
    bool all = argc > 1 && strcmp(argv[1], "all") == 0;

    for (size_t i = 0; i < sizeof instances / sizeof *instances; i++)
        if (all || !instances[i].large)
            run(&instances[i]);
    return 0;
}
