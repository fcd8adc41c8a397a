/* sweep.c - a first matching, row by row, that leaves next to nothing to repair.
 *
 * What is still open in a row, once the row above has stood its dominoes in it, falls into
 * runs of neighbouring cells. A run of even length is laid full. From a run of odd length
 * one cell goes down: any that is an even number of steps from the run's end and has a cell
 * below it; the one next to the middle is taken, which keeps the standing dominoes apart.
 *
 *     row       # # # # # . # # #        5 cells: the third goes down;
 *               A A | B B   | C C        3 cells: the first, since the middle one may not
 *     below         |       |
 *
 * Two holes of different colours cancel out: between standing dominoes of different colours
 * the next row has a run of even length, from which nothing goes down. So what is left over
 * does not pile up, and most of it is left in the last row. Where a cell cannot go down a
 * tree finds it a partner at once: all of the next row is free, so that it is near.
 *
 * Linear but for these trees; on 1000 x 1000 with one per cent of holes they take a few
 * steps each, and some fifty cells of the last row are left.
 */
#include "engine/matching/matching.h"

/* An even distance from `first` and near the middle, with a free cell below it; `end` where
 * there is none. */
static uint32_t choose_down(const cq_field *field, uint32_t first, uint32_t end)
{
    uint32_t length = end - first, middle = length / 2 & ~(uint32_t)1;
    const unsigned char *below = field->state + first + field->width;

    for (uint32_t by = 0; by < length; by += 2) {
        if (middle + by < length && below[middle + by] == CQ_FREE)
            return first + middle + by;
        if (by <= middle && below[middle - by] == CQ_FREE)
            return first + middle - by;
    }
    return end;
}

static void lay(cq_field *field, uint32_t first, uint32_t end)
{
    unsigned char *state = field->state;

    for (uint32_t cell = first; cell < end; cell += 2) {
        state[cell] = CQ_RIGHT;
        state[cell + 1] = CQ_LEFT;
    }
    field->matched += (end - first) / 2;
}

static cq_status find_partner(cq_run *run, cq_field *field, cq_tree *tree,
                              uint32_t cell)
{
    cq_growth growth;
    cq_status status = cq_tree_grow(run, field, tree, cell, SIZE_MAX, &growth);

    if (status == CQ_OK)
        cq_tree_use(field, tree, cell, growth);
    return status;
}

/* A run of odd length. Cells that found no partner stay free; the last one is left over
 * where none goes down. */
static cq_status lay_odd(cq_run *run, cq_field *field, cq_tree *tree, uint32_t first,
                         uint32_t end, bool last_row)
{
    uint32_t down = choose_down(field, first, end);

    if (down == end) {
        lay(field, first, end - 1);
        return last_row ? CQ_OK : find_partner(run, field, tree, end - 1);
    }
    lay(field, first, down);
    lay(field, down + 1, end);
    field->state[down] = CQ_DOWN;
    field->state[down + field->width] = CQ_UP;
    field->matched++;
    return CQ_OK;
}

cq_status cq_field_sweep(cq_run *run, cq_field *field, cq_tree *tree)
{
    const cq_board *board = field->board;
    cq_status status = CQ_OK;

    for (uint32_t row = 0; row < board->rows; row++) {
        uint32_t cell = cq_field_at(field, row, 0), end = cell + board->cols;

        while (cell < end && status == CQ_OK) {
            uint32_t first = cell;

            while (cell < end && field->state[cell] == CQ_FREE)
                cell++;
            if ((cell - first) % 2)
                status = lay_odd(run, field, tree, first, cell, row + 1 == board->rows);
            else
                lay(field, first, cell);
            while (cell < end && field->state[cell] != CQ_FREE)
                cell++;
        }
    }
    return status;
}
