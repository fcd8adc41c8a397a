/* ask_patterns.c - what ranks ask each other about the patterns of a layer that they
 * have together.
 *
 * A layer is shared by ranges of patterns (plug_share.c), but what belongs to a state
 * may be that of a pattern in another range: its ways on (ask_ways.c), or the states
 * that it makes tours with (join_shared.c). Then ranks first exchange what they want to
 * know, as lists of patterns, and the answers after that.
 */
#include "engine/plugs/ask_patterns.h"

#include "engine/plugs/plug_share.h"

#include <stdlib.h>

enum { PACKET_BYTES = 1 << 16 }; /* a packet that has more is sent */

/* ---- lists of patterns ---- */

static int compare_patterns(const void *left, const void *right)
{
    const cq_pattern *a = left, *b = right;

    return cq_wide_below(*b, *a) - cq_wide_below(*a, *b);
}

bool cq_plug_patterns_check(const cq_plug_patterns *list)
{
    for (size_t i = 1; i < list->count; i++)
        cq_hold(cq_wide_below(list->at[i - 1], list->at[i]));
    return true;
}

void cq_plug_patterns_once(cq_plug_patterns *list)
{
    size_t kept = 0;

    if (list->count)
        qsort(list->at, list->count, sizeof *list->at, compare_patterns);
    for (size_t i = 0; i < list->count; i++)
        if (i == 0 || !cq_wide_is(list->at[i], list->at[kept - 1]))
            list->at[kept++] = list->at[i];
    list->count = kept;
    cq_assert(cq_plug_patterns_check(list));
}

size_t cq_plug_patterns_from(const cq_plug_patterns *list, cq_pattern pattern)
{
    size_t low = 0, high = list->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (cq_wide_below(list->at[middle], pattern))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* ---- packets ---- */

/* One that has more goes. */
static cq_status send_beyond(cq_plug_mail *m, size_t size)
{
    cq_status status = m->packet.status;

    cq_assert(m->head > 0 && m->packet.bytes.count >= m->head);
    if (status != CQ_OK || m->packet.bytes.count <= m->head + size)
        return status;
    status = cq_spread_send(m->spread, m->to, &m->packet);
    m->packet.bytes.count = m->packet.at = 0;
    cq_spread_pack(m->spread, &m->packet);
    return status;
}

cq_status cq_plug_mail_put(cq_plug_mail *mail)
{
    return send_beyond(mail, PACKET_BYTES);
}

static cq_status write_one(cq_spread *spread, unsigned to, cq_plug_write_fn *write,
                           void *user)
{
    cq_plug_mail mail = {.spread = spread, .to = to};
    cq_status status;

    cq_spread_pack(spread, &mail.packet);
    mail.head = mail.packet.bytes.count;
    status = write(user, &mail);
    cq_then(status, send_beyond(&mail, 0));
    cq_parcel_free(&mail.packet);
    return status;
}

cq_status cq_plug_mail_all(cq_plugs *plugs, cq_plug_write_fn *write, cq_packet_fn *take,
                           void *user)
{
    cq_spread *spread = plugs->spread;
    unsigned count = cq_spread_count(spread), me = cq_spread_rank(spread);
    cq_status status = CQ_OK;

    cq_spread_begin(spread, false, take, user);
    for (unsigned d = 1; d < count && status == CQ_OK; d++)
        status = write_one(spread, (me + d) % count, write, user);
    cq_then(status, cq_spread_finish(spread));
    cq_spread_end(spread);
    return status;
}

/* ---- questions ---- */

typedef struct asking {
    cq_plugs *plugs;
    const cq_pattern *borders;
    const cq_plug_patterns *wanted;
    cq_plug_patterns *asked;
} asking;

static bool is_mine(const asking *a, cq_pattern pattern)
{
    unsigned me = cq_spread_rank(a->plugs->spread);

    return !cq_wide_below(pattern, a->borders[me]) &&
           cq_wide_below(pattern, a->borders[me + 1]);
}

static cq_status write_questions(void *user, cq_plug_mail *mail)
{
    const asking *a = user;
    size_t end = cq_plug_patterns_from(a->wanted, a->borders[mail->to + 1]);

    for (size_t i = cq_plug_patterns_from(a->wanted, a->borders[mail->to]); i < end;
         i++) {
        cq_plug_put_pattern(&mail->packet, a->wanted->at[i]);
        cq_try(cq_plug_mail_put(mail));
    }
    return CQ_OK;
}

static cq_status take_questions(void *user, unsigned from, cq_parcel *packet)
{
    asking *a = user;

    while (packet->status == CQ_OK && packet->at < packet->bytes.count) {
        cq_pattern pattern = cq_plug_get_pattern(packet);

        cq_assert(packet->status != CQ_OK || is_mine(a, pattern));
        cq_try(cq_vec_push(a->plugs->ctx, &a->asked[from], pattern));
    }
    cq_assert(cq_plug_patterns_check(&a->asked[from]));
    return packet->status;
}

cq_status cq_plug_ask(cq_plugs *plugs, const cq_pattern *borders,
                      const cq_plug_patterns *wanted, cq_plug_patterns *asked)
{
    asking a = {plugs, borders, wanted, asked};

    cq_assert(cq_plug_borders_check(borders, cq_spread_count(plugs->spread)));
    cq_assert(cq_plug_patterns_check(wanted));
    return cq_plug_mail_all(plugs, write_questions, take_questions, &a);
}
