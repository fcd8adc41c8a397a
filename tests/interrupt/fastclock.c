/* fastclock.c - stands before the monotonic clock and makes it run a thousand times as
 * fast, so that checkpoints of every minute come many times a second. Waits that end by
 * that clock are a thousand times as short. */
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>

enum { TIMES = 1000 };

#define VISIBLE __attribute__((visibility("default")))

static const long long second = 1000000000;

static long long real_nanos(clockid_t clock, int *result)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    struct timespec now = {0, 0};

    *result = real(clock, &now);
    return (long long)now.tv_sec * second + now.tv_nsec;
}

static struct timespec time_of(long long nanos)
{
    return (struct timespec){(time_t)(nanos / second), (long)(nanos % second)};
}

static long long fast(long long nanos)
{
    return nanos % (1000000 * second) * TIMES; /* of the last days */
}

VISIBLE int clock_gettime(clockid_t clock, struct timespec *out)
{
    int result;
    long long nanos = real_nanos(clock, &result);

    if (result == 0)
        *out = time_of(clock == CLOCK_MONOTONIC ? fast(nanos) : nanos);
    return result;
}

typedef int timed_wait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);

/* The first of that name in glibc is for programs of long ago, with other conditions. */
static timed_wait *real_wait(void)
{
    void *found = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");

    return (timed_wait *)(found ? found : dlsym(RTLD_NEXT, "pthread_cond_timedwait"));
}

VISIBLE int pthread_cond_timedwait(pthread_cond_t *news, pthread_mutex_t *lock,
                                   const struct timespec *until)
{
    int result;
    long long now = real_nanos(CLOCK_MONOTONIC, &result);
    long long left = (long long)until->tv_sec * second + until->tv_nsec - fast(now);
    struct timespec at = time_of(now + (left > 0 ? left / TIMES : 0));

    return real_wait()(news, lock, &at);
}
