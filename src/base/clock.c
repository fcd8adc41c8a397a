/* clock.c - the monotonic clock. */
#include "base/clock.h"

#include <time.h>

double cq_clock_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
