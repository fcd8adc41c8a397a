/* grow_board.c - a board for a given set of pieces.
 *
 * A board grows square by square, each beside those that are there, until it has as
 * many as the pieces; with `symmetric` a square comes with its image under a half turn.
 * Among the squares where it can grow, one that touches many others is more likely, so
 * that boards are compact and rarely have holes. Without symmetry the pieces themselves
 * are laid one beside the other, at random, so that the board has a solution. */
#include "make/make.h"

#include "base/assert.h"
#include "problem/placement.h"

typedef struct growth {
    cq_made *made;
    cq_problem *pieces; /* on a large empty grid */
    uint32_t side;
    cq_board *taken; /* of it */
} growth;

/* As cq_board_neighbours, which would take most of the time here. */
static unsigned touching(const growth *g, uint32_t cell)
{
    const char *taken = g->taken->colour;
    uint32_t row = cell / g->side, col = cell % g->side;
    unsigned count = 0;

    count += row > 0 && taken[cell - g->side];
    count += row + 1 < g->side && taken[cell + g->side];
    count += col > 0 && taken[cell - 1];
    count += col + 1 < g->side && taken[cell + 1];
    return count;
}

static bool on_the_rim(const growth *g, uint32_t cell)
{
    uint32_t row = cell / g->side, col = cell % g->side;

    return row == 0 || col == 0 || row + 1 == g->side || col + 1 == g->side;
}

/* A free cell beside the board, the likelier the more it touches; or none. The rim
 * stays free: the image of a cell there may lie outside. */
static uint32_t choose_cell(const growth *g)
{
    uint32_t chosen = CQ_NO_CELL, cells = g->side * g->side;
    uint64_t weights = 0;

    for (uint32_t cell = 0; cell < cells; cell++) {
        unsigned touches;

        if (cq_board_present(g->taken, cell) || on_the_rim(g, cell))
            continue;
        touches = touching(g, cell);
        if (!touches)
            continue;
        weights += (uint64_t)1 << (2 * touches);
        if (cq_random_below(&g->made->random, weights) < (uint64_t)1 << (2 * touches))
            chosen = cell;
    }
    return chosen;
}

static void take(growth *g, uint32_t cell)
{
    cq_grid_set(g->taken, cell, CQ_ANY_COLOUR);
}

static bool grow_symmetric(growth *g, size_t area)
{
    uint32_t cells = g->side * g->side;

    take(g, cells / 2);
    if (area % 2 == 0) /* two squares about the centre of an edge */
        take(g, cells / 2 - 1);
    while (g->taken->count < area) {
        uint32_t cell = choose_cell(g);

        if (cell == CQ_NO_CELL)
            return false;
        take(g, cell);
        take(g, area % 2 ? cells - 1 - cell : cells - 2 - cell);
        cq_assert(g->taken->count % 2 == area % 2);
    }
    return g->taken->count == area;
}

/* A placement of the piece beside what is taken. */
typedef struct seat {
    growth *g;
    uint64_t seen;
    cq_u32s cells;
} seat;

static cq_status look_at(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    seat *s = user;
    unsigned touches = 0;

    (void)stop;
    for (size_t i = 0; i < count; i++) {
        if (cq_board_present(s->g->taken, cells[i]))
            return CQ_OK;
        touches += touching(s->g, cells[i]);
    }
    if (!touches)
        return CQ_OK;
    touches = touches > 12 ? 12 : touches;
    s->seen += (uint64_t)1 << (2 * touches);
    if (cq_random_below(&s->g->made->random, s->seen) >= (uint64_t)1 << (2 * touches))
        return CQ_OK;
    s->cells.count = 0;
    for (size_t i = 0; i < count; i++)
        cq_try(cq_vec_push(s->g->made->ctx, &s->cells, cells[i]));
    return CQ_OK;
}

/* The first piece, in the middle. */
static void lay_first(growth *g, const cq_shape *shape)
{
    int height = 0, width = 0, side = (int)g->side;

    for (size_t i = 0; i < shape->count; i++) {
        height = shape->at[i].row >= height ? shape->at[i].row + 1 : height;
        width = shape->at[i].col >= width ? shape->at[i].col + 1 : width;
    }
    cq_assert(height <= side && width <= side);
    for (size_t i = 0; i < shape->count; i++)
        take(g, (uint32_t)(((side - height) / 2 + shape->at[i].row) * side +
                           (side - width) / 2 + shape->at[i].col));
}

static cq_status lay_piece(growth *g, const cq_piece *piece, bool *laid)
{
    seat s = {.g = g};
    cq_status status = CQ_OK;

    if (g->taken->count == 0) {
        lay_first(g, &piece->shape);
        *laid = true;
        return CQ_OK;
    }
    status = cq_placements_visit(g->made->ctx, g->pieces->board, piece, look_at, &s);
    *laid = status == CQ_OK && s.cells.count;
    for (size_t i = 0; *laid && i < s.cells.count; i++)
        take(g, s.cells.at[i]);
    cq_vec_free(&s.cells);
    return status;
}

/* All copies of all pieces, in random order. */
static cq_status lay_pieces(growth *g, bool *whole)
{
    const cq_pieces *pieces = &g->pieces->pieces;
    cq_u32s list = {0};
    uint32_t *order = NULL;
    cq_status status = CQ_OK;

    *whole = true;
    for (uint32_t i = 0; i < pieces->count && status == CQ_OK; i++)
        for (uint32_t k = 0; k < pieces->at[i].most && status == CQ_OK; k++)
            status = cq_vec_push(g->made->ctx, &list, i);
    if (status == CQ_OK) {
        order = cq_alloc(g->made->ctx, list.count, sizeof *order);
        status = order ? CQ_OK : CQ_MEMORY;
    }
    if (status == CQ_OK)
        cq_make_shuffle(g->made, order, (uint32_t)list.count);
    for (size_t i = 0; status == CQ_OK && *whole && i < list.count; i++)
        status = lay_piece(g, &pieces->at[list.at[order[i]]], whole);
    cq_vec_free(&list);
    cq_free(order);
    return status;
}

/* The box of what is taken, as a board. */
static cq_status cut_out(const growth *g, cq_board **out)
{
    uint32_t top = g->side, left = g->side, bottom = 0, right = 0;
    cq_status status;

    for (uint32_t cell = 0; cell < g->side * g->side; cell++) {
        uint32_t row = cell / g->side, col = cell % g->side;

        if (!cq_board_present(g->taken, cell))
            continue;
        top = row < top ? row : top;
        left = col < left ? col : left;
        bottom = row > bottom ? row : bottom;
        right = col > right ? col : right;
    }
    cq_assert(top <= bottom && left <= right);
    status =
        cq_grid_new(g->made->ctx, bottom - top + 1, right - left + 1, CQ_PLANE, out);
    for (cq_cell cell = 0; status == CQ_OK && cell < cq_board_size(*out); cell++)
        cq_grid_set(*out, cell,
                    g->taken->colour[(top + cq_row(*out, cell)) * g->side + left +
                                     cq_col(*out, cell)]);
    return status;
}

/* The pieces, each in a fixed number of copies, and their squares in all. */
static cq_status take_pieces(growth *g, size_t *area)
{
    const char *sets = g->made->recipe.pieces ? g->made->recipe.pieces : "tetrominoes";

    cq_try(cq_problem_parse_board(g->made->ctx, "1x1", &g->pieces));
    cq_try(cq_problem_set_pieces(g->made->ctx, g->pieces, sets));
    *area = 0;
    for (size_t i = 0; i < g->pieces->pieces.count; i++) {
        cq_piece *piece = &g->pieces->pieces.at[i];

        if (piece->most == CQ_ANY_COPIES)
            return cq_fail(
                g->made->ctx, CQ_REFUSED,
                "a board needs a fixed number of copies of each piece, but %s "
                "may be used any number of times",
                piece->name);
        piece->least = piece->most;
        *area += (size_t)piece->most * piece->shape.count;
        if (*area > 400)
            return cq_fail(g->made->ctx, CQ_REFUSED,
                           "the pieces may have at most 400 squares together");
    }
    return CQ_OK;
}

static cq_status grow(growth *g, size_t area, bool *whole)
{
    g->side = 2;
    while ((size_t)g->side * g->side < 4 * area + 64)
        g->side += 2;
    g->side++; /* odd: a cell in the middle */
    cq_board_free(g->pieces->board);
    g->pieces->board = NULL;
    cq_try(cq_board_new(g->made->ctx, g->side, g->side, CQ_PLANE, &g->pieces->board));
    cq_try(cq_grid_new(g->made->ctx, g->side, g->side, CQ_PLANE, &g->taken));
    if (!g->made->recipe.symmetric)
        return lay_pieces(g, whole);
    *whole = grow_symmetric(g, area);
    return CQ_OK;
}

cq_status cq_make_board(cq_made *made)
{
    growth g = {.made = made};
    cq_board *board = NULL;
    size_t area = 0;
    bool whole = false;
    cq_status status = take_pieces(&g, &area);

    cq_then(status, grow(&g, area, &whole));
    if (status == CQ_OK && whole)
        status = cut_out(&g, &board);
    cq_assert(status != CQ_OK || !whole || board->count == area);
    if (status == CQ_OK && whole) {
        cq_board_free(g.pieces->board);
        g.pieces->board = board;
        made->problem = g.pieces;
        g.pieces = NULL;
    }
    cq_problem_free(g.pieces);
    cq_board_free(g.taken);
    return status;
}
