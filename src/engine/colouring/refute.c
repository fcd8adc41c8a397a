/* refute.c - which numbers of a space refute, and the simplest of them.
 *
 * A tiling's placements sum to the board: board = sum of copies * value, modulo M. The
 * space's solutions are sums of a few; each is written out as one long row,
 *
 *     colours ... | values of the pieces ... | rest
 *
 * where the rest is the board's sum less that of the copies that must be used. All
 * entries are sums of the colours, so that whatever is done to a row keeps it right.
 *
 * First the pieces that come in a choice of copies are given the value 0, by equations.
 * Then a row whose rest is not 0 refutes. M is a product of powers of primes, and it is
 * enough to look at one of these, q = p^k, at a time: if all colours are divisible by
 * p^j they are divided by it, which leaves them right modulo p^(k - j); and if the rest
 * is then divisible by p^s but not by p^(s + 1), it is not 0 modulo p^(s + 1), a small
 * modulus. Multiples of other rows are added as long as that makes fewer different
 * numbers, or smaller ones.
 *
 * Else, if copies are limited, all values are allowed: which rests can the copies make
 * that also fill the area? A set of remainders for each area, as bits, answers that.
 */
#include "engine/colouring/colouring.h"

#include "base/assert.h"

#include <string.h>

enum { MODULUS_BITS = 64, PLAIN_AREA = 255 }; /* remainders are the bits of one word */

void cq_colour_space_free(cq_colour_space *space)
{
    cq_equations_free(&space->equations);
    cq_free(space->forms);
    space->forms = NULL;
}

/* Rows of the solutions, written out. */
typedef struct rows {
    cq_painter *painter;
    const cq_pieces *pieces;
    size_t count, width, colours;
    uint32_t *at;
    uint32_t *best, *other, *trial; /* one row each */
} rows;

/* ---- writing out ---- */

static void write_row(const cq_colour_space *space, const rows *r,
                      const uint32_t *unknowns, uint32_t *out)
{
    size_t n = space->equations.unknowns, last = r->width - 1;
    uint64_t m = space->equations.modulus, fixed = 0;

    for (size_t i = 0; i < r->width; i++) {
        const uint32_t *form = space->forms + i * n;
        uint64_t sum = 0;

        for (size_t k = 0; k < n; k++)
            sum = (sum + (uint64_t)form[k] * unknowns[k]) % m;
        out[i] = (uint32_t)sum;
    }
    for (size_t p = 0; p < r->pieces->count; p++)
        fixed =
            (fixed + (uint64_t)r->pieces->at[p].least % m * out[r->colours + p]) % m;
    out[last] = (uint32_t)((out[last] + m - fixed) % m);
    r->painter->steps += (uint64_t)r->width * n;
}

static cq_status write_rows(rows *r, const cq_colour_space *space,
                            const cq_equations *equations)
{
    uint32_t *solutions = NULL;
    cq_context *ctx = r->painter->run->ctx;
    cq_status status = cq_equations_solve(equations, &solutions, &r->count);

    if (status != CQ_OK)
        return status;
    r->at = cq_alloc(ctx, cq_times(r->count + 3, r->width), sizeof *r->at);
    for (size_t i = 0; i < r->count && r->at; i++)
        write_row(space, r, solutions + i * equations->unknowns, r->at + i * r->width);
    cq_free(solutions);
    cq_try_memory(r->at);
    r->best = r->at + r->count * r->width;
    r->other = r->best + r->width;
    r->trial = r->other + r->width;
    return CQ_OK;
}

/* ---- one prime ---- */

/* The row modulo p^k with as many factors p taken out of its colours as they have;
 * returns the modulus that is left, 1 if all are 0. */
static uint32_t localise(const rows *r, const uint32_t *row, size_t at, uint32_t *out)
{
    const cq_moduli *moduli = &r->painter->moduli;
    uint32_t p = moduli->primes[at], q = moduli->powers[at], factor = q;

    for (size_t i = 0; i < r->width; i++)
        out[i] = row[i] % q;
    for (size_t i = 0; i < r->colours; i++)
        while (out[i] % factor)
            factor /= p;
    cq_assert(factor >= 1 && q % factor == 0);
    for (size_t i = 0; i < r->width; i++) {
        cq_assert(out[i] % factor == 0); /* values and rest are sums of the colours */
        out[i] /= factor;
    }
    return q / factor;
}

static void reduce(const rows *r, uint32_t *row, uint32_t modulus)
{
    for (size_t i = 0; i < r->width; i++)
        row[i] %= modulus;
}

/* The least power of p modulo which the rest is not 0; 0: it is 0. */
static uint32_t least_modulus(uint32_t rest, uint32_t p, uint32_t modulus)
{
    uint32_t least = p;

    if (modulus == 1 || rest % modulus == 0)
        return 0;
    while (rest % least == 0)
        least *= p;
    cq_assert(least <= modulus && modulus % least == 0);
    return least;
}

/* ---- simpler numbers ---- */

typedef struct score {
    uint64_t different, sum;
} score;

/* Numbers above 63 are taken for different ones from then on. */
static score judge(const rows *r, const uint32_t *row)
{
    uint64_t seen = 0;
    score s = {0};

    for (size_t i = 0; i < r->colours; i++) {
        s.sum += row[i];
        if (row[i] >= 64)
            s.different++;
        else
            seen |= UINT64_C(1) << row[i];
    }
    s.different += (uint64_t)__builtin_popcountll(seen);
    return s;
}

static bool is_simpler(score a, score b)
{
    return a.different != b.different ? a.different < b.different : a.sum < b.sum;
}

/* trial = a * best + b * other */
static void mix(const rows *r, uint32_t a, uint32_t b, uint32_t modulus)
{
    for (size_t i = 0; i < r->width; i++)
        r->trial[i] =
            (uint32_t)(((uint64_t)a * r->best[i] + (uint64_t)b * r->other[i]) %
                       modulus);
    r->painter->steps += 2 * r->width;
}

/* Whether the trial still refutes and is simpler; then it is the best. */
static bool keep_trial(rows *r)
{
    if (r->trial[r->width - 1] == 0 ||
        !is_simpler(judge(r, r->trial), judge(r, r->best)))
        return false;
    memcpy(r->best, r->trial, r->width * sizeof *r->best);
    return true;
}

/* Solution `i`, right modulo `modulus` = p^e, into r->other. */
static void bring(rows *r, size_t i, size_t prime, uint32_t modulus)
{
    uint32_t own = localise(r, r->at + i * r->width, prime, r->other);
    uint32_t lift = own < modulus ? modulus / own : 1;

    for (size_t k = 0; k < r->width; k++)
        r->other[k] = (uint32_t)((uint64_t)r->other[k] * lift % modulus);
}

static bool simplify_once(rows *r, size_t prime, uint32_t modulus)
{
    uint32_t p = r->painter->moduli.primes[prime];
    bool better = false;

    for (size_t i = 0; i < r->count; i++) {
        bring(r, i, prime, modulus);
        for (uint32_t b = 1; b < modulus; b++) {
            mix(r, 1, b, modulus);
            better |= keep_trial(r);
        }
    }
    memset(r->other, 0, r->width * sizeof *r->other);
    for (uint32_t a = 2; a < modulus; a++) {
        mix(r, a, 0, modulus);
        better |= a % p != 0 && keep_trial(r);
    }
    return better;
}

static void simplify(rows *r, size_t prime, uint32_t modulus)
{
    uint64_t round = (uint64_t)modulus * (r->count + 1) * r->width;

    while (r->painter->steps + round <= r->painter->most)
        if (!simplify_once(r, prime, modulus))
            return;
}

/* ---- the ways to refute ---- */

static cq_status hand_out(const rows *r, uint32_t modulus, cq_colouring *out)
{
    size_t count = r->width - 1;

    out->numbers = cq_alloc(r->painter->run->ctx, count, sizeof *out->numbers);
    cq_try_memory(out->numbers);
    for (size_t i = 0; i < count; i++)
        out->numbers[i] = r->best[i];
    out->modulus = modulus;
    out->found = true;
    return CQ_OK;
}

/* The row and the prime with the least modulus; then its simplest form. */
static cq_status refute_by_rest(rows *r, cq_colouring *out)
{
    const cq_moduli *moduli = &r->painter->moduli;
    uint32_t least = 0;
    size_t prime = 0;

    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < moduli->count; k++) {
            uint32_t modulus = localise(r, r->at + i * r->width, k, r->trial);
            uint32_t own =
                least_modulus(r->trial[r->width - 1], moduli->primes[k], modulus);

            if (!own || (least && own >= least))
                continue;
            least = own;
            prime = k;
            memcpy(r->best, r->trial, r->width * sizeof *r->best);
        }
    if (!least)
        return CQ_OK;
    reduce(r, r->best, least);
    simplify(r, prime, least);
    cq_assert(r->best[r->width - 1] != 0);
    return hand_out(r, least, out);
}

/* Bits moved round, as remainders are added. */
static uint64_t turn(uint64_t set, uint32_t by, uint32_t modulus)
{
    uint64_t all = modulus == 64 ? UINT64_MAX : (UINT64_C(1) << modulus) - 1;

    return by ? ((set << by) | (set >> (modulus - by))) & all : set;
}

/* sums[a]: the remainders that copies of the area a can make; a bundle of `some` more
 * is used or not. */
static void use_bundle(uint64_t *sums, size_t left, size_t area, uint32_t by,
                       uint32_t modulus)
{
    for (size_t a = left; a >= area; a--)
        sums[a] |= turn(sums[a - area], by, modulus);
}

/* The same with one copy at a time. */
static bool check_sums(const rows *r, uint32_t modulus, size_t left,
                       const uint64_t *sums)
{
    uint64_t plain[PLAIN_AREA + 1] = {1};

    for (size_t p = 0; p < r->pieces->count && left <= PLAIN_AREA; p++) {
        const cq_piece *piece = &r->pieces->at[p];
        uint32_t copies = piece->most - piece->least;

        for (uint32_t i = 0; i < copies && i * piece->shape.count <= left; i++)
            use_bundle(plain, left, piece->shape.count,
                       r->best[r->colours + p] % modulus, modulus);
    }
    for (size_t a = 0; a <= left && left <= PLAIN_AREA; a++)
        cq_hold(sums[a] == plain[a]);
    return true;
}

/* Whether the copies allowed can make the rest of r->best while they fill the board. */
static bool is_made(const rows *r, uint32_t modulus, size_t left, uint64_t *sums)
{
    cq_assert(modulus >= 2 && modulus <= MODULUS_BITS);
    memset(sums, 0, (left + 1) * sizeof *sums);
    sums[0] = 1;
    for (size_t p = 0; p < r->pieces->count; p++) {
        const cq_piece *piece = &r->pieces->at[p];
        size_t size = piece->shape.count, fit = left / size;
        size_t copies = piece->most - piece->least;

        copies = copies < fit ? copies : fit;
        for (size_t some = 1; copies; some *= 2) {
            some = some < copies ? some : copies;
            use_bundle(sums, left, some * size,
                       (uint32_t)((uint64_t)some * r->best[r->colours + p] % modulus),
                       modulus);
            copies -= some;
            r->painter->steps += left;
        }
    }
    cq_assert(check_sums(r, modulus, left, sums));
    /* The area itself cannot be made: others say so, and no number here would. */
    return sums[left] == 0 || (sums[left] >> r->best[r->width - 1] & 1);
}

/* The area that the copies beyond the least have to fill; false: there is none. */
static bool find_area_left(const cq_problem *problem, size_t *out)
{
    uint64_t fixed = 0, area = problem->board->count;

    for (size_t p = 0; p < problem->pieces.count && fixed <= area; p++)
        fixed +=
            (uint64_t)problem->pieces.at[p].least * problem->pieces.at[p].shape.count;
    *out = (size_t)(area - fixed);
    return fixed < area;
}

/* Goes over the rows modulo powers of each prime, one after the other in r->best, up to
 * the first that `settles` takes. */
static cq_status take_first(rows *r, bool (*settles)(const rows *, uint32_t, void *),
                            void *state, cq_colouring *out)
{
    const cq_moduli *moduli = &r->painter->moduli;

    for (size_t i = 0; i < r->count; i++)
        for (size_t k = 0; k < moduli->count; k++) {
            uint32_t most = localise(r, r->at + i * r->width, k, r->other);

            for (uint32_t m = moduli->primes[k]; m <= most && m <= MODULUS_BITS;
                 m *= moduli->primes[k]) {
                memcpy(r->best, r->other, r->width * sizeof *r->best);
                reduce(r, r->best, m);
                if (settles(r, m, state))
                    return hand_out(r, m, out);
            }
        }
    return CQ_OK;
}

typedef struct area_sums {
    uint64_t *sums;
    size_t left;
} area_sums;

static bool is_missed(const rows *r, uint32_t modulus, void *state)
{
    const area_sums *a = state;

    return r->painter->steps <= r->painter->most &&
           !is_made(r, modulus, a->left, a->sums);
}

static cq_status refute_by_copies(rows *r, cq_colouring *out)
{
    area_sums a;
    cq_status status;

    if (!find_area_left(r->painter->run->problem, &a.left) ||
        a.left > r->painter->most - r->painter->steps)
        return CQ_OK;
    a.sums = cq_alloc(r->painter->run->ctx, a.left + 1, sizeof *a.sums);
    cq_try_memory(a.sums);
    status = take_first(r, is_missed, &a, out);
    cq_free(a.sums);
    return status;
}

/* ---- bounds on the copies ---- */

/* Whether r->best, modulo m, rules out numbers of copies. */
static bool narrows(const rows *r, uint32_t m, void *state)
{
    int64_t *values = state;

    for (size_t p = 0; p < r->pieces->count; p++)
        values[p] = r->best[r->colours + p];
    return cq_copy_sets_narrow(r->painter->sets, m, values, r->best[r->width - 1]);
}

static cq_status find_narrowing(rows *r, cq_colouring *out)
{
    int64_t *values = cq_alloc(r->painter->run->ctx, r->pieces->count, sizeof *values);
    cq_status status;

    cq_try_memory(values);
    status = take_first(r, narrows, values, out);
    cq_free(values);
    return status;
}

/* ---- all of them ---- */

/* Gives pieces that come in a choice of copies the value 0, all but one. */
static cq_status bind_choices(const cq_colour_space *space, const cq_pieces *pieces,
                              size_t but, cq_equations *equations, bool *bound)
{
    size_t n = equations->unknowns;

    for (size_t p = 0; p < pieces->count; p++) {
        if (p == but || !cq_has_choice(&pieces->at[p]))
            continue;
        *bound = true;
        for (size_t k = 0; k < n; k++)
            equations->room[k] = (uint32_t)(space->forms[(space->colours + p) * n + k] %
                                            equations->modulus);
        cq_try(cq_equations_add(equations, equations->room));
    }
    return CQ_OK;
}

static cq_status look_at(rows *r, const cq_colour_space *space,
                         const cq_equations *equations,
                         cq_status (*refute)(rows *, cq_colouring *), cq_colouring *out)
{
    cq_status status = write_rows(r, space, equations);

    cq_then(status, refute(r, out));
    cq_free(r->at);
    r->at = NULL;
    return status;
}

/* The same with the values of pieces that come in a choice of copies bound to 0, but
 * for one of them. */
static cq_status look_at_bound(rows *r, const cq_colour_space *space, size_t but,
                               cq_status (*refute)(rows *, cq_colouring *),
                               bool *choice, cq_colouring *out)
{
    cq_equations bound = {0};
    cq_status status = cq_equations_copy(&space->equations, &bound);

    cq_then(status, bind_choices(space, r->pieces, but, &bound, choice));
    cq_then(status, look_at(r, space, &bound, refute, out));
    cq_equations_free(&bound);
    return status;
}

static cq_status narrow_copies(rows *r, const cq_colour_space *space, cq_colouring *out)
{
    bool choice = false;

    for (size_t p = 0; p < r->pieces->count && !out->found; p++)
        if (cq_has_choice(&r->pieces->at[p]))
            cq_try(look_at_bound(r, space, p, find_narrowing, &choice, out));
    return choice && !out->found
               ? look_at(r, space, &space->equations, find_narrowing, out)
               : CQ_OK;
}

cq_status cq_space_refute(cq_painter *painter, const cq_colour_space *space,
                          cq_colouring *out)
{
    const cq_pieces *pieces = &painter->run->problem->pieces;
    rows r = {.painter = painter,
              .pieces = pieces,
              .colours = space->colours,
              .width = space->colours + pieces->count + 1};
    bool choice = false;

    if (painter->sets)
        return narrow_copies(&r, space, out);
    cq_try(look_at_bound(&r, space, SIZE_MAX, refute_by_rest, &choice, out));
    return choice && !out->found
               ? look_at(&r, space, &space->equations, refute_by_copies, out)
               : CQ_OK;
}
