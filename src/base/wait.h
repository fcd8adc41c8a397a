/* wait.h - condition variables with a time limit. */
#ifndef CQ_BASE_WAIT_H
#define CQ_BASE_WAIT_H

#include <pthread.h>
#include <stdbool.h>

/* A condition whose waits end by a clock that nobody sets; false: the system has none
 * to give. */
bool cq_wait_init(pthread_cond_t *news);
/* Waits for the condition until cq_clock_seconds() is `until`; false: it was so. */
bool cq_wait_until(pthread_cond_t *news, pthread_mutex_t *lock, double until);

#endif
