/* slots_vectors.h - slots in vectors of 256 bits, for slots_table.c and slots_count.c,
 * which define INLINE, with the instructions that they may use, before it. */
#ifndef CQ_ENGINE_SEARCH_SLOTS_VECTORS_H
#define CQ_ENGINE_SEARCH_SLOTS_VECTORS_H

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

INLINE __m256i load(const uint8_t *at)
{
    return _mm256_load_si256((const __m256i *)(const void *)at);
}

INLINE void store(uint8_t *at, __m256i value)
{
    _mm256_store_si256((__m256i *)(void *)at, value);
}

/* Removes the mask, and leaves the counting for later. */
INLINE void remove_mask(uint8_t *slots, const uint8_t *mask, size_t bytes)
{
    UNROLL for (size_t i = 0; i < bytes; i += CQ_SLOTS_VECTOR)
    {
        store(slots + i, _mm256_andnot_si256(load(mask + i), load(slots + i)));
    }
}

#endif
