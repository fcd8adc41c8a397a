/* read_problem.c - what a problem is made of, as data.
 *
 * Nothing here is found out or made: the structures of the problem are shown as they
 * are, and everything handed out is borrowed from it. What is asked past the last, or
 * of a problem of another kind, is answered with 0, false or NULL.
 */
#include "problem/problem.h"

const char *cq_problem_source(const cq_problem *problem)
{
    return problem && problem->source ? problem->source : "";
}

CQ_GET(const cq_problem *, cq_problem_next, cq_problem, next, NULL)

uint64_t cq_problem_size(const cq_problem *problem)
{
    if (!problem)
        return 0;
    if (problem->board)
        return (uint64_t)problem->board->rows * problem->board->cols;
    return problem->kind == CQ_COVER ? problem->cover.entries.count
                                     : problem->graph.vertices;
}

/* ---- pieces ---- */

CQ_GET(size_t, cq_problem_pieces, cq_problem, pieces.count, 0)

bool cq_problem_piece(const cq_problem *problem, size_t index, cq_piece_info *out)
{
    const cq_piece *piece;

    if (!problem || !out || index >= problem->pieces.count)
        return false;
    piece = &problem->pieces.at[index];
    *out = (cq_piece_info){.name = piece->name,
                           .squares = piece->shape.at,
                           .count = piece->shape.count,
                           .least = piece->least,
                           .most = piece->most,
                           .rotate = piece->rotate,
                           .flip = piece->flip};
    return true;
}

/* ---- items and options ---- */

CQ_GET(size_t, cq_problem_items, cq_problem, cover.items.count, 0)

bool cq_problem_item(const cq_problem *problem, size_t index, cq_item_info *out)
{
    const cq_item *item;

    if (!out || index >= cq_problem_items(problem))
        return false;
    item = &problem->cover.items.at[index];
    *out = (cq_item_info){.name = problem->cover.names.at + item->name,
                          .secondary = index >= problem->cover.primary,
                          .least = item->least,
                          .most = item->most};
    return true;
}

size_t cq_problem_options(const cq_problem *problem)
{
    return problem ? cq_cover_options(&problem->cover) : 0;
}

size_t cq_problem_entries(const cq_problem *problem, size_t option)
{
    if (option >= cq_problem_options(problem))
        return 0;
    return problem->cover.starts.at[option + 1] - problem->cover.starts.at[option];
}

bool cq_problem_entry(const cq_problem *problem, size_t option, size_t index,
                      cq_entry_info *out)
{
    const cq_cover *cover;
    cq_entry entry;

    if (!out || index >= cq_problem_entries(problem, option))
        return false;
    cover = &problem->cover;
    entry = cover->entries.at[cover->starts.at[option] + index];
    *out = (cq_entry_info){.item = entry.item,
                           .colour = entry.colour == CQ_NO_COLOUR
                                         ? NULL
                                         : cq_colour_name(cover, entry.colour)};
    return true;
}

/* ---- tours ---- */

CQ_GET(size_t, cq_problem_vertices, cq_problem, graph.vertices, 0)

const char *cq_problem_vertex_name(const cq_problem *problem, uint32_t vertex,
                                   char buffer[CQ_VERTEX_NAME_SIZE])
{
    if (vertex >= cq_problem_vertices(problem))
        return NULL;
    return cq_vertex_name(&problem->graph, problem->board, vertex, buffer);
}

cq_cell cq_problem_cell_of(const cq_problem *problem, uint32_t vertex)
{
    if (vertex >= cq_problem_vertices(problem) || !problem->board)
        return CQ_NO_CELL;
    return cq_problem_cell(problem, vertex);
}

uint32_t cq_problem_vertex_at(const cq_problem *problem, cq_cell cell)
{
    if (!problem || problem->kind != CQ_TOUR || !problem->board ||
        cell >= cq_board_size(problem->board))
        return CQ_NO_VERTEX;
    return cq_problem_vertex(problem, cell);
}

bool cq_problem_closed(const cq_problem *problem)
{
    return problem && problem->kind == CQ_TOUR && problem->closed;
}

void cq_problem_ends(const cq_problem *problem, uint32_t *from, uint32_t *to)
{
    if (from)
        *from = problem ? problem->from : CQ_NO_VERTEX;
    if (to)
        *to = problem ? problem->to : CQ_NO_VERTEX;
}

bool cq_problem_move(const cq_problem *problem, size_t index, cq_tour_move *out)
{
    cq_leap leap;

    if (!problem || !out || index >= problem->leaper.count)
        return false;
    leap = problem->leaper.at[index];
    *out = (cq_tour_move){.down = (int32_t)leap.a,
                          .right =
                              (int32_t)(leap.ways ? cq_leap_move(leap).right : leap.b),
                          .leaper = !leap.ways,
                          .rider = leap.rides};
    return true;
}
