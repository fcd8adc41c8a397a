/* areas.c - how much of an area the pieces can cover, by their sizes alone.
 *
 * The required copies take a fixed area; what is left must be made from the optional
 * ones. First by sums, then by the greatest common divisor of the optional sizes, then
 * exactly, as a knapsack with limited copies: fewest[a] is the least number of copies
 * of the piece at hand in a sum of a, so that each piece costs one pass. The exact step
 * is left out above a few million cells: what is said to stay free is then a bound.
 */
#include "problem/areas.h"

#include "base/assert.h"
#include "base/gcd.h"

#include <string.h>

enum { EXACT_MOST = 1 << 22 };

static uint64_t optional_copies(const cq_piece *piece)
{
    return piece->most == CQ_ANY_COPIES ? UINT32_MAX : piece->most - piece->least;
}

/* Marks the sums that are reachable with up to `copies` more of `size`. */
static void add_piece(uint32_t *fewest, uint64_t rest, uint64_t size, uint64_t copies)
{
    for (uint64_t a = 0; a <= rest; a++) {
        if (fewest[a] != UINT32_MAX)
            fewest[a] = 0;
        else if (a >= size && fewest[a - size] < copies)
            fewest[a] = fewest[a - size] + 1;
    }
}

/* What stays free of `rest` squares under optional copies, exactly. */
static cq_status knapsack(cq_context *ctx, const cq_pieces *pieces, uint64_t rest,
                          uint64_t *left)
{
    uint32_t *fewest = cq_alloc(ctx, cq_size(rest + 1), sizeof *fewest);
    uint64_t most = rest;

    cq_try_memory(fewest);
    memset(fewest, 0xff, (size_t)(rest + 1) * sizeof *fewest);
    fewest[0] = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        uint64_t copies = optional_copies(&pieces->at[i]);

        if (copies)
            add_piece(fewest, rest, pieces->at[i].shape.count, copies);
    }
    cq_assert(fewest[0] == 0); /* the empty sum is always there */
    while (fewest[most] == UINT32_MAX)
        most--;
    *left = rest - most;
    cq_assert(*left <= rest);
    cq_free(fewest);
    return CQ_OK;
}

cq_status cq_areas_left(cq_context *ctx, const cq_pieces *pieces, uint64_t area,
                        bool *too_many, uint64_t *left)
{
    uint64_t least = 0, most = 0, divisor = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        uint64_t size = pieces->at[i].shape.count,
                 more = optional_copies(&pieces->at[i]);

        /* Both factors are below 2^32; the sums are held at what is surely too much. */
        least += size * pieces->at[i].least;
        most += size * more > area ? area + 1 : size * more;
        least = least > area ? area + 1 : least;
        most = most > area ? area + 1 : most;
        if (more)
            divisor = cq_gcd(divisor, size);
    }
    *left = 0;
    *too_many = least > area;
    if (*too_many)
        return CQ_OK;
    if (divisor && area - least <= EXACT_MOST)
        return knapsack(ctx, pieces, area - least, left);
    cq_assert(least <= area);
    *left = least + most < area ? area - least - most
            : divisor           ? (area - least) % divisor
                                : area - least;
    cq_assert(*left <= area - least);
    return CQ_OK;
}
