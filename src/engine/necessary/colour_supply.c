/* colour_supply.c - are there enough coloured squares, and not too many?
 *
 * For a colour c of the board: the pieces' squares of colour c and those without
 * colour, over all copies allowed, must be at least the cells of colour c; and the
 * squares of colour c over the copies required must not be more than the cells of
 * colour c and those without colour.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"

static cq_status count_cells(cq_context *ctx, const cq_board *board, size_t cells[256])
{
    cq_status status = CQ_OK;

    for (cq_cell cell = 0; cell < cq_board_size(board) && status == CQ_OK; cell++) {
        status = cq_poll_at(ctx, cell + 1);
        cells[(unsigned char)board->colour[cell]]++;
    }
    return status;
}

static size_t squares_of(const cq_piece *piece, char colour)
{
    size_t count = 0;

    for (size_t i = 0; i < piece->shape.count; i++)
        count += piece->shape.at[i].colour == colour;
    return count;
}

/* Sums that stop growing at SIZE_MAX. */
static uint64_t add_up(uint64_t sum, uint64_t copies, uint64_t squares)
{
    return squares > (UINT64_MAX - sum) / (copies ? copies : 1)
               ? UINT64_MAX
               : sum + copies * squares;
}

static bool is_impossible(const cq_pieces *pieces, const size_t cells[256], char colour)
{
    uint64_t most = 0, least = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        const cq_piece *piece = &pieces->at[i];
        size_t own = squares_of(piece, colour), any = squares_of(piece, CQ_ANY_COLOUR);

        most = add_up(most, piece->most, own + any);
        least = add_up(least, piece->least, own);
    }
    cq_assert(least <= most);
    return most < cells[(unsigned char)colour] ||
           least > cells[(unsigned char)colour] + cells[CQ_ANY_COLOUR];
}

/* A colour is worth a look if the board or a piece has it. */
cq_status cq_necessary_supply(cq_run *run, cq_certificate *certificate)
{
    const cq_pieces *pieces = &run->problem->pieces;
    size_t cells[256] = {0};
    bool wanted[256] = {false};

    if (count_cells(run->ctx, run->problem->board, cells) != CQ_OK)
        return CQ_STOPPED;
    cq_assert(cells[0] + run->problem->board->count ==
              cq_board_size(run->problem->board));
    for (size_t i = 0; i < pieces->count; i++)
        for (size_t k = 0; k < pieces->at[i].shape.count; k++)
            wanted[(unsigned char)pieces->at[i].shape.at[k].colour] = true;
    for (unsigned c = 1; c < 256; c++) {
        if (c == CQ_ANY_COLOUR || (!cells[c] && !wanted[c]))
            continue;
        if (!is_impossible(pieces, cells, (char)c))
            continue;
        certificate->proof = CQ_PROOF_SUPPLY;
        return cq_vec_push(run->ctx, &certificate->members, c);
    }
    return CQ_OK;
}
