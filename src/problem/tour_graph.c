/* tour_graph.c - the graph of a tour: its vertices always, its lists when needed.
 *
 * Boards of more than CQ_LISTS_MOST squares get no lists of neighbours at first. Their
 * graph then only knows its vertices, and `cells` only if the board has holes: on a
 * full board a vertex is its cell. What walks over the edges asks for a view of the
 * problem that has lists; what needs none (an engine that goes by offsets, the checker,
 * the writers) spares the time and 40 bytes a square.
 *
 * The lists belong to the view and to its context, never to the problem: a problem is
 * the same before and after, so that several contexts and threads may look at it.
 */
#include "problem/problem.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_graph_outline(cq_context *ctx, const cq_board *board, cq_graph *out)
{
    cq_graph graph = {.vertices = (uint32_t)board->count};
    size_t size = cq_board_size(board), next = 0;

    if (board->count < size) {
        graph.cells = cq_alloc(ctx, board->count, sizeof *graph.cells);
        cq_try_memory(graph.cells);
        for (size_t cell = 0; cell < size; cell++)
            if (board->colour[cell])
                graph.cells[next++] = (cq_cell)cell;
        cq_assert(next == board->count);
    }
    *out = graph;
    return CQ_OK;
}

cq_status cq_problem_listed(cq_context *ctx, const cq_problem *problem,
                            cq_problem *view)
{
    *view = *problem;
    if (problem->kind != CQ_TOUR || !problem->board || problem->graph.starts)
        return CQ_OK;
    return cq_graph_from_board(ctx, problem->board, &problem->leaper, &view->graph);
}

void cq_problem_unlist(cq_problem *view, const cq_problem *problem)
{
    if (view->graph.starts != problem->graph.starts)
        cq_graph_free(&view->graph);
}

uint32_t cq_problem_vertex(const cq_problem *problem, cq_cell cell)
{
    const cq_graph *graph = &problem->graph;
    size_t at = cell;

    if (graph->cells)
        at = cq_find_sorted(graph->cells, 0, graph->vertices, cell);
    cq_assert(at == SIZE_MAX || at < graph->vertices);
    return at == SIZE_MAX ? CQ_NO_VERTEX : (uint32_t)at;
}

/* The cell that a leap leads to in one of its eight ways, or CQ_NO_CELL. */
static cq_cell leap_to(const cq_board *board, cq_cell from, cq_leap leap, unsigned way)
{
    cq_offset step = cq_leap_offset(leap, way);

    if (!cq_leap_goes(leap, way))
        return CQ_NO_CELL;
    return cq_board_step(board, cq_row(board, from), cq_col(board, from), step.down,
                         step.right);
}

bool cq_problem_leaps(const cq_problem *problem)
{
    return problem->board && !problem->graph.gone.count &&
           !cq_leaper_rides(&problem->leaper);
}

bool cq_problem_adjacent(const cq_problem *problem, uint32_t a, uint32_t b)
{
    const cq_board *board = problem->board;
    cq_cell from, to;

    if (!board || problem->graph.starts)
        return cq_graph_adjacent(&problem->graph, a, b);
    from = cq_problem_cell(problem, a);
    to = cq_problem_cell(problem, b);
    for (size_t i = 0; i < problem->leaper.count; i++)
        for (unsigned way = 0; way < 8; way++)
            if (leap_to(board, from, problem->leaper.at[i], way) == to)
                return a != b;
    return false;
}

/* Whether no leap before this one leads to the same cell: on small joined boards
 * several do. */
static bool leads_first(const cq_problem *problem, cq_cell from, size_t leap,
                        unsigned way, cq_cell to)
{
    for (size_t i = 0; i <= leap; i++)
        for (unsigned w = 0; w < (i < leap ? 8 : way); w++)
            if (leap_to(problem->board, from, problem->leaper.at[i], w) == to)
                return false;
    return true;
}

/* Into an ascending list that holds the `room` smallest of `count` numbers. */
static void insert(uint32_t *out, size_t room, size_t count, uint32_t number)
{
    size_t at = count < room ? count : room;

    if (at == room && (room == 0 || out[room - 1] < number))
        return;
    at -= at == room;
    for (; at > 0 && out[at - 1] > number; at--)
        out[at] = out[at - 1];
    cq_assert(at == 0 || out[at - 1] < number); /* nothing is listed twice */
    out[at] = number;
}

/* Without lists: all leaps from the cell. */
static size_t leaps_from(const cq_problem *problem, uint32_t vertex, uint32_t *out,
                         size_t room)
{
    cq_cell from = cq_problem_cell(problem, vertex);
    size_t count = 0;

    for (size_t i = 0; i < problem->leaper.count; i++)
        for (unsigned way = 0; way < 8; way++) {
            cq_cell to = leap_to(problem->board, from, problem->leaper.at[i], way);

            if (to == CQ_NO_CELL || to == from ||
                !leads_first(problem, from, i, way, to))
                continue;
            cq_assert(
                cq_problem_adjacent(problem, vertex, cq_problem_vertex(problem, to)));
            insert(out, room, count++, cq_problem_vertex(problem, to));
        }
    return count;
}

size_t cq_problem_neighbours(const cq_problem *problem, uint32_t vertex, uint32_t *out,
                             size_t room)
{
    const cq_graph *graph;
    size_t degree;

    if (!problem || problem->kind != CQ_TOUR || vertex >= problem->graph.vertices)
        return 0;
    graph = &problem->graph;
    if (!graph->starts)
        return leaps_from(problem, vertex, out, out ? room : 0);
    degree = cq_graph_degree(graph, vertex);
    if (out && room)
        memcpy(out, graph->targets + graph->starts[vertex],
               (degree < room ? degree : room) * sizeof *out);
    return degree;
}
