/* proofs_colours.c - the chessboard colours do not come out.
 *
 * Colour the board like a chessboard. A piece with d more squares of the one colour
 * than of the other contributes +d or -d wherever it lies, so a tiling chooses copies
 * and signs such that the areas sum to the board's and the signed differences to light
 * minus dark. The reason is right if no choice does.
 *
 * As sets of numbers, one bit for each difference from -N to N (N the area):
 *
 *     c copies of difference d make -cd, -cd + 2d, ..., cd: move the set down by cd,
 *     then take its union with itself moved up by 2d, 4d, 8d ... (doubling)
 *
 * The copies that must be used give one such set F. Then
 *
 *     nothing is left to fill, or only   F decides, together with the area
 *     differences of 0 are to choose
 *     one kind of piece is to choose     its number follows from the area
 *     several kinds                      one set for each area from 0 to what is left,
 *                                        as in check_copies.c; only within ROOM_WORDS
 *
 * Anything larger is left undecided.
 *
 * On joined edges of odd length the colouring does not hold in general; there every
 * placement is looked at (chessboard_holds).
 */
#include "base/assert.h"
#include "check/check_copies.h"
#include "check/judge.h"

#include <inttypes.h>
#include <string.h>

#define ROOM_WORDS ((size_t)1 << 21)

/* Light minus dark of the cells. */
static int64_t difference_of(const cq_board *board, const uint32_t *cells, size_t count)
{
    int64_t difference = 0;

    for (size_t i = 0; i < count; i++)
        difference += cq_is_dark(board, cells[i]) ? -1 : 1;
    return difference;
}

static int64_t piece_difference(const cq_piece *piece)
{
    int64_t difference = 0;

    for (size_t i = 0; i < piece->shape.count; i++) {
        const cq_square *square = &piece->shape.at[i];

        difference += (square->row + square->col) & 1 ? -1 : 1;
    }
    return difference < 0 ? -difference : difference;
}

static int64_t board_difference(const cq_board *board)
{
    int64_t difference = 0;
    size_t cell = 0;

    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++, cell++)
            if (board->colour[cell])
                difference += (row + col) & 1 ? -1 : 1;
    return difference;
}

typedef struct chess {
    const cq_board *board;
    int64_t expected;
} chess;

static bool keeps_difference(void *user, size_t piece, const uint32_t *cells,
                             size_t count)
{
    const chess *c = user;
    int64_t difference = difference_of(c->board, cells, count);

    (void)piece;
    return difference == c->expected || difference == -c->expected;
}

/* Whether every placement of a piece has the piece's own difference of light and dark
 * squares, one way or the other. */
static cq_status chessboard_holds(cq_context *ctx, const cq_problem *problem, bool *out)
{
    const cq_board *board = problem->board;
    cq_forms forms = {0};

    *out = (board->surface == CQ_PLANE || board->cols % 2 == 0) &&
           (board->surface != CQ_TORUS || board->rows % 2 == 0);
    if (*out)
        return CQ_OK;
    cq_try(cq_forms_make(ctx, board, &problem->pieces, &forms));
    *out = true;
    for (size_t p = 0; *out && p < problem->pieces.count; p++) {
        chess c = {board, piece_difference(&problem->pieces.at[p])};

        *out = cq_forms_walk(&forms, p, keeps_difference, &c);
    }
    cq_forms_free(&forms);
    return CQ_OK;
}

/* The differences that c more copies of difference d make possible. */
static void use_copies(cq_word *set, size_t words, uint64_t d, uint64_t copies)
{
    uint64_t have = 1;

    if (d == 0)
        return;
    cq_assert(d * copies < 64 * (uint64_t)words);
    cq_bits_move_down(set, words, (size_t)(d * copies));
    while (have < copies + 1) {
        uint64_t more = have < copies + 1 - have ? have : copies + 1 - have;

        cq_bits_spread_up(set, words, (size_t)(2 * d * more));
        have += more;
    }
}

/* The question, on the table. */
typedef struct sums {
    cq_supply supply;
    size_t area, words; /* words of one set */
    size_t goal;        /* the bit of the board's difference */
    cq_word *fixed;     /* what the copies that must be used can make */
} sums;

static cq_status start_sums(cq_hearing *hearing, sums *s)
{
    const cq_problem *problem = hearing->problem;
    const cq_pieces *pieces = &problem->pieces;
    int64_t *values = cq_alloc(hearing->ctx, pieces->count, sizeof *values);
    cq_status status = CQ_MEMORY;

    s->area = problem->board->count;
    s->words = cq_bits_words(2 * s->area + 1);
    s->goal = (size_t)((int64_t)s->area + board_difference(problem->board));
    cq_assert(s->goal <= 2 * s->area);
    s->fixed = cq_bits_new(hearing->ctx, 2 * s->area + 1);
    if (!values || !s->fixed)
        goto done;
    for (size_t p = 0; p < pieces->count; p++)
        values[p] = piece_difference(&pieces->at[p]);
    status = cq_supply_make(hearing->ctx, pieces, values, s->area, &s->supply);
    if (status != CQ_OK || s->supply.too_large)
        goto done;
    cq_bits_add(s->fixed, s->area);
    for (size_t p = 0; p < pieces->count; p++)
        use_copies(s->fixed, s->words, (uint64_t)values[p], pieces->at[p].least);
done:
    cq_free(values);
    return status;
}

/* rows[n] is the set for an area of n; adds the ways to use `some` more copies as one
 * bundle, all or none, on top of an area of n. */
static void use_bundle(const sums *s, cq_word *rows, cq_word *spare, const cq_lot *lot,
                       uint64_t some, size_t n)
{
    cq_word *to = rows + (n + (size_t)(some * lot->area)) * s->words;

    cq_assert(n + some * lot->area <= s->supply.left);
    memcpy(spare, rows + n * s->words, s->words * sizeof *spare);
    use_copies(spare, s->words, (uint64_t)lot->value, some);
    for (size_t i = 0; i < s->words; i++)
        to[i] |= spare[i];
}

/* Any number of copies: upwards, so that each can be followed by the next. As many as
 * there are: downwards, so that a bundle is not used twice. */
static void use_lot(const sums *s, cq_word *rows, cq_word *spare, const cq_lot *lot)
{
    size_t all = (size_t)s->supply.left;

    if (lot->spare == all / lot->area) {
        for (size_t n = 0; n + lot->area <= all; n++)
            use_bundle(s, rows, spare, lot, 1, n);
        return;
    }
    for (uint64_t left = lot->spare, some = 1; left; left -= some, some *= 2) {
        some = some < left ? some : left;
        for (size_t n = all - (size_t)(some * lot->area) + 1; n-- > 0;)
            use_bundle(s, rows, spare, lot, some, n);
    }
}

/* All lots against each other. */
static cq_status try_all(cq_context *ctx, const sums *s, bool *possible)
{
    size_t left = (size_t)s->supply.left;
    cq_word *rows = cq_zalloc(ctx, cq_times(left + 1, s->words), sizeof *rows);
    cq_word *spare = cq_alloc(ctx, s->words, sizeof *spare);
    cq_status status = CQ_MEMORY;

    if (!rows || !spare)
        goto done;
    memcpy(rows, s->fixed, s->words * sizeof *rows);
    for (size_t i = 0; i < s->supply.lots.count; i++)
        use_lot(s, rows, spare, &s->supply.lots.at[i]);
    *possible = cq_bits_has(rows + left * s->words, s->goal);
    status = CQ_OK;
done:
    cq_free_each(rows, spare);
    return status;
}

/* Whether some choice reaches area and difference; *decided is false if that is too
 * large a question. */
static cq_status reaches(cq_context *ctx, sums *s, bool *decided, bool *possible)
{
    size_t lots = s->supply.lots.count;
    const cq_lot *lot = s->supply.lots.at;
    bool level = true;

    *decided = true;
    cq_try(cq_supply_fills(ctx, &s->supply, possible));
    if (!*possible)
        return CQ_OK;
    for (size_t i = 0; i < lots; i++)
        level = level && lot[i].value == 0;
    if (level || s->supply.left == 0) {
        *possible = cq_bits_has(s->fixed, s->goal);
    } else if (lots == 1) { /* its copies fill what is left, as was found above */
        use_copies(s->fixed, s->words, (uint64_t)lot->value,
                   s->supply.left / lot->area);
        *possible = cq_bits_has(s->fixed, s->goal);
    } else if (s->supply.left + 1 > ROOM_WORDS / s->words) {
        *decided = false;
    } else {
        return try_all(ctx, s, possible);
    }
    return CQ_OK;
}

cq_status cq_judge_colours(cq_hearing *hearing)
{
    sums s = {0};
    bool holds = false, decided = false, possible = false;
    cq_status status;

    cq_try(chessboard_holds(hearing->ctx, hearing->problem, &holds));
    if (!holds)
        return cq_find(hearing, CQ_NO,
                       "the colours prove nothing: around the edges of this board a "
                       "piece can cover them in other proportions");
    status = start_sums(hearing, &s);
    cq_then(status, reaches(hearing->ctx, &s, &decided, &possible));
    if (status != CQ_OK)
        goto done;
    if (!decided)
        cq_find(hearing, CQ_UNKNOWN,
                "the board is too large to try all copies and colours");
    else if (possible)
        cq_find(hearing, CQ_NO,
                "the colours prove nothing: copies of the pieces can make both the "
                "area and the difference of %" PRId64 " between light and dark",
                board_difference(hearing->problem->board));
    else
        cq_find(hearing, CQ_YES,
                "no allowed copies of the pieces make both the area and the "
                "difference of %" PRId64 " between light and dark squares",
                board_difference(hearing->problem->board));
done:
    cq_supply_free(&s.supply);
    cq_free(s.fixed);
    return status;
}
