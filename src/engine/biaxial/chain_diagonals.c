/* chain_diagonals.c - which sums the diagonals of two chains can still have.
 *
 * All numbers on a diagonal have the same parity, and a mirror changes the colour of a
 * square. So if a square of a chain is on a diagonal of the quarter, its images on the
 * main diagonal of the board are those whose numbers have the right parity. What it
 * adds to the sum depends only on its place in the chain:
 *
 *     value[d]   of the square laid as number d: its two numbers on the main diagonal,
 *                less their mean, which is the number of squares plus one
 *
 * The diagonal is right if the values of its h squares, h distinct places, add up to 0:
 * a subset sum. A table says which sums m places from d on can have, as bits:
 *
 *     reach[d][m]  =  reach[d + 1][m]  |  reach[d + 1][m - 1] << value[d]
 *
 * There are two tables, one for each parity that the main diagonal may have. The other
 * diagonal has the remaining two of the four numbers of each square. The sum of all
 * four is the same for a whole chain, so the other diagonal is right too if each chain
 * has the right number of squares.
 *
 * Cost: h * places * (h * squares / 32) words for each table, made once for an order.
 */
#include "engine/biaxial/biaxial.h"

#include "base/assert.h"

static size_t row_at(const cq_chain_diagonals *d, unsigned parity, size_t place,
                     size_t m)
{
    cq_assert(parity < 2 && place <= d->places && m <= d->half);
    return ((parity * (d->places + 1) + place) * (d->half + 1) + m) * d->words;
}

/* to |= from << by, or >> -by; what goes over an end cannot come back to 0. */
static void add_moved(cq_word *to, const cq_word *from, size_t words, int64_t by)
{
    cq_assert(to != from);
    for (size_t i = 0; i < words; i++)
        to[i] |= by >= 0 ? cq_bits_moved_up(from, i, (size_t)by)
                         : cq_bits_moved_down(from, words, i, (size_t)-by);
}

static void fill(cq_chain_diagonals *d, unsigned parity)
{
    cq_bits_add(d->reach + row_at(d, parity, d->places, 0), (size_t)d->zero);
    for (size_t place = d->places; place-- > 0;)
        for (size_t m = 0; m <= d->half; m++) {
            cq_word *row = d->reach + row_at(d, parity, place, m);

            add_moved(row, d->reach + row_at(d, parity, place + 1, m), d->words, 0);
            if (m)
                add_moved(row, d->reach + row_at(d, parity, place + 1, m - 1), d->words,
                          d->value[parity * d->places + place]);
        }
}

/* The two numbers of the right parity: those of both passes forwards, or backwards. */
int64_t cq_chain_diagonal_value(const cq_chain_order *order, uint32_t place,
                                unsigned parity)
{
    unsigned chain = place >= order->length[0];
    uint32_t at = chain ? place - order->length[0] : place;
    int64_t all = 4 * ((int64_t)order->length[0] + order->length[1]);
    unsigned pass = cq_chain_number(order, chain, 0, at) % 2 == parity ? 0 : 1;
    int64_t first = cq_chain_number(order, chain, pass, at);
    int64_t second = cq_chain_number(order, chain, pass ^ 3, at);

    cq_assert(at < order->length[chain]);
    cq_assert(first % 2 == parity && second % 2 == parity);
    cq_assert(first >= 1 && first <= all && second >= 1 && second <= all);
    return first + second - (all + 1);
}

bool cq_chain_diagonals_balance(const cq_chain_order *order, uint32_t in_first,
                                uint32_t half)
{
    int64_t all = 4 * ((int64_t)order->length[0] + order->length[1]), sums[CQ_CHAINS];

    for (unsigned chain = 0; chain < CQ_CHAINS; chain++) {
        sums[chain] = -2 * (all + 1);
        for (unsigned image = 0; image < CQ_IMAGES; image++)
            sums[chain] += order->first[chain][image];
    }
    return in_first * sums[0] + (half - in_first) * sums[1] == 0;
}

cq_status cq_chain_diagonals_make(cq_context *ctx, const cq_chain_order *order,
                                  uint32_t half, cq_chain_diagonals *out)
{
    uint32_t places = order->length[0] + order->length[1];
    cq_chain_diagonals made = {.places = places, .half = half};

    made.zero = (int64_t)half * 4 * places;
    made.words = cq_bits_words((size_t)(2 * made.zero) + 1);
    made.value = cq_alloc(ctx, 2 * (size_t)places, sizeof *made.value);
    made.reach = cq_zalloc(ctx, 2 * ((size_t)places + 1) * (half + 1),
                           made.words * sizeof *made.reach);
    if (!made.value || !made.reach) {
        cq_chain_diagonals_free(&made);
        return CQ_MEMORY;
    }
    for (unsigned parity = 0; parity < 2; parity++) {
        for (uint32_t place = 0; place < places; place++)
            made.value[parity * places + place] =
                cq_chain_diagonal_value(order, place, parity);
        fill(&made, parity);
        /* No squares have the sum 0; of one, the sum is its value. */
        cq_assert(cq_chain_diagonals_may(&made, parity, 0, 0, 0));
        cq_assert(
            cq_chain_diagonals_may(&made, parity, 0, 1, -made.value[parity * places]));
    }
    *out = made;
    return CQ_OK;
}

bool cq_chain_diagonals_may(const cq_chain_diagonals *d, unsigned parity,
                            uint32_t place, uint32_t left, int64_t sum)
{
    int64_t bit = d->zero - sum;

    cq_assert(place <= d->places && left <= d->half && bit >= 0 && bit <= 2 * d->zero);
    return cq_bits_has(d->reach + row_at(d, parity, place, left), (size_t)bit);
}

void cq_chain_diagonals_free(cq_chain_diagonals *d)
{
    cq_free_each(d->value, d->reach);
    *d = (cq_chain_diagonals){0};
}
