/* grid_check.c - walks over a grid: its edges, its ends and the signs round its faces.
 *
 * Kasteleyn's theorem asks for the sign (-1)^(l + 1 + v) round every cycle of 2 l cells
 * with v inside, and that holds if it holds round every face: for the closed walk of
 * length L round a face, where an edge that leads nowhere is passed twice, the product
 * of the signs is (-1)^(L / 2 + 1). Each edge is on two faces, so, with Euler's
 * formula, the outer face may be tested as well if the number of cells is even. So it
 * does not matter whether a face is a square of four cells, a hole, the middle of a
 * ring or the outside:
 *
 *     at a cell, having come by one side, go on by the next side round it
 *
 *            t - 1                 ahead, t + 1, back, t - 1, ahead ...
 *        back  +  ahead
 *            t + 1
 *
 * And the tilings of a narrow grid are counted line by line, by the cells that stick
 * out.
 */
#include "engine/kasteleyn/grid.h"

#include <string.h>

enum {
    PLACES_MOST = 1 << 13, /* of a grid that is walked over */
    WIDTH_MOST = 10,       /* of one whose tilings are counted */
    LINES_MOST = 64
};

/* ---- edges ---- */

static bool find_edge(const cq_grid *grid, uint32_t place, unsigned side,
                      cq_grid_edge *out)
{
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(grid, place, edges);

    for (unsigned i = 0; i < count; i++)
        if (edges[i].side == side) {
            *out = edges[i];
            return true;
        }
    return false;
}

static bool is_unknown(const cq_grid *grid, uint32_t place)
{
    return cq_grid_is_unknown(grid, place / grid->width, place % grid->width);
}

static bool edges_check(const cq_grid *grid, uint32_t place)
{
    for (unsigned side = 0; side < 4; side++) {
        cq_grid_edge edge, back;

        if (!find_edge(grid, place, side, &edge))
            continue;
        cq_hold(grid->cell[edge.place]);
        cq_hold(is_unknown(grid, place) != is_unknown(grid, edge.place));
        cq_hold(find_edge(grid, edge.place, side ^ 1u, &back));
        cq_hold(back.place == place && back.sign == edge.sign);
        cq_hold(edge.sign == 1 || edge.sign == -1);
    }
    return true;
}

/* ---- faces ---- */

/* Round the face on one side of an edge; a face is walked from its first edge only. */
static bool face_check(const cq_grid *grid, uint32_t place, unsigned side)
{
    static const unsigned next_side[4] = {CQ_SIDE_AFTER, CQ_SIDE_BEFORE, CQ_SIDE_AHEAD,
                                          CQ_SIDE_BACK};
    size_t first = 4 * (size_t)place + side, at = first;
    unsigned length = 0;
    int sign = 1;

    do {
        cq_grid_edge edge;

        if (!find_edge(grid, place, side, &edge))
            return true; /* there is no such edge to begin with */
        length++;
        sign *= edge.sign;
        place = edge.place;
        side = next_side[side ^ 1u];
        while (!find_edge(grid, place, side, &edge))
            side = next_side[side];
        at = 4 * (size_t)place + side;
        if (at < first)
            return true;
    } while (at != first);
    cq_hold(length % 2 == 0 && sign == (length / 2 % 2 ? 1 : -1));
    return true;
}

/* ---- all of it ---- */

/* In order, and all of them unknowns, or equations. */
static bool list_check(const cq_grid *grid, const cq_u32s *list, bool unknowns)
{
    for (size_t i = 0; i < list->count; i++) {
        cq_hold(i == 0 || list->at[i - 1] < list->at[i]);
        cq_hold(grid->cell[list->at[i]] && is_unknown(grid, list->at[i]) == unknowns);
    }
    return true;
}

bool cq_grid_check(const cq_grid *grid)
{
    uint32_t places = grid->lines * grid->width;
    size_t cells = 0, unknowns = 0;

    cq_hold(grid->half == (grid->width + 1) / 2);
    cq_hold(!grid->ring || grid->width % 2 == 0);
    cq_hold(list_check(grid, &grid->equations, false));
    cq_hold(list_check(grid, &grid->sources, true));
    cq_hold(list_check(grid, &grid->sinks, false));
    if (places > PLACES_MOST)
        return true;
    for (uint32_t place = 0; place < places; place++) {
        if (!grid->cell[place])
            continue;
        cells++;
        unknowns += is_unknown(grid, place);
        cq_hold(edges_check(grid, place));
    }
    cq_hold(grid->equations.count == cells - unknowns);
    /* Unknowns that are not sources are paired with equations that are no sinks. */
    cq_hold(unknowns + grid->sinks.count == cells - unknowns + grid->sources.count);
    for (uint32_t place = 0; place < places && cells % 2 == 0; place++)
        for (unsigned side = 0; side < 4 && grid->cell[place]; side++)
            cq_hold(face_check(grid, place, side));
    return true;
}

/* ---- tilings, line by line ---- */

typedef struct counting {
    const cq_grid *grid;
    uint64_t prime;
    uint32_t line;
    uint32_t ways[1 << WIDTH_MOST], next[1 << WIDTH_MOST]; /* by what sticks out */
} counting;

/* All ways to cover the line from t on; `covered` are its places that are, `out` those
 * of the next line. */
static void fill_line(counting *c, uint32_t t, uint32_t covered, uint32_t out,
                      uint32_t ways)
{
    const cq_grid *grid = c->grid;
    uint32_t width = grid->width;

    while (t < width && (covered >> t & 1 || !cq_grid_has(grid, c->line, t)))
        t++;
    if (t == width) {
        c->next[out] = (uint32_t)((c->next[out] + (uint64_t)ways) % c->prime);
        return;
    }
    if (c->line + 1 < grid->lines && cq_grid_has(grid, c->line + 1, t))
        fill_line(c, t + 1, covered, out | 1u << t, ways);
    if (t + 1 < width && !(covered >> (t + 1) & 1) && cq_grid_has(grid, c->line, t + 1))
        fill_line(c, t + 2, covered, out, ways);
    if (t == 0 && grid->ring && !(covered >> (width - 1) & 1) &&
        cq_grid_has(grid, c->line, width - 1))
        fill_line(c, 1, covered | 1u << (width - 1), out, ways);
}

static void pass_line(counting *c)
{
    uint32_t masks = 1u << c->grid->width;

    memset(c->next, 0, masks * sizeof *c->next);
    for (uint32_t mask = 0; mask < masks; mask++)
        if (c->ways[mask])
            fill_line(c, 0, mask, 0, c->ways[mask]);
    memcpy(c->ways, c->next, masks * sizeof *c->ways);
}

bool cq_grid_count_check(const cq_grid *grid, uint32_t prime, uint32_t tilings)
{
    counting c = {.grid = grid, .prime = prime};

    if (grid->width > WIDTH_MOST || grid->lines > LINES_MOST)
        return true;
    c.ways[0] = 1;
    for (c.line = 0; c.line < grid->lines; c.line++)
        pass_line(&c);
    cq_hold(c.ways[0] == tilings);
    return true;
}
