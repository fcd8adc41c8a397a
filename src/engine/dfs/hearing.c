/* hearing.c - what the other ranks of a search say to rank 0.
 *
 * A search has a number, its epoch; messages of a search that is over may come late and
 * are passed over. A rank says once that it is done, has failed or ends. Everything
 * else is for the list of jobs (lead.c) or the window of probes (share_probes.c).
 */
#include "engine/dfs/hearing.h"

#include "base/clock.h"

/* How long a stopped search waits for the last news: mpirun kills a second later. */
static const double grace_seconds = 0.5;

cq_status cq_hearing_begin(cq_hearing *h, cq_parcel *out)
{
    h->epoch = ++*h->run->epoch;
    h->left = h->run->ranks->count - 1;
    cq_message_begin(out, CQ_MESSAGE_START, h->epoch);
    cq_parcel_put_text(out, h->run->answer->engine);
    return cq_ranks_send_all(h->run->ranks, out);
}

cq_status cq_hear_nonsense(const cq_hearing *h, unsigned from)
{
    return cq_fail(h->run->ctx, CQ_DEFECT, "rank %u sent a malformed message", from);
}

/* A rank says what went wrong, and nothing more. */
static cq_status hear_failed(cq_hearing *h, unsigned from, cq_parcel *p)
{
    cq_status status = (cq_status)cq_parcel_get(p, 4);
    char text[512];

    h->left--;
    cq_parcel_get_text(p, text, sizeof text);
    return cq_fail(h->run->ctx, status == CQ_OK ? CQ_DEFECT : status, "rank %u: %s",
                   from, text);
}

static cq_status hear(cq_hearing *h, unsigned from, cq_message kind, cq_parcel *p)
{
    if (kind == CQ_MESSAGE_OVER) {
        h->left--;
        return cq_fail(h->run->ctx, CQ_IO, "rank %u ended before the search was over",
                       from);
    }
    if (cq_parcel_get(p, 4) != h->epoch)
        return CQ_OK; /* of a search that is over */
    if (kind == CQ_MESSAGE_FAILED)
        return hear_failed(h, from, p);
    if (kind != CQ_MESSAGE_DONE)
        return h->hear(h->state, from, kind, p);
    h->left--;
    return CQ_OK;
}

cq_status cq_hear_all(cq_hearing *h, bool *any)
{
    cq_status status = CQ_OK;

    *any = false;
    while (h->left > 0 && status == CQ_OK) {
        cq_message kind;
        cq_parcel p;
        unsigned from;

        status = cq_ranks_receive(h->run->ctx, h->run->ranks, &from, &kind, &p);
        if (status != CQ_OK || kind == CQ_MESSAGE_NONE)
            break;
        *any = true;
        status = hear(h, from, kind, &p);
    }
    return status;
}

cq_status cq_hear_last(cq_hearing *h)
{
    double until = cq_clock_seconds() + grace_seconds;
    unsigned idle = 0;

    while (h->left > 0) {
        bool any;

        cq_try(cq_hear_all(h, &any));
        if (any)
            idle = 0;
        else if ((h->run->stop != CQ_FINISHED ||
                  atomic_load(&h->run->ctx->cancelled)) &&
                 cq_clock_seconds() >= until)
            break;
        else
            cq_ranks_sleep(&idle);
    }
    return CQ_OK;
}
