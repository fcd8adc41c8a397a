/* spread_meet.c - meetings of ranks, and the settlements that end in one: see spread.h.
 *
 * The ranks say what they have to say to rank 0 (SAY), which waits for all of them and
 * tells all what it came to (ANSWER). A settlement is a meeting with a number that all
 * can work out, wherever they were interrupted.
 */
#include "engine/spread_messages.h"

#include "base/assert.h"

/* ---- meetings ---- */

static cq_status say(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel p = {0};
    cq_status status;

    cq_spread_head(s, &p, CQ_MESSAGE_SAY, s->number);
    if (m->say)
        m->say(user, &p);
    status = cq_ranks_send(s->ranks, 0, &p);
    cq_parcel_free(&p);
    return status;
}

static cq_status follow(cq_spread *s, const cq_meeting *m, void *user)
{
    unsigned idle = 0;

    cq_assert(s->ranks->rank);
    cq_try(say(s, m, user));
    while (!s->peers[0].has_said && !cq_spread_is_broken(s))
        cq_spread_wait(s, &idle);
    if (!s->peers[0].has_said)
        return cq_spread_why_broken(s);
    if (m->learn)
        m->learn(user, &s->peers[0].said);
    return s->peers[0].said.status == CQ_INPUT
               ? cq_fail(s->ctx, CQ_DEFECT, "rank 0 sent a message that cannot be read")
               : s->peers[0].said.status;
}

static bool are_all_there(const cq_spread *s)
{
    for (unsigned r = 1; r < s->ranks->count; r++)
        if (!s->peers[r].has_said && !s->peers[r].is_gone)
            return false;
    return true;
}

/* Rank 0 waits for all. The user may stop that, but for a settlement. */
static void gather(cq_spread *s)
{
    unsigned idle = 0;

    while (!are_all_there(s) && !cq_spread_is_broken(s)) {
        cq_spread_wait(s, &idle);
        if (s->number % CQ_SPREAD_STRETCH && cq_spread_stopped_now(s))
            s->broken_until = s->number + 1;
    }
}

static bool passes_on(const cq_meeting *m)
{
    return m->say && m->learn && !m->hear && !m->conclude;
}

/* What a rank has said; `answer` is the beginning of what all learn. */
static cq_status hear(cq_spread *s, const cq_meeting *m, void *user, unsigned from,
                      cq_parcel *said, cq_parcel *answer)
{
    cq_try(said->status);
    if (m->hear)
        cq_try(m->hear(user, from, said));
    if (said->status != CQ_OK)
        return cq_fail(s->ctx, CQ_DEFECT, "rank %u sent a message that cannot be read",
                       from);
    if (passes_on(m))
        cq_parcel_put_bytes(answer, said->bytes.at, said->bytes.count);
    return answer->status;
}

static cq_status hear_each(cq_spread *s, const cq_meeting *m, void *user,
                           cq_parcel *answer)
{
    cq_parcel mine = {.ctx = s->ctx};
    cq_status status;

    if (m->say)
        m->say(user, &mine);
    status = hear(s, m, user, 0, &mine, answer);
    cq_parcel_free(&mine);
    for (unsigned r = 1; r < s->ranks->count && status == CQ_OK; r++)
        if (!s->peers[r].is_gone)
            status = hear(s, m, user, r, &s->peers[r].said, answer);
    return status;
}

/* Rank 0 hears all, and tells all and itself. */
static cq_status lead(cq_spread *s, const cq_meeting *m, void *user)
{
    cq_parcel p = {0};
    size_t head;
    cq_status status;

    cq_assert(s->ranks->rank == 0);
    gather(s);
    if (cq_spread_is_broken(s))
        return cq_spread_why_broken(s);
    cq_spread_head(s, &p, CQ_MESSAGE_ANSWER, s->number);
    head = p.bytes.count;
    status = hear_each(s, m, user, &p);
    if (status == CQ_OK && m->conclude)
        m->conclude(user, &p);
    cq_then(status, p.status);
    if (status == CQ_OK && m->learn) {
        p.at = head;
        m->learn(user, &p);
        cq_assert(p.status == CQ_OK && p.at == p.bytes.count);
    }
    cq_then(status, cq_ranks_send_all(s->ranks, &p));
    cq_parcel_free(&p);
    return status;
}

static cq_status meet_alone(const cq_meeting *m, void *user, cq_parcel *p)
{
    if (m->say)
        m->say(user, p);
    if (p->status == CQ_OK && m->hear)
        cq_try(m->hear(user, 0, p));
    if (!passes_on(m))
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
    cq_spread_advance(s, s->number + 1, 0, NULL, NULL);
    if (cq_spread_is_broken(s))
        status = cq_spread_why_broken(s);
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
    number = (s->number / CQ_SPREAD_STRETCH + 1) * CQ_SPREAD_STRETCH;
    cq_assert(number > s->number && number % CQ_SPREAD_STRETCH == 0);
    if (so_far != CQ_OK && !s->over)
        (void)cq_spread_send_others(s, CQ_MESSAGE_BREAK, number);
    s->status = s->over && so_far == CQ_OK ? CQ_STOPPED : CQ_OK;
    s->broken_until = number;
    cq_spread_advance(s, number, 0, NULL, NULL);
    status = s->over          ? so_far
             : s->ranks->rank ? follow(s, &meeting, &x)
                              : lead(s, &meeting, &x);
    cq_then(status, x.all);
    for (unsigned r = 1; r < s->ranks->count && status == CQ_OK; r++)
        if (s->peers[r].is_gone)
            status = CQ_STOPPED;
    if (s->ranks->rank == 0 && status == CQ_STOPPED && s->run->stop == CQ_FINISHED)
        s->run->stop = CQ_STOP_CANCELLED;
    pthread_mutex_unlock(&s->lock);
    return status;
}
