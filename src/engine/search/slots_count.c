/* slots_count.c - the search over slots if the machine counts the bits of a vector.
 *
 * As slots_table.c, but the number of ways is one instruction for each vector, whatever
 * the width of its slots, and comparisons give bits directly: if there are few vectors
 * all that a node needs stays in registers. A count that is one less than the bits of a
 * slot is the largest number if there are none, and stays the largest when it is made
 * shorter.
 */
#include "engine/search/slots.h"

#include "base/vectors.h"

#if defined(__x86_64__) && defined(__GNUC__)

#define TARGET                                                                         \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512vl,avx512bw,"            \
                          "avx512bitalg,avx512vpopcntdq")))
#define WALK cq_slots_walk_count
#define INLINE TARGET static inline __attribute__((always_inline))
#include "engine/search/wide_vectors.h"

bool cq_slots_can_count(void)
{
    return cq_vectors_wide() && cq_vectors_allowed() >= CQ_VECTORS_AVX512 &&
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512bitalg") &&
           __builtin_cpu_supports("avx512vpopcntdq");
}

/* ---- slots ---- */

/* The ways of each slot. */
INLINE __m256i ways_of(__m256i v, uint32_t width)
{
    const __m256i less = _mm256_set1_epi8(-1);

    switch (width) {
    case 8: return _mm256_add_epi8(_mm256_popcnt_epi8(v), less);
    case 16: return _mm256_add_epi16(_mm256_popcnt_epi16(v), less);
    case 32: return _mm256_add_epi32(_mm256_popcnt_epi32(v), less);
    default: return _mm256_add_epi64(_mm256_popcnt_epi64(v), less);
    }
}

INLINE __m256i lesser(__m256i a, __m256i b, uint32_t width)
{
    switch (width) {
    case 8: return _mm256_min_epu8(a, b);
    case 16: return _mm256_min_epu16(a, b);
    case 32: return _mm256_min_epu32(a, b);
    default: return _mm256_min_epu64(a, b);
    }
}

/* The least of the ways in a vector; the largest number is 255 whatever the width. */
INLINE uint32_t least_of(__m256i v, uint32_t width)
{
    __m128i half;

    if (width == 32) {
        half = _mm256_cvtusepi32_epi16(v);
    } else if (width == 64) {
        half = _mm_or_si128(_mm256_cvtusepi64_epi16(v), _mm_set_epi64x(-1, 0));
    } else if (width == 16) {
        half = _mm_min_epu16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    } else {
        return least_byte(v);
    }
    return (uint32_t)_mm_extract_epi16(_mm_minpos_epu16(half), 0) & 255;
}

/* gcc 12 may keep a mask of 16 bits in memory, if registers are few, and read it
 * back as one of 64. A number in a register of its own width is extended rightly; for
 * bytes there is an older instruction that needs no mask. */
#define IN_REGISTER(bits) __asm__("" : "+r"(bits))

/* The slots with `value` ways, as bits. */
INLINE uint64_t slots_like(__m256i ways, uint32_t value, uint32_t width)
{
    int same = value == CQ_SLOTS_CLOSED ? -1 : (int)value;
    __mmask16 of_16;
    __mmask8 bits;

    switch (width) {
    case 8:
        return (uint32_t)_mm256_movemask_epi8(
            _mm256_cmpeq_epi8(ways, _mm256_set1_epi8((char)same)));
    case 16:
        of_16 = _mm256_cmpeq_epi16_mask(ways, _mm256_set1_epi16((short)same));
        IN_REGISTER(of_16);
        return of_16;
    case 32: bits = _mm256_cmpeq_epi32_mask(ways, _mm256_set1_epi32(same)); break;
    default: bits = _mm256_cmpeq_epi64_mask(ways, _mm256_set1_epi64x(same)); break;
    }
    IN_REGISTER(bits);
    return bits;
}

/* If all slots are in FEW_VECTORS at most, one word has a bit for each. Whether an
 * item has no way, and which have one, is found without the minimum, which takes
 * longer. */
enum { FEW_VECTORS = 5 };

INLINE void narrow_few(const uint8_t *from, const uint8_t *mask, uint8_t *to,
                       cq_slots_node *node, uint32_t width, size_t bytes)
{
    __m256i ways[FEW_VECTORS], fewest = _mm256_set1_epi8(-1);
    size_t vectors = bytes / CQ_SEARCH_VECTOR, shift = 8 * CQ_SEARCH_VECTOR / width;
    uint64_t none = 0, like = 0;

    UNROLL for (size_t i = 0; i < vectors; i++)
    {
        __m256i slots = _mm256_andnot_si256(load(mask + i * CQ_SEARCH_VECTOR),
                                            load(from + i * CQ_SEARCH_VECTOR));

        ways[i] = ways_of(slots, width);
        store(to + i * CQ_SEARCH_VECTOR, slots);
        none |= slots_like(ways[i], 0, width);
        like |= slots_like(ways[i], 1, width) << (i * shift);
        fewest = lesser(fewest, ways[i], width);
    }
    node->ones = like;
    node->fewest = none ? 0 : 1;
    if (none || like)
        return;
    node->fewest = least_of(fewest, width);
    UNROLL for (size_t i = 0; i < vectors; i++)
    {
        like |= slots_like(ways[i], node->fewest, width) << (i * shift);
    }
    node->item = (uint32_t)_tzcnt_u64(like);
}

INLINE void narrow_many(cq_slots *l, const uint8_t *from, const uint8_t *mask,
                        uint8_t *to, cq_slots_node *node, uint32_t width, size_t bytes)
{
    __m256i fewest = _mm256_set1_epi8(-1);
    uint64_t like = 0;
    size_t i = 0;

    for (; i < bytes; i += CQ_SEARCH_VECTOR) {
        __m256i slots = _mm256_andnot_si256(load(mask + i), load(from + i));
        __m256i ways = ways_of(slots, width);

        store(to + i, slots);
        store(l->ways + i, ways);
        fewest = lesser(fewest, ways, width);
    }
    node->fewest = least_of(fewest, width);
    for (i = 0; !like; i += CQ_SEARCH_VECTOR)
        like = slots_like(load(l->ways + i), node->fewest, width);
    node->item =
        (uint32_t)((i - CQ_SEARCH_VECTOR) / (width / 8)) + (uint32_t)_tzcnt_u64(like);
}

/* The slots `to` are `from` without the mask; then finds the item with the fewest
 * ways. */
INLINE void narrow(cq_slots *l, const uint8_t *from, const uint8_t *mask, uint8_t *to,
                   cq_slots_node *node, uint32_t width, size_t bytes)
{
    if (cq_slots_few(width, bytes))
        narrow_few(from, mask, to, node, width, bytes);
    else
        narrow_many(l, from, mask, to, node, width, bytes);
}

#include "engine/search/slots_walk.h"

#else

bool cq_slots_can_count(void)
{
    return false;
}

cq_status cq_slots_walk_count(cq_slots *l)
{
    return cq_slots_walk_plain(l);
}

#endif
