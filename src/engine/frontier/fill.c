/* fill.c - states through a move into a table: the loop in which all time is spent.
 *
 * The states of a block that pass the move's test are listed first, without a branch,
 * then put into the table one after the other: open addressing, multiplicative hashing,
 * no more than five eighths full, and small enough to stay in the cache, as a table
 * holds one bucket of the next layer and no more. The factor differs from step to step:
 * states come in the order of the last table, and with the same factor they would fill
 * the next one from one end.
 *
 * A state that is new is looked at once more: if the move took an uncovered item's last
 * way to be covered, the state cannot become a cover and is not kept (see doubts.c).
 *
 * The body is written once, inlined for the usual sizes of keys and numbers.
 */
#include "engine/frontier/fill.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { LOG2_LEAST = 8 };

/* ---- the table ---- */

static bool too_full(size_t used, unsigned log2)
{
    return used > ((size_t)5 << log2) / 8;
}

static cq_status reserve(cq_table *table, unsigned log2)
{
    size_t stride = table->words + table->limbs, want;

    if (log2 >= 48 || stride > SIZE_MAX >> (log2 + 3))
        return cq_fail(table->ctx, CQ_MEMORY, "a table has too many states");
    want = stride << log2;
    if (want > table->room) {
        cq_free(table->at);
        table->room = 0;
        table->at = cq_alloc(table->ctx, want, sizeof *table->at);
        if (!table->at)
            return CQ_MEMORY;
        table->room = want;
    }
    table->log2 = log2;
    memset(table->at, 0, want * sizeof *table->at);
    return CQ_OK;
}

cq_status cq_table_new(cq_context *ctx, size_t words, size_t block_room,
                       cq_table *out)
{
    cq_table table = {.ctx = ctx, .words = words};

    table.index = cq_alloc(ctx, block_room, sizeof *table.index);
    table.test = cq_alloc(ctx, 3 * words, sizeof *table.test);
    if (!table.index || !table.test) {
        cq_table_free(&table);
        return CQ_MEMORY;
    }
    table.key = table.test + 2 * words;
    *out = table;
    return CQ_OK;
}

cq_status cq_table_open(cq_table *table, size_t limbs, size_t expected, uint64_t factor)
{
    unsigned log2 = LOG2_LEAST;

    while (too_full(expected, log2))
        log2++;
    table->limbs = limbs;
    table->factor = factor;
    table->used = 0;
    return reserve(table, log2);
}

void cq_table_free(cq_table *table)
{
    cq_free(table->at);
    cq_free(table->index);
    cq_free(table->test);
    memset(table, 0, sizeof *table);
}

INLINE size_t hash(uint64_t factor, const uint64_t *key, size_t words, unsigned log2)
{
    uint64_t h = key[0] * factor;

    for (size_t w = 1; w < words; w++)
        h = (h ^ h >> 32 ^ key[w]) * factor;
    return (size_t)(h >> (64 - log2));
}

INLINE bool same(const uint64_t *entry, const uint64_t *key, size_t words)
{
    if (entry[0] != (key[0] | CQ_STATE_TAKEN))
        return false;
    for (size_t w = 1; w < words; w++)
        if (entry[w] != key[w])
            return false;
    return true;
}

INLINE uint64_t *find(const cq_table *table, const uint64_t *key, size_t words,
                      size_t stride)
{
    size_t mask = ((size_t)1 << table->log2) - 1;
    size_t at = hash(table->factor, key, words, table->log2);

    for (;; at = (at + 1) & mask) {
        uint64_t *entry = table->at + at * stride;

        if (!entry[0] || same(entry, key, words))
            return entry;
    }
}

uint64_t *cq_table_find(const cq_table *table, const uint64_t *key)
{
    return find(table, key, table->words, table->words + table->limbs);
}

static cq_status grow(cq_table *table, size_t wanted)
{
    size_t stride = table->words + table->limbs, entries = cq_table_entries(table);
    cq_table bigger = *table;
    unsigned log2 = table->log2;
    uint64_t *copy;
    cq_status status;

    while (too_full(wanted, log2))
        log2++;
    bigger.at = NULL;
    bigger.room = 0;
    status = reserve(&bigger, log2);
    if (status != CQ_OK)
        return status;
    for (size_t i = 0; i < entries; i++) {
        uint64_t *entry = table->at + i * stride;

        if (!entry[0])
            continue;
        entry[0] &= ~CQ_STATE_TAKEN;
        copy = cq_table_find(&bigger, entry);
        memcpy(copy, entry, stride * sizeof *entry);
        copy[0] |= CQ_STATE_TAKEN;
    }
    cq_free(table->at);
    *table = bigger;
    return CQ_OK;
}

/* ---- the loop ---- */

/* Whether some item can no longer be covered. */
INLINE bool is_dead(const cq_plan *plan, const cq_move *move, const uint64_t *key,
                    size_t words)
{
    for (uint32_t i = move->doubts; i < move->doubt_end; i++) {
        const cq_doubt *doubt = &plan->doubts.at[i];
        const uint64_t *test = plan->pool.at + doubt->test, *mask = test + words;
        uint64_t differ = 0;
        bool hope = false;

        for (size_t w = 0; w < words; w++)
            differ |= (key[w] & test[w]) ^ mask[w];
        if (differ)
            continue;
        for (uint32_t m = 0; m < doubt->masks && !hope; m++) {
            uint64_t hit = 0;

            mask += words;
            for (size_t w = 0; w < words; w++)
                hit |= key[w] & mask[w];
            hope = !hit;
        }
        if (!hope)
            return true;
    }
    return false;
}

INLINE size_t list_passing(uint32_t *index, const uint64_t *keys, size_t count,
                           const uint64_t *test, const uint64_t *want, size_t words)
{
    size_t passing = 0;

    for (size_t i = 0; i < count; i++) {
        uint64_t differ = 0;

        for (size_t w = 0; w < words; w++)
            differ |= (keys[i * words + w] & test[w]) ^ want[w];
        index[passing] = (uint32_t)i;
        passing += !differ;
    }
    return passing;
}

INLINE void add_number(uint64_t *sum, const uint64_t *number, size_t limbs_from,
                       size_t limbs)
{
    uint64_t carry = 0;

    for (size_t l = 0; l < limbs; l++) {
        uint64_t part = (l < limbs_from ? number[l] : 0) + carry;

        carry = part < carry;
        sum[l] += part;
        carry += sum[l] < part;
    }
}

/* Up to so many words of key the copy is on the stack; longer ones are made in the
 * table's own scratch words. */
INLINE uint64_t move_states(cq_table *table, const cq_fill *f, const cq_move *move,
                            const cq_block *block, size_t passing, uint64_t *key,
                            size_t words, size_t limbs_from, size_t limbs)
{
    const cq_plan *plan = f->plan;
    const uint64_t *masks = cq_move_masks(plan, move), *set = masks + 2 * words;
    const uint64_t *add = set + words, *keep = plan->pool.at + f->step->keep;
    const uint64_t *guards = plan->pool.at + f->step->guards;
    const uint64_t *numbers = block->data + f->from->room * words;
    uint64_t moved = 0;

    for (size_t j = 0; j < passing; j++) {
        const uint64_t *old = block->data + table->index[j] * words;
        uint64_t over = 0, *entry;

        for (size_t w = 0; w < words; w++) {
            key[w] = ((old[w] & keep[w]) | set[w]) + add[w];
            over |= key[w] & guards[w];
        }
        if (over)
            continue;
        moved++;
        entry = find(table, key, words, words + limbs);
        if (!entry[0]) {
            if (is_dead(plan, move, key, words))
                continue;
            table->used++;
            entry[0] = key[0] | CQ_STATE_TAKEN;
            for (size_t w = 1; w < words; w++)
                entry[w] = key[w];
        }
        add_number(entry + words, numbers + table->index[j] * limbs_from, limbs_from,
                   limbs);
    }
    return moved;
}

INLINE uint64_t fill(cq_table *table, const cq_fill *f, const cq_move *move,
                     const cq_block *block, size_t passing, size_t words,
                     size_t limbs_from, size_t limbs)
{
    uint64_t key[2];

    return move_states(table, f, move, block, passing, words <= 2 ? key : table->key,
                       words, limbs_from, limbs);
}

static uint64_t fill_sized(cq_table *table, const cq_fill *f, const cq_move *move,
                           const cq_block *block, size_t passing)
{
    size_t words = table->words, limbs = table->limbs, from = f->from->limbs;

    if (from == limbs && limbs <= 3 && words == 1) {
        if (limbs == 1)
            return fill(table, f, move, block, passing, 1, 1, 1);
        if (limbs == 2)
            return fill(table, f, move, block, passing, 1, 2, 2);
        return fill(table, f, move, block, passing, 1, 3, 3);
    }
    if (from == limbs && limbs <= 2 && words == 2) {
        if (limbs == 1)
            return fill(table, f, move, block, passing, 2, 1, 1);
        return fill(table, f, move, block, passing, 2, 2, 2);
    }
    return fill(table, f, move, block, passing, words, from, limbs);
}

/* The test without what the bucket's number has settled; whether anything is left. */
static bool left_to_test(const cq_fill *f, const cq_move *move, uint64_t *test,
                         uint64_t *want, size_t words)
{
    const uint64_t *masks = cq_move_masks(f->plan, move);
    uint64_t any = 0;

    for (size_t w = 0; w < words; w++) {
        test[w] = masks[w] & ~f->known[w];
        want[w] = masks[words + w] & ~f->known[w];
        any |= test[w];
    }
    return any != 0;
}

static size_t list_all(uint32_t *index, size_t count)
{
    for (size_t i = 0; i < count; i++)
        index[i] = (uint32_t)i;
    return count;
}

cq_status cq_table_fill(cq_table *table, const cq_fill *f, const cq_move *move,
                        const cq_block *block, uint64_t *moved)
{
    size_t words = table->words, count = (size_t)block->count, passing;
    uint64_t *test = table->test, *want = test + words;

    if (!left_to_test(f, move, test, want, words))
        passing = list_all(table->index, count);
    else if (words == 1)
        passing = list_passing(table->index, block->data, count, test, want, 1);
    else
        passing = list_passing(table->index, block->data, count, test, want, words);
    if (too_full(table->used + passing, table->log2)) {
        cq_status status = grow(table, table->used + passing);

        if (status != CQ_OK)
            return status;
    }
    *moved += fill_sized(table, f, move, block, passing);
    return CQ_OK;
}
