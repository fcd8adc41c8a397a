/* lanes.h - arithmetic modulo eight primes at once, in floating point.
 *
 * A residue is a double between about -p/2 and p/2, for a prime p below 2^25 (1 -
 * 2^-8). A product of two is then below 2^48, and the sum of 32 of them stays an exact
 * integer of 53 bits: sums of products are reduced once in CQ_LANES_TERMS terms. So
 * this is as fast as plain floating-point linear algebra, which is the fastest thing
 * that processors do; no result depends on rounding, nor on whether multiplications and
 * additions are fused.
 *
 * The eight residues of a number lie side by side, one a prime: whatever is done for
 * one is done for all, and matrices of any size fill the vector registers.
 *
 * To reduce c, its multiple q of p is guessed by rounding c / p to the nearest integer
 * (adding and taking away 1.5 * 2^52 rounds); q is off by at most one in the last place
 * if c / p is close to half way, and so |c - q p| <= p (1/2 + 2^-23). Zero is always 0.
 *
 * The inner loops are in kernel_body.h, for vectors of each width that processors have.
 */
#ifndef CQ_ENGINE_KASTELEYN_LANES_H
#define CQ_ENGINE_KASTELEYN_LANES_H

#include "base/assert.h"
#include "base/memory.h"

#include <gmp.h>

enum { CQ_LANES = 8, CQ_LANES_TERMS = 32 };

typedef double cq_lanes __attribute__((vector_size(CQ_LANES * sizeof(double))));

typedef struct cq_moduli {
    cq_lanes p, inverse; /* inverse: 1 / p, rounded */
} cq_moduli;

#define CQ_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define CQ_LANES_X86 1
#define CQ_TARGET_AVX2 __attribute__((target("avx2,fma")))
#define CQ_TARGET_AVX512 __attribute__((target("avx512f,avx512dq,avx2,fma")))
#endif

/* The widest kind of vectors that the processor has: 2 AVX-512, 1 AVX2, 0 whatever the
 * compiler takes for granted. */
int cq_lanes_level(void);

/* `count` vectors, at an address that suits them; *block is what to free. */
cq_lanes *cq_lanes_alloc(cq_context *ctx, size_t count, void **block);

/* Primes below 2^25 (1 - 2^-8), the largest first: `count` of them after the first
 * `skip`. */
cq_status cq_primes_make(cq_context *ctx, size_t skip, size_t count, uint32_t **out);
#define CQ_PRIMES_MOST 500000
/* How many have a product above 2^bits. */
size_t cq_primes_enough(double bits);
/* How many groups of eight have a product above the number, also later ones, which are
 * a little smaller than the first. */
size_t cq_prime_groups_for(const mpz_t number);

/* Whether all lanes are about between -p/2 and p/2. */
CQ_INLINE bool cq_lanes_are_reduced(const cq_lanes *c, const cq_moduli *m)
{
    for (unsigned i = 0; i < CQ_LANES; i++)
        if ((*c)[i] > 0.5000002 * m->p[i] || (*c)[i] < -0.5000002 * m->p[i])
            return false;
    return true;
}

/* Whether the product is 1 for all primes. */
CQ_INLINE bool cq_lanes_are_inverse(const cq_lanes *a, const cq_lanes *b,
                                    const cq_moduli *m)
{
    for (unsigned i = 0; i < CQ_LANES; i++)
        if (((int64_t)(*a)[i] * (int64_t)(*b)[i] - 1) % (int64_t)m->p[i])
            return false;
    return true;
}

/* These are for the odd number here and there, which is passed by address because how a
 * vector is passed depends on the processor. */
CQ_INLINE void cq_lanes_reduce(cq_lanes *c, const cq_moduli *m)
{
    const double round = 0x1.8p52;
    cq_lanes q = (*c * m->inverse + round) - round;

    *c -= q * m->p;
    cq_assert(cq_lanes_are_reduced(c, m));
}

CQ_INLINE bool cq_lanes_all_zero(const cq_lanes *a)
{
    for (unsigned i = 0; i < CQ_LANES; i++)
        if ((*a)[i] != 0)
            return false;
    return true;
}

CQ_INLINE bool cq_lanes_none_zero(const cq_lanes *a)
{
    for (unsigned i = 0; i < CQ_LANES; i++)
        if ((*a)[i] == 0)
            return false;
    return true;
}

static inline void cq_moduli_set(cq_moduli *m, const uint32_t primes[CQ_LANES])
{
    for (unsigned i = 0; i < CQ_LANES; i++) {
        cq_assert(primes[i] % 2 && primes[i] < (1u << 25) - (1u << 17));
        m->p[i] = primes[i];
        m->inverse[i] = 1.0 / primes[i];
    }
}

#endif
