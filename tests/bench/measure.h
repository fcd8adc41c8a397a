/* measure.h - solutions counted by one engine, in seconds of the processor. */
#ifndef CQ_TESTS_BENCH_MEASURE_H
#define CQ_TESTS_BENCH_MEASURE_H

#include "answer/answer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Goes on with a line that names the problem: what the engine counted on its way, and
 * how long it took. A number that is not the published one ends the program. */
static inline double measure(cq_context *ctx, const cq_problem *problem,
                             const char *engine, const char *published)
{
    const cq_options options = CQ_OPTIONS(.engine = engine);
    cq_answer *answer = NULL;
    clock_t start = clock();
    double seconds;

    if (cq_solve(ctx, problem, CQ_GOAL_COUNT, &options, &answer) != CQ_OK ||
        !cq_answer_count(answer) || strcmp(cq_answer_count(answer), published) != 0) {
        printf("\n");
        fprintf(stderr, "bench: %s does not find %s\n", engine, published);
        exit(1);
    }
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    for (size_t i = 0; i < answer->counters.count; i++)
        printf(" %12llu %s", (unsigned long long)answer->counters.at[i].value,
               answer->counters.at[i].name);
    printf(" %9.3f s", seconds);
    cq_answer_free(answer);
    return seconds;
}

#endif
