/* limbs.h - long numbers as words of 64 bits, the lowest first.
 *
 * The limbs of GMP and its `unsigned long` have 32 bits on some machines. What is kept
 * in layers and written to checkpoints is the same on all of them.
 */
#ifndef CQ_BASE_LIMBS_H
#define CQ_BASE_LIMBS_H

#include "base/wide.h"

#include <gmp.h>

/* Adds within these limbs, and returns what is carried out of the last. */
static inline uint64_t cq_limbs_add_within(uint64_t *to, const uint64_t *from,
                                           size_t limbs)
{
    uint64_t carry = 0;

    for (size_t i = 0; i < limbs; i++) {
        uint64_t sum = to[i] + carry;

        carry = sum < carry;
        sum += from[i];
        carry += sum < from[i];
        to[i] = sum;
    }
    return carry;
}

/* Adds; there is no carry out of the last limb, by bounds. */
static inline void cq_limbs_add(uint64_t *to, const uint64_t *from, size_t limbs)
{
    uint64_t carry = cq_limbs_add_within(to, from, limbs);

    cq_assert(!carry);
    (void)carry;
}

static inline bool cq_limbs_are_zero(const uint64_t *limbs, size_t count)
{
    while (count--)
        if (limbs[count])
            return false;
    return true;
}

/* The bits up to the highest that is set; 0 of 0. */
static inline unsigned cq_limbs_length(const uint64_t *limbs, size_t count)
{
    while (count--)
        if (limbs[count])
            return (unsigned)count * 64 + 64 - (unsigned)__builtin_clzll(limbs[count]);
    return 0;
}

/* The number that the limbs are. */
static inline void cq_limbs_read(mpz_t out, const uint64_t *limbs, size_t count)
{
    mpz_import(out, count, -1, sizeof *limbs, 0, 0, limbs);
}

static inline void cq_wide_read(mpz_t out, cq_wide number)
{
    cq_limbs_read(out, (uint64_t[]){number.low, number.high}, 2);
}

static inline void cq_number_set(mpz_t out, uint64_t value)
{
    cq_limbs_read(out, &value, 1);
}

/* Of a number that is not negative and fits; UINT64_MAX for a larger one. */
static inline uint64_t cq_number_get(const mpz_t number)
{
    uint64_t value = 0;

    cq_assert(mpz_sgn(number) >= 0);
    if (mpz_sizeinbase(number, 2) > 64)
        return UINT64_MAX;
    mpz_export(&value, NULL, -1, sizeof value, 0, 0, number);
    return value;
}

#endif
