/* press.h - packs the bits of a word that a mask selects next to each other.
 *
 * What the machine instruction pext does, for any machine (H. S. Warren, Hacker's
 * Delight, chapter 7, "compress"): one step for each bit of the mask.
 */
#ifndef CQ_ENGINE_SEARCH_PRESS_H
#define CQ_ENGINE_SEARCH_PRESS_H

#include <stdint.h>

static inline uint64_t cq_press(uint64_t bits, uint64_t mask)
{
    uint64_t out = 0;

    for (unsigned at = 0; mask; mask &= mask - 1, at++)
        out |= (uint64_t)((bits & mask & -mask) != 0) << at;
    return out;
}

#endif
