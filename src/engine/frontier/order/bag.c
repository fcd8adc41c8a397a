/* bag.c - a set of states: the words one behind the other, and an open hash table of
 * their numbers that is at most half full. */
#include "engine/frontier/order/trial.h"

static uint64_t hash_of(const uint64_t *state, size_t words)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ state[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return hash * UINT64_C(0xbf58476d1ce4e5b9) >> 20;
}

static size_t find_slot(const cq_bag *states, const uint64_t *state)
{
    size_t mask = states->slots - 1, slot = hash_of(state, states->words) & mask;
    size_t size = states->words * sizeof *state;

    while (states->table[slot] &&
           memcmp(states->at + (states->table[slot] - 1) * states->words, state, size))
        slot = (slot + 1) & mask;
    return slot;
}

bool cq_bag_has(const cq_bag *states, const uint64_t *state)
{
    return states->slots && states->table[find_slot(states, state)];
}

static cq_status grow(cq_context *ctx, cq_bag *states)
{
    size_t room = states->room ? 2 * states->room : 64;
    uint64_t *at = cq_realloc(ctx, states->at, room, states->words * sizeof *at);
    uint32_t *table;

    if (!at)
        return CQ_MEMORY;
    states->at = at;
    table = cq_zalloc(ctx, 2 * room, sizeof *table);
    if (!table)
        return CQ_MEMORY;
    cq_free(states->table);
    states->table = table;
    states->slots = 2 * room;
    states->room = room;
    for (size_t i = 0; i < states->count; i++)
        table[find_slot(states, at + i * states->words)] = (uint32_t)i + 1;
    return CQ_OK;
}

cq_status cq_bag_add(cq_context *ctx, cq_bag *states, const uint64_t *state)
{
    if (states->count == states->room && grow(ctx, states) != CQ_OK)
        return CQ_MEMORY;
    cq_assert(!cq_bag_has(states, state) && 2 * states->count < states->slots);
    states->table[find_slot(states, state)] = (uint32_t)states->count + 1;
    memcpy(states->at + states->count * states->words, state,
           states->words * sizeof *state);
    states->count++;
    return CQ_OK;
}

void cq_bag_clear(cq_bag *states)
{
    if (states->table)
        memset(states->table, 0, states->slots * sizeof *states->table);
    states->count = 0;
}

void cq_bag_free(cq_bag *states)
{
    cq_free(states->at);
    cq_free(states->table);
    memset(states, 0, sizeof *states);
}
