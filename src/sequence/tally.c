/* tally.c - states and in how many ways each is reached: see strip.h.
 *
 * Keys and values stand in two arrays by the number of the state; an open hash table of
 * the numbers, at most half full, finds them. All values of a tally are as many limbs
 * long as the largest may need, so that adding is one call of GMP.
 */
#include "sequence/strip.h"

#include <string.h>

void cq_tally_init(cq_tally *tally, size_t words)
{
    memset(tally, 0, sizeof *tally);
    tally->words = words;
    tally->limbs = 1;
    mpz_init(tally->total);
}

void cq_tally_free(cq_tally *tally)
{
    if (tally->words)
        mpz_clear(tally->total);
    cq_free(tally->keys);
    cq_free(tally->values);
    cq_free(tally->table);
    memset(tally, 0, sizeof *tally);
}

static size_t find_slot(const cq_tally *tally, const uint64_t *key)
{
    size_t mask = tally->slots - 1, size = tally->words * sizeof *key, slot;
    uint64_t hash = 0;

    for (size_t i = 0; i < tally->words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    slot = (hash * UINT64_C(0xbf58476d1ce4e5b9) >> 20) & mask;
    while (tally->table[slot] &&
           memcmp(tally->keys + (tally->table[slot] - 1) * tally->words, key, size))
        slot = (slot + 1) & mask;
    return slot;
}

size_t cq_tally_find(const cq_tally *tally, const uint64_t *key)
{
    return tally->table[find_slot(tally, key)];
}

static cq_status make_room(cq_context *ctx, cq_tally *tally, size_t room)
{
    uint64_t *keys = cq_realloc(ctx, tally->keys, room, tally->words * sizeof *keys);
    mp_limb_t *values;
    uint32_t *table;

    if (!keys)
        return CQ_MEMORY;
    tally->keys = keys;
    values = cq_realloc(ctx, tally->values, room, tally->limbs * sizeof *values);
    if (!values)
        return CQ_MEMORY;
    tally->values = values;
    table = cq_zalloc(ctx, 2 * room, sizeof *table);
    if (!table)
        return CQ_MEMORY;
    cq_free(tally->table);
    tally->table = table;
    tally->slots = 2 * room;
    tally->room = room;
    cq_assert((tally->slots & (tally->slots - 1)) == 0 && tally->count <= room);
    for (size_t i = 0; i < tally->count; i++)
        table[find_slot(tally, keys + i * tally->words)] = (uint32_t)i + 1;
    return CQ_OK;
}

cq_status cq_tally_reset(cq_context *ctx, cq_tally *tally, size_t limbs)
{
    size_t room = tally->room ? tally->room : 64;

    tally->count = 0;
    if (limbs == tally->limbs && tally->room) {
        memset(tally->table, 0, tally->slots * sizeof *tally->table);
        return CQ_OK;
    }
    tally->limbs = limbs;
    return make_room(ctx, tally, room);
}

/* Values never pass their limbs: the sweep has made them long enough. */
cq_status cq_tally_add(cq_context *ctx, cq_tally *tally, const uint64_t *key,
                       const mp_limb_t *value, size_t limbs)
{
    size_t slot;
    mp_limb_t *to, carry;

    /* What the value has room for beyond that is 0: the sum of all is not so long. */
    cq_assert(limbs <= tally->limbs ||
              mpn_zero_p(value + tally->limbs, (mp_size_t)(limbs - tally->limbs)));
    limbs = limbs < tally->limbs ? limbs : tally->limbs;
    if (tally->count == tally->room) {
        if (tally->count > UINT32_MAX / 4)
            return cq_fail(ctx, CQ_MEMORY, "there are too many states");
        if (make_room(ctx, tally, 2 * tally->room) != CQ_OK)
            return CQ_MEMORY;
    }
    slot = find_slot(tally, key);
    if (!tally->table[slot]) {
        memcpy(tally->keys + tally->count * tally->words, key,
               tally->words * sizeof *key);
        memset(tally->values + tally->count * tally->limbs, 0,
               tally->limbs * sizeof *to);
        tally->table[slot] = (uint32_t)++tally->count;
    }
    to = tally->values + (tally->table[slot] - 1) * tally->limbs;
    carry = mpn_add(to, to, (mp_size_t)tally->limbs, value, (mp_size_t)limbs);
    cq_assert(carry == 0);
    return CQ_OK;
}

cq_status cq_tally_copy(cq_context *ctx, const cq_tally *from, cq_tally *to)
{
    cq_status status = cq_tally_reset(ctx, to, from->limbs);

    for (size_t i = 0; i < from->count && status == CQ_OK; i++)
        status = cq_tally_add(ctx, to, from->keys + i * from->words,
                              from->values + i * from->limbs, from->limbs);
    return status;
}

void cq_tally_sum(cq_tally *tally)
{
    mpz_t value;

    mpz_init(value);
    mpz_set_ui(tally->total, 0);
    for (size_t i = 0; i < tally->count; i++) {
        mpz_import(value, tally->limbs, -1, sizeof(mp_limb_t), 0, 0,
                   tally->values + i * tally->limbs);
        mpz_add(tally->total, tally->total, value);
    }
    mpz_clear(value);
}

void cq_tally_clear_state(const cq_tally *tally, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < tally->count; i++) {
        const uint64_t *key = tally->keys + i * tally->words;
        bool clear = true;

        for (size_t k = 0; k < tally->words && clear; k++)
            clear = key[k] == 0;
        if (clear)
            mpz_import(out, tally->limbs, -1, sizeof(mp_limb_t), 0, 0,
                       tally->values + i * tally->limbs);
    }
}
