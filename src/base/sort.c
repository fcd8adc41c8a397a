/* sort.c - numbers in ascending order. */
#include "base/sort.h"

#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void cq_sort_u32(uint32_t *numbers, size_t count)
{
    if (count > 1) /* and so never NULL, which qsort does not take */
        qsort(numbers, count, sizeof *numbers, compare);
}
