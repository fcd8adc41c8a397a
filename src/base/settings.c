/* settings.c - what options of several calls have in common.
 *
 * 0 is always the default, so that members that nobody set ask for nothing. What no
 * option can mean is refused: a limit of -1 second is more likely a subtraction that
 * went wrong than the wish for no limit.
 */
#include "base/settings.h"

cq_status cq_seconds_check(cq_context *ctx, double seconds)
{
    if (seconds >= 0) /* which NAN is not */
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT,
                   "a time limit is a number of seconds, or 0 for none, not %g",
                   seconds);
}

cq_status cq_threads_check(cq_context *ctx, unsigned threads)
{
    if (threads <= CQ_THREADS_MOST)
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT, "there can be at most %d threads, not %u",
                   CQ_THREADS_MOST, threads);
}

cq_status cq_tour_rules_check(cq_context *ctx, cq_ties ties, cq_cut cut, cq_join join)
{
    if ((unsigned)ties <= CQ_TIES_LARGEST && (unsigned)cut <= CQ_CUT_EVEN &&
        (unsigned)join <= CQ_JOIN_LONGEST)
        return CQ_OK;
    return cq_fail(ctx, CQ_INPUT, "there is no such rule for ties, cut or join");
}
