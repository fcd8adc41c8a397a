/* fuzz.h - what every fuzz target does besides parsing.
 *
 * A target gives bytes to a parser and traps if the contract is broken: a failure
 * says what is wrong, with a status that fits; what was parsed can be written and read
 * again; and all memory is given back. The memory limit keeps absurd sizes from taking
 * the machine's.
 */
#ifndef CQ_TESTS_FUZZ_H
#define CQ_TESTS_FUZZ_H

#include "base/context.h"
#include "problem/problem.h"

#include <stdlib.h>
#include <string.h>

#define FUZZ_MEMORY ((size_t)8 << 20)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_require(bool holds)
{
    if (!holds)
        __builtin_trap();
}

static inline cq_context *fuzz_start(void)
{
    cq_context *ctx = cq_context_new();

    fuzz_require(ctx != NULL);
    cq_context_limit_memory(ctx, FUZZ_MEMORY);
    return ctx;
}

/* Ends a run; always 0, which libFuzzer wants. */
static inline int fuzz_end(cq_context *ctx)
{
    fuzz_require(cq_context_memory_used(ctx) == 0);
    cq_context_free(ctx);
    return 0;
}

/* A parser works, or fails with a sentence; true if it worked. */
static inline bool fuzz_worked(const cq_context *ctx, cq_status status)
{
    if (status == CQ_OK)
        return true;
    fuzz_require(status == CQ_INPUT || status == CQ_MEMORY);
    fuzz_require(cq_error_text(ctx)[0] != '\0');
    return false;
}

/* Bytes as a string, for parsers that take one; free it. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    fuzz_require(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

#endif
