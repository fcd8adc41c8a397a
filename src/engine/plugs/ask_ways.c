/* ask_ways.c - the ways on from states that other ranks have.
 *
 * On the way back over shared layers a rank knows the ways on from its own states of
 * the layer ahead, but its states of the layer at hand lead to others', too. So a step
 * has two exchanges:
 *
 *     questions    patterns, each once, to the rank in whose range they are
 *     answers      their blocks, in the order of the questions
 *
 * Ranges ascend from rank to rank: what came from each, one after the other, with the
 * rank's own in its place, is in the order of patterns again. */
#include "engine/plugs/move_uses.h"

#include "engine/plugs/plug_share.h"

#include <string.h>

typedef struct asking {
    cq_plugs *plugs;
    size_t limbs;
    const cq_pattern *borders;
    const cq_plug_ways *ahead;
    cq_plug_patterns *asked; /* by each rank */
    cq_plug_ways *came;      /* from each rank */
} asking;

void cq_plug_ways_free(cq_plug_ways *w)
{
    cq_vec_free_each(&w->patterns, &w->starts, &w->ranks, &w->words);
}

size_t cq_plug_ways_find(const cq_plug_ways *w, cq_pattern pattern)
{
    size_t low = cq_plug_patterns_from(&w->patterns, pattern);

    return low < w->patterns.count && cq_wide_is(w->patterns.at[low], pattern)
               ? low
               : w->patterns.count;
}

/* ---- answers ---- */

static cq_status write_answers(void *user, cq_plug_mail *mail)
{
    const asking *a = user;
    const cq_plug_patterns *asked = &a->asked[mail->to];
    const cq_plug_ways *w = a->ahead;
    cq_parcel *p = &mail->packet;

    for (size_t i = 0; i < asked->count; i++) {
        size_t block = cq_plug_ways_find(w, asked->at[i]);

        if (block == w->patterns.count)
            continue;
        cq_plug_put_pattern(p, w->patterns.at[block]);
        cq_parcel_put(p, w->starts.at[block + 1] - w->starts.at[block], 8);
        for (size_t e = w->starts.at[block]; e < w->starts.at[block + 1]; e++) {
            cq_parcel_put(p, w->ranks.at[e], 8);
            for (size_t k = 0; k < a->limbs; k++)
                cq_parcel_put(p, w->words.at[e * a->limbs + k], 8);
        }
        cq_try(cq_plug_mail_put(mail));
    }
    return CQ_OK;
}

/* Whether the pattern is in the range of a rank. */
static bool is_of(const asking *a, unsigned rank, cq_pattern pattern)
{
    return !cq_wide_below(pattern, a->borders[rank]) &&
           cq_wide_below(pattern, a->borders[rank + 1]);
}

static cq_status take_answers(void *user, unsigned from, cq_parcel *packet)
{
    asking *a = user;
    cq_context *ctx = a->plugs->ctx;
    cq_plug_ways *w = &a->came[from];

    while (packet->status == CQ_OK && packet->at < packet->bytes.count) {
        cq_pattern pattern = cq_plug_get_pattern(packet);
        uint64_t entries = cq_parcel_get(packet, 8);

        cq_assert(packet->status != CQ_OK || is_of(a, from, pattern));
        cq_assert(w->words.count == w->ranks.count * a->limbs);
        cq_try(cq_vec_push(ctx, &w->patterns, pattern));
        cq_try(cq_vec_push(ctx, &w->starts, w->ranks.count));
        for (; entries && packet->status == CQ_OK; entries--) {
            uint64_t word = cq_parcel_get(packet, 8);

            cq_try(cq_vec_push(ctx, &w->ranks, word));
            for (size_t k = 0; k < a->limbs; k++) {
                word = cq_parcel_get(packet, 8);
                cq_try(cq_vec_push(ctx, &w->words, word));
            }
        }
    }
    return packet->status;
}

/* ---- all together ---- */

/* The blocks of `from` after those of *to. */
static cq_status append(const asking *a, const cq_plug_ways *from, cq_plug_ways *to)
{
    cq_context *ctx = a->plugs->ctx;
    size_t entries = from->ranks.count, before = to->ranks.count;

    if (from->patterns.count == 0)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, &to->ranks, entries));
    cq_try(cq_vec_reserve(ctx, &to->words, entries * a->limbs));
    for (size_t i = 0; i < from->patterns.count; i++) {
        cq_try(cq_vec_push(ctx, &to->patterns, from->patterns.at[i]));
        cq_try(cq_vec_push(ctx, &to->starts, before + from->starts.at[i]));
    }
    memcpy(to->ranks.at + before, from->ranks.at, entries * sizeof *to->ranks.at);
    memcpy(to->words.at + before * a->limbs, from->words.at,
           entries * a->limbs * sizeof *to->words.at);
    to->ranks.count += entries;
    to->words.count += entries * a->limbs;
    return CQ_OK;
}

static cq_status merge(const asking *a, cq_plug_ways *out)
{
    cq_status status = CQ_OK;

    for (unsigned r = 0; r < cq_spread_count(a->plugs->spread); r++) {
        bool own = r == cq_spread_rank(a->plugs->spread);

        cq_then(status, append(a, own ? a->ahead : &a->came[r], out));
    }
    cq_then(status, cq_vec_push(a->plugs->ctx, &out->starts, out->ranks.count));
    for (size_t i = 1; i < out->patterns.count && status == CQ_OK; i++)
        cq_assert(cq_wide_below(out->patterns.at[i - 1], out->patterns.at[i]));
    return status;
}

cq_status cq_plug_ask_ways(cq_plugs *plugs, size_t limbs, const cq_pattern *borders,
                           cq_plug_patterns *wanted, cq_plug_ways *ahead)
{
    unsigned ranks = cq_spread_count(plugs->spread);
    cq_plug_ways all = {0};
    asking a = {.plugs = plugs, .limbs = limbs, .borders = borders, .ahead = ahead};
    cq_status status;

    cq_plug_patterns_once(wanted);
    a.asked = cq_zalloc(plugs->ctx, ranks, sizeof *a.asked);
    a.came = cq_zalloc(plugs->ctx, ranks, sizeof *a.came);
    status = a.asked && a.came ? CQ_OK : CQ_MEMORY;
    cq_then(status, cq_plug_ask(plugs, borders, wanted, a.asked));
    cq_then(status, cq_plug_mail_all(plugs, write_answers, take_answers, &a));
    cq_then(status, merge(&a, &all));
    if (status == CQ_OK) {
        cq_plug_ways_free(ahead);
        *ahead = all;
    } else {
        cq_plug_ways_free(&all);
    }
    for (unsigned r = 0; r < ranks; r++) {
        if (a.asked)
            cq_vec_free(&a.asked[r]);
        if (a.came)
            cq_plug_ways_free(&a.came[r]);
    }
    cq_free_each(a.asked, a.came);
    return status;
}
