/* keys.c - a set of keys by open addressing: see keys.h.
 *
 * The keys stand one after the other by their numbers, and beside them a table of
 * numbers with linear probing, at most half full (Knuth, The Art of Computer
 * Programming 3, 6.4). Beside its number a place has the hash of the key, so that a
 * look passes over other keys without reading them, and growing enters all numbers
 * again without reading any. A key costs its words and 16 to 32 bytes.
 *
 *     at      key 0 | key 1 | key 2 | room for 61 more
 *     table   - 2 - - - 1 - - 3 ...       hash, and 1 + number, where the hash leads
 */
#include "base/keys.h"
#include "base/assert.h"
#include "base/context.h"

#include <string.h>

enum { FIRST_ROOM = 64 };

/* Multiplication by odd constants and shifts, as in D. Stafford's mixers (2011). */
static uint32_t hash_of(const uint64_t *key, size_t words)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash * UINT64_C(0xbf58476d1ce4e5b9) >> 32);
}

static uint32_t number_at(const cq_keys *keys, size_t slot)
{
    return (uint32_t)keys->table[slot] - 1;
}

static uint64_t place_of(uint32_t hash, size_t number)
{
    return (uint64_t)hash << 32 | (number + 1);
}

/* In line: keys have few words, and a call of memcmp goes byte by byte in some C
 * libraries. */
static inline bool is_same(const uint64_t *one, const uint64_t *other, size_t words)
{
    uint64_t differ = 0;

    for (size_t i = 0; i < words; i++)
        differ |= one[i] ^ other[i];
    return !differ;
}

/* Where the number of the key stands, or would go. */
static size_t find_slot(const cq_keys *keys, const uint64_t *key, uint32_t hash)
{
    size_t mask = 2 * keys->room - 1, words = keys->words;
    size_t slot = hash & mask;

    while (keys->table[slot] &&
           (keys->table[slot] >> 32 != hash ||
            !is_same(keys->at + number_at(keys, slot) * words, key, words)))
        slot = (slot + 1) & mask;
    return slot;
}

uint32_t cq_keys_find(const cq_keys *keys, const uint64_t *key)
{
    size_t slot;

    if (!keys->room)
        return CQ_NO_KEY;
    slot = find_slot(keys, key, hash_of(key, keys->words));
    return keys->table[slot] ? number_at(keys, slot) : CQ_NO_KEY;
}

/* Enters all numbers of a table into a larger one. */
static void enter_again(const uint64_t *from, size_t places, uint64_t *to, size_t mask)
{
    for (size_t i = 0; i < places; i++) {
        size_t slot = (size_t)(from[i] >> 32) & mask;

        while (from[i] && to[slot])
            slot = (slot + 1) & mask;
        if (from[i])
            to[slot] = from[i];
    }
}

/* Every number stands in the table once, and where its key is looked for. */
static bool check_keys(const cq_keys *keys)
{
    size_t entered = 0;

    cq_hold(keys->count <= keys->room && (keys->room & (keys->room - 1)) == 0);
    for (size_t i = 0; i < 2 * keys->room; i++)
        entered += keys->table[i] != 0;
    cq_hold(entered == keys->count);
    for (size_t i = 0; i < keys->count; i++)
        cq_hold(cq_keys_find(keys, keys->at + i * keys->words) == i);
    return true;
}

static cq_status grow(cq_context *ctx, cq_keys *keys)
{
    size_t room = keys->room ? 2 * keys->room : FIRST_ROOM;
    uint64_t *at = cq_realloc(ctx, keys->at, room, keys->words * sizeof *at);
    uint64_t *table;

    cq_try_memory(at);
    keys->at = at;
    table = cq_zalloc(ctx, 2 * room, sizeof *table);
    cq_try_memory(table);
    enter_again(keys->table, 2 * keys->room, table, 2 * room - 1);
    cq_free(keys->table);
    keys->table = table;
    keys->room = room;
    cq_assert(keys->count > CQ_WALK_SIZE || check_keys(keys));
    return CQ_OK;
}

cq_status cq_keys_add(cq_context *ctx, cq_keys *keys, const uint64_t *key,
                      uint32_t *number, bool *fresh)
{
    uint32_t hash = hash_of(key, keys->words);
    size_t slot;
    bool is_new;

    cq_assert(keys->words > 0 && keys->count <= keys->room);
    if (keys->count >= CQ_NO_KEY - 1)
        return cq_fail(ctx, CQ_MEMORY, "a table has no numbers left");
    if (keys->count == keys->room && grow(ctx, keys) != CQ_OK)
        return CQ_MEMORY;
    slot = find_slot(keys, key, hash);
    is_new = !keys->table[slot];
    if (is_new) {
        memcpy(keys->at + keys->count * keys->words, key, keys->words * sizeof *key);
        keys->table[slot] = place_of(hash, keys->count++);
    }
    if (number)
        *number = number_at(keys, slot);
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
    cq_free_each(keys->at, keys->table);
    *keys = (cq_keys){.words = keys->words};
}
