/* clock.h - seconds on a clock that only goes forward. */
#ifndef CQ_BASE_CLOCK_H
#define CQ_BASE_CLOCK_H

double cq_clock_seconds(void);

#endif
