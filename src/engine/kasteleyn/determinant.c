/* determinant.c - Gaussian elimination in blocks, modulo eight primes at once.
 *
 * Rows are sources, columns are sinks, both in the order of their lines. A source has no
 * path to a sink on a line before it, so that column i is zero below the first active[i]
 * rows: on a board with holes all over, where sources and sinks lie between each other, a
 * step of the elimination has only few rows to work on.
 *
 *            panel   the rest
 *           +-----+-----------------+
 *           | L\U |        U        |   the panel of 32 columns is factored first, column
 *           |  L  |                 |   by column, each a sum of up to 32 products that is
 *           |  L  |   rest - L U    |   reduced once; then the rows of U; then the rest, a
 *           +.....+.................+   product of two narrow matrices: nearly all of the
 *           |  0  |   not touched   |   work, done in tiles that stay in registers.
 *           +-----+-----------------+
 *
 * A pivot must not be zero modulo any of the eight primes. If all of a column is zero, so
 * is the determinant. If no row will do for all primes, the eight are taken one by one,
 * with eight equal lanes: that happens once in a million or so.
 *
 * The code is compiled for three kinds of processor from the same functions.
 *
 * Cost: size^3 / 3 multiplications of eight lanes for a full matrix.
 */
#include "engine/kasteleyn/determinant.h"

#include <assert.h>
#include <string.h>

enum { PANEL = CQ_LANES_TERMS };

/* ---- filling the matrix ---- */

CQ_INLINE void set_powers(cq_determinant *d, size_t limbs)
{
    cq_lanes power = d->moduli.p * 0.0 + 1.0;
    cq_lanes base = power * (double)(1 << CQ_LIMB_BITS);

    cq_lanes_reduce(&base, &d->moduli);
    for (size_t l = 0; l < limbs; l++) {
        d->powers[l] = power;
        cq_lanes_multiply(&power, &base, &d->moduli);
    }
}

/* A limb is at most 2^23 and a power 2^24, so that 32 terms need 52 bits. */
CQ_INLINE void set_entry(const cq_determinant *d, const double *limbs, size_t count,
                         cq_lanes *out)
{
    cq_lanes sum = d->moduli.p * 0.0;

    for (size_t l = 0; l < count; l++) {
        sum += limbs[l] * d->powers[l];
        if (l % CQ_LANES_TERMS == CQ_LANES_TERMS - 1)
            cq_lanes_reduce(&sum, &d->moduli);
    }
    cq_lanes_reduce(&sum, &d->moduli);
    *out = sum;
}

CQ_INLINE void fill(cq_determinant *d)
{
    const cq_paths *paths = d->paths;
    size_t size = paths->size;

    if (size)
        set_powers(d, cq_paths_limbs(paths->lines[size - 1]));
    for (size_t j = 0; j < size; j++) {
        const double *limbs = paths->limbs + paths->start[j];
        cq_lanes *row = d->matrix + j * size;

        d->rows[j] = row;
        memset(row, 0, paths->first[j] * sizeof *row);
        for (size_t i = paths->first[j]; i < size; i++) {
            size_t count = cq_paths_limbs(paths->lines[i] - paths->from[j]);

            set_entry(d, limbs, count, row + i);
            limbs += count;
        }
    }
}

/* ---- the panel ---- */

/* a -= sum of row[i] * column[i], reduced; count <= CQ_LANES_TERMS. */
CQ_INLINE void subtract_dot(cq_lanes *a, const cq_lanes *row, const cq_lanes *column,
                            size_t count, const cq_moduli *m)
{
    cq_lanes sum = *a;

    for (size_t i = 0; i < count; i++)
        sum -= row[i] * column[i];
    cq_lanes_reduce(&sum, m);
    *a = sum;
}

/* Brings column j of the panel that begins at `start` up to date. */
CQ_INLINE void update_column(cq_determinant *d, size_t start, size_t j, size_t active)
{
    cq_lanes *column = d->column;

    for (size_t r = start; r < j; r++) {
        subtract_dot(&d->rows[r][j], d->rows[r] + start, column, r - start, &d->moduli);
        column[r - start] = d->rows[r][j];
    }
    for (size_t r = j; r < active; r++)
        subtract_dot(&d->rows[r][j], d->rows[r] + start, column, j - start, &d->moduli);
}

/* Moves a row with a good pivot to place j; false if there is none. */
CQ_INLINE bool find_pivot(cq_determinant *d, size_t j, size_t active)
{
    bool zero = true;

    for (size_t r = j; r < active; r++) {
        cq_lanes *row = d->rows[r];

        if (cq_lanes_none_zero(&row[j])) {
            if (r != j)
                d->value = -d->value;
            d->rows[r] = d->rows[j];
            d->rows[j] = row;
            return true;
        }
        zero = zero && cq_lanes_all_zero(&row[j]);
    }
    d->split = !zero;
    d->value = d->value * 0.0;
    return false;
}

CQ_INLINE bool factor_panel(cq_determinant *d, size_t start, size_t end)
{
    for (size_t j = start; j < end; j++) {
        size_t active = d->paths->active[j];
        cq_lanes inverse;

        update_column(d, start, j, active);
        if (!find_pivot(d, j, active))
            return false;
        inverse = d->rows[j][j];
        cq_lanes_multiply(&d->value, &inverse, &d->moduli);
        cq_lanes_invert(&inverse, &d->moduli);
        for (size_t r = j + 1; r < active; r++)
            cq_lanes_multiply(&d->rows[r][j], &inverse, &d->moduli);
    }
    return true;
}

/* ---- the rest ---- */

/* The rows of U to the right of the panel. */
CQ_INLINE void solve_rows(cq_determinant *d, size_t start, size_t end)
{
    for (size_t r = start + 1; r < end; r++) {
        const cq_lanes *factors = d->rows[r];

        for (size_t j = end; j < d->paths->size; j++) {
            cq_lanes sum = d->rows[r][j];

            for (size_t s = start; s < r; s++)
                sum -= factors[s] * d->rows[s][j];
            cq_lanes_reduce(&sum, &d->moduli);
            d->rows[r][j] = sum;
        }
    }
}

/* rest -= L U on a tile of n x n entries at row r and column j; n is 1, 2 or 4, and known
 * when this is compiled. */
CQ_INLINE void update_tile(cq_determinant *d, size_t start, size_t end, size_t r,
                           size_t j, unsigned n)
{
    cq_lanes sum[4][4];

    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++)
            sum[a][b] = d->rows[r + a][j + b];
    for (size_t s = start; s < end; s++) {
        const cq_lanes *upper = d->rows[s] + j;

        for (unsigned a = 0; a < n; a++) {
            cq_lanes factor = d->rows[r + a][s];

            for (unsigned b = 0; b < n; b++)
                sum[a][b] -= factor * upper[b];
        }
    }
    for (unsigned a = 0; a < n; a++)
        for (unsigned b = 0; b < n; b++) {
            cq_lanes_reduce(&sum[a][b], &d->moduli);
            d->rows[r + a][j + b] = sum[a][b];
        }
}

CQ_INLINE void update_rest(cq_determinant *d, size_t start, size_t end, unsigned n)
{
    size_t size = d->paths->size, active = d->paths->active[end - 1], r = end;

    for (; r + n <= active; r += n) {
        size_t j = end;

        for (; j + n <= size; j += n)
            update_tile(d, start, end, r, j, n);
        for (; j < size; j++)
            for (size_t a = 0; a < n; a++)
                update_tile(d, start, end, r + a, j, 1);
    }
    for (; r < active; r++)
        for (size_t j = end; j < size; j++)
            update_tile(d, start, end, r, j, 1);
}

CQ_INLINE void eliminate(cq_determinant *d, unsigned tile)
{
    size_t size = d->paths->size;

    d->value = d->moduli.p * 0.0 + 1.0;
    d->split = d->stopped = false;
    fill(d);
    for (size_t start = 0; start < size; start += PANEL) {
        size_t end = start + PANEL < size ? start + PANEL : size;

        if (!factor_panel(d, start, end))
            return;
        solve_rows(d, start, end);
        update_rest(d, start, end, tile);
        if (cq_team_stops(d->team, d->worker)) {
            d->stopped = true;
            return;
        }
    }
}

/* ---- the same for each kind of processor ---- */

static void eliminate_plain(cq_determinant *d)
{
    eliminate(d, 2);
}

#ifdef CQ_LANES_X86
CQ_TARGET_AVX2 static void eliminate_avx2(cq_determinant *d)
{
    eliminate(d, 2);
}

CQ_TARGET_AVX512 static void eliminate_avx512(cq_determinant *d)
{
    eliminate(d, 4);
}
#endif

static void eliminate_best(cq_determinant *d, const uint32_t primes[CQ_LANES])
{
    cq_moduli_set(&d->moduli, primes);
#ifdef CQ_LANES_X86
    switch (cq_lanes_level()) {
    case 2: eliminate_avx512(d); return;
    case 1: eliminate_avx2(d); return;
    default: break;
    }
#endif
    eliminate_plain(d);
}

void cq_determinant_find(cq_determinant *d, const uint32_t primes[CQ_LANES],
                         int32_t residues[CQ_LANES])
{
    eliminate_best(d, primes);
    if (!d->split) {
        for (unsigned i = 0; i < CQ_LANES; i++)
            residues[i] = (int32_t)d->value[i];
        return;
    }
    for (unsigned i = 0; i < CQ_LANES && !d->stopped; i++) {
        uint32_t same[CQ_LANES];

        for (unsigned l = 0; l < CQ_LANES; l++)
            same[l] = primes[i];
        eliminate_best(d, same);
        assert(!d->split);
        residues[i] = (int32_t)d->value[0];
    }
}

/* ---- room ---- */

cq_status cq_determinant_new(cq_team *team, unsigned worker, const cq_paths *paths,
                             cq_determinant **out)
{
    cq_context *ctx = team->ctx;
    size_t size = paths->size, units = sizeof(cq_determinant) / sizeof(cq_lanes);
    size_t limbs = size ? cq_paths_limbs(paths->lines[size - 1]) : 1;
    cq_determinant *d;
    void *block;

    d = (cq_determinant *)cq_lanes_alloc(ctx, units, &block);
    if (!d)
        return CQ_MEMORY;
    memset(d, 0, sizeof *d);
    d->blocks[4] = block;
    d->paths = paths;
    d->team = team;
    d->worker = worker;
    d->matrix = cq_lanes_alloc(ctx, size * size, &d->blocks[0]);
    d->powers = cq_lanes_alloc(ctx, limbs, &d->blocks[1]);
    d->column = cq_lanes_alloc(ctx, PANEL, &d->blocks[2]);
    d->blocks[3] = d->rows = cq_alloc(ctx, size, sizeof *d->rows);
    if (!d->matrix || !d->powers || !d->column || !d->rows) {
        cq_determinant_free(d);
        return CQ_MEMORY;
    }
    *out = d;
    return CQ_OK;
}

void cq_determinant_free(cq_determinant *d)
{
    if (!d)
        return;
    for (unsigned i = 0; i < 4; i++)
        cq_free(d->blocks[i]);
    cq_free(d->blocks[4]);
}
