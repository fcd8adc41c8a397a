/* layer_calls.c - when the ranks of a sweep share a layer, and what they then agree on.
 *
 * Rank 0 takes the first steps alone, and whenever layers are small; the others wait.
 * When a layer is large it calls them, and each gets the states that it owns. From then
 * on all ranks take the same strides and meet after each one: rank 0 learns how many
 * states there are and says how far the next stride goes. If layers become small again,
 * or the end is near, a stride moves all states to rank 0, and the others wait again.
 *
 * Rank 0 also decides which kept layers are dropped, by the rank that has the most. */
#include "engine/frontier/sweep.h"

#include "engine/checkpoint.h"

#include <string.h>

/* States from which a layer is shared; one that is expected to have less than a quarter
 * goes to rank 0. */
enum { SHARE_FROM = 8192 };

/* ---- what rank 0 says ---- */

typedef struct calling {
    cq_sweep *sweep;
    uint64_t at, states, bits, kept; /* of all ranks together; kept: at the most */
    size_t apart;
    unsigned splits; /* of the layer that rank 0 has */
    uint32_t split[CQ_SPLIT_MOST];
} calling;

/* By the layer that is there, and the growth of the last. */
static void decide(cq_sweep *sweep)
{
    cq_share *share = &sweep->share;
    bool single = sweep->keeping || sweep->scales;
    double next = (double)sweep->now.states * sweep->growth;

    share->stride = single ? 1 : cq_stride_best(sweep);
    share->home =
        sweep->at + share->stride >= sweep->plan->steps.count || 4 * next < SHARE_FROM;
    share->due = sweep->between && cq_checkpoint_due(sweep->run);
}

static void tell(void *user, cq_parcel *out)
{
    calling *c = user;
    cq_sweep *sweep = c->sweep;

    sweep->now.states = c->states;
    sweep->now.bits = (unsigned)c->bits;
    if (c->at < sweep->end)
        decide(sweep);
    cq_parcel_put(out, c->at, 8);
    cq_parcel_put(out, c->states, 8);
    cq_parcel_put(out, c->bits, 8);
    cq_parcel_put(out, c->apart, 8);
    cq_parcel_put(out, sweep->share.stride, 8);
    cq_parcel_put(out, sweep->share.home, 1);
    cq_parcel_put(out, sweep->share.due, 1);
    cq_parcel_put(out, sweep->now.splits, 4);
    for (unsigned i = 0; i < sweep->now.splits; i++)
        cq_parcel_put(out, sweep->now.split[i], 4);
}

static void learn(void *user, cq_parcel *in)
{
    calling *c = user;
    cq_sweep *sweep = c->sweep;

    c->at = cq_parcel_get(in, 8);
    sweep->now.states = c->states = cq_parcel_get(in, 8);
    c->bits = cq_parcel_get(in, 8);
    sweep->now.bits = (unsigned)c->bits;
    c->apart = (size_t)cq_parcel_get(in, 8);
    sweep->share.stride = (size_t)cq_parcel_get(in, 8);
    sweep->share.home = cq_parcel_get(in, 1);
    sweep->share.due = cq_parcel_get(in, 1);
    c->splits = (unsigned)cq_parcel_get(in, 4);
    for (unsigned i = 0; i < c->splits && i < CQ_SPLIT_MOST; i++)
        c->split[i] = (uint32_t)cq_parcel_get(in, 4);
    cq_assert(in->status != CQ_OK || (c->at >= sweep->at && c->at <= sweep->end));
    cq_assert(in->status != CQ_OK || c->splits < CQ_SPLIT_MOST);
    if (sweep->now.states > sweep->most_states)
        sweep->most_states = sweep->now.states;
}

/* ---- after a stride ---- */

cq_status cq_share_wait(cq_sweep *sweep)
{
    static const cq_meeting meeting = {0};

    return sweep->share.together ? cq_spread_meet(sweep->share.spread, &meeting, NULL)
                                 : CQ_OK;
}

static void say_layer(void *user, cq_parcel *out)
{
    const cq_sweep *sweep = ((const calling *)user)->sweep;

    cq_parcel_put(out, sweep->now.own, 8);
    cq_parcel_put(out, sweep->now.bits, 8);
    cq_parcel_put(out, cq_kept_bytes(sweep), 8);
}

static cq_status hear_layer(void *user, unsigned from, cq_parcel *in)
{
    calling *c = user;
    uint64_t bits, kept;

    (void)from;
    c->states += cq_parcel_get(in, 8);
    bits = cq_parcel_get(in, 8);
    kept = cq_parcel_get(in, 8);
    c->bits = bits > c->bits ? bits : c->bits;
    c->kept = kept > c->kept ? kept : c->kept;
    c->apart = cq_kept_apart(c->sweep, (size_t)c->kept);
    return CQ_OK;
}

cq_status cq_share_agree(cq_sweep *sweep)
{
    static const cq_meeting meeting = {say_layer, hear_layer, tell, learn};
    calling c = {.sweep = sweep, .at = sweep->at, .apart = sweep->apart};

    cq_try(cq_spread_meet(sweep->share.spread, &meeting, &c));
    if (c.apart != sweep->apart) {
        sweep->apart = c.apart;
        cq_kept_thin(sweep);
    }
    return CQ_OK;
}

/* ---- calls ---- */

static cq_status share_block(cq_sweep *sweep, cq_bucket *own, cq_block *block)
{
    const cq_layer *next = &sweep->next;
    unsigned me = cq_spread_rank(sweep->share.spread);
    cq_status status = CQ_OK;

    for (size_t i = 0; i < block->count && status == CQ_OK; i++) {
        const uint64_t *key = block->data + i * next->words;
        const uint64_t *number = cq_block_numbers(next, block) + i * next->limbs;
        unsigned owner = cq_share_owner(&sweep->share, key, next->words);

        status = owner == me
                     ? cq_bucket_put(next, own, key, next->words, number, next->limbs)
                     : cq_share_put(sweep, 0, owner, key, number, next->limbs);
    }
    return status;
}

/* Rank 0 gives the others what they own of the layer; a bucket at a time, so that its
 * blocks are free for the next. */
static cq_status give(cq_sweep *sweep)
{
    cq_status status = CQ_OK;

    for (size_t b = 0; b < (size_t)1 << sweep->now.splits && status == CQ_OK; b++) {
        cq_bucket *bucket = &sweep->now.buckets[b];

        if (cq_run_poll(sweep->run))
            return CQ_STOPPED;
        for (cq_block *block = bucket->first; block && status == CQ_OK;
             block = block->next)
            status = share_block(sweep, &sweep->next.buckets[b], block);
        if (!sweep->whole)
            cq_bucket_empty(&sweep->now, bucket);
    }
    return status;
}

/* From the layer that rank 0 has to one that all have. */
static cq_status share_out(cq_sweep *sweep, const calling *c)
{
    const cq_layer *now = &sweep->now;
    size_t limbs = (now->bits + 63) / 64;
    cq_status status;

    if (limbs < now->limbs)
        limbs = now->limbs;
    cq_try(cq_layer_new(&sweep->store, now->words, limbs, c->splits, c->split,
                        &sweep->next));
    status = cq_share_begin(sweep, sweep->next.buckets);
    cq_then(status, cq_share_end(sweep, give(sweep)));
    cq_then(status, cq_share_wait(sweep));
    if (status != CQ_OK) {
        cq_layer_free(&sweep->next);
        return status;
    }
    sweep->next.states = now->states;
    sweep->next.bits = now->bits;
    sweep->next.own = cq_layer_count(&sweep->next);
    sweep->next.shared = true;
    cq_assert(sweep->next.own <= sweep->next.states);
    cq_layer_free(&sweep->now);
    sweep->now = sweep->next;
    memset(&sweep->next, 0, sizeof sweep->next);
    return CQ_OK;
}

/* Another rank passes over the steps that rank 0 has taken alone. */
static cq_status catch_up(cq_sweep *sweep, const calling *c)
{
    cq_status status = CQ_OK;

    while (sweep->at < c->at && status == CQ_OK) {
        if (sweep->keeping) {
            cq_kept_push(sweep);
            status = cq_layer_new(&sweep->store, sweep->plan->words, 1, 0, NULL,
                                  &sweep->now);
        }
        cq_sweep_skip(sweep, sweep->at + 1);
    }
    sweep->now.states = c->states;
    sweep->now.bits = (unsigned)c->bits;
    sweep->apart = c->apart;
    cq_kept_thin(sweep);
    return status;
}

static cq_status call(cq_sweep *sweep)
{
    static const cq_meeting meeting = {.conclude = tell, .learn = learn};
    calling c = {.sweep = sweep,
                 .at = sweep->at,
                 .states = sweep->now.states,
                 .bits = sweep->now.bits,
                 .apart = sweep->apart};

    cq_assert(!sweep->share.together);
    cq_try(cq_spread_meet(sweep->share.spread, &meeting, &c));
    if (cq_spread_rank(sweep->share.spread))
        cq_try(catch_up(sweep, &c));
    sweep->share.over = sweep->at == sweep->end;
    if (sweep->share.over)
        return CQ_OK;
    sweep->share.together = true;
    return share_out(sweep, &c);
}

cq_status cq_share_call(cq_sweep *sweep)
{
    const cq_share *share = &sweep->share;

    if (!share->spread || share->together ||
        (cq_spread_rank(share->spread) == 0 && sweep->now.states < SHARE_FROM))
        return CQ_OK;
    return call(sweep);
}

/* In a stretch that is made again the last layer may be shared. */
cq_status cq_share_over(cq_sweep *sweep)
{
    const cq_share *share = &sweep->share;

    cq_assert(sweep->at == sweep->end);
    return !share->spread || share->together || share->over ? CQ_OK : call(sweep);
}
