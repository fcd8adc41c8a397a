/* fuzz_round_trip.h - a puzzle that was read is written as a puzzle file, read again,
 * and the same. */
#ifndef CQ_TESTS_FUZZ_ROUND_TRIP_H
#define CQ_TESTS_FUZZ_ROUND_TRIP_H

#include "fuzz.h"

typedef cq_status fuzz_reader(cq_context *ctx, const char *name, const char *text,
                              size_t size, cq_problem **out);

/* Always 0, which libFuzzer wants. */
static inline int fuzz_round_trip(fuzz_reader *read, const uint8_t *data, size_t size)
{
    cq_context *ctx = fuzz_start();
    cq_problem *problem = NULL, *again = NULL;

    if (fuzz_worked(ctx, read(ctx, "fuzz", (const char *)data, size, &problem))) {
        char *text = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        cq_status status;

        fuzz_require(out && cq_puzzle_write(ctx, problem, out) == CQ_OK);
        fclose(out);
        status = cq_problem_parse_puzzle(ctx, "fuzz", text, length, &again);
        fuzz_require(status == CQ_MEMORY ||
                     (status == CQ_OK &&
                      cq_problem_digest(problem) == cq_problem_digest(again)));
        free(text);
    }
    cq_problem_free(again);
    cq_problem_free(problem);
    return fuzz_end(ctx);
}

#endif
