/* ratio.h - one long number divided by another, as floating point.
 *
 * mpq_get_d wants a fraction in lowest terms, and to find these takes more time than
 * all else: a greatest common divisor is quadratic in the digits, the first bits of the
 * quotient are linear.
 */
#ifndef CQ_BASE_RATIO_H
#define CQ_BASE_RATIO_H

#include "base/assert.h"

#include <gmp.h>
#include <math.h>

/* part / all, cut off (not rounded) after 53 bits, as by mpq_get_d; all is above 0. */
static inline double cq_ratio(const mpz_t part, const mpz_t all)
{
    long shift = 54 + (long)mpz_sizeinbase(all, 2) - (long)mpz_sizeinbase(part, 2);
    double value;
    mpz_t whole;

    cq_assert(mpz_sgn(all) > 0);
    mpz_init(whole);
    if (shift >= 0) {
        mpz_mul_2exp(whole, part, (mp_bitcnt_t)shift);
    } else {
        shift = 0;
        mpz_set(whole, part);
    }
    mpz_tdiv_q(whole, whole, all); /* of 54 or 55 bits, or more: no bit is missing */
    value = ldexp(mpz_get_d(whole), (int)-shift);
    mpz_clear(whole);
    return value;
}

#endif
