/* context.h - the context: error message, memory budget, time, cancellation. */
#ifndef CQ_BASE_CONTEXT_H
#define CQ_BASE_CONTEXT_H

#include "chequer.h"

#include <stdatomic.h>
#include <stdarg.h>

enum { CQ_ERROR_TEXT = 512, CQ_ERROR_SOURCE = 256 };

struct cq_context {
    cq_context *parent; /* whose memory this one's is part of, or NULL */
    size_t limit;       /* bytes, 0 for none */
    size_t ceiling;     /* the same if there is no limit: what the machine gives */
    atomic_size_t used;
    atomic_size_t peak;
    atomic_bool starved; /* the machine had no memory left, whatever the limit */
    atomic_bool cancelled;
    double deadline;  /* on cq_clock_seconds; 0: none */
    atomic_bool told; /* cq_poll has said so since the time was set */
    /* How often cq_poll was asked; and tests: from which time on it is cancelled. */
    atomic_size_t polls;
    size_t last_poll;
    cq_note_fn *note, *warning;
    void *note_user, *warning_user;
    size_t error_line, error_column;
    char error_text[CQ_ERROR_TEXT];
    char error_source[CQ_ERROR_SOURCE];
};

/* The limit that the user gave, if any: a part of a run may have one of its own. */
size_t cq_context_asked(const cq_context *ctx);

/* Each sets the message and returns the status, so that `return cq_fail(...)` reads
 * well. The message is one sentence without a full stop at its end. */
cq_status cq_fail(cq_context *ctx, cq_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Malformed input at a position; line 0 means none. Returns CQ_INPUT. */
cq_status cq_fail_at(cq_context *ctx, const char *source, size_t line, size_t column,
                     const char *format, ...) __attribute__((format(printf, 5, 6)));
/* CQ_IO with errno's text. */
cq_status cq_fail_io(cq_context *ctx, const char *what, const char *path);

/* What a public function needs: CQ_INPUT if it is NULL, and says what it should have
 * been, "a board"; without a context there is nowhere to say it. */
cq_status cq_need(cq_context *ctx, const void *given, const char *what);

/* Functions of the public interface that only tell what a member is: one, those of a
 * vector and their number, or one of a vector. Of NULL, and beyond the end, there is
 * nothing to tell. */
#define CQ_GET(type, name, of, member, none)                                           \
    type name(const of *from)                                                          \
    {                                                                                  \
        return from ? from->member : none;                                             \
    }
#define CQ_GET_LIST(type, name, of, member)                                            \
    type name(const of *from, size_t *count)                                           \
    {                                                                                  \
        if (count)                                                                     \
            *count = from ? from->member.count : 0;                                    \
        return from ? from->member.at : NULL;                                          \
    }
#define CQ_GET_AT(type, name, of, member)                                              \
    type name(const of *from, size_t index)                                            \
    {                                                                                  \
        return from && index < from->member.count ? from->member.at[index] : 0;        \
    }

/* In a function that returns a status: goes on only if the call worked. For functions
 * that have nothing to free on the way out. */
#define cq_try(call)                                                                   \
    do {                                                                               \
        cq_status cq_tried = (call);                                                   \
                                                                                       \
        if (cq_tried != CQ_OK)                                                         \
            return cq_tried;                                                           \
    } while (false)

/* The same for memory that was asked for: goes on only if it is there. */
#define cq_try_memory(got)                                                             \
    do {                                                                               \
        if (!(got))                                                                    \
            return CQ_MEMORY;                                                          \
    } while (false)

/* For what has to be freed on the way out: the call is made only if all went well so
 * far, and its status is kept. */
#define cq_then(status, call)                                                          \
    do {                                                                               \
        if ((status) == CQ_OK)                                                         \
            (status) = (call);                                                         \
    } while (false)

void cq_note(cq_context *ctx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void cq_warn(cq_context *ctx, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Asked every few thousand steps by whatever may take long: CQ_STOPPED, with the
 * message, if the context was cancelled or its time is over. */
cq_status cq_poll(cq_context *ctx);

/* The same in a loop that counts its steps: every 4096th asks. */
static inline cq_status cq_poll_at(cq_context *context, uint64_t step)
{
    return step % 4096 ? CQ_OK : cq_poll(context);
}

/* Why cq_poll says so. */
cq_stop cq_context_stop(const cq_context *ctx);
/* The bytes that may be used: the limit, the ceiling, or 0 for any number. */
size_t cq_context_room(const cq_context *ctx);

#endif
