/* spread.c - meetings and exchanges of ranks: see spread.h.
 *
 * Meetings and exchanges have the same numbers in all ranks, and every message carries
 * the number of its meeting or exchange. An older message belongs to one that was given
 * up. A newer one comes from a rank that is ahead, and waits (early); there are never
 * many, because no rank is ahead by more than one meeting.
 *
 *     SAY      to rank 0: what is said in a meeting; in a settlement how it went
 *     ANSWER   from rank 0: what the meeting came to
 *     PACKET   in an exchange; the receiver answers with ROOM
 *     LAST     the sender sends no more in this exchange
 *     BREAK    give up until the settlement with this number
 *     STOP     from rank 0: all is over
 *
 * The number of a settlement is the next multiple of 2^20, whatever number a rank had
 * reached.
 *
 * A rank has at most WINDOW packets in transit, so that they fill neither its memory
 * nor that of a slow receiver. A rank that waits still accepts messages, so two that
 * wait for each other do not block.
 */
#include "engine/spread_messages.h"

#include "base/assert.h"
#include "base/clock.h"

enum { WINDOW = 32 };

unsigned cq_spread_rank(const cq_spread *s)
{
    return s ? s->ranks->rank : 0;
}

unsigned cq_spread_count(const cq_spread *s)
{
    return s ? s->ranks->count : 1;
}

/* ---- exchanges ---- */

void cq_spread_begin(cq_spread *s, bool in_turns, cq_packet_fn *take, void *user)
{
    pthread_mutex_lock(&s->lock);
    cq_spread_advance(s, s->number + 1, in_turns ? 0 : WINDOW, take, user);
    s->in_turns = in_turns;
    pthread_mutex_unlock(&s->lock);
}

void cq_spread_pack(cq_spread *s, cq_parcel *packet)
{
    cq_spread_head(s, packet, CQ_MESSAGE_PACKET, s->number);
}

cq_status cq_spread_send(cq_spread *s, unsigned to, cq_parcel *packet)
{
    unsigned idle = 0;
    cq_status status;

    cq_assert(to != s->ranks->rank && to < s->ranks->count);
    cq_assert(!s->in_turns || to == 0);
    pthread_mutex_lock(&s->lock);
    cq_spread_hear_all(s);
    while (s->credit == 0 && !cq_spread_is_broken(s))
        cq_spread_wait(s, &idle);
    if (cq_spread_is_broken(s)) {
        status = cq_spread_why_broken(s);
    } else {
        cq_assert(s->credit > 0);
        s->credit--;
        s->sent += packet->bytes.count;
        status = cq_ranks_send(s->ranks, to, packet);
    }
    pthread_mutex_unlock(&s->lock);
    return status;
}

static void await_last(cq_spread *s, unsigned from)
{
    unsigned idle = 0;

    while (!s->peers[from].is_last && !cq_spread_is_broken(s)) {
        cq_spread_wait(s, &idle);
        if (s->ranks->rank == 0 && cq_spread_stopped_now(s))
            s->broken_until = s->number + 1;
    }
}

/* In turns rank 0 lets one after the other send; the others tell rank 0 alone. */
static cq_status finish_turns(cq_spread *s)
{
    cq_status status = CQ_OK;
    cq_parcel p = {0};

    if (s->ranks->rank) {
        cq_spread_head(s, &p, CQ_MESSAGE_LAST, s->number);
        status = cq_ranks_send(s->ranks, 0, &p);
        cq_parcel_free(&p);
        return status;
    }
    for (unsigned r = 1;
         r < s->ranks->count && status == CQ_OK && !cq_spread_is_broken(s); r++) {
        status = cq_spread_send_room(s, r, WINDOW);
        await_last(s, r);
    }
    return status;
}

cq_status cq_spread_finish(cq_spread *s)
{
    cq_status status;

    pthread_mutex_lock(&s->lock);
    if (s->in_turns) {
        status = finish_turns(s);
    } else {
        status = cq_spread_send_others(s, CQ_MESSAGE_LAST, s->number);
        for (unsigned r = 0; r < s->ranks->count && status == CQ_OK; r++)
            if (r != s->ranks->rank)
                await_last(s, r);
    }
    if (status == CQ_OK && cq_spread_is_broken(s))
        status = cq_spread_why_broken(s);
    pthread_mutex_unlock(&s->lock);
    return status;
}

void cq_spread_end(cq_spread *s)
{
    pthread_mutex_lock(&s->lock);
    s->take = NULL;
    pthread_mutex_unlock(&s->lock);
}

bool cq_spread_look(cq_spread *s)
{
    bool broken;

    if (!s)
        return false;
    pthread_mutex_lock(&s->lock);
    cq_spread_hear_all(s);
    broken = cq_spread_is_broken(s);
    pthread_mutex_unlock(&s->lock);
    return broken;
}

/* ---- what it took ---- */

typedef struct tally {
    const cq_spread *s;
    double spent, waited;
    uint64_t sent, memory;
} tally;

static void say_tally(void *user, cq_parcel *out)
{
    const tally *t = user;

    cq_parcel_put(out, (uint64_t)(1e6 * (cq_clock_seconds() - t->s->began)), 8);
    cq_parcel_put(out, (uint64_t)(1e6 * t->s->waited), 8);
    cq_parcel_put(out, t->s->sent, 8);
    cq_parcel_put(out, cq_context_memory_peak(t->s->ctx), 8);
}

static cq_status hear_tally(void *user, unsigned from, cq_parcel *in)
{
    tally *t = user;
    uint64_t memory;

    (void)from;
    t->spent += 1e-6 * (double)cq_parcel_get(in, 8);
    t->waited += 1e-6 * (double)cq_parcel_get(in, 8);
    t->sent += cq_parcel_get(in, 8);
    memory = cq_parcel_get(in, 8);
    t->memory = memory > t->memory ? memory : t->memory;
    return CQ_OK;
}

cq_status cq_spread_sum_up(cq_spread *s)
{
    static const cq_meeting meeting = {say_tally, hear_tally, NULL, NULL};
    tally t = {.s = s};
    char sent[CQ_GROUPED_SIZE], memory[CQ_GROUPED_SIZE];

    if (!s)
        return CQ_OK;
    cq_try(cq_spread_meet(s, &meeting, &t));
    if (s->ranks->rank == 0)
        cq_note(s->ctx,
                "ranks: %u, which waited %.1f %% of their time, sent %s bytes and used "
                "up to %s bytes of memory each",
                s->ranks->count, t.spent > 0 ? 100 * t.waited / t.spent : 0,
                cq_grouped(t.sent, sent), cq_grouped(t.memory, memory));
    return CQ_OK;
}

/* ---- from beginning to end ---- */

static void drop(cq_spread *s)
{
    cq_spread_forget_early(s);
    for (unsigned r = 0; s->peers && r < s->ranks->count; r++)
        cq_parcel_free(&s->peers[r].said);
    cq_free_each(s->peers, s);
}

static cq_status call_others(cq_spread *s)
{
    cq_parcel p = {.ctx = s->ctx};
    cq_status status;

    cq_message_begin(&p, CQ_MESSAGE_START, s->epoch);
    cq_parcel_put_text(&p, s->run->answer->engine);
    status = cq_ranks_send_all(s->ranks, &p);
    cq_parcel_free(&p);
    return status;
}

cq_status cq_spread_open(cq_run *run, cq_spread **out)
{
    cq_spread *s;

    *out = NULL;
    if (!cq_ranks_several(run->ranks))
        return CQ_OK;
    s = cq_zalloc(run->ctx, 1, sizeof *s);
    cq_try_memory(s);
    s->ctx = run->ctx;
    s->run = run;
    s->ranks = run->ranks;
    s->epoch = s->ranks->rank ? *run->epoch : ++*run->epoch;
    s->peers = cq_zalloc(s->ctx, s->ranks->count, sizeof *s->peers);
    s->began = cq_clock_seconds();
    if (!s->peers) {
        drop(s);
        return CQ_MEMORY;
    }
    if (pthread_mutex_init(&s->lock, NULL) != 0) {
        drop(s);
        return cq_fail(run->ctx, CQ_MEMORY, "the system has no lock to give");
    }
    run->followed = true;
    *out = s;
    return s->ranks->rank ? CQ_OK : call_others(s);
}

void cq_spread_close(cq_spread *s)
{
    if (!s)
        return;
    if (s->ranks->rank == 0)
        (void)cq_spread_send_others(s, CQ_MESSAGE_STOP, 0);
    pthread_mutex_destroy(&s->lock);
    drop(s);
}
