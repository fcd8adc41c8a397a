/* sort.h - numbers and items in ascending order, and finding a number among them. */
#ifndef CQ_BASE_SORT_H
#define CQ_BASE_SORT_H

#include "base/assert.h"

#include <stddef.h>
#include <stdint.h>

void cq_sort_u32(uint32_t *numbers, size_t count);

/* Negative, zero or positive, as for qsort; `user` is what cq_sort_by was given. */
typedef int cq_compare_fn(const void *a, const void *b, void *user);
/* Sorts items of `size` bytes in place. Equal ones may change places. */
void cq_sort_by(void *items, size_t count, size_t size, cq_compare_fn *compare,
                void *user);

/* 0 .. count - 1 by their keys: list[starts[k] .. starts[k + 1]) are those with the key
 * k, ascending. `starts` has groups + 1 places; keys from there on are left out. */
void cq_group_by(const uint32_t *keys, size_t count, size_t groups, uint32_t *starts,
                 uint32_t *list);

/* Sorts the few squares of a piece, ascending: a call would cost more than that. */
static inline void cq_sort_few(uint32_t *numbers, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t number = numbers[i];
        size_t k = i;

        for (; k > 0 && numbers[k - 1] > number; k--)
            numbers[k] = numbers[k - 1];
        numbers[k] = number;
    }
}

/* Where `number` stands in numbers[low .. high), which ascend; SIZE_MAX if it does not.
 */
static inline size_t cq_find_sorted(const uint32_t *numbers, size_t low, size_t high,
                                    uint32_t number)
{
    size_t end = high;

    cq_assert(low <= high);
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (numbers[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && numbers[low] == number ? low : SIZE_MAX;
}

#endif
