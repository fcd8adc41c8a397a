/* clock.c - the monotonic clock, and condition variables with a time limit.
 *
 * Both use the same clock, so that a wait is as long as it says even if the time of day
 * is set meanwhile.
 */
#include "base/clock.h"

#include <errno.h>
#include <time.h>

/* Seconds that a time_t of 32 bits can hold: later than this clock ever shows. */
#define LATEST 2e9

double cq_clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

bool cq_wait_init(pthread_cond_t *news)
{
    pthread_condattr_t monotonic;
    bool made;

    if (pthread_condattr_init(&monotonic) != 0)
        return false;
    made = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC) == 0 &&
           pthread_cond_init(news, &monotonic) == 0;
    pthread_condattr_destroy(&monotonic);
    return made;
}

bool cq_wait_until(pthread_cond_t *news, pthread_mutex_t *lock, double until)
{
    struct timespec at = {.tv_sec = (time_t)LATEST};

    if (until < LATEST) {
        at.tv_sec = (time_t)until;
        at.tv_nsec = (long)((until - (double)at.tv_sec) * 1e9);
    }
    return pthread_cond_timedwait(news, lock, &at) != ETIMEDOUT;
}
