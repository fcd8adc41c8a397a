/* slots_plain.c - the search over slots in plain C, for any machine.
 *
 * Eight bytes of slots are a word. The bits of all slots in a word are counted at once,
 * by sums of neighbouring fields that get twice as wide until they are as wide as a
 * slot (H. S. Warren, Hacker's Delight, chapter 5); then each count is looked at.
 */
#include "engine/search/press.h"
#include "engine/search/slots.h"

#define TARGET
#define WALK cq_slots_walk_plain
#define INLINE static inline __attribute__((always_inline))

/* The n-th bit that is set, from 0. */
INLINE uint64_t nth_bit(uint64_t bits, uint32_t n)
{
    while (n--)
        bits &= bits - 1;
    return bits & -bits;
}

INLINE uint64_t press(uint64_t bits, uint64_t mask)
{
    return cq_press(bits, mask);
}

/* The number of bits in each slot of a word. */
INLINE uint64_t bits_of(uint64_t v, uint32_t width)
{
    v -= v >> 1 & UINT64_C(0x5555555555555555);
    v = (v & UINT64_C(0x3333333333333333)) + (v >> 2 & UINT64_C(0x3333333333333333));
    v = (v + (v >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    if (width > 8)
        v = (v + (v >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    if (width > 16)
        v = (v + (v >> 16)) & UINT64_C(0x000000ff000000ff);
    if (width > 32)
        v = (v + (v >> 32)) & 0xff;
    return v;
}

/* The slots `to` are `from` without the mask; then finds the item with the fewest ways,
 * and those with one. */
INLINE void narrow(cq_slots *l, const uint8_t *from, const uint8_t *mask, uint8_t *to,
                   cq_slots_node *node, uint32_t width, size_t bytes)
{
    uint32_t item = 0, each = 64 / width;

    (void)l;
    node->fewest = CQ_SLOTS_CLOSED;
    node->item = 0;
    node->ones = 0;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t slots = cq_slots_load(from + i, 8) & ~cq_slots_load(mask + i, 8);
        uint64_t bits = bits_of(slots, width);

        cq_slots_store(to + i, slots);
        for (uint32_t k = 0; k < each; k++, item++) {
            uint32_t ways = (uint8_t)((bits >> k * width) - 1);

            node->ones |= (uint64_t)(ways == 1) << item % 64;
            if (ways < node->fewest) {
                node->fewest = ways;
                node->item = item;
            }
        }
    }
}

INLINE void remove_mask(uint8_t *slots, const uint8_t *mask, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        slots[i] &= (uint8_t)~mask[i];
}

#include "engine/search/slots_walk.h"
