/* layer_share.c - a layer that is spread over several ranks.
 *
 * Small layers belong to rank 0. Large ones are spread over the ranks: a hash of the
 * state says which rank owns it. In a stride, each rank takes its states through tables
 * as usual; states in a table that belong to others are sent to them in packets, while
 * the next tables are filled:
 *
 *     own states -> table -+-> own      -> bucket --+
 *                          +-> others'  -> packet   +-> merge -> bucket of the next one
 *     packets of others    ---> unpacked -> bucket -+
 *
 * A state can come from every rank, so buckets are merged when everything has arrived
 * (layer_merge.c). A rank needs its part of two layers and what it receives; if memory
 * runs out, blocks of all of these go to disk.
 *
 * No result depends on which rank has which state: only sums over all of them are used.
 */
#include "engine/frontier/layer_share.h"

#include "engine/frontier/sweep.h"
#include "engine/pack.h"

#include <string.h>

/* States of a packet, at the most and at the least; and those that a hand has in all of
 * its outboxes together. */
enum { PACKET_MOST = 4096, PACKET_LEAST = 64, OUT_STATES = 131072 };

/* ---- packets ---- */

static cq_status pack_states(cq_parcel *packet, const uint64_t *keys, size_t words,
                             const uint64_t *numbers, size_t limbs, size_t count)
{
    size_t key_width = words ? cq_pack_width(keys, count, words) : 0;
    size_t width = limbs ? cq_pack_width(numbers, count, limbs) : 0;
    size_t size = count * (key_width + width) + CQ_PACK_SLACK;
    uint8_t *to;

    cq_parcel_put(packet, count, 4);
    cq_parcel_put(packet, key_width, 4);
    cq_parcel_put(packet, width, 4);
    if (packet->status == CQ_OK)
        packet->status = cq_vec_reserve(packet->ctx, &packet->bytes, size);
    if (packet->status != CQ_OK)
        return packet->status;
    to = (uint8_t *)packet->bytes.at + packet->bytes.count;
    memset(to + size - CQ_PACK_SLACK, 0, CQ_PACK_SLACK);
    for (size_t i = 0; i < count; i++, to += key_width)
        cq_pack_number(to, keys + i * words, key_width);
    for (size_t i = 0; i < count; i++, to += width)
        cq_pack_number(to, numbers + i * limbs, width);
    packet->bytes.count += size;
    return CQ_OK;
}

cq_status cq_states_send(cq_spread *spread, unsigned to, const uint64_t *keys,
                         size_t words, const uint64_t *numbers, size_t limbs,
                         size_t count)
{
    cq_parcel p = {0};
    cq_status status;

    cq_spread_pack(spread, &p);
    status = pack_states(&p, keys, words, numbers, limbs, count);
    cq_then(status, cq_spread_send(spread, to, &p));
    cq_parcel_free(&p);
    return status;
}

cq_status cq_states_unpack(cq_context *ctx, cq_parcel *packet, size_t words,
                           size_t limbs, uint64_t *state, cq_state_fn *take, void *user)
{
    size_t count = (size_t)cq_parcel_get(packet, 4);
    size_t key_width = (size_t)cq_parcel_get(packet, 4);
    size_t width = (size_t)cq_parcel_get(packet, 4);
    const uint8_t *keys = NULL, *numbers;

    if (key_width <= 8 * words && width <= 8 * limbs && count <= UINT32_MAX / 8)
        keys = cq_parcel_get_bytes(packet, count * (key_width + width) + CQ_PACK_SLACK);
    if (!keys)
        return cq_fail(ctx, CQ_DEFECT, "a rank sent states that cannot be read");
    numbers = keys + count * key_width;
    for (size_t i = 0; i < count; i++) {
        cq_unpack_number(keys + i * key_width, key_width, state, words);
        cq_unpack_number(numbers + i * width, width, state + words, limbs);
        cq_try(take(user, state, state + words));
    }
    return CQ_OK;
}

static cq_status take_state(void *user, const uint64_t *key, const uint64_t *number)
{
    cq_sweep *sweep = user;
    const cq_layer *next = &sweep->next;

    cq_assert(cq_share_owner(&sweep->share, key, next->words) ==
              cq_spread_rank(sweep->share.spread));
    return cq_bucket_put(next, &sweep->share.arrived[cq_layer_bucket(next, key)], key,
                         next->words, number, next->limbs);
}

/* One thread at a time takes packets, so that there is one place for its state. */
static cq_status take_packet(void *user, unsigned from, cq_parcel *packet)
{
    cq_sweep *sweep = user;
    const cq_layer *next = &sweep->next;

    (void)from;
    return cq_states_unpack(sweep->run->ctx, packet, next->words, next->limbs,
                            sweep->share.state, take_state, sweep);
}

/* ---- outboxes ---- */

static size_t box_count(const cq_sweep *sweep)
{
    return (size_t)sweep->team.threads * cq_spread_count(sweep->share.spread);
}

static void free_boxes(cq_sweep *sweep)
{
    cq_share *share = &sweep->share;

    for (size_t i = 0; share->boxes && i < box_count(sweep); i++) {
        cq_free_each(share->boxes[i].keys, share->boxes[i].numbers);
    }
    cq_free_each(share->boxes, share->state);
    share->boxes = NULL;
    share->state = NULL;
}

cq_status cq_share_begin(cq_sweep *sweep, cq_bucket *arrived)
{
    cq_share *share = &sweep->share;
    const cq_layer *next = &sweep->next;
    size_t room;

    if (!share->together)
        return CQ_OK;
    room = OUT_STATES / cq_spread_count(share->spread);
    share->room = room > PACKET_MOST    ? PACKET_MOST
                  : room < PACKET_LEAST ? PACKET_LEAST
                                        : room;
    share->arrived = arrived;
    share->boxes = cq_zalloc(sweep->run->ctx, box_count(sweep), sizeof *share->boxes);
    share->state =
        cq_alloc(sweep->run->ctx, next->words + next->limbs, sizeof *share->state);
    if (!share->boxes || !share->state) {
        free_boxes(sweep);
        return CQ_MEMORY;
    }
    cq_spread_begin(share->spread, false, take_packet, sweep);
    return CQ_OK;
}

static cq_status send_box(cq_sweep *sweep, unsigned to, cq_outbox *box)
{
    const cq_layer *next = &sweep->next;
    size_t count = box->count;

    box->count = 0;
    return cq_states_send(sweep->share.spread, to, box->keys, next->words, box->numbers,
                          next->limbs, count);
}

static cq_status open_box(const cq_sweep *sweep, cq_outbox *box)
{
    cq_context *ctx = sweep->run->ctx;
    const cq_layer *next = &sweep->next;
    size_t room = sweep->share.room;

    box->keys = cq_alloc(ctx, room * next->words, sizeof *box->keys);
    box->numbers = cq_alloc(ctx, room * next->limbs, sizeof *box->numbers);
    return box->keys && box->numbers ? CQ_OK : CQ_MEMORY;
}

cq_status cq_share_put(cq_sweep *sweep, unsigned hand, unsigned to, const uint64_t *key,
                       const uint64_t *number, size_t limbs)
{
    cq_share *share = &sweep->share;
    cq_outbox *box = &share->boxes[hand * cq_spread_count(share->spread) + to];
    size_t words = sweep->next.words, wide = sweep->next.limbs;
    uint64_t *at;

    cq_assert(to != cq_spread_rank(share->spread) && limbs <= wide);
    if (!box->keys || !box->numbers)
        cq_try(open_box(sweep, box));
    memcpy(box->keys + box->count * words, key, words * sizeof *key);
    at = box->numbers + box->count * wide;
    for (size_t l = 0; l < wide; l++)
        at[l] = l < limbs ? number[l] : 0;
    return ++box->count == share->room ? send_box(sweep, to, box) : CQ_OK;
}

cq_status cq_share_table(cq_sweep *sweep, unsigned hand)
{
    cq_states *table = &sweep->hands[hand].table;
    size_t words = table->words, limbs = table->limbs, left = 0;
    unsigned me = cq_spread_rank(sweep->share.spread);
    cq_status status = CQ_OK;

    if (!sweep->share.together)
        return CQ_OK;
    for (size_t i = 0; i < table->used; i++) {
        const uint64_t *key = table->keys + i * words;
        const uint64_t *number = table->numbers + i * limbs;
        unsigned owner = cq_share_owner(&sweep->share, key, words);

        if (owner != me) {
            cq_then(status, cq_share_put(sweep, hand, owner, key, number, limbs));
            continue;
        }
        memmove(table->keys + left * words, key, words * sizeof *key);
        memmove(table->numbers + left * limbs, number, limbs * sizeof *number);
        left++;
    }
    cq_states_keep(table, left);
    return status;
}

static cq_status send_rest(cq_sweep *sweep)
{
    unsigned ranks = cq_spread_count(sweep->share.spread);

    for (size_t i = 0; i < box_count(sweep); i++)
        if (sweep->share.boxes[i].count)
            cq_try(send_box(sweep, (unsigned)(i % ranks), &sweep->share.boxes[i]));
    return CQ_OK;
}

cq_status cq_share_end(cq_sweep *sweep, cq_status so_far)
{
    cq_status status = so_far;

    if (!sweep->share.boxes)
        return so_far;
    cq_then(status, send_rest(sweep));
    cq_then(status, cq_spread_finish(sweep->share.spread));
    cq_spread_end(sweep->share.spread);
    free_boxes(sweep);
    return status;
}
