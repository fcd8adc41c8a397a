/* slots_walk.h - depth-first search over slots.
 *
 * This file is compiled three times, by slots_plain.c, slots_table.c and slots_count.c,
 * which differ in how they count bits. Before it they define TARGET, an attribute for
 * every function here, WALK, the name of the last one, and
 *
 *     narrow     l, from, mask, to, node, width, bytes: the slots `to` are `from`
 *                without the mask; tells the node how few ways there are, and which
 *                item is the first with that few or, if cq_slots_few(width, bytes),
 *                all items with one way if there are any, and leaves l->ways alone
 *     remove_mask  slots, mask, bytes: takes the mask away, and no more
 *     nth_bit    bits, n: the n-th bit that is set, from 0, alone
 *     press      for slots_inner.h, which see
 *
 * An item with one way is covered within the current frame. So is the last of several
 * ways, because its frame is no longer needed. So every frame on the stack is one to
 * return to, and nothing has to be undone: a frame that is left is overwritten. The
 * choices at a level are the bits of a slot, lowest first.
 *
 * The walk is compiled once for each width and, if they are few, number of vectors.
 * What is known of the present node is in local variables, as are the tables: writing
 * slots then cannot change them, and they stay in registers.
 */
#ifndef CQ_ENGINE_SEARCH_SLOTS_WALK_H
#define CQ_ENGINE_SEARCH_SLOTS_WALK_H

#include "base/assert.h"
#include "engine/search/slots_inner.h"

#include <string.h>

/* What does not change, at hand. */
typedef struct tables {
    cq_slots *l;
    cq_dfs *walk;
    const uint8_t *masks;
    const uint32_t *table, *length;
    uint32_t *picked;
    uint32_t width;
    size_t bytes;
} tables;

INLINE uint64_t slot_of(tables t, const uint8_t *slots, uint32_t item)
{
    cq_assert(item < t.l->items);
    return cq_slots_load(slots + (size_t)item * (t.width / 8), t.width / 8);
}

/* The option of the lowest bit. */
INLINE uint32_t option_of(tables t, uint32_t item, uint64_t bits)
{
    cq_assert(bits && bits != 1); /* bit 0 is no option */
    return t.table[item * t.width + (uint32_t)__builtin_ctzll(bits)];
}

INLINE cq_status deliver(tables t, const cq_slots_node *n, bool *enough)
{
    if (cq_dfs_wants(t.walk))
        return cq_slots_show(t.l, n->count, enough);
    cq_dfs_counted(t.walk);
    return CQ_OK;
}

/* ---- steps ---- */

INLINE void choose(tables t, cq_slots_node *n, uint32_t option)
{
    cq_assert(option < t.l->options && n->count - t.l->base < t.l->items);
    cq_assert(n->left >= t.length[option]);
    t.walk->nodes++;
    t.picked[n->count++] = option;
    n->left -= t.length[option];
}

INLINE void include(tables t, const uint8_t *from, uint8_t *to, cq_slots_node *n,
                    uint32_t option)
{
    narrow(t.l, from, t.masks + option * t.bytes, to, n, t.width, t.bytes);
    cq_assert(!cq_walk_due(t.walk->nodes, t.bytes) || cq_slots_check(t.l, to, n));
}

/* Covers one item that is forced. */
INLINE void settle_one(tables t, uint8_t *slots, cq_slots_node *n)
{
    uint32_t option = option_of(t, n->item, slot_of(t, slots, n->item) & ~UINT64_C(1));

    choose(t, n, option);
    if (n->left == 0)
        n->fewest = CQ_SLOTS_CLOSED;
    else
        include(t, slots, slots, n, option);
}

/* Covers all items that are forced now. The last is included as ever; what those before
 * it leave need not be counted. One of them may have covered another, or have taken its
 * only option away. */
INLINE void settle_all(tables t, uint8_t *slots, cq_slots_node *n)
{
    for (uint64_t ones = n->ones; ones;) {
        uint32_t item = (uint32_t)__builtin_ctzll(ones), option;
        uint64_t slot = slot_of(t, slots, item);

        ones &= ones - 1;
        if (slot <= 1) {
            if (slot == 1) {
                n->fewest = 0;
                return;
            }
            cq_assert(cq_slots_is_empty(t.l->ways, t.bytes));
            if (!ones) /* an empty mask */
                narrow(t.l, slots, t.l->ways, slots, n, t.width, t.bytes);
            continue;
        }
        option = option_of(t, item, slot - 1);
        choose(t, n, option);
        if (n->left == 0) {
            n->fewest = CQ_SLOTS_CLOSED;
            return;
        }
        if (ones)
            remove_mask(slots, t.masks + option * t.bytes, t.bytes);
        else
            include(t, slots, slots, n, option);
    }
}

/* Covers what is forced. */
INLINE void settle(tables t, uint8_t *slots, cq_slots_node *n)
{
    while (n->fewest == 1)
        if (cq_slots_few(t.width, t.bytes))
            settle_all(t, slots, n);
        else
            settle_one(t, slots, n);
}

/* A level for the options of the node's item. */
INLINE cq_status branch(tables t, cq_slots_frame *f, const uint8_t *slots,
                        const cq_slots_node *n)
{
    cq_assert(n->fewest >= 2 && n->fewest < t.width);
    cq_assert(slot_of(t, slots, n->item) & 1);
    cq_assert((uint32_t)__builtin_popcountll(slot_of(t, slots, n->item)) ==
              n->fewest + 1);
    f->options = slot_of(t, slots, n->item) & ~UINT64_C(1);
    f->level = t.walk->depth + 1;
    f->item = n->item;
    f->left = n->left;
    f->count = n->count;
    return cq_dfs_branch(t.walk, n->fewest);
}

/* Leaves what is done and goes into the next branch that is neither dead nor complete,
 * in a new frame or, if it is the last of its level, in the same one; *frame is NULL if
 * there is none. */
INLINE cq_status advance(tables t, cq_slots_frame **frame, uint8_t **slots,
                         cq_slots_node *n, bool *enough)
{
    cq_slots_frame *f = *frame;
    uint8_t *at = *slots;
    cq_status status = CQ_OK;

    for (;;) {
        uint32_t choice = CQ_DFS_NONE, option;

        if (f->options) {
            cq_dfs_back(t.walk, f->level);
            choice = cq_dfs_next(t.walk);
        }
        if (choice == CQ_DFS_NONE) {
            if (f == t.l->frames) {
                f = NULL;
                break;
            }
            f--;
            at -= t.bytes;
            continue;
        }
        cq_assert(choice < (uint32_t)__builtin_popcountll(f->options));
        cq_assert(t.walk->depth == f->level);
        option = option_of(t, f->item, nth_bit(f->options, choice));
        n->count = f->count;
        n->left = f->left;
        choose(t, n, option);
        if (n->left == 0) {
            status = deliver(t, n, enough);
            if (status != CQ_OK || *enough)
                break;
            continue;
        }
        if (cq_dfs_last(t.walk)) {
            f->options = 0;
            include(t, at, at, n, option);
            break;
        }
        include(t, at, at + t.bytes, n, option);
        if (n->fewest == 0)
            continue;
        f++;
        at += t.bytes;
        cq_assert((size_t)(f - t.l->frames) <= t.l->items + 1);
        cq_assert((size_t)(at - t.l->slots) == (size_t)(f - t.l->frames) * t.bytes);
        f->options = 0;
        break;
    }
    *frame = f;
    *slots = at;
    return status;
}

INLINE cq_status walk(cq_slots *l, uint32_t width, size_t bytes)
{
    const tables t = {l,         l->out->walk, l->masks, l->table,
                      l->length, l->picked,    width,    bytes};
    cq_slots_node n = {.left = l->items, .count = l->base};
    cq_slots_frame *f = l->frames;
    uint8_t *slots = l->slots;
    uint32_t inner = 0;
    bool enough = false;
    cq_status status = CQ_OK;

    memset(l->ways, 0, bytes); /* a mask that removes nothing */
    narrow(l, slots, l->ways, slots, &n, width, bytes);
    f->options = 0;
    while (f && status == CQ_OK && !enough) {
        settle(t, slots, &n);
        cq_assert(n.fewest != 1 && n.left <= l->items);
        cq_assert((n.fewest == CQ_SLOTS_CLOSED) == (n.left == 0) || n.fewest == 0);
        if (n.fewest == CQ_SLOTS_CLOSED)
            status = deliver(t, &n, &enough);
        else if (!cq_slots_few(width, bytes) && n.fewest >= INNER_FEWEST &&
                 inner_pays(l, slots, n.left, &inner))
            status = go_inside(l, slots, &n, inner, &enough);
        else if (n.fewest)
            status = branch(t, f, slots, &n);
        enough |= cq_outlet_polls(l->out, CQ_SEARCH_POLL);
        if (status == CQ_OK && !enough)
            status = advance(t, &f, &slots, &n, &enough);
    }
    l->enough = enough;
    return status;
}

TARGET cq_status WALK(cq_slots *l)
{
    switch (l->width) {
    case 8: return l->bytes == 64 ? walk(l, 8, 64) : walk(l, 8, l->bytes);
    case 16: return l->bytes == 64 ? walk(l, 16, 64) : walk(l, 16, l->bytes);
    case 32:
        return l->bytes == 128   ? walk(l, 32, 128)
               : l->bytes == 160 ? walk(l, 32, 160)
                                 : walk(l, 32, l->bytes);
    default: return walk(l, 64, l->bytes);
    }
}

#endif
