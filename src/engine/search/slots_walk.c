/* slots_walk.c - depth-first search over slots, with 256-bit vectors.
 *
 * A node costs for each vector of slots: and-not with the mask; the number of bits in
 * each slot, by table look-up on half bytes; one less; and the minimum of all. The
 * bytes of a slot above the lowest are set to 255, so that all widths end in the same
 * bytes and the same minimum.
 *
 * An item with one way is covered within the frame. So is the last of several ways: its
 * frame is not needed any more. Hence a frame stands for something to come back to, and
 * there is nothing to undo: a frame that is left is overwritten. The choices at a level
 * are the bits of a slot, from the lowest on.
 *
 * The walk is compiled once for each width and, where they are few, number of vectors.
 */
#include "engine/search/slots.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define INLINE TARGET static inline __attribute__((always_inline))

#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 8") /* where the number of vectors is known */
#endif

enum { FEW_BYTES = 8 * CQ_SLOTS_VECTOR };

bool cq_slots_can_walk(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}

/* ---- slots ---- */

INLINE __m256i load(const uint8_t *at)
{
    return _mm256_load_si256((const __m256i *)(const void *)at);
}

INLINE void store(uint8_t *at, __m256i value)
{
    _mm256_store_si256((__m256i *)(void *)at, value);
}

INLINE __m256i bits_of_bytes(__m256i v)
{
    const __m256i table =
        _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1,
                         2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_set1_epi8(15);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16(v, 4), low);

    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(v, low)),
                           _mm256_shuffle_epi8(table, high));
}

/* The ways of the slots in their low bytes, 255 in all others. */
INLINE __m256i ways_of(__m256i v, uint32_t width)
{
    __m256i bits = bits_of_bytes(v);

    switch (width) {
    case 8: return _mm256_sub_epi8(bits, _mm256_set1_epi8(1));
    case 16:
        bits = _mm256_maddubs_epi16(bits, _mm256_set1_epi8(1));
        bits = _mm256_sub_epi16(bits, _mm256_set1_epi16(1));
        return _mm256_or_si256(bits, _mm256_set1_epi16((short)0xff00));
    case 32:
        bits = _mm256_maddubs_epi16(bits, _mm256_set1_epi8(1));
        bits = _mm256_madd_epi16(bits, _mm256_set1_epi16(1));
        bits = _mm256_sub_epi32(bits, _mm256_set1_epi32(1));
        return _mm256_or_si256(bits, _mm256_set1_epi32((int)0xffffff00));
    default:
        bits = _mm256_sad_epu8(bits, _mm256_setzero_si256());
        bits = _mm256_sub_epi64(bits, _mm256_set1_epi64x(1));
        return _mm256_or_si256(bits, _mm256_set1_epi64x(-256));
    }
}

INLINE uint32_t least_byte(__m256i v)
{
    __m128i half =
        _mm_min_epu8(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));

    half = _mm_min_epu8(half, _mm_srli_epi16(half, 8)); /* in the low bytes of pairs */
    half = _mm_and_si128(half, _mm_set1_epi16(0xff));
    return (uint32_t)_mm_extract_epi16(_mm_minpos_epu16(half), 0);
}

INLINE uint32_t bytes_like(const uint8_t *at, __m256i value)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(at), value));
}

/* Where the value is first. With few vectors all are looked at, the last first: that is
 * cheaper than to guess where to stop. */
INLINE uint32_t first_byte(const uint8_t *ways, size_t bytes, uint32_t value)
{
    const __m256i same = _mm256_set1_epi8((char)value);
    uint32_t found = 0;

    if (bytes > FEW_BYTES) {
        size_t i = 0;

        while (!(found = bytes_like(ways + i, same)))
            i += CQ_SLOTS_VECTOR;
        return (uint32_t)i + (uint32_t)__builtin_ctz(found);
    }
    UNROLL for (size_t i = bytes; i > 0; i -= CQ_SLOTS_VECTOR)
    {
        uint32_t at = bytes_like(ways + i - CQ_SLOTS_VECTOR, same);
        uint32_t place = (uint32_t)(i - CQ_SLOTS_VECTOR) + (uint32_t)_tzcnt_u32(at);

        found = at ? place : found;
    }
    return found;
}

/* The living options of an item, as bits. */
INLINE uint64_t options_of(const uint8_t *slots, uint32_t item, uint32_t width)
{
    uint64_t slot = 0;

    memcpy(&slot, slots + (size_t)item * (width / 8), width / 8);
    return slot & ~UINT64_C(1);
}

/* ---- steps ---- */

INLINE void choose(cq_slots *l, uint32_t option)
{
    l->out.walk->nodes++;
    l->out.chosen[l->out.count++] = l->number[option];
}

/* The slots `to` are `from` without the mask; then finds the item with the fewest
 * ways. */
INLINE void narrow(cq_slots *l, const uint8_t *from, const uint8_t *mask,
                   cq_slots_frame *to, uint32_t width, size_t bytes)
{
    __m256i fewest = _mm256_set1_epi8(-1);

    UNROLL for (size_t i = 0; i < bytes; i += CQ_SLOTS_VECTOR)
    {
        __m256i slots = _mm256_andnot_si256(load(mask + i), load(from + i));
        __m256i ways = ways_of(slots, width);

        store(to->slots + i, slots);
        store(l->ways + i, ways);
        fewest = _mm256_min_epu8(fewest, ways);
    }
    to->fewest = least_byte(fewest);
    to->item = first_byte(l->ways, bytes, to->fewest) / (width / 8);
}

INLINE void include(cq_slots *l, const cq_slots_frame *from, cq_slots_frame *to,
                    uint32_t option, uint32_t width, size_t bytes)
{
    choose(l, option);
    to->left = from->left - l->length[option];
    narrow(l, from->slots, l->masks + option * bytes, to, width, bytes);
}

/* Covers what is forced. */
INLINE void settle(cq_slots *l, cq_slots_frame *f, uint32_t width, size_t bytes)
{
    while (f->fewest == 1) {
        uint64_t only = options_of(f->slots, f->item, width);
        uint32_t option = l->table[f->item * width + (uint32_t)_tzcnt_u64(only)];

        if (l->length[option] == f->left) {
            choose(l, option);
            f->fewest = CQ_SLOTS_CLOSED;
        } else {
            include(l, f, f, option, width, bytes);
        }
    }
}

/* A level for the options of the frame's item. */
INLINE cq_status branch(cq_slots *l, cq_slots_frame *f, uint32_t width)
{
    cq_walk *walk = l->out.walk;

    f->options = options_of(f->slots, f->item, width);
    f->chosen = (uint32_t)(l->out.count - l->first);
    f->level = walk->depth + 1;
    if (__builtin_expect(!f[1].block, 0) && cq_slots_open_frame(l, f + 1) != CQ_OK)
        return CQ_MEMORY;
    return cq_walk_branch(walk, f->fewest);
}

/* An option of the top frame, which is gone into in a new frame or, if it is the last,
 * in the same one. True where it is alive, or leaves nothing to try here. */
INLINE bool go_into(cq_slots *l, cq_slots_frame *f, uint32_t option, uint32_t width,
                    size_t bytes)
{
    cq_slots_frame *child = f + 1;

    if (cq_walk_last(l->out.walk)) {
        f->options = 0;
        include(l, f, f, option, width, bytes);
        return true;
    }
    include(l, f, child, option, width, bytes);
    if (child->fewest == 0)
        return false;
    child->options = 0;
    l->depth++;
    return true;
}

/* Leaves what is done and goes into the next branch that is neither dead nor complete;
 * *done: there is none. */
INLINE cq_status advance(cq_slots *l, uint32_t width, size_t bytes, bool *done,
                         bool *enough)
{
    cq_walk *walk = l->out.walk;

    for (;;) {
        cq_slots_frame *f = &l->frames[l->depth];
        uint32_t choice = CQ_WALK_NONE, option;

        if (f->options) {
            cq_walk_back(walk, f->level);
            choice = cq_walk_next(walk);
        }
        if (choice == CQ_WALK_NONE) {
            *done = l->depth == 0;
            if (*done)
                return CQ_OK;
            l->depth--;
            continue;
        }
        option = l->table[f->item * width + (uint32_t)_tzcnt_u64(_pdep_u64(
                                                UINT64_C(1) << choice, f->options))];
        l->out.count = l->first + f->chosen;
        if (l->length[option] == f->left) {
            cq_status status;

            choose(l, option);
            status = cq_outlet_deliver(&l->out, enough);
            if (status != CQ_OK || *enough)
                return status;
        } else if (go_into(l, f, option, width, bytes)) {
            return CQ_OK;
        }
    }
}

INLINE cq_status walk(cq_slots *l, uint32_t width, size_t bytes)
{
    bool done = false, enough = false;
    cq_status status = CQ_OK;

    memset(l->ways, 0, bytes); /* for a mask that removes nothing */
    narrow(l, l->frames->slots, l->ways, l->frames, width, bytes);
    while (status == CQ_OK && !done && !enough) {
        cq_slots_frame *f = &l->frames[l->depth];

        settle(l, f, width, bytes);
        if (f->fewest == CQ_SLOTS_CLOSED)
            status = cq_outlet_deliver(&l->out, &enough);
        else if (f->fewest)
            status = branch(l, f, width);
        if (status != CQ_OK || enough || cq_outlet_polls(&l->out))
            break;
        status = advance(l, width, bytes, &done, &enough);
    }
    return status;
}

TARGET cq_status cq_slots_walk(cq_slots *l)
{
    switch (l->width) {
    case 8: return l->bytes == 64 ? walk(l, 8, 64) : walk(l, 8, l->bytes);
    case 16: return l->bytes == 64 ? walk(l, 16, 64) : walk(l, 16, l->bytes);
    case 32: return l->bytes == 160 ? walk(l, 32, 160) : walk(l, 32, l->bytes);
    default: return walk(l, 64, l->bytes);
    }
}

#else

bool cq_slots_can_walk(void)
{
    return false;
}

cq_status cq_slots_walk(cq_slots *l)
{
    (void)l;
    return CQ_DEFECT; /* never called: no cover suits */
}

#endif
