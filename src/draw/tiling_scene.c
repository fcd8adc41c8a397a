/* tiling_scene.c - a tiling: pieces with edges, in tints that differ from all around.
 *
 * Each piece is a path of its own, a little inside its squares, with its name and its
 * squares as a title. One that goes on across a joined edge of the board comes in
 * several parts which are open there and stick out a little: the tint is filled as
 * closed shapes and the edge stroked apart from it, under one title.
 *
 * A coarse picture has one path for each tint instead, with all pieces of that tint;
 * pieces with the same tint never share an edge, so they stay apart.
 */
#include "draw/picture.h"

#include <string.h>

typedef struct tiling {
    cq_builder *b;
    const cq_solution *solution;
    uint32_t *owner; /* 1 + the part that covers a cell, or 0 */
    uint32_t *labels;
    uint32_t used; /* labels 0 .. used - 1 */
    cq_tracer tracer;
} tiling;

static const cq_cell *part_cells(const tiling *t, size_t part, size_t *count)
{
    uint32_t first = t->solution->starts.at[part];

    cq_assert(part < t->solution->labels.count);
    *count = t->solution->starts.at[part + 1] - first;
    return t->solution->members.at + first;
}

static void add_piece(tiling *t, size_t part)
{
    cq_scene *scene = t->b->scene;
    uint32_t label = t->labels[part];
    char title[CQ_CAPTION_SIZE];
    size_t count;
    const cq_cell *cells = part_cells(t, part, &count);
    bool open = cq_trace_is_open(&t->tracer, cells, count);

    cq_caption_part(t->b->what, part, title);
    cq_scene_path(scene, cq_ink_member(open ? CQ_INK_FILL : CQ_INK_PIECE, label),
                  title);
    cq_trace_cells(&t->tracer, scene, CQ_OUTLINE_ALL, cells, count);
    if (open) {
        cq_scene_join(scene, cq_ink_member(CQ_INK_EDGE, label));
        cq_trace_cells(&t->tracer, scene, CQ_OUTLINE_WALLS, cells, count);
        cq_scene_drop_empty(scene);
    }
}

static void add_tints(tiling *t)
{
    size_t parts = cq_solution_parts(t->solution);

    for (uint32_t tint = 0; tint < CQ_PALETTE && tint < t->used; tint++) {
        cq_scene_path(t->b->scene, cq_ink_member(CQ_INK_FILL, tint), NULL);
        for (size_t part = 0; part < parts; part++) {
            size_t count;
            const cq_cell *cells = part_cells(t, part, &count);

            if (t->labels[part] % CQ_PALETTE == tint)
                cq_trace_cells(&t->tracer, t->b->scene, CQ_OUTLINE_ALL, cells, count);
        }
        cq_scene_drop_empty(t->b->scene);
    }
}

/* The square of the part that is nearest to its middle. */
static cq_cell middle_cell(const tiling *t, size_t part)
{
    const cq_board *board = t->b->board;
    size_t count;
    const cq_cell *cells = part_cells(t, part, &count);
    double row = 0, col = 0, best = -1;
    cq_cell middle = cells[0];

    cq_assert(count > 0);
    for (size_t i = 0; i < count; i++) {
        row += cq_row(board, cells[i]) / (double)count;
        col += cq_col(board, cells[i]) / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        double down = cq_row(board, cells[i]) - row;
        double right = cq_col(board, cells[i]) - col;
        double distance = down * down + right * right;

        if (best < 0 || distance < best - 1e-9) {
            best = distance;
            middle = cells[i];
        }
    }
    return middle;
}

static bool has_colours(const cq_board *board)
{
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell] && board->colour[cell] != CQ_ANY_COLOUR)
            return true;
    return false;
}

/* Short names stand on their pieces: in the middle of a square, or in its corner if the
 * middle belongs to the letter of the square's colour. */
static void add_labels(tiling *t)
{
    const cq_pieces *pieces = &t->b->problem->pieces;
    size_t parts = cq_solution_parts(t->solution);
    int32_t unit = t->b->scene->unit;
    bool coloured = has_colours(t->b->board) && !cq_chequered(t->b->board);

    if (pieces->count < 2)
        return;
    for (size_t part = 0; part < parts; part++) {
        const char *name = pieces->at[t->solution->labels.at[part]].name;
        size_t length = strlen(name);
        cq_cell cell;
        cq_point at;

        if (length < 1 || length > 3 ||
            t->solution->starts.at[part] == t->solution->starts.at[part + 1])
            continue;
        cell = middle_cell(t, part);
        at = cq_centre(t->b, cell);
        if (coloured)
            cq_scene_text(t->b->scene, CQ_INK_LABEL, CQ_START, at.across - unit * 3 / 8,
                          at.down - unit / 4, cq_letter_size(t->b, length, 10), name);
        else
            cq_build_text(t->b, CQ_INK_LABEL, cell, cq_letter_size(t->b, length, 16),
                          name);
    }
}

/* In a coarse picture pieces of one tint run into one another if they meet. */
static bool tints_differ(const tiling *t)
{
    for (cq_cell cell = 0; cell < cq_board_size(t->b->board); cell++) {
        cq_cell around[4];
        unsigned count =
            t->owner[cell] ? cq_board_neighbours(t->b->board, cell, around) : 0;

        for (unsigned i = 0; i < count; i++) {
            uint32_t own = t->owner[cell], other = t->owner[around[i]];

            cq_hold(own == other || !other ||
                    t->labels[own - 1] % CQ_PALETTE !=
                        t->labels[other - 1] % CQ_PALETTE);
        }
    }
    return true;
}

static void add_all(tiling *t)
{
    size_t parts = cq_solution_parts(t->solution);

    if (t->b->scene->coarse) {
        add_tints(t);
        return;
    }
    t->tracer.inset = t->b->scene->unit / 20;
    t->tracer.tongue = t->b->scene->unit / 6;
    for (size_t part = 0; part < parts; part++)
        add_piece(t, part);
    cq_build_shade(t->b);
    cq_build_colours(t->b);
    add_labels(t);
}

/* The four ways to lie on the chessboard: across or upright, and the colour of the
 * first square. Large random tilings show where each of them rules. */
static void find_types(tiling *t)
{
    static const uint32_t tints[4] = {5, 4, 6, 2}; /* each far from the others */
    const cq_board *board = t->b->board;

    for (size_t part = 0; part < cq_solution_parts(t->solution); part++) {
        size_t count;
        const cq_cell *cells = part_cells(t, part, &count);
        cq_cell first = count == 2 && cells[1] < cells[0] ? cells[1] : cells[0];
        cq_cell last = count == 2 ? cells[0] + cells[1] - first : first;
        bool across = cq_row(board, first) == cq_row(board, last);

        t->labels[part] = tints[2 * across + cq_is_dark(board, first)];
    }
    t->used = CQ_PALETTE;
}

/* Pieces that lie apart: each has a tint of its own, wherever it lies. */
static void take_pieces(tiling *t)
{
    for (size_t part = 0; part < cq_solution_parts(t->solution); part++)
        t->labels[part] = t->solution->labels.at[part];
    t->used = CQ_PALETTE;
}

/* Every part must be of a piece and on the grid. */
static cq_status find_owners(tiling *t)
{
    size_t size = cq_board_size(t->b->board), parts = cq_solution_parts(t->solution);

    for (size_t part = 0; part < parts; part++) {
        size_t count;
        const cq_cell *cells = part_cells(t, part, &count);

        if (t->solution->labels.at[part] >= t->b->problem->pieces.count)
            return cq_fail(t->b->ctx, CQ_INPUT,
                           "part %zu is of a piece that does not exist", part + 1);
        for (size_t i = 0; i < count; i++) {
            if (cells[i] >= size)
                return cq_fail(t->b->ctx, CQ_INPUT,
                               "part %zu lies outside of the board", part + 1);
            t->owner[cells[i]] = (uint32_t)part + 1;
        }
    }
    return CQ_OK;
}

cq_status cq_build_tiling(cq_builder *b)
{
    tiling t = {.b = b, .solution = b->what->solution};
    size_t parts = cq_solution_parts(t.solution);
    cq_status status = CQ_MEMORY;

    t.owner = cq_zalloc(b->ctx, cq_board_size(b->board), sizeof *t.owner);
    t.labels = cq_alloc(b->ctx, parts, sizeof *t.labels);
    if (!t.owner || !t.labels)
        goto done;
    status = find_owners(&t);
    if (status == CQ_OK && b->what->by_piece)
        take_pieces(&t);
    else if (status == CQ_OK && b->what->types && cq_problem_is_domino(b->problem))
        find_types(&t);
    else if (status == CQ_OK)
        status = cq_solution_colour(b->ctx, b->problem, t.solution, t.labels, &t.used);
    cq_assert(status != CQ_OK || b->what->by_piece || b->what->types ||
              tints_differ(&t));
    cq_then(status, cq_tracer_start(b->ctx, b->board, t.owner, &t.tracer));
    cq_then(status, cq_build_bed(b, t.owner));
    if (status == CQ_OK) {
        if (b->scene->coarse || b->board->surface != CQ_PLANE || b->what->points)
            status = cq_build_frame(b);
        add_all(&t);
    }
done:
    cq_tracer_stop(&t.tracer);
    cq_free_each(t.owner, t.labels);
    return status;
}
