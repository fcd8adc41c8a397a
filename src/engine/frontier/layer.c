/* layer.c - blocks, buckets and layers: see layer.h. */
#include "engine/frontier/layer.h"

#include <string.h>

enum { SLAB_FIRST = 4, SLAB_MOST = 64 };

/* ---- the store ---- */

cq_status cq_store_new(cq_context *ctx, size_t words, cq_store *out)
{
    cq_store store = {.ctx = ctx, .words = words, .slab = SLAB_FIRST};

    *out = store;
    if (pthread_mutex_init(&out->lock, NULL) != 0)
        return cq_fail(ctx, CQ_MEMORY, "the system has no lock to give");
    return CQ_OK;
}

void cq_store_free(cq_store *store)
{
    for (size_t i = 0; i < store->slabs.count; i++)
        cq_free(store->slabs.at[i]);
    cq_vec_free(&store->slabs);
    pthread_mutex_destroy(&store->lock);
}

static cq_status add_slab(cq_store *store)
{
    size_t size = sizeof(cq_block) + store->words * sizeof(uint64_t);
    char *slab;

    if (cq_vec_reserve(store->ctx, &store->slabs, 1) != CQ_OK)
        return CQ_MEMORY;
    slab = cq_alloc(store->ctx, store->slab, size);
    if (!slab)
        return CQ_MEMORY;
    store->slabs.at[store->slabs.count++] = slab;
    for (size_t i = store->slab; i-- > 0;) {
        cq_block *block = (cq_block *)(void *)(slab + i * size);

        block->next = store->spare;
        store->spare = block;
    }
    store->blocks += store->slab;
    if (store->slab < SLAB_MOST)
        store->slab *= 2;
    return CQ_OK;
}

cq_block *cq_store_take(cq_store *store)
{
    cq_block *block = NULL;

    pthread_mutex_lock(&store->lock);
    if (store->spare || add_slab(store) == CQ_OK) {
        block = store->spare;
        store->spare = block->next;
        block->next = NULL;
        block->count = 0;
        if (++store->in_use > store->most_in_use)
            store->most_in_use = store->in_use;
    }
    pthread_mutex_unlock(&store->lock);
    return block;
}

void cq_store_give(cq_store *store, cq_block *blocks)
{
    cq_block *last = blocks;
    size_t count = 1;

    if (!blocks)
        return;
    for (; last->next; last = last->next)
        count++;
    pthread_mutex_lock(&store->lock);
    last->next = store->spare;
    store->spare = blocks;
    store->in_use -= count;
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

    for (unsigned i = 0; i < splits; i++)
        layer.split[i] = split[i];
    layer.buckets =
        cq_zalloc(store->ctx, (size_t)1 << splits, sizeof *layer.buckets);
    if (!layer.buckets)
        return CQ_MEMORY;
    *out = layer;
    return CQ_OK;
}

void cq_bucket_empty(const cq_layer *layer, cq_bucket *bucket)
{
    cq_store_give(layer->store, bucket->first);
    bucket->first = bucket->last = NULL;
    bucket->states = 0;
}

void cq_layer_free(cq_layer *layer)
{
    for (size_t b = 0; layer->buckets && b < (size_t)1 << layer->splits; b++)
        cq_bucket_empty(layer, &layer->buckets[b]);
    cq_free(layer->buckets);
    memset(layer, 0, sizeof *layer);
}

cq_block *cq_bucket_room(const cq_layer *layer, cq_bucket *bucket)
{
    cq_block *block;

    if (bucket->last && bucket->last->count < layer->room)
        return bucket->last;
    block = cq_store_take(layer->store);
    if (!block)
        return NULL;
    if (bucket->last)
        bucket->last->next = block;
    else
        bucket->first = block;
    bucket->last = block;
    return block;
}
