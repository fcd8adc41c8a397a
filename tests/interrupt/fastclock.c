/* fastclock.c - stands before the monotonic clock and makes it run a thousand times as
 * fast, so that checkpoints of every minute come many times a second. */
#include <dlfcn.h>
#include <time.h>

enum { TIMES = 1000 };

__attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                         struct timespec *out)
{
    int (*real)(clockid_t, struct timespec *) =
        (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(clock, out);
    long long nanos = (long long)out->tv_sec * 1000000000 + out->tv_nsec;

    if (clock != CLOCK_MONOTONIC || result != 0)
        return result;
    nanos = (nanos % 1000000000000000) * TIMES; /* of the last days */
    out->tv_sec = (time_t)(nanos / 1000000000);
    out->tv_nsec = (long)(nanos % 1000000000);
    return 0;
}
