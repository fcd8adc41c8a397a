/* proofs_area.c - no choice of copies has the right number of squares, or of squares of
 * one colour.
 *
 * AREA: the number of copies of each piece is between its least and its most; no such
 * numbers make the board's area. Decided exactly, see check_copies.c.
 *
 * SUPPLY, for a colour x: a piece's square of colour x lies on a cell of colour x or on
 * one without colour, and a cell of colour x is covered by a square of colour x or
 * without colour. So, with P for squares of the pieces used and B for the board,
 *
 *     P(x) <= B(x) + B(#)      else too many
 *     P(x) + P(#) >= B(x)      else too few
 *
 * and the reason is right if one of the two fails for every allowed choice of copies
 * that fills the board.
 */
#include "check/check_copies.h"
#include "check/judge.h"

#include <inttypes.h>

cq_status cq_judge_area(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    size_t area = problem->board->count;
    cq_supply supply = {0};
    bool fills = false;
    int64_t *values = cq_zalloc(hearing->ctx, problem->pieces.count, sizeof *values);
    cq_status status = CQ_MEMORY;

    if (values)
        status = cq_supply_make(hearing->ctx, &problem->pieces, values, area, &supply);
    cq_then(status, cq_supply_fills(hearing->ctx, &supply, &fills));
    if (status != CQ_OK)
        goto done;
    if (fills)
        cq_find(hearing, CQ_NO,
                "the area proves nothing: copies of the pieces can make %zu squares",
                area);
    else if (supply.too_large)
        cq_find(hearing, CQ_YES,
                "the pieces that must be used have more than %zu squares", area);
    else
        cq_find(hearing, CQ_YES, "no allowed copies of the pieces make %zu squares",
                area);
done:
    cq_supply_free(&supply);
    cq_free(values);
    return status;
}

static int64_t count_squares(const cq_piece *piece, char colour)
{
    int64_t count = 0;

    for (size_t i = 0; i < piece->shape.count; i++)
        count += piece->shape.at[i].colour == colour;
    return count;
}

static void count_cells(const cq_board *board, char colour, int64_t *same, int64_t *any)
{
    *same = *any = 0;
    for (size_t cell = 0; cell < cq_board_size(board); cell++) {
        *same += board->colour[cell] == colour;
        *any += board->colour[cell] == CQ_ANY_COLOUR;
    }
}

/* The fewest squares of the colour that any choice uses; stops counting
 * above `enough`. */
static int64_t least_used(const cq_pieces *pieces, char colour, int64_t enough)
{
    int64_t sum = 0;

    for (size_t p = 0; p < pieces->count && sum <= enough; p++)
        sum += (int64_t)pieces->at[p].least * count_squares(&pieces->at[p], colour);
    return sum;
}

/* The most squares that can cover the colour; stops counting at `enough`. */
static int64_t most_covering(const cq_pieces *pieces, char colour, int64_t enough)
{
    int64_t sum = 0;

    for (size_t p = 0; p < pieces->count && sum < enough; p++)
        sum += (int64_t)pieces->at[p].most *
               (count_squares(&pieces->at[p], colour) +
                count_squares(&pieces->at[p], CQ_ANY_COLOUR));
    return sum;
}

/* The finer question: also the area has to come out. */
static cq_status judge_with_area(cq_hearing *hearing, char colour, int64_t same,
                                 int64_t any)
{
    const cq_pieces *pieces = &hearing->problem->pieces;
    int64_t *values = cq_alloc(hearing->ctx, pieces->count, sizeof *values);
    size_t area = hearing->problem->board->count;
    bool few_decided, many_decided = true, few_enough, enough = true;
    cq_status status;

    cq_try_memory(values);
    for (size_t p = 0; p < pieces->count; p++)
        values[p] = -count_squares(&pieces->at[p], colour);
    status = cq_supply_can(hearing->ctx, pieces, values, area, 0, -(same + any),
                           &few_decided, &few_enough);
    for (size_t p = 0; p < pieces->count; p++)
        values[p] = count_squares(&pieces->at[p], colour) +
                    count_squares(&pieces->at[p], CQ_ANY_COLOUR);
    cq_then(status, cq_supply_can(hearing->ctx, pieces, values, area, 0, same,
                                  &many_decided, &enough));
    cq_free(values);
    if (status != CQ_OK)
        return status;
    if (!few_decided || !many_decided)
        return cq_find(hearing, CQ_UNKNOWN,
                       "the board is too large to decide whether squares of colour %c "
                       "must be too many or too few",
                       colour);
    if (!few_enough || !enough)
        return cq_find(hearing, CQ_YES,
                       "every choice of pieces that fills the board has too "
                       "many or too few squares of colour %c",
                       colour);
    return cq_find(hearing, CQ_NO,
                   "the supply of colour %c proves nothing: pieces can be chosen with "
                   "enough of it and not too much",
                   colour);
}

cq_status cq_judge_supply(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    const cq_u32s *members = &hearing->certificate->members;
    int64_t same, any;
    char colour;

    if (members->count != 1 || members->at[0] > 127 ||
        !cq_is_colour((char)members->at[0]))
        return cq_find(hearing, CQ_NO, "a proof by supply must name one colour");
    colour = (char)members->at[0];
    count_cells(problem->board, colour, &same, &any);
    if (least_used(&problem->pieces, colour, same + any) > same + any)
        return cq_find(hearing, CQ_YES,
                       "the pieces bring more squares of colour %c than the "
                       "%" PRId64 " that the board can take",
                       colour, same + any);
    if (most_covering(&problem->pieces, colour, same) < same)
        return cq_find(hearing, CQ_YES,
                       "the pieces have fewer squares for colour %c than the "
                       "%" PRId64 " of the board",
                       colour, same);
    return judge_with_area(hearing, colour, same, any);
}
