/* random.h - a small seeded generator, the same everywhere: xoshiro256** seeded through
 * splitmix64 (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2021). */
#ifndef CQ_BASE_RANDOM_H
#define CQ_BASE_RANDOM_H

#include <stdint.h>

typedef struct cq_random {
    uint64_t state[4];
} cq_random;

void cq_random_seed(cq_random *random, uint64_t seed);
uint64_t cq_random_next(cq_random *random);
/* Uniform in 0..bound-1, without bias; bound is not 0. */
uint64_t cq_random_below(cq_random *random, uint64_t bound);

#endif
