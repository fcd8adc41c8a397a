/* counted_clock.c - stands before the monotonic clock and lets it go by counted work.
 *
 * An engine looks at the clock after so much work, however fast the machine is. Here
 * each look moves the clock by CLOCK_STEP milliseconds, so that a checkpoint comes due
 * after a known number of looks. The process kills itself CLOCK_AFTER microseconds
 * after look CLOCK_KILL, which can be in the midst of anything, the writing of a
 * checkpoint included. The number of looks is written to the file CLOCK_LOOKS at look
 * CLOCK_TELL, which says that the work is under way, and at a regular end. A wait that
 * ends by this clock takes a millisecond at most: who waits looks again. */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static atomic_llong looks;

static long long number(const char *name)
{
    const char *text = getenv(name);

    return text ? atoll(text) : 0;
}

/* SIGKILL, now or after some microseconds; without a timer it is now. */
static void kill_after(long long micros)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
    struct itimerspec at = {.it_value = {.tv_sec = (time_t)(micros / 1000000),
                                         .tv_nsec = (long)(micros % 1000000 * 1000)}};
    timer_t timer;

    if (micros <= 0 || timer_create(CLOCK_REALTIME, &event, &timer) != 0 ||
        timer_settime(timer, 0, &at, NULL) != 0)
        raise(SIGKILL);
}

__attribute__((destructor)) static void write_looks(void)
{
    const char *path = getenv("CLOCK_LOOKS");
    FILE *out = path ? fopen(path, "w") : NULL;

    if (out) {
        fprintf(out, "%lld\n", (long long)looks);
        fclose(out);
    }
}

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *out)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    long long now, millis;

    if (clock != CLOCK_MONOTONIC)
        return real(clock, out);
    now = atomic_fetch_add(&looks, 1) + 1;
    if (now == number("CLOCK_TELL"))
        write_looks();
    if (now == number("CLOCK_KILL"))
        kill_after(number("CLOCK_AFTER"));
    millis = now * number("CLOCK_STEP");
    out->tv_sec = (time_t)(millis / 1000);
    out->tv_nsec = (long)(millis % 1000 * 1000000);
    return 0;
}

typedef int timed_wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

/* The first of that name in glibc is for programs of long ago, with other conditions.
 */
static timed_wait *real_wait(void)
{
    void *found = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");

    return (timed_wait *)(found ? found : dlsym(RTLD_NEXT, "pthread_cond_timedwait"));
}

__attribute__((visibility("default"))) int
pthread_cond_timedwait(pthread_cond_t *news, pthread_mutex_t *lock,
                       const struct timespec *until)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    struct timespec at;

    (void)until;
    real(CLOCK_MONOTONIC, &at);
    at.tv_nsec += 1000000;
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return real_wait()(news, lock, &at);
}
