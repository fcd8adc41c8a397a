/* layer.c - blocks, buckets and layers: see layer.h.
 *
 * Slabs of blocks use up to a third of the memory limit of the context; the rest is for
 * tables. Further slabs go into a scratch file, which has no name and disappears with
 * the process. Blocks are written once from end to end and read a few times in the same
 * way. The system keeps the pages that were written or read in memory, where they count
 * for this process, and maps those around a block as well. So after every sixteenth of
 * the limit all pages on disk are released; if they are read again, they come from the
 * system's cache or from the disk. Disk space is allocated before it is used, so a full
 * disk is reported as an error and does not kill the process.
 */
#include "engine/frontier/layer.h"

#include <string.h>
#include <sys/mman.h>

/* Blocks in the first slabs and in the later ones; a multiple of all sizes of pages. */
enum { SLAB_FIRST = 4, SLAB_MOST = 64, PAGE = 65536 };

/* The part of the limit that blocks on disk may take in memory. */
enum { RESIDENT_SHARE = 16 };

/* Bytes that the system maps around what is read, if it has them in its cache: Linux,
 * fault_around_bytes. */
enum { AROUND = 65536 };

/* ---- the store ---- */

cq_status cq_store_new(cq_context *ctx, const char *folder, size_t words, cq_store *out)
{
    cq_store store = {.ctx = ctx,
                      .folder = folder,
                      .always = cq_scratch_always(),
                      .words = words,
                      .slab = SLAB_FIRST};

    *out = store;
    if (pthread_mutex_init(&out->lock, NULL) != 0)
        return cq_fail(ctx, CQ_MEMORY, "the system has no more locks");
    return CQ_OK;
}

void cq_store_free(cq_store *store)
{
    for (size_t i = 0; i < store->slabs.count; i++) {
        cq_slab *slab = &store->slabs.at[i];

        if (slab->on_disk)
            munmap(slab->at, slab->size);
        else
            cq_free(slab->at);
    }
    cq_vec_free(&store->slabs);
    cq_scratch_free(store->file);
    pthread_mutex_destroy(&store->lock);
}

static bool is_over(const cq_store *store, size_t size)
{
    size_t limit = store->ctx->limit;

    return store->always || (limit && cq_context_memory_used(store->ctx) + size >
                                          limit / CQ_LAYERS_SHARE);
}

static void *map_slab(cq_store *store, size_t size)
{
    cq_status status = CQ_OK;
    void *slab = NULL;

    if (!store->file)
        status =
            cq_scratch_new(store->ctx, store->folder, NULL, &store->use, &store->file);
    cq_then(status, cq_scratch_map(store->file, size, &slab));
    return status == CQ_OK ? slab : NULL;
}

static size_t block_size(const cq_store *store)
{
    return sizeof(cq_block) + store->words * sizeof(uint64_t);
}

/* Blocks were written or read. Shared pages of a file that are let go lose nothing. */
static void touch(cq_store *store, size_t blocks)
{
    size_t limit = store->ctx->limit;

    if (!store->file || !limit)
        return;
    store->touched +=
        blocks * (block_size(store) > AROUND ? block_size(store) : AROUND);
    if (store->touched < limit / RESIDENT_SHARE)
        return;
    store->touched = 0;
    for (size_t i = 0; i < store->slabs.count; i++)
        if (store->slabs.at[i].on_disk)
            (void)madvise(store->slabs.at[i].at, store->slabs.at[i].size,
                          MADV_DONTNEED);
}

void cq_store_touch(cq_store *store, size_t blocks)
{
    pthread_mutex_lock(&store->lock);
    touch(store, blocks);
    pthread_mutex_unlock(&store->lock);
}

static cq_status add_slab(cq_store *store)
{
    size_t size = block_size(store), whole;
    cq_slab slab = {0};

    cq_try(cq_vec_reserve(store->ctx, &store->slabs, 1));
    whole = store->slab * size;
    slab.on_disk = is_over(store, whole);
    slab.size = slab.on_disk ? (whole + PAGE - 1) / PAGE * PAGE : whole;
    slab.at = slab.on_disk ? map_slab(store, slab.size)
                           : cq_alloc(store->ctx, store->slab, size);
    cq_try_memory(slab.at);
    store->slabs.at[store->slabs.count++] = slab;
    for (size_t i = store->slab; i-- > 0;) {
        cq_block *block = (cq_block *)(void *)((char *)slab.at + i * size);

        block->next = store->spare;
        store->spare = block;
    }
    store->blocks += store->slab;
    if (store->slab < SLAB_MOST)
        store->slab *= 2;
    return CQ_OK;
}

/* An empty block, or NULL when memory is out. Any thread. */
static cq_block *take_block(cq_store *store)
{
    cq_block *block = NULL;

    pthread_mutex_lock(&store->lock);
    if (store->spare || add_slab(store) == CQ_OK) {
        block = store->spare;
        cq_assert(store->in_use < store->blocks);
        store->spare = block->next;
        block->next = NULL;
        block->count = 0;
        store->in_use++;
        touch(store, 1);
    }
    pthread_mutex_unlock(&store->lock);
    return block;
}

/* A whole list. */
static void give_back(cq_store *store, cq_block *blocks)
{
    cq_block *last = blocks;
    size_t count = 1;

    if (!blocks)
        return;
    for (; last->next; last = last->next)
        count++;
    pthread_mutex_lock(&store->lock);
    cq_assert(count <= store->in_use);
    last->next = store->spare;
    store->spare = blocks;
    store->in_use -= count;
    touch(store, count);
    pthread_mutex_unlock(&store->lock);
}

/* ---- layers ---- */

cq_status cq_layer_new(cq_store *store, size_t words, size_t limbs, unsigned splits,
                       const uint32_t *split, cq_layer *out)
{
    cq_layer layer = {.store = store,
                      .words = words,
                      .limbs = limbs,
                      .room = store->words / (words + limbs),
                      .splits = splits};

    cq_assert(splits < CQ_SPLIT_MOST && limbs > 0 && layer.room > 0);
    for (unsigned i = 0; i < splits; i++) {
        cq_assert(split[i] < 64 * words);
        layer.split[i] = split[i];
    }
    layer.buckets = cq_zalloc(store->ctx, (size_t)1 << splits, sizeof *layer.buckets);
    cq_try_memory(layer.buckets);
    *out = layer;
    return CQ_OK;
}

void cq_bucket_empty(const cq_layer *layer, cq_bucket *bucket)
{
    give_back(layer->store, bucket->first);
    bucket->first = bucket->last = NULL;
    bucket->states = 0;
}

void cq_buckets_empty(const cq_layer *layer, cq_bucket *buckets, size_t count)
{
    for (size_t b = 0; b < count; b++)
        cq_bucket_empty(layer, &buckets[b]);
}

uint64_t cq_layer_count(const cq_layer *layer)
{
    uint64_t states = 0;

    for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
        states += layer->buckets[b].states;
    return states;
}

void cq_layer_free(cq_layer *layer)
{
    if (layer->buckets)
        cq_buckets_empty(layer, layer->buckets, (size_t)1 << layer->splits);
    cq_free(layer->buckets);
    memset(layer, 0, sizeof *layer);
}

cq_block *cq_bucket_room(const cq_layer *layer, cq_bucket *bucket)
{
    cq_block *block;

    cq_assert(!bucket->first == !bucket->last &&
              (!bucket->last || !bucket->last->next));
    if (bucket->last && bucket->last->count < layer->room)
        return bucket->last;
    block = take_block(layer->store);
    if (!block)
        return NULL;
    if (bucket->last)
        bucket->last->next = block;
    else
        bucket->first = block;
    bucket->last = block;
    return block;
}
