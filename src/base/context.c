/* context.c - the context: where errors are kept, memory is counted and a stop is
 * asked.
 *
 * Errors go to fixed buffers, so reporting that memory ran out needs no memory.
 * `used` and `peak` are atomic because the threads of one run allocate in one context;
 * `cancelled` because a signal handler may set it.
 *
 * Reading a board of 10^8 squares, laying pieces on it or seeking an order takes long
 * before any engine runs. Such loops ask cq_poll, which costs a look at the clock,
 * every few thousand steps; so a stop is seen within milliseconds wherever it comes.
 */
#include "base/context.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/machine.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

const char *cq_version(void)
{
    return CHEQUER_VERSION;
}

const char *cq_status_name(cq_status status)
{
    static const char *const names[] = {
        [CQ_OK] = "ok",           [CQ_MEMORY] = "out of memory",
        [CQ_INPUT] = "bad input", [CQ_IO] = "input or output failed",
        [CQ_REFUSED] = "refused", [CQ_STOPPED] = "stopped",
        [CQ_DEFECT] = "defect",
    };

    return (size_t)status < sizeof names / sizeof *names ? names[status]
                                                         : "unknown status";
}

/* What is atomic starts as 0, too: on no system is that another pattern of bits. */
cq_context *cq_context_new(void)
{
    return calloc(1, sizeof(cq_context));
}

void cq_context_free(cq_context *ctx)
{
    cq_assert(!ctx || atomic_load(&ctx->used) == 0); /* objects are freed before */
    free(ctx);
}

void cq_context_limit_memory(cq_context *ctx, size_t bytes)
{
    if (ctx)
        ctx->limit = bytes;
}

size_t cq_context_asked(const cq_context *ctx)
{
    while (ctx->parent)
        ctx = ctx->parent;
    return ctx->limit;
}

size_t cq_context_memory_used(const cq_context *ctx)
{
    return ctx ? atomic_load(&ctx->used) : 0;
}

size_t cq_context_memory_peak(const cq_context *ctx)
{
    return ctx ? atomic_load(&ctx->peak) : 0;
}

void cq_context_limit_to_machine(cq_context *ctx)
{
    if (ctx)
        ctx->ceiling = cq_machine_memory() / 4 * 3;
}

size_t cq_context_room(const cq_context *ctx)
{
    return ctx->limit ? ctx->limit : ctx->ceiling;
}

void cq_context_limit_time(cq_context *ctx, double seconds)
{
    if (!ctx)
        return;
    ctx->deadline = seconds == 0 ? 0 : cq_clock_seconds() + fmax(seconds, 0);
    atomic_store(&ctx->told, false);
}

void cq_cancel(cq_context *ctx)
{
    if (ctx)
        atomic_store(&ctx->cancelled, true);
}

void cq_cancel_undo(cq_context *ctx)
{
    if (!ctx)
        return;
    atomic_store(&ctx->cancelled, false);
    atomic_store(&ctx->told, false);
}

/* Whether it, or one that it is part of, was cancelled. */
static bool is_cancelled(const cq_context *ctx)
{
    while (ctx && !atomic_load_explicit(&ctx->cancelled, memory_order_relaxed))
        ctx = ctx->parent;
    return ctx != NULL;
}

static bool is_late(const cq_context *ctx)
{
    while (ctx && (ctx->deadline <= 0 || cq_clock_seconds() < ctx->deadline))
        ctx = ctx->parent;
    return ctx != NULL;
}

cq_stop cq_context_stop(const cq_context *ctx)
{
    return is_cancelled(ctx) ? CQ_STOP_CANCELLED : CQ_STOP_TIME;
}

cq_status cq_poll(cq_context *ctx)
{
    size_t polls = atomic_fetch_add_explicit(&ctx->polls, 1, memory_order_relaxed) + 1;

    if (ctx->last_poll && polls >= ctx->last_poll)
        cq_cancel(ctx);
    if (is_cancelled(ctx)) {
        atomic_store(&ctx->told, true);
        return cq_fail(ctx, CQ_STOPPED, "stopped before there was an answer");
    }
    if (is_late(ctx)) {
        atomic_store(&ctx->told, true);
        return cq_fail(ctx, CQ_STOPPED,
                       "stopped by the time limit before there was an answer");
    }
    return CQ_OK;
}

void cq_context_on_note(cq_context *ctx, cq_note_fn *fn, void *user)
{
    if (!ctx)
        return;
    ctx->note = fn;
    ctx->note_user = user;
}

void cq_context_on_warning(cq_context *ctx, cq_note_fn *fn, void *user)
{
    if (!ctx)
        return;
    ctx->warning = fn;
    ctx->warning_user = user;
}

const char *cq_error_text(const cq_context *ctx)
{
    return ctx ? ctx->error_text : "";
}

const char *cq_error_source(const cq_context *ctx)
{
    return ctx ? ctx->error_source : "";
}

CQ_GET(size_t, cq_error_line, cq_context, error_line, 0)
CQ_GET(size_t, cq_error_column, cq_context, error_column, 0)

/* The source and what goes into the text may be those of the error before. */
static void set_error(cq_context *ctx, const char *source, size_t line, size_t column,
                      const char *format, va_list args)
{
    char text[CQ_ERROR_TEXT];

    vsnprintf(text, sizeof text, format, args);
    memcpy(ctx->error_text, text, strlen(text) + 1);
    cq_mask(ctx->error_text);
    if (source != ctx->error_source)
        snprintf(ctx->error_source, sizeof ctx->error_source, "%s", source);
    ctx->error_line = line;
    ctx->error_column = column;
    cq_assert(ctx->error_text[0]);
}

cq_status cq_fail(cq_context *ctx, cq_status status, const char *format, ...)
{
    va_list args;

    cq_assert(status != CQ_OK);
    va_start(args, format);
    set_error(ctx, "", 0, 0, format, args);
    va_end(args);
    return status;
}

cq_status cq_fail_at(cq_context *ctx, const char *source, size_t line, size_t column,
                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    set_error(ctx, source, line, column, format, args);
    va_end(args);
    return CQ_INPUT;
}

cq_status cq_fail_io(cq_context *ctx, const char *what, const char *path)
{
    return cq_fail(ctx, CQ_IO, "%s %s: %s", what, path, strerror(errno));
}

cq_status cq_need(cq_context *ctx, const void *given, const char *what)
{
    if (!ctx)
        return CQ_INPUT;
    return given ? CQ_OK : cq_fail(ctx, CQ_INPUT, "expected %s, found NULL", what);
}

static void say(cq_note_fn *fn, void *user, const char *format, va_list args)
{
    char sentence[CQ_ERROR_TEXT];

    if (!fn)
        return;
    vsnprintf(sentence, sizeof sentence, format, args);
    fn(user, sentence);
}

void cq_note(cq_context *ctx, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(ctx->note, ctx->note_user, format, args);
    va_end(args);
}

void cq_warn(cq_context *ctx, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(ctx->warning, ctx->warning_user, format, args);
    va_end(args);
}
