/* board.c - the grid, and the way from a cell to its neighbours.
 *
 * On a cylinder the columns wrap round, on a torus the rows as well. A step that leaves
 * the grid over a joined edge comes in at the other side; over a free edge it leads
 * nowhere. On a circumference of 1 or 2 several steps lead to the same cell, or to the
 * cell itself: cq_board_neighbours lists each neighbour once and never the cell itself.
 */
#include "board/board.h"

#include "base/assert.h"
#include "base/hash.h"

#include <string.h>

cq_status cq_grid_new(cq_context *ctx, uint32_t rows, uint32_t cols, cq_surface surface,
                      cq_board **out)
{
    cq_board *board;

    if (rows == 0 || cols == 0)
        return cq_fail(ctx, CQ_INPUT, "the board has no squares");
    if (cols > CQ_BOARD_MOST / rows)
        return cq_fail(ctx, CQ_INPUT,
                       "a board of %" PRIu32 " x %" PRIu32
                       " squares is too large: the most is %zu squares",
                       rows, cols, CQ_BOARD_MOST);
    board = cq_zalloc(ctx, 1, sizeof *board);
    cq_try_memory(board);
    board->colour = cq_zalloc(ctx, (size_t)rows * cols, 1);
    if (!board->colour) {
        cq_free(board);
        return CQ_MEMORY;
    }
    board->rows = rows;
    board->cols = cols;
    board->surface = surface;
    *out = board;
    return CQ_OK;
}

cq_status cq_board_new(cq_context *ctx, uint32_t rows, uint32_t cols,
                       cq_surface surface, cq_board **out)
{
    cq_board *board = NULL;

    cq_try(cq_need(ctx, out, "a place for the board"));
    if ((unsigned)surface > CQ_TORUS)
        return cq_fail(ctx, CQ_INPUT, "there is no surface %d", (int)surface);
    cq_try(cq_grid_new(ctx, rows, cols, surface, &board));
    board->count = cq_board_size(board);
    memset(board->colour, CQ_ANY_COLOUR, board->count);
    *out = board;
    return CQ_OK;
}

cq_status cq_board_set(cq_context *ctx, cq_board *board, cq_cell cell, char colour)
{
    if (cq_need(ctx, board, "a board") != CQ_OK)
        return CQ_INPUT;
    if (cell >= cq_board_size(board))
        return cq_fail(ctx, CQ_INPUT,
                       "there is no cell %" PRIu32 " on a board of %zu cells", cell,
                       cq_board_size(board));
    if (colour && colour != CQ_ANY_COLOUR && !cq_is_colour(colour))
        return cq_fail(ctx, CQ_INPUT,
                       "expected '#', a letter, a digit or 0 as the colour of a cell, "
                       "found the number %d",
                       colour);
    cq_grid_set(board, cell, colour);
    return CQ_OK;
}

void cq_board_free(cq_board *board)
{
    if (!board)
        return;
    cq_free_each(board->colour, board);
}

/* `count` is the number of cells that are there. */
static bool check_count(const cq_board *board)
{
    size_t count = 0;

    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        count += board->colour[cell] != 0;
    cq_hold(count == board->count);
    return true;
}

cq_status cq_board_copy(cq_context *ctx, const cq_board *board, cq_board **out)
{
    cq_board *copy = NULL;

    cq_try(cq_grid_new(ctx, board->rows, board->cols, board->surface, &copy));
    memcpy(copy->colour, board->colour, cq_board_size(board));
    copy->count = board->count;
    cq_assert(check_count(copy));
    *out = copy;
    return CQ_OK;
}

bool cq_board_same(const cq_board *a, const cq_board *b)
{
    return a->rows == b->rows && a->cols == b->cols && a->surface == b->surface &&
           memcmp(a->colour, b->colour, cq_board_size(a)) == 0;
}

void cq_grid_set(cq_board *board, cq_cell cell, char colour)
{
    cq_assert(cell < cq_board_size(board));
    board->count -= board->colour[cell] != 0;
    board->count += colour != 0;
    board->colour[cell] = colour;
    cq_assert(board->count <= cq_board_size(board));
}

CQ_GET(uint32_t, cq_board_rows, cq_board, rows, 0)
CQ_GET(uint32_t, cq_board_cols, cq_board, cols, 0)
CQ_GET(cq_surface, cq_board_surface, cq_board, surface, CQ_PLANE)
CQ_GET(size_t, cq_board_count, cq_board, count, 0)

bool cq_board_has(const cq_board *board, uint32_t row, uint32_t col)
{
    return board && row < board->rows && col < board->cols &&
           board->colour[(size_t)row * board->cols + col] != 0;
}

char cq_board_colour(const cq_board *board, cq_cell cell)
{
    return board && cell < cq_board_size(board) ? board->colour[cell] : '\0';
}

/* `at` + `by` on a line of `size` places; -1 off its end unless the ends are joined. */
static int64_t step(uint32_t at, int64_t by, uint32_t size, bool joined)
{
    int64_t to = (int64_t)at + by;

    if (to >= 0 && to < size)
        return to;
    if (!joined)
        return -1;
    to %= size;
    return to < 0 ? to + size : to;
}

cq_cell cq_board_step(const cq_board *board, uint32_t row, uint32_t col, int64_t down,
                      int64_t right)
{
    int64_t to_row = step(row, down, board->rows, board->surface == CQ_TORUS);
    int64_t to_col = step(col, right, board->cols, board->surface != CQ_PLANE);
    cq_cell cell;

    if (to_row < 0 || to_col < 0)
        return CQ_NO_CELL;
    cell = (cq_cell)to_row * board->cols + (cq_cell)to_col;
    cq_assert(cell < cq_board_size(board));
    return board->colour[cell] ? cell : CQ_NO_CELL;
}

unsigned cq_board_neighbours(const cq_board *board, cq_cell cell, cq_cell out[4])
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};
    uint32_t row = cq_row(board, cell), col = cq_col(board, cell);
    unsigned count = 0;

    for (unsigned d = 0; d < 4; d++) {
        cq_cell to = cq_board_step(board, row, col, down[d], right[d]);
        bool seen = to == CQ_NO_CELL || to == cell;

        for (unsigned i = 0; i < count; i++)
            seen = seen || out[i] == to;
        if (!seen)
            out[count++] = to;
    }
    cq_assert(count <= 4);
    return count;
}

bool cq_board_two_coloured(const cq_board *board)
{
    bool odd_cols = board->surface != CQ_PLANE && board->cols % 2;
    bool odd_rows = board->surface == CQ_TORUS && board->rows % 2;

    /* A joined edge matters only if cells meet across it. */
    for (uint32_t row = 0; odd_cols && row < board->rows; row++)
        if (board->cols > 1 && cq_board_has(board, row, 0) &&
            cq_board_has(board, row, board->cols - 1))
            return false;
    for (uint32_t col = 0; odd_rows && col < board->cols; col++)
        if (board->rows > 1 && cq_board_has(board, 0, col) &&
            cq_board_has(board, board->rows - 1, col))
            return false;
    return true;
}

void cq_board_balance(const cq_board *board, size_t *light, size_t *dark)
{
    size_t count[2] = {0, 0};
    const char *at = board->colour;

    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++)
            count[(row + col) & 1] += *at++ != 0;
    cq_assert(count[0] + count[1] == board->count);
    *light = count[0];
    *dark = count[1];
}

uint64_t cq_board_hash(const cq_board *board, uint64_t hash)
{
    cq_assert(check_count(board));
    hash = cq_hash_u64(hash, board->rows);
    hash = cq_hash_u64(hash, board->cols);
    hash = cq_hash_u64(hash, board->surface);
    return cq_hash_bytes(hash, board->colour, cq_board_size(board));
}
