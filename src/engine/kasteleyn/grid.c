/* grid.c - how a part is turned, where its paths begin and end, and the signs of its
 * holes.
 *
 * Pair every equation with the unknown one step forward. The cells left over are the
 * sources and the sinks. Their number decides the cost of counting, so of the two
 * directions and the two colours, the pairing that leaves the fewest is used. On a
 * cylinder the sweep goes down the rows, and its lines are rings.
 *
 * Signs of holes. On a full grid with the signs of grid.h a cycle of length 2l round v
 * cells has the sign (-1)^(l + 1 + v). Kasteleyn's theorem asks for (-1)^(l + 1) round
 * every cycle with an even number of cells of the board inside, so what is missing is
 * the factor -1 for each *removed* cell inside. A cycle of cells cannot pass between
 * two removed ones that touch, even at a corner: each component of removed cells, by
 * the eight neighbours, lies inside a cycle or outside as a whole. So for each odd one
 * that does not touch the outside we cut from it straight forward to the outside, and
 * flip the edges that the cut crosses: it crosses a cycle an odd number of times if and
 * only if the component lies inside.
 *
 * A ring of an even number of places lies in the plane round a middle; the last line is
 * the outer one. Removed cells that touch the first line but not the last belong to the
 * middle, and a cycle round it has the sign +1 in each line: the seam gets the sign
 * that makes it (-1)^(width / 2 + 1 + removed cells in the middle).
 */
#include "engine/kasteleyn/grid.h"

#include <string.h>

bool cq_grid_suits(const cq_board *board, const char **why)
{
    *why = NULL;
    if (board->surface == CQ_TORUS && board->rows > 2)
        *why = "a torus does not lie in the plane, so one determinant does not count "
               "its tilings";
    else if (board->surface != CQ_PLANE && board->cols > 2 && board->cols % 2)
        *why = "this cylinder has an odd circumference, so its squares cannot be "
               "coloured light and dark";
    return !*why;
}

unsigned cq_grid_edges(const cq_grid *grid, uint32_t place, cq_grid_edge out[4])
{
    uint32_t width = grid->width, line = place / width, t = place % width, beside;
    uint32_t begin = line * width; /* of the line */
    int forward = cq_grid_is_unknown(grid, line, t) ? -1 : 1;
    unsigned count = 0;

    cq_assert(cq_grid_has(grid, line, t));
    if (line + 1 < grid->lines && grid->cell[place + width])
        out[count++] = (cq_grid_edge){place + width, forward, CQ_SIDE_AHEAD};
    if (line > 0 && grid->cell[place - width])
        out[count++] = (cq_grid_edge){place - width, -forward, CQ_SIDE_BACK};
    if (cq_grid_before(grid, t, &beside) && grid->cell[begin + beside])
        out[count++] = (cq_grid_edge){
            begin + beside, grid->flip[begin + beside] ? 1 : -1, CQ_SIDE_BEFORE};
    if (cq_grid_after(grid, t, &beside) && grid->cell[begin + beside])
        out[count++] =
            (cq_grid_edge){begin + beside, grid->flip[place] ? 1 : -1, CQ_SIDE_AFTER};
    return count;
}

/* ---- where the paths begin and end ---- */

static cq_status find_ends(cq_context *ctx, cq_grid *grid)
{
    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t t = 0; t < grid->width; t++) {
            uint32_t place = line * grid->width + t;

            if (!grid->cell[place])
                continue;
            if (!cq_grid_is_unknown(grid, line, t)) {
                cq_try(cq_vec_push(ctx, &grid->equations, place));
                if (line + 1 == grid->lines || !grid->cell[place + grid->width])
                    cq_try(cq_vec_push(ctx, &grid->sinks, place));
            } else if (line == 0 || !grid->cell[place - grid->width]) {
                cq_try(cq_vec_push(ctx, &grid->sources, place));
            }
        }
    return CQ_OK;
}

/* ---- the signs of the holes ---- */

typedef struct hole {
    size_t cells;
    bool first, last, side; /* touches the first line, the last one, an end of a line */
} hole;

typedef struct holes {
    cq_context *ctx;
    const cq_grid *grid;
    unsigned char *seen;
    cq_u32s stack;
} holes;

static cq_status reach(holes *h, uint32_t line, uint32_t t)
{
    uint32_t place = line * h->grid->width + t;

    cq_assert(line < h->grid->lines && t < h->grid->width);
    if (h->grid->cell[place] || h->seen[place])
        return CQ_OK;
    h->seen[place] = 1;
    return cq_vec_push(h->ctx, &h->stack, place);
}

/* The places at t - 1, t and t + 1 of a line. */
static cq_status reach_three(holes *h, uint32_t line, uint32_t t)
{
    uint32_t beside;

    cq_try(reach(h, line, t));
    if (cq_grid_before(h->grid, t, &beside))
        cq_try(reach(h, line, beside));
    if (cq_grid_after(h->grid, t, &beside))
        return reach(h, line, beside);
    return CQ_OK;
}

static cq_status flood_hole(holes *h, uint32_t start, hole *out)
{
    const cq_grid *grid = h->grid;
    hole found = {0};
    cq_status status;

    h->stack.count = 0;
    status = reach(h, start / grid->width, start % grid->width);
    while (h->stack.count && status == CQ_OK) {
        uint32_t place = h->stack.at[--h->stack.count];
        uint32_t line = place / grid->width, t = place % grid->width;

        found.cells++;
        found.first |= line == 0;
        found.last |= line + 1 == grid->lines;
        found.side |= !grid->ring && (t == 0 || t + 1 == grid->width);
        status = reach_three(h, line, t);
        if (status == CQ_OK && line > 0)
            status = reach_three(h, line - 1, t);
        if (status == CQ_OK && line + 1 < grid->lines)
            status = reach_three(h, line + 1, t);
    }
    *out = found;
    return status;
}

/* Flips the edges between t and t + 1 on all lines from this one on. */
static void cut(cq_grid *grid, uint32_t line, uint32_t t)
{
    cq_assert(t + 1 < grid->width || grid->ring); /* there are such edges */
    for (; line < grid->lines; line++)
        grid->flip[(size_t)line * grid->width + t] ^= 1;
}

static cq_status sign_holes(cq_context *ctx, cq_grid *grid)
{
    holes h = {.ctx = ctx, .grid = grid};
    uint32_t size = grid->lines * grid->width;
    size_t middle = 0;
    cq_status status = CQ_OK;

    h.seen = cq_zalloc(ctx, size, 1);
    cq_try_memory(h.seen);
    for (uint32_t place = 0; place < size && status == CQ_OK; place++) {
        hole found = {0};

        if (grid->cell[place] || h.seen[place])
            continue;
        status = flood_hole(&h, place, &found);
        cq_assert(status != CQ_OK || found.cells > 0);
        if (found.side || found.last)
            continue;
        if (found.first && grid->ring)
            middle += found.cells;
        else if (!found.first && found.cells % 2)
            cut(grid, place / grid->width, place % grid->width);
    }
    if (grid->ring && (grid->width / 2 + 1 + middle) % 2)
        cut(grid, 0, grid->width - 1);
    cq_free(h.seen);
    cq_vec_free(&h.stack);
    return status;
}

/* ---- how the part is turned ---- */

static bool belongs(const cq_parts *parts, const cq_board *board, uint32_t part,
                    uint32_t row, uint32_t col)
{
    cq_cell cell = row * board->cols + col;

    return row < board->rows && col < board->cols &&
           (parts ? parts->label[cell] == part : cq_board_present(board, cell));
}

void cq_grid_count_ends(const cq_board *board, const cq_parts *parts, uint32_t part,
                        size_t ends[2][2])
{
    const cq_grid_part all = {.bottom = board->rows - 1, .right = board->cols - 1};
    const cq_grid_part *box = parts ? &parts->list.at[part] : &all;

    memset(ends, 0, 4 * sizeof(size_t));
    for (uint32_t row = box->top; row <= box->bottom; row++)
        for (uint32_t col = box->left; col <= box->right; col++) {
            unsigned light = !((row + col) & 1);

            if (!belongs(parts, board, part, row, col))
                continue;
            if (!belongs(parts, board, part, row, col + 1))
                ends[0][light]++;
            if (!belongs(parts, board, part, row + 1, col))
                ends[1][light]++;
        }
}

static void choose_way(const cq_board *board, const cq_parts *parts, uint32_t part,
                       cq_grid *grid)
{
    const cq_grid_part *box = &parts->list.at[part];
    uint32_t down = box->bottom - box->top + 1, right = box->right - box->left + 1;
    size_t ends[2][2];
    bool dark;

    grid->row = box->top;
    grid->col = box->left;
    grid->ring = board->surface != CQ_PLANE && board->cols > 2;
    cq_grid_count_ends(board, parts, part, ends);
    if (grid->ring) { /* the box of a part that lies across the seam is all columns */
        grid->col = 0;
        right = board->cols;
    }
    grid->upright = grid->ring || cq_grid_fewest(ends[1]) < cq_grid_fewest(ends[0]);
    dark = ends[grid->upright][1] < ends[grid->upright][0];
    grid->lines = grid->upright ? down : right;
    grid->width = grid->upright ? right : down;
    grid->half = (grid->width + 1) / 2;
    /* A cell is dark if row + col is odd; line + t + phase is even for an unknown. */
    grid->phase = (grid->row + grid->col + dark) & 1;
    cq_assert(grid->lines > 0 && grid->width > 0 && !(grid->ring && grid->width % 2));
}

cq_status cq_grid_make(cq_context *ctx, const cq_board *board, const cq_parts *parts,
                       uint32_t part, cq_grid *out)
{
    cq_grid grid = {.board = board};
    cq_status status;
    uint32_t size;

    choose_way(board, parts, part, &grid);
    size = grid.lines * grid.width;
    grid.cell = cq_alloc(ctx, size, 1);
    grid.flip = cq_zalloc(ctx, size, 1);
    status = grid.cell && grid.flip ? CQ_OK : CQ_MEMORY;
    for (uint32_t place = 0; place < size && status == CQ_OK; place++)
        grid.cell[place] = parts->label[cq_grid_cell(&grid, place)] == part;
    cq_then(status, find_ends(ctx, &grid));
    cq_then(status, sign_holes(ctx, &grid));
    cq_assert(status != CQ_OK || cq_grid_check(&grid));
    if (status == CQ_OK)
        *out = grid;
    else
        cq_grid_free(&grid);
    return status;
}

void cq_grid_free(cq_grid *grid)
{
    cq_free_each(grid->cell, grid->flip);
    cq_vec_free_each(&grid->equations, &grid->sources, &grid->sinks);
    memset(grid, 0, sizeof *grid);
}
