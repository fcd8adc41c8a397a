/* check_copies.c - sums of copies: the bounded knapsack of the proofs by counting.
 *
 * The copies that must be used are taken off first. What is left is a set of lots
 * (area, value, how many), and the question which totals they can make.
 *
 *     fills   a set of reachable areas, one bit each. Using up to k copies of area a
 *             is: use 1 or not, then 2 or not, then 4 or not ... and the rest or not,
 *             which makes every number from 0 to k. Each is one shift of the set.
 *     best    the same with the best value for each area instead of a bit.
 *     remainder   the same with a mark for each area and each remainder of the value.
 *
 * Cost: for an area of n, n / 64 words for each shift; a hundred million squares and a
 * dozen lots take about a second. `best` takes n numbers and is refused beyond that.
 */
#include "base/gcd.h"
#include "check/check_copies.h"
#include "base/assert.h"

enum { BEST_AREA_MOST = 4000000, REMAINDERS_MOST = 1 << 24 };

static cq_status add_lot(cq_context *ctx, cq_supply *supply, uint64_t area,
                         int64_t value, uint64_t spare)
{
    for (size_t i = 0; i < supply->lots.count; i++) {
        cq_lot *lot = &supply->lots.at[i];

        if (lot->area == area && lot->value == value) {
            lot->spare += spare;
            return CQ_OK;
        }
    }
    return cq_vec_push(ctx, &supply->lots,
                       ((cq_lot){.area = area, .value = value, .spare = spare}));
}

cq_status cq_supply_make(cq_context *ctx, const cq_pieces *pieces,
                         const int64_t *values, size_t area, cq_supply *out)
{
    cq_supply supply = {0};

    for (size_t p = 0; p < pieces->count; p++) {
        const cq_piece *piece = &pieces->at[p];
        uint64_t size = piece->shape.count;

        supply.fixed += piece->least * size; /* below 2^63: size fits 31 bits */
        if (supply.fixed > area) {
            supply.too_large = true;
            *out = supply;
            return CQ_OK;
        }
        supply.value += (int64_t)piece->least * values[p];
    }
    cq_assert(supply.fixed <= area);
    supply.left = area - supply.fixed;
    for (size_t p = 0; p < pieces->count; p++) {
        const cq_piece *piece = &pieces->at[p];
        uint64_t size = piece->shape.count;
        uint64_t fit = size ? supply.left / size : 0;
        uint64_t spare =
            piece->most == CQ_ANY_COPIES ? fit : piece->most - piece->least;

        cq_assert(piece->least <= piece->most);
        spare = spare < fit ? spare : fit;
        if (spare && add_lot(ctx, &supply, size, values[p], spare) != CQ_OK) {
            cq_supply_free(&supply);
            return CQ_MEMORY;
        }
    }
    *out = supply;
    return CQ_OK;
}

void cq_supply_free(cq_supply *supply)
{
    cq_vec_free(&supply->lots);
}

void cq_bits_spread_up(cq_word *set, size_t words, size_t by)
{
    size_t skip = by / 64;
    unsigned bits = by % 64;

    for (size_t i = words; i-- > skip;) {
        cq_word moved = set[i - skip] << bits;

        if (bits && i > skip)
            moved |= set[i - skip - 1] >> (64 - bits);
        set[i] |= moved;
    }
}

void cq_bits_move_down(cq_word *set, size_t words, size_t by)
{
    size_t skip = by / 64;
    unsigned bits = by % 64;

    for (size_t i = 0; i < words; i++) {
        cq_word moved = i + skip < words ? set[i + skip] >> bits : 0;

        if (bits && i + skip + 1 < words)
            moved |= set[i + skip + 1] << (64 - bits);
        set[i] = moved;
    }
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
        uint64_t fit = supply->left / lot->area;

        if (lot->spare >= fit && supply->left % lot->area == 0)
            return 1;
        total += (lot->spare < fit ? lot->spare : fit) * lot->area;
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
        uint64_t fit = supply->left / lot->area;
        uint64_t left = lot->spare < fit ? lot->spare : fit;

        cq_assert(left > 0 && left * lot->area <= supply->left);
        for (uint64_t some = 1; left; some *= 2) {
            some = some < left ? some : left;
            cq_bits_spread_up(reached, words, (size_t)(some * lot->area));
            left -= some;
        }
    }
    cq_assert(cq_bits_has(reached, 0));
    *out = cq_bits_has(reached, (size_t)supply->left);
    cq_free(reached);
    return CQ_OK;
}

/* best[n] is the best value of an area of n, INT64_MIN if no copies make it. */
static void improve(int64_t *best, size_t left, size_t area, int64_t value)
{
    cq_assert(area > 0 && area <= left);
    for (size_t n = left; n >= area; n--)
        if (best[n - area] != INT64_MIN && best[n - area] + value > best[n])
            best[n] = best[n - area] + value;
}

/* Of each area up to `left`; the caller frees it. */
static cq_status find_bests(cq_context *ctx, const cq_supply *supply, int64_t **out)
{
    size_t left = (size_t)supply->left;
    int64_t *best = cq_alloc(ctx, left + 1, sizeof *best);

    cq_try_memory(best);
    best[0] = supply->value;
    for (size_t n = 1; n <= left; n++)
        best[n] = INT64_MIN;
    for (size_t i = 0; i < supply->lots.count; i++) {
        const cq_lot *lot = &supply->lots.at[i];
        uint64_t fit = left / lot->area;
        uint64_t copies = lot->spare < fit ? lot->spare : fit;

        cq_assert(lot->area > 0);
        for (uint64_t some = 1; copies; some *= 2) {
            some = some < copies ? some : copies;
            improve(best, left, (size_t)(some * lot->area), (int64_t)some * lot->value);
            copies -= some;
        }
    }
    *out = best;
    return CQ_OK;
}

cq_status cq_supply_best(cq_context *ctx, const cq_supply *supply, bool *decided,
                         int64_t *out)
{
    int64_t *best;

    *decided = true;
    *out = supply->too_large ? INT64_MIN : supply->value;
    if (supply->too_large || supply->left == 0)
        return CQ_OK;
    *decided = supply->left <= BEST_AREA_MOST;
    if (!*decided)
        return CQ_OK;
    cq_try(find_bests(ctx, supply, &best));
    *out = best[supply->left];
    cq_free(best);
    return CQ_OK;
}

/* made[n * modulus + r]: copies of area n can have the remainder r. A bundle of this
 * area and value is used or not; downwards, so that it is used once. */
static void mark_bundle(char *made, size_t left, size_t area, uint32_t modulus,
                        uint32_t value)
{
    cq_assert(area > 0 && area <= left && value < modulus);
    for (size_t n = left; n >= area; n--)
        for (uint32_t r = 0; r < modulus; r++)
            if (made[(n - area) * modulus + r])
                made[n * modulus + (r + value) % modulus] = 1;
}

/* Of each area up to `left`, with the remainders; the caller frees it. */
static cq_status find_remainders(cq_context *ctx, const cq_supply *supply,
                                 uint32_t modulus, char **out)
{
    size_t left = (size_t)supply->left;
    char *made = cq_zalloc(ctx, (left + 1) * modulus, 1);

    cq_try_memory(made);
    cq_assert(supply->value >= 0);
    made[supply->value % modulus] = 1;
    for (size_t i = 0; i < supply->lots.count; i++) {
        const cq_lot *lot = &supply->lots.at[i];
        uint64_t fit = left / lot->area;
        uint64_t copies = lot->spare < fit ? lot->spare : fit;

        for (uint64_t some = 1; copies; some *= 2) {
            some = some < copies ? some : copies;
            mark_bundle(made, left, (size_t)(some * lot->area), modulus,
                        (uint32_t)(some * (uint64_t)lot->value % modulus));
            copies -= some;
        }
    }
    *out = made;
    return CQ_OK;
}

cq_status cq_supply_remainder(cq_context *ctx, const cq_supply *supply,
                              uint32_t modulus, uint32_t wanted, bool *decided,
                              bool *out)
{
    char *made;

    *decided = !supply->too_large && supply->left < REMAINDERS_MOST / modulus;
    if (!*decided)
        return CQ_OK;
    cq_assert(wanted < modulus);
    cq_try(find_remainders(ctx, supply, modulus, &made));
    *out = made[supply->left * modulus + wanted];
    cq_free(made);
    return CQ_OK;
}

/* ---- all areas at once ---- */

cq_status cq_supply_tabulate(cq_context *ctx, const cq_supply *supply, uint32_t modulus,
                             cq_supply_table *out)
{
    uint64_t most = modulus ? REMAINDERS_MOST / modulus : BEST_AREA_MOST;

    *out = (cq_supply_table){.modulus = modulus,
                             .decided = supply->too_large || supply->left < most};
    if (supply->too_large || !out->decided)
        return CQ_OK;
    return modulus ? find_remainders(ctx, supply, modulus, &out->made)
                   : find_bests(ctx, supply, &out->best);
}

void cq_supply_table_free(cq_supply_table *table)
{
    cq_free_each(table->made, table->best);
}

bool cq_supply_makes(const cq_supply *supply, const cq_supply_table *table,
                     uint64_t area, int64_t wanted)
{
    int64_t m = table->modulus;

    cq_assert(table->decided && area <= supply->left);
    if (m)
        return table->made[area * table->modulus + (uint64_t)((wanted % m + m) % m)];
    return table->best[area] != INT64_MIN && table->best[area] >= wanted;
}
