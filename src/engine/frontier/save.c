/* save.c - a sweep on file, between two layers.
 *
 * The order is saved too: finding it may have depended on the clock, and the layer is
 * useless without it. Everything else follows from the problem.
 *
 *     items of the order; the step; limbs, splits and bits; states and counters;
 *     the split places; then states, some at a time: how many, their keys and numbers
 *
 * The states of other ranks come one rank after the other, and the file does not show
 * that there were any.
 *
 * Words are written as they lie in memory: a checkpoint is for the machine that wrote
 * it, or one like it. */
#include "engine/frontier/save.h"

#include <string.h>

typedef struct head {
    uint64_t at, words, limbs, splits, bits, states;
    uint64_t moved, all_states, most_states;
} head;

/* States as they stand in a block or have come from another rank. */
static cq_status put_states(cq_checkpoint_file *file, const cq_layer *layer,
                            const uint64_t *keys, const uint64_t *numbers,
                            uint64_t count)
{
    cq_assert(count > 0 && count <= layer->room);
    cq_try(cq_checkpoint_put(file, &count, sizeof count));
    cq_try(cq_checkpoint_put(file, keys, (size_t)count * layer->words * sizeof *keys));
    return cq_checkpoint_put(file, numbers,
                             (size_t)count * layer->limbs * sizeof *numbers);
}

/* ---- the parts of other ranks ---- */

typedef struct receiving {
    const cq_layer *layer;
    cq_checkpoint_file *file;
    uint64_t *state; /* a key and its number */
} receiving;

static cq_status put_state(void *user, const uint64_t *key, const uint64_t *number)
{
    const receiving *r = user;

    return put_states(r->file, r->layer, key, number, 1);
}

static cq_status receive(void *user, unsigned from, cq_parcel *packet)
{
    const receiving *r = user;

    (void)from;
    return cq_states_unpack(r->layer->store->ctx, packet, r->layer->words,
                            r->layer->limbs, r->state, put_state, user);
}

/* Rank 0 hears one after the other. */
static cq_status put_parts(const cq_sweep *sweep, cq_checkpoint_file *file)
{
    const cq_layer *layer = &sweep->now;
    receiving r = {.layer = layer, .file = file};
    cq_status status;

    r.state = cq_alloc(sweep->run->ctx, layer->words + layer->limbs, sizeof *r.state);
    cq_try_memory(r.state);
    cq_spread_begin(sweep->share.spread, true, receive, &r);
    status = cq_spread_finish(sweep->share.spread);
    cq_spread_end(sweep->share.spread);
    cq_free(r.state);
    return status;
}

/* Another rank. */
static cq_status send_part(const cq_sweep *sweep)
{
    const cq_layer *layer = &sweep->now;
    cq_status status = CQ_OK;

    cq_spread_begin(sweep->share.spread, true, NULL, NULL);
    for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
        for (cq_block *block = layer->buckets[b].first; block && status == CQ_OK;
             block = block->next)
            status = cq_states_send(sweep->share.spread, 0, block->data, layer->words,
                                    cq_block_numbers(layer, block), layer->limbs,
                                    (size_t)block->count);
    return status == CQ_OK ? cq_spread_finish(sweep->share.spread) : status;
}

/* ---- writing ---- */

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
        for (cq_block *block = layer->buckets[b].first; block; block = block->next)
            cq_try(put_states(file, layer, block->data, cq_block_numbers(layer, block),
                              block->count));
    return sweep->share.together ? put_parts(sweep, file) : CQ_OK;
}

cq_status cq_sweep_save(cq_sweep *sweep)
{
    cq_status status;

    if (!sweep->run->checkpoint || !sweep->run->checkpoint->write)
        return CQ_OK;
    status = cq_spread_rank(sweep->share.spread)
                 ? send_part(sweep)
                 : cq_checkpoint_write(sweep->run, put_all, sweep);
    return sweep->share.together ? cq_spread_settle(sweep->share.spread, status)
                                 : status;
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
    cq_then(status, cq_checkpoint_get(file, order.items, items * sizeof *order.items));
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
 * and its number is as long as the head says. */
static bool is_state(const cq_sweep *sweep, const head *h, const uint64_t *key,
                     const uint64_t *number)
{
    const cq_plan *plan = sweep->plan;
    const uint64_t *live =
        h->at ? plan->pool.at + plan->steps.at[h->at - 1].live : NULL;
    unsigned bits = cq_limbs_length(number, (size_t)h->limbs);

    for (size_t w = 0; w < h->words; w++)
        if (key[w] & ~(live ? live[w] : 0))
            return false;
    return bits > 0 && bits <= h->bits;
}

static cq_status get_words(cq_checkpoint_file *file, uint64_t *words, uint64_t count)
{
    return cq_checkpoint_get(file, words, (size_t)count * sizeof *words);
}

/* The states of one block, each into its bucket. `room` has room for as many as a block
 * of this layer has. */
static cq_status get_states(cq_sweep *sweep, const head *h, cq_checkpoint_file *file,
                            uint64_t *room)
{
    cq_layer *layer = &sweep->now;
    uint64_t *numbers = room + layer->room * layer->words, count;

    cq_try(cq_checkpoint_get(file, &count, sizeof count));
    if (count == 0 || count > layer->room || count > h->states - layer->own)
        return wrong(sweep->run->ctx);
    cq_try(get_words(file, room, count * layer->words));
    cq_try(get_words(file, numbers, count * layer->limbs));
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t *key = room + i * layer->words;
        const uint64_t *number = numbers + i * layer->limbs;

        if (!is_state(sweep, h, key, number))
            return wrong(sweep->run->ctx);
        cq_try(cq_bucket_put(layer, &layer->buckets[cq_layer_bucket(layer, key)], key,
                             layer->words, number, layer->limbs));
    }
    layer->own += count;
    return CQ_OK;
}

static cq_status get_layer(cq_sweep *sweep, const head *h, cq_checkpoint_file *file)
{
    uint64_t *room = cq_alloc(sweep->run->ctx, sweep->store.words, sizeof *room);
    cq_status status = room ? CQ_OK : CQ_MEMORY;

    while (status == CQ_OK && sweep->now.own < h->states)
        status = get_states(sweep, h, file, room);
    cq_assert(status != CQ_OK || cq_layer_count(&sweep->now) == h->states);
    cq_free(room);
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
    cq_try(get_layer(sweep, &h, file));
    sweep->now.states = h.states;
    sweep->now.bits = (unsigned)h.bits;
    sweep->moved = h.moved;
    sweep->hands[0].moved = h.moved;
    sweep->states = h.all_states;
    sweep->most_states = h.most_states;
    cq_sweep_skip(sweep, (size_t)h.at);
    return CQ_OK;
}
