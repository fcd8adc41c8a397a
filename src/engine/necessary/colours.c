/* colours.c - can the pieces make the chessboard's colours?
 *
 * A piece that covers d squares more of one colour than of the other does so wherever
 * it lies on a chequered board, with either sign. The board's own surplus must be a sum
 * of such +-d over the copies used. Three cases are decided:
 *
 *     no piece has a surplus (dominoes): the board may have none;
 *     all copies are fixed: the surplus must be reachable by choosing signs;
 *     small boards with optional copies: area and surplus must be reachable together.
 *
 * The last two keep the reachable surpluses as a row of bits, one row for each area in
 * the third case, and add a copy by shifting both ways. The T-tetromino that forbids
 * the five tetrominoes on 4 x 5 is the second case (Golomb, Polyominoes, 1965).
 *
 * Across joined edges of odd length the colouring does not continue. A piece that lies
 * across such an edge may cover different colours than elsewhere, even if it has
 * several parts and no two of its squares meet there, and even if the length is 1. So
 * on such boards all placements are examined first, until one is found that changes the
 * surplus.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"
#include "base/bitset.h"

#include <stdlib.h>

enum { FIXED_MOST = 1 << 14, RANGED_MOST = 1 << 10 };

static uint32_t surplus_of(const cq_piece *piece)
{
    int64_t surplus = 0;

    for (size_t i = 0; i < piece->shape.count; i++)
        surplus += (piece->shape.at[i].row + piece->shape.at[i].col) & 1 ? 1 : -1;
    cq_assert((uint64_t)llabs(surplus) <= piece->shape.count);
    return (uint32_t)llabs(surplus);
}

/* Rows of bits: bit `middle + s` of row a says that area a and surplus s are reachable.
 * */
typedef struct sums {
    size_t rows, words, bits, middle;
    cq_word *now, *next;
} sums;

static bool test(const sums *t, const cq_word *table, size_t row, size_t bit)
{
    cq_assert(row < t->rows && bit < t->bits);
    return cq_bits_has(table + row * t->words, bit);
}

/* One more copy of (size, surplus), from every reachable place, a word at a time;
 * *grew: something new. */
static void add_copy(const sums *t, const cq_word *from, cq_word *to, size_t size,
                     size_t surplus, bool *grew)
{
    cq_word last = ~(cq_word)0 >> (t->words * 64 - t->bits); /* bits that are there */

    cq_assert(from != to && t->words == cq_bits_words(t->bits));
    for (size_t row = t->rows; row-- > size;)
        for (size_t i = 0; i < t->words; i++) {
            const cq_word *before = from + (row - size) * t->words;
            cq_word *here = to + row * t->words + i;
            cq_word reached = (cq_bits_moved_up(before, i, surplus) |
                               cq_bits_moved_down(before, t->words, i, surplus)) &
                              (i + 1 == t->words ? last : ~(cq_word)0);

            *grew |= (reached & ~*here) != 0;
            *here |= reached;
        }
}

static void clear(const sums *t, cq_word *table)
{
    for (size_t i = 0; i < t->rows * t->words; i++)
        table[i] = 0;
}

static void swap(sums *t)
{
    cq_word *old = t->now;

    t->now = t->next;
    t->next = old;
}

/* The required copies one by one; then optional ones as long as they add something. */
static bool add_piece(sums *t, cq_run *run, const cq_piece *piece)
{
    size_t size = t->rows > 1 ? piece->shape.count : 0, surplus = surplus_of(piece);
    bool grew = true;

    for (uint32_t copy = 0; copy < piece->least; copy++) {
        clear(t, t->next);
        add_copy(t, t->now, t->next, size, surplus, &grew);
        swap(t);
        if (cq_run_poll(run))
            return false;
    }
    for (uint32_t copy = piece->least; grew && copy < piece->most; copy++) {
        grew = false;
        for (size_t i = 0; i < t->rows * t->words; i++)
            t->next[i] = t->now[i];
        add_copy(t, t->next, t->now, size, surplus, &grew);
        if (cq_run_poll(run))
            return false;
    }
    return true;
}

/* Whether the board's area and surplus cannot be reached together. */
static cq_status is_out_of_reach(cq_run *run, size_t rows, size_t surplus, bool *out)
{
    const cq_pieces *pieces = &run->problem->pieces;
    size_t area = run->problem->board->count;
    sums t = {.rows = rows, .bits = 2 * area + 1, .middle = area};
    bool complete = true;
    cq_status status = CQ_MEMORY;

    cq_assert(surplus <= area && (rows == 1 || rows == area + 1));
    t.words = cq_bits_words(t.bits);
    t.now = cq_zalloc(run->ctx, cq_times(t.rows, t.words), sizeof *t.now);
    t.next = cq_zalloc(run->ctx, cq_times(t.rows, t.words), sizeof *t.next);
    if (t.now && t.next) {
        cq_bits_add(t.now, t.middle);
        for (size_t i = 0; i < pieces->count && complete; i++)
            complete = add_piece(&t, run, &pieces->at[i]);
        *out = complete && !test(&t, t.now, rows - 1, t.middle + surplus);
        status = CQ_OK;
    }
    cq_free_each(t.now, t.next);
    return status;
}

/* ---- joined edges ---- */

typedef struct look {
    cq_run *run;
    uint32_t surplus; /* of the piece */
    bool kept;
} look;

static cq_status look_at(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    look *l = user;
    int64_t surplus = 0;

    for (size_t i = 0; i < count; i++) {
        cq_assert(cq_board_present(l->run->problem->board, cells[i]));
        surplus += cq_is_dark(l->run->problem->board, cells[i]) ? 1 : -1;
    }
    l->kept = llabs(surplus) == l->surplus;
    *stop = !l->kept || cq_run_poll(l->run);
    return CQ_OK;
}

/* Whether each piece has its surplus wherever it lies. */
static cq_status is_chequered(cq_run *run, bool *out)
{
    const cq_problem *problem = run->problem;
    const cq_board *board = problem->board;
    bool odd = (board->surface != CQ_PLANE && board->cols % 2) ||
               (board->surface == CQ_TORUS && board->rows % 2);
    look l = {.run = run, .kept = true};

    for (size_t i = 0; odd && l.kept && i < problem->pieces.count; i++) {
        l.surplus = surplus_of(&problem->pieces.at[i]);
        cq_try(
            cq_placements_visit(run->ctx, board, &problem->pieces.at[i], look_at, &l));
    }
    *out = l.kept && run->stop == CQ_FINISHED;
    return CQ_OK;
}

cq_status cq_necessary_colours(cq_run *run, cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;
    size_t light, dark, surplus, area = problem->board->count;
    bool fixed = true, even = true, impossible = false, chequered = false;
    cq_status status = CQ_OK;

    status = is_chequered(run, &chequered);
    if (status != CQ_OK || !chequered)
        return status;
    cq_board_balance(problem->board, &light, &dark);
    cq_assert(light + dark == area);
    surplus = light > dark ? light - dark : dark - light;
    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];

        fixed = fixed && piece->least == piece->most;
        even = even && surplus_of(piece) == 0;
    }
    if (even)
        impossible = surplus != 0;
    else if (fixed && area <= FIXED_MOST)
        status = is_out_of_reach(run, 1, surplus, &impossible);
    else if (!fixed && area <= RANGED_MOST)
        status = is_out_of_reach(run, area + 1, surplus, &impossible);
    if (impossible)
        certificate->proof = CQ_PROOF_COLOURS;
    return status;
}
