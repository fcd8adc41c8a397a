/* fill.c - takes states through a move into a table: the loop in which nearly all time
 * is spent.
 *
 * A block goes through a move in passes over small arrays, without unpredictable
 * branches: states that pass the test are written down in their new form; those that a
 * doubt singles out are examined (see doubts.c) and dropped if dead; the rest goes into
 * the table.
 *
 * The table keeps its states in the order in which they came, keys and numbers apart,
 * as in a block, so they are written out from end to end. They are found by open
 * addressing and multiplicative hashing, through slots of four bytes. There are enough
 * slots to be a quarter full, and more are made if a block could fill three eighths.
 * All of it stays in the cache, because it holds only one bucket of the next layer. New
 * and known states need no branch: see `find`.
 *
 * The bodies are written once, inlined for the usual sizes of keys and numbers.
 */
#include "engine/frontier/fill.h"

#include "base/wide.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { LOG2_LEAST = 8, SPARE_LOG2 = 2, AHEAD = CQ_PASS_SLACK };

/* Odd, from the golden ratio (Knuth, The Art of Computer Programming 3, 6.4). */
static const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);

/* ---- the table ---- */

/* States that a table with this many slots may hold: half as many again as it was
 * made for. */
static size_t most_used(unsigned log2)
{
    return (size_t)3 << (log2 - 1 - SPARE_LOG2);
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
    for (size_t r = 0; table->rungs && r < CQ_STRIDE_MOST; r++) {
        cq_free_each(table->rungs[r].keys, table->rungs[r].index);
    }
    cq_free_each(table->rungs, table->masks, table->slots, table->keys, table->numbers);
    memset(table, 0, sizeof *table);
}

/* Room for that many words; those that are there stay. */
static cq_status lengthen(cq_context *ctx, uint64_t **at, size_t *room, size_t wanted)
{
    uint64_t *longer;

    if (wanted <= *room)
        return CQ_OK;
    longer = cq_realloc(ctx, *at, wanted, sizeof *longer);
    cq_try_memory(longer);
    *at = longer;
    *room = wanted;
    return CQ_OK;
}

/* Slots, and room for as many states as they may have and one more, for `find`. New
 * slots are empty. */
static cq_status make_room(cq_states *table, unsigned log2)
{
    size_t most = log2 < 32 ? most_used(log2) + 1 : 0;
    size_t longest = table->words > table->limbs ? table->words : table->limbs;

    if (most == 0 || most > SIZE_MAX / sizeof(uint64_t) / longest)
        return cq_fail(table->ctx, CQ_MEMORY, "a table has too many states");
    if (table->slots_room < (size_t)1 << log2) {
        cq_free(table->slots);
        table->slots_room = 0;
        table->slots = cq_zalloc(table->ctx, (size_t)1 << log2, sizeof *table->slots);
        cq_try_memory(table->slots);
        table->slots_room = (size_t)1 << log2;
    }
    cq_try(lengthen(table->ctx, &table->keys, &table->keys_room, most * table->words));
    return lengthen(table->ctx, &table->numbers, &table->numbers_room,
                    most * table->limbs);
}

cq_status cq_states_open(cq_states *table, size_t limbs, size_t expected)
{
    unsigned log2 = LOG2_LEAST;

    while (expected > (size_t)1 << (log2 - SPARE_LOG2))
        log2++;
    cq_assert(table->used == 0);
    table->limbs = limbs;
    cq_try(make_room(table, log2));
    table->log2 = log2;
    return CQ_OK;
}

INLINE size_t hash(const uint64_t *key, size_t words, unsigned log2)
{
    uint64_t h = key[0] * factor;

    for (size_t w = 1; w < words; w++)
        h = (h ^ h >> 32 ^ key[w]) * factor;
    return (size_t)(h >> (64 - log2));
}

INLINE bool differs(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t differ = 0;

    for (size_t w = 0; w < words; w++)
        differ |= a[w] ^ b[w];
    return differ != 0;
}

/* The slot that has the place of the key, or the empty one where it belongs. The caller
 * has written the key behind the last one, at place `used`: an empty slot stands for
 * that place, so that it is found there too. Whether a state is new cannot be guessed,
 * and needs no branch; that there is no need to look further nearly always can. */
INLINE size_t find(const uint32_t *slots, unsigned log2, const uint64_t *keys,
                   const uint64_t *key, size_t words, size_t used, size_t *place)
{
    size_t mask = ((size_t)1 << log2) - 1, slot = hash(key, words, log2);

    for (;; slot = (slot + 1) & mask) {
        size_t has = slots[slot];

        *place = has ? has - 1 : used;
        if (!differs(keys + *place * words, key, words))
            return slot;
    }
}

uint64_t *cq_states_find(cq_states *table, const uint64_t *key)
{
    size_t words = table->words, place;

    memcpy(table->keys + table->used * words, key, words * sizeof *key);
    (void)find(table->slots, table->log2, table->keys, key, words, table->used, &place);
    return place < table->used ? table->numbers + place * table->limbs : NULL;
}

uint64_t *cq_states_number(cq_states *table, const uint64_t *key)
{
    size_t words = table->words, limbs = table->limbs, place, slot;

    cq_assert(table->used < most_used(table->log2));
    memcpy(table->keys + table->used * words, key, words * sizeof *key);
    slot =
        find(table->slots, table->log2, table->keys, key, words, table->used, &place);
    if (place == table->used) {
        table->slots[slot] = (uint32_t)++table->used;
        memset(table->numbers + place * limbs, 0, limbs * sizeof *table->numbers);
    }
    return table->numbers + place * limbs;
}

void cq_states_clear(cq_states *table)
{
    if (table->used)
        memset(table->slots, 0, sizeof *table->slots << table->log2);
    table->used = 0;
}

void cq_states_keep(cq_states *table, size_t left)
{
    cq_assert(left <= table->used);
    cq_states_clear(table);
    table->used = left;
}

/* More slots; the states stay where they are. */
static cq_status grow(cq_states *table, size_t wanted)
{
    unsigned log2 = table->log2;
    size_t mask;

    while (wanted > (size_t)1 << (log2 - SPARE_LOG2))
        log2++;
    memset(table->slots, 0, sizeof *table->slots << table->log2);
    cq_try(make_room(table, log2));
    table->log2 = log2;
    mask = ((size_t)1 << log2) - 1;
    for (size_t i = 0; i < table->used; i++) {
        size_t slot = hash(table->keys + i * table->words, table->words, log2);

        while (table->slots[slot])
            slot = (slot + 1) & mask;
        table->slots[slot] = (uint32_t)i + 1;
    }
    cq_assert(wanted <= most_used(log2));
    return CQ_OK;
}

cq_status cq_states_reserve(cq_states *table, size_t more)
{
    size_t wanted = table->used + more;

    return wanted < most_used(table->log2) ? CQ_OK : grow(table, wanted + 1);
}

bool cq_states_check(const cq_states *table)
{
    size_t words = table->words, place, full = 0;

    cq_hold(table->used <= most_used(table->log2));
    if (table->used >= 4 * CQ_WALK_PAIRS)
        return true;
    for (size_t s = 0; s < (size_t)1 << table->log2; s++)
        full += table->slots[s] != 0;
    cq_hold(full == table->used);
    for (size_t i = 0; i < table->used; i++) {
        (void)find(table->slots, table->log2, table->keys, table->keys + i * words,
                   words, table->used, &place);
        cq_hold(place == i);
    }
    return true;
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
        cq_assert(passing <= i + 1);
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

/* Adds to the sum, or begins it. */
INLINE void add_number(uint64_t *sum, bool begins, const uint64_t *number,
                       size_t limbs_from, size_t limbs)
{
    uint64_t carry = 0, old = (uint64_t)begins - 1;

    for (size_t l = 0; l < limbs; l++) {
        uint64_t part = (l < limbs_from ? number[l] : 0) + carry;

        carry = part < carry;
        sum[l] = (sum[l] & old) + part;
        carry += sum[l] < part;
    }
    cq_assert(!carry); /* cq_layer_limbs has made the numbers long enough */
}

INLINE void put(cq_states *table, const cq_rung *rung, const uint64_t *numbers,
                size_t words, size_t limbs_from, size_t limbs)
{
    const uint64_t *key = rung->keys, *end = key + rung->count * words;
    const uint32_t *index = rung->index;
    uint64_t *keys = table->keys, *sums = table->numbers;
    uint32_t *slots = table->slots;
    unsigned log2 = table->log2;
    size_t used = table->used;
    ptrdiff_t coming = (ptrdiff_t)(AHEAD * words);

    for (size_t i = 0; key < end; i++, key += words) {
        const uint64_t *ahead = end - key > coming ? key + coming : key;
        size_t place, slot, from = index ? index[i] : i;

        __builtin_prefetch(slots + hash(ahead, words, log2), 1);
        for (size_t w = 0; w < words; w++)
            keys[used * words + w] = key[w];
        slot = find(slots, log2, keys, key, words, used, &place);
        slots[slot] = (uint32_t)place + 1;
        add_number(sums + place * limbs, place == used, numbers + from * limbs_from,
                   limbs_from, limbs);
        used += place == used;
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

/* ---- probes ---- */

cq_status cq_probe_open(cq_probe *probe, const cq_plan *plan, const cq_store *store)
{
    size_t words = plan->words, room = cq_store_room(store, words) + CQ_PASS_SLACK;

    *probe = (cq_probe){.plan = plan, .passes = cq_passes_best(words)};
    probe->masks = cq_alloc(plan->ctx, 5 * words, sizeof *probe->masks);
    probe->keys = cq_alloc(plan->ctx, room * words, sizeof *probe->keys);
    probe->index = cq_alloc(plan->ctx, room, sizeof *probe->index);
    return probe->masks && probe->keys && probe->index ? CQ_OK : CQ_MEMORY;
}

void cq_probe_close(cq_probe *probe)
{
    cq_free_each(probe->masks, probe->keys, probe->index);
}

void cq_probe_set(cq_probe *probe, size_t step, uint32_t move)
{
    cq_pass_masks(probe->plan, step, &probe->plan->moves.at[move], probe->masks);
}

size_t cq_probe_take(cq_probe *probe, const uint64_t *states, size_t count)
{
    size_t passing = probe->passes->test(probe->masks, probe->plan->words, states,
                                         count, probe->keys, probe->index);

    cq_assert(passing <= count);
    return passing;
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
