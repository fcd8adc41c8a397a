/* clock.h - seconds on a clock that only goes forward, and waits that end by it. */
#ifndef CQ_BASE_CLOCK_H
#define CQ_BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>

double cq_clock_seconds(void);

/* A condition whose waits end by this clock, which nobody sets; false: the system has
 * none to give. */
bool cq_wait_init(pthread_cond_t *news);
/* Waits for the condition until cq_clock_seconds() is `until`; false: it was so. */
bool cq_wait_until(pthread_cond_t *news, pthread_mutex_t *lock, double until);

#endif
