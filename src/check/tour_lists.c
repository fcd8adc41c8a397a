/* tour_lists.c - the checker's own graph of a tour.
 *
 * Proofs that there is no tour, and counts that are repeated, stand on the moves of the
 * board. The solver has them from problem/leaper.c, which is quick and has bands of
 * offsets in a certain order. Here every leap is made from every square in all eight
 * ways, the squares are sorted, and those met twice or where the leap began are
 * dropped.
 *
 * A rider goes on from square to square, until it is off the board, at a hole or back
 * where it began. Moves that are forbidden are left out.
 *
 * A graph that was read from a file is what was asked, and is taken as it is; so is the
 * numbering of the squares.
 *
 * Cost: eight times the leaps for each square, and a sort of them.
 */
#include "base/assert.h"
#include "check/tour_lists.h"

#include "check/board_moves.h"

/* The squares of the grid as vertices, or CQ_NO_VERTEX. */
static uint32_t *number_cells(cq_context *ctx, const cq_board *board)
{
    uint32_t *numbers = cq_alloc(ctx, cq_board_size(board), sizeof *numbers);
    uint32_t next = 0;

    for (size_t cell = 0; numbers && cell < cq_board_size(board); cell++)
        numbers[cell] = board->colour[cell] ? next++ : CQ_NO_VERTEX;
    return numbers;
}

/* The squares that a leap, or as many as a rider likes, leads to in one way. */
static cq_status go(cq_context *ctx, const cq_problem *problem, const uint32_t *numbers,
                    cq_cell from, cq_leap leap, unsigned way, cq_u32s *out)
{
    int64_t a = way & 1 ? -(int64_t)leap.a : leap.a;
    int64_t b = way & 2 ? -(int64_t)leap.b : leap.b;
    cq_move move = {CQ_IDENTITY, way & 4 ? b : a, way & 4 ? a : b};
    cq_cell to = cq_move_cell(problem->board, &move, from);

    while (to != CQ_NO_CELL && to != from) {
        if (!cq_tour_paired(&problem->graph.gone, numbers[from], numbers[to]))
            cq_try(cq_vec_push(ctx, out, numbers[to]));
        if (!leap.rides)
            break;
        to = cq_move_cell(problem->board, &move, to);
    }
    return CQ_OK;
}

/* All neighbours of a square, ascending, each once. */
static cq_status take_leaps(cq_context *ctx, const cq_problem *problem,
                            const uint32_t *numbers, cq_cell from, cq_u32s *out)
{
    size_t first = out->count;

    for (size_t i = 0; i < problem->leaper.count; i++)
        for (unsigned way = 0; way < 8; way++) {
            cq_leap leap = problem->leaper.at[i];

            if (!leap.ways || leap.ways >> way & 1)
                cq_try(go(ctx, problem, numbers, from, leap, way, out));
        }
    cq_u32s_tidy(out, first);
    return CQ_OK;
}

static cq_status fill_lists(cq_context *ctx, const cq_problem *problem,
                            const uint32_t *numbers, cq_graph *graph)
{
    cq_u32s targets = {0};
    size_t size = cq_board_size(problem->board);
    cq_status status = cq_vec_reserve(ctx, &targets, 1);

    for (cq_cell cell = 0; cell < size && status == CQ_OK; cell++) {
        if (numbers[cell] == CQ_NO_VERTEX)
            continue;
        graph->starts[numbers[cell]] = targets.count;
        status = cq_poll_at(ctx, (size_t)cell + 1);
        cq_then(status, take_leaps(ctx, problem, numbers, cell, &targets));
    }
    if (status != CQ_OK) {
        cq_vec_free(&targets);
        return status;
    }
    cq_assert(problem->board->count == graph->vertices);
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
    cq_free_each(view->graph.starts, view->graph.targets);
    view->graph = problem->graph;
}

bool cq_tour_paired(const cq_u32s *pairs, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i + 1 < pairs->count; i += 2)
        if ((pairs->at[i] == a && pairs->at[i + 1] == b) ||
            (pairs->at[i] == b && pairs->at[i + 1] == a))
            return true;
    return false;
}

size_t cq_tour_arc(const cq_graph *graph, uint32_t from, uint32_t to)
{
    for (size_t i = graph->starts[from]; i < graph->starts[from + 1]; i++)
        if (graph->targets[i] == to)
            return i;
    return SIZE_MAX;
}

bool cq_tour_listed(const cq_graph *graph, uint32_t from, uint32_t to)
{
    return cq_tour_arc(graph, from, to) != SIZE_MAX;
}

uint32_t cq_least_degree(const cq_graph *graph)
{
    uint32_t best = 0;

    for (uint32_t v = 1; v < graph->vertices; v++)
        if (cq_graph_degree(graph, v) < cq_graph_degree(graph, best))
            best = v;
    return best;
}

bool cq_two_sides(const cq_graph *graph, uint32_t root, char *side, uint32_t *queue,
                  size_t count[2])
{
    size_t head = 0, tail = 0;

    cq_assert(!side[root]);
    count[0] = 1;
    count[1] = 0;
    side[root] = 1;
    queue[tail++] = root;
    while (head < tail) {
        uint32_t v = queue[head++];

        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            uint32_t to = graph->targets[i];

            if (side[to] == side[v])
                return false;
            if (side[to])
                continue;
            side[to] = (char)(3 - side[v]);
            count[side[to] - 1]++;
            queue[tail++] = to;
        }
    }
    cq_assert(tail == count[0] + count[1] && tail <= graph->vertices);
    return true;
}
