/* wide.h - words of 128 bits, as two of 64.
 *
 * Compilers have a type for them on 64-bit machines only, so this is one of our own,
 * and the same everywhere; if theirs exists, it makes products and remainders. */
#ifndef CQ_BASE_WIDE_H
#define CQ_BASE_WIDE_H

#include "base/assert.h"

typedef struct cq_wide {
    uint64_t low, high;
} cq_wide;

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 cq_native_wide;
#endif

static inline cq_wide cq_wide_of(uint64_t low)
{
    return (cq_wide){low, 0};
}

static inline cq_wide cq_wide_plus(cq_wide a, cq_wide b)
{
    uint64_t low = a.low + b.low;

    return (cq_wide){low, a.high + b.high + (low < b.low)};
}

static inline cq_wide cq_wide_minus(cq_wide a, cq_wide b)
{
    return (cq_wide){a.low - b.low, a.high - b.high - (a.low < b.low)};
}

static inline cq_wide cq_wide_and(cq_wide a, cq_wide b)
{
    return (cq_wide){a.low & b.low, a.high & b.high};
}

static inline cq_wide cq_wide_or(cq_wide a, cq_wide b)
{
    return (cq_wide){a.low | b.low, a.high | b.high};
}

static inline cq_wide cq_wide_not(cq_wide a)
{
    return (cq_wide){~a.low, ~a.high};
}

/* Shifted up or down by fewer than 128 bits. What crosses from word to word is shifted
 * in two steps, so that none is by 64. */
static inline cq_wide cq_wide_up(cq_wide a, unsigned bits)
{
    cq_assert(bits < 128);
    if (bits >= 64)
        return (cq_wide){0, a.low << (bits - 64)};
    return (cq_wide){a.low << bits, a.high << bits | a.low >> 1 >> (63 - bits)};
}

static inline cq_wide cq_wide_down(cq_wide a, unsigned bits)
{
    cq_assert(bits < 128);
    if (bits >= 64)
        return (cq_wide){a.high >> (bits - 64), 0};
    return (cq_wide){a.low >> bits | a.high << 1 << (63 - bits), a.high >> bits};
}

/* Ones in the lowest `bits`, of 128 at the most. */
static inline cq_wide cq_wide_ones(unsigned bits)
{
    cq_assert(bits <= 128);
    return bits ? cq_wide_down((cq_wide){UINT64_MAX, UINT64_MAX}, 128 - bits)
                : cq_wide_of(0);
}

static inline bool cq_wide_is(cq_wide a, cq_wide b)
{
    return a.low == b.low && a.high == b.high;
}

static inline bool cq_wide_is_zero(cq_wide a)
{
    return !(a.low | a.high);
}

static inline bool cq_wide_below(cq_wide a, cq_wide b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static inline unsigned cq_wide_count(cq_wide a) /* of its ones */
{
    return (unsigned)(__builtin_popcountll(a.low) + __builtin_popcountll(a.high));
}

/* By halves of words, as on paper. No sum passes 64 bits: (2^32 - 1)^2 leaves room for
 * two more halves. */
static inline cq_wide cq_wide_product_by_halves(uint64_t a, uint64_t b)
{
    uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    uint64_t low = a_low * b_low, one = a_high * b_low + (low >> 32);
    uint64_t other = a_low * b_high + (one & UINT32_MAX);

    return (cq_wide){other << 32 | (low & UINT32_MAX),
                     a_high * b_high + (one >> 32) + (other >> 32)};
}

/* WebAssembly has no product of 128 bits: there the compiler's type calls a function.
 */
static inline cq_wide cq_wide_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
    cq_native_wide native = (cq_native_wide)a * b;
    cq_wide product = {(uint64_t)native, (uint64_t)(native >> 64)};

    cq_assert(cq_wide_is(product, cq_wide_product_by_halves(a, b)));
    return product;
#else
    return cq_wide_product_by_halves(a, b);
#endif
}

/* Bit by bit. What is left stays below the divisor, so that twice that passes 64 bits
 * by one at the most, which `over` is. */
static inline uint64_t cq_wide_rest_by_bits(cq_wide a, uint64_t divisor)
{
    uint64_t rest = a.high % divisor;

    for (unsigned bit = 64; bit--;) {
        uint64_t over = rest >> 63;

        rest = rest << 1 | (a.low >> bit & 1);
        if (over || rest >= divisor)
            rest -= divisor;
        cq_assert(rest < divisor);
    }
    return rest;
}

/* What it leaves when divided by a number that is not 0. */
static inline uint64_t cq_wide_rest(cq_wide a, uint64_t divisor)
{
    cq_assert(divisor > 0);
#ifdef __SIZEOF_INT128__
    return (uint64_t)(((cq_native_wide)a.high << 64 | a.low) % divisor);
#else
    return cq_wide_rest_by_bits(a, divisor);
#endif
}

#endif
