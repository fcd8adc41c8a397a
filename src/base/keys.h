/* keys.h - a set of keys of one length, numbered from 0 in the order in which they
 * come.
 *
 *     cq_keys states = {.words = 2};
 *
 *     status = cq_keys_add(ctx, &states, state, &number, &fresh);
 *     ... states.at + number * states.words ...
 *     cq_keys_free(&states);
 *
 * For sets that are looked at some millions of times. The sweeps of frontier and plugs
 * and the dead states of polyomino have tables of their own, made for their states.
 */
#ifndef CQ_BASE_KEYS_H
#define CQ_BASE_KEYS_H

#include "base/memory.h"

#define CQ_NO_KEY UINT32_MAX

typedef struct cq_keys {
    size_t words; /* of a key; set by the owner before the first is added */
    uint64_t *at; /* count * words, by number */
    size_t count, room;
    uint64_t *table; /* hash, and 1 + number, or 0; twice the room, a power of two */
} cq_keys;

/* The number of a key, or CQ_NO_KEY. */
uint32_t cq_keys_find(const cq_keys *keys, const uint64_t *key);
/* The same, after adding the key if it is new; *fresh says so. Both may be NULL. */
cq_status cq_keys_add(cq_context *ctx, cq_keys *keys, const uint64_t *key,
                      uint32_t *number, bool *fresh);
/* Empties the set, and keeps its room. */
void cq_keys_clear(cq_keys *keys);
/* Frees what is inside; the length of the keys stays. */
void cq_keys_free(cq_keys *keys);

/* 128-bit digests, and sets of them. */
typedef struct cq_digest {
    uint64_t first, second;
} cq_digest;

/* Negative, zero or positive, as for qsort. */
static inline int cq_digest_compare(cq_digest a, cq_digest b)
{
    if (a.first != b.first)
        return a.first < b.first ? -1 : 1;
    return (a.second > b.second) - (a.second < b.second);
}

/* *fresh says that it was not there. */
static inline cq_status cq_digests_add(cq_context *ctx, cq_keys *set, cq_digest digest,
                                       bool *fresh)
{
    uint64_t key[2] = {digest.first, digest.second};

    set->words = 2;
    return cq_keys_add(ctx, set, key, NULL, fresh);
}

#endif
