/* howell.c - linear algebra over the integers modulo M, where M need not be prime.
 *
 * Equations are kept as a triangle: row j begins in column j, with a divisor of M.
 *
 *     M = 12      2 1 0      2 x0 +   x1        = 0
 *                 . 6 0             6 x1        = 0    (6 times the row above)
 *                 . . 1                      x2 = 0
 *
 * Its form is J. A. Howell's ("Spans in the module (Z_m)^s", 1986): a multiple of row j
 * that begins further right is a sum of the rows below it. If a row begins with g, M/g
 * times that row is such a multiple, so it is added as another equation. Therefore back
 * substitution never fails: given values for the unknowns on the right, row j asks g *
 * x = rest, and g divides the rest, for M/g times it is 0 already. The solutions for x
 * are then one, plus the multiples of M/g. So each column whose row does not begin with
 * 1 gives one generator of the solutions.
 *
 * Cost: at most unknowns^2 multiplications per equation. They are counted.
 */
#include "engine/colouring/howell.h"

#include "base/assert.h"
#include "base/gcd.h"

#include <string.h>

cq_status cq_equations_new(cq_context *ctx, uint64_t modulus, size_t unknowns,
                           cq_equations *out)
{
    cq_equations e = {.ctx = ctx, .modulus = modulus, .unknowns = unknowns};

    cq_assert(modulus > 1 && modulus < UINT64_C(1) << 31);
    e.rows = cq_zalloc(ctx, cq_times(unknowns, unknowns), sizeof *e.rows);
    e.room = cq_alloc(ctx, cq_times(unknowns, 2), sizeof *e.room);
    if (!e.rows || !e.room) {
        cq_equations_free(&e);
        return CQ_MEMORY;
    }
    *out = e;
    return CQ_OK;
}

void cq_equations_free(cq_equations *equations)
{
    cq_free_each(equations->rows, equations->room);
    equations->rows = equations->room = NULL;
}

cq_status cq_equations_copy(const cq_equations *equations, cq_equations *out)
{
    size_t n = equations->unknowns;

    cq_try(cq_equations_new(equations->ctx, equations->modulus, n, out));
    if (n)
        memcpy(out->rows, equations->rows, n * n * sizeof *out->rows);
    out->steps = equations->steps;
    return CQ_OK;
}

/* d = gcd(a, b) = s a + t b modulo M. */
typedef struct bezout {
    uint64_t d, s, t;
} bezout;

static bezout combine(uint64_t a, uint64_t b, uint64_t modulus)
{
    int64_t s = 1, t = 0, next_s = 0, next_t = 1, m = (int64_t)modulus;

    while (b) {
        int64_t q = (int64_t)(a / b), old_s = s, old_t = t;
        uint64_t rest = a % b;

        s = next_s;
        t = next_t;
        next_s = old_s - q * next_s;
        next_t = old_t - q * next_t;
        a = b;
        b = rest;
    }
    return (bezout){a, (uint64_t)((s % m + m) % m), (uint64_t)((t % m + m) % m)};
}

/* A unit u modulo M with u * a = gcd(a, M). The cofactor that Euclid finds is one up to
 * multiples of M/gcd, of which at least one is prime to M. */
static uint64_t unit_for(uint64_t a, uint64_t modulus)
{
    bezout b = combine(a, modulus, modulus);
    uint64_t u = b.s, step = modulus / b.d;

    while (cq_gcd(u, modulus) != 1)
        u = (u + step) % modulus;
    return u;
}

static void scale(cq_equations *e, uint32_t *row, size_t from, uint64_t by)
{
    for (size_t k = from; k < e->unknowns; k++)
        row[k] = (uint32_t)(row[k] * by % e->modulus);
    e->steps += e->unknowns - from;
}

/* row = row * a + other * b, from a column on. */
static void mix(cq_equations *e, uint32_t *row, uint64_t a, const uint32_t *other,
                uint64_t b, size_t from)
{
    for (size_t k = from; k < e->unknowns; k++)
        row[k] = (uint32_t)((row[k] * a % e->modulus + other[k] * b) % e->modulus);
    e->steps += 2 * (e->unknowns - from);
}

/* Row `at` is new or begins with a smaller divisor now: what follows from it further
 * right is left in `row`. */
static void annihilate(cq_equations *e, size_t at, uint32_t *row)
{
    const uint32_t *pivot = cq_equations_row(e, at);

    memcpy(row + at, pivot + at, (e->unknowns - at) * sizeof *row);
    scale(e, row, at, e->modulus / pivot[at]);
    cq_assert(row[at] == 0);
}

/* The row begins in this column if there is none yet. */
static void settle(cq_equations *e, uint32_t *row, size_t at)
{
    uint32_t *pivot = e->rows + at * e->unknowns;

    memcpy(pivot + at, row + at, (e->unknowns - at) * sizeof *row);
    scale(e, pivot, at, unit_for(row[at], e->modulus));
}

/* Takes what the row has in this column out of it, by means of the pivot, which may get
 * smaller; then *changed. */
static void reduce(cq_equations *e, uint32_t *row, size_t at, bool *changed)
{
    uint32_t *pivot = e->rows + at * e->unknowns, *old = e->room + e->unknowns;
    uint64_t g = pivot[at], r = row[at], m = e->modulus;

    *changed = r % g != 0;
    if (!*changed) {
        mix(e, row, 1, pivot, (m - r / g) % m, at);
        return;
    }
    bezout b = combine(g, r, m);

    memcpy(old + at, pivot + at, (e->unknowns - at) * sizeof *old);
    mix(e, pivot, b.s, row, b.t, at);
    mix(e, row, g / b.d, old, (m - r / b.d) % m, at);
    cq_assert(pivot[at] == b.d && row[at] == 0);
}

cq_status cq_equations_add(cq_equations *e, uint32_t *row)
{
    size_t at = 0;

    for (; at < e->unknowns; at++) {
        const uint32_t *pivot = cq_equations_row(e, at);
        bool changed = true;

        if (row[at] == 0)
            continue;
        if (pivot[at]) {
            reduce(e, row, at, &changed);
        } else {
            settle(e, row, at);
            annihilate(e, at, row);
            continue;
        }
        if (changed) { /* two equations are left: the rest, and what is annihilated */
            uint32_t *more = cq_alloc(e->ctx, e->unknowns, sizeof *more);
            cq_status status = more ? CQ_OK : CQ_MEMORY;

            if (more) {
                memset(more, 0, (at + 1) * sizeof *more);
                annihilate(e, at, more);
                status = cq_equations_add(e, more);
            }
            cq_free(more);
            cq_try(status);
        }
    }
    cq_assert(e->unknowns > CQ_WALK_PAIRS / 8 || cq_equations_check(e));
    return CQ_OK;
}

size_t cq_equations_bound(const cq_equations *e)
{
    size_t count = 0;

    for (size_t at = 0; at < e->unknowns; at++)
        count += cq_equations_row(e, at)[at] == 1;
    return count;
}

/* The value of unknown `at` that row `at` asks for, given those on its right. */
static uint32_t follows(const cq_equations *e, size_t at, const uint32_t *solution)
{
    const uint32_t *row = cq_equations_row(e, at);
    uint64_t sum = 0;

    for (size_t k = at + 1; k < e->unknowns; k++)
        sum = (sum + (uint64_t)row[k] * solution[k]) % e->modulus;
    if (row[at] == 0)
        return 0;
    cq_assert(sum % row[at] == 0);
    return (uint32_t)((e->modulus - sum) % e->modulus / row[at]);
}

cq_status cq_equations_solve(const cq_equations *e, uint32_t **out, size_t *count)
{
    size_t n = e->unknowns, made = 0, most = n - cq_equations_bound(e);
    uint32_t *solutions = cq_zalloc(e->ctx, cq_times(most, n), sizeof *solutions);

    cq_try_memory(solutions);
    for (size_t at = n; at-- > 0;) {
        uint32_t begins = cq_equations_row(e, at)[at];

        for (size_t i = 0; i < made; i++)
            solutions[i * n + at] = follows(e, at, solutions + i * n);
        if (begins != 1)
            solutions[made++ * n + at] = begins ? (uint32_t)(e->modulus / begins) : 1;
    }
    cq_assert(made == most);
    *out = solutions;
    *count = made;
    return CQ_OK;
}

/* Every row begins with a divisor of M in its own column; and what its multiples begin
 * with further right is a multiple of what begins there. */
bool cq_equations_check(const cq_equations *e)
{
    for (size_t at = 0; at < e->unknowns; at++) {
        const uint32_t *row = cq_equations_row(e, at);

        for (size_t k = 0; k < at; k++)
            cq_hold(row[k] == 0);
        if (row[at] == 0) {
            for (size_t k = at; k < e->unknowns; k++)
                cq_hold(row[k] == 0);
            continue;
        }
        cq_hold(e->modulus % row[at] == 0);
        for (size_t k = at + 1; k < e->unknowns; k++) {
            uint64_t left = e->modulus / row[at] * row[k] % e->modulus;
            uint32_t begins = cq_equations_row(e, k)[k];

            if (left == 0)
                continue;
            cq_hold(begins && left % begins == 0);
            break;
        }
    }
    return true;
}
