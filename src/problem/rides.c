/* rides.c - the moves of pieces that ride: rook, bishop, queen, nightrider.
 *
 * A rider repeats its leap in the same direction as long as it lands on a square: a
 * hole, or the edge of the board, stops it. On a cylinder or a torus it may go round
 * until it is back where it started. Squares can be reached in several ways there, and
 * by several riders, so that every list is sorted and repetitions are dropped.
 *
 * Cost: the moves, times the logarithm of those of a square.
 */
#include "base/assert.h"
#include "problem/graph.h"

/* All squares on the way, or the first for a leap. */
static cq_status ride(cq_context *ctx, const cq_board *board, const uint32_t *number,
                      cq_cell from, cq_leap leap, unsigned way, cq_u32s *out)
{
    cq_offset step = cq_leap_offset(leap, way);
    cq_cell at = from;

    do {
        at = cq_board_step(board, cq_row(board, at), cq_col(board, at), step.down,
                           step.right);
        if (at == CQ_NO_CELL || at == from || number[at] == CQ_NO_CELL)
            break;
        cq_try(cq_vec_push(ctx, out, number[at]));
    } while (leap.rides);
    return CQ_OK;
}

/* Sorted from `first` on, each once. */
static void settle(cq_u32s *list, size_t first)
{
    size_t kept = first;

    if (list->count > first)
        cq_sort_u32(list->at + first, list->count - first);
    for (size_t i = first; i < list->count; i++)
        if (kept == first || list->at[kept - 1] != list->at[i])
            list->at[kept++] = list->at[i];
    cq_assert(kept >= first && kept <= list->count);
    list->count = kept;
}

static cq_status list_from(cq_context *ctx, const cq_board *board,
                           const cq_leaper *leaper, const uint32_t *number,
                           cq_cell from, cq_u32s *out)
{
    size_t first = out->count;

    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++)
            if (cq_leap_goes(leaper->at[i], way))
                cq_try(ride(ctx, board, number, from, leaper->at[i], way, out));
    settle(out, first);
    return CQ_OK;
}

cq_status cq_rides_list(cq_context *ctx, const cq_board *board, const cq_leaper *leaper,
                        const uint32_t *number, cq_graph *graph)
{
    cq_u32s targets = {0};
    cq_status status = cq_vec_reserve(ctx, &targets, 1);

    for (uint32_t v = 0; v < graph->vertices && status == CQ_OK; v++) {
        status = cq_poll_at(ctx, (size_t)v + 1);
        cq_then(status,
                list_from(ctx, board, leaper, number, graph->cells[v], &targets));
        graph->starts[v + 1] = targets.count;
        cq_assert(graph->starts[v] <= graph->starts[v + 1]);
    }
    if (status == CQ_OK)
        graph->targets = targets.at;
    else
        cq_vec_free(&targets);
    return status;
}
