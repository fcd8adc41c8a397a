/* board_moves.h - the checker's own turns and reflections of a board. */
#ifndef CQ_CHECK_BOARD_MOVES_H
#define CQ_CHECK_BOARD_MOVES_H

#include "board/board.h"

/* Where (row, col) goes under one of the eight symmetries of the square, numbered as
 * cq_symmetry is, with (0, 0) staying where it is. */
void cq_turn(unsigned symmetry, int64_t row, int64_t col, int64_t *to_row,
             int64_t *to_col);

/* A coordinate across joined edges; divides only if needed. */
static inline int64_t cq_go_round(int64_t at, uint32_t size)
{
    if (at >= 0 && at < size)
        return at;
    at %= (int64_t)size;
    return at < 0 ? at + (int64_t)size : at;
}

/* Whether a step of so much down and to the right leads back to where it began: it is
 * none, or goes round. */
static inline bool cq_is_no_step(const cq_board *board, int64_t down, int64_t right)
{
    return (board->surface == CQ_TORUS ? down % board->rows == 0 : down == 0) &&
           (board->surface != CQ_PLANE ? right % board->cols == 0 : right == 0);
}

/* A turn or a reflection, then a step. */
typedef struct cq_move {
    unsigned symmetry;
    int64_t down, right;
} cq_move;

/* The move with this symmetry that keeps the corner of the box around the cells, or of
 * the whole grid across joined edges, at the corner. */
cq_move cq_move_in_box(const cq_board *board, unsigned symmetry);
/* The cells beside a cell, each once, never the cell itself; returns how many. */
unsigned cq_beside(const cq_board *board, cq_cell cell, cq_cell out[4]);
/* Whether no two cells of the same chessboard colour are neighbours. */
bool cq_is_chequered(const cq_board *board);

/* Where a cell goes; CQ_NO_CELL if that is no cell of the board. */
cq_cell cq_move_cell(const cq_board *board, const cq_move *move, cq_cell cell);

#endif
