/* luby.h - how long each of many searches may take that are given up and begun anew. */
#ifndef CQ_BASE_LUBY_H
#define CQ_BASE_LUBY_H

#include "base/assert.h"

#include <stdint.h>

/* How many units the i-th search may take, from 1 on: 1 1 2 1 1 2 4 1 1 2 ... That is
 * 2^(k-1) for i = 2^k - 1, before which the sequence up to the last such number comes
 * again (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms",
 * Information Processing Letters 47, 1993). */
static inline uint64_t cq_luby(uint64_t i)
{
    uint64_t size = 2;

    cq_assert(i > 0);
    for (;;) {
        while (size - 1 < i)
            size *= 2;
        if (size - 1 == i)
            return size / 2;
        i -= size / 2 - 1;
        size = 2;
    }
}

#endif
