/* slots_walk.h - depth-first search over slots.
 *
 * This file is compiled twice, by slots_table.c and slots_count.c, which differ in how
 * they count bits. Before it they define TARGET, an attribute for every function here,
 * WALK, the name of the last one, and
 *
 *     narrow     l, from, mask, to, width, bytes: the slots `to` are `from` without the
 *                mask; finds the first item with the fewest ways, or where TOGETHER
 *                says so and there are any, all that have one way
 *     remove_mask  slots, mask, bytes: takes the mask away, and no more
 *
 * An item with one way is covered within the frame. So is the last of several ways: its
 * frame is not needed any more. Hence a frame stands for something to come back to, and
 * there is nothing to undo: a frame that is left is overwritten. The choices at a level
 * are the bits of a slot, from the lowest on.
 *
 * The walk is compiled once for each width and, where they are few, number of vectors.
 */
#ifndef CQ_ENGINE_SEARCH_SLOTS_WALK_H
#define CQ_ENGINE_SEARCH_SLOTS_WALK_H

#include <string.h>

INLINE uint64_t slot_of(const uint8_t *slots, uint32_t item, uint32_t width)
{
    uint64_t slot = 0;

    memcpy(&slot, slots + (size_t)item * (width / 8), width / 8);
    return slot;
}

/* The living options of an item, as bits. */
INLINE uint64_t options_of(const uint8_t *slots, uint32_t item, uint32_t width)
{
    return slot_of(slots, item, width) & ~UINT64_C(1);
}

/* ---- steps ---- */

INLINE void choose(cq_slots *l, uint32_t option)
{
    l->out.walk->nodes++;
    l->out.chosen[l->out.count++] = l->number[option];
}

INLINE void include(cq_slots *l, const cq_slots_frame *from, cq_slots_frame *to,
                    uint32_t option, uint32_t width, size_t bytes)
{
    choose(l, option);
    to->left = from->left - l->length[option];
    narrow(l, from->slots, l->masks + option * bytes, to, width, bytes);
}

/* Covers one item that is forced. */
INLINE void settle_one(cq_slots *l, cq_slots_frame *f, uint32_t width, size_t bytes)
{
    uint64_t only = options_of(f->slots, f->item, width);
    uint32_t option = l->table[f->item * width + (uint32_t)_tzcnt_u64(only)];

    if (l->length[option] == f->left) {
        choose(l, option);
        f->fewest = CQ_SLOTS_CLOSED;
    } else {
        include(l, f, f, option, width, bytes);
    }
}

/* Covers all items that are forced now. The last is included as ever; what those before
 * it leave need not be counted. One of them may have covered another, or have taken its
 * only option away. */
INLINE void settle_all(cq_slots *l, cq_slots_frame *f, uint32_t width, size_t bytes)
{
    for (uint64_t ones = f->ones; ones;) {
        uint32_t item = (uint32_t)_tzcnt_u64(ones), option;
        uint64_t slot = slot_of(f->slots, item, width);

        ones = _blsr_u64(ones);
        if (slot == 0) {
            if (!ones)
                narrow(l, f->slots, l->ways, f, width, bytes); /* an empty mask */
            continue;
        }
        if (slot == 1) {
            f->fewest = 0;
            return;
        }
        option = l->table[item * width + (uint32_t)_tzcnt_u64(slot - 1)];
        if (l->length[option] == f->left) {
            choose(l, option);
            f->fewest = CQ_SLOTS_CLOSED;
            return;
        }
        if (ones) {
            choose(l, option);
            f->left -= l->length[option];
            remove_mask(f->slots, l->masks + option * bytes, bytes);
        } else {
            include(l, f, f, option, width, bytes);
        }
    }
}

/* Covers what is forced. */
INLINE void settle(cq_slots *l, cq_slots_frame *f, uint32_t width, size_t bytes)
{
    while (f->fewest == 1)
        if (TOGETHER(bytes))
            settle_all(l, f, width, bytes);
        else
            settle_one(l, f, width, bytes);
}

/* A level for the options of the frame's item. */
INLINE cq_status branch(cq_slots *l, cq_slots_frame *f, uint32_t width)
{
    cq_walk *walk = l->out.walk;

    f->options = options_of(f->slots, f->item, width);
    f->chosen = (uint32_t)(l->out.count - l->first);
    f->level = walk->depth + 1;
    if (__builtin_expect(!f[1].block, 0) && cq_slots_open_frame(l, f + 1) != CQ_OK)
        return CQ_MEMORY;
    return cq_walk_branch(walk, f->fewest);
}

/* An option of the top frame, which is gone into in a new frame or, if it is the last,
 * in the same one. True where it is alive, or leaves nothing to try here. */
INLINE bool go_into(cq_slots *l, cq_slots_frame *f, uint32_t option, uint32_t width,
                    size_t bytes)
{
    cq_slots_frame *child = f + 1;

    if (cq_walk_last(l->out.walk)) {
        f->options = 0;
        include(l, f, f, option, width, bytes);
        return true;
    }
    include(l, f, child, option, width, bytes);
    if (child->fewest == 0)
        return false;
    child->options = 0;
    l->depth++;
    return true;
}

/* Leaves what is done and goes into the next branch that is neither dead nor complete;
 * *done: there is none. */
INLINE cq_status advance(cq_slots *l, uint32_t width, size_t bytes, bool *done,
                         bool *enough)
{
    cq_walk *walk = l->out.walk;

    for (;;) {
        cq_slots_frame *f = &l->frames[l->depth];
        uint32_t choice = CQ_WALK_NONE, option;

        if (f->options) {
            cq_walk_back(walk, f->level);
            choice = cq_walk_next(walk);
        }
        if (choice == CQ_WALK_NONE) {
            *done = l->depth == 0;
            if (*done)
                return CQ_OK;
            l->depth--;
            continue;
        }
        option = l->table[f->item * width + (uint32_t)_tzcnt_u64(_pdep_u64(
                                                UINT64_C(1) << choice, f->options))];
        l->out.count = l->first + f->chosen;
        if (l->length[option] == f->left) {
            cq_status status;

            choose(l, option);
            status = cq_outlet_deliver(&l->out, enough);
            if (status != CQ_OK || *enough)
                return status;
        } else if (go_into(l, f, option, width, bytes)) {
            return CQ_OK;
        }
    }
}

INLINE cq_status walk(cq_slots *l, uint32_t width, size_t bytes)
{
    bool done = false, enough = false;
    cq_status status = CQ_OK;

    memset(l->ways, 0, bytes); /* a mask that removes nothing */
    narrow(l, l->frames->slots, l->ways, l->frames, width, bytes);
    while (status == CQ_OK && !done && !enough) {
        cq_slots_frame *f = &l->frames[l->depth];

        settle(l, f, width, bytes);
        if (f->fewest == CQ_SLOTS_CLOSED)
            status = cq_outlet_deliver(&l->out, &enough);
        else if (f->fewest)
            status = branch(l, f, width);
        if (status != CQ_OK || enough || cq_outlet_polls(&l->out))
            break;
        status = advance(l, width, bytes, &done, &enough);
    }
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
