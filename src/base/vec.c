/* vec.c - growing arrays: the one place that reallocates them. */
#include "base/vec.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

cq_status cq_vec_grow(cq_context *ctx, void *slot, size_t *room, size_t want,
                      size_t size)
{
    size_t target = *room < 8 ? 8 : *room;
    void *at;

    cq_assert(want > *room && size > 0); /* else there is nothing to grow */
    while (target < want) {
        if (target > SIZE_MAX / 2)
            return cq_fail(ctx, CQ_MEMORY, "out of memory");
        target *= 2;
    }
    memcpy(&at, slot, sizeof at); /* slot is a T **: its bytes, whatever T is */
    at = cq_realloc(ctx, at, target, size);
    cq_try_memory(at);
    memcpy(slot, &at, sizeof at);
    *room = target;
    cq_assert(*room >= want);
    return CQ_OK;
}

cq_status cq_vec_replace(cq_context *ctx, void *slot, size_t *room, size_t want,
                         size_t size)
{
    void *at;

    cq_assert(want > *room && size > 0);
    memcpy(&at, slot, sizeof at); /* as above */
    cq_free(at);
    at = cq_alloc(ctx, want, size);
    memcpy(slot, &at, sizeof at);
    *room = at ? want : 0;
    return at ? CQ_OK : CQ_MEMORY;
}

void cq_vec_free_list(void *const *vectors, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        CQ_VEC(void) none = {0};

        /* Every vector begins with its block, and is as large as this one. */
        memcpy(&none.at, vectors[i], sizeof none.at);
        cq_free(none.at);
        none.at = NULL;
        memcpy(vectors[i], &none, sizeof none);
    }
}

void cq_u32s_reverse(cq_u32s *list)
{
    for (size_t i = 0, k = list->count; i + 1 < k--; i++) {
        uint32_t v = list->at[i];

        list->at[i] = list->at[k];
        list->at[k] = v;
    }
}

cq_status cq_u32s_append(cq_context *ctx, cq_u32s *list, const uint32_t *numbers,
                         size_t count)
{
    cq_try(cq_vec_reserve(ctx, list, count));
    if (count)
        memcpy(list->at + list->count, numbers, count * sizeof *numbers);
    list->count += count;
    cq_assert(list->count <= list->room);
    return CQ_OK;
}

void cq_u32s_tidy(cq_u32s *list, size_t first)
{
    size_t kept = first;

    cq_assert(first <= list->count);
    if (first < list->count)
        cq_sort_u32(list->at + first, list->count - first);
    for (size_t i = first; i < list->count; i++)
        if (kept == first || list->at[kept - 1] != list->at[i])
            list->at[kept++] = list->at[i];
    list->count = kept;
    for (size_t i = first + 1; i < list->count; i++)
        cq_assert(list->at[i - 1] < list->at[i]);
}
