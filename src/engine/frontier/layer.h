/* layer.h - the states between two steps, in buckets of blocks.
 *
 * A bucket holds the states that agree on the layer's split places; its number is those
 * bits. A block is a piece of memory of one size for the whole run:
 *
 *     next, count | keys: room * words | numbers: room * limbs
 *
 * Blocks come from a store that keeps its memory until it is closed, so the blocks of a
 * finished layer are reused for the next. If the memory limit is reached, the store
 * continues in a file.
 */
#ifndef CQ_ENGINE_FRONTIER_LAYER_H
#define CQ_ENGINE_FRONTIER_LAYER_H

#include "base/limbs.h"
#include "engine/frontier/plan.h"
#include "engine/scratch.h"

#include <pthread.h>

enum { CQ_SPLIT_MOST = 16 };

/* The part of the memory limit up to which layers stay in memory. */
enum { CQ_LAYERS_SHARE = 3 };

typedef struct cq_block {
    struct cq_block *next;
    uint64_t count;
    uint64_t data[];
} cq_block;

typedef struct cq_slab {
    void *at;
    size_t size;
    bool on_disk;
} cq_slab;

typedef struct cq_store {
    cq_context *ctx;
    const char *folder; /* for the file */
    bool always;        /* all blocks are on disk */
    size_t words;       /* in the data of a block */
    pthread_mutex_t lock;
    cq_block *spare;
    CQ_VEC(cq_slab) slabs;
    cq_scratch *file;      /* NULL: none yet */
    cq_scratch_use use;    /* of it */
    size_t slab;           /* blocks in the next slab */
    size_t blocks, in_use; /* made; given out */
    size_t touched;        /* bytes of blocks written or read since all were let go */
} cq_store;

cq_status cq_store_new(cq_context *ctx, const char *folder, size_t words,
                       cq_store *out);
void cq_store_free(cq_store *store);
/* How many states of that many words a block has room for, at the most. */
static inline size_t cq_store_room(const cq_store *store, size_t words)
{
    return store->words / (words + 1);
}

/* Counts blocks that were read; those on disk may have to leave memory again. */
void cq_store_touch(cq_store *store, size_t blocks);

typedef struct cq_bucket {
    cq_block *first, *last;
    uint64_t states;
    _Atomic uint32_t users; /* tasks of the next step that still read it */
} cq_bucket;

typedef struct cq_layer {
    cq_store *store;
    size_t words, limbs, room; /* room: states in a block */
    unsigned splits;
    uint32_t split[CQ_SPLIT_MOST]; /* bit i of a bucket's number is this place */
    cq_bucket *buckets;            /* 1 << splits */
    uint64_t states;
    uint64_t own;  /* of these, states in this process; all where it is alone */
    bool shared;   /* each rank has those that it owns; else rank 0 has all */
    unsigned bits; /* bits of the longest number */
} cq_layer;

cq_status cq_layer_new(cq_store *store, size_t words, size_t limbs, unsigned splits,
                       const uint32_t *split, cq_layer *out);
void cq_layer_free(cq_layer *layer);
/* Room for one more state in the bucket: its block, with space, or NULL. */
cq_block *cq_bucket_room(const cq_layer *layer, cq_bucket *bucket);
void cq_bucket_empty(const cq_layer *layer, cq_bucket *bucket);
/* Empties many, the buckets of a layer or others. */
void cq_buckets_empty(const cq_layer *layer, cq_bucket *buckets, size_t count);
/* The states that the buckets have. */
uint64_t cq_layer_count(const cq_layer *layer);
/* Walks over all of it (sweep_check.c); `live` are the places that items have. */
bool cq_layer_check(const cq_layer *layer, const uint64_t *live);

static inline uint64_t *cq_block_numbers(const cq_layer *layer, cq_block *block)
{
    return block->data + layer->room * layer->words;
}

/* Words for numbers that may become `more` bits longer; no fewer than now. */
static inline size_t cq_layer_limbs(const cq_layer *layer, size_t more)
{
    size_t limbs = (layer->bits + more + 63) / 64;

    cq_assert(layer->bits <= 64 * layer->limbs);
    return limbs > layer->limbs ? limbs : layer->limbs;
}

static inline size_t cq_layer_bucket(const cq_layer *layer, const uint64_t *key)
{
    size_t bucket = 0;

    for (unsigned i = 0; i < layer->splits; i++)
        bucket |= (size_t)cq_key_has(key, layer->split[i]) << i;
    cq_assert(bucket < (size_t)1 << layer->splits);
    return bucket;
}

/* Into a bucket of the layer, or one like it, a number of `limbs` limbs with zeros
 * above. */
static inline __attribute__((always_inline)) cq_status
cq_bucket_put(const cq_layer *layer, cq_bucket *bucket, const uint64_t *key,
              size_t words, const uint64_t *number, size_t limbs)
{
    cq_block *block = bucket->last;
    uint64_t *to;

    if (!block || block->count == layer->room)
        block = cq_bucket_room(layer, bucket);
    cq_try_memory(block);
    cq_assert(words == layer->words && limbs <= layer->limbs);
    to = block->data + block->count * words;
    for (size_t w = 0; w < words; w++)
        to[w] = key[w];
    to = cq_block_numbers(layer, block) + block->count * layer->limbs;
    for (size_t l = 0; l < limbs; l++)
        to[l] = number[l];
    for (size_t l = limbs; l < layer->limbs; l++)
        to[l] = 0;
    block->count++;
    bucket->states++;
    return CQ_OK;
}

#endif
