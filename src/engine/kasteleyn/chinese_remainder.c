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

typedef struct joining {
    const uint32_t *primes;
    uint32_t *coefficients;
} joining;

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
    return (uint32_t)(x < 0 ? x + p : x);
}

static void multiply_all(const uint32_t *primes, size_t first, size_t last, mpz_t out)
{
    mpz_t right;

    if (last - first == 1) {
        mpz_set_ui(out, primes[first]);
        return;
    }
    mpz_init(right);
    multiply_all(primes, first, first + (last - first) / 2, out);
    multiply_all(primes, first + (last - first) / 2, last, right);
    mpz_mul(out, out, right);
    mpz_clear(right);
}

/* The sum of c[i] P / p[i], and P, for first <= i < last. */
static void add_all(const joining *j, size_t first, size_t last, mpz_t sum, mpz_t all)
{
    size_t middle = first + (last - first) / 2;
    mpz_t right_sum, right_all;

    if (last - first == 1) {
        mpz_set_ui(sum, j->coefficients[first]);
        mpz_set_ui(all, j->primes[first]);
        return;
    }
    mpz_init(right_sum);
    mpz_init(right_all);
    add_all(j, first, middle, sum, all);
    add_all(j, middle, last, right_sum, right_all);
    mpz_mul(sum, sum, right_all);
    mpz_addmul(sum, right_sum, all);
    mpz_mul(all, all, right_all);
    mpz_clear(right_sum);
    mpz_clear(right_all);
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
    joining j = {.primes = primes};
    mpz_t square;

    j.coefficients = cq_alloc(ctx, count, sizeof *j.coefficients);
    cq_try_memory(j.coefficients);
    mpz_init(square);
    multiply_all(primes, 0, count, product);
    for (size_t i = 0; i < count; i++) {
        uint64_t p = primes[i];
        uint64_t residue =
            (uint64_t)(residues[i] < 0 ? residues[i] + (int64_t)p : residues[i]);
        uint32_t rest;

        cq_number_set(square, p * p);
        mpz_fdiv_r(square, product, square);
        rest = (uint32_t)(cq_number_get(square) / p);
        j.coefficients[i] = (uint32_t)(residue * invert_modulo(rest, primes[i]) % p);
    }
    add_all(&j, 0, count, out, product);
    mpz_fdiv_r(out, out, product);
    cq_assert(residues_check(primes, residues, count, out));
    mpz_clear(square);
    cq_free(j.coefficients);
    return CQ_OK;
}

cq_status cq_basis_make(cq_context *ctx, const uint32_t *primes, size_t count,
                        cq_basis *out)
{
    cq_basis basis = {.count = count, .primes = primes};

    basis.inverses = cq_alloc(ctx, count, sizeof *basis.inverses);
    basis.parts = cq_alloc(ctx, count, sizeof *basis.parts);
    if (!basis.inverses || !basis.parts) {
        cq_free_each(basis.inverses, basis.parts);
        return CQ_MEMORY;
    }
    mpz_init_set_ui(basis.product, 1);
    if (count)
        multiply_all(primes, 0, count, basis.product);
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
