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
#include "engine/spread.h"

#include "base/assert.h"
#include "base/clock.h"

#include <pthread.h>
#include <string.h>

enum { WINDOW = 32 };

static const uint64_t stretch = 1u << 20; /* from one settlement to the next */

typedef struct early {
    struct early *next;
    unsigned from;
    cq_message kind;
    size_t size;
    char bytes[]; /* after the number */
} early;

struct cq_spread {
    cq_context *ctx;
    cq_run *run;
    const cq_ranks *ranks;
    uint32_t epoch;
    uint64_t number;       /* of the meeting or exchange at hand */
    uint64_t broken_until; /* the number of a settlement */
    bool over;             /* rank 0 has left, or a rank has */
    cq_status status;      /* what went wrong when messages were taken */
    pthread_mutex_t lock;  /* of all that follows, and of the ranks */
    early *early;
    cq_parcel *said; /* a meeting: by rank; in others than rank 0 the answer, at 0 */
    bool *has_said, *is_gone;
    cq_packet_fn *take; /* an exchange */
    void *user;
    bool in_turns;
    bool *is_last;
    unsigned credit; /* packets that may be sent */
    double began, waited;
    uint64_t sent; /* bytes, in packets */
};

unsigned cq_spread_rank(const cq_spread *s)
{
    return s ? s->ranks->rank : 0;
}

unsigned cq_spread_count(const cq_spread *s)
{
    return s ? s->ranks->count : 1;
}

/* ---- messages out ---- */

static void begin(const cq_spread *s, cq_parcel *p, cq_message kind, uint64_t number)
{
    p->ctx = s->ctx;
    cq_message_begin(p, kind, s->epoch);
    cq_parcel_put(p, number, sizeof number);
}

static cq_status send_room(cq_spread *s, unsigned to, unsigned packets)
{
    cq_parcel p = {0};
    cq_status status;

    begin(s, &p, CQ_MESSAGE_ROOM, s->number);
    cq_parcel_put(&p, packets, 4);
    status = cq_ranks_send(s->ranks, to, &p);
    cq_parcel_free(&p);
    return status;
}

/* Without a word more, to all others. */
static cq_status send_others(cq_spread *s, cq_message kind, uint64_t number)
{
    cq_status status = CQ_OK;
    cq_parcel p = {0};

    for (unsigned to = 0; to < s->ranks->count && status == CQ_OK; to++) {
        if (to == s->ranks->rank)
            continue;
        begin(s, &p, kind, number);
        status = cq_ranks_send(s->ranks, to, &p);
    }
    cq_parcel_free(&p);
    return status;
}

/* ---- messages in ---- */

static bool is_broken(const cq_spread *s)
{
    return s->over || s->status != CQ_OK || s->number < s->broken_until;
}

static cq_status keep_early(cq_spread *s, unsigned from, cq_message kind, cq_parcel *p)
{
    size_t size = p->bytes.count - p->at;
    early *e = cq_alloc(s->ctx, 1, sizeof *e + sizeof s->number + size), **slot;

    cq_try_memory(e);
    *e = (early){.from = from, .kind = kind, .size = sizeof s->number + size};
    memcpy(e->bytes, p->bytes.at + p->at - sizeof s->number, e->size);
    for (slot = &s->early; *slot;)
        slot = &(*slot)->next;
    *slot = e;
    return CQ_OK;
}

static cq_status keep_said(cq_spread *s, unsigned from, cq_parcel *p)
{
    cq_parcel *said = &s->said[from];

    said->bytes.count = said->at = 0;
    said->status = CQ_OK;
    said->ctx = s->ctx;
    cq_parcel_put_bytes(said, p->bytes.at + p->at, p->bytes.count - p->at);
    s->has_said[from] = true;
    return said->status;
}

/* A rank that could not even begin. The others need not wait for it. */
static cq_status hear_failed(cq_spread *s, unsigned from, cq_parcel *p)
{
    cq_status status = (cq_status)cq_parcel_get(p, 4);
    char text[512];

    cq_parcel_get_text(p, text, sizeof text);
    s->is_gone[from] = true;
    return cq_fail(s->ctx, status == CQ_OK ? CQ_DEFECT : status, "rank %u: %s", from,
                   text);
}

static cq_status take_packet(cq_spread *s, unsigned from, cq_parcel *p)
{
    if (s->take && !is_broken(s))
        cq_try(s->take(s->user, from, p));
    return send_room(s, from, 1);
}

/* A message of what is at hand. */
static cq_status hear_now(cq_spread *s, unsigned from, cq_message kind, cq_parcel *p)
{
    switch (kind) {
    case CQ_MESSAGE_SAY:
    case CQ_MESSAGE_ANSWER: return keep_said(s, from, p);
    case CQ_MESSAGE_PACKET: return take_packet(s, from, p);
    case CQ_MESSAGE_ROOM: s->credit += (unsigned)cq_parcel_get(p, 4); return CQ_OK;
    case CQ_MESSAGE_LAST: s->is_last[from] = true; return CQ_OK;
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

/* All that has come. A failure stays in s->status; false: nothing came. */
static bool hear_all(cq_spread *s)
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
    early **slot = &s->early;

    while (*slot) {
        early *e = *slot;
        cq_parcel p = {.ctx = s->ctx, .bytes = {e->bytes, e->size, e->size}};
        uint64_t number = cq_parcel_get(&p, sizeof number);
        cq_status status = CQ_OK;

        if (number > s->number) {
            slot = &e->next;
            continue;
        }
        *slot = e->next;
        if (number == s->number)
            status = hear_now(s, e->from, e->kind, &p);
        if (status != CQ_OK && s->status == CQ_OK)
            s->status = status;
        cq_free(e);
    }
}

/* One look for messages by one who waits, under the lock. */
static void wait_a_little(cq_spread *s, unsigned *idle)
{
    double before = cq_clock_seconds();

    if (hear_all(s)) {
        *idle = 0;
        return;
    }
    pthread_mutex_unlock(&s->lock);
    cq_ranks_sleep(idle);
    pthread_mutex_lock(&s->lock);
    s->waited += cq_clock_seconds() - before;
}

/* To the next meeting or exchange. */
static void advance(cq_spread *s, uint64_t number, unsigned credit, cq_packet_fn *take,
                    void *user)
{
    cq_assert(number > s->number);
    s->number = number;
    s->take = take;
    s->user = user;
    s->credit = credit;
    memset(s->is_last, 0, s->ranks->count * sizeof *s->is_last);
    memset(s->has_said, 0, s->ranks->count * sizeof *s->has_said);
    hear_early(s);
}

/* ---- meetings ---- */

/* Why nothing more is to be done before the settlement. */
static cq_status why_broken(const cq_spread *s)
{
    return s->status != CQ_OK ? s->status : CQ_STOPPED;
}

static cq_status say(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel p = {0};
    cq_status status;

    begin(s, &p, CQ_MESSAGE_SAY, s->number);
    if (m->say)
        m->say(user, &p);
    status = cq_ranks_send(s->ranks, 0, &p);
    cq_parcel_free(&p);
    return status;
}

static cq_status follow(cq_spread *s, const cq_meeting *m, void *user)
{
    unsigned idle = 0;

    cq_try(say(s, m, user));
    while (!s->has_said[0] && !is_broken(s))
        wait_a_little(s, &idle);
    if (!s->has_said[0])
        return why_broken(s);
    if (m->learn)
        m->learn(user, &s->said[0]);
    return s->said[0].status == CQ_INPUT
               ? cq_fail(s->ctx, CQ_DEFECT, "rank 0 sent a message that cannot be read")
               : s->said[0].status;
}

static bool are_all_there(const cq_spread *s)
{
    for (unsigned r = 1; r < s->ranks->count; r++)
        if (!s->has_said[r] && !s->is_gone[r])
            return false;
    return true;
}

/* By the user, or a limit, while rank 0 waits, which is no work. What is done after a
 * stop, such as saving, goes on. */
static bool is_stopped_now(const cq_spread *s)
{
    return s->run->stop == CQ_FINISHED && cq_run_poll_for(s->run, 0);
}

/* Rank 0 waits for all. The user may stop that, but for a settlement. */
static void gather(cq_spread *s)
{
    unsigned idle = 0;

    while (!are_all_there(s) && !is_broken(s)) {
        wait_a_little(s, &idle);
        if (s->number % stretch && is_stopped_now(s))
            s->broken_until = s->number + 1;
    }
}

static cq_status hear_each(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel mine = {.ctx = s->ctx};
    cq_status status;

    if (m->say)
        m->say(user, &mine);
    status = mine.status;
    if (status == CQ_OK && m->hear)
        status = m->hear(user, 0, &mine);
    cq_parcel_free(&mine);
    for (unsigned r = 1; r < s->ranks->count && status == CQ_OK && m->hear; r++) {
        if (s->is_gone[r])
            continue;
        status = m->hear(user, r, &s->said[r]);
        if (status == CQ_OK && s->said[r].status != CQ_OK)
            status = cq_fail(s->ctx, CQ_DEFECT,
                             "rank %u sent a message that cannot be read", r);
    }
    return status;
}

/* Rank 0 tells all, and itself. */
static cq_status answer(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel p = {0};
    size_t head;
    cq_status status;

    begin(s, &p, CQ_MESSAGE_ANSWER, s->number);
    head = p.bytes.count;
    if (m->conclude)
        m->conclude(user, &p);
    status = p.status;
    if (status == CQ_OK && m->learn) {
        p.at = head;
        m->learn(user, &p);
        cq_assert(p.status == CQ_OK && p.at == p.bytes.count);
    }
    cq_then(status, cq_ranks_send_all(s->ranks, &p));
    cq_parcel_free(&p);
    return status;
}

static cq_status lead(cq_spread *s, const cq_meeting *m, void *user)
{
    gather(s);
    if (is_broken(s))
        return why_broken(s);
    cq_try(hear_each(s, m, user));
    return answer(s, m, user);
}

static cq_status meet_alone(const cq_meeting *m, void *user, cq_parcel *p)
{
    if (m->say)
        m->say(user, p);
    if (p->status == CQ_OK && m->hear)
        cq_try(m->hear(user, 0, p));
    p->bytes.count = p->at = 0;
    if (m->conclude)
        m->conclude(user, p);
    if (p->status == CQ_OK && m->learn)
        m->learn(user, p);
    return p->status;
}

cq_status cq_spread_meet(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel alone = {0};
    cq_status status;

    if (!s) {
        status = meet_alone(m, user, &alone);
        cq_parcel_free(&alone);
        return status;
    }
    pthread_mutex_lock(&s->lock);
    advance(s, s->number + 1, 0, NULL, NULL);
    if (is_broken(s))
        status = why_broken(s);
    else
        status = s->ranks->rank ? follow(s, m, user) : lead(s, m, user);
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* ---- settlements ---- */

typedef struct settling {
    cq_spread *s;
    cq_status so_far; /* here */
    cq_status all;    /* rank 0: of all */
} settling;

static void say_so_far(void *user, cq_parcel *out)
{
    const settling *x = user;
    bool fails = x->so_far != CQ_OK && x->so_far != CQ_STOPPED;

    cq_parcel_put(out, x->so_far, 4);
    cq_parcel_put_text(out, fails ? cq_error_text(x->s->ctx) : "");
}

/* A rank that only stopped has done so because of another, as a rule. */
static cq_status hear_so_far(void *user, unsigned from, cq_parcel *in)
{
    settling *x = user;
    cq_status theirs = (cq_status)cq_parcel_get(in, 4);
    char text[512];

    cq_parcel_get_text(in, text, sizeof text);
    if (theirs == CQ_OK || (x->all != CQ_OK && x->all != CQ_STOPPED))
        return CQ_OK;
    if (from == 0 || theirs == CQ_STOPPED)
        x->all = theirs;
    else
        x->all = cq_fail(x->s->ctx, theirs, "rank %u: %s", from, text);
    return CQ_OK;
}

static void tell_all(void *user, cq_parcel *out)
{
    const settling *x = user;

    cq_parcel_put(out, x->all, 4);
}

static void learn_all(void *user, cq_parcel *in)
{
    settling *x = user;
    cq_status all = (cq_status)cq_parcel_get(in, 4);

    if (x->s->ranks->rank)
        x->all = all == CQ_OK ? CQ_OK : CQ_STOPPED;
}

cq_status cq_spread_settle(cq_spread *s, cq_status so_far)
{
    static const cq_meeting meeting = {say_so_far, hear_so_far, tell_all, learn_all};
    settling x = {.s = s, .so_far = so_far};
    uint64_t number;
    cq_status status;

    if (!s)
        return so_far;
    pthread_mutex_lock(&s->lock);
    number = (s->number / stretch + 1) * stretch;
    if (so_far != CQ_OK && !s->over)
        (void)send_others(s, CQ_MESSAGE_BREAK, number);
    s->status = s->over && so_far == CQ_OK ? CQ_STOPPED : CQ_OK;
    s->broken_until = number;
    advance(s, number, 0, NULL, NULL);
    status = s->over          ? so_far
             : s->ranks->rank ? follow(s, &meeting, &x)
                              : lead(s, &meeting, &x);
    cq_then(status, x.all);
    for (unsigned r = 1; r < s->ranks->count && status == CQ_OK; r++)
        if (s->is_gone[r])
            status = CQ_STOPPED;
    if (s->ranks->rank == 0 && status == CQ_STOPPED && s->run->stop == CQ_FINISHED)
        s->run->stop = CQ_STOP_CANCELLED;
    pthread_mutex_unlock(&s->lock);
    return status;
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

/* ---- exchanges ---- */

void cq_spread_begin(cq_spread *s, bool in_turns, cq_packet_fn *take, void *user)
{
    pthread_mutex_lock(&s->lock);
    advance(s, s->number + 1, in_turns ? 0 : WINDOW, take, user);
    s->in_turns = in_turns;
    pthread_mutex_unlock(&s->lock);
}

void cq_spread_pack(cq_spread *s, cq_parcel *packet)
{
    begin(s, packet, CQ_MESSAGE_PACKET, s->number);
}

cq_status cq_spread_send(cq_spread *s, unsigned to, cq_parcel *packet)
{
    unsigned idle = 0;
    cq_status status;

    cq_assert(to != s->ranks->rank && (!s->in_turns || to == 0));
    pthread_mutex_lock(&s->lock);
    hear_all(s);
    while (s->credit == 0 && !is_broken(s))
        wait_a_little(s, &idle);
    if (is_broken(s)) {
        status = why_broken(s);
    } else {
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

    while (!s->is_last[from] && !is_broken(s)) {
        wait_a_little(s, &idle);
        if (s->ranks->rank == 0 && is_stopped_now(s))
            s->broken_until = s->number + 1;
    }
}

/* In turns rank 0 lets one after the other send; the others tell rank 0 alone. */
static cq_status finish_turns(cq_spread *s)
{
    cq_status status = CQ_OK;
    cq_parcel p = {0};

    if (s->ranks->rank) {
        begin(s, &p, CQ_MESSAGE_LAST, s->number);
        status = cq_ranks_send(s->ranks, 0, &p);
        cq_parcel_free(&p);
        return status;
    }
    for (unsigned r = 1; r < s->ranks->count && status == CQ_OK && !is_broken(s); r++) {
        status = send_room(s, r, WINDOW);
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
        status = send_others(s, CQ_MESSAGE_LAST, s->number);
        for (unsigned r = 0; r < s->ranks->count && status == CQ_OK; r++)
            if (r != s->ranks->rank)
                await_last(s, r);
    }
    if (status == CQ_OK && is_broken(s))
        status = why_broken(s);
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
    hear_all(s);
    broken = is_broken(s);
    pthread_mutex_unlock(&s->lock);
    return broken;
}

/* ---- from beginning to end ---- */

static void drop(cq_spread *s)
{
    while (s->early) {
        early *next = s->early->next;

        cq_free(s->early);
        s->early = next;
    }
    for (unsigned r = 0; s->said && r < s->ranks->count; r++)
        cq_parcel_free(&s->said[r]);
    cq_free_each(s->said, s->has_said, s->is_gone, s->is_last, s);
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
    unsigned count = run->ranks ? run->ranks->count : 1;
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
    s->said = cq_zalloc(s->ctx, count, sizeof *s->said);
    s->has_said = cq_zalloc(s->ctx, count, sizeof *s->has_said);
    s->is_gone = cq_zalloc(s->ctx, count, sizeof *s->is_gone);
    s->is_last = cq_zalloc(s->ctx, count, sizeof *s->is_last);
    s->began = cq_clock_seconds();
    if (!s->said || !s->has_said || !s->is_gone || !s->is_last) {
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
        (void)send_others(s, CQ_MESSAGE_STOP, 0);
    pthread_mutex_destroy(&s->lock);
    drop(s);
}
