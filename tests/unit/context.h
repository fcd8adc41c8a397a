/* context.h - a context for every test, and nothing left in it when the test is over.
 *
 *     cmocka_unit_test_setup_teardown(test_something, open_context, close_context)
 */
#ifndef CQ_TESTS_UNIT_CONTEXT_H
#define CQ_TESTS_UNIT_CONTEXT_H

#include "chequer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static cq_context *ctx;

static inline int open_context(void **state)
{
    (void)state;
    ctx = cq_context_new();
    return ctx ? 0 : 1;
}

/* Whatever was made has been freed. */
static inline int close_context(void **state)
{
    size_t left = cq_context_memory_used(ctx);

    (void)state;
    cq_context_free(ctx);
    return left ? 1 : 0;
}

/* A failure says what the library says about it. */
static inline void must(cq_status status)
{
    if (status != CQ_OK)
        fail_msg("%s", cq_error_text(ctx));
}

#endif
