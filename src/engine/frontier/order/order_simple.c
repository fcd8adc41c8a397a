/* order_simple.c - orders that need no search: along the rows, along the columns.
 *
 * A board is swept across its shorter side, so that as few squares as possible lie
 * between those decided and those untouched. The items of limited pieces come last. A
 * cover that is no board keeps the order of its items.
 *
 * The prediction is by widths: after k items the frontier is the set of items that are
 * not decided and share an option with one that is; its states are at most 2 to its
 * size. Cost: linear in the entries.
 */
#include "engine/frontier/order.h"

#include <math.h>
#include <string.h>

void cq_order_free(cq_order *order)
{
    cq_free(order->items);
    memset(order, 0, sizeof *order);
}

/* The first position that any item of each option has. */
static uint32_t first_position(const cq_cover *cover, size_t option,
                               const uint32_t *position)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++)
        if (position[cover->entries.at[i].item] < first)
            first = position[cover->entries.at[i].item];
    return first;
}

/* From widths[k] on an item more is in the frontier, or one fewer. */
static void add_widths(const cq_cover *cover, const uint32_t *position, uint32_t *birth,
                       int64_t *widths)
{
    for (size_t o = 0; o < cq_cover_options(cover); o++) {
        uint32_t first = first_position(cover, o, position);

        for (uint32_t i = cover->starts.at[o]; i < cover->starts.at[o + 1]; i++)
            if (first < birth[cover->entries.at[i].item])
                birth[cover->entries.at[i].item] = first;
    }
    for (size_t item = 0; item < cover->items.count; item++)
        if (birth[item] < position[item]) {
            widths[birth[item]]++;
            widths[position[item]]--;
        }
}

cq_status cq_order_predict(cq_context *ctx, const cq_cover *cover, cq_order *order)
{
    size_t n = order->count;
    uint32_t *position = cq_alloc(ctx, n, sizeof *position);
    uint32_t *birth = cq_alloc(ctx, n, sizeof *birth);
    int64_t *widths = cq_zalloc(ctx, n + 1, sizeof *widths), width = 0, widest = 0;
    cq_status status = position && birth && widths ? CQ_OK : CQ_MEMORY;

    if (status == CQ_OK) {
        for (size_t k = 0; k < n; k++)
            position[order->items[k]] = (uint32_t)k;
        memset(birth, 0xff, n * sizeof *birth);
        add_widths(cover, position, birth, widths);
        for (size_t k = 0; k < n; k++) {
            width += widths[k];
            widest = width > widest ? width : widest;
        }
        order->log2_states = (double)widest;
        order->log2_work = (double)widest + log2((double)(n ? n : 1));
    }
    cq_free(position);
    cq_free(birth);
    cq_free(widths);
    return status;
}

static void sort_by_column(const cq_board *board, uint32_t *items)
{
    size_t next = 0, item;
    uint32_t size = board->rows * board->cols;
    uint32_t *column = items; /* filled column by column with the numbers of cells */

    for (uint32_t col = 0; col < board->cols; col++) {
        item = 0;
        for (uint32_t cell = 0; cell < size; cell++) {
            if (!cq_board_present(board, cell))
                continue;
            if (cell % board->cols == col)
                column[next++] = (uint32_t)item;
            item++;
        }
    }
}

cq_status cq_order_find(cq_run *run, const cq_cover *cover,
                        const cq_placements *placements, cq_order *out)
{
    const cq_board *board = placements ? run->problem->board : NULL;
    cq_order order = {.count = cover->items.count};
    cq_status status = CQ_MEMORY;

    order.items = cq_alloc(run->ctx, order.count, sizeof *order.items);
    if (!order.items)
        return CQ_MEMORY;
    for (size_t i = 0; i < order.count; i++)
        order.items[i] = (uint32_t)i;
    snprintf(order.method, sizeof order.method, board ? "rows" : "as given");
    if (board && board->cols > board->rows) {
        sort_by_column(board, order.items);
        snprintf(order.method, sizeof order.method, "columns");
    }
    status = cq_order_predict(run->ctx, cover, &order);
    if (status == CQ_OK)
        *out = order;
    else
        cq_order_free(&order);
    return status;
}
