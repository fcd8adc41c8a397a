/* sort.h - numbers in ascending order. */
#ifndef CQ_BASE_SORT_H
#define CQ_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

void cq_sort_u32(uint32_t *numbers, size_t count);

/* The same for the few squares of a piece, where a call costs more than the sorting. */
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

#endif
