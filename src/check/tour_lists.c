/* tour_lists.c - the checker's own graph of a tour.
 *
 * Proofs that there is no tour, and counts that are repeated, stand on the moves of the
 * board. The solver has them from problem/leaper.c, which is quick and has bands of
 * offsets in a certain order. Here every leap is made from every square in all eight
 * ways, the squares are sorted, and those met twice or where the leap began are
 * dropped.
 *
 * A graph that was read from a file is what was asked, and is taken as it is; so is the
 * numbering of the squares.
 *
 * Cost: eight times the leaps for each square, and a sort of them.
 */
#include "check/tour_lists.h"

#include "check/board_moves.h"

#include <stdlib.h>

/* The squares of the grid as vertices, or CQ_NO_VERTEX. */
static uint32_t *number_cells(cq_context *ctx, const cq_board *board)
{
    uint32_t *numbers = cq_alloc(ctx, cq_board_size(board), sizeof *numbers);
    uint32_t next = 0;

    for (size_t cell = 0; numbers && cell < cq_board_size(board); cell++)
        numbers[cell] = board->colour[cell] ? next++ : CQ_NO_VERTEX;
    return numbers;
}

static int compare_vertices(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Where a step leads; CQ_NO_VERTEX where that is off the board. */
static uint32_t step(const cq_board *board, const uint32_t *numbers, cq_cell from,
                     int64_t down, int64_t right)
{
    cq_move move = {CQ_IDENTITY, down, right};
    cq_cell to = cq_move_cell(board, &move, from);

    return to == CQ_NO_CELL || to == from ? CQ_NO_VERTEX : numbers[to];
}

/* All squares that one leap leads to, into `out`, which has room for eight a leap. */
static size_t take_leaps(const cq_problem *problem, const uint32_t *numbers,
                         cq_cell from, uint32_t *out)
{
    size_t count = 0, kept = 0;

    for (size_t i = 0; i < problem->leaper.count; i++)
        for (unsigned way = 0; way < 8; way++) {
            cq_leap leap = problem->leaper.at[i];
            int64_t a = way & 1 ? -(int64_t)leap.a : leap.a;
            int64_t b = way & 2 ? -(int64_t)leap.b : leap.b;
            uint32_t to =
                step(problem->board, numbers, from, way & 4 ? b : a, way & 4 ? a : b);

            if (to != CQ_NO_VERTEX && (!leap.ways || leap.ways >> way & 1))
                out[count++] = to;
        }
    qsort(out, count, sizeof *out, compare_vertices);
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || out[kept - 1] != out[i])
            out[kept++] = out[i];
    return kept;
}

static cq_status fill_lists(cq_context *ctx, const cq_problem *problem,
                            const uint32_t *numbers, cq_graph *graph)
{
    cq_u32s targets = {0};
    size_t most = 8 * problem->leaper.count, size = cq_board_size(problem->board);
    cq_status status;

    for (cq_cell cell = 0; cell < size; cell++) {
        if (numbers[cell] == CQ_NO_VERTEX)
            continue;
        graph->starts[numbers[cell]] = targets.count;
        status = cq_poll_at(ctx, (size_t)cell + 1);
        if (status == CQ_OK)
            status = cq_vec_reserve(ctx, &targets, most);
        if (status != CQ_OK) {
            cq_vec_free(&targets);
            return status;
        }
        targets.count += take_leaps(problem, numbers, cell, targets.at + targets.count);
    }
    graph->starts[graph->vertices] = targets.count;
    graph->targets = targets.at;
    return CQ_OK;
}

cq_status cq_tour_lists_make(cq_context *ctx, const cq_problem *problem,
                             cq_problem *view)
{
    cq_graph *graph = &view->graph;
    uint32_t *numbers;
    cq_status status = CQ_MEMORY;

    *view = *problem;
    if (problem->kind != CQ_TOUR || !problem->board)
        return CQ_OK;
    graph->targets = NULL;
    graph->starts = cq_alloc(ctx, (size_t)graph->vertices + 1, sizeof *graph->starts);
    numbers = number_cells(ctx, problem->board);
    if (graph->starts && numbers)
        status = fill_lists(ctx, problem, numbers, graph);
    cq_free(numbers);
    if (status != CQ_OK)
        cq_tour_lists_free(view, problem);
    return status;
}

void cq_tour_lists_free(cq_problem *view, const cq_problem *problem)
{
    if (view->graph.starts == problem->graph.starts)
        return;
    cq_free(view->graph.starts);
    cq_free(view->graph.targets);
    view->graph = problem->graph;
}

bool cq_tour_listed(const cq_graph *graph, uint32_t from, uint32_t to)
{
    for (size_t i = graph->starts[from]; i < graph->starts[from + 1]; i++)
        if (graph->targets[i] == to)
            return true;
    return false;
}
