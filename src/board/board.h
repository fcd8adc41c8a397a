/* board.h - a board as a grid of colours, and how its cells lie together.
 *
 * One byte a cell: 0 for none, '#' for a cell without colour, else a letter or digit. A
 * board of 10,000 x 10,000 takes 100 MB. Cells are numbered over the whole grid, holes
 * included, so that row and column are a division away and no second numbering is
 * needed.
 */
#ifndef CQ_BOARD_BOARD_H
#define CQ_BOARD_BOARD_H

#include "base/text.h"

#include <inttypes.h>

struct cq_board {
    uint32_t rows, cols;
    cq_surface surface;
    size_t count; /* cells that are there */
    char *colour; /* rows * cols */
};

/* The most cells of a grid: indices stay below CQ_NO_CELL and fit an int. */
#define CQ_BOARD_MOST ((size_t)INT32_MAX)

#define CQ_ANY_COLOUR '#'

/* A grid without a single cell; 1 <= rows, cols, or CQ_INPUT. */
cq_status cq_grid_new(cq_context *ctx, uint32_t rows, uint32_t cols, cq_surface surface,
                      cq_board **out);
/* Sets one cell (0 removes it) and keeps the count. */
void cq_grid_set(cq_board *board, cq_cell cell, char colour);
cq_status cq_board_copy(cq_context *ctx, const cq_board *board, cq_board **out);
bool cq_board_same(const cq_board *a, const cq_board *b);

/* Parsers with positions; spec is what DESIGN calls a board: "8x8-a1", "aztec:3".
 * `column` is the column of the spec's first character in the text's line. */
cq_status cq_board_parse_spec(cq_context *ctx, const char *source, size_t line,
                              size_t column, const char *spec, size_t length,
                              cq_board **out);
/* ASCII art. The walk stands on the first line of the art and is left after the last:
 * at a blank line, at a line for which `stop` (which may be NULL) is true, or at the
 * end; *ended says that there is no such line to stand on. */
cq_status cq_board_read_art(cq_context *ctx, cq_lines *lines, cq_surface surface,
                            bool (*stop)(const cq_lines *lines), bool *ended,
                            cq_board **out);

bool cq_is_colour(char c); /* a letter or a digit */
bool cq_is_absent(char c); /* '.', ' ' */

static inline size_t cq_board_size(const cq_board *board)
{
    return (size_t)board->rows * board->cols;
}

static inline uint32_t cq_row(const cq_board *board, cq_cell cell)
{
    return cell / board->cols;
}

static inline uint32_t cq_col(const cq_board *board, cq_cell cell)
{
    return cell % board->cols;
}

static inline bool cq_board_present(const cq_board *board, cq_cell cell)
{
    return board->colour[cell] != 0;
}

/* The chessboard colouring of the sources: row + col even is light, odd is dark. */
static inline bool cq_is_dark(const cq_board *board, cq_cell cell)
{
    return (cq_row(board, cell) + cq_col(board, cell)) & 1;
}

/* The cell `down` rows below and `right` columns to the right of (row, col), across the
 * joined edges of the surface; CQ_NO_CELL off the grid or if there is no cell. */
cq_cell cq_board_step(const cq_board *board, uint32_t row, uint32_t col, int64_t down,
                      int64_t right);
/* The up to four cells that share an edge with this one, each once; returns how many.
 */
unsigned cq_board_neighbours(const cq_board *board, cq_cell cell, cq_cell out[4]);
/* False if walking round the surface joins cells of the same chessboard colour. */
bool cq_board_two_coloured(const cq_board *board);
/* How many cells are light and how many dark. */
void cq_board_balance(const cq_board *board, size_t *light, size_t *dark);

/* "row:col" and chess names, as text with a length, judged against this board; the cell
 * may be a hole. `column` is for messages. */
cq_status cq_cell_parse_at(cq_context *ctx, const cq_board *board, const char *source,
                           size_t line, size_t column, const char *name, size_t length,
                           cq_cell *out);

/* A motion of the board onto itself: one of the eight symmetries of the square (see
 * cq_symmetry), then a step down and to the right across joined edges. */
typedef struct cq_motion {
    uint32_t symmetry;
    uint32_t down, right; /* below rows and cols; 0 if the edge is not joined */
} cq_motion;

typedef CQ_VEC(cq_motion) cq_motion_list;

/* All motions that take every cell to a cell of its colour: a group. The identity comes
 * first, and no two do the same to all cells. Borrows the board. */
typedef struct cq_motions {
    const cq_board *board;
    cq_cell *turned[8]; /* where a symmetry alone takes each cell; NULL: not used */
    cq_motion_list list;
} cq_motions;

cq_status cq_motions_make(cq_context *ctx, const cq_board *board, cq_motions *out);
void cq_motions_free(cq_motions *motions);
/* The motion that undoes this one. */
cq_motion cq_motion_inverse(const cq_motions *motions, const cq_motion *motion);

static inline cq_cell cq_motion_image(const cq_motions *motions,
                                      const cq_motion *motion, cq_cell cell)
{
    const cq_board *board = motions->board;
    cq_cell turned = motions->turned[motion->symmetry][cell];
    uint32_t row, col;

    if ((motion->down | motion->right) == 0)
        return turned;
    row = cq_row(board, turned) + motion->down;
    col = cq_col(board, turned) + motion->right;
    row -= row >= board->rows ? board->rows : 0;
    col -= col >= board->cols ? board->cols : 0;
    return row * board->cols + col;
}

/* A canonical digest of grid, surface and colours. */
uint64_t cq_board_hash(const cq_board *board, uint64_t hash);
#endif
