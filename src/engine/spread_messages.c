/* spread_messages.c - what ranks that share a sweep send to one another, and what each
 * does with it: see spread.c for the kinds of messages. */
#include "engine/spread_messages.h"

#include "base/assert.h"
#include "base/clock.h"

#include <string.h>

/* ---- messages out ---- */

void cq_spread_head(const cq_spread *s, cq_parcel *p, cq_message kind, uint64_t number)
{
    p->ctx = s->ctx;
    cq_message_begin(p, kind, s->epoch);
    cq_parcel_put(p, number, sizeof number);
}

cq_status cq_spread_send_room(cq_spread *s, unsigned to, unsigned packets)
{
    cq_parcel p = {0};
    cq_status status;

    cq_spread_head(s, &p, CQ_MESSAGE_ROOM, s->number);
    cq_parcel_put(&p, packets, 4);
    status = cq_ranks_send(s->ranks, to, &p);
    cq_parcel_free(&p);
    return status;
}

cq_status cq_spread_send_others(cq_spread *s, cq_message kind, uint64_t number)
{
    cq_status status = CQ_OK;
    cq_parcel p = {0};

    for (unsigned to = 0; to < s->ranks->count && status == CQ_OK; to++) {
        if (to == s->ranks->rank)
            continue;
        cq_spread_head(s, &p, kind, number);
        status = cq_ranks_send(s->ranks, to, &p);
    }
    cq_parcel_free(&p);
    return status;
}

/* ---- messages in ---- */

bool cq_spread_is_broken(const cq_spread *s)
{
    return s->over || s->status != CQ_OK || s->number < s->broken_until;
}

static cq_status keep_early(cq_spread *s, unsigned from, cq_message kind, cq_parcel *p)
{
    size_t size = p->bytes.count - p->at;
    cq_spread_early *e = cq_alloc(s->ctx, 1, sizeof *e + sizeof s->number + size),
                    **slot;

    cq_try_memory(e);
    cq_assert(p->at >= sizeof s->number); /* which has been read */
    *e = (cq_spread_early){.from = from, .kind = kind, .size = sizeof s->number + size};
    memcpy(e->bytes, p->bytes.at + p->at - sizeof s->number, e->size);
    for (slot = &s->early; *slot;)
        slot = &(*slot)->next;
    *slot = e;
    return CQ_OK;
}

static cq_status keep_said(cq_spread *s, unsigned from, cq_parcel *p)
{
    cq_parcel *said = &s->peers[from].said;

    cq_assert(from < s->ranks->count && p->at <= p->bytes.count);

    said->bytes.count = said->at = 0;
    said->status = CQ_OK;
    said->ctx = s->ctx;
    cq_parcel_put_bytes(said, p->bytes.at + p->at, p->bytes.count - p->at);
    s->peers[from].has_said = true;
    return said->status;
}

/* A rank that could not even begin. The others need not wait for it. */
static cq_status hear_failed(cq_spread *s, unsigned from, cq_parcel *p)
{
    cq_status status = (cq_status)cq_parcel_get(p, 4);
    char text[512];

    cq_parcel_get_text(p, text, sizeof text);
    s->peers[from].is_gone = true;
    return cq_fail(s->ctx, status == CQ_OK ? CQ_DEFECT : status, "rank %u: %s", from,
                   text);
}

static cq_status take_packet(cq_spread *s, unsigned from, cq_parcel *p)
{
    if (s->take && !cq_spread_is_broken(s))
        cq_try(s->take(s->user, from, p));
    return cq_spread_send_room(s, from, 1);
}

/* A message of what is at hand. */
static cq_status hear_now(cq_spread *s, unsigned from, cq_message kind, cq_parcel *p)
{
    switch (kind) {
    case CQ_MESSAGE_SAY:
    case CQ_MESSAGE_ANSWER: return keep_said(s, from, p);
    case CQ_MESSAGE_PACKET: return take_packet(s, from, p);
    case CQ_MESSAGE_ROOM: s->credit += (unsigned)cq_parcel_get(p, 4); return CQ_OK;
    case CQ_MESSAGE_LAST: s->peers[from].is_last = true; return CQ_OK;
    default:
        return cq_fail(s->ctx, CQ_DEFECT, "rank %u sent an inconsistent message", from);
    }
}

static cq_status hear_numbered(cq_spread *s, unsigned from, cq_message kind,
                               cq_parcel *p)
{
    uint64_t number = cq_parcel_get(p, sizeof number);

    if (kind == CQ_MESSAGE_BREAK) {
        if (number > s->broken_until)
            s->broken_until = number;
        return CQ_OK;
    }
    if (number > s->number)
        return keep_early(s, from, kind, p);
    return number == s->number ? hear_now(s, from, kind, p) : CQ_OK;
}

static cq_status hear(cq_spread *s, unsigned from, cq_message kind, cq_parcel *p)
{
    if (kind == CQ_MESSAGE_OVER) {
        s->over = true;
        return cq_fail(s->ctx, CQ_IO, "rank %u ended before the sweep was over", from);
    }
    if (cq_parcel_get(p, 4) != s->epoch)
        return CQ_OK; /* of something that is over */
    if (kind == CQ_MESSAGE_FAILED)
        return hear_failed(s, from, p);
    if (kind == CQ_MESSAGE_STOP) {
        s->over = true;
        return CQ_OK;
    }
    return hear_numbered(s, from, kind, p);
}

bool cq_spread_hear_all(cq_spread *s)
{
    bool any = false;

    while (!s->over) {
        cq_message kind;
        cq_parcel p;
        unsigned from;
        cq_status status = cq_ranks_receive(s->ctx, s->ranks, &from, &kind, &p);

        if (status == CQ_OK && kind == CQ_MESSAGE_NONE)
            break;
        if (status != CQ_OK)
            s->over = true; /* nobody can be reached */
        else
            status = hear(s, from, kind, &p);
        if (status != CQ_OK && s->status == CQ_OK)
            s->status = status;
        any = true;
    }
    return any;
}

/* What came before this rank was where it is now. */
static void hear_early(cq_spread *s)
{
    cq_spread_early **slot = &s->early;

    while (*slot) {
        cq_spread_early *e = *slot;
        cq_parcel p = {.ctx = s->ctx, .bytes = {e->bytes, e->size, e->size}};
        uint64_t number = cq_parcel_get(&p, sizeof number);
        cq_status status = CQ_OK;

        if (number > s->number) {
            slot = &e->next;
            continue;
        }
        *slot = e->next;
        cq_assert(e->from < s->ranks->count);
        if (number == s->number)
            status = hear_now(s, e->from, e->kind, &p);
        if (status != CQ_OK && s->status == CQ_OK)
            s->status = status;
        cq_free(e);
    }
}

void cq_spread_wait(cq_spread *s, unsigned *idle)
{
    double before = cq_clock_seconds();

    if (cq_spread_hear_all(s)) {
        *idle = 0;
        return;
    }
    pthread_mutex_unlock(&s->lock);
    cq_ranks_sleep(idle);
    pthread_mutex_lock(&s->lock);
    s->waited += cq_clock_seconds() - before;
}

void cq_spread_advance(cq_spread *s, uint64_t number, unsigned credit,
                       cq_packet_fn *take, void *user)
{
    cq_assert(number > s->number);
    s->number = number;
    s->take = take;
    s->user = user;
    s->credit = credit;
    for (unsigned r = 0; r < s->ranks->count; r++)
        s->peers[r].is_last = s->peers[r].has_said = false;
    hear_early(s);
}

cq_status cq_spread_why_broken(const cq_spread *s)
{
    return s->status != CQ_OK ? s->status : CQ_STOPPED;
}

bool cq_spread_stopped_now(const cq_spread *s)
{
    return s->run->stop == CQ_FINISHED && cq_run_poll_for(s->run, 0);
}

/* What came early and was never wanted. */
void cq_spread_forget_early(cq_spread *s)
{
    while (s->early) {
        cq_spread_early *next = s->early->next;

        cq_free(s->early);
        s->early = next;
    }
}
