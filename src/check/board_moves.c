/* board_moves.c - the checker's own turns and reflections of a board.
 *
 * A symmetry of the square is a matrix of -1, 0 and 1. What it makes of a box is a box
 * again, with its corner somewhere else; a step brings that back. Across joined edges
 * the box is the whole grid in that direction, and coordinates go round.
 */
#include "base/assert.h"
#include "check/board_moves.h"

/* (row, col) goes to (down[0] row + down[1] col, right[0] row + right[1] col). */
typedef struct matrix {
    int8_t down[2], right[2];
} matrix;

static const matrix symmetries[8] = {
    {{1, 0}, {0, 1}},  {{0, 1}, {-1, 0}},  {{-1, 0}, {0, -1}}, {{0, -1}, {1, 0}},
    {{1, 0}, {0, -1}}, {{0, -1}, {-1, 0}}, {{-1, 0}, {0, 1}},  {{0, 1}, {1, 0}},
};

void cq_turn(unsigned symmetry, int64_t row, int64_t col, int64_t *to_row,
             int64_t *to_col)
{
    const matrix *m = &symmetries[symmetry];

    cq_assert(symmetry < 8);
    *to_row = m->down[0] * row + m->down[1] * col;
    *to_col = m->right[0] * row + m->right[1] * col;
}

typedef struct box {
    int64_t top, left, bottom, right; /* all within */
} box;

static void widen(box *b, int64_t row, int64_t col)
{
    b->top = row < b->top ? row : b->top;
    b->bottom = row > b->bottom ? row : b->bottom;
    b->left = col < b->left ? col : b->left;
    b->right = col > b->right ? col : b->right;
}

static box box_of(const cq_board *board)
{
    box b = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            widen(&b, cell / board->cols, cell % board->cols);
    if (board->surface == CQ_TORUS || board->count == 0) {
        b.top = 0;
        b.bottom = (int64_t)board->rows - 1;
    }
    if (board->surface != CQ_PLANE || board->count == 0) {
        b.left = 0;
        b.right = (int64_t)board->cols - 1;
    }
    return b;
}

cq_move cq_move_in_box(const cq_board *board, unsigned symmetry)
{
    box from = box_of(board), to = {INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN};
    int64_t row, col;

    cq_turn(symmetry, from.top, from.left, &row, &col);
    widen(&to, row, col);
    cq_turn(symmetry, from.bottom, from.right, &row, &col);
    widen(&to, row, col);
    /* A quarter turn exchanges height and width, all others keep them. */
    cq_assert(to.bottom - to.top ==
              (symmetry % 2 ? from.right - from.left : from.bottom - from.top));
    cq_assert(to.right - to.left ==
              (symmetry % 2 ? from.bottom - from.top : from.right - from.left));
    return (cq_move){symmetry, from.top - to.top, from.left - to.left};
}

cq_cell cq_move_cell(const cq_board *board, const cq_move *move, cq_cell cell)
{
    int64_t row, col;
    cq_cell to;

    cq_assert(cell < cq_board_size(board));
    cq_turn(move->symmetry, cell / board->cols, cell % board->cols, &row, &col);
    row += move->down;
    col += move->right;
    if (board->surface == CQ_TORUS)
        row = cq_go_round(row, board->rows);
    if (board->surface != CQ_PLANE)
        col = cq_go_round(col, board->cols);
    if (row < 0 || col < 0 || row >= board->rows || col >= board->cols)
        return CQ_NO_CELL;
    to = (cq_cell)row * board->cols + (cq_cell)col;
    return board->colour[to] ? to : CQ_NO_CELL;
}

unsigned cq_beside(const cq_board *board, cq_cell cell, cq_cell out[4])
{
    static const cq_move steps[4] = {{CQ_IDENTITY, -1, 0},
                                     {CQ_IDENTITY, 0, -1},
                                     {CQ_IDENTITY, 0, 1},
                                     {CQ_IDENTITY, 1, 0}};
    unsigned count = 0;

    cq_assert(board->colour[cell]);
    for (unsigned i = 0; i < 4; i++) {
        cq_cell to = cq_move_cell(board, &steps[i], cell);
        bool known = to == CQ_NO_CELL || to == cell;

        for (unsigned k = 0; k < count; k++)
            known |= out[k] == to;
        if (!known)
            out[count++] = to;
    }
    return count;
}

bool cq_is_chequered(const cq_board *board)
{
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        cq_cell near[4];
        unsigned count = board->colour[cell] ? cq_beside(board, cell, near) : 0;

        while (count)
            if (cq_is_dark(board, near[--count]) == cq_is_dark(board, cell))
                return false;
    }
    return true;
}
