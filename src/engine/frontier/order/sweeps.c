/* sweeps.c - orders for boards: a line that moves over the board in a direction.
 *
 * Cells are sorted by how far the line must move to reach them, and along the line by
 * the other coordinate. Straight down is the numbering by rows, to the right that by
 * columns; a strip that lies aslant is swept along its length by one of the others.
 */
#include "base/assert.h"
#include "engine/frontier/order/prefix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    double ahead, beside;
    uint32_t item;
} place;

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

static int compare(const void *a, const void *b)
{
    const place *p = a, *q = b;

    if (p->ahead != q->ahead)
        return p->ahead < q->ahead ? -1 : 1;
    if (p->beside != q->beside)
        return p->beside < q->beside ? -1 : 1;
    return p->item < q->item ? -1 : 1;
}

cq_status cq_sweep_board(cq_context *ctx, const cq_board *board, cq_direction direction,
                         cq_draft *draft)
{
    place *places = cq_alloc(ctx, board->count, sizeof *places);
    uint32_t count = 0;

    if (!places)
        return CQ_MEMORY;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++) {
        double row = cq_row(board, cell), col = cq_col(board, cell);

        if (!cq_board_present(board, cell))
            continue;
        places[count].ahead = direction.down * row + direction.right * col;
        places[count].beside =
            fabs(direction.down) >= fabs(direction.right) ? col : row;
        places[count].item = count;
        count++;
    }
    cq_assert(count == board->count);
    qsort(places, count, sizeof *places, compare);
    for (uint32_t i = 0; i < count; i++)
        draft->items[i] = places[i].item;
    cq_free(places);
    return CQ_OK;
}
