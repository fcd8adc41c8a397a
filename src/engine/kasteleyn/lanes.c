/* lanes.c - memory, primes and the choice of code for vectors of residues. */
#include "engine/kasteleyn/lanes.h"

#include "base/vectors.h"

#include <string.h>

int cq_lanes_level(void)
{
#ifdef CQ_LANES_X86
    cq_vectors allowed = cq_vectors_allowed();

    if (allowed >= CQ_VECTORS_AVX512 && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq"))
        return 2;
    if (allowed >= CQ_VECTORS_AVX2 && __builtin_cpu_supports("avx2") &&
        __builtin_cpu_supports("fma"))
        return 1;
#endif
    return 0;
}

cq_lanes *cq_lanes_alloc(cq_context *ctx, size_t count, void **block)
{
    uintptr_t address;

    if (count > SIZE_MAX / sizeof(cq_lanes) - 1)
        count = SIZE_MAX / sizeof(cq_lanes) - 1; /* more than there is: it fails */
    *block = cq_alloc(ctx, count + 1, sizeof(cq_lanes));
    if (!*block)
        return NULL;
    address = (uintptr_t)*block;
    address += (sizeof(cq_lanes) - address % sizeof(cq_lanes)) % sizeof(cq_lanes);
    cq_assert(address % sizeof(cq_lanes) == 0);
    return (cq_lanes *)address;
}

/* ---- primes ---- */

enum { PRIMES_TOP = (1 << 25) - (1 << 17), SIEVE_ROOT = 5793 }; /* root^2 > top */

static void strike(unsigned char *composite, uint32_t low, uint32_t size,
                   uint32_t factor)
{
    uint32_t first = (factor - low % factor) % factor;

    for (uint32_t i = first; i < size; i += factor)
        composite[i] = 1;
}

/* Marks what is composite in low .. low + size - 1. Striking with every odd number is
 * little more work than with the primes among them. */
static void sieve(unsigned char *composite, uint32_t low, uint32_t size)
{
    memset(composite, 0, size);
    strike(composite, low, size, 2);
    for (uint32_t factor = 3; factor <= SIEVE_ROOT; factor += 2)
        if (factor % 3 || factor == 3)
            strike(composite, low, size, factor);
}

/* The first 5,000 are above 2^24.98, all that we give out above 2^24.5. */
size_t cq_primes_enough(double bits)
{
    double each = bits < 5000 * 24.98 ? 24.98 : 24.5;

    cq_assert(bits >= 0);
    return bits < 24.5 * CQ_PRIMES_MOST ? (size_t)(bits / each) + 1
                                        : CQ_PRIMES_MOST + 1;
}

size_t cq_prime_groups_for(const mpz_t number)
{
    double bits = 1.02 * (double)mpz_sizeinbase(number, 2);

    return (cq_primes_enough(bits) + CQ_LANES - 1) / CQ_LANES;
}

cq_status cq_primes_make(cq_context *ctx, size_t skip, size_t count, uint32_t **out)
{
    uint32_t size, low = PRIMES_TOP;
    uint32_t *primes;
    unsigned char *composite;
    size_t found = 0, end = skip + count;

    if (end > CQ_PRIMES_MOST)
        return cq_fail(ctx, CQ_MEMORY,
                       "the number of tilings is too large to be written");
    /* One number in seventeen is prime here. */
    size = (uint32_t)(end < 4000 ? 20 * end + 1000 : 80000);
    primes = cq_alloc(ctx, count + CQ_LANES, sizeof *primes);
    composite = cq_alloc(ctx, size, 1);
    while (primes && composite && found < end) {
        low -= size;
        sieve(composite, low, size);
        for (uint32_t i = size; i-- && found < end;)
            if (!composite[i] && found++ >= skip)
                primes[found - skip - 1] = low + i;
    }
    cq_free(composite);
    if (!primes || found < end) {
        cq_free(primes);
        return CQ_MEMORY;
    }
    for (size_t i = 1; i < count; i++)
        cq_assert(primes[i] < primes[i - 1]);
    *out = primes;
    return CQ_OK;
}
