/* simplex.c - G. B. Dantzig's simplex method (1947), on a table.
 *
 *          columns | one for each row | bound
 *     row   A        unit matrix        b
 *     ...
 *     last  gain     gain               what is lost
 *
 * A column is basic if it is a unit column; the bound of its row is its value, and all
 * other columns have the value 0. The columns on the right belong to the rows: they
 * stand for what is missing there. At first they are basic; then as much of them as
 * possible is removed. If something remains, the equations have no solution. Whatever
 * is done to the table, these columns hold the matrix it was multiplied with, so their
 * part of the last line holds the prices of the rows (J. Farkas, "Theorie der einfachen
 * Ungleichungen", 1902: either there is a solution or there are such prices).
 *
 * A step brings in the column with the largest gain; if nothing is gained for a while,
 * the first one that gains (R. G. Bland, "New finite pivoting rules for the simplex
 * method", 1977), which never cycles.
 *
 * The numbers are rounded, so nothing is proved here: the caller turns the prices into
 * whole numbers and checks the sums.
 *
 * Cost: rows * width multiplications a step, counted; a few steps for each row.
 */
#include "engine/colouring/simplex.h"

#include "base/assert.h"

#include <math.h>

static const double small = 1e-9; /* rounded away */
enum { PATIENCE = 20 };           /* steps without a gain, then Bland's rule */

cq_status cq_simplex_new(cq_context *ctx, size_t rows, size_t cols, uint64_t most,
                         cq_simplex *out)
{
    cq_simplex s = {.rows = rows, .cols = cols, .width = cols + rows + 1, .most = most};

    s.table = cq_zalloc(ctx, cq_times(rows + 1, s.width), sizeof *s.table);
    s.basis = cq_alloc(ctx, rows, sizeof *s.basis);
    if (!s.table || !s.basis) {
        cq_simplex_free(&s);
        return CQ_MEMORY;
    }
    for (size_t i = 0; i < rows; i++) {
        *cq_simplex_at(&s, i, cols + i) = 1;
        s.basis[i] = (uint32_t)(cols + i);
    }
    *out = s;
    return CQ_OK;
}

void cq_simplex_free(cq_simplex *s)
{
    cq_free_each(s->table, s->basis);
    s->table = NULL;
    s->basis = NULL;
}

/* ---- steps ---- */

static void subtract_row(cq_simplex *s, size_t from, size_t row, double times)
{
    double *to = cq_simplex_at(s, from, 0);
    const double *what = cq_simplex_at(s, row, 0);

    for (size_t k = 0; k < s->width; k++)
        to[k] -= times * what[k];
    s->steps += s->width;
}

/* Makes the column basic in this row. */
static void turn(cq_simplex *s, size_t row, size_t col)
{
    double *line = cq_simplex_at(s, row, 0), pivot = line[col];

    cq_assert(fabs(pivot) > small);
    for (size_t k = 0; k < s->width; k++)
        line[k] /= pivot;
    for (size_t i = 0; i <= s->rows; i++) {
        double times = *cq_simplex_at(s, i, col);

        if (i == row || times == 0)
            continue;
        subtract_row(s, i, row, times);
        *cq_simplex_at(s, i, col) = 0;
    }
    line[col] = 1;
    s->basis[row] = (uint32_t)col;
    s->steps += s->width;
}

/* The column to come in; s->cols if none gains anything. */
static size_t choose_column(const cq_simplex *s, bool first)
{
    const double *gain = cq_simplex_at(s, s->rows, 0);
    size_t best = s->cols;

    for (size_t k = 0; k < s->cols; k++) {
        if (gain[k] <= small || (best < s->cols && gain[k] <= gain[best]))
            continue;
        best = k;
        if (first)
            break;
    }
    return best;
}

/* The row whose column goes out: the first to reach 0. What stands for something
 * missing must stay at 0 once a solution is known: it goes at once. */
static size_t choose_row(const cq_simplex *s, size_t col, bool solved)
{
    size_t best = s->rows;
    double least = HUGE_VAL;

    for (size_t i = 0; i < s->rows; i++) {
        double by = *cq_simplex_at(s, i, col), ratio;

        if (solved && s->basis[i] >= s->cols && fabs(by) > small)
            return i;
        if (by <= small)
            continue;
        ratio = *cq_simplex_bound(s, i) / by;
        if (best < s->rows &&
            (ratio > least || (ratio == least && s->basis[i] > s->basis[best])))
            continue;
        best = i;
        least = ratio;
    }
    return best;
}

/* Steps until nothing is gained any more; false: there is too much to do. */
static bool improve(cq_simplex *s, bool solved)
{
    unsigned idle = 0;
    size_t col;

    while ((col = choose_column(s, idle > PATIENCE)) < s->cols) {
        double *lost = cq_simplex_bound(s, s->rows), before = *lost;
        size_t row = choose_row(s, col, solved);

        if (!solved && *lost <= small)
            return true; /* nothing is missing */
        if (row == s->rows || s->steps > s->most)
            return false;
        turn(s, row, col);
        idle = fabs(*lost - before) > small ? 0 : idle + 1;
    }
    return true;
}

/* ---- the two questions ---- */

cq_simplex_end cq_simplex_solve(cq_simplex *s, double *prices)
{
    double *last = cq_simplex_at(s, s->rows, 0);

    for (size_t i = 0; i < s->rows; i++) {
        cq_assert(*cq_simplex_bound(s, i) >= 0);
        if (s->basis[i] >= s->cols)
            subtract_row(s, s->rows, i, -1);
    }
    for (size_t i = 0; i < s->rows; i++)
        last[s->cols + i] = s->basis[i] < s->cols ? -1 : 0;
    if (!improve(s, false))
        return CQ_SIMPLEX_GIVEN_UP;
    cq_assert(cq_simplex_check(s));
    for (size_t i = 0; i < s->rows; i++)
        prices[i] = 1 + last[s->cols + i];
    return *cq_simplex_bound(s, s->rows) > 1e-6 ? CQ_SIMPLEX_NONE : CQ_SIMPLEX_SOLVED;
}

cq_simplex_end cq_simplex_maximise(cq_simplex *s, const double *worth, double *prices)
{
    double *last = cq_simplex_at(s, s->rows, 0);

    for (size_t k = 0; k < s->width; k++)
        last[k] = k < s->cols ? worth[k] : 0;
    for (size_t i = 0; i < s->rows; i++)
        if (s->basis[i] < s->cols)
            subtract_row(s, s->rows, i, worth[s->basis[i]]);
    if (!improve(s, true))
        return CQ_SIMPLEX_GIVEN_UP;
    cq_assert(cq_simplex_check(s));
    for (size_t i = 0; i < s->rows; i++)
        prices[i] = last[s->cols + i];
    return CQ_SIMPLEX_SOLVED;
}

bool cq_simplex_check(const cq_simplex *s)
{
    for (size_t i = 0; i < s->rows; i++) {
        cq_hold(s->basis[i] < s->cols + s->rows);
        cq_hold(*cq_simplex_bound(s, i) > -1e-4);
        for (size_t k = 0; k <= s->rows; k++)
            cq_hold(*cq_simplex_at(s, k, s->basis[i]) == (k == i));
    }
    return true;
}
