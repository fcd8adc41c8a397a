/* move_order.c - lists of neighbours in the order of the moves: see move_order.h.
 *
 * A search that tries the moves of a piece one after the other depends on their order
 * more than on anything else (A. Ghosh and R. Kumar, Knight's Tour, 2022: "they will
 * affect the running time of the algorithm drastically"). By number is the order that
 * the lists of a graph have, and reverse is that from its end. All others are lists of
 * the steps of the piece:
 *
 *     clockwise        from the right on     1:2  2:1  2:-1  1:-2  -1:-2  -2:-1 ...
 *     anticlockwise    from below on         2:1  1:2  -1:2  -2:1  -2:-1  -1:-2 ...
 *     as given         down:right, each move of the piece once
 *
 * where longer steps in the same direction come after shorter ones. Each vertex gets
 * its neighbours in that order, in the layout of graph->targets; across joined edges
 * several steps may lead to one neighbour, and the first counts. Cost: vertices times
 * steps, and on joined boards times the degree.
 */
#include "problem/move_order.h"

#include "base/assert.h"
#include "problem/names.h"

#include <stdlib.h>
#include <string.h>

typedef CQ_VEC(cq_offset) step_list;

static bool has_step(const step_list *steps, cq_offset s)
{
    for (size_t i = 0; i < steps->count; i++)
        if (steps->at[i].down == s.down && steps->at[i].right == s.right)
            return true;
    return false;
}

/* All that the piece can do, each once. */
static cq_status gather_steps(cq_context *ctx, const cq_leaper *leaper, step_list *out)
{
    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++) {
            cq_offset s = cq_leap_offset(leaper->at[i], way);

            if (cq_leap_goes(leaper->at[i], way) && !has_step(out, s))
                cq_try(cq_vec_push(ctx, out, s));
        }
    return CQ_OK;
}

/* ---- by angle ---- */

/* By the angle from the first axis towards the second, from 0 to a full turn. */
static int compare_angles(int64_t x1, int64_t y1, int64_t x2, int64_t y2)
{
    bool beyond1 = y1 < 0 || (y1 == 0 && x1 < 0);
    bool beyond2 = y2 < 0 || (y2 == 0 && x2 < 0);
    int64_t left = x1 * y2, right = x2 * y1;

    if (beyond1 != beyond2)
        return beyond1 ? 1 : -1;
    if (left != right)
        return left > right ? -1 : 1;
    left = llabs(x1) + llabs(y1);
    right = llabs(x2) + llabs(y2);
    return (left > right) - (left < right);
}

static int clockwise(const void *left, const void *right)
{
    const cq_offset *a = left, *b = right;

    return compare_angles(a->right, a->down, b->right, b->down);
}

static int anticlockwise(const void *left, const void *right)
{
    const cq_offset *a = left, *b = right;

    return compare_angles(a->down, a->right, b->down, b->right);
}

/* ---- as given ---- */

static cq_status add_given(cq_context *ctx, cq_span word, const step_list *known,
                           step_list *out)
{
    char quoted[CQ_QUOTED_SIZE];
    cq_offset s = {0};

    if (!cq_offset_parse(word.start, word.length, ':', &s))
        return cq_fail_span(
            ctx, word,
            "expected number, reverse, clockwise, anticlockwise, or moves as "
            "down:right such as 2:1,-1:2, found %s",
            word.length ? cq_quoted(word.start, word.length, quoted) : "nothing");
    if (!has_step(known, s))
        return cq_fail_span(ctx, word, "%s is not a move of this piece",
                            cq_quoted(word.start, word.length, quoted));
    if (has_step(out, s))
        return cq_fail_span(ctx, word, "%s is listed twice",
                            cq_quoted(word.start, word.length, quoted));
    return cq_vec_push(ctx, out, s);
}

static cq_status read_given(cq_context *ctx, const char *order, const step_list *known,
                            step_list *out)
{
    cq_span rest = {"--move-order", 1, 1, order, strlen(order)}, word;

    while (cq_span_take(&rest, ',', &word))
        cq_try(add_given(ctx, word, known, out));
    for (size_t i = 0; i < known->count; i++)
        if (!has_step(out, known->at[i]))
            return cq_fail_at(ctx, "--move-order", 0, 0,
                              "the order lacks the move %lld:%lld; list all %zu moves",
                              (long long)known->at[i].down,
                              (long long)known->at[i].right, known->count);
    cq_assert(out->count == known->count);
    return CQ_OK;
}

static cq_status read_steps(cq_context *ctx, const cq_leaper *leaper, const char *order,
                            step_list *out)
{
    bool turns = strcmp(order, "clockwise") == 0;
    step_list known = {0};
    cq_status status = gather_steps(ctx, leaper, &known);

    if (status == CQ_OK && (turns || strcmp(order, "anticlockwise") == 0)) {
        qsort(known.at, known.count, sizeof *known.at,
              turns ? clockwise : anticlockwise);
        *out = known;
        return CQ_OK;
    }
    cq_then(status, read_given(ctx, order, &known, out));
    cq_vec_free(&known);
    return status;
}

/* ---- the lists ---- */

static bool is_among(const uint32_t *list, size_t count, uint32_t v)
{
    while (count)
        if (list[--count] == v)
            return true;
    return false;
}

static void list_neighbours(const cq_problem *problem, const step_list *steps,
                            uint32_t v, uint32_t *out)
{
    const cq_board *board = problem->board;
    cq_cell cell = cq_problem_cell(problem, v);
    size_t count = 0;

    for (size_t i = 0; i < steps->count; i++) {
        cq_cell to = cq_board_step(board, cq_row(board, cell), cq_col(board, cell),
                                   steps->at[i].down, steps->at[i].right);
        uint32_t w = to == CQ_NO_CELL ? CQ_NO_VERTEX : cq_problem_vertex(problem, to);

        if (w != CQ_NO_VERTEX && !cq_graph_adjacent(&problem->graph, v, w))
            continue; /* the move is forbidden, or leads nowhere */
        if (w == CQ_NO_VERTEX || w == v ||
            (board->surface != CQ_PLANE && is_among(out, count, w)))
            continue;
        cq_assert(count < cq_graph_degree(&problem->graph, v));
        out[count++] = w;
    }
    cq_assert(count == cq_graph_degree(&problem->graph, v));
}

static void reverse_list(const cq_graph *graph, uint32_t v, uint32_t *out)
{
    for (size_t p = graph->starts[v + 1]; p > graph->starts[v]; p--)
        *out++ = graph->targets[p - 1];
}

cq_status cq_move_order(cq_context *ctx, const cq_problem *problem, const char *order,
                        uint32_t **out)
{
    const cq_graph *graph = &problem->graph;
    bool reverse = order && strcmp(order, "reverse") == 0;
    step_list steps = {0};
    uint32_t *lists = NULL;
    cq_status status = CQ_OK;

    *out = NULL;
    if (!order || strcmp(order, "number") == 0)
        return CQ_OK;
    if (!problem->board && !reverse)
        return cq_fail_at(ctx, "--move-order", 0, 0,
                          "a graph has no moves, only vertices: expected number or "
                          "reverse");
    if (!reverse && cq_leaper_rides(&problem->leaper))
        return cq_fail_at(ctx, "--move-order", 0, 0,
                          "a piece that moves any distance has no list of moves: "
                          "expected number or reverse");
    if (!reverse)
        status = read_steps(ctx, &problem->leaper, order, &steps);
    if (status == CQ_OK) {
        lists = cq_alloc(ctx, graph->starts[graph->vertices] + 1, sizeof *lists);
        status = lists ? CQ_OK : CQ_MEMORY;
    }
    for (uint32_t v = 0; v < graph->vertices && status == CQ_OK; v++) {
        if (reverse)
            reverse_list(graph, v, lists + graph->starts[v]);
        else
            list_neighbours(problem, &steps, v, lists + graph->starts[v]);
    }
    cq_vec_free(&steps);
    *out = lists;
    return status;
}
