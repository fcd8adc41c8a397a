/* plug_layer.h - all states between two steps of the sweep.
 *
 * A state is a pattern (for each slot: untouched, an end of a path, or done) and a
 * mating of its ends. States with the same pattern form a block; the blocks stand in
 * the ascending order of their patterns.
 *
 *     pattern    2 bits a slot, the first slot on top: 0 untouched, 1 an end, 2 done
 *     block      a number for each mating of its k ends: all (k-1)!! of them by rank,
 *                or, if that is smaller, only those that are not zero, with ranks
 *
 * Numbers have the same length, `limbs` words, in the whole layer.
 *
 * A layer that does not fit into memory is a run on disk: the same blocks in the same
 * order, packed in chunks (plug_chunk.c); memory holds only where each chunk begins. It
 * is written in parts (plug_spill.c) and read through cursors, from one pattern to
 * another (plug_cursor.c). A layer in memory can be read in the same way.
 *
 * If several ranks sweep together, each has a range of the patterns, rank 0 the first
 * one (plug_share.c), and a layer is the part of one rank. */
#ifndef CQ_ENGINE_PLUGS_PLUG_LAYER_H
#define CQ_ENGINE_PLUGS_PLUG_LAYER_H

#include "base/limbs.h"
#include "base/vec.h"
#include "base/wide.h"
#include "engine/plugs/matings.h"
#include "engine/scratch.h"

#include <pthread.h>

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

/* Where the bits of a slot begin. */
static inline unsigned cq_slot_shift(unsigned slot, unsigned slots)
{
    cq_assert(slot < slots && slots <= CQ_SLOTS_MOST);
    return 2 * (slots - 1 - slot);
}

static inline unsigned cq_pattern_at(cq_pattern pattern, unsigned shift)
{
    cq_assert(shift % 2 == 0);
    return (unsigned)cq_wide_down(pattern, shift).low & 3;
}

/* A slot with these two bits, and all others untouched. */
static inline cq_pattern cq_pattern_slot(unsigned bits, unsigned shift)
{
    cq_assert(bits < 4 && shift % 2 == 0);
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
    /* The numbers; after them, if not all are there, the ranks: 32 bits each up to
     * CQ_SHORT_RANKS ends, else 64. */
    const uint64_t *words;
    uint32_t entries; /* 0: all are there */
} cq_plug_block;

enum { CQ_SHORT_RANKS = 20 };

typedef CQ_VEC(uint64_t) cq_plug_words;

/* Blocks that stand together on disk. */
typedef struct cq_plug_chunk {
    cq_pattern first; /* the first member, so that chunks are found by it */
    cq_scratch_record record;
    uint64_t numbers, ranks; /* of its blocks in memory; the ranks in words */
    uint32_t blocks;
} cq_plug_chunk;

typedef CQ_VEC(cq_plug_chunk) cq_plug_chunks;

typedef struct cq_plug_layer {
    cq_context *ctx; /* NULL: there is no layer */
    unsigned slots, limbs;
    uint32_t vertex[CQ_SLOTS_MOST]; /* of each slot */
    size_t count;
    cq_pattern *patterns;
    cq_plug_block *blocks;
    CQ_VEC(uint64_t *) pages; /* that hold the words */
    cq_scratch *file;         /* on disk: in place of patterns, blocks and pages */
    cq_plug_chunks chunks;
    uint64_t states;   /* numbers that are not zero, in all ranks */
    uint64_t words;    /* held by all blocks */
    size_t total_bits; /* of the sum of all numbers in all ranks, or a few more */
} cq_plug_layer;

void cq_plug_layer_free(cq_plug_layer *layer);
void cq_plug_layer_set_slots(cq_plug_layer *layer, const uint32_t *vertices,
                             unsigned slots);
/* The slot of a vertex among these, or their number if it has none. */
static inline unsigned cq_slot_of(const uint32_t *vertices, unsigned slots, uint32_t v)
{
    unsigned slot = 0;

    while (slot < slots && vertices[slot] != v)
        slot++;
    return slot;
}

/* One state, without a path, in `slots` slots. */
cq_status cq_plug_layer_start(cq_context *ctx, const uint32_t *vertices, unsigned slots,
                              cq_plug_layer *out);
/* None: the share of a rank in a layer like this one. */
cq_plug_layer cq_plug_layer_empty(const cq_plug_layer *like);
static inline bool cq_plug_layer_is_on_disk(const cq_plug_layer *layer)
{
    return layer->file != NULL;
}

/* All numbers one limb longer. Costs nothing on disk. */
cq_status cq_plug_layer_widen(cq_plug_layer *layer);
/* Patterns that are spread over the layer in ascending order, the first among them: all
 * in memory, and on disk that of each chunk. */
static inline size_t cq_plug_layer_marks(const cq_plug_layer *layer)
{
    return layer->file ? layer->chunks.count : layer->count;
}

static inline cq_pattern cq_plug_layer_mark(const cq_plug_layer *layer, size_t at)
{
    cq_assert(at < cq_plug_layer_marks(layer));
    return layer->file ? layer->chunks.at[at].first : layer->patterns[at];
}

/* For qsort, of patterns or of what begins with one. */
int cq_patterns_compare(const void *left, const void *right);
/* The first of `count` ascending patterns, which stand `stride` bytes apart, that is
 * not below this one; or their number. */
size_t cq_patterns_from(const void *patterns, size_t stride, size_t count,
                        cq_pattern pattern);

/* The first mark that is not below the pattern, or their number. */
size_t cq_plug_layer_from(const cq_plug_layer *layer, cq_pattern pattern);
/* The block of this pattern, or NULL; in memory. */
const cq_plug_block *cq_plug_layer_find(const cq_plug_layer *layer, cq_pattern pattern);

static inline bool cq_plug_block_is_full(const cq_plug_block *block)
{
    return block->entries == 0;
}

static inline size_t cq_plug_block_numbers(const cq_plug_block *block,
                                           const cq_matings *matings, unsigned ends)
{
    return block->entries ? block->entries : cq_mating_words(matings, ends, 1);
}

/* The rank of a number: in a full block its place. */
static inline uint64_t cq_plug_block_rank(const cq_plug_block *block, unsigned ends,
                                          unsigned limbs, size_t entry)
{
    const uint64_t *ranks = block->words + (size_t)block->entries * limbs;

    if (cq_plug_block_is_full(block))
        return entry;
    cq_assert(entry < block->entries);
    return ends <= CQ_SHORT_RANKS ? ((const uint32_t *)(const void *)ranks)[entry]
                                  : ranks[entry];
}

/* The number of a mating, or NULL if it has none. Ranks of a list must ascend. */
const uint64_t *cq_plug_block_find(const cq_plug_block *block, unsigned ends,
                                   unsigned limbs, uint64_t rank);

/* ---- where a layer goes that memory has no room for ---- */

/* Shared by the parts of one layer, or of several that are merged. Once one part has
 * gone to disk, all will. */
typedef struct cq_plug_spill {
    cq_context *ctx;
    const cq_matings *matings;
    size_t in_memory; /* bytes of the context in use, beyond which parts go to disk */
    size_t chunk;     /* words of a chunk, about */
    cq_status (*make)(void *user, cq_scratch **out); /* a new file */
    /* If it is not NULL, chunks go to another rank instead. */
    cq_status (*send)(void *user, unsigned to, const cq_plug_chunk *chunk,
                      const uint8_t *bytes, size_t size);
    void *user;
    pthread_mutex_t lock;
    atomic_bool on;
    atomic_bool failed; /* to write */
    cq_scratch *file;   /* NULL: none yet */
} cq_plug_spill;

/* ---- a part of a layer, made by one worker ---- */

typedef struct cq_plug_part {
    cq_context *ctx;
    size_t budget;         /* bytes that the context may use; 0: its own limit */
    cq_plug_spill *spill;  /* NULL: it stays in memory */
    unsigned rank;         /* whose part of the layer it is */
    cq_plug_chunks chunks; /* what is on disk; the rest, after it, is in memory */
    size_t chunked;        /* blocks there */
    size_t held;           /* words in memory, with those for patterns and blocks */
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
                       size_t budget, cq_plug_spill *spill);
void cq_plug_part_free(cq_plug_part *part);
/* The same for several, each for a task; NULL when out of memory. */
cq_plug_part *cq_plug_parts_new(cq_context *ctx, size_t count, unsigned limbs,
                                size_t budget, cq_plug_spill *spill);
void cq_plug_parts_free(cq_plug_part *parts, size_t count);
/* Room for a block of `words` words, to be filled in; NULL when out of memory. */
uint64_t *cq_plug_part_reserve(cq_plug_part *part, size_t words);
cq_status cq_plug_part_commit(cq_plug_part *part, cq_pattern pattern,
                              const uint64_t *block, size_t words, uint32_t entries,
                              uint64_t states);

/* Whether what the part holds is to go to disk now; and brings it there. */
bool cq_plug_part_spills(const cq_plug_part *part);
cq_status cq_plug_part_spill(cq_plug_part *part);
/* Nothing more will come: what it holds goes to where the rest is, if that is on disk.
 */
cq_status cq_plug_part_end(cq_plug_part *part);

cq_status cq_plug_spill_init(cq_plug_spill *spill, cq_context *ctx,
                             const cq_matings *matings);
void cq_plug_spill_free(cq_plug_spill *spill);
/* A layer in memory goes to disk. */
cq_status cq_plug_layer_spill(cq_plug_layer *layer, cq_plug_spill *spill);

/* ---- chunks ---- */

/* The words of a block. */
size_t cq_plug_block_words(const cq_matings *matings, unsigned ends, unsigned limbs,
                           uint32_t entries);
/* Room for a chunk of this many blocks and words, in bytes. */
size_t cq_plug_chunk_room(size_t blocks, uint64_t words);
/* Packs blocks; returns how many bytes that took. Sets the chunk but for its record. */
size_t cq_plug_chunk_pack(const cq_matings *matings, unsigned limbs,
                          const cq_pattern *patterns, const cq_plug_block *blocks,
                          size_t count, uint8_t *out, cq_plug_chunk *chunk);
/* The other way round: as many patterns, blocks and words as there were. The bytes have
 * CQ_PACK_SLACK more after them. False if they cannot be those of such a chunk. */
bool cq_plug_chunk_unpack(const cq_matings *matings, unsigned slots, unsigned limbs,
                          const uint8_t *bytes, const cq_plug_chunk *chunk,
                          cq_pattern *patterns, cq_plug_block *blocks, uint64_t *words);

/* Words of its blocks in memory. */
static inline uint64_t cq_plug_chunk_words(const cq_plug_chunk *chunk, unsigned limbs)
{
    return chunk->numbers * limbs + chunk->ranks;
}

/* One layer of many parts, in this order; empties them. */
cq_status cq_plug_layer_of_parts(cq_context *ctx, unsigned limbs, cq_plug_part *parts,
                                 size_t count, cq_plug_layer *out);

#endif
