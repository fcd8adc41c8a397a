/* symmetry.c - which of the eight symmetries of the square keep a board.
 *
 * They act on the smallest box around the cells, so that empty rows at the edge of a
 * drawing do not matter. If an edge is joined, the box is the whole grid in that
 * direction, and a cylinder cannot be turned by a quarter. Translations of a cylinder
 * or a torus are not among the eight.
 */
#include "board/board.h"
#include "base/assert.h"

typedef struct box {
    uint32_t top, left, height, width;
} box;

static box box_of(const cq_board *board)
{
    uint32_t top = board->rows, bottom = 0, left = board->cols, right = 0;
    box whole = {0, 0, board->rows, board->cols};

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        uint32_t row = cq_row(board, cell), col = cq_col(board, cell);

        if (!board->colour[cell])
            continue;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = col < left ? col : left;
        right = col > right ? col : right;
    }
    cq_assert(!board->count || (top <= bottom && left <= right));
    if (board->surface != CQ_TORUS && board->count) {
        whole.top = top;
        whole.height = bottom - top + 1;
    }
    if (board->surface == CQ_PLANE && board->count) {
        whole.left = left;
        whole.width = right - left + 1;
    }
    return whole;
}

/* A reflection left to right if bit 2 is set, then quarter turns clockwise. */
static cq_cell image(const cq_board *board, const box *b, unsigned symmetry,
                     cq_cell cell)
{
    uint32_t row = cq_row(board, cell) - b->top, col = cq_col(board, cell) - b->left;
    uint32_t height = b->height, width = b->width;

    if (symmetry & CQ_MIRROR)
        col = width - 1 - col;
    for (unsigned turn = symmetry & 3; turn; turn--) {
        uint32_t old_row = row, old_height = height;

        row = col;
        col = old_height - 1 - old_row;
        height = width;
        width = old_height;
    }
    return (b->top + row) * board->cols + b->left + col;
}

static bool fits(const cq_board *board, const box *b, unsigned symmetry)
{
    if (symmetry % 2 == 0)
        return true;
    return b->height == b->width && board->surface != CQ_CYLINDER;
}

static bool keeps(const cq_board *board, const box *b, unsigned symmetry,
                  bool with_colours)
{
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        char from = board->colour[cell], to;

        if (!from)
            continue;
        to = board->colour[image(board, b, symmetry, cell)];
        if (!to || (with_colours && to != from))
            return false;
    }
    return true;
}

unsigned cq_board_symmetries(const cq_board *board, bool with_colours)
{
    unsigned found = 0;
    box b;

    if (!board)
        return 0;
    b = box_of(board);
    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        if (fits(board, &b, symmetry) && keeps(board, &b, symmetry, with_colours))
            found |= 1u << symmetry;
    return found;
}

void cq_board_images(const cq_board *board, unsigned symmetry, cq_cell *images)
{
    bool is_one;
    box b;

    if (!board || !images)
        return;
    b = box_of(board);
    is_one = symmetry < 8 && fits(board, &b, symmetry);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        images[cell] = is_one && board->colour[cell] ? image(board, &b, symmetry, cell)
                                                     : CQ_NO_CELL;
}
