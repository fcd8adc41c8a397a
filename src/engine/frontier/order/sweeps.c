/* sweeps.c - orders for boards: a line that moves over the board in a direction.
 *
 * Cells are sorted by how far the line must move to reach them, and along the line by
 * the other coordinate. Straight down is the numbering by rows, to the right that by
 * columns; a strip that lies aslant is swept along its length by one of the others.
 *
 * Distances are whole numbers, a few for each row and column, so they are counted and
 * the cells put in their places, without comparing: linear in the board. The rows are
 * walked so that cells at the same distance come by the other coordinate.
 */
#include "base/assert.h"
#include "engine/frontier/order/prefix.h"

#include <stdlib.h>
#include <string.h>

cq_direction cq_direction_at(size_t index)
{
    /* Halves and thirds of a turn of 45 degrees as they are on squares: slopes of small
     * whole numbers, so that many cells are reached at once. */
    static const cq_direction directions[CQ_DIRECTIONS] = {
        {1, 0, "rows"},
        {0, 1, "columns"},
        {1, 1, "diagonals"},
        {1, -1, "antidiagonals"},
        {-1, 0, "rows upwards"},
        {0, -1, "columns leftwards"},
        {-1, -1, "diagonals upwards"},
        {-1, 1, "antidiagonals upwards"},
        {2, 1, "sweep 2:1"},
        {1, 2, "sweep 1:2"},
        {2, -1, "sweep 2:-1"},
        {1, -2, "sweep 1:-2"},
        {4, 1, "sweep 4:1"},
        {1, 4, "sweep 1:4"},
        {4, -1, "sweep 4:-1"},
        {1, -4, "sweep 1:-4"},
    };

    cq_assert(index < CQ_DIRECTIONS);
    return directions[index];
}

typedef struct walk {
    cq_context *ctx;
    const cq_board *board;
    cq_direction direction;
    int64_t nearest; /* distance of all */
    size_t most;     /* distances from there on */
    size_t *starts;  /* by distance from the nearest: how many, then where they begin */
    size_t steps;
} walk;

static size_t distance(const walk *w, uint32_t row, uint32_t col)
{
    return (size_t)(w->direction.down * (int64_t)row +
                    w->direction.right * (int64_t)col - w->nearest);
}

static uint32_t cells_in_row(const cq_board *board, uint32_t row)
{
    uint32_t count = 0;

    for (uint32_t col = 0; col < board->cols; col++)
        count += cq_board_present(board, row * board->cols + col);
    return count;
}

/* The cells of a row, of which the first has this number among all that are there:
 * counted if there is no `out`, else put in their places. */
static cq_status walk_row(walk *w, uint32_t row, uint32_t item, uint32_t *out)
{
    const cq_board *board = w->board;

    for (uint32_t col = 0; col < board->cols; col++) {
        cq_try(cq_poll_at(w->ctx, ++w->steps));
        if (!cq_board_present(board, row * board->cols + col))
            continue;
        cq_assert(distance(w, row, col) < w->most);
        if (out)
            out[w->starts[distance(w, row, col)]++] = item++;
        else
            w->starts[distance(w, row, col) + 1]++;
    }
    return CQ_OK;
}

/* Along the line columns must ascend if it is rather level, rows if it is rather
 * steep; on a level line that falls to the left, rows descend as columns ascend. */
static cq_status walk_rows(walk *w, uint32_t *out)
{
    int down = w->direction.down, right = w->direction.right;
    bool upwards = abs(down) >= abs(right) && down * right > 0;
    uint32_t item = upwards ? (uint32_t)w->board->count : 0;
    cq_status status = CQ_OK;

    for (uint32_t i = 0; i < w->board->rows && status == CQ_OK; i++) {
        uint32_t row = upwards ? w->board->rows - 1 - i : i;
        uint32_t count = cells_in_row(w->board, row);

        item -= upwards ? count : 0;
        status = walk_row(w, row, item, out);
        item += upwards ? 0 : count;
    }
    return status;
}

cq_status cq_sweep_board(cq_context *ctx, const cq_board *board, cq_direction direction,
                         cq_draft *draft)
{
    walk w = {.ctx = ctx, .board = board, .direction = direction};
    int64_t down = direction.down * ((int64_t)board->rows - 1);
    int64_t right = direction.right * ((int64_t)board->cols - 1);
    cq_status status = CQ_MEMORY;

    w.most = (size_t)(llabs(down) + llabs(right)) + 1;
    w.nearest = (down < 0 ? down : 0) + (right < 0 ? right : 0);
    w.starts = cq_zalloc(ctx, w.most + 1, sizeof *w.starts);
    if (w.starts)
        status = walk_rows(&w, NULL);
    for (size_t i = 1; i <= w.most && status == CQ_OK; i++)
        w.starts[i] += w.starts[i - 1];
    cq_assert(status != CQ_OK || w.starts[w.most] == board->count);
    cq_then(status, walk_rows(&w, draft->items));
    cq_free(w.starts);
    return status;
}
