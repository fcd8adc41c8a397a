/* window_check.c - whether the window holds lines of an inverse: K times it is 1.
 *
 * An equation of the window's line has all of its unknowns in the window, as what is
 * ahead is gone. So for each of its columns c the sum of the equation's signs times the
 * entries of its unknowns must be 1 if c is the equation itself, and 0 otherwise,
 * modulo each of the primes. That holds when the window is opened and after every
 * domino taken away, for what is still of use.
 *
 * Cost: four additions for each entry of the line, about what taking a domino costs.
 */
#include "engine/kasteleyn/window.h"

enum { COLS_MOST = 64 };

/* An entry that is of use, of the first prime. */
static int64_t entry_at(const cq_window *w, uint32_t row, uint32_t col)
{
    return (int64_t)w->inverse[(size_t)row * w->cols + col][0];
}

static bool equation_check(const cq_window *w, uint32_t t, uint32_t col, int64_t prime)
{
    const cq_grid *grid = w->forms->grid;
    uint32_t place = w->line * grid->width + t;
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(grid, place, edges);
    int64_t sum = 0;

    for (unsigned i = 0; i < count; i++) {
        uint32_t other = edges[i].place;

        if (w->gone[other])
            continue;
        cq_hold(edges[i].side != CQ_SIDE_AHEAD && w->number[other] >= w->from_row);
        cq_hold(w->row_at[w->number[other]] == other);
        sum += edges[i].sign * entry_at(w, w->number[other], col);
    }
    cq_hold((sum - (w->number[place] == col)) % prime == 0);
    return true;
}

bool cq_window_check(const cq_window *w)
{
    const cq_grid *grid = w->forms->grid;

    if (w->cols > COLS_MOST)
        return true;
    for (uint32_t t = 0; t < grid->width; t++) {
        uint32_t place = w->line * grid->width + t;

        if (!grid->cell[place] || w->gone[place] ||
            cq_grid_is_unknown(grid, w->line, t))
            continue;
        cq_hold(w->col_at[w->number[place]] == place);
        for (uint32_t c = w->from_col; c < w->cols; c++)
            if (!w->gone[w->col_at[c]])
                cq_hold(equation_check(w, t, c, (int64_t)w->forms->primes[0]));
    }
    return true;
}
