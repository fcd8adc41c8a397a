/* settings.h - what options of several calls have in common. */
#ifndef CQ_BASE_SETTINGS_H
#define CQ_BASE_SETTINGS_H

#include "base/context.h"

/* More threads than any machine has cores for; a larger number is a mistake. */
enum { CQ_THREADS_MOST = 1024 };

/* Each is CQ_INPUT, with a sentence, for what is no number of seconds, no number of
 * threads, or no rule. */
cq_status cq_seconds_check(cq_context *ctx, double seconds);
cq_status cq_threads_check(cq_context *ctx, unsigned threads);
cq_status cq_tour_rules_check(cq_context *ctx, cq_ties ties, cq_cut cut, cq_join join);

#endif
