/* chain_lines.c - orders of chains, and how many squares of each a row or column may
 * have.
 *
 * A square of a chain and its mirror image in the same row are walked in opposite
 * directions: the sum of their numbers is the same for all squares of the chain. So the
 * sum of a row depends only on how many pairs of chain A and of chain B it has, and on
 * which side of the horizontal middle line the unmirrored pass has them. The same holds
 * for columns. With pair sums a, a' (A, near and across), b and b' the row needs
 *
 *     n a + m a' + k b + l b'  =  the magic sum,   n + m + k + l = half its length
 *
 * and the opposite row, in which near and across change places, the same with a' for a.
 * All solutions (n, m, k, l) are listed, and two tables are built from them:
 *
 *     may[n, m]          chain A alone can still become such a solution
 *     must[n, m, k, l]   chain A is complete, chain B can still
 *
 * All orders of eight passes were tried to find these. In the closed ones, the second
 * half is the first half turned by 180 degrees. The open ones need the fewest different
 * joins among those that give the diagonals of 12 x 12 a chance; each is also listed
 * with the names of the chains exchanged, so that either chain can be laid first. (A
 * closed order with its names exchanged is the same order backwards.)
 */
#include "engine/biaxial/biaxial.h"

#include "base/assert.h"

#include <string.h>

const char *cq_chain_order_text(bool closed, size_t number)
{
    static const char *const rings[] = {"A0B0A1B1A3B3A2B2", "A0B0A2B2A3B3A1B1"};
    static const char *const paths[] = {
        "A0B0A3B1B2A2B3A1", "A0B0A3B2B1A1B3A2", "A0B1A3B0B3A2B2A1", "A0B1A3B3B0A1B2A2",
        "B0A0B3A1A2B2A3B1", "B0A0B3A2A1B1A3B2", "B0A1B3A0A3B2A2B1", "B0A1B3A3A0B1A2B2"};

    if (closed)
        return number < sizeof rings / sizeof *rings ? rings[number] : NULL;
    return number < sizeof paths / sizeof *paths ? paths[number] : NULL;
}

static unsigned chain_of(const char *text, unsigned pass)
{
    return (unsigned)(text[2 * pass] - 'A');
}

static unsigned image_of(const char *text, unsigned pass)
{
    return (unsigned)(text[2 * pass + 1] - '0');
}

void cq_chain_order_make(const char *text, bool closed, uint32_t first, uint32_t count,
                         cq_chain_order *out)
{
    int64_t next = 1;

    *out = (cq_chain_order){.length = {first, count - first}};
    memset(out->joins, -1, sizeof out->joins);
    for (unsigned pass = 0; pass < CQ_PASSES; pass++) {
        unsigned chain = chain_of(text, pass), image = image_of(text, pass);
        unsigned then = (pass + 1) % CQ_PASSES, other = image_of(text, then);
        unsigned leaves = 2 * chain + cq_chain_goes_ahead(image);
        unsigned enters = 2 * chain_of(text, then) + !cq_chain_goes_ahead(other);

        out->first[chain][image] =
            cq_chain_goes_ahead(image) ? next : next + (int64_t)out->length[chain] - 1;
        next += (int64_t)out->length[chain];
        if (then == 0 && !closed)
            break;
        cq_assert(leaves != enters &&
                  out->joins[leaves][enters] == out->joins[enters][leaves]);
        out->joins[leaves][enters] = out->joins[enters][leaves] = (int)(image ^ other);
    }
    cq_assert(next - 1 == CQ_IMAGES * (int64_t)count); /* every square has a number */
}

/* ---- lines ---- */

/* The four pair sums: A near and across, B near and across. `across` is the mirror that
 * takes a line to the opposite one; the other one pairs squares within it. */
static void pair_sums(const cq_chain_order *order, unsigned across, int64_t sums[4])
{
    unsigned within = across ^ 3;

    for (unsigned chain = 0; chain < CQ_CHAINS; chain++) {
        const int64_t *first = order->first[chain];

        sums[2 * chain] = first[0] + first[within];
        sums[2 * chain + 1] = first[across] + first[3];
    }
}

static bool adds_up(const int64_t sums[4], const uint32_t counts[4], int64_t wanted)
{
    int64_t here = 0, opposite = 0;

    for (unsigned i = 0; i < 4; i++) {
        here += counts[i] * sums[i];
        opposite += counts[i] * sums[i ^ 1];
    }
    return here == wanted && opposite == wanted;
}

static size_t may_at(const cq_chain_lines *lines, const uint32_t counts[4])
{
    cq_assert(counts[0] <= lines->length && counts[1] <= lines->length);
    return (size_t)counts[0] * (lines->length + 1) + counts[1];
}

static size_t must_at(const cq_chain_lines *lines, const uint32_t counts[4])
{
    size_t radix = lines->length + 1;

    cq_assert(counts[2] < radix && counts[3] < radix);
    return (may_at(lines, counts) * radix + counts[2]) * radix + counts[3];
}

bool cq_chain_lines_may(const cq_chain_lines *lines, const uint32_t counts[4],
                        bool second)
{
    return second ? lines->must[must_at(lines, counts)]
                  : lines->may[may_at(lines, counts)];
}

/* Enters what can become this solution. */
static void enter(cq_chain_lines *lines, const uint32_t solution[4])
{
    uint32_t c[4] = {0};

    cq_assert(solution[0] + solution[1] + solution[2] + solution[3] == lines->length);
    for (c[0] = 0; c[0] <= solution[0]; c[0]++)
        for (c[1] = 0; c[1] <= solution[1]; c[1]++)
            lines->may[may_at(lines, c)] = 1;
    c[0] = solution[0];
    c[1] = solution[1];
    for (c[2] = 0; c[2] <= solution[2]; c[2]++)
        for (c[3] = 0; c[3] <= solution[3]; c[3]++)
            lines->must[must_at(lines, c)] = 1;
}

/* How likely these numbers are for squares that are dealt out by dice, to a chain by
 * its length and to either side alike: multinomial. */
static double likely(const cq_chain_order *order, const uint32_t c[4])
{
    double all = 2.0 * (order->length[0] + order->length[1]), chance = 1;
    uint32_t drawn = 0;

    for (unsigned i = 0; i < 4; i++)
        for (uint32_t k = 1; k <= c[i]; k++)
            chance *= ++drawn * (order->length[i >= 2] / all) / k;
    cq_assert(chance >= 0 && chance <= 1 + 1e-9);
    return chance;
}

/* What a line can still become with squares of both chains, chain A alone can, too. */
static bool check_tables(const cq_chain_lines *lines)
{
    uint32_t n = lines->length, c[4];

    for (c[0] = 0; c[0] <= n; c[0]++)
        for (c[1] = 0; c[1] <= n; c[1]++)
            for (c[2] = 0; c[2] <= n; c[2]++)
                for (c[3] = 0; c[3] <= n; c[3]++) {
                    if (!lines->must[must_at(lines, c)])
                        continue;
                    cq_hold(c[0] + c[1] + c[2] + c[3] <= n);
                    cq_hold(lines->may[may_at(lines, c)]);
                }
    return true;
}

static void solve_lines(const cq_chain_order *order, const int64_t sums[4],
                        int64_t wanted, cq_chain_lines *lines)
{
    uint32_t n = lines->length, c[4];

    for (c[0] = 0; c[0] <= n; c[0]++)
        for (c[1] = 0; c[0] + c[1] <= n; c[1]++)
            for (c[2] = 0; c[0] + c[1] + c[2] <= n; c[2]++) {
                c[3] = n - c[0] - c[1] - c[2];
                if (adds_up(sums, c, wanted)) {
                    enter(lines, c);
                    lines->chance += likely(order, c);
                }
            }
}

cq_status cq_chain_lines_make(cq_context *ctx, const cq_chain_order *order,
                              unsigned across, uint32_t lines, uint32_t length,
                              cq_chain_lines *out)
{
    size_t radix = (size_t)length + 1;
    int64_t sums[4], all = 4 * (int64_t)lines * length;
    cq_chain_lines made = {.length = length};

    made.may = cq_zalloc(ctx, radix, radix);
    made.must = cq_zalloc(ctx, radix * radix, radix * radix);
    if (!made.may || !made.must) {
        cq_chain_lines_free(&made);
        return CQ_MEMORY;
    }
    pair_sums(order, across, sums);
    solve_lines(order, sums, (int64_t)length * (all + 1), &made);
    cq_assert(check_tables(&made) && made.chance <= 1 + 1e-9);
    *out = made;
    return CQ_OK;
}

void cq_chain_lines_free(cq_chain_lines *lines)
{
    cq_free_each(lines->may, lines->must);
    *lines = (cq_chain_lines){0};
}
