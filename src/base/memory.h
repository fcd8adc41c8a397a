/* memory.h - allocation that is counted against the context's limit and may fail. */
#ifndef CQ_BASE_MEMORY_H
#define CQ_BASE_MEMORY_H

#include "base/context.h"

/* count * size bytes, or NULL with the error set (CQ_MEMORY). A zero total gives a
 * valid pointer. cq_alloc leaves the bytes as they are, cq_zalloc clears them. */
void *cq_alloc(cq_context *ctx, size_t count, size_t size);
void *cq_zalloc(cq_context *ctx, size_t count, size_t size);
/* Like realloc: on failure the old block stays as it was. */
void *cq_realloc(cq_context *ctx, void *block, size_t count, size_t size);
void cq_free(const void *block); /* const as in kfree: what is freed is not written */
/* The same for several: cq_free_each(a, b, c). */
#define cq_free_each(...)                                                              \
    cq_free_list((const void *const[]){__VA_ARGS__},                                   \
                 sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))
void cq_free_list(const void *const *blocks, size_t count);
/* memset for blocks that may be large; CQ_STOPPED if cq_poll says so. */
cq_status cq_set_bytes(cq_context *ctx, void *block, int byte, size_t size);
char *cq_strndup(cq_context *ctx, const char *text, size_t length);

/* Counts for the above. What a size_t cannot hold, as on machines of 32 bits, becomes
 * the largest, which no allocation gives. */
static inline size_t cq_size(uint64_t count)
{
    return (size_t)count == count ? (size_t)count : SIZE_MAX;
}

static inline size_t cq_times(size_t a, size_t b)
{
    size_t product;

    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

#endif
