/* memory.c - counted allocation.
 *
 * Every block carries a header with its size and its context, so that cq_free needs
 * neither; the header keeps the alignment of malloc. The limit is checked before the
 * system is asked: a run that would pass it gets a NULL that it can report, instead of
 * the machine's out-of-memory killer. What is counted in a context is counted in its
 * parent too, and must fit there.
 */
#include "base/memory.h"

#include "base/assert.h"

#include <stdlib.h>
#include <string.h>

typedef union header {
    struct {
        cq_context *ctx;
        size_t size; /* of the block with its header */
    } block;
    max_align_t align;
} header;

static void release(cq_context *ctx, size_t size)
{
    for (; ctx; ctx = ctx->parent) {
        cq_assert(atomic_load(&ctx->used) >= size);
        atomic_fetch_sub(&ctx->used, size);
    }
}

static bool claim(cq_context *ctx, size_t size)
{
    size_t used = atomic_fetch_add(&ctx->used, size) + size;
    size_t peak = atomic_load(&ctx->peak), room = cq_context_room(ctx);

    /* A sum that is below what was added has passed a size_t. */
    if (used < size || (room && used > room) ||
        (ctx->parent && !claim(ctx->parent, size))) {
        atomic_fetch_sub(&ctx->used, size);
        return false;
    }
    while (used > peak && !atomic_compare_exchange_weak(&ctx->peak, &peak, used))
        continue;
    return true;
}

static void *fail(cq_context *ctx, size_t size)
{
    if (ctx->limit && size != SIZE_MAX)
        cq_fail(ctx, CQ_MEMORY, "%zu more bytes would exceed the memory limit of %zu",
                size, ctx->limit);
    else if (ctx->ceiling && size != SIZE_MAX)
        cq_fail(ctx, CQ_MEMORY,
                "%zu more bytes would exceed %zu, three quarters of this machine's "
                "memory; set another limit with --memory SIZE",
                size, ctx->ceiling);
    else {
        atomic_store(&ctx->starved, true);
        cq_fail(ctx, CQ_MEMORY, "out of memory");
    }
    return NULL;
}

/* The block's size with its header, or SIZE_MAX if it overflows. */
static size_t total_size(size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - 1 - sizeof(header)) / size)
        return SIZE_MAX;
    return count * size + sizeof(header);
}

static void *allocate(cq_context *ctx, size_t count, size_t size, bool clear)
{
    size_t total = total_size(count, size);
    header *block;

    if (total == SIZE_MAX || !claim(ctx, total))
        return fail(ctx, total);
    /* calloc gets large blocks from the system already clear, without touching them. */
    block = clear ? calloc(1, total) : malloc(total);
    if (!block) {
        release(ctx, total);
        return fail(ctx, SIZE_MAX);
    }
    block->block.ctx = ctx;
    block->block.size = total;
    return block + 1;
}

void *cq_alloc(cq_context *ctx, size_t count, size_t size)
{
    return allocate(ctx, count, size, false);
}

void *cq_zalloc(cq_context *ctx, size_t count, size_t size)
{
    return allocate(ctx, count, size, true);
}

void *cq_realloc(cq_context *ctx, void *old, size_t count, size_t size)
{
    size_t total = total_size(count, size);
    header *block;
    size_t before;

    if (!old)
        return cq_alloc(ctx, count, size);
    block = (header *)old - 1;
    cq_assert(block->block.ctx == ctx); /* blocks do not change their context */
    before = block->block.size;
    cq_assert(before >= sizeof(header));
    if (total == SIZE_MAX || (total > before && !claim(ctx, total - before)))
        return fail(ctx, total);
    block = realloc(block, total);
    if (!block) {
        if (total > before)
            release(ctx, total - before);
        return fail(ctx, SIZE_MAX);
    }
    if (total < before)
        release(ctx, before - total);
    block->block.size = total;
    return block + 1;
}

void cq_free(const void *old)
{
    header *block;

    if (!old)
        return;
    block = (header *)(uintptr_t)old - 1;
    cq_assert(block->block.size >= sizeof(header));
    release(block->block.ctx, block->block.size);
    free(block);
}

void cq_free_list(const void *const *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_free(blocks[i]);
}

/* Fresh pages are slow, so a block is filled a megabyte at a time. */
cq_status cq_set_bytes(cq_context *ctx, void *block, int byte, size_t size)
{
    enum { AT_ONCE = 1 << 20 };
    char *at = block;

    while (size) {
        size_t now = size < AT_ONCE ? size : AT_ONCE;

        if (now == AT_ONCE && cq_poll(ctx) != CQ_OK)
            return CQ_STOPPED;
        memset(at, byte, now);
        at += now;
        size -= now;
    }
    return CQ_OK;
}

char *cq_strndup(cq_context *ctx, const char *text, size_t length)
{
    char *copy = cq_alloc(ctx, length + 1, 1);

    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}
