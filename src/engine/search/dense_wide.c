/* dense_wide.c - the dense search with 256-bit vectors, if the machine has them.
 *
 * Listing the removed options is the only part that takes more than a few vector
 * operations: the words with bits in them are unpacked four options at a time even if
 * there are fewer, so that there is little to mispredict. This writes up to
 * CQ_DENSE_SLACK places after the list.
 */
#include "engine/search/dense.h"

#if defined(__x86_64__) && defined(__GNUC__)

#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define WALK cq_dense_walk_wide
#define INLINE TARGET static inline __attribute__((always_inline))
#include "engine/search/wide_vectors.h"

/* Appends the numbers of the bits to the list, written out four by four. */
TARGET static inline uint32_t unpack(uint64_t bits, uint32_t base, uint32_t *list)
{
    uint32_t count = (uint32_t)_mm_popcnt_u64(bits), done = 0;

    do {
        list[done] = base + (uint32_t)_tzcnt_u64(bits);
        bits = _blsr_u64(bits);
        list[done + 1] = base + (uint32_t)_tzcnt_u64(bits);
        bits = _blsr_u64(bits);
        list[done + 2] = base + (uint32_t)_tzcnt_u64(bits);
        bits = _blsr_u64(bits);
        list[done + 3] = base + (uint32_t)_tzcnt_u64(bits);
        bits = _blsr_u64(bits);
        done += 4;
    } while (done < count);
    return count;
}

/* Words of a set that are not zero. */
typedef struct words {
    uint64_t bits[CQ_DENSE_MOST / 64 + 1];
    uint32_t base[CQ_DENSE_MOST / 64 + 1];
    uint32_t count;
} words;

TARGET static inline void add_word(words *some, uint64_t bits, size_t word)
{
    some->bits[some->count] = bits;
    some->base[some->count] = (uint32_t)word * 64;
    some->count += bits != 0;
}

TARGET static inline uint32_t unpack_all(const words *some, uint32_t *list)
{
    uint32_t count = 0;

    for (uint32_t k = 0; k < some->count; k++)
        count += unpack(some->bits[k], some->base[k], list + count);
    return count;
}

TARGET static inline uint32_t sweep(const cq_dense_frame *from, const uint64_t *clash,
                                    cq_dense_frame *to, uint32_t *list, bool *kept)
{
    uint64_t went_bits[CQ_DENSE_MOST / 64];
    size_t begin = from->begin, stop = from->stop, first = stop, last = begin;
    uint32_t went = 0, alive = from->count;
    words some;

    for (size_t w = begin; w < stop; w += 4) {
        __m256i a = load(from->alive + w), c = load(clash + w);
        __m256i rest = _mm256_andnot_si256(c, a), gone = _mm256_and_si256(a, c);

        store(to->alive + w, rest);
        _mm256_storeu_si256((__m256i *)(void *)(went_bits + w), gone);
        went += (uint32_t)_mm_popcnt_u64((uint64_t)_mm256_extract_epi64(gone, 0)) +
                (uint32_t)_mm_popcnt_u64((uint64_t)_mm256_extract_epi64(gone, 1)) +
                (uint32_t)_mm_popcnt_u64((uint64_t)_mm256_extract_epi64(gone, 2)) +
                (uint32_t)_mm_popcnt_u64((uint64_t)_mm256_extract_epi64(gone, 3));
        if (!_mm256_testz_si256(rest, rest)) {
            first = first < w ? first : w;
            last = w + 4;
        }
    }
    to->count = alive - went;
    to->begin = first < last ? first : begin;
    to->stop = first < last ? last : begin;
    *kept = *kept && to->count < went;
    some.count = 0;
    if (*kept)
        for (size_t w = to->begin; w < to->stop; w++)
            add_word(&some, to->alive[w], w);
    else
        for (size_t w = begin; w < stop; w++)
            add_word(&some, went_bits[w], w);
    return unpack_all(&some, list);
}

/* With the number of vectors known, the sums stay in registers. */
INLINE void tally_vectors(const uint8_t *from, uint8_t *to, size_t bytes,
                          const uint8_t *rows, const uint32_t *list, uint32_t count,
                          bool kept, uint32_t option, size_t at, int vectors)
{
    const __m256i closed = _mm256_set1_epi8((char)CQ_DENSE_CLOSED);
    __m256i sum[4];

    UNROLL for (int k = 0; k < vectors; k++) sum[k] = _mm256_setzero_si256();
    for (uint32_t g = 0; g < count; g += 2) {
        const uint8_t *one = rows + list[g] * bytes + at;
        const uint8_t *two = rows + list[g + 1] * bytes + at;

        UNROLL for (int k = 0; k < vectors; k++) sum[k] = _mm256_add_epi8(
            sum[k], _mm256_add_epi8(load(one + k * 32), load(two + k * 32)));
    }
    UNROLL for (int k = 0; k < vectors; k++)
    {
        __m256i was = load(from + at + k * 32);
        __m256i now =
            kept ? _mm256_or_si256(_mm256_sub_epi8(_mm256_setzero_si256(), sum[k]),
                                   _mm256_cmpeq_epi8(was, closed))
                 : _mm256_add_epi8(was, sum[k]);

        now = _mm256_or_si256(now, load(rows + option * bytes + at + k * 32));
        store(to + at + k * 32, now);
    }
}

TARGET static inline void tally(const uint8_t *from, uint8_t *to, size_t bytes,
                                const uint8_t *rows, uint32_t none, uint32_t *list,
                                uint32_t count, bool kept, uint32_t option)
{
    size_t at = 0;

    list[count] = none; /* they are added in pairs */
    for (; bytes - at >= 128; at += 128)
        tally_vectors(from, to, bytes, rows, list, count, kept, option, at, 4);
    switch ((bytes - at) / CQ_SEARCH_VECTOR) {
    case 1:
        tally_vectors(from, to, bytes, rows, list, count, kept, option, at, 1);
        break;
    case 2:
        tally_vectors(from, to, bytes, rows, list, count, kept, option, at, 2);
        break;
    case 3:
        tally_vectors(from, to, bytes, rows, list, count, kept, option, at, 3);
        break;
    default: break;
    }
}

TARGET static inline uint32_t least(const uint8_t *ways, size_t bytes, uint32_t *item)
{
    __m256i small = load(ways);
    uint32_t best;

    for (size_t i = CQ_SEARCH_VECTOR; i < bytes; i += CQ_SEARCH_VECTOR)
        small = _mm256_min_epu8(small, load(ways + i));
    best = least_byte(small);
    small = _mm256_set1_epi8((char)best);
    for (size_t i = 0; i < bytes; i += CQ_SEARCH_VECTOR) {
        uint32_t same =
            (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(load(ways + i), small));

        if (same) {
            *item = (uint32_t)i + (uint32_t)__builtin_ctz(same);
            break;
        }
    }
    return best;
}

#include "engine/search/dense_walk.h"

#else

cq_status cq_dense_walk_wide(cq_dense *dense)
{
    return cq_dense_walk_plain(dense);
}

#endif
