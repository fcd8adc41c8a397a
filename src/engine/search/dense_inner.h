/* dense_inner.h - copies the remaining cover at a node of bit sets into slots.
 *
 * Compiled with each walk, which defines TARGET and
 *
 *     press      bits, mask: the bits that the mask has, one beside the other
 *
 * Near the root there are more options than slots could hold; below, few are left, and
 * a node in slots takes a fraction of the time. Items and options keep their order, so
 * that the tree is the same. The sets of the living options are pressed together first:
 * those of the items once, a row of clashes for each option; the part of a row that an
 * item holds is then its slot in the mask.
 *
 *     clash of an option    0 1 0 0 1 1 0 1     pressed to what is alive   1 0 1 1
 *     alive                 0 1 1 0 0 1 0 1     pressed to the item        1   1
 *     of them, the item's   0 1 0 0 0 1 0 0     its slot in the mask       1 1 (0)
 *
 * Whether this pays depends only on the node (slots_inner.h says why and when). Cost:
 * for each living option and open item, a pressed word for every 64 living options.
 */
#ifndef CQ_ENGINE_SEARCH_DENSE_INNER_H
#define CQ_ENGINE_SEARCH_DENSE_INNER_H

#include "base/assert.h"
#include "engine/search/slots.h"

/* As in slots_inner.h; and the largest slots, and the most options, that are made. */
enum {
    INNER_FEWEST = 16,
    INNER_ITEMS = 16,
    INNER_SHARE = 3,
    INNER_BYTES = 512,
    INNER_OPTIONS = 2048,
    INNER_WORDS = INNER_OPTIONS / 64 + 1 /* one that may be written after them */
};

/* Whether to make slots for what is left, and their width. */
TARGET static bool inner_pays(const cq_dense *d, const cq_dense_frame *f,
                              uint32_t *width)
{
    uint32_t largest = 0;

    if (f->left < INNER_ITEMS || f->count < INNER_SHARE * f->left ||
        f->count > INNER_OPTIONS || f->capped)
        return false;
    for (uint32_t i = 0; i < d->single; i++)
        if (f->ways[i] != CQ_DENSE_CLOSED && f->ways[i] > largest)
            largest = f->ways[i];
    *width = cq_slots_width(largest);
    return *width <= 64 && cq_slots_bytes(f->left, *width) <= INNER_BYTES;
}

static inline cq_status inner_ready(cq_dense *d)
{
    cq_slots_room room = {INNER_OPTIONS, INNER_BYTES, INNER_BYTES};
    cq_context *ctx = d->out.run->ctx;

    room.options = d->options < room.options ? d->options : room.options;
    room.items = d->single < room.items ? d->single : room.items;
    if (!d->inner)
        cq_try(cq_slots_inner_new(&room, &d->out, NULL, &d->inner));
    if (!d->held)
        d->held = cq_alloc(ctx, (size_t)room.items * INNER_WORDS, sizeof *d->held);
    if (!d->wide)
        d->inner->go = cq_slots_walk_plain;
    return d->held ? CQ_OK : CQ_MEMORY;
}

/* A set of options, as one of those that are alive; returns its words. */
TARGET static size_t press_set(const cq_dense_frame *f, const uint64_t *set,
                               uint64_t *out)
{
    size_t at = 0;

    out[0] = 0;
    for (size_t w = f->begin; w < f->stop; w++) {
        uint64_t bits = press(set[w], f->alive[w]);
        unsigned shift = at % 64, count = (unsigned)__builtin_popcountll(f->alive[w]);

        out[at / 64] |= bits << shift;
        if (shift + count >= 64)
            out[at / 64 + 1] = shift ? bits >> (64 - shift) : 0;
        at += count;
    }
    return (at + 63) / 64;
}

/* The living options get numbers in their order. */
TARGET static void list_living(cq_dense *d, const cq_dense_frame *f, cq_slots *in)
{
    for (size_t w = f->begin; w < f->stop; w++)
        for (uint64_t bits = f->alive[w]; bits; bits &= bits - 1) {
            uint32_t o = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);

            d->list[in->options] = o;
            in->length[in->options] = d->middles[o] - d->starts[o];
            in->lengths += in->length[in->options];
            in->number[in->options++] = d->number[o];
        }
    cq_assert(in->options == f->count);
}

/* The open items: what they hold, and the options of their bits. */
TARGET static void list_held(cq_dense *d, const cq_dense_frame *f, cq_slots *in)
{
    uint32_t slot = 0;

    for (uint32_t i = 0; i < d->single; i++) {
        uint64_t *held = d->held + (size_t)slot * INNER_WORDS;
        uint32_t *table = in->table + (size_t)slot * in->width + 1;
        size_t length;

        if (f->ways[i] == CQ_DENSE_CLOSED)
            continue;
        length = press_set(f, d->holds + i * d->words, held);
        for (size_t w = 0; w < length; w++)
            for (uint64_t bits = held[w]; bits; bits &= bits - 1)
                *table++ = (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
        cq_slots_put(in->whole + slot * (in->width / 8),
                     ~UINT64_C(0) >> (63 - f->ways[i]), in->width / 8);
        slot++;
    }
    cq_assert(slot == in->items);
}

TARGET static void press_mask(const cq_dense *d, const cq_dense_frame *f, cq_slots *in,
                              uint32_t option)
{
    uint64_t row[INNER_WORDS];
    size_t length = press_set(f, d->clash + d->list[option] * d->words, row);
    uint8_t *to = in->masks + option * in->bytes;

    memset(to + in->bytes - CQ_SEARCH_VECTOR, 0, CQ_SEARCH_VECTOR);
    for (uint32_t k = 0; k < in->items; k++, to += in->width / 8) {
        const uint64_t *held = d->held + (size_t)k * INNER_WORDS;
        uint64_t bits = held[option / 64] >> option % 64 & 1;
        unsigned at = 1;

        for (size_t w = 0; w < length; w++)
            if (held[w]) {
                bits |= press(row[w], held[w]) << at;
                at += (unsigned)__builtin_popcountll(held[w]);
            }
        cq_slots_put(to, bits, in->width / 8);
    }
}

/* Searches all that is below the node. */
TARGET static cq_status go_inside(cq_dense *d, const cq_dense_frame *f, uint32_t width,
                                  bool *enough)
{
    cq_slots *in;

    cq_try(inner_ready(d));
    in = d->inner;
    cq_slots_inner_lay(in, f->left, width);
    in->first = d->out.count;
    list_living(d, f, in);
    list_held(d, f, in);
    for (uint32_t o = 0; o < in->options; o++)
        press_mask(d, f, in, o);
    return cq_slots_inner_run(in, enough);
}

#endif
