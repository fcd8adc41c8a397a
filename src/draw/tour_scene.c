/* tour_scene.c - a walk over the board: numbers in the squares, and the line of it.
 *
 * The line goes through the middles of the squares. Where a move crosses a joined edge
 * of the board, a line from square to square would lead right across it; instead two
 * stubs leave the board, one at either end, in the direction of the move. Which way a
 * move went is told by the leaper: of all its leaps that lead from one square to the
 * other, one that crosses no edge is taken if there is one.
 *
 * Numbers on the line stand in discs. The first square has a full disc and the last one
 * of an open walk a square, so that they differ without colour.
 */
#include "draw/picture.h"

#include <math.h>

typedef struct walk {
    cq_builder *b;
    const cq_cell *cells;
    size_t count;
} walk;

/* How far a move goes, and whether it crosses a joined edge. */
typedef struct move {
    int64_t down, right;
    bool crosses;
} move;

/* Whether a leap of `leap` is a step of `step` round a circle of that size, or in the
 * plane where `round` is false. */
static bool agrees(int64_t leap, int64_t step, int64_t size, bool round)
{
    return leap == step || (round && (leap - step) % size == 0);
}

static move find_move(const cq_builder *b, cq_cell from, cq_cell to)
{
    const cq_board *board = b->board;
    const cq_leaper *leaper = &b->problem->leaper;
    int64_t down = (int64_t)cq_row(board, to) - cq_row(board, from);
    int64_t right = (int64_t)cq_col(board, to) - cq_col(board, from);
    move found = {down, right, false};
    bool any = false;

    if (board->surface == CQ_PLANE)
        return found;
    for (size_t i = 0; i < leaper->count; i++)
        for (unsigned way = 0; way < 8; way++) {
            int64_t a = leaper->at[i].a, c = leaper->at[i].b;
            int64_t leap_down = (way & 4 ? c : a) * (way & 1 ? -1 : 1);
            int64_t leap_right = (way & 4 ? a : c) * (way & 2 ? -1 : 1);

            if (leap_down == down && leap_right == right)
                return (move){down, right, false};
            if (!any &&
                agrees(leap_down, down, board->rows, board->surface == CQ_TORUS) &&
                agrees(leap_right, right, board->cols, true)) {
                found = (move){leap_down, leap_right, true};
                any = true;
            }
        }
    return found;
}

/* How often a length fits between a place and the edge it runs to. */
static double share_to_edge(int32_t place, double length, int32_t edge)
{
    if (length < 0)
        return place / -length;
    return length > 0 ? (edge - place) / length : INFINITY;
}

/* A stub from the middle of a square, towards a leap, to a little outside of the board.
 */
static void add_stub(const cq_builder *b, cq_cell cell, int64_t down, int64_t right)
{
    cq_point from = cq_centre(b, cell);
    double length = hypot((double)down, (double)right);
    double unit = b->scene->unit, height = (double)down * unit,
           width = (double)right * unit;
    double share = fmin(share_to_edge(from.across, width, cq_place(b, b->board->cols)),
                        share_to_edge(from.down, height, cq_place(b, b->board->rows)));
    cq_point to;

    share += 0.3 / length;
    if (share > 1)
        share = 1;
    to.across = from.across + (int32_t)lround(width * share);
    to.down = from.down + (int32_t)lround(height * share);
    cq_scene_line(b->scene, from, to);
}

static void add_middle(const cq_builder *b, cq_cell cell)
{
    cq_point at = cq_centre(b, cell);

    cq_scene_point(b->scene, at.across, at.down);
}

/* Runs of moves inside the board. A closed walk that never crosses an edge is one
 * closed run; otherwise its last move is a move like the others. */
static void add_line(const walk *w)
{
    const cq_builder *b = w->b;
    bool closed = b->problem->closed && w->count > 2;
    size_t moves = w->count - !closed;
    size_t pending = 0;
    bool crossed = false;

    cq_scene_path(b->scene, CQ_INK_WALK, "the walk");
    for (size_t i = 0; i < moves; i++) {
        cq_cell from = w->cells[i], to = w->cells[(i + 1) % w->count];
        move m = find_move(b, from, to);

        if (pending++ == 0)
            add_middle(b, from);
        if (!m.crosses) {
            if (i + 1 < w->count || crossed)
                add_middle(b, to);
            continue;
        }
        crossed = true;
        cq_scene_end(b->scene, false);
        pending = 0;
        add_stub(b, from, m.down, m.right);
        add_stub(b, to, -m.down, -m.right);
    }
    if (pending)
        cq_scene_end(b->scene, closed && !crossed);
    cq_scene_drop_empty(b->scene);
}

static bool has_numbers(const cq_builder *b)
{
    return b->what->numbers && !b->scene->coarse;
}

static void add_ends(const walk *w)
{
    cq_builder *b = w->b;
    bool numbered = has_numbers(b);
    cq_point first = cq_centre(b, w->cells[0]);
    cq_point last = cq_centre(b, w->cells[w->count - 1]);
    int32_t half = b->scene->unit * (numbered ? 12 : 6) / 40;

    if (half < 1)
        half = 1;
    cq_scene_path(b->scene, numbered ? CQ_INK_FIRST : CQ_INK_BEGIN, "the first square");
    cq_scene_dot(b->scene, first.across, first.down);
    if (b->problem->closed || w->count < 2)
        return;
    cq_scene_path(b->scene, CQ_INK_FINISH, "the last square");
    cq_scene_box(b->scene, last.across - half, last.down - half, 2 * half, 2 * half);
}

/* A disc in each square, so that its number can be read over the line. */
static void add_discs(const walk *w, cq_ink ink)
{
    cq_scene_path(w->b->scene, ink, NULL);
    for (size_t i = 0; i < w->count; i++) {
        cq_point at = cq_centre(w->b, w->cells[i]);

        cq_scene_dot(w->b->scene, at.across, at.down);
    }
}

static void add_numbers(const walk *w)
{
    cq_builder *b = w->b;
    char number[24];
    size_t longest = (size_t)snprintf(number, sizeof number, "%zu", w->count);
    int32_t size =
        cq_letter_size(b, longest < 2 ? 2 : longest, b->what->path ? 13 : 16);

    if (b->what->path)
        size = size * 3 / 4 < 1 ? 1 : longest > 2 ? size * 3 / 4 : size;
    for (size_t i = 0; i < w->count; i++) {
        cq_point at = cq_centre(b, w->cells[i]);
        bool inverse = i == 0 && b->what->path;

        snprintf(number, sizeof number, "%zu", i + 1);
        cq_scene_text(b->scene, inverse ? CQ_INK_INVERSE : CQ_INK_LABEL, CQ_MIDDLE,
                      at.across, at.down, size, number);
    }
}

/* The cells of the walk, instead of its vertices. */
static cq_status find_cells(cq_builder *b, cq_cell *cells)
{
    const cq_u32s *members = &b->what->solution->members;

    for (size_t i = 0; i < members->count; i++) {
        if (members->at[i] >= b->problem->graph.vertices)
            return cq_fail(b->ctx, CQ_INPUT, "step %zu leads outside of the board",
                           i + 1);
        cells[i] = cq_problem_cell(b->problem, members->at[i]);
    }
    return CQ_OK;
}

cq_status cq_build_tour(cq_builder *b)
{
    size_t count = b->what->solution->members.count;
    cq_cell *cells = cq_alloc(b->ctx, count, sizeof *cells);
    walk w = {b, cells, count};
    cq_status status = CQ_MEMORY;

    if (!cells)
        return status;
    status = find_cells(b, cells);
    if (status == CQ_OK)
        status = cq_build_squares(b);
    if (status == CQ_OK)
        status = cq_build_frame(b);
    if (status == CQ_OK && count) {
        if (b->what->path)
            add_line(&w);
        if (b->what->path && has_numbers(b)) {
            add_discs(&w, CQ_INK_RIM);
            add_discs(&w, CQ_INK_DISC);
        }
        if (b->what->path || !b->what->numbers)
            add_ends(&w);
        if (has_numbers(b))
            add_numbers(&w);
    }
    cq_free(cells);
    return status;
}
