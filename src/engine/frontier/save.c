/* save.c - a sweep on file, between two layers.
 *
 * The order is saved with it: it may have been found by chance and by the clock, and
 * the layer is of no use without it. Everything else follows from the problem.
 *
 *     items of the order; the step; limbs, splits and bits; states and counters;
 *     the split places; of each bucket the number of its states, keys and numbers
 *
 * Words are written as they lie in memory: a checkpoint is for the machine that wrote
 * it, or one like it.
 */
#include "engine/frontier/save.h"

#include <string.h>

typedef struct head {
    uint64_t at, words, limbs, splits, bits, states;
    uint64_t moved, all_states, most_states;
} head;

static cq_status put_bucket(const cq_layer *layer, const cq_bucket *bucket,
                            cq_checkpoint_file *file)
{
    uint64_t states = bucket->first ? bucket->states : 0;

    cq_try(cq_checkpoint_put(file, &states, sizeof states));
    for (cq_block *block = bucket->first; block; block = block->next) {
        size_t count = (size_t)block->count;

        cq_try(cq_checkpoint_put(file, &block->count, sizeof block->count));
        cq_try(cq_checkpoint_put(file, block->data,
                                 count * layer->words * sizeof(uint64_t)));
        cq_try(cq_checkpoint_put(file, cq_block_numbers(layer, block),
                                 count * layer->limbs * sizeof(uint64_t)));
    }
    return CQ_OK;
}

static cq_status put_all(void *state, cq_checkpoint_file *file)
{
    const cq_sweep *sweep = state;
    const cq_layer *layer = &sweep->now;
    const cq_order *order = sweep->plan->order;
    head h = {sweep->at,     layer->words,  layer->limbs,
              layer->splits, layer->bits,   layer->states,
              sweep->moved,  sweep->states, sweep->most_states};

    cq_try(cq_checkpoint_put(file, order->method, sizeof order->method));
    cq_try(cq_checkpoint_put(file, order->items, order->count * sizeof *order->items));
    cq_try(cq_checkpoint_put(file, &h, sizeof h));
    cq_try(cq_checkpoint_put(file, layer->split, sizeof layer->split));
    for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
        cq_try(put_bucket(layer, &layer->buckets[b], file));
    return CQ_OK;
}

cq_status cq_sweep_save(cq_sweep *sweep)
{
    return cq_checkpoint_write(sweep->run, put_all, sweep);
}

/* ---- reading: the sum was right, but nothing is taken on trust ---- */

static cq_status wrong(cq_context *ctx)
{
    return cq_fail(ctx, CQ_INPUT, "the checkpoint does not fit the problem");
}

cq_status cq_order_get(cq_context *ctx, cq_checkpoint_file *file, size_t items,
                       cq_order *out)
{
    cq_order order = {.count = items};
    bool *seen = cq_zalloc(ctx, items, sizeof *seen);
    cq_status status = CQ_MEMORY;

    order.items = cq_alloc(ctx, items, sizeof *order.items);
    if (seen && order.items)
        status = cq_checkpoint_get(file, order.method, sizeof order.method);
    order.method[sizeof order.method - 1] = '\0';
    if (status == CQ_OK)
        status = cq_checkpoint_get(file, order.items, items * sizeof *order.items);
    for (size_t i = 0; i < items && status == CQ_OK; i++) {
        if (order.items[i] >= items || seen[order.items[i]])
            status = wrong(ctx);
        else
            seen[order.items[i]] = true;
    }
    cq_free(seen);
    if (status == CQ_OK)
        *out = order;
    else
        cq_order_free(&order);
    return status;
}

/* Whether a state can be one of the layer: items that are closed by then have no bits,
 * it is in its bucket, and its number is as long as the head says. */
static bool is_state(const cq_sweep *sweep, const head *h, size_t bucket,
                     const uint64_t *key, const uint64_t *number)
{
    const cq_plan *plan = sweep->plan;
    const uint64_t *live =
        h->at ? plan->pool.at + plan->steps.at[h->at - 1].live : NULL;
    size_t bits = 0;

    for (size_t w = 0; w < h->words; w++)
        if (key[w] & ~(live ? live[w] : 0))
            return false;
    for (size_t w = (size_t)h->limbs; w-- > 0 && !bits;)
        if (number[w])
            bits = w * 64 + 64 - (size_t)__builtin_clzll(number[w]);
    return bits > 0 && bits <= h->bits && cq_layer_bucket(&sweep->now, key) == bucket;
}

static cq_status get_words(cq_checkpoint_file *file, uint64_t *words, size_t count)
{
    return cq_checkpoint_get(file, words, count * sizeof *words);
}

static cq_status get_bucket(cq_sweep *sweep, const head *h, size_t at,
                            cq_checkpoint_file *file)
{
    cq_layer *layer = &sweep->now;
    cq_bucket *bucket = &layer->buckets[at];
    uint64_t states, count;
    cq_status status = cq_checkpoint_get(file, &states, sizeof states);

    while (status == CQ_OK && bucket->states < states) {
        cq_block *block;

        status = cq_checkpoint_get(file, &count, sizeof count);
        if (status == CQ_OK && (count == 0 || count > layer->room ||
                                (bucket->last && bucket->last->count < layer->room)))
            status = wrong(sweep->run->ctx);
        if (status != CQ_OK)
            break;
        block = cq_bucket_room(layer, bucket);
        if (!block)
            return CQ_MEMORY;
        status = get_words(file, block->data, (size_t)count * layer->words);
        if (status == CQ_OK)
            status = get_words(file, cq_block_numbers(layer, block),
                               (size_t)count * layer->limbs);
        for (uint64_t i = 0; i < count && status == CQ_OK; i++)
            if (!is_state(sweep, h, at, block->data + i * layer->words,
                          cq_block_numbers(layer, block) + i * layer->limbs))
                status = wrong(sweep->run->ctx);
        block->count = count;
        bucket->states += count;
    }
    return status;
}

static bool fits(const cq_sweep *sweep, const head *h)
{
    return h->at <= sweep->end && h->words == sweep->plan->words && h->limbs > 0 &&
           h->words + h->limbs <= sweep->store.words && h->splits < CQ_SPLIT_MOST &&
           h->bits <= h->limbs * 64;
}

cq_status cq_sweep_get(cq_sweep *sweep, cq_checkpoint_file *file)
{
    uint32_t split[CQ_SPLIT_MOST];
    head h;

    cq_try(cq_checkpoint_get(file, &h, sizeof h));
    cq_try(cq_checkpoint_get(file, split, sizeof split));
    if (!fits(sweep, &h))
        cq_try(wrong(sweep->run->ctx));
    for (uint64_t i = 0; i < h.splits; i++)
        if (split[i] >= sweep->plan->words * 64)
            cq_try(wrong(sweep->run->ctx));
    cq_layer_free(&sweep->now);
    cq_try(cq_layer_new(&sweep->store, (size_t)h.words, (size_t)h.limbs,
                        (unsigned)h.splits, split, &sweep->now));
    for (size_t b = 0; b < (size_t)1 << h.splits; b++)
        cq_try(get_bucket(sweep, &h, b, file));
    sweep->now.states = h.states;
    sweep->now.bits = (unsigned)h.bits;
    sweep->moved = h.moved;
    sweep->hands[0].moved = h.moved;
    sweep->states = h.all_states;
    sweep->most_states = h.most_states;
    cq_sweep_skip(sweep, (size_t)h.at);
    return CQ_OK;
}
