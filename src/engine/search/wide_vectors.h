/* wide_vectors.h - vectors of 256 bits, for dense_wide.c, slots_table.c and
 * slots_count.c, which define INLINE, with the instructions that they may use, before
 * it. */
#ifndef CQ_ENGINE_SEARCH_WIDE_VECTORS_H
#define CQ_ENGINE_SEARCH_WIDE_VECTORS_H

#include <immintrin.h>

#if defined(__clang__)
#define UNROLL
#else
#define UNROLL _Pragma("GCC unroll 8") /* if the number of vectors is known */
#endif

INLINE uint64_t nth_bit(uint64_t bits, uint32_t n)
{
    return _pdep_u64(UINT64_C(1) << n, bits);
}

INLINE uint64_t press(uint64_t bits, uint64_t mask)
{
    return _pext_u64(bits, mask);
}

INLINE __m256i load(const void *at)
{
    return _mm256_load_si256((const __m256i *)at);
}

INLINE void store(void *at, __m256i value)
{
    _mm256_store_si256((__m256i *)at, value);
}

INLINE uint32_t least_byte(__m256i v)
{
    __m128i half =
        _mm_min_epu8(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));

    half = _mm_min_epu8(half, _mm_srli_epi16(half, 8)); /* in the low bytes of pairs */
    half = _mm_and_si128(half, _mm_set1_epi16(0xff));
    return (uint32_t)_mm_extract_epi16(_mm_minpos_epu16(half), 0);
}

/* Removes a mask, and leaves the counting for later. */
INLINE void remove_mask(uint8_t *slots, const uint8_t *mask, size_t bytes)
{
    UNROLL for (size_t i = 0; i < bytes; i += sizeof(__m256i))
    {
        store(slots + i, _mm256_andnot_si256(load(mask + i), load(slots + i)));
    }
}

#endif
