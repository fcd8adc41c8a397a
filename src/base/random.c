/* random.c - xoshiro256**, seeded through splitmix64: see random.h. */
#include "base/random.h"

#include "base/assert.h"

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, unsigned by)
{
    cq_assert(by > 0 && by < 64);
    return (x << by) | (x >> (64 - by));
}

void cq_random_seed(cq_random *random, uint64_t seed)
{
    for (unsigned i = 0; i < 4; i++)
        random->state[i] = splitmix(&seed);
}

uint64_t cq_random_next(cq_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t cq_random_below(cq_random *random, uint64_t bound)
{
    uint64_t cut = (0 - bound) % bound; /* 2^64 mod bound */
    uint64_t x;

    cq_assert((UINT64_MAX - cut) % bound == bound - 1); /* what is left divides */
    do
        x = cq_random_next(random);
    while (x < cut);
    return x % bound;
}
