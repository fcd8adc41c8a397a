/* slots_table.c - the search over slots with 256-bit vectors, bits by table look-up.
 *
 * A node costs for each vector of slots: and-not with the mask; the number of bits in
 * each slot, by look-up on half bytes; one less; and the minimum of all. The bytes of a
 * slot above the lowest are set to 255, so that all widths end in the same bytes and
 * the same minimum.
 */
#include "engine/search/slots.h"

#if defined(__x86_64__) && defined(__GNUC__)

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define WALK cq_slots_walk_table
#define INLINE TARGET static inline __attribute__((always_inline))
#include "engine/search/wide_vectors.h"

enum { FEW_BYTES = 8 * CQ_SEARCH_VECTOR };

/* ---- slots ---- */

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

INLINE uint32_t bytes_like(const uint8_t *at, __m256i value)
{
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(at), value));
}

/* The first place of the value. With few vectors all are looked at, the last first:
 * that is cheaper than to guess where to stop. */
INLINE uint32_t first_byte(const uint8_t *ways, size_t bytes, uint32_t value)
{
    const __m256i same = _mm256_set1_epi8((char)value);
    uint32_t found = 0;

    if (bytes > FEW_BYTES) {
        size_t i = 0;

        while (!(found = bytes_like(ways + i, same)))
            i += CQ_SEARCH_VECTOR;
        return (uint32_t)i + (uint32_t)__builtin_ctz(found);
    }
    UNROLL for (size_t i = bytes; i > 0; i -= CQ_SEARCH_VECTOR)
    {
        uint32_t at = bytes_like(ways + i - CQ_SEARCH_VECTOR, same);
        uint32_t place = (uint32_t)(i - CQ_SEARCH_VECTOR) + (uint32_t)_tzcnt_u32(at);

        found = at ? place : found;
    }
    return found;
}

/* The slots with `value` ways, as bits; numbers have 8, 16 or 32 bits. */
INLINE uint64_t slots_like(__m256i ways, uint32_t value, uint32_t width)
{
    __m256i same = _mm256_cmpeq_epi8(ways, _mm256_set1_epi8((char)value));
    uint32_t bytes;

    if (width == 32)
        same = _mm256_slli_epi32(same, 24); /* the lowest byte tells */
    if (width == 32)
        return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(same));
    bytes = (uint32_t)_mm256_movemask_epi8(same);
    return width == 16 ? _pext_u32(bytes, 0x55555555) : bytes;
}

/* If all slots are in FEW_VECTORS at most, one word has a bit for each. */
enum { FEW_VECTORS = 5 };

INLINE void narrow_few(const uint8_t *from, const uint8_t *mask, uint8_t *to,
                       cq_slots_node *node, uint32_t width, size_t bytes)
{
    __m256i ways[FEW_VECTORS], fewest = _mm256_set1_epi8(-1);
    size_t vectors = bytes / CQ_SEARCH_VECTOR, shift = 8 * CQ_SEARCH_VECTOR / width;

    UNROLL for (size_t i = 0; i < vectors; i++)
    {
        __m256i slots = _mm256_andnot_si256(load(mask + i * CQ_SEARCH_VECTOR),
                                            load(from + i * CQ_SEARCH_VECTOR));

        ways[i] = ways_of(slots, width);
        store(to + i * CQ_SEARCH_VECTOR, slots);
        fewest = _mm256_min_epu8(fewest, ways[i]);
    }
    node->fewest = least_byte(fewest);
    node->ones = 0;
    UNROLL for (size_t i = 0; i < vectors; i++)
    {
        node->ones |= slots_like(ways[i], node->fewest, width) << (i * shift);
    }
    node->item = (uint32_t)_tzcnt_u64(node->ones);
}

INLINE void narrow_many(cq_slots *l, const uint8_t *from, const uint8_t *mask,
                        uint8_t *to, cq_slots_node *node, uint32_t width, size_t bytes)
{
    __m256i fewest = _mm256_set1_epi8(-1);

    UNROLL for (size_t i = 0; i < bytes; i += CQ_SEARCH_VECTOR)
    {
        __m256i slots = _mm256_andnot_si256(load(mask + i), load(from + i));
        __m256i ways = ways_of(slots, width);

        store(to + i, slots);
        store(l->ways + i, ways);
        fewest = _mm256_min_epu8(fewest, ways);
    }
    node->fewest = least_byte(fewest);
    node->item = first_byte(l->ways, bytes, node->fewest) / (width / 8);
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

cq_status cq_slots_walk_table(cq_slots *l)
{
    return cq_slots_walk_plain(l);
}

#endif
