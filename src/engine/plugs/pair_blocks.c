/* pair_blocks.c - counts the closed tours of two blocks with the same ends, and finds
 * one of them.
 *
 * With numbers t and b for the matings of k ends on either side, the tours are
 *
 *     sum over matings x, y of   t[x] b[y] [x and y make one cycle].
 *
 * It is not necessary to look at all (k-1)!! squared pairs. Let q be the partner of the
 * last end in y: the matings y with this q stand together in b, and x, with the ends q
 * and last linked, is a mating of k - 2 ends. So for each q the numbers t go through
 * one change of matings, and what remains is the same with two ends less:
 *
 *     k (k-1)!! + (k-1) (k-2) (k-3)!! + ...  <  k^2 / 4 (k-1)!!  additions.
 *
 * For up to twelve ends a table lists what is added up for each mating after a link,
 * and where b is zero for all matings with some q, there is nothing to do.
 *
 * If the blocks have few entries, their pairs are tested one by one instead.
 *
 * The tours of two blocks are numbered by the mating y, and then by what is left of the
 * number, divided by b[y]: the quotient by x, the rest is the number of y's way. So it
 * does not depend on how the blocks are kept, and a tour has the same number in memory,
 * on disk and with several ranks. If there are arrays, y is found q by q. */
#include "engine/plugs/plug_join.h"

#include <stdlib.h>
#include <string.h>

cq_status cq_plug_pairing_new(cq_plug_joining *j, cq_plug_gatherer *gatherer,
                              cq_plug_pairing *p)
{
    cq_context *ctx = j->plugs->ctx;
    size_t maps = j->there.maps;

    *p = (cq_plug_pairing){.j = j,
                           .matings = &j->plugs->matings,
                           .ctx = ctx,
                           .gatherer = gatherer,
                           .limbs = j->one->limbs};
    mpz_inits(p->a, p->b, p->sum, NULL);
    p->sources = cq_alloc(ctx, maps, sizeof *p->sources);
    p->changes = cq_alloc(ctx, maps * CQ_MATING_MOST, sizeof *p->changes);
    if (p->sources && p->changes)
        return CQ_OK;
    cq_plug_pairing_free(p);
    return CQ_MEMORY;
}

void cq_plug_pairing_free(cq_plug_pairing *p)
{
    cq_free_each(p->sources, p->changes);
    cq_vec_free_each(&p->numbers, &p->back, &p->others);
    mpz_clears(p->a, p->b, p->sum, NULL);
}

/* ---- two blocks with a number for each mating ---- */

static void add_product(cq_plug_pairing *p, const uint64_t *x, const uint64_t *y)
{
    cq_limbs_read(p->a, x, p->limbs);
    cq_limbs_read(p->b, y, p->limbs);
    mpz_addmul(p->sum, p->a, p->b);
}

static bool are_zero(const uint64_t *numbers, size_t count)
{
    uint64_t any = 0;

    for (size_t i = 0; i < count; i++)
        any |= numbers[i];
    return !any;
}

/* What links the last of k ends with end q makes of the numbers x. */
static void link_short(cq_plug_pairing *p, unsigned k, unsigned q, const uint64_t *x,
                       uint64_t *to)
{
    const uint16_t *from = cq_mating_links(p->matings, k, q);
    size_t count = cq_mating_words(p->matings, k - 2, 1);

    if (!from) {
        cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};

        memset(to, 0, count * sizeof *to);
        cq_mating_add(p->matings, link, k, 1, x, to, p->back.at);
        return;
    }
    for (size_t i = 0; i < count; i++, from += k - 2) {
        uint64_t sum = 0;

        for (unsigned s = 0; s < k - 2; s++)
            sum += x[from[s]];
        to[i] = sum;
    }
}

/* Sums of one limb on both sides (cq_plug_join_open) make sums of products below
 * 2^128. */
static cq_wide pair_short(cq_plug_pairing *p, unsigned k, uint64_t *x,
                          const uint64_t *y)
{
    size_t count = cq_mating_words(p->matings, k, 1), less;
    uint64_t *next = x + count;
    cq_wide sum = {0};

    cq_assert(k >= 2 && k % 2 == 0 && next <= p->numbers.at + p->numbers.room);
    if (k == 2)
        return cq_wide_product(x[0], y[0]);
    if (k == 4) /* all but a mating with itself */
        return cq_wide_plus(cq_wide_product(x[0], y[1] + y[2]),
                            cq_wide_plus(cq_wide_product(x[1], y[0] + y[2]),
                                         cq_wide_product(x[2], y[0] + y[1])));
    less = cq_mating_words(p->matings, k - 2, 1);
    for (unsigned q = 0; q < k - 1; q++) {
        if (are_zero(y + q * less, less))
            continue;
        link_short(p, k, q, x, next);
        sum = cq_wide_plus(sum, pair_short(p, k - 2, next, y + q * less));
    }
    return sum;
}

static void pair_long(cq_plug_pairing *p, unsigned k, uint64_t *x, const uint64_t *y)
{
    size_t count = cq_mating_words(p->matings, k, p->limbs), less;
    uint64_t *next = x + count;

    cq_assert(k >= 2 && k % 2 == 0 && next <= p->numbers.at + p->numbers.room);
    if (k == 2) {
        add_product(p, x, y);
        return;
    }
    less = cq_mating_words(p->matings, k - 2, p->limbs);
    for (unsigned q = 0; q < k - 1; q++) {
        cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};

        memset(next, 0, less * sizeof *next);
        cq_mating_add(p->matings, link, k, p->limbs, x, next, p->back.at);
        pair_long(p, k - 2, next, y + q * less);
    }
}

static void spread_block(const cq_plug_pairing *p, const cq_plug_block *block,
                         unsigned ends)
{
    size_t count = cq_mating_words(p->matings, ends, p->limbs);
    uint64_t *to = p->numbers.at;

    if (cq_plug_block_is_full(block)) {
        memcpy(to, block->words, count * sizeof *to);
        return;
    }
    memset(to, 0, count * sizeof *to);
    for (size_t i = 0; i < block->entries; i++)
        memcpy(to + cq_plug_block_rank(block, ends, p->limbs, i) * p->limbs,
               block->words + i * p->limbs, p->limbs * sizeof *to);
}

/* The numbers of both sides in arrays. */
static cq_status lay_out(cq_plug_pairing *p, const cq_plug_block *block, unsigned ends,
                         size_t sources)
{
    size_t room = 0;

    for (unsigned k = 2; k <= ends; k += 2)
        room += cq_mating_words(p->matings, k, p->limbs);
    cq_try(cq_vec_renew(p->ctx, &p->numbers, room));
    cq_try(
        cq_vec_renew(p->ctx, &p->back, cq_mating_scratch(p->matings, ends, p->limbs)));
    p->gatherer->limbs = p->limbs;
    cq_try(cq_plug_gather_full(p->gatherer, p->sources, sources, ends));
    spread_block(p, block, ends);
    return CQ_OK;
}

/* Adds the tours of two arrays to p->sum. */
static void pair_arrays(cq_plug_pairing *p, unsigned k, uint64_t *x, const uint64_t *y)
{
    if (p->limbs > 1) {
        pair_long(p, k, x, y);
        return;
    }
    cq_wide_read(p->a, pair_short(p, k, x, y));
    mpz_add(p->sum, p->sum, p->a);
}

/* ---- two blocks with few entries ---- */

static bool make_one_cycle(const uint8_t *x, const uint8_t *y, unsigned ends)
{
    unsigned at = 0, steps = 0;

    do {
        at = y[x[at]];
        steps += 2;
        cq_assert(at < ends && steps <= ends);
    } while (at);
    return steps == ends;
}

static cq_status pair_entries(cq_plug_pairing *p, const cq_plug_block *block,
                              unsigned ends, const cq_plug_source *source)
{
    size_t ours = cq_plug_block_numbers(block, p->matings, ends);
    size_t theirs = cq_plug_block_numbers(source->block, p->matings, ends);
    uint8_t *partners = cq_alloc(p->ctx, ours + 1, CQ_MATING_MOST);

    cq_try_memory(partners);
    for (size_t i = 0; i < ours; i++)
        cq_mating_partners(p->matings, ends,
                           cq_plug_block_rank(block, ends, p->limbs, i),
                           partners + i * CQ_MATING_MOST);
    for (size_t k = 0; k < theirs; k++) {
        uint8_t other[CQ_MATING_MOST];

        cq_mating_partners(p->matings, ends,
                           cq_plug_source_rank(p->matings, p->limbs, source, k), other);
        for (size_t i = 0; i < ours; i++)
            if (make_one_cycle(partners + i * CQ_MATING_MOST, other, ends))
                add_product(p, block->words + i * p->limbs,
                            source->block->words + k * p->limbs);
    }
    p->gatherer->additions += ours * theirs;
    cq_free(partners);
    return CQ_OK;
}

/* ---- patterns that go together ---- */

/* Whether going through all matings of `ends` ends is less work than walking the pairs.
 */
static bool prefers_full(const cq_plug_pairing *p, unsigned ends, double pairs)
{
    double all = (double)p->matings->counts[ends] * ends * ends / 4;

    return ends <= CQ_FULL_MOST && pairs * (4 + ends) > all;
}

/* Whether the blocks of p->sources, with this one, are better laid out in arrays. */
static bool wants_arrays(const cq_plug_pairing *p, const cq_plug_block *block,
                         unsigned ends, size_t count)
{
    double ours = (double)cq_plug_block_numbers(block, p->matings, ends), pairs = 0;

    for (size_t i = 0; i < count; i++)
        pairs +=
            ours * (double)cq_plug_block_numbers(p->sources[i].block, p->matings, ends);
    return count && prefers_full(p, ends, pairs);
}

cq_status cq_plug_pair(cq_plug_pairing *p, const cq_plug_block *block, unsigned ends,
                       size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_assert(p->sources[i].ends == ends);
    if (wants_arrays(p, block, ends, count)) {
        cq_try(lay_out(p, block, ends, count));
        pair_arrays(p, ends, p->numbers.at, p->gatherer->full.at);
        return CQ_OK;
    }
    for (size_t i = 0; i < count; i++)
        cq_try(pair_entries(p, block, ends, &p->sources[i]));
    return CQ_OK;
}

/* ---- one of the tours ---- */

static int compare_others(const void *left, const void *right)
{
    const cq_plug_other *a = left, *b = right;

    return a->y < b->y ? -1 : a->y > b->y;
}

/* The entries of all sources, by their matings. */
static cq_status list_others(cq_plug_pairing *p, unsigned ends, size_t count)
{
    p->others.count = 0;
    for (size_t i = 0; i < count; i++) {
        const cq_plug_source *source = &p->sources[i];
        size_t entries = cq_plug_block_numbers(source->block, p->matings, ends);

        cq_assert(source->block->words && source->ends == ends);
        cq_try(cq_vec_reserve(p->ctx, &p->others, entries));
        for (size_t k = 0; k < entries; k++)
            p->others.at[p->others.count++] =
                (cq_plug_other){cq_plug_source_rank(p->matings, p->limbs, source, k),
                                source->block->words + k * p->limbs};
    }
    if (p->others.count)
        qsort(p->others.at, p->others.count, sizeof *p->others.at, compare_others);
    return CQ_OK;
}

cq_status cq_plug_pair_open(cq_plug_pairing *p, const cq_plug_block *block,
                            unsigned ends, size_t count)
{
    p->in_arrays = wants_arrays(p, block, ends, count);
    return p->in_arrays ? lay_out(p, block, ends, count) : list_others(p, ends, count);
}

/* The q that the number falls to: it goes on with what is left of it. */
static unsigned choose_partner(cq_plug_pairing *p, unsigned k, uint64_t *x,
                               const uint64_t *y, mpz_t number)
{
    size_t words = cq_mating_words(p->matings, k, p->limbs);
    size_t less = cq_mating_words(p->matings, k - 2, p->limbs);

    for (unsigned q = 0;; q++) {
        cq_change link = {CQ_CHANGE_JOIN, (uint8_t)q, (uint8_t)(k - 1)};

        cq_assert(q < k - 1);
        memset(x + words, 0, less * sizeof *x);
        cq_mating_add(p->matings, link, k, p->limbs, x, x + words, p->back.at);
        mpz_set_ui(p->sum, 0);
        pair_arrays(p, k - 2, x + words, y + q * less);
        if (mpz_cmp(number, p->sum) < 0)
            return q;
        mpz_sub(number, number, p->sum);
    }
}

/* Sets the mating y, and p->b to its number. */
static void choose_in_arrays(cq_plug_pairing *p, unsigned ends, mpz_t number,
                             cq_plug_pair_choice *out)
{
    const uint64_t *y = p->gatherer->full.at;
    uint64_t *x = p->numbers.at;

    out->y = 0;
    for (unsigned k = ends; k > 2; k -= 2) {
        unsigned q = choose_partner(p, k, x, y, number);

        x += cq_mating_words(p->matings, k, p->limbs);
        y += q * cq_mating_words(p->matings, k - 2, p->limbs);
        out->y += q * p->matings->counts[k - 2];
    }
    cq_assert(out->y < p->matings->counts[ends]);
    cq_limbs_read(p->b, y, p->limbs);
}

/* Goes over the matings x that make one cycle with y: p->sum is the sum of their
 * numbers. Ends at the one that `one` falls to, unless it is NULL. */
static void go_over(cq_plug_pairing *p, const cq_plug_block *block, unsigned ends,
                    cq_plug_pair_choice *at, mpz_ptr one)
{
    size_t ours = cq_plug_block_numbers(block, p->matings, ends);
    uint8_t x[CQ_MATING_MOST], y[CQ_MATING_MOST];

    mpz_set_ui(p->sum, 0);
    cq_mating_partners(p->matings, ends, at->y, y);
    for (size_t i = 0; i < ours; i++) {
        cq_limbs_read(p->a, block->words + i * p->limbs, p->limbs);
        if (!mpz_sgn(p->a))
            continue;
        at->x = cq_plug_block_rank(block, ends, p->limbs, i);
        cq_mating_partners(p->matings, ends, at->x, x);
        if (!make_one_cycle(x, y, ends))
            continue;
        mpz_add(p->sum, p->sum, p->a);
        if (one && mpz_cmp(one, p->sum) < 0) {
            mpz_sub(p->sum, p->sum, p->a);
            mpz_sub(one, one, p->sum);
            return;
        }
    }
    cq_assert(!one);
}

/* Likewise among the entries that were listed. False: the number is beyond them. */
static bool choose_listed(cq_plug_pairing *p, const cq_plug_block *block, unsigned ends,
                          mpz_t number, cq_plug_pair_choice *out)
{
    for (size_t i = 0; i < p->others.count;) {
        mpz_set_ui(p->b, 0);
        for (out->y = p->others.at[i].y;
             i < p->others.count && p->others.at[i].y == out->y; i++) {
            cq_limbs_read(p->a, p->others.at[i].number, p->limbs);
            mpz_add(p->b, p->b, p->a);
        }
        go_over(p, block, ends, out, NULL);
        mpz_mul(p->sum, p->sum, p->b);
        if (mpz_cmp(number, p->sum) < 0)
            return true;
        mpz_sub(number, number, p->sum);
    }
    return false;
}

cq_status cq_plug_pair_choose(cq_plug_pairing *p, const cq_plug_block *block,
                              unsigned ends, mpz_t number, cq_plug_pair_choice *out)
{
    if (p->in_arrays)
        choose_in_arrays(p, ends, number, out);
    else if (!choose_listed(p, block, ends, number, out))
        return cq_fail(p->ctx, CQ_DEFECT, "two blocks make fewer tours than before");
    cq_assert(mpz_sgn(p->b) > 0 && mpz_sgn(number) >= 0);
    mpz_fdiv_qr(out->one, out->other, number, p->b);
    go_over(p, block, ends, out, out->one);
    cq_assert(mpz_cmp(out->other, p->b) < 0 && mpz_cmp(out->one, p->a) < 0);
    return CQ_OK;
}
