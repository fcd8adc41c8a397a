/* chinese_remainder.c - a number from its residues: Chinese remaindering in a product
 * tree.
 *
 * With P the product of the primes p[i], the number is the sum of c[i] P / p[i] modulo
 * P, where c[i] is the residue r[i] divided by P / p[i] modulo p[i]. The remainder of P
 * / p[i] modulo p[i] follows from P modulo p[i]^2, which has less than 50 bits. The sum
 * is computed in halves, (a, P) + (b, Q) = (a Q + b P, P Q), so that almost all
 * multiplications are of large numbers of equal size.
 *
 * If many numbers are computed from residues for the same primes, the P / p[i] are kept
 * as a basis, and each number is a sum of multiples of them.
 */
#include "base/limbs.h"
#include "engine/kasteleyn/basis.h"
#include "engine/kasteleyn/count.h"

#include <string.h>

/* 1 / a modulo the prime p, for a not 0 (Euclid). */
static uint32_t invert_modulo(uint32_t a, uint32_t p)
{
    int64_t r = p, next_r = a, x = 0, next_x = 1;

    while (next_r) {
        int64_t q = r / next_r, t = r - q * next_r;

        r = next_r;
        next_r = t;
        t = x - q * next_x;
        x = next_x;
        next_x = t;
    }
    cq_assert(r == 1);
    x += x < 0 ? p : 0;
    cq_assert((uint64_t)x * a % p == 1);
    return (uint32_t)x;
}

/* The sum of c[i] P / p[i], and P, for `count` primes, of which there are some; without
 * coefficients only P. */
static void add_all(const uint32_t *primes, const uint32_t *c, size_t count, mpz_t sum,
                    mpz_t all)
{
    size_t half = count / 2;
    mpz_t right_sum, right_all;

    cq_assert(count > 0 && (!c || *c < *primes));
    if (count == 1) {
        mpz_set_ui(sum, c ? *c : 0);
        mpz_set_ui(all, *primes);
        return;
    }
    mpz_inits(right_sum, right_all, NULL);
    add_all(primes, c, half, sum, all);
    add_all(primes + half, c ? c + half : NULL, count - half, right_sum, right_all);
    mpz_mul(sum, sum, right_all);
    mpz_addmul(sum, right_sum, all);
    mpz_mul(all, all, right_all);
    mpz_clears(right_sum, right_all, NULL);
}

/* Whether the number has these residues; of many, only some are looked at. */
static bool residues_check(const uint32_t *primes, const int32_t *residues,
                           size_t count, const mpz_t number)
{
    for (size_t i = 0; i < count; i += count / 64 + 1) {
        int64_t rest = (int64_t)mpz_fdiv_ui(number, primes[i]);

        cq_hold((rest - residues[i]) % (int64_t)primes[i] == 0);
    }
    return true;
}

cq_status cq_residues_join(cq_context *ctx, const uint32_t *primes,
                           const int32_t *residues, size_t count, mpz_t out,
                           mpz_t product)
{
    uint32_t *coefficients = cq_alloc(ctx, count, sizeof *coefficients);
    mpz_t square;

    cq_try_memory(coefficients);
    mpz_init(square);
    add_all(primes, NULL, count, out, product);
    for (size_t i = 0; i < count; i++) {
        uint64_t p = primes[i];
        uint64_t residue =
            (uint64_t)(residues[i] < 0 ? residues[i] + (int64_t)p : residues[i]);
        uint32_t rest;

        cq_number_set(square, p * p);
        mpz_fdiv_r(square, product, square);
        rest = (uint32_t)(cq_number_get(square) / p);
        coefficients[i] = (uint32_t)(residue * invert_modulo(rest, primes[i]) % p);
    }
    add_all(primes, coefficients, count, out, product);
    mpz_fdiv_r(out, out, product);
    cq_assert(residues_check(primes, residues, count, out));
    mpz_clear(square);
    cq_free(coefficients);
    return CQ_OK;
}

cq_status cq_basis_make(cq_context *ctx, const uint32_t *primes, size_t count,
                        cq_basis *out)
{
    cq_basis basis = {.count = count, .primes = primes};
    mpz_t sum; /* of nothing */

    basis.inverses = cq_alloc(ctx, count, sizeof *basis.inverses);
    basis.parts = cq_alloc(ctx, count, sizeof *basis.parts);
    if (!basis.inverses || !basis.parts) {
        cq_free_each(basis.inverses, basis.parts);
        return CQ_MEMORY;
    }
    mpz_init_set_ui(basis.product, 1);
    if (count) {
        mpz_init(sum);
        add_all(primes, NULL, count, sum, basis.product);
        mpz_clear(sum);
    }
    for (size_t i = 0; i < count; i++) {
        mpz_init(basis.parts[i]);
        mpz_divexact_ui(basis.parts[i], basis.product, primes[i]);
        basis.inverses[i] =
            invert_modulo((uint32_t)mpz_fdiv_ui(basis.parts[i], primes[i]), primes[i]);
    }
    *out = basis;
    return CQ_OK;
}

void cq_basis_free(cq_basis *basis)
{
    if (!basis->parts)
        return;
    for (size_t i = 0; i < basis->count; i++)
        mpz_clear(basis->parts[i]);
    mpz_clear(basis->product);
    cq_free_each(basis->inverses, basis->parts);
    memset(basis, 0, sizeof *basis);
}

void cq_basis_join(const cq_basis *basis, const double *residues, mpz_t out)
{
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < basis->count; i++) {
        int64_t p = basis->primes[i], residue = (int64_t)residues[i];

        residue += residue < 0 ? p : 0;
        mpz_addmul_ui(out, basis->parts[i],
                      (uint32_t)(residue * basis->inverses[i] % p));
    }
    mpz_fdiv_r(out, out, basis->product);
    cq_assert(!basis->count ||
              ((int64_t)mpz_fdiv_ui(out, basis->primes[0]) - (int64_t)residues[0]) %
                      (int64_t)basis->primes[0] ==
                  0);
}
