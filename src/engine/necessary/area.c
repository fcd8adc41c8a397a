/* area.c - can the pieces make the board's area at all?
 *
 * The required copies take a fixed area; what is left must be made from the optional
 * ones. First by sums, then by the greatest common divisor of the optional areas, then
 * exactly, as a knapsack with limited copies: fewest[a] is the least number of copies
 * of the piece at hand in a sum of a, so that each piece costs one pass. The exact step
 * is left out above a few million cells: not finding a reason is no mistake.
 */
#include "base/gcd.h"
#include "engine/necessary/necessary.h"

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

static cq_status is_reachable(cq_context *ctx, const cq_pieces *pieces, uint64_t rest,
                              bool *out)
{
    uint32_t *fewest = cq_alloc(ctx, rest + 1, sizeof *fewest);

    if (!fewest)
        return CQ_MEMORY;
    memset(fewest, 0xff, (rest + 1) * sizeof *fewest);
    fewest[0] = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        uint64_t copies = optional_copies(&pieces->at[i]);

        if (copies)
            add_piece(fewest, rest, pieces->at[i].shape.count, copies);
    }
    *out = fewest[rest] != UINT32_MAX;
    cq_free(fewest);
    return CQ_OK;
}

cq_status cq_necessary_area(cq_run *run, cq_certificate *certificate)
{
    const cq_pieces *pieces = &run->problem->pieces;
    uint64_t area = run->problem->board->count, least = 0, most = 0, divisor = 0;
    bool possible;

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
    possible = least <= area && least + most >= area &&
               (divisor ? (area - least) % divisor == 0 : least == area);
    if (possible && divisor && area - least <= EXACT_MOST) {
        cq_status status = is_reachable(run->ctx, pieces, area - least, &possible);

        if (status != CQ_OK)
            return status;
    }
    if (!possible)
        certificate->proof = CQ_PROOF_AREA;
    return CQ_OK;
}
