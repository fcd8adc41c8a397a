/* recurrence.c - the linear recurrence that a sequence follows, and its series.
 *
 * J. Massey, "Shift-register synthesis and BCH decoding", 1969, after E. Berlekamp: the
 * shortest recurrence of a sequence over a field, in quadratic time. It is run modulo
 * primes of 62 bits, and the coefficients are put together from as many primes as they
 * need. A sequence of whole numbers that follows any recurrence has a shortest one with
 * whole coefficients (P. Fatou, 1906), so that no fractions need be looked for. The
 * candidate is then tried on all terms, exactly: what is said holds for every term that
 * is there. A recurrence of order d takes 2 d terms to be found; it is only believed if
 * some more terms agree with it.
 *
 * With Q = 1 - c1 x - ... - cd x^d the product of Q and the series has no more terms
 * than d: that is P, and the series is P / Q.
 */
#include <stdio.h> /* before gmp.h, which declares printing only then */

#include "base/limbs.h"
#include "sequence/sequence.h"

#include <string.h>

enum { PRIMES_MOST = 64 };

static uint64_t multiply(uint64_t a, uint64_t b, uint64_t prime)
{
    return cq_wide_rest(cq_wide_product(a, b), prime);
}

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t prime)
{
    uint64_t result = 1;

    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = multiply(result, base, prime);
        base = multiply(base, base, prime);
    }
    return result;
}

/* ---- modulo a prime ---- */

/* Polynomials of `count` + 1 coefficients: the one now, the one before its length last
 * grew, and room for a copy. */
typedef struct synthesis {
    mpz_t modulus, rest; /* the prime; for remainders */
    uint64_t prime;
    size_t count;
    uint64_t *terms, *now, *before, *copy;
    size_t length; /* of the recurrence */
} synthesis;

static uint64_t rest_of(synthesis *s, const mpz_t number)
{
    mpz_fdiv_r(s->rest, number, s->modulus);
    return cq_number_get(s->rest);
}

static uint64_t discrepancy(const synthesis *s, size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i <= s->length; i++) {
        sum += multiply(s->now[i], s->terms[n - i], s->prime);
        sum -= sum >= s->prime ? s->prime : 0;
    }
    return sum;
}

/* now -= factor x^shift before */
static void subtract(synthesis *s, uint64_t factor, size_t shift)
{
    for (size_t i = 0; i + shift <= s->count; i++) {
        uint64_t part = multiply(factor, s->before[i], s->prime);

        s->now[i + shift] = (s->now[i + shift] + s->prime - part) % s->prime;
    }
}

/* Whether all terms follow the recurrence, from those on that it is too long for. */
static bool follows(const synthesis *s)
{
    cq_hold(s->now[0] == 1 && s->length <= s->count);
    for (size_t n = s->length; n < s->count; n++)
        cq_hold(discrepancy(s, n) == 0);
    return true;
}

static void synthesize(synthesis *s)
{
    size_t size = (s->count + 1) * sizeof *s->now, shift = 1;
    uint64_t last = 1; /* the discrepancy when the length last grew */

    memset(s->now, 0, size);
    memset(s->before, 0, size);
    s->now[0] = s->before[0] = 1;
    s->length = 0;
    for (size_t n = 0; n < s->count; n++, shift++) {
        uint64_t d = discrepancy(s, n), factor;

        if (d == 0)
            continue;
        factor = multiply(d, power(last, s->prime - 2, s->prime), s->prime);
        if (2 * s->length > n) {
            subtract(s, factor, shift);
            continue;
        }
        memcpy(s->copy, s->now, size);
        subtract(s, factor, shift);
        memcpy(s->before, s->copy, size);
        s->length = n + 1 - s->length;
        last = d;
        shift = 0;
    }
    cq_assert(follows(s));
}

static void free_synthesis(synthesis *s)
{
    cq_free_each(s->terms, s->now, s->before, s->copy);
    mpz_clears(s->modulus, s->rest, NULL);
}

static cq_status make_synthesis(cq_context *ctx, size_t count, synthesis *out)
{
    synthesis s = {.count = count};

    s.terms = cq_alloc(ctx, count + 1, sizeof *s.terms);
    s.now = cq_alloc(ctx, count + 1, sizeof *s.now);
    s.before = cq_alloc(ctx, count + 1, sizeof *s.before);
    s.copy = cq_alloc(ctx, count + 1, sizeof *s.copy);
    mpz_inits(s.modulus, s.rest, NULL);
    *out = s;
    if (s.terms && s.now && s.before && s.copy)
        return CQ_OK;
    free_synthesis(out);
    return CQ_MEMORY;
}

/* ---- exactly ---- */

/* Whether a(n) = sum of c[i] a(n-1-i). */
static bool holds_at(const cq_terms *terms, const cq_terms *c, size_t n)
{
    bool right;
    mpz_t sum;

    cq_assert(n >= c->count && n < terms->count);
    mpz_init(sum);
    for (size_t i = 0; i < c->count; i++)
        mpz_addmul(sum, c->at[i], terms->at[n - 1 - i]);
    right = mpz_cmp(sum, terms->at[n]) == 0;
    mpz_clear(sum);
    return right;
}

/* For all n from the order on. */
static bool holds(const cq_terms *terms, const cq_terms *c)
{
    for (size_t n = c->count; n < terms->count; n++)
        if (!holds_at(terms, c, n))
            return false;
    return true;
}

/* The coefficients modulo `prime` into those modulo `modulus` (Garner), which grows. */
static void join(cq_terms *c, synthesis *s, mpz_t modulus)
{
    uint64_t left = rest_of(s, modulus);
    uint64_t inverse = power(left, s->prime - 2, s->prime);

    for (size_t i = 0; i < c->count; i++) {
        uint64_t wanted = (s->prime - s->now[i + 1]) % s->prime;
        uint64_t step = (wanted + s->prime - rest_of(s, c->at[i])) % s->prime;

        cq_number_set(s->rest, multiply(step, inverse, s->prime));
        mpz_addmul(c->at[i], modulus, s->rest);
        cq_assert(rest_of(s, c->at[i]) == wanted);
    }
    mpz_mul(modulus, modulus, s->modulus);
}

/* Of the numbers that are the same modulo `modulus` the one nearest to 0. */
static void lift(const cq_terms *c, const mpz_t modulus, cq_terms *out)
{
    mpz_t half;

    mpz_init(half);
    mpz_fdiv_q_2exp(half, modulus, 1);
    for (size_t i = 0; i < c->count; i++) {
        mpz_set(out->at[i], c->at[i]);
        if (mpz_cmp(out->at[i], half) > 0)
            mpz_sub(out->at[i], out->at[i], modulus);
    }
    mpz_clear(half);
}

static void take_modulo(const cq_terms *terms, synthesis *s)
{
    for (size_t i = 0; i < terms->count; i++)
        s->terms[i] = rest_of(s, terms->at[i]);
}

static bool is_short(size_t length, size_t terms)
{
    return length > 0 && 2 * length + CQ_RECURRENCE_SPARE <= terms;
}

/* Prime after prime, until the coefficients hold; *found is empty if they never do.
 */
static cq_status find_coefficients(cq_context *ctx, const cq_terms *terms, synthesis *s,
                                   cq_terms *found)
{
    cq_terms joined = {0};
    cq_status status = CQ_OK;
    mpz_t modulus;
    bool right = false;

    cq_number_set(s->modulus, UINT64_C(1) << 61);
    mpz_init_set_ui(modulus, 1);
    for (int i = 0; i < PRIMES_MOST && !right && status == CQ_OK; i++) {
        mpz_nextprime(s->modulus, s->modulus);
        s->prime = cq_number_get(s->modulus);
        take_modulo(terms, s);
        synthesize(s);
        if (!is_short(s->length, terms->count))
            break;
        if (s->length != joined.count) { /* the first, or a prime that hid something */
            cq_terms_free(&joined);
            cq_terms_free(found);
            mpz_set_ui(modulus, 1);
            status = cq_terms_make(ctx, s->length, &joined);
            cq_then(status, cq_terms_make(ctx, s->length, found));
            if (status != CQ_OK)
                break;
        }
        join(&joined, s, modulus);
        lift(&joined, modulus, found);
        right = holds(terms, found);
    }
    if (!right)
        cq_terms_free(found);
    cq_terms_free(&joined);
    mpz_clear(modulus);
    return status;
}

/* P has the first `order` terms of the product of Q and the series. */
static cq_status make_series(cq_context *ctx, const cq_terms *terms, uint64_t from,
                             cq_recurrence *r)
{
    const cq_terms *c = &r->coefficients;

    cq_try(cq_terms_make(ctx, r->order + 1, &r->denominator));
    cq_try(cq_terms_make(ctx, r->order + (size_t)from, &r->numerator));
    mpz_set_ui(r->denominator.at[0], 1);
    for (size_t i = 0; i < r->order; i++)
        mpz_neg(r->denominator.at[i + 1], c->at[i]);
    for (size_t n = 0; n < r->order; n++)
        for (size_t i = 0; i <= n; i++)
            mpz_addmul(r->numerator.at[n + from], r->denominator.at[i],
                       terms->at[n - i]);
    return CQ_OK;
}

/* Coefficients of 0 at the end only say that the first terms do not follow. */
static void trim(cq_terms *c)
{
    while (c->count > 1 && mpz_sgn(c->at[c->count - 1]) == 0)
        mpz_clear(c->at[--c->count]);
}

/* Then a(n) = 0, which has no coefficients to be found: order 1 with a 0. */
static bool are_zero(const cq_terms *terms)
{
    for (size_t i = 0; i < terms->count; i++)
        if (mpz_sgn(terms->at[i]))
            return false;
    return true;
}

cq_status cq_recurrence_find(cq_context *ctx, const cq_terms *terms, uint64_t from,
                             cq_recurrence *out)
{
    cq_recurrence r = {0};
    synthesis s;
    cq_status status;

    cq_try(make_synthesis(ctx, terms->count, &s));
    status = find_coefficients(ctx, terms, &s, &r.coefficients);
    cq_assert(status != CQ_OK || holds(terms, &r.coefficients) ||
              !r.coefficients.count);
    free_synthesis(&s);
    if (status == CQ_OK && are_zero(terms) && is_short(1, terms->count))
        status = cq_terms_make(ctx, 1, &r.coefficients);
    r.order = r.coefficients.count;
    if (status == CQ_OK && r.order) {
        cq_assert(is_short(r.order, terms->count));
        r.checked = terms->count - 2 * r.order;
        status = make_series(ctx, terms, from, &r);
        trim(&r.coefficients);
        trim(&r.denominator);
        trim(&r.numerator);
    }
    if (status != CQ_OK) {
        cq_recurrence_free(&r);
        return status;
    }
    *out = r;
    return CQ_OK;
}

cq_status cq_counted_compare(cq_context *ctx, cq_counted *counted,
                             const cq_recurrence *r, cq_terms *all, const mpz_t term)
{
    cq_assert(!counted->refuted && all->count > r->coefficients.count);
    cq_assert(all->count == counted->terms.count + counted->further);
    cq_try(cq_terms_append(ctx, all, term));
    counted->further++;
    counted->refuted = !holds_at(all, &r->coefficients, all->count - 1);
    return CQ_OK;
}

void cq_recurrence_judge(cq_recurrence *r, const cq_counted *counted)
{
    size_t terms = counted->terms.count + counted->further;

    if (counted->refuted)
        cq_recurrence_free(r);
    r->proved = r->order && counted->states &&
                terms >= counted->skipped + counted->states + r->order;
}

void cq_recurrence_free(cq_recurrence *recurrence)
{
    cq_terms_free(&recurrence->coefficients);
    cq_terms_free(&recurrence->numerator);
    cq_terms_free(&recurrence->denominator);
    memset(recurrence, 0, sizeof *recurrence);
}

/* ---- in words ---- */

/* " + 4*", " - " and so on: the sign and the factor of a summand. */
static void put_factor(const mpz_t factor, bool first, bool alone, const char *times,
                       FILE *out)
{
    bool negative = mpz_sgn(factor) < 0;
    bool one = mpz_cmpabs_ui(factor, 1) == 0;

    fputs(first ? negative ? "-" : "" : negative ? " - " : " + ", out);
    if (!one || alone) {
        mpz_t size;

        mpz_init(size);
        mpz_abs(size, factor);
        mpz_out_str(out, 10, size);
        mpz_clear(size);
        fputs(alone ? "" : times, out);
    }
}

void cq_recurrence_write(const cq_recurrence *recurrence, bool latex, FILE *out)
{
    const cq_terms *c = &recurrence->coefficients;
    bool first = true;

    fputs("a(n) = ", out);
    for (size_t i = 0; i < c->count; i++) {
        if (mpz_sgn(c->at[i]) == 0)
            continue;
        put_factor(c->at[i], first, false, latex ? "\\," : "*", out);
        fprintf(out, "a(n-%zu)", i + 1);
        first = false;
    }
    if (first) /* order 1, and the terms are 0 */
        putc('0', out);
}

static void put_polynomial(const cq_terms *p, bool latex, FILE *out)
{
    bool first = true;

    for (size_t i = 0; i < p->count; i++) {
        if (mpz_sgn(p->at[i]) == 0)
            continue;
        put_factor(p->at[i], first, i == 0, latex ? "" : "*", out);
        if (i)
            putc('x', out);
        if (i > 1)
            fprintf(out, latex ? "^{%zu}" : "^%zu", i);
        first = false;
    }
    if (first)
        putc('0', out);
}

void cq_recurrence_write_series(const cq_recurrence *recurrence, bool latex, FILE *out)
{
    fputs(latex ? "\\frac{" : "(", out);
    put_polynomial(&recurrence->numerator, latex, out);
    fputs(latex ? "}{" : ")/(", out);
    put_polynomial(&recurrence->denominator, latex, out);
    putc(latex ? '}' : ')', out);
}
