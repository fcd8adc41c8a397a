/* passes.c - the passes of a block through a move: plain, and with wide vectors.
 *
 * The code for wide vectors is compiled into every x86-64 program, and chosen when it
 * runs. Eight states are tested at once there, and those that pass are pressed together
 * by one instruction; a doubt is followed mask by mask for all eight until none of them
 * is in danger. States of more than a word go the plain way. If every processor has
 * vectors of two words (WebAssembly, arm64), two of these test and doubt four states.
 */
#include "engine/frontier/passes.h"

#include "base/vectors.h"

/* ---- plain ---- */

static size_t test_word(const uint64_t *masks, size_t words, const uint64_t *old,
                        size_t count, uint64_t *keys, uint32_t *index)
{
    uint64_t test = masks[0], want = masks[1], keep = masks[2], set = masks[3];
    uint64_t add = masks[4];
    size_t passing = 0;

    (void)words;
    for (size_t i = 0; i < count; i++) {
        keys[passing] = ((old[i] & keep) | set) + add;
        index[passing] = (uint32_t)i;
        passing += (old[i] & test) == want;
    }
    return passing;
}

static size_t test_words(const uint64_t *masks, size_t words, const uint64_t *old,
                         size_t count, uint64_t *keys, uint32_t *index)
{
    const uint64_t *test = masks, *want = test + words, *keep = want + words;
    const uint64_t *set = keep + words, *add = set + words;
    size_t passing = 0;

    for (size_t i = 0; i < count; i++, old += words) {
        uint64_t *key = keys + passing * words, differ = 0;

        for (size_t w = 0; w < words; w++) {
            differ |= (old[w] & test[w]) ^ want[w];
            key[w] = ((old[w] & keep[w]) | set[w]) + add[w];
        }
        index[passing] = (uint32_t)i;
        passing += !differ;
    }
    return passing;
}

static inline bool meets_all(const uint64_t *key, const uint64_t *masks, uint32_t count,
                             size_t words)
{
    for (uint32_t m = 0; m < count; m++, masks += words) {
        uint64_t hit = 0;

        for (size_t w = 0; w < words; w++)
            hit |= key[w] & masks[w];
        if (!hit)
            return false;
    }
    return true;
}

/* The first doubt that finds an item without a way; doubt_end if none does. In line, so
 * that there is no loop if `words` is known to be 1. */
static inline uint32_t first_among(const cq_plan *plan, const cq_move *move,
                                   const uint64_t *key, size_t words)
{
    const uint64_t *pair = plan->pool.at + move->pairs;
    uint32_t i = move->doubts;

    cq_assert(move->doubts <= move->doubt_end && move->doubt_end <= plan->doubts.count);
    cq_assert(move->pairs + 2 * words * (move->doubt_end - move->doubts) <=
              plan->pool.count);
    for (; i < move->doubt_end; i++, pair += 2 * words) {
        const cq_doubt *doubt = &plan->doubts.at[i];
        uint64_t differ = 0;

        for (size_t w = 0; w < words; w++)
            differ |= (key[w] & pair[w]) ^ pair[words + w];
        if (!differ &&
            meets_all(key, plan->pool.at + doubt->masks, doubt->count, words))
            break;
    }
    return i;
}

static uint32_t first_deadly(const cq_plan *plan, const cq_move *move,
                             const uint64_t *key)
{
    return plan->words == 1 ? first_among(plan, move, key, 1)
                            : first_among(plan, move, key, plan->words);
}

bool cq_doubts_kill(const cq_plan *plan, const cq_move *move, const uint64_t *key)
{
    return first_deadly(plan, move, key) < move->doubt_end;
}

/* Writes the state to its new place, counted or not. */
static inline void keep_state(uint64_t *keys, uint32_t *index, size_t from, size_t to,
                              size_t words)
{
    for (size_t w = 0; w < words; w++)
        keys[to * words + w] = keys[from * words + w];
    index[to] = index[from];
}

static size_t doubt_words(const cq_plan *plan, const cq_move *move, uint64_t *keys,
                          uint32_t *index, size_t count, cq_doubt *tally)
{
    size_t words = plan->words, left = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t deadly = first_deadly(plan, move, keys + i * words);
        bool dead = deadly < move->doubt_end;

        keep_state(keys, index, i, left, words);
        if (tally && dead)
            tally[deadly].found++;
        left += !dead;
    }
    return left;
}

/* What a doubt has hit joins the dead; it is counted for those that were not. */
static inline unsigned add_dead(unsigned dead, unsigned hit, cq_doubt *doubt)
{
    if (doubt)
        doubt->found += (uint32_t)__builtin_popcount(hit & ~dead);
    return dead | hit;
}

static const cq_passes plain_word = {test_word, doubt_words};
static const cq_passes plain_words = {test_words, doubt_words};

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

/* A bit for each state from i on, for at most as many as a vector has. */
static inline unsigned within(size_t i, size_t count, unsigned most)
{
    return (1u << (count - i < most ? count - i : most)) - 1;
}

/* ---- four at once ---- */

#define AVX2 __attribute__((target("avx2")))

/* States that are dead, of those in the set `in`. */
AVX2 static inline unsigned dead_four(const cq_plan *plan, const cq_move *move,
                                      __m256i key, unsigned in, cq_doubt *tally)
{
    const __m256i zero = _mm256_setzero_si256();
    const uint64_t *pair = plan->pool.at + move->pairs;
    unsigned dead = 0;

    for (uint32_t i = move->doubts; i < move->doubt_end; i++, pair += 2) {
        const cq_doubt *doubt = &plan->doubts.at[i];
        const uint64_t *mask = plan->pool.at + doubt->masks, *end = mask + doubt->count;
        __m256i test = _mm256_set1_epi64x((long long)pair[0]);
        __m256i single = _mm256_set1_epi64x((long long)pair[1]);
        __m256i hit = _mm256_cmpeq_epi64(_mm256_and_si256(key, test), single);

        for (; mask < end && !_mm256_testz_si256(hit, hit); mask++) {
            __m256i met = _mm256_and_si256(key, _mm256_set1_epi64x((long long)*mask));

            hit = _mm256_andnot_si256(_mm256_cmpeq_epi64(met, zero), hit);
        }
        dead =
            add_dead(dead, (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(hit)) & in,
                     tally ? tally + i : NULL);
    }
    return dead;
}

AVX2 static size_t doubt_four(const cq_plan *plan, const cq_move *move, uint64_t *keys,
                              uint32_t *index, size_t count, cq_doubt *tally)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i += 4) {
        __m256i four = _mm256_loadu_si256((const __m256i *)(const void *)(keys + i));
        unsigned dead = dead_four(plan, move, four, within(i, count, 4), tally);

        for (size_t k = i; k < i + 4 && k < count; k++, dead >>= 1) {
            keys[left] = keys[k];
            index[left] = index[k];
            left += !(dead & 1);
        }
    }
    return left;
}

static const cq_passes four = {test_word, doubt_four};

/* ---- eight at once ---- */

#define AVX512 __attribute__((target("avx512f,avx512vl,popcnt")))

AVX512 static inline size_t press(uint64_t *keys, uint32_t *index, __m512i key,
                                  __m256i at, __mmask8 which)
{
    _mm512_storeu_si512(keys, _mm512_maskz_compress_epi64(which, key));
    _mm256_storeu_si256((__m256i *)(void *)index,
                        _mm256_maskz_compress_epi32(which, at));
    return (size_t)_mm_popcnt_u32(which);
}

AVX512 static size_t test_eight(const uint64_t *masks, size_t words,
                                const uint64_t *old, size_t count, uint64_t *keys,
                                uint32_t *index)
{
    const __m512i test = _mm512_set1_epi64((long long)masks[0]);
    const __m512i want = _mm512_set1_epi64((long long)masks[1]);
    const __m512i keep = _mm512_set1_epi64((long long)masks[2]);
    const __m512i set = _mm512_set1_epi64((long long)masks[3]);
    const __m512i add = _mm512_set1_epi64((long long)masks[4]);
    __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    size_t passing = 0;

    (void)words;
    for (size_t i = 0; i < count; i += 8) {
        __mmask8 in = (__mmask8)within(i, count, 8);
        __m512i state = _mm512_maskz_loadu_epi64(in, old + i);
        __mmask8 which =
            _mm512_mask_cmpeq_epi64_mask(in, _mm512_and_si512(state, test), want);
        __m512i key =
            _mm512_add_epi64(_mm512_or_si512(_mm512_and_si512(state, keep), set), add);

        passing += press(keys + passing, index + passing, key, at, which);
        at = _mm256_add_epi32(at, _mm256_set1_epi32(8));
    }
    return passing;
}

AVX512 static inline unsigned dead_eight(const cq_plan *plan, const cq_move *move,
                                         __m512i key, unsigned in, cq_doubt *tally)
{
    const uint64_t *pair = plan->pool.at + move->pairs;
    unsigned dead = 0;

    for (uint32_t i = move->doubts; i < move->doubt_end; i++, pair += 2) {
        const cq_doubt *doubt = &plan->doubts.at[i];
        const uint64_t *mask = plan->pool.at + doubt->masks, *end = mask + doubt->count;
        __m512i test = _mm512_set1_epi64((long long)pair[0]);
        __mmask8 hit = _mm512_cmpeq_epi64_mask(_mm512_and_si512(key, test),
                                               _mm512_set1_epi64((long long)pair[1]));

        for (; mask < end && hit; mask++)
            hit = _mm512_mask_test_epi64_mask(hit, key,
                                              _mm512_set1_epi64((long long)*mask));
        dead = add_dead(dead, hit & in, tally ? tally + i : NULL);
    }
    return dead;
}

AVX512 static size_t doubt_eight(const cq_plan *plan, const cq_move *move,
                                 uint64_t *keys, uint32_t *index, size_t count,
                                 cq_doubt *tally)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i += 8) {
        __m512i eight = _mm512_loadu_si512(keys + i);
        __m256i at = _mm256_loadu_si256((const __m256i *)(const void *)(index + i));
        unsigned in = within(i, count, 8);
        unsigned alive = in & ~dead_eight(plan, move, eight, in, tally);

        left += press(keys + left, index + left, eight, at, (__mmask8)alive);
    }
    return left;
}

static const cq_passes eight = {test_eight, doubt_eight};

const cq_passes *cq_passes_best(size_t words)
{
    cq_vectors allowed = cq_vectors_allowed();

    if (words > 1)
        return &plain_words;
    if (allowed >= CQ_VECTORS_AVX512 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512vl"))
        return &eight;
    return allowed >= CQ_VECTORS_AVX2 && __builtin_cpu_supports("avx2") ? &four
                                                                        : &plain_word;
}

#elif defined(__wasm_simd128__) || defined(__aarch64__)

/* ---- two by two, on machines that always can ---- */

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

typedef uint64_t two __attribute__((vector_size(16)));
typedef int64_t truth __attribute__((vector_size(16))); /* -1 or 0 each */

/* Four states, in vectors that need not wait for each other. */
typedef struct pairs {
    two low, high;
} pairs;

static inline pairs load_pairs(const uint64_t *from)
{
    return (pairs){{from[0], from[1]}, {from[2], from[3]}};
}

static inline bool is_any(truth of)
{
#ifdef __wasm_simd128__
    return wasm_v128_any_true((v128_t)of);
#else
    return of[0] | of[1];
#endif
}

/* Bit k: the k-th of two is true. */
static inline unsigned bits_of(truth of)
{
#ifdef __wasm_simd128__
    return (unsigned)wasm_i64x2_bitmask((v128_t)of);
#else
    return (unsigned)(of[0] & 1) | (unsigned)(of[1] & 2);
#endif
}

/* Few states pass: four that do not are left behind by one look. */
static size_t test_pairs(const uint64_t *masks, size_t words, const uint64_t *old,
                         size_t count, uint64_t *keys, uint32_t *index)
{
    uint64_t test = masks[0], want = masks[1], keep = masks[2], set = masks[3];
    uint64_t add = masks[4];
    size_t passing = 0, i = 0;

    for (; i + 4 <= count; i += 4) {
        pairs four = load_pairs(old + i);
        truth low = (truth)((four.low & test) == want);
        truth high = (truth)((four.high & test) == want);

        if (!is_any(low | high))
            continue;
        for (size_t k = i; k < i + 4; k++) {
            keys[passing] = ((old[k] & keep) | set) + add;
            index[passing] = (uint32_t)k;
            passing += (old[k] & test) == want;
        }
    }
    for (size_t from = i, more = test_word(masks, words, old + from, count - from,
                                           keys + passing, index + passing);
         more > 0; more--)
        index[passing++] += (uint32_t)from;
    return passing;
}

/* Bit k: some doubt finds an item without a way in state k, of those in `in`. */
static inline unsigned dead_pairs(const cq_plan *plan, const cq_move *move, pairs key,
                                  unsigned in, cq_doubt *tally)
{
    const uint64_t *pair = plan->pool.at + move->pairs;
    unsigned dead = 0;

    for (uint32_t i = move->doubts; i < move->doubt_end; i++, pair += 2) {
        const cq_doubt *doubt = &plan->doubts.at[i];
        const uint64_t *mask = plan->pool.at + doubt->masks, *end = mask + doubt->count;
        truth low = (truth)((key.low & pair[0]) == pair[1]);
        truth high = (truth)((key.high & pair[0]) == pair[1]);

        for (; mask < end && is_any(low | high); mask++) {
            low &= (truth)((key.low & *mask) != 0);
            high &= (truth)((key.high & *mask) != 0);
        }
        if (is_any(low | high))
            dead = add_dead(dead, (bits_of(low) | bits_of(high) << 2) & in,
                            tally ? tally + i : NULL);
    }
    return dead;
}

static size_t doubt_pairs(const cq_plan *plan, const cq_move *move, uint64_t *keys,
                          uint32_t *index, size_t count, cq_doubt *tally)
{
    size_t left = 0;

    for (size_t i = 0; i < count; i += 4) {
        size_t many = count - i < 4 ? count - i : 4;
        uint64_t last[4] = {0};
        unsigned dead;

        for (size_t k = 0; many < 4 && k < many; k++)
            last[k] = keys[i + k];
        dead = dead_pairs(plan, move, load_pairs(many < 4 ? last : keys + i),
                          (1u << many) - 1, tally);
        for (size_t k = i; k < i + many; k++, dead >>= 1) {
            keep_state(keys, index, k, left, 1);
            left += !(dead & 1);
        }
    }
    return left;
}

static const cq_passes pairs_of_states = {test_pairs, doubt_pairs};

const cq_passes *cq_passes_best(size_t words)
{
    if (words > 1)
        return &plain_words;
    return cq_vectors_allowed() > CQ_VECTORS_NONE ? &pairs_of_states : &plain_word;
}

#else

const cq_passes *cq_passes_best(size_t words)
{
    return words > 1 ? &plain_words : &plain_word;
}

#endif
