/* keys.c - a set of keys by open addressing: see keys.h.
 *
 * The keys stand one after the other by their numbers, and beside them a table of
 * numbers with linear probing, at most half full (Knuth, The Art of Computer
 * Programming 3, 6.4). Growing doubles both and enters all numbers again. A key costs
 * its words and 8 to 16 bytes.
 *
 *     at      key 0 | key 1 | key 2 | room for 61 more
 *     table   - 2 - - - 1 - - 3 ...       1 + number, where the hash of the key leads
 */
#include "base/keys.h"
#include "base/context.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

/* Multiplication by odd constants and shifts, as in D. Stafford's mixers (2011). */
static uint64_t hash_of(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

/* Where the number of the key stands, or would go. */
static size_t find_slot(const cq_keys *keys, const uint64_t *key)
{
    size_t mask = 2 * keys->room - 1, size = keys->words * sizeof *key;
    size_t slot = (size_t)hash_of(key, keys->words) & mask;

    while (keys->table[slot] &&
           memcmp(keys->at + (keys->table[slot] - 1) * keys->words, key, size) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t cq_keys_find(const cq_keys *keys, const uint64_t *key)
{
    return keys->room ? keys->table[find_slot(keys, key)] - 1 : CQ_NO_KEY;
}

static cq_status grow(cq_context *ctx, cq_keys *keys)
{
    size_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
    uint64_t *at = cq_realloc(ctx, keys->at, room, keys->words * sizeof *at);
    uint32_t *table;

    if (!at)
        return CQ_MEMORY;
    keys->at = at;
    table = cq_zalloc(ctx, 2 * room, sizeof *table);
    if (!table)
        return CQ_MEMORY;
    cq_free(keys->table);
    keys->table = table;
    keys->room = room;
    for (size_t i = 0; i < keys->count; i++)
        table[find_slot(keys, at + i * keys->words)] = (uint32_t)i + 1;
    return CQ_OK;
}

cq_status cq_keys_add(cq_context *ctx, cq_keys *keys, const uint64_t *key,
                      uint32_t *number, bool *fresh)
{
    size_t slot;
    bool is_new;

    if (keys->count >= CQ_NO_KEY - 1)
        return cq_fail(ctx, CQ_MEMORY, "a table has no numbers left");
    if (keys->count == keys->room && grow(ctx, keys) != CQ_OK)
        return CQ_MEMORY;
    slot = find_slot(keys, key);
    is_new = !keys->table[slot];
    if (is_new) {
        memcpy(keys->at + keys->count * keys->words, key, keys->words * sizeof *key);
        keys->table[slot] = (uint32_t)++keys->count;
    }
    if (number)
        *number = keys->table[slot] - 1;
    if (fresh)
        *fresh = is_new;
    return CQ_OK;
}

void cq_keys_clear(cq_keys *keys)
{
    if (keys->table)
        memset(keys->table, 0, 2 * keys->room * sizeof *keys->table);
    keys->count = 0;
}

void cq_keys_free(cq_keys *keys)
{
    cq_free(keys->at);
    cq_free(keys->table);
    *keys = (cq_keys){.words = keys->words};
}
