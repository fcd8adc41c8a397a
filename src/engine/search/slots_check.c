/* slots_check.c - checks the invariants of slots in the simplest way.
 *
 * The walks never look back at where they started, so a lost bit would stay lost. In
 * checked builds these functions compare with the start, bit by bit and without
 * vectors. They assert:
 *
 *     masks      the slots of an option's own items are all 1, and a bit of another
 *                slot is 1 just if the cover forbids its option beside this one
 *     slots      at a node, those of the beginning without the masks of what was picked
 *     fewest     no item has fewer ways, none before the node's item as few
 *     solution   the picked options have each item once
 *
 * Cost: masks are a pair of entries for each pair of options, so only small ones are
 * compared; the others are linear in the slots and what was picked.
 */
#include "engine/search/slots.h"

#include "base/assert.h"

static bool has_bit(const cq_slots *l, const uint8_t *slots, uint32_t item,
                    uint32_t bit)
{
    size_t at = (size_t)item * l->width + bit;

    return slots[at / 8] >> at % 8 & 1;
}

/* The ways of an item; CQ_SLOTS_CLOSED if it is covered. */
static uint32_t ways_of(const cq_slots *l, const uint8_t *slots, uint32_t item)
{
    uint32_t bits = 0;

    for (uint32_t bit = 1; bit < l->width; bit++)
        bits += has_bit(l, slots, item, bit);
    if (has_bit(l, slots, item, 0))
        return bits;
    cq_assert(bits == 0); /* a closed item has no options */
    return CQ_SLOTS_CLOSED;
}

bool cq_slots_is_empty(const uint8_t *slots, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (slots[i])
            return false;
    return true;
}

/* Of what was picked since the beginning of these slots. */
static bool check_bytes(const cq_slots *l, const uint8_t *at, uint32_t count)
{
    for (size_t i = 0; i < l->bytes; i++) {
        uint8_t expected = l->whole[i];

        for (uint32_t k = l->base; k < count; k++)
            expected &= (uint8_t)~l->masks[l->picked[k] * l->bytes + i];
        cq_hold(at[i] == expected);
    }
    return true;
}

bool cq_slots_check(const cq_slots *l, const uint8_t *at, const cq_slots_node *n)
{
    uint32_t open = 0, fewest = CQ_SLOTS_CLOSED, item = 0;

    cq_hold(check_bytes(l, at, n->count));
    for (uint32_t i = 0; i < l->items; i++) {
        uint32_t ways = ways_of(l, at, i);

        open += ways != CQ_SLOTS_CLOSED;
        if (ways < fewest) {
            fewest = ways;
            item = i;
        }
    }
    cq_hold(open == n->left && fewest == n->fewest);
    /* With no way or one way, a walk may note all such items, or none. */
    cq_hold(fewest <= 1 || fewest == CQ_SLOTS_CLOSED || item == n->item);
    return true;
}

bool cq_slots_check_solution(const cq_slots *l, uint32_t count)
{
    uint32_t covered = 0;

    for (uint32_t k = l->base; k < count; k++) {
        uint32_t option = l->picked[k];

        covered += l->length[option];
        for (uint32_t i = 0; i < l->items; i++)
            for (uint32_t j = l->base;
                 j < k && has_bit(l, l->masks + option * l->bytes, i, 0); j++)
                cq_hold(!has_bit(l, l->masks + l->picked[j] * l->bytes, i, 0));
    }
    cq_hold(covered == l->items);
    return true;
}

/* The bits of one option's mask in the slot of an item. */
static bool check_slot(const cq_slots *l, const cq_sparse *s, uint32_t option,
                       uint32_t item)
{
    const uint8_t *mask = l->masks + option * l->bytes;
    bool own = has_bit(l, mask, item, 0);

    for (uint32_t bit = 1; bit < l->width; bit++) {
        uint32_t other = l->table[item * l->width + bit];

        if (has_bit(l, l->whole, item, bit))
            cq_hold(has_bit(l, mask, item, bit) ==
                    (other == option ||
                     cq_sparse_clash(s, l->number[option], l->number[other])));
        else
            cq_hold(has_bit(l, mask, item, bit) == own);
    }
    return true;
}

bool cq_slots_check_masks(const cq_slots *l, const cq_sparse *s)
{
    for (uint32_t o = 0; o < l->options && l->options <= CQ_WALK_PAIRS; o++) {
        uint32_t own = 0;

        for (uint32_t i = 0; i < l->items; i++) {
            own += has_bit(l, l->masks + o * l->bytes, i, 0);
            cq_hold(check_slot(l, s, o, i));
        }
        cq_hold(own == l->length[o] && own > 0);
    }
    return true;
}
