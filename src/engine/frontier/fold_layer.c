/* fold_layer.c - states that are images of one another under a symmetry become one.
 *
 * If symmetries map a layer onto itself (fold_symmetries.c), each state is replaced by
 * the smallest of its images, in two rounds of tasks:
 *
 *     bring    every state of a bucket, as its least image, goes to the bucket where
 *              that belongs; each thread has a set of buckets for itself
 *     merge    what all threads have for a bucket becomes one (layer_merge.c)
 *
 * The image of a state is looked up byte by byte, in a table of the images of each
 * byte.
 *
 * Cost: one look-up for each byte, symmetry and state, and one insertion, in layers a
 * full row apart; it saves nearly half of all that comes between.
 */
#include "engine/frontier/sweep.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum { BYTE = 256 };

typedef struct folding {
    cq_sweep *sweep;
    size_t words;
    cq_u32s bytes;     /* of a key that have places in use */
    size_t images;     /* without the state itself */
    uint64_t *tables;  /* images x bytes x BYTE keys */
    uint32_t *belongs; /* bytes x BYTE: their bits of a bucket's number */
    uint64_t *least;   /* two keys for each worker */
    size_t workers, buckets;
    cq_bucket *brought; /* workers x buckets, and those that come from other ranks */
} folding;

/* ---- images ---- */

static cq_status list_bytes(folding *f)
{
    const cq_plan *plan = f->sweep->plan;
    const uint64_t *live = plan->pool.at + plan->steps.at[f->sweep->at - 1].live;

    for (uint32_t byte = 0; byte < 8 * f->words; byte++)
        if (live[byte / 8] >> (byte % 8 * 8) & 0xff)
            cq_try(cq_vec_push(plan->ctx, &f->bytes, byte));
    return CQ_OK;
}

static void take_place(folding *f, size_t image, uint32_t from, uint32_t to)
{
    uint64_t *table = f->tables + image * f->bytes.count * BYTE * f->words;

    for (size_t i = 0; f->bytes.at[i] != from / 8; i++) {
        cq_assert(i + 1 < f->bytes.count);
        table += BYTE * f->words;
    }
    for (unsigned value = 0; value < BYTE; value++)
        if (value >> from % 8 & 1)
            cq_mask_add(table + value * f->words, to);
}

/* Every place in use, and the one to which the symmetry takes it. */
static void tabulate(folding *f, size_t image, const cq_fold *fold)
{
    const cq_plan *plan = f->sweep->plan;

    for (uint32_t i = 0; i < plan->cover->items.count; i++) {
        const cq_track *from = &plan->tracks[i], *to = &plan->tracks[fold->image[i]];

        if (!cq_track_lives(from, f->sweep->at))
            continue;
        cq_assert(cq_track_lives(to, f->sweep->at) && from->kind == to->kind);
        cq_assert(from->place_count == to->place_count && from->width == to->width);
        for (uint32_t c = 0; c < from->place_count; c++)
            for (uint32_t b = 0; b < cq_track_width(from); b++)
                take_place(f, image, plan->places.at[from->places + c] + b,
                           plan->places.at[to->places + c] + b);
    }
}

/* The bucket of a key is looked up in the same way: only places in use split a
 * layer. */
static void tabulate_buckets(folding *f)
{
    const cq_layer *now = &f->sweep->now;

    for (size_t i = 0; i < f->bytes.count; i++)
        for (unsigned s = 0; s < now->splits; s++)
            for (unsigned value = 0; value < BYTE; value++)
                if (now->split[s] / 8 == f->bytes.at[i] &&
                    value >> now->split[s] % 8 & 1)
                    f->belongs[i * BYTE + value] |= UINT32_C(1) << s;
}

/* Replaces *least by the image of the key, if that is less. A symmetry takes the bits
 * of a state one by one to other places. */
INLINE void lessen(const folding *f, size_t image, const uint64_t *key, uint64_t *least,
                   uint64_t *scratch, size_t words)
{
    const uint64_t *table = f->tables + image * f->bytes.count * BYTE * words;
    const uint32_t *byte = f->bytes.at, *end = byte + f->bytes.count;
    size_t w = 0;

    for (size_t k = 0; k < words; k++)
        scratch[k] = 0;
    for (; byte < end; byte++, table += BYTE * words) {
        const uint64_t *part =
            table + (key[*byte / 8] >> (*byte % 8 * 8) & 0xff) * words;

        for (size_t k = 0; k < words; k++)
            scratch[k] |= part[k];
    }
    cq_assert(cq_key_bits(scratch, words) == cq_key_bits(key, words));
    while (w + 1 < words && scratch[w] == least[w])
        w++;
    if (scratch[w] < least[w])
        for (size_t k = 0; k < words; k++)
            least[k] = scratch[k];
}

/* ---- bring ---- */

INLINE uint32_t bucket_of(const folding *f, const uint64_t *key)
{
    const uint32_t *belongs = f->belongs, *byte = f->bytes.at;
    uint32_t bucket = 0;

    for (size_t i = 0; i < f->bytes.count; i++, belongs += BYTE)
        bucket |= belongs[key[byte[i] / 8] >> (byte[i] % 8 * 8) & 0xff];
    cq_assert(bucket == cq_layer_bucket(&f->sweep->next, key));
    return bucket;
}

/* To its owner, or into the worker's bucket where the key belongs, its number with
 * zeros above. */
INLINE cq_status put(folding *f, unsigned worker, const uint64_t *key,
                     const uint64_t *number, size_t words)
{
    cq_sweep *sweep = f->sweep;
    size_t limbs = sweep->now.limbs;
    unsigned owner = cq_share_owner(&sweep->share, key, words);
    cq_bucket *buckets = f->brought + worker * f->buckets;

    if (owner != cq_spread_rank(sweep->share.spread))
        return cq_share_put(sweep, worker, owner, key, number, limbs);
    return cq_bucket_put(&sweep->next, &buckets[bucket_of(f, key)], key, words, number,
                         limbs);
}

INLINE cq_status bring_block(folding *f, unsigned worker, cq_block *block, size_t words)
{
    uint64_t *least = f->least + 2 * worker * words;
    const cq_layer *now = &f->sweep->now;
    const uint64_t *key = block->data, *number = cq_block_numbers(now, block);
    cq_status status = CQ_OK;

    for (size_t i = 0; i < block->count && status == CQ_OK; i++) {
        for (size_t w = 0; w < words; w++)
            least[w] = key[w];
        for (size_t k = 0; k < f->images; k++)
            lessen(f, k, key, least, least + words, words);
        status = put(f, worker, least, number, words);
        key += words;
        number += now->limbs;
    }
    return status;
}

static cq_status bring(void *shared, unsigned worker, size_t task)
{
    folding *f = shared;
    cq_bucket *bucket = &f->sweep->now.buckets[task];

    if (worker == 0 && cq_share_look(&f->sweep->share))
        return CQ_STOPPED;
    for (cq_block *block = bucket->first; block; block = block->next) {
        cq_store_touch(f->sweep->now.store, 1);
        cq_try(f->words == 1 ? bring_block(f, worker, block, 1)
                             : bring_block(f, worker, block, f->words));
    }
    if (!f->sweep->whole)
        cq_bucket_empty(&f->sweep->now, bucket);
    return CQ_OK;
}

/* ---- a layer ---- */

static cq_status make_tables(folding *f)
{
    const cq_sweep *sweep = f->sweep;
    const cq_folds *folds = sweep->folds;
    cq_context *ctx = sweep->run->ctx;
    size_t image = 0, key = f->words * sizeof(uint64_t);

    cq_try(list_bytes(f));
    f->tables = cq_zalloc(ctx, f->images * f->bytes.count * BYTE, key);
    f->belongs = cq_zalloc(ctx, f->bytes.count * BYTE, sizeof *f->belongs);
    f->least = cq_alloc(ctx, 2 * f->workers, key);
    f->brought = cq_zalloc(ctx, (f->workers + 1) * f->buckets, sizeof *f->brought);
    cq_try_memory(f->tables && f->belongs && f->least && f->brought);
    tabulate_buckets(f);
    for (size_t i = 0; i < folds->list.count; i++)
        if (folds->list.at[i].keeps[sweep->at])
            tabulate(f, image++, &folds->list.at[i]);
    cq_assert(image == f->images);
    return CQ_OK;
}

static cq_status fold(folding *f)
{
    cq_sweep *sweep = f->sweep;
    size_t limbs;
    cq_status status;

    cq_try(make_tables(f));
    /* A sum has as many parts as there are images, and the state itself. */
    limbs = cq_layer_limbs(&sweep->now, cq_bit_length(f->images));
    cq_try(cq_layer_new(&sweep->store, f->words, limbs, sweep->now.splits,
                        sweep->now.split, &sweep->next));
    cq_assert(cq_fold_watch(sweep));
    status = cq_share_begin(sweep, f->brought + f->workers * f->buckets);
    cq_then(status,
            cq_share_end(sweep, cq_team_go(&sweep->team, f->buckets, bring, f)));
    cq_then(status, cq_hands_ready(sweep));
    cq_then(status, cq_layer_merge(sweep, f->brought, f->workers + 1));
    cq_then(status, cq_share_wait(sweep));
    cq_buckets_empty(&sweep->next, f->brought, (f->workers + 1) * f->buckets);
    if (status != CQ_OK) {
        cq_layer_free(&sweep->next);
        return status;
    }
    cq_hands_collect(sweep);
    cq_assert(cq_fold_check(sweep));
    cq_layer_free(&sweep->now);
    sweep->now = sweep->next;
    memset(&sweep->next, 0, sizeof sweep->next);
    sweep->folded++;
    return sweep->share.together ? cq_share_agree(sweep) : CQ_OK;
}

cq_status cq_fold_layer(cq_sweep *sweep)
{
    folding f = {.sweep = sweep,
                 .words = sweep->plan->words,
                 .workers = sweep->team.threads,
                 .buckets = (size_t)1 << sweep->now.splits};
    cq_status status;

    if (!sweep->folds || sweep->at >= sweep->end ||
        sweep->now.states < sweep->folds->from)
        return CQ_OK;
    f.images = cq_folds_at(sweep->folds, sweep->at);
    if (f.images == 0)
        return CQ_OK;
    status = fold(&f);
    cq_vec_free(&f.bytes);
    cq_free_each(f.tables, f.belongs, f.least, f.brought);
    return status;
}
