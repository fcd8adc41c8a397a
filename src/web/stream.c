/* stream.c - events of a running request as server-sent events.
 *
 *     event: progress
 *     data: {"share": 0.25, ...}
 *
 * The solver runs in a thread of its own, in a context of its own. What it tells goes
 * into a buffer of limited size: a reader that is slow holds up the solver, not the
 * memory. Progress is dropped while something is still waiting, since only the newest
 * is of interest. A reader that went away cancels the search.
 */
#include "web/stream.h"

#include "base/assert.h"
#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

enum { FULL = 1 << 20 }; /* bytes waiting, beyond which the solver waits */
static const double wait_seconds = 0.025; /* before the reader learns of nothing */

struct cq_stream {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* something to read, room to write, or the end */
    cq_context *ctx;
    const cq_web_limits *limits;
    char *text; /* of the request */
    size_t size;
    char *waiting; /* events not yet taken: from `taken` to `written` */
    size_t taken, written, room;
    bool done, gone;
};

static bool stream_check(const cq_stream *s)
{
    cq_hold(s->taken <= s->written && s->written <= s->room);
    cq_hold(s->waiting || !s->room);
    return true;
}

/* ---- the solver's side ---- */

/* What was taken makes room first: the buffer is never larger than twice what waits. */
static bool make_room(cq_stream *s, size_t more)
{
    size_t room = s->room ? s->room : 4096;
    char *grown;

    if (more <= s->room - s->written)
        return true;
    if (s->taken) {
        memmove(s->waiting, s->waiting + s->taken, s->written - s->taken);
        s->written -= s->taken;
        s->taken = 0;
    }
    while (room - s->written < more)
        room *= 2;
    grown = realloc(s->waiting, room);
    if (!grown)
        return false;
    s->waiting = grown;
    s->room = room;
    cq_assert(more <= s->room - s->written && stream_check(s));
    return true;
}

static void append(cq_stream *s, const char *bytes, size_t size)
{
    cq_assert(size <= s->room - s->written);
    memcpy(s->waiting + s->written, bytes, size);
    s->written += size;
}

/* With the lock held. */
static bool put_event(cq_stream *s, const char *name, const char *json, size_t size)
{
    size_t length = strlen(name);

    if (!make_room(s, size + length + sizeof "event: \ndata: \n\n"))
        return false;
    cq_assert(length && !memchr(json, '\n', size)); /* a line each */
    append(s, "event: ", 7);
    append(s, name, length);
    append(s, "\ndata: ", 7);
    append(s, json, size);
    append(s, "\n\n", 2);
    return true;
}

static bool tell(void *user, const char *name, const char *json, size_t size)
{
    cq_stream *s = user;
    bool told = true;

    pthread_mutex_lock(&s->lock);
    while (!s->gone && s->written - s->taken > FULL)
        pthread_cond_wait(&s->changed, &s->lock);
    if (s->gone)
        told = false;
    else if (strcmp(name, "progress") != 0 || s->taken == s->written)
        told = put_event(s, name, json, size);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return told;
}

static void *solve(void *user)
{
    cq_stream *s = user;
    cq_web_outcome outcome;

    (void)cq_web_request(s->ctx, "request", s->text, s->size, s->limits, tell, s,
                         &outcome);
    pthread_mutex_lock(&s->lock);
    cq_assert(!s->done);
    s->done = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- the reader's side ---- */

static void drop(cq_stream *s)
{
    cq_context_free(s->ctx);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->changed);
    free(s->waiting);
    free(s->text);
    free(s);
}

cq_stream *cq_stream_start(char *text, size_t size, const cq_web_limits *limits)
{
    cq_stream *s = calloc(1, sizeof *s);

    if (!s || !cq_wait_init(&s->changed)) {
        free(s);
        free(text);
        return NULL;
    }
    s->text = text;
    s->size = size;
    s->limits = limits;
    s->ctx = cq_context_new();
    pthread_mutex_init(&s->lock, NULL);
    if (!s->ctx || pthread_create(&s->thread, NULL, solve, s) != 0) {
        drop(s);
        return NULL;
    }
    return s;
}

ptrdiff_t cq_stream_take(cq_stream *stream, char *buffer, size_t size)
{
    cq_stream *s = stream;
    double until = cq_clock_seconds() + wait_seconds;
    size_t taken;
    bool done;

    pthread_mutex_lock(&s->lock);
    while (s->taken == s->written && !s->done &&
           cq_wait_until(&s->changed, &s->lock, until))
        ;
    taken = s->written - s->taken < size ? s->written - s->taken : size;
    if (taken)
        memcpy(buffer, s->waiting + s->taken, taken);
    s->taken += taken;
    cq_assert(stream_check(s));
    done = s->done && s->taken == s->written;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    return taken ? (ptrdiff_t)taken : done ? -1 : 0;
}

void cq_stream_free(cq_stream *stream)
{
    cq_stream *s = stream;

    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->gone = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    cq_cancel(s->ctx);
    pthread_join(s->thread, NULL);
    drop(s);
}
