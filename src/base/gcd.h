/* gcd.h - the greatest common divisor, by Euclid's algorithm; that of 0 and n is n. */
#ifndef CQ_BASE_GCD_H
#define CQ_BASE_GCD_H

#include <stdint.h>

static inline uint64_t cq_gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

#endif
