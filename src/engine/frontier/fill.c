/* fill.c - takes states through a move into a table: the loop in which nearly all time
 * is spent.
 *
 * A block goes through a move in passes over small arrays, without unpredictable
 * branches: states that pass the test are written down in their new form; those that a
 * doubt singles out are examined (see doubts.c) and dropped if dead; the rest goes into
 * the table.
 *
 * The table has open addressing and multiplicative hashing. It starts large enough to
 * be half full, and grows if a block could fill more than three quarters. It stays in
 * the cache, because it holds only one bucket of the next layer. New and known states
 * need no branch either: an empty entry is one whose number is 0. The entries in use
 * are listed in the order in which they came.
 *
 * The bodies are written once, inlined for the usual sizes of keys and numbers.
 */
#include "engine/frontier/fill.h"

#include "base/wide.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { LOG2_LEAST = 8, AHEAD = CQ_PASS_SLACK };

/* Odd, from the golden ratio (Knuth, The Art of Computer Programming 3, 6.4). */
static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

/* ---- the table ---- */

/* Entries that may be in use; one for each has room in the list of slots. */
static size_t most_used(unsigned log2)
{
    return (size_t)3 << (log2 - 2);
}

static cq_status make_rungs(cq_states *table, size_t block_room)
{
    size_t room = block_room + CQ_PASS_SLACK;

    table->rungs = cq_zalloc(table->ctx, CQ_STRIDE_MOST, sizeof *table->rungs);
    for (size_t r = 0; table->rungs && r < CQ_STRIDE_MOST; r++) {
        cq_rung *rung = &table->rungs[r];

        rung->keys = cq_zalloc(table->ctx, room * table->words, sizeof *rung->keys);
        rung->index = cq_alloc(table->ctx, room, sizeof *rung->index);
        cq_try_memory(rung->keys && rung->index);
    }
    return table->rungs ? CQ_OK : CQ_MEMORY;
}

cq_status cq_states_new(cq_context *ctx, size_t words, size_t block_room,
                        cq_states *out)
{
    cq_states table = {.ctx = ctx, .words = words, .passes = cq_passes_best(words)};
    cq_status status = make_rungs(&table, block_room);

    table.masks = cq_alloc(ctx, 5 * words, sizeof *table.masks);
    if (!table.masks || status != CQ_OK) {
        cq_states_free(&table);
        return CQ_MEMORY;
    }
    *out = table;
    return CQ_OK;
}

void cq_states_free(cq_states *table)
{
    for (size_t h = 0; h < 2; h++) {
        cq_free_each(table->halves[h].at, table->halves[h].slots);
    }
    for (size_t r = 0; table->rungs && r < CQ_STRIDE_MOST; r++) {
        cq_free_each(table->rungs[r].keys, table->rungs[r].index);
    }
    cq_free_each(table->rungs, table->masks);
    memset(table, 0, sizeof *table);
}

/* Room for this many entries in a half, all empty. */
static cq_status make_room(const cq_states *table, cq_half *half, unsigned log2)
{
    size_t stride = table->words + table->limbs;

    if (log2 > 32 || log2 + 3 >= 8 * sizeof stride || stride > SIZE_MAX >> (log2 + 3))
        return cq_fail(table->ctx, CQ_MEMORY, "a table has too many states");
    if (stride << log2 <= half->room)
        return CQ_OK;
    cq_free_each(half->at, half->slots);
    half->room = 0;
    half->slots = cq_alloc(table->ctx, stride << (log2 - 1), sizeof *half->slots);
    half->at = cq_zalloc(table->ctx, stride << log2, sizeof *half->at);
    cq_try_memory(half->slots && half->at);
    half->room = stride << log2;
    return CQ_OK;
}

static void use(cq_states *table, unsigned log2)
{
    table->at = table->halves[0].at;
    table->slots = table->halves[0].slots;
    table->log2 = log2;
}

cq_status cq_states_open(cq_states *table, size_t limbs, size_t expected)
{
    unsigned log2 = LOG2_LEAST;

    while (expected > (size_t)1 << (log2 - 1))
        log2++;
    cq_assert(table->used == 0);
    table->limbs = limbs;
    table->stride = table->words + limbs;
    table->used = 0;
    cq_try(make_room(table, &table->halves[0], log2));
    use(table, log2);
    return CQ_OK;
}

INLINE size_t hash(const uint64_t *key, size_t words, unsigned log2)
{
    uint64_t h = key[0] * factor;

    for (size_t w = 1; w < words; w++)
        h = (h ^ h >> 32 ^ key[w]) * factor;
    return (size_t)(h >> (64 - log2));
}

INLINE bool differs(const uint64_t *entry, const uint64_t *key, size_t words)
{
    uint64_t differ = entry[0] ^ (key[0] | CQ_STATE_TAKEN);

    for (size_t w = 1; w < words; w++)
        differ |= entry[w] ^ key[w];
    return differ != 0;
}

/* Whether another key has the entry, without a branch: whether a state is new cannot be
 * guessed; that there is no need to look further nearly always can. */
INLINE bool is_other(const uint64_t *entry, const uint64_t *key, size_t words)
{
    _Static_assert(CQ_STATE_TAKEN == UINT64_C(1) << 63, "the bit of what is taken");
    return entry[0] >> 63 & (uint64_t)differs(entry, key, words);
}

INLINE size_t find(const uint64_t *at, const uint64_t *key, size_t words, size_t stride,
                   unsigned log2)
{
    size_t mask = ((size_t)1 << log2) - 1, slot = hash(key, words, log2);

    cq_assert(!(key[0] & CQ_STATE_TAKEN) && slot <= mask);
    while (is_other(at + slot * stride, key, words))
        slot = (slot + 1) & mask;
    return slot;
}

uint64_t *cq_states_find(const cq_states *table, const uint64_t *key)
{
    return table->at + table->stride * find(table->at, key, table->words, table->stride,
                                            table->log2);
}

uint64_t *cq_states_number(cq_states *table, const uint64_t *key)
{
    uint64_t *entry = cq_states_find(table, key);

    cq_assert(table->used < most_used(table->log2));
    if (!entry[0]) {
        memcpy(entry, key, table->words * sizeof *key);
        entry[0] |= CQ_STATE_TAKEN;
        table->slots[table->used++] =
            (uint32_t)((size_t)(entry - table->at) / table->stride);
    }
    return entry + table->words;
}

void cq_states_clear(cq_states *table)
{
    for (size_t i = 0; i < table->used; i++)
        memset(table->at + table->slots[i] * table->stride, 0,
               table->stride * sizeof *table->at);
    table->used = 0;
}

/* Into the other half, with more room; the halves then change places. */
static cq_status grow(cq_states *table, size_t wanted)
{
    uint32_t *old_slots = table->slots;
    cq_half half = table->halves[0];
    unsigned log2 = table->log2;
    size_t stride = table->stride;

    while (wanted > (size_t)1 << (log2 - 1))
        log2++;
    cq_try(make_room(table, &table->halves[1], log2));
    table->halves[0] = table->halves[1];
    table->halves[1] = half;
    use(table, log2);
    for (size_t i = 0; i < table->used; i++)
        half.at[old_slots[i] * stride] &= ~CQ_STATE_TAKEN;
    for (size_t i = 0; i < table->used; i++) {
        uint64_t *entry = half.at + old_slots[i] * stride, *copy;
        size_t ahead = i + AHEAD < table->used ? i + AHEAD : i;

        __builtin_prefetch(
            table->at +
                stride * hash(half.at + old_slots[ahead] * stride, table->words, log2),
            1);
        copy = cq_states_find(table, entry);
        cq_assert(!copy[0]);
        memcpy(copy, entry, stride * sizeof *entry);
        copy[0] |= CQ_STATE_TAKEN;
        table->slots[i] = (uint32_t)((size_t)(copy - table->at) / stride);
        memset(entry, 0, stride * sizeof *entry);
    }
    return CQ_OK;
}

cq_status cq_states_reserve(cq_states *table, size_t more)
{
    size_t wanted = table->used + more;

    return wanted < most_used(table->log2) ? CQ_OK : grow(table, wanted + 1);
}

/* ---- passes ---- */

/* At first the test is without what the bucket's number settles. */
static void gather_masks(const cq_fill *f, size_t rung, const cq_move *move,
                         uint64_t *masks)
{
    size_t words = f->plan->words;

    cq_pass_masks(f->plan, f->step + rung, move, masks);
    for (size_t w = 0; rung == 0 && w < words; w++) {
        masks[w] &= ~f->known[w];
        masks[words + w] &= ~f->known[w];
    }
}

/* Leaves out the states with a copy too many. */
static size_t pass_guards(const cq_fill *f, size_t rung, cq_rung *to)
{
    const cq_step *step = &f->plan->steps.at[f->step + rung];
    const uint64_t *guards = f->plan->pool.at + step->guards;
    size_t words = f->plan->words, passing = 0;
    uint64_t *key = to->keys;

    for (size_t i = 0; i < to->count; i++) {
        uint64_t over = 0;

        for (size_t w = 0; w < words; w++) {
            over |= key[i * words + w] & guards[w];
            key[passing * words + w] = key[i * words + w];
        }
        to->index[passing] = to->index[i];
        passing += !over;
    }
    return passing;
}

/* Doubts of states of one word may be looked at for eight states at once, of longer
 * ones word by word: about this many times as long. */
static uint64_t doubt_work(const cq_states *table, size_t states, const cq_move *move)
{
    uint64_t doubts = states * (uint64_t)(move->doubt_end - move->doubts);

    return table->words == 1 ? doubts : 3 * table->words * doubts;
}

/* The states of the rung below, or of the block, through a move. */
static void climb(cq_states *table, const cq_fill *f, size_t rung, uint32_t move_at,
                  const cq_block *block)
{
    const cq_move *move = &f->plan->moves.at[move_at];
    cq_rung *to = &table->rungs[rung];
    const cq_rung *below = rung ? to - 1 : NULL;

    to->move = move_at;
    table->tested += below ? below->count : (size_t)block->count;
    gather_masks(f, rung, move, table->masks);
    to->count = table->passes->test(
        table->masks, table->words, below ? below->keys : block->data,
        below ? below->count : (size_t)block->count, to->keys, to->index);
    if (f->plan->guarded)
        to->count = pass_guards(f, rung, to);
    if (f->trial)
        f->trial->moves.at[move_at].tried += (uint32_t)to->count;
    else
        table->doubted += doubt_work(table, to->count, move);
    if (move->doubts < move->doubt_end)
        to->count = table->passes->doubts(f->plan, move, to->keys, to->index, to->count,
                                          f->trial ? f->trial->doubts.at : NULL);
    for (size_t i = 0; below && i < to->count; i++) {
        cq_assert(to->index[i] < below->count);
        to->index[i] = below->index[to->index[i]];
    }
    cq_assert(to->count <= block->count);
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
    cq_assert(!carry); /* cq_layer_limbs has made the numbers long enough */
}

INLINE void put(cq_states *table, const cq_rung *rung, const uint64_t *numbers,
                size_t words, size_t limbs_from, size_t limbs)
{
    const uint64_t *key = rung->keys;
    const uint32_t *index = rung->index;
    uint64_t *at = table->at;
    uint32_t *slots = table->slots;
    unsigned log2 = table->log2;
    size_t used = table->used;

    for (size_t i = 0; i < rung->count; i++, key += words) {
        size_t slot = find(at, key, words, words + limbs, log2);
        size_t ahead = rung->count - i > AHEAD ? AHEAD * words : 0;
        uint64_t *entry = at + slot * (words + limbs);

        __builtin_prefetch(at + hash(key + ahead, words, log2) * (words + limbs), 1);
        slots[used] = (uint32_t)slot;
        used += !entry[0];
        entry[0] = key[0] | CQ_STATE_TAKEN;
        for (size_t w = 1; w < words; w++)
            entry[w] = key[w];
        add_number(entry + words, numbers + (index ? index[i] : i) * limbs_from,
                   limbs_from, limbs);
    }
    table->used = used;
    cq_assert(used <= most_used(log2));
}

static void put_sized(cq_states *table, const cq_rung *rung, const uint64_t *numbers,
                      size_t from)
{
    size_t words = table->words, limbs = table->limbs;

    if (words == 1 && from == limbs && limbs == 1)
        put(table, rung, numbers, 1, 1, 1);
    else if (words == 1 && from == limbs && limbs == 2)
        put(table, rung, numbers, 1, 2, 2);
    else if (words == 1 && from == limbs && limbs == 3)
        put(table, rung, numbers, 1, 3, 3);
    else if (words == 2 && from == limbs && limbs == 1)
        put(table, rung, numbers, 2, 1, 1);
    else if (words == 2 && from == limbs && limbs == 2)
        put(table, rung, numbers, 2, 2, 2);
    else
        put(table, rung, numbers, words, from, limbs);
}

/* ---- weights ---- */

/* Adds the number times the factor. What is beyond the sum's limbs is left out: there
 * is nothing, or numbers wrap round. */
static void add_product(uint64_t *sum, size_t limbs, const uint64_t *number,
                        size_t limbs_from, const uint64_t *by, size_t by_limbs)
{
    for (size_t f = 0; f < by_limbs && f < limbs; f++) {
        uint64_t carry = 0;
        size_t l = 0;

        for (; by[f] && l < limbs_from && l + f < limbs; l++) {
            cq_wide part =
                cq_wide_plus(cq_wide_product(number[l], by[f]), cq_wide_of(carry));

            part = cq_wide_plus(part, cq_wide_of(sum[l + f]));
            sum[l + f] = part.low;
            carry = part.high;
        }
        for (; carry && l + f < limbs; l++) {
            sum[l + f] += carry;
            carry = sum[l + f] < carry;
        }
    }
}

/* As `put`, with what the scales say in place of plain addition. */
static void put_weighed(cq_states *table, const cq_rung *rung, const cq_fill *f,
                        const uint64_t *numbers)
{
    const cq_scales *scales = f->scales;
    uint32_t option = f->plan->moves.at[rung->move].option;
    size_t limbs_from = f->from->limbs, by_limbs = 0;
    const uint64_t *by =
        scales->best ? NULL : cq_scales_factor(scales, option, f->step, &by_limbs);
    uint64_t cost = scales->best ? (uint64_t)cq_scales_cost(scales, option) : 0;

    cq_assert(f->stride == 1);
    for (size_t i = 0; i < rung->count; i++) {
        const uint64_t *from = numbers + rung->index[i] * limbs_from;
        uint64_t *to = cq_states_number(table, rung->keys + i * table->words);

        if (!scales->best)
            add_product(to, table->limbs, from, limbs_from, by, by_limbs);
        else if (*from - cost > *to)
            *to = *from - cost;
    }
}

void cq_states_add(cq_states *table, const cq_layer *from, cq_block *block)
{
    const cq_rung all = {.keys = block->data, .count = (size_t)block->count};

    cq_assert(table->used + all.count <= most_used(table->log2));
    put_sized(table, &all, cq_block_numbers(from, block), from->limbs);
}

void cq_states_turn(cq_states *table)
{
    table->rungs[0].move = CQ_NO_OPTION;
}

/* The first rung that the path does not share with the last one. */
static size_t first_new(const cq_states *table, const uint32_t *path, size_t stride)
{
    size_t r = 0;

    while (r < stride && table->rungs[r].move == path[r])
        r++;
    return r;
}

cq_status cq_states_fill(cq_states *table, const cq_fill *f, const uint32_t *path,
                         const cq_block *block, uint64_t *moved)
{
    const cq_rung *top = &table->rungs[f->stride - 1];

    cq_assert(f->stride > 0 && f->stride <= CQ_STRIDE_MOST);
    cq_assert(f->trial || f->from->limbs <= table->limbs);
    for (size_t r = first_new(table, path, f->stride); r < f->stride; r++) {
        climb(table, f, r, path[r], block);
        if (r + 1 < f->stride)
            table->rungs[r + 1].move = CQ_NO_OPTION;
        if (table->rungs[r].count == 0)
            return CQ_OK;
    }
    if (top->count == 0 || f->trial)
        return CQ_OK;
    *moved += top->count;
    cq_try(cq_states_reserve(table, top->count));
    if (f->scales)
        put_weighed(table, top, f, block->data + f->from->room * table->words);
    else
        put_sized(table, top, block->data + f->from->room * table->words,
                  f->from->limbs);
    return CQ_OK;
}
