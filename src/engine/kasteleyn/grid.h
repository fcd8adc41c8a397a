/* grid.h - a connected part of a board, turned so that it is swept line by line.
 *
 * A line is a column of the board (or a row: upright), `width` places long; a step
 * forward goes from line s to line s + 1 at the same place t. The cells of one
 * chessboard colour are the unknowns, those of the other the equations: on line s the
 * unknowns stand at the places t of parity (s + phase) & 1, the equations at the
 * others. Within a line the u-th unknown stands at t = 2u + that parity, and so does
 * the equation that it is paired with on the line before.
 *
 * Kasteleyn's matrix has a row for each equation and a column for each unknown:
 *
 *     +1   the unknown one step forward
 *     -1   the unknown one step back
 *     -1   the unknowns at t - 1 and t + 1, but +1 across an edge that is flipped
 *
 * so that a square of four cells has sign -1, as it must. A hole with an odd number of
 * cells needs one more sign: the edges across a cut from the hole to the outside are
 * flipped, see grid.c.
 */
#ifndef CQ_ENGINE_KASTELEYN_GRID_H
#define CQ_ENGINE_KASTELEYN_GRID_H

#include "base/assert.h"
#include "board/board.h"

/* The connected parts of a board, and the box around each. */
typedef struct cq_grid_part {
    uint32_t top, left, bottom, right; /* inclusive */
    size_t light, dark;
} cq_grid_part;

typedef struct cq_parts {
    uint32_t *label; /* of a cell: the number of its part */
    CQ_VEC(cq_grid_part) list;
} cq_parts;

cq_status cq_parts_make(cq_context *ctx, const cq_board *board, cq_parts *out);
void cq_parts_free(cq_parts *parts);

typedef struct cq_grid {
    uint32_t lines, width;
    uint32_t half; /* unknowns of a line, at most: (width + 1) / 2 */
    unsigned phase;
    bool ring;           /* the last place of a line is beside its first */
    unsigned char *cell; /* lines * width: whether there is one */
    unsigned char *flip; /* lines * width: the edge between t and t + 1 is flipped */
    cq_u32s equations;   /* all, as places in their order: line by line */
    cq_u32s sources;     /* unknowns with no equation on the line before */
    cq_u32s sinks;       /* equations with no unknown on the next line */
    const cq_board *board;
    bool upright; /* lines are rows of the board */
    uint32_t row, col;
} cq_grid;

/* How many sinks each of four ways to turn the part leaves, or, without parts, all of
 * the board: [upright][dark cells are unknowns]. */
void cq_grid_count_ends(const cq_board *board, const cq_parts *parts, uint32_t part,
                        size_t ends[2][2]);
/* Of the two colours, the one that leaves fewer. */
static inline size_t cq_grid_fewest(const size_t ends[2])
{
    return ends[1] < ends[0] ? ends[1] : ends[0];
}

/* The part, turned so that it has as few sources and sinks as possible. A part whose
 * colours balance has as many of the ones as of the others. */
cq_status cq_grid_make(cq_context *ctx, const cq_board *board, const cq_parts *parts,
                       uint32_t part, cq_grid *out);
void cq_grid_free(cq_grid *grid);
/* Walks over all of it: edges from both sides, ends, and the sign round every face
 * (grid_check.c). */
bool cq_grid_check(const cq_grid *grid);
/* Whether its number of tilings is `tilings` modulo a prime, counted line by line; a
 * wide grid is not checked. */
bool cq_grid_count_check(const cq_grid *grid, uint32_t prime, uint32_t tilings);

/* Whether the surface can be laid into the plane with the signs above, and why not. */
bool cq_grid_suits(const cq_board *board, const char **why);

static inline unsigned cq_grid_parity(const cq_grid *grid, uint32_t line)
{
    return (line + grid->phase) & 1;
}

static inline bool cq_grid_has(const cq_grid *grid, uint32_t line, uint32_t t)
{
    cq_assert(line < grid->lines && t < grid->width);
    return grid->cell[(size_t)line * grid->width + t] != 0;
}

static inline bool cq_grid_is_unknown(const cq_grid *grid, uint32_t line, uint32_t t)
{
    return ((t ^ cq_grid_parity(grid, line)) & 1) == 0;
}

/* Where a neighbour is; seen from there, this cell is on side ^ 1. */
enum { CQ_SIDE_AHEAD, CQ_SIDE_BACK, CQ_SIDE_BEFORE, CQ_SIDE_AFTER };

/* The neighbours of a cell, with the entries of Kasteleyn's matrix; returns how many. A
 * place is line * width + t. */
typedef struct cq_grid_edge {
    uint32_t place;
    int sign;
    unsigned side;
} cq_grid_edge;

unsigned cq_grid_edges(const cq_grid *grid, uint32_t place, cq_grid_edge out[4]);

/* The cell of the board. */
static inline cq_cell cq_grid_cell(const cq_grid *grid, uint32_t place)
{
    uint32_t line = place / grid->width, t = place % grid->width;
    uint32_t down = grid->upright ? line : t, right = grid->upright ? t : line;

    cq_assert(line < grid->lines);

    return (grid->row + down) * grid->board->cols + grid->col + right;
}

/* The place before t and the one after it; false if the line ends. */
static inline bool cq_grid_before(const cq_grid *grid, uint32_t t, uint32_t *out)
{
    *out = t ? t - 1 : grid->width - 1;
    return t || grid->ring;
}

static inline bool cq_grid_after(const cq_grid *grid, uint32_t t, uint32_t *out)
{
    *out = t + 1 < grid->width ? t + 1 : 0;
    return t + 1 < grid->width || grid->ring;
}

#endif
