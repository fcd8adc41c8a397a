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
#include <string.h>

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

/* A call failed as expected, with a sentence that has this part. */
static inline void must_refuse(cq_status found, cq_status expected, const char *part)
{
    assert_int_equal(found, expected);
    if (!strstr(cq_error_text(ctx), part))
        fail_msg("expected ..%s.., found %s", part, cq_error_text(ctx));
}

/* The text was refused at this place, with a sentence that has this part. */
static inline void assert_refused_at(const char *text, size_t line, size_t column,
                                     const char *part)
{
    if (cq_error_line(ctx) != line || cq_error_column(ctx) != column ||
        !strstr(cq_error_text(ctx), part))
        fail_msg("for <%s> expected %zu:%zu ..%s.., found %zu:%zu %s", text, line,
                 column, part, cq_error_line(ctx), cq_error_column(ctx),
                 cq_error_text(ctx));
}

#endif
