/* sort.c - numbers in ascending order, and items as a comparison says.
 *
 * For items there is a heap sort: it needs no memory, so that it cannot fail, and it
 * does the same on every system. (qsort_r would, but not every C library has it.) */
#include "base/sort.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

static int compare_u32(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

void cq_sort_u32(uint32_t *numbers, size_t count)
{
    if (count > 1) /* and so never NULL, which qsort does not take */
        qsort(numbers, count, sizeof *numbers, compare_u32);
    for (size_t i = 1; i < count; i++)
        cq_assert(numbers[i - 1] <= numbers[i]);
}

/* ---- items ---- */

typedef struct heap {
    unsigned char *at;
    size_t count, size; /* items, and bytes of each */
    cq_compare_fn *compare;
    void *user;
} heap;

static unsigned char *item(const heap *h, size_t i)
{
    return h->at + i * h->size;
}

static bool is_less(const heap *h, size_t i, size_t k)
{
    return h->compare(item(h, i), item(h, k), h->user) < 0;
}

static void exchange(const heap *h, size_t i, size_t k)
{
    unsigned char *a = item(h, i), *b = item(h, k);

    for (size_t byte = 0; byte < h->size; byte++) {
        unsigned char kept = a[byte];

        a[byte] = b[byte];
        b[byte] = kept;
    }
}

/* Item i goes down until none below it is greater. */
static void sink(const heap *h, size_t i)
{
    for (size_t below; (below = 2 * i + 1) < h->count; i = below) {
        if (below + 1 < h->count && is_less(h, below, below + 1))
            below++;
        if (!is_less(h, i, below))
            return;
        exchange(h, i, below);
    }
}

void cq_sort_by(void *items, size_t count, size_t size, cq_compare_fn *compare,
                void *user)
{
    heap h = {items, count, size, compare, user};

    for (size_t i = count / 2; i-- > 0;)
        sink(&h, i);
    while (h.count > 1) {
        exchange(&h, 0, --h.count);
        sink(&h, 0);
    }
    for (size_t i = 1; i < count; i++)
        cq_assert(!is_less(&h, i, i - 1));
}

void cq_group_by(const uint32_t *keys, size_t count, size_t groups, uint32_t *starts,
                 uint32_t *list)
{
    uint32_t sum = 0;

    cq_assert(count <= UINT32_MAX);
    memset(starts, 0, (groups + 1) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        if (keys[i] < groups)
            starts[keys[i]]++;
    for (size_t k = 0; k <= groups; k++) {
        sum += starts[k];
        starts[k] = sum;
    }
    for (size_t i = count; i-- > 0;)
        if (keys[i] < groups)
            list[--starts[keys[i]]] = (uint32_t)i;
    cq_assert(starts[0] == 0 && starts[groups] <= count);
}
