/* draw_job.c - a picture drawn in a thread, given up when nobody waits for it.
 *
 * A picture is answered as a whole, with a code that says whether it is one; so, other
 * than events (stream.c), it is waited for. The waiting thread asks every 25 ms whether
 * somebody still wants it, and cancels the context of the drawing thread otherwise. The
 * limits of time and memory are those of other requests.
 */
#include "web/stream.h"

#include "base/assert.h"
#include "base/clock.h"

#include <stdlib.h>

static const double wait_seconds = 0.025;

typedef struct job {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const char *text; /* of the request */
    size_t size;
    const cq_web_limits *limits;
    cq_context *ctx;
    cq_drawn drawn;
    bool done;
} job;

static void *work(void *user)
{
    job *j = user;

    cq_web_picture(j->ctx, j->text, j->size, j->limits, &j->drawn);
    pthread_mutex_lock(&j->lock);
    cq_assert(!j->done && (!j->drawn.right || j->drawn.size > 0));
    j->done = true;
    pthread_cond_signal(&j->changed);
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

/* Until it is done, or for a moment. */
static bool wait_for(job *j)
{
    double until = cq_clock_seconds() + wait_seconds;
    bool done;

    pthread_mutex_lock(&j->lock);
    while (!j->done && cq_wait_until(&j->changed, &j->lock, until))
        ;
    done = j->done;
    pthread_mutex_unlock(&j->lock);
    return done;
}

bool cq_draw_job(const char *text, size_t size, const cq_web_limits *limits,
                 bool (*gone)(void *user), void *user, cq_drawn *out)
{
    job j = {.text = text, .size = size, .limits = limits, .ctx = cq_context_new()};
    pthread_t thread;
    bool given_up = false;

    if (!j.ctx || !cq_wait_init(&j.changed)) {
        cq_context_free(j.ctx);
        return false;
    }
    pthread_mutex_init(&j.lock, NULL);
    if (pthread_create(&thread, NULL, work, &j) == 0) {
        while (!wait_for(&j) && !given_up)
            given_up = gone(user);
        if (given_up)
            cq_cancel(j.ctx);
        pthread_join(thread, NULL);
    }
    pthread_cond_destroy(&j.changed);
    pthread_mutex_destroy(&j.lock);
    cq_context_free(j.ctx);
    if (given_up || !j.drawn.text) {
        free(j.drawn.text);
        return false;
    }
    *out = j.drawn;
    return true;
}
