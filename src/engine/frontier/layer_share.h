/* layer_share.h - a layer that is spread over several ranks: see layer_share.c. */
#ifndef CQ_ENGINE_FRONTIER_LAYER_SHARE_H
#define CQ_ENGINE_FRONTIER_LAYER_SHARE_H

#include "engine/frontier/layer.h"
#include "engine/spread.h"

struct cq_sweep;

/* States that a hand has for another rank. */
typedef struct cq_outbox {
    uint64_t *keys, *numbers; /* NULL as long as there were none */
    size_t count;
} cq_outbox;

typedef struct cq_share {
    cq_spread *spread; /* NULL: this process is alone */
    bool together; /* each rank has what it owns of the layer; else rank 0 has all */
    bool homeward; /* the layer that is made now goes to rank 0 */
    bool over;     /* all know that the end was reached */
    /* What rank 0 has said about the stride to come. */
    size_t stride;
    bool home; /* it is homeward */
    bool due;  /* a checkpoint comes before it */
    /* While a layer is made. */
    cq_outbox *boxes; /* of each hand, for each rank */
    size_t room;      /* states in each */
    cq_bucket *arrived;
    uint64_t *state; /* of the packet that is taken */
} cq_share;

/* The rank that has this state of a shared layer. */
static inline unsigned cq_state_owner(const cq_spread *spread, const uint64_t *key,
                                      size_t words)
{
    uint64_t hash = 0;

    for (size_t w = 0; w < words; w++) {
        hash = (hash ^ key[w]) * UINT64_C(0xd6e8feb86659fd93);
        hash ^= hash >> 32;
    }
    return (unsigned)((hash & UINT32_MAX) * cq_spread_count(spread) >> 32);
}

/* The rank that has it in the layer that is made. */
static inline unsigned cq_share_owner(const cq_share *share, const uint64_t *key,
                                      size_t words)
{
    if (!share->together)
        return cq_spread_rank(share->spread);
    return share->homeward ? 0 : cq_state_owner(share->spread, key, words);
}

static inline bool cq_share_look(const cq_share *share)
{
    return share->together && cq_spread_look(share->spread);
}

/* ---- an exchange (layer_share.c) ---- */

/* From now on states of sweep->next come into `arrived`, which has as many buckets; if
 * nothing is shared, this and the end of it do nothing. */
cq_status cq_share_begin(struct cq_sweep *sweep, cq_bucket *arrived);
/* A state for another rank, from this hand. */
cq_status cq_share_put(struct cq_sweep *sweep, unsigned hand, unsigned to,
                       const uint64_t *key, const uint64_t *number, size_t limbs);
/* Takes the states of others out of the hand's table, and sends them. */
cq_status cq_share_table(struct cq_sweep *sweep, unsigned hand);
/* This rank has put all; waits for what comes. In any case the exchange is over then.
 * Passes `so_far` on if it is a failure. */
cq_status cq_share_end(struct cq_sweep *sweep, cq_status so_far);

/* States sent in a packet, and taken out of it: `take` gets one after the other. Keys
 * alone have no limbs, and numbers alone no words. */
cq_status cq_states_send(cq_spread *spread, unsigned to, const uint64_t *keys,
                         size_t words, const uint64_t *numbers, size_t limbs,
                         size_t count);
typedef cq_status cq_state_fn(void *user, const uint64_t *key, const uint64_t *number);
/* Keys and numbers are written to `state`, with room for both. CQ_DEFECT if the packet
 * is none, or of another layer. */
cq_status cq_states_unpack(cq_context *ctx, cq_parcel *packet, size_t words,
                           size_t limbs, uint64_t *state, cq_state_fn *take,
                           void *user);

/* ---- meetings (layer_calls.c) ---- */

/* As long as rank 0 has all, the others wait here until it calls them: because the
 * layer has become large, or the sweep has come to its end. Then the layer is
 * shared. */
cq_status cq_share_call(struct cq_sweep *sweep);
/* Before the layer that a shared one was made from is let go: all have theirs. So if
 * the run is stopped, either all have the old one or all have the new one. */
cq_status cq_share_wait(struct cq_sweep *sweep);
/* After a stride or a fold: the states of all ranks, and what comes next. */
cq_status cq_share_agree(struct cq_sweep *sweep);
/* At the end: the others are called there. */
cq_status cq_share_over(struct cq_sweep *sweep);

#endif
