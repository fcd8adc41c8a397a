/* plug_layer.h - all states between two steps of the sweep.
 *
 * A state is a pattern (for each slot: untouched, an end of a path, or done) and a
 * mating of its ends. States with the same pattern form a block; the blocks stand in
 * the ascending order of their patterns.
 *
 *     pattern    2 bits a slot, the first slot on top: 0 untouched, 1 an end, 2 done
 *     block      a number for each mating of its k ends: all (k-1)!! of them by rank,
 *                or, where that is smaller, only those that are not zero, with ranks
 *
 * Numbers have the same length, `limbs` words, in the whole layer.
 */
#ifndef CQ_ENGINE_PLUGS_PLUG_LAYER_H
#define CQ_ENGINE_PLUGS_PLUG_LAYER_H

#include "base/limbs.h"
#include "base/vec.h"
#include "base/wide.h"
#include "engine/plugs/matings.h"

typedef cq_wide cq_pattern;

enum { CQ_SLOTS_MOST = 64 };

/* The lower bits of all slots. */
static inline cq_pattern cq_pattern_low(void)
{
    return (cq_pattern){UINT64_C(0x5555555555555555), UINT64_C(0x5555555555555555)};
}

static inline unsigned cq_pattern_ends(cq_pattern pattern)
{
    return cq_wide_count(cq_wide_and(pattern, cq_pattern_low()));
}

/* Where the bits of a slot begin, of so many slots. */
static inline unsigned cq_slot_shift(unsigned slot, unsigned slots)
{
    return 2 * (slots - 1 - slot);
}

static inline unsigned cq_pattern_at(cq_pattern pattern, unsigned shift)
{
    return (unsigned)cq_wide_down(pattern, shift).low & 3;
}

/* A slot with these two bits, and all others untouched. */
static inline cq_pattern cq_pattern_slot(unsigned bits, unsigned shift)
{
    return cq_wide_up(cq_wide_of(bits), shift);
}

/* No slot is an end and done, and none stands beyond the last. */
static inline bool cq_pattern_is_sound(cq_pattern pattern, unsigned slots)
{
    cq_pattern threes = cq_wide_and(pattern, cq_wide_down(pattern, 1));

    return cq_wide_is_zero(cq_wide_and(threes, cq_pattern_low())) &&
           cq_wide_is(cq_wide_and(pattern, cq_wide_ones(2 * slots)), pattern);
}

/* How many ends stand in slots before the one with this shift. */
static inline unsigned cq_pattern_before(cq_pattern pattern, unsigned shift)
{
    return shift + 2 < 128 ? cq_pattern_ends(cq_wide_down(pattern, shift + 2)) : 0;
}

typedef struct cq_plug_block {
    /* The numbers; behind them, if not all are there, the ranks: 32 bits each up to
     * CQ_SHORT_RANKS ends, else 64. */
    const uint64_t *words;
    uint32_t entries; /* 0: all are there */
} cq_plug_block;

enum { CQ_SHORT_RANKS = 20 };

typedef struct cq_plug_layer {
    cq_context *ctx;
    unsigned slots, limbs;
    uint32_t vertex[CQ_SLOTS_MOST]; /* of each slot */
    size_t count;
    cq_pattern *patterns;
    cq_plug_block *blocks;
    CQ_VEC(uint64_t *) pages; /* that hold the words */
    uint64_t states;          /* numbers that are not zero */
    uint64_t words;           /* held by all blocks */
    size_t total_bits;        /* of the sum of all numbers */
} cq_plug_layer;

void cq_plug_layer_free(cq_plug_layer *layer);
/* One state, without a path, in so many slots. */
cq_status cq_plug_layer_start(cq_context *ctx, const uint32_t *vertices, unsigned slots,
                              cq_plug_layer *out);
/* All numbers one limb longer. */
cq_status cq_plug_layer_widen(cq_plug_layer *layer);
/* Of the patterns from `low` to `high` the first that is not below, or `high`. */
size_t cq_plug_layer_from(const cq_plug_layer *layer, size_t low, size_t high,
                          cq_pattern pattern);
/* The block of this pattern, or NULL. */
const cq_plug_block *cq_plug_layer_find(const cq_plug_layer *layer, cq_pattern pattern);

static inline bool cq_plug_block_is_full(const cq_plug_block *block)
{
    return block->entries == 0;
}

static inline uint64_t cq_plug_block_rank(const cq_plug_block *block, unsigned ends,
                                          unsigned limbs, size_t entry)
{
    const uint64_t *ranks = block->words + (size_t)block->entries * limbs;

    return ends <= CQ_SHORT_RANKS ? ((const uint32_t *)(const void *)ranks)[entry]
                                  : ranks[entry];
}

/* ---- a part of a layer, made by one worker ---- */

typedef struct cq_plug_part {
    cq_context *ctx;
    size_t budget; /* bytes that the context may use; 0: its own limit */
    unsigned limbs;
    CQ_VEC(cq_pattern) patterns;
    CQ_VEC(cq_plug_block) blocks;
    CQ_VEC(uint64_t *) pages;
    uint64_t *page; /* where the next block goes */
    size_t room, next_page;
    uint64_t states, words;
    mpz_t total;
} cq_plug_part;

void cq_plug_part_init(cq_plug_part *part, cq_context *ctx, unsigned limbs,
                       size_t budget);
void cq_plug_part_free(cq_plug_part *part);
/* Room for a block of so many words, to be filled in; NULL when out of memory. */
uint64_t *cq_plug_part_reserve(cq_plug_part *part, size_t words);
cq_status cq_plug_part_commit(cq_plug_part *part, cq_pattern pattern,
                              const uint64_t *block, size_t words, uint32_t entries,
                              uint64_t states);

/* One layer of many parts, in this order; empties them. */
cq_status cq_plug_layer_of_parts(cq_context *ctx, unsigned limbs, cq_plug_part *parts,
                                 size_t count, cq_plug_layer *out);

#endif
