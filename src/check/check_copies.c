/* check_copies.c - sums of copies: the bounded knapsack of the proofs by counting.
 *
 * The copies that must be used are taken off first. What is left is a set of lots
 * (area, value, how many), and the question which totals they can make.
 *
 *     fills   a set of reachable areas, one bit each. Using up to k copies of area a
 *             is: use 1 or not, then 2 or not, then 4 or not ... and the rest or not,
 *             which makes every number from 0 to k. Each is one shift of the set.
 *     best    the same with the best value for each area instead of a bit.
 *     made    the same with a mark for each area and each remainder of the value.
 *
 * Cost: for an area of n, n / 64 words for each shift; a hundred million squares and a
 * dozen lots take about a second. The tables take a number or a mark for each area, and
 * are refused if they would be too large.
 */
#include "base/gcd.h"
#include "check/check_copies.h"
#include "base/assert.h"

/* Entries of a table. */
enum { BEST_MOST = 4000001, MADE_MOST = 1 << 24 };

static cq_status add_lot(cq_context *ctx, cq_supply *supply, uint64_t area,
                         int64_t value, uint64_t spare)
{
    uint64_t fit = supply->left / area;
    size_t i = 0;

    while (i < supply->lots.count &&
           (supply->lots.at[i].area != area || supply->lots.at[i].value != value))
        i++;
    if (i == supply->lots.count)
        cq_try(
            cq_vec_push(ctx, &supply->lots, ((cq_lot){.area = area, .value = value})));
    spare += supply->lots.at[i].spare;
    supply->lots.at[i].spare = spare < fit ? spare : fit;
    return CQ_OK;
}

/* Every lot has copies that fit, and no two are alike. */
static bool check_lots(const cq_supply *s)
{
    for (size_t i = 0; i < s->lots.count; i++) {
        const cq_lot *lot = &s->lots.at[i];

        cq_hold(lot->spare > 0 && lot->spare <= s->left / lot->area);
        for (size_t k = 0; k < i && i < CQ_WALK_PAIRS; k++)
            cq_hold(lot->area != s->lots.at[k].area ||
                    lot->value != s->lots.at[k].value);
    }
    return true;
}

cq_status cq_supply_make(cq_context *ctx, const cq_pieces *pieces,
                         const int64_t *values, size_t area, cq_supply *out)
{
    cq_supply supply = {.left = area};

    for (size_t p = 0; p < pieces->count && !supply.too_large; p++) {
        const cq_piece *piece = &pieces->at[p];
        uint64_t fixed = piece->least * (uint64_t)piece->shape.count; /* below 2^63 */

        supply.too_large = fixed > supply.left;
        supply.left -= supply.too_large ? 0 : fixed;
        supply.value += (int64_t)piece->least * values[p];
    }
    for (size_t p = 0; p < pieces->count && !supply.too_large; p++) {
        const cq_piece *piece = &pieces->at[p];
        uint64_t size = piece->shape.count;

        cq_assert(piece->least <= piece->most);
        if (piece->most > piece->least && size && size <= supply.left &&
            add_lot(ctx, &supply, size, values[p], piece->most - piece->least) !=
                CQ_OK) {
            cq_supply_free(&supply);
            return CQ_MEMORY;
        }
    }
    cq_assert(supply.left <= area && check_lots(&supply));
    *out = supply;
    return CQ_OK;
}

void cq_supply_free(cq_supply *supply)
{
    cq_vec_free(&supply->lots);
    cq_free_each(supply->made, supply->best);
}

void cq_bits_spread_up(cq_word *set, size_t words, size_t by)
{
    for (size_t i = words; i-- > by / 64;) /* from the top: none is moved twice */
        set[i] |= cq_bits_moved_up(set, i, by);
}

void cq_bits_move_down(cq_word *set, size_t words, size_t by)
{
    for (size_t i = 0; i < words; i++)
        set[i] = cq_bits_moved_down(set, words, i, by);
}

/* Sums decide many cases without a set: 1 fills, 0 does not, -1 has to be tried. */
static int fills_by_sums(const cq_supply *supply)
{
    uint64_t total = 0, divisor = 0;

    if (supply->too_large)
        return 0;
    if (supply->left == 0)
        return 1;
    for (size_t i = 0; i < supply->lots.count; i++) {
        const cq_lot *lot = &supply->lots.at[i];

        if (lot->spare * lot->area == supply->left)
            return 1;
        total += lot->spare * lot->area;
        divisor = cq_gcd(divisor, lot->area);
    }
    return total < supply->left || divisor == 0 || supply->left % divisor ? 0 : -1;
}

cq_status cq_supply_fills(cq_context *ctx, const cq_supply *supply, bool *out)
{
    int known = fills_by_sums(supply);
    size_t words = cq_bits_words((size_t)supply->left + 1);
    cq_word *reached;

    if (known >= 0) {
        *out = known;
        return CQ_OK;
    }
    reached = cq_bits_new(ctx, (size_t)supply->left + 1);
    cq_try_memory(reached);
    cq_bits_add(reached, 0);
    for (size_t i = 0; i < supply->lots.count; i++) {
        const cq_lot *lot = &supply->lots.at[i];

        cq_assert(lot->spare > 0 && lot->spare * lot->area <= supply->left);
        for (uint64_t left = lot->spare, some = 1; left; left -= some, some *= 2) {
            some = some < left ? some : left;
            cq_bits_spread_up(reached, words, (size_t)(some * lot->area));
        }
    }
    cq_assert(cq_bits_has(reached, 0));
    *out = cq_bits_has(reached, (size_t)supply->left);
    cq_free(reached);
    return CQ_OK;
}

/* ---- tables ---- */

/* A bundle of copies is used or not; downwards, so that it is used once. */
static void use_in_best(int64_t *best, size_t left, size_t area, int64_t value)
{
    cq_assert(area > 0 && area <= left);
    for (size_t n = left; n >= area; n--)
        if (best[n - area] != INT64_MIN && best[n - area] + value > best[n])
            best[n] = best[n - area] + value;
}

/* The same where made[n * modulus + r]: copies of area n can have the remainder r. */
static void use_in_made(char *made, size_t left, size_t area, uint32_t modulus,
                        uint32_t value)
{
    cq_assert(area > 0 && area <= left && value < modulus);
    for (size_t n = left; n >= area; n--)
        for (uint32_t r = 0; r < modulus; r++)
            if (made[(n - area) * modulus + r])
                made[n * modulus + (r + value) % modulus] = 1;
}

/* A table for what must be used alone. */
static cq_status begin_table(cq_context *ctx, cq_supply *s)
{
    size_t areas = (size_t)s->left + 1;

    if (s->modulus) {
        s->made = cq_zalloc(ctx, areas, s->modulus);
        cq_try_memory(s->made);
        cq_assert(s->value >= 0);
        s->made[s->value % s->modulus] = 1;
        return CQ_OK;
    }
    s->best = cq_alloc(ctx, areas, sizeof *s->best);
    cq_try_memory(s->best);
    for (size_t n = 1; n < areas; n++)
        s->best[n] = INT64_MIN;
    s->best[0] = s->value;
    return CQ_OK;
}

cq_status cq_supply_tabulate(cq_context *ctx, cq_supply *s, uint32_t modulus)
{
    size_t all = (size_t)s->left;

    cq_assert(!s->made && !s->best);
    s->modulus = modulus;
    s->decided = s->too_large || s->left < (modulus ? MADE_MOST / modulus : BEST_MOST);
    if (s->too_large || !s->decided)
        return CQ_OK;
    cq_try(begin_table(ctx, s));
    for (size_t i = 0; i < s->lots.count; i++) {
        const cq_lot *lot = &s->lots.at[i];

        for (uint64_t left = lot->spare, some = 1; left; left -= some, some *= 2) {
            some = some < left ? some : left;
            if (modulus)
                use_in_made(s->made, all, (size_t)(some * lot->area), modulus,
                            (uint32_t)(some * (uint64_t)lot->value % modulus));
            else
                use_in_best(s->best, all, (size_t)(some * lot->area),
                            (int64_t)some * lot->value);
        }
    }
    return CQ_OK;
}

bool cq_supply_makes(const cq_supply *s, uint64_t unfilled, int64_t wanted)
{
    int64_t m = s->modulus;
    uint64_t area = s->left - unfilled;

    cq_assert(s->decided);
    if (s->too_large || unfilled > s->left)
        return false;
    if (m)
        return s->made[area * s->modulus + (uint64_t)((wanted % m + m) % m)];
    return s->best[area] != INT64_MIN && s->best[area] >= wanted;
}

cq_status cq_supply_can(cq_context *ctx, const cq_pieces *pieces, const int64_t *values,
                        size_t area, uint32_t modulus, int64_t wanted, bool *decided,
                        bool *out)
{
    cq_supply supply = {0};
    cq_status status = cq_supply_make(ctx, pieces, values, area, &supply);

    cq_then(status, cq_supply_tabulate(ctx, &supply, modulus));
    *decided = status == CQ_OK && supply.decided;
    *out = *decided && cq_supply_makes(&supply, 0, wanted);
    cq_supply_free(&supply);
    return status;
}
