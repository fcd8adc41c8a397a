/* ranks.c - messages between the processes that work on one problem.
 *
 * The transport is the caller's (cq_ranks in chequer.h). MPI waits with the processor
 * at full load, so nobody here waits in it: whoever has nothing to do looks for a
 * message now and then and sleeps in between.
 */
#include "base/ranks.h"

#include "base/assert.h"

#include <time.h>

void cq_message_begin(cq_parcel *p, cq_message kind, uint32_t epoch)
{
    cq_assert(kind > CQ_MESSAGE_OVER && kind <= CQ_MESSAGE_FAILED);
    p->bytes.count = p->at = 0;
    p->status = CQ_OK;
    cq_parcel_put(p, kind, 1);
    cq_parcel_put(p, epoch, 4);
}

static cq_status lost(cq_context *ctx)
{
    return cq_fail(ctx, CQ_IO, "the ranks cannot reach each other any more");
}

static cq_status send_to(const cq_ranks *ranks, unsigned to, const cq_parcel *p)
{
    cq_assert(p->bytes.count > 0 && to < ranks->count && to != ranks->rank);
    if (p->status != CQ_OK)
        return p->status;
    return ranks->send(ranks->state, to, p->bytes.at, p->bytes.count) ? CQ_OK
                                                                      : lost(p->ctx);
}

cq_status cq_ranks_send(const cq_ranks *ranks, unsigned to, cq_parcel *p)
{
    cq_status status = send_to(ranks, to, p);

    p->bytes.count = 0;
    return status;
}

cq_status cq_ranks_send_all(const cq_ranks *ranks, cq_parcel *p)
{
    cq_status status = CQ_OK;

    for (unsigned to = 1; to < ranks->count && status == CQ_OK; to++)
        status = send_to(ranks, to, p);
    p->bytes.count = 0;
    return status;
}

cq_status cq_ranks_receive(cq_context *ctx, const cq_ranks *ranks, unsigned *from,
                           cq_message *kind, cq_parcel *p)
{
    const void *bytes = NULL;
    size_t size = 0;

    *kind = CQ_MESSAGE_NONE;
    if (!ranks->receive(ranks->state, from, &bytes, &size))
        return lost(ctx);
    if (!bytes)
        return CQ_OK;
    *p = (cq_parcel){.ctx = ctx, .bytes = {(char *)bytes, size, size}};
    *kind = size ? (cq_message)cq_parcel_get(p, 1) : CQ_MESSAGE_OVER;
    return CQ_OK;
}

void cq_ranks_sleep(unsigned *idle)
{
    static const long shortest = 200000, longest = 5000000; /* nanoseconds */
    struct timespec pause = {0, shortest * (1 + (long)*idle / 16)};

    if (pause.tv_nsec > longest)
        pause.tv_nsec = longest;
    else
        ++*idle;
    nanosleep(&pause, NULL);
}
