/* slots_inner.h - copies the remaining cover at a node of slots into narrower slots.
 *
 * Compiled with each walk, which defines INLINE, TARGET and
 *
 *     press      bits, mask: the bits that the mask has, one beside the other
 *
 * Open items keep their order, and so do the options of an item: a slot is packed to
 * its live bits, and so is the mask of each live option. So the tree below is the same
 * as in the wide slots.
 *
 * Whether this pays depends only on the node, so nodes are counted in the same way on
 * all machines and for any number of threads: the slots must shrink to at most half
 * their size, every item must have some ways, and there must be many options for each
 * open item, so that the tree below is large. (Random covers with two options for each
 * item had 25 nodes below, with three 60, with four 1000, with six 17000.) Cost: one
 * pressed slot for each living option and open item.
 */
#ifndef CQ_ENGINE_SEARCH_SLOTS_INNER_H
#define CQ_ENGINE_SEARCH_SLOTS_INNER_H

#include "base/assert.h"

/* The fewest ways of an item, open items, and living options for each of them, that are
 * worth while. */
enum { INNER_FEWEST = 6, INNER_ITEMS = 16, INNER_SHARE = 3 };

/* Whether to make slots for what is left, and their width. */
TARGET static bool inner_pays(const cq_slots *l, const uint8_t *slots, uint32_t left,
                              uint32_t *width)
{
    uint64_t sum = 0;
    uint32_t largest = 0;
    size_t step = l->width / 8;

    if (left < INNER_ITEMS)
        return false;
    for (size_t at = 0; at < l->items * step; at += step) {
        uint32_t bits = (uint32_t)__builtin_popcountll(cq_slots_load(slots + at, step));

        sum += bits;
        largest = bits > largest ? bits : largest;
    }
    *width = cq_slots_width(largest - 1);
    return (sum - left) * l->options >= (uint64_t)INNER_SHARE * left * l->lengths &&
           2 * cq_slots_bytes(left, *width) <= l->bytes;
}

static inline cq_status inner_ready(cq_slots *l)
{
    cq_slots_room room = {l->most.options, l->most.items, l->most.bytes / 2};
    cq_context *ctx = l->out->run->ctx;
    cq_slots *in;

    if (l->inner)
        return CQ_OK;
    cq_try(cq_slots_inner_new(&room, l->out, l, &l->inner));
    in = l->inner;
    in->name = cq_alloc(ctx, l->most.options, sizeof *in->name);
    in->open = cq_alloc(ctx, l->most.items, sizeof *in->open);
    in->live = cq_alloc(ctx, l->most.items, sizeof *in->live);
    return in->name && in->open && in->live ? CQ_OK : CQ_MEMORY;
}

/* The options of the item, which has a slot here: those that are new get a number. */
TARGET static void name_options(const cq_slots *l, cq_slots *in, uint32_t slot)
{
    uint32_t *to = in->table + (size_t)slot * in->width + 1;
    const uint32_t *from = l->table + (size_t)in->open[slot] * l->width;

    for (uint64_t bits = in->live[slot] & ~UINT64_C(1); bits; bits &= bits - 1) {
        uint32_t option = from[__builtin_ctzll(bits)];

        if (in->name[option] == UINT32_MAX) {
            in->name[option] = in->options;
            in->length[in->options] = l->length[option];
            in->lengths += l->length[option];
            in->number[in->options++] = option;
        }
        *to++ = in->name[option];
    }
}

/* The masks of all options, with the bytes of a slot there and here known. */
INLINE void press_all(const cq_slots *l, cq_slots *in, size_t wide, size_t slim)
{
    for (uint32_t o = 0; o < in->options; o++) {
        const uint8_t *from = l->masks + in->number[o] * l->bytes;
        uint8_t *to = in->masks + o * in->bytes;

        memset(to + in->bytes - CQ_SEARCH_VECTOR, 0, CQ_SEARCH_VECTOR);
        for (uint32_t k = 0; k < in->items; k++, to += slim)
            cq_slots_put(
                to, press(cq_slots_load(from + in->open[k] * wide, wide), in->live[k]),
                slim);
    }
}

INLINE void press_from(const cq_slots *l, cq_slots *in, size_t wide)
{
    switch (in->width) {
    case 8: press_all(l, in, wide, 1); break;
    case 16: press_all(l, in, wide, 2); break;
    case 32: press_all(l, in, wide, 4); break;
    default: press_all(l, in, wide, 8); break;
    }
}

TARGET static void press_masks(const cq_slots *l, cq_slots *in)
{
    switch (l->width) {
    case 8: press_from(l, in, 1); break;
    case 16: press_from(l, in, 2); break;
    case 32: press_from(l, in, 4); break;
    default: press_from(l, in, 8); break;
    }
}

/* The items that are open, and their slots. */
TARGET static void list_open(const cq_slots *l, cq_slots *in, const uint8_t *slots)
{
    size_t step = l->width / 8;
    uint32_t slot = 0;

    for (uint32_t i = 0; i < l->items; i++) {
        uint64_t live = cq_slots_load(slots + i * step, step);

        if (!live)
            continue;
        in->open[slot] = i;
        in->live[slot] = live;
        cq_slots_put(in->whole + slot * (in->width / 8), press(live, live),
                     in->width / 8);
        slot++;
    }
    cq_assert(slot == in->items);
}

/* Searches all that is below the node. */
TARGET static cq_status go_inside(cq_slots *l, const uint8_t *slots,
                                  const cq_slots_node *n, uint32_t width, bool *enough)
{
    cq_slots *in;

    cq_try(inner_ready(l));
    in = l->inner;
    cq_slots_inner_lay(in, n->left, width);
    in->base = n->count;
    in->first = l->first;
    list_open(l, in, slots);
    memset(in->name, 255, l->options * sizeof *in->name);
    for (uint32_t k = 0; k < in->items; k++)
        name_options(l, in, k);
    press_masks(l, in);
    return cq_slots_inner_run(in, enough);
}

#endif
