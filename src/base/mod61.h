/* mod61.h - sums and products modulo the prime 2^61 - 1, for sums that are compared.
 *
 * Long numbers that must be the same are, with all but certainty, if they are so modulo
 * this prime; and that takes no memory. As 2^61 is 1, a product is reduced by adding
 * its halves.
 */
#ifndef CQ_BASE_MOD61_H
#define CQ_BASE_MOD61_H

#include "base/wide.h"

#include <gmp.h>

#define CQ_MOD61 ((UINT64_C(1) << 61) - 1)

static inline uint64_t cq_mod61_plus(uint64_t a, uint64_t b)
{
    cq_assert(a <= CQ_MOD61 && b <= CQ_MOD61); /* one of them less */
    return a + b >= CQ_MOD61 ? a + b - CQ_MOD61 : a + b;
}

static inline uint64_t cq_mod61_times(uint64_t a, uint64_t b)
{
    cq_wide product = cq_wide_product(a, b);

    cq_assert(a < CQ_MOD61 && b < CQ_MOD61);
    return cq_mod61_plus(product.low & CQ_MOD61, cq_wide_down(product, 61).low);
}

/* Of a number in words, the lowest first: 2^64 is 8. */
static inline uint64_t cq_mod61_words(const uint64_t *words, size_t count)
{
    uint64_t rest = 0;

    while (count--)
        rest = cq_mod61_plus(cq_mod61_times(rest, 8), words[count] % CQ_MOD61);
    return rest;
}

/* Of a number that is not negative. */
static inline uint64_t cq_mod61_number(const mpz_t number)
{
    const uint64_t base = GMP_NUMB_BITS == 64 ? 8 : UINT64_C(1) << (GMP_NUMB_BITS % 61);
    uint64_t rest = 0;

    for (size_t limbs = mpz_size(number); limbs--;)
        rest = cq_mod61_plus(cq_mod61_times(rest, base),
                             mpz_getlimbn(number, (mp_size_t)limbs) % CQ_MOD61);
    return rest;
}

/* A value for a pair of numbers that no sum of others is likely to have. */
static inline uint64_t cq_mod61_mix(uint64_t a, uint64_t b)
{
    uint64_t x = cq_mod61_plus(
        cq_mod61_times(a % CQ_MOD61, UINT64_C(0x16069317e428ca9)), b % CQ_MOD61);

    return cq_mod61_times(cq_mod61_times(x, x), cq_mod61_plus(x, 12345));
}

#endif
