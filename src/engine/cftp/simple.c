/* simple.c - does a board have a hole?
 *
 * A walk along the edge of the board, with one hand on its cells, returns to its start.
 * If it goes round a hole, the board is above its highest piece of edge; if it goes
 * round the outside, the board is below it. So a walk starts below every cell that has
 * no cell beneath it but one at its lower left. It is given up as soon as it reaches a
 * higher piece of edge, or one at the same height further left. A walk that returns
 * without that has gone round a hole.
 *
 *     # # # #        start: the edge below x, whose cell below is not there; the
 *     # x # #        walk begins towards the left, so that from the notches of a
 *     # . . #        comb it comes to the next notch at once
 *     # # # #
 *
 * Cells that touch only at a corner are not joined: a hole that touches the outside at
 * a corner does not count, and no alternating cycle of dominoes goes round it. It needs
 * no memory, and a few steps for each start unless the board is a maze.
 */
#include "engine/cftp/cftp.h"

/* A piece of edge: the side of a cell that has no neighbour there. */
typedef struct piece {
    uint32_t row, col;
    unsigned side; /* 0 right, 1 below, 2 left, 3 above */
} piece;

static bool has(const cq_board *board, uint32_t row, uint32_t col)
{
    /* Left of column 0 and above row 0 the numbers wrap to very large ones. */
    return row < board->rows && col < board->cols &&
           board->colour[(size_t)row * board->cols + col];
}

static const uint32_t down[4] = {0, 1, 0, UINT32_MAX};
static const uint32_t right[4] = {1, 0, UINT32_MAX, 0};

/* The next piece of the edge, the board at the right hand: below a cell to the left. */
static piece next_piece(const cq_board *board, piece at)
{
    unsigned ahead = (at.side + 1) & 3;
    uint32_t row = at.row + down[ahead], col = at.col + right[ahead];

    if (!has(board, row, col))
        return (piece){at.row, at.col, ahead};
    if (!has(board, row + down[at.side], col + right[at.side]))
        return (piece){row, col, at.side};
    return (piece){row + down[at.side], col + right[at.side], ahead ^ 2};
}

/* The height of a piece of edge that lies level, and where it is: a number that is
 * smaller for what is higher, then for what is further left. */
static uint64_t place(piece at)
{
    return (uint64_t)(at.row + (at.side == 1)) << 32 | at.col;
}

static bool goes_round_hole(const cq_board *board, piece start)
{
    piece at = next_piece(board, start);

    while (at.row != start.row || at.col != start.col || at.side != start.side) {
        if ((at.side & 1) && place(at) < place(start))
            return false;
        at = next_piece(board, at);
    }
    return true;
}

cq_cell cq_board_hole(const cq_board *board)
{
    for (uint32_t row = 1; row + 1 < board->rows; row++)
        for (uint32_t col = 1; col + 1 < board->cols; col++)
            if (!has(board, row, col) && has(board, row - 1, col) &&
                has(board, row, col - 1) &&
                goes_round_hole(board, (piece){row - 1, col, 1}))
                return row * board->cols + col;
    return CQ_NO_CELL;
}
