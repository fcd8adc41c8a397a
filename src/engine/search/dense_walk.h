/* dense_walk.h - the depth-first search over bit sets.
 *
 * This file is compiled twice, by dense_plain.c and dense_wide.c. Before it they define
 * TARGET, an attribute for every function here, INLINE, the same for those that must be
 * inlined, WALK, the name of the last one, and
 *
 *     sweep      from, clash, to, list, &kept: what is alive in `to` is what was in
 *                `from`, without the clash; lists the options that went or, if it may
 *                and there are fewer of them, those that were kept; returns their
 *                number
 *     tally      from, to, bytes, rows, none, list, count, kept, option: the new ways,
 *                from those of `from` and the rows of the listed options, which are -1
 *                at each item; closes the items of the option; the row `none` is zero
 *     least      ways, bytes, &item: the smallest byte, and the first place that has it
 *     press      for dense_inner.h, which see
 *
 * An item with one way is covered within the current frame. So is the last of several
 * ways, because its frame is no longer needed. So every frame on the stack is one to
 * return to, and nothing has to be undone: a frame that is left is overwritten. The
 * choices of the frames on the stack never share an option, so the stack of choices
 * needs no more room than there are options.
 *
 * Everything is inlined into WALK twice: for the usual case of rows and single items
 * only, and for the others.
 */
#ifndef CQ_ENGINE_SEARCH_DENSE_WALK_H
#define CQ_ENGINE_SEARCH_DENSE_WALK_H

#include "base/assert.h"
#include "engine/search/dense_inner.h"

#include <string.h>

typedef struct extent {
    size_t words, bytes; /* of a set of options, and of the ways */
    bool rows, multiple; /* whether there are rows, and multiple items */
} extent;

INLINE void choose(cq_dense *d, uint32_t option)
{
    cq_outlet *out = &d->out;

    cq_assert(option < d->options && out->count < d->first + d->options);
    out->walk->nodes++;
    d->index[out->count - d->first] = option;
    out->chosen[out->count++] = d->number[option];
}

/* Ways of single items after the options in the list went, one by one. */
INLINE void count_down(const cq_dense *d, extent n, const uint8_t *from, uint8_t *to,
                       uint32_t option, uint32_t count)
{
    if (to != from)
        memcpy(to, from, n.bytes);
    for (uint32_t g = 0; g < count; g++)
        for (uint32_t m = d->starts[d->list[g]], end = d->middles[d->list[g]]; m < end;
             m++)
            to[d->members[m]]--;
    for (uint32_t m = d->starts[option]; m < d->middles[option]; m++)
        to[d->members[m]] = CQ_DENSE_CLOSED;
}

TARGET static void count_anew(const cq_dense *d, const uint8_t *from,
                              cq_dense_frame *to, uint32_t option)
{
    if (to->ways != from)
        memcpy(to->ways, from, d->bytes);
    for (uint32_t m = d->starts[option]; m < d->middles[option]; m++)
        to->ways[d->members[m]] = CQ_DENSE_CLOSED;
    cq_dense_recount(d, to);
}

/* The state `to` is `from` with the option chosen; they may be the same. */
INLINE void include(cq_dense *d, extent n, const cq_dense_frame *from,
                    cq_dense_frame *to, uint32_t option)
{
    const uint64_t *clash = d->clash + option * n.words;
    bool kept = n.rows && !from->capped;
    uint32_t count, before = from->count;

    cq_assert(cq_bits_has(from->alive, option));
    cq_assert(from->left >= d->middles[option] - d->starts[option]);
    choose(d, option);
    if (n.multiple && d->middles[option] < d->starts[option + 1])
        clash = cq_dense_blend(d, option);
    count = sweep(from, clash, to, d->list, &kept);
    cq_assert(count <= d->options && to->count < before);
    cq_assert(kept ? count == to->count : count == before - to->count);
    d->out.walk->counts[CQ_SEARCH_UPDATES] += before - to->count;
    to->left = from->left - (d->middles[option] - d->starts[option]);
    if (__builtin_expect(from->capped, 0)) {
        count_anew(d, from->ways, to, option);
    } else {
        to->capped = false;
        if (n.rows)
            tally(from->ways, to->ways, n.bytes, d->rows, d->options, d->list, count,
                  kept, option);
        else
            count_down(d, n, from->ways, to->ways, option, count);
        if (n.multiple)
            cq_dense_recount_multiple(d, to);
    }
    to->fewest = least(to->ways, n.bytes, &to->item);
    cq_assert(!cq_walk_due(d->out.walk->nodes, d->items * d->words) ||
              (cq_dense_check(d, to) && cq_dense_check_least(d, to)));
}

/* Whether the option covers all that is left; then it ends a solution. */
INLINE bool completes(const cq_dense *d, extent n, const cq_dense_frame *f,
                      uint32_t option)
{
    return !n.multiple && f->left == d->middles[option] - d->starts[option];
}

INLINE uint32_t first_alive(const cq_dense *d, extent n, const cq_dense_frame *f)
{
    const uint64_t *holds = d->holds + f->item * n.words;
    size_t w = f->begin;

    cq_assert(f->item < d->items && f->ways[f->item] == f->fewest);
    while (!(f->alive[w] & holds[w])) {
        cq_assert(w + 1 < f->stop); /* the item has a living option */
        w++;
    }
    return (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(f->alive[w] & holds[w]);
}

/* Covers what is forced. */
INLINE void settle(cq_dense *d, extent n, cq_dense_frame *f)
{
    while (f->fewest == 1) {
        uint32_t option = first_alive(d, n, f);

        if (completes(d, n, f, option)) {
            choose(d, option);
            f->fewest = CQ_DENSE_CLOSED;
        } else {
            include(d, n, f, f, option);
        }
    }
}

/* An item that may be covered again is branched on by its first option: with it, then
 * without it. */
INLINE bool goes_without(const cq_dense *d, extent n, const cq_dense_frame *f)
{
    return n.multiple && f->item >= d->single;
}

/* A level for the options of the frame's item. */
INLINE cq_status branch(cq_dense *d, extent n, cq_dense_frame *f)
{
    const uint64_t *holds = d->holds + f->item * n.words;

    f->chosen = (uint32_t)(d->out.count - d->first);
    f->choices = d->waiting;
    if (goes_without(d, n, f))
        d->choices[d->waiting++] = first_alive(d, n, f);
    else
        for (size_t w = f->begin; w < f->stop; w++)
            for (uint64_t bits = f->alive[w] & holds[w]; bits; bits &= bits - 1)
                d->choices[d->waiting++] =
                    (uint32_t)(w * 64) + (uint32_t)__builtin_ctzll(bits);
    cq_assert(d->waiting <= d->options);
    cq_assert(goes_without(d, n, f) || d->waiting - f->choices == f->fewest ||
              f->fewest == CQ_DENSE_MANY);
    f->branches = goes_without(d, n, f) ? 2 : d->waiting - f->choices;
    f->level = d->out.walk->depth + 1;
    return cq_dfs_branch(d->out.walk, f->branches);
}

INLINE void rewind_to(cq_dense *d, extent n, const cq_dense_frame *f)
{
    if (n.multiple)
        cq_dense_rewind(d, f->chosen);
    else
        d->out.count = d->first + f->chosen;
}

/* The branch without the only choice of the frame, in its place. */
TARGET static void go_without(cq_dense *d, cq_dense_frame *f)
{
    f->branches = 0;
    cq_dense_exclude(d, f, d->choices[f->choices]);
    f->fewest = least(f->ways, d->bytes, &f->item);
}

/* An option of the top frame. It is gone into in a new frame or, if it is the last, in
 * the same one; if it is dead the new frame is given up at once. */
INLINE cq_status go_into(cq_dense *d, extent n, cq_dense_frame *f, uint32_t option)
{
    cq_dense_frame *child = f + 1;

    cq_assert(d->depth + 1 <= d->deepest && f == &d->frames[d->depth]);
    if (cq_dfs_last(d->out.walk)) {
        f->branches = 0;
        include(d, n, f, f, option);
        return CQ_OK;
    }
    if (__builtin_expect(!child->block, 0) && cq_dense_open_next(d) != CQ_OK)
        return CQ_MEMORY;
    include(d, n, f, child, option);
    if (child->fewest == 0)
        return CQ_OK;
    child->branches = 0;
    d->depth++;
    return CQ_OK;
}

/* Leaves what is done and goes into the next branch that is neither dead nor complete;
 * *done: there is none. */
INLINE cq_status advance(cq_dense *d, extent n, bool *done, bool *enough)
{
    cq_dfs *walk = d->out.walk;

    for (;;) {
        cq_dense_frame *f = &d->frames[d->depth];
        cq_status status = CQ_OK;
        uint32_t depth = d->depth, choice = CQ_DFS_NONE, option;

        if (f->branches) {
            cq_dfs_back(walk, f->level);
            choice = cq_dfs_next(walk);
        }
        if (choice == CQ_DFS_NONE) {
            *done = d->depth-- == 0;
            if (*done)
                return CQ_OK;
            continue;
        }
        cq_assert(choice < f->branches && f->level == walk->depth);
        rewind_to(d, n, f);
        /* The choices of a frame that is used again need not be kept. */
        d->waiting = cq_dfs_last(walk) ? f->choices : f->choices + f->branches;
        if (goes_without(d, n, f)) {
            d->waiting = f->choices + (choice == 0);
            if (choice == 1) {
                go_without(d, f);
                return CQ_OK;
            }
        }
        option = d->choices[f->choices + choice];
        cq_assert(cq_bits_has(f->alive, option));
        if (completes(d, n, f, option)) {
            choose(d, option);
            cq_assert(cq_dense_check_solution(d));
            status = cq_outlet_deliver(&d->out, enough);
        } else {
            status = go_into(d, n, f, option);
            if (d->depth > depth || !f->branches)
                return status;
        }
        if (status != CQ_OK || *enough)
            return status;
    }
}

INLINE cq_status walk(cq_dense *d, extent n)
{
    bool done = false, enough = false;
    cq_status status = CQ_OK;
    uint32_t inner = 0;

    while (status == CQ_OK && !done && !enough) {
        cq_dense_frame *f = &d->frames[d->depth];

        settle(d, n, f);
        cq_assert(f->fewest != 1);
        cq_assert(f->fewest != CQ_DENSE_CLOSED || cq_dense_check_solution(d));
        if (f->fewest == CQ_DENSE_CLOSED)
            status = cq_outlet_deliver(&d->out, &enough);
        else if (!n.multiple && f->fewest >= INNER_FEWEST && inner_pays(d, f, &inner))
            status = go_inside(d, f, inner, &enough);
        else if (f->fewest)
            status = branch(d, n, f);
        if (status != CQ_OK || enough || cq_outlet_polls(&d->out, CQ_SEARCH_POLL))
            break;
        status = advance(d, n, &done, &enough);
    }
    return status;
}

TARGET cq_status WALK(cq_dense *d)
{
    extent n = {d->words, d->bytes, d->rows != NULL, d->single < d->items};

    d->frames->fewest = least(d->frames->ways, d->bytes, &d->frames->item);
    if (n.rows && !n.multiple)
        return walk(d, (extent){n.words, n.bytes, true, false});
    return walk(d, n);
}

#endif
