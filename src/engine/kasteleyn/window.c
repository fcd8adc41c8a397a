/* window.c - two lines of the inverse of Kasteleyn's matrix: see window.h.
 *
 * Tilings of what is left of the lines up to s. An equation of line s or s - 1 set to
 * 1, all others to 0, gives a column of the inverse. The equations of the lines before
 * s - 1 are zero, and so all that they say is in the forms of line s - 1 in its free
 * variables. What remains is a square system: the free variables and the unknowns of
 * line s, against the equations of lines s - 1 and s. It is inverted, and gives the
 * unknowns of line s directly and those of line s - 1 through their forms.
 *
 * An entry of the inverse times that of the matrix is the share of tilings with that
 * domino. Taking away the two cells of a domino takes a row b and a column w from the
 * matrix; what is left of the inverse G changes by
 *
 *     G[v][c] -= G[v][b] G[w][c] / G[w][b]
 *
 * which needs nothing from outside of the window. Cells are taken in the order of their
 * places, so that what is still of use is the end of the rows and of the columns.
 *
 * Cost: with lines of n cells, about n^3 to open and n^3 / 3 for all cells of a line,
 * for each group of eight primes.
 */
#include "engine/kasteleyn/window.h"

#include <string.h>

/* ---- who is in the window ---- */

static void add_member(cq_window *w, uint32_t line, uint32_t t)
{
    const cq_grid *grid = w->forms->grid;
    uint32_t place = line * grid->width + t;

    if (!grid->cell[place] || w->gone[place])
        return;
    if (!cq_grid_is_unknown(grid, line, t)) {
        cq_assert(w->cols < 2 * grid->half);
        w->col_at[w->cols] = place;
        w->number[place] = w->cols++;
    } else {
        cq_assert(w->rows < 2 * grid->half);
        w->row_at[w->rows] = place;
        w->number[place] = w->rows++;
    }
}

static void find_members(cq_window *w)
{
    w->rows = w->cols = w->from_row = w->from_col = 0;
    for (uint32_t t = 0; t < w->forms->grid->width; t++) {
        if (w->line)
            add_member(w, w->line - 1, t);
        add_member(w, w->line, t);
    }
}

/* ---- the square system ---- */

/* A row of the system: an equation of line s - 1. Variables: the free ones, then the
 * unknowns of line s in the order of the window's rows. */
static void set_before(const cq_window *w, size_t group, uint32_t t, cq_lanes *row)
{
    const cq_linear *forms = w->forms;
    uint32_t line = w->line - 1, dims = forms->dims[line];
    const cq_narrow *sum = cq_linear_sums(forms, group, line) + (size_t)(t / 2) * dims;
    uint32_t ahead = w->line * forms->grid->width + t;

    for (uint32_t d = 0; d < dims; d++)
        row[d] = -__builtin_convertvector(sum[d], cq_lanes);
    if (forms->grid->cell[ahead] && !w->gone[ahead])
        row[w->variable[w->number[ahead]]] += 1.0;
}

/* An equation of line s. */
static void set_within(const cq_window *w, size_t group, uint32_t t, cq_lanes *row)
{
    const cq_linear *forms = w->forms;
    cq_grid_edge edges[4];
    unsigned count =
        cq_grid_edges(forms->grid, w->line * forms->grid->width + t, edges);

    for (unsigned i = 0; i < count; i++) {
        uint32_t place = edges[i].place;

        if (edges[i].side >= CQ_SIDE_BEFORE && !w->gone[place]) {
            row[w->variable[w->number[place]]] += (double)edges[i].sign;
        } else if (edges[i].side == CQ_SIDE_BACK) {
            uint32_t dims = forms->dims[w->line - 1];
            const cq_narrow *form =
                cq_linear_unknowns(forms, group, w->line - 1) + (size_t)(t / 2) * dims;

            for (uint32_t d = 0; d < dims; d++)
                row[d] += edges[i].sign * __builtin_convertvector(form[d], cq_lanes);
        }
    }
}

static void set_system(cq_window *w, size_t group)
{
    const cq_grid *grid = w->forms->grid;

    memset(w->matrix, 0, (size_t)w->cols * w->cols * sizeof *w->matrix);
    for (uint32_t before = 0; before < 2; before++) {
        if (before && !w->line)
            break;
        for (uint32_t t = 0; t < grid->width; t++) {
            uint32_t place = (w->line - before) * grid->width + t;
            cq_lanes *row;

            if (!grid->cell[place] || w->gone[place] ||
                cq_grid_is_unknown(grid, w->line - before, t))
                continue;
            row = w->matrix + (size_t)w->number[place] * w->cols;
            if (before)
                set_before(w, group, t, row);
            else
                set_within(w, group, t, row);
        }
    }
}

/* ---- opening ---- */

/* The rows of the inverse, from those of the inverted system. */
static void set_inverse(cq_window *w, size_t group)
{
    const cq_linear *forms = w->forms;
    const cq_moduli *m = &forms->moduli[group];
    uint32_t dims = w->line ? forms->dims[w->line - 1] : 0;

    for (uint32_t r = 0; r < w->rows; r++) {
        cq_lanes *row = w->inverse + group * w->room + (size_t)r * w->cols;
        const cq_narrow *form;

        cq_assert((size_t)(r + 1) * w->cols <= w->room);

        if (w->variable[r] != UINT32_MAX) {
            memcpy(row, w->matrix + (size_t)w->variable[r] * w->cols,
                   w->cols * sizeof *row);
            continue;
        }
        form = cq_linear_unknowns(forms, group, w->line - 1) +
               (size_t)(w->row_at[r] % forms->grid->width / 2) * dims;
        memset(row, 0, w->cols * sizeof *row);
        for (uint32_t d = 0; d < dims; d++) {
            cq_lanes factor = -__builtin_convertvector(form[d], cq_lanes);

            forms->functions->subtract(row, w->matrix + (size_t)d * w->cols, &factor,
                                       w->cols, m);
        }
    }
}

bool cq_window_open(cq_window *w, uint32_t line)
{
    const cq_linear *forms = w->forms;
    uint32_t variables = line ? forms->dims[line - 1] : 0;

    w->line = line;
    find_members(w);
    for (uint32_t r = 0; r < w->rows; r++) {
        bool here = w->row_at[r] / forms->grid->width == line;

        w->variable[r] = here ? variables++ : UINT32_MAX;
    }
    if (variables != w->cols)
        return false;
    cq_assert(w->groups <= forms->groups);
    for (size_t g = 0; g < w->groups; g++) {
        set_system(w, g);
        if (!cq_rows_invert(forms->functions, w->matrix, w->cols, w->order,
                            &forms->moduli[g]))
            return false;
        set_inverse(w, g);
    }
    cq_assert(cq_window_check(w));
    return true;
}

/* ---- taking cells ---- */

void cq_window_share(const cq_window *w, size_t group, uint32_t unknown,
                     uint32_t equation, int sign, cq_lanes *out)
{
    size_t at = (size_t)w->number[unknown] * w->cols + w->number[equation];

    cq_assert(w->number[unknown] < w->rows && w->number[equation] < w->cols);
    *out = (double)sign * w->inverse[group * w->room + at];
}

static bool take_from(cq_window *w, size_t group, uint32_t row, uint32_t col)
{
    const cq_moduli *m = &w->forms->moduli[group];
    const cq_kernel *f = w->forms->functions;
    cq_lanes *inverse = w->inverse + group * w->room;
    const cq_lanes *taken = inverse + (size_t)row * w->cols;
    cq_lanes by = taken[col];
    size_t count = w->cols - w->from_col;

    if (!cq_lanes_none_zero(&by))
        return false;
    f->invert(&by, m);
    for (uint32_t r = w->from_row; r < w->rows; r++) {
        cq_lanes *other = inverse + (size_t)r * w->cols, factor = other[col];

        if (r == row || cq_lanes_all_zero(&factor))
            continue;
        f->scale(&factor, &by, 1, m);
        f->subtract(other + w->from_col, taken + w->from_col, &factor, count, m);
    }
    return true;
}

void cq_window_pass(cq_window *w, uint32_t t)
{
    uint32_t width = w->forms->grid->width;

    while (w->from_row < w->rows && w->row_at[w->from_row] % width < t)
        w->from_row++;
    while (w->from_col < w->cols && w->col_at[w->from_col] % width < t)
        w->from_col++;
    for (uint32_t r = 0; r < w->from_row; r++) /* what is passed here is covered */
        cq_assert(w->gone[w->row_at[r]] || w->row_at[r] / width < w->line);
    for (uint32_t c = 0; c < w->from_col; c++)
        cq_assert(w->gone[w->col_at[c]] || w->col_at[c] / width < w->line);
}

bool cq_window_take(cq_window *w, uint32_t unknown, uint32_t equation)
{
    cq_assert(w->row_at[w->number[unknown]] == unknown && !w->gone[unknown]);
    cq_assert(w->col_at[w->number[equation]] == equation && !w->gone[equation]);
    cq_assert(w->number[unknown] >= w->from_row && w->number[equation] >= w->from_col);
    for (size_t g = 0; g < w->groups; g++)
        if (!take_from(w, g, w->number[unknown], w->number[equation]))
            return false;
    w->gone[unknown] = w->gone[equation] = 1;
    cq_assert(cq_window_check(w));
    return true;
}

/* ---- room ---- */

cq_status cq_window_new(const cq_linear *forms, cq_window *out)
{
    cq_context *ctx = forms->ctx;
    size_t size = (size_t)forms->grid->lines * forms->grid->width;
    size_t members = 2 * (size_t)forms->grid->half;
    cq_window w = {.forms = forms, .groups = forms->groups, .room = members * members};

    w.gone = cq_zalloc(ctx, size, 1);
    w.number = cq_alloc(ctx, size, sizeof *w.number);
    w.row_at = cq_alloc(ctx, members, sizeof *w.row_at);
    w.col_at = cq_alloc(ctx, members, sizeof *w.col_at);
    w.variable = cq_alloc(ctx, members, sizeof *w.variable);
    w.order = cq_alloc(ctx, members, sizeof *w.order);
    w.matrix = cq_lanes_alloc(ctx, w.room * (forms->groups + 1), &w.block);
    w.inverse = w.matrix ? w.matrix + w.room : NULL;
    *out = w;
    cq_try_memory(w.gone && w.number && w.row_at && w.col_at && w.variable && w.order &&
                  w.matrix);
    return CQ_OK;
}

void cq_window_free(cq_window *w)
{
    cq_free_each(w->gone, w->number, w->row_at, w->col_at, w->variable, w->order,
                 w->block);
    memset(w, 0, sizeof *w);
}
