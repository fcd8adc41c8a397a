/* odds_band.c - the probabilities of all dominoes in floating point.
 *
 * The rows and columns of Kasteleyn's matrix K are scaled first (scale.c), which
 * changes no probability. With M = K K', which is symmetric and positive, the inverse
 * of K is K' M^-1: its entry (w, b) is the sum of K[c][w] times entry (c, b) of M^-1
 * over the equations c of the unknown w. Two equations of one unknown are at most two
 * lines apart, so that only a band of M^-1 is needed, about as wide as a line has
 * cells: the band that Cholesky's factor has. It comes out of the factor from the last
 * row to the first (Takahashi, Fagan and Chin 1973): with M = L D L', L having ones on
 * its diagonal,
 *
 *     Z[i][j] = -sum over k > i of L[k][i] Z[k][j]               for j > i
 *     Z[i][i] = 1 / D[i] - sum over k > i of L[k][i] Z[k][i]
 *
 * where k runs through the band only. Of Z a window of the band's width is kept, as a
 * square whose row and column of i are at i modulo the width; each entry is used up
 * when it is found.
 *
 * The probabilities of the dominoes at a cell must sum to 1, which measures the error.
 *
 * Cost: cells / 2 * width^2 * 3 / 2 multiplications, cells / 2 * width numbers.
 */
#include "engine/kasteleyn/odds.h"

#include "engine/kasteleyn/lanes.h"
#include "engine/kasteleyn/scale.h"

#include <math.h>
#include <string.h>

typedef struct band {
    cq_team *team;
    const cq_grid *grid;
    double *scaled;     /* the entries of K: see scale.h */
    uint32_t *number;   /* of a place: of its equation */
    size_t size, width; /* width: of the band, without the diagonal; at least 1 */
    double *columns;    /* size * (width + 1): column j from its diagonal down */
    double *window, *sums;
    double *inverse; /* of an equation: the entries of its unknowns, by their sides */
} band;

/* ---- the matrix ---- */

/* An equation j that has an unknown in common with an equation i <= j: the sides of the
 * unknown, seen from both, and the entries of K, scaled. */
typedef struct pair {
    uint32_t j;
    unsigned side_i, side_j;
    double entry_i, entry_j;
} pair;

/* All pairs of i; returns how many. */
static unsigned pairs_of(const band *b, uint32_t i, pair out[16])
{
    uint32_t place = b->grid->equations.at[i];
    cq_grid_edge edges[4], others[4];
    unsigned unknowns = cq_grid_edges(b->grid, place, edges), count = 0;

    for (unsigned u = 0; u < unknowns; u++) {
        unsigned equations = cq_grid_edges(b->grid, edges[u].place, others);

        for (unsigned n = 0; n < equations; n++) {
            uint32_t there = others[n].place, j = b->number[there];
            unsigned side_i = edges[u].side, side_j = others[n].side ^ 1u;

            cq_assert(j != i || side_i == side_j); /* the same domino */
            if (j >= i)
                out[count++] =
                    (pair){j, side_i, side_j,
                           edges[u].sign * b->scaled[4 * (size_t)place + side_i],
                           others[n].sign * b->scaled[4 * (size_t)there + side_j]};
        }
    }
    cq_assert(count >= unknowns && count <= 16); /* i itself by each */
    return count;
}

/* ---- the factor ---- */

/* to -= by * from */
CQ_INLINE void subtract_body(double *to, const double *from, double by, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] -= by * from[i];
}

static void subtract_plain(double *to, const double *from, double by, size_t count)
{
    subtract_body(to, from, by, count);
}

#ifdef CQ_LANES_X86
/* Without fused operations: the bits are those of the plain loop. */
__attribute__((target("avx2"))) static void
subtract_avx2(double *to, const double *from, double by, size_t count)
{
    subtract_body(to, from, by, count);
}
#endif

typedef void subtract_fn(double *to, const double *from, double by, size_t count);

static subtract_fn *subtract_best(void)
{
#ifdef CQ_LANES_X86
    if (cq_lanes_level() > 0)
        return subtract_avx2;
#endif
    return subtract_plain;
}

/* M = L D L' in place: D on the diagonal, L below it. */
static cq_status factor(band *b, subtract_fn *subtract)
{
    size_t pitch = b->width + 1;

    for (size_t j = 0; j < b->size; j++) {
        double *column = b->columns + j * pitch;
        size_t below = b->size - 1 - j < b->width ? b->size - 1 - j : b->width;

        if (j % 64 == 0 && cq_team_stops(b->team, 0))
            return CQ_STOPPED;
        cq_assert(j + below < b->size);
        for (size_t i = 1; i <= below; i++) {
            double by = column[i] / column[0];

            if (by != 0)
                subtract(column + i * pitch, column + i, by, below - i + 1);
        }
        for (size_t i = 1; i <= below; i++)
            column[i] /= column[0];
    }
    return CQ_OK;
}

/* ---- the band of the inverse ---- */

/* Uses the entries Z[i][j], which sums[] holds at j modulo the width, and Z[i][i]. */
static void use_pairs(band *b, uint32_t i, double own)
{
    pair pairs[16];
    unsigned count = pairs_of(b, i, pairs);

    for (unsigned n = 0; n < count; n++) {
        const pair *p = &pairs[n];
        double z = p->j == i ? own : b->sums[p->j % b->width];

        cq_assert(p->j - i <= b->width);
        b->inverse[4 * (size_t)i + p->side_i] += p->entry_j * z;
        if (p->j > i)
            b->inverse[4 * (size_t)p->j + p->side_j] += p->entry_i * z;
    }
}

static cq_status invert(band *b, subtract_fn *subtract)
{
    size_t width = b->width;

    memset(b->window, 0, width * width * sizeof *b->window);
    for (size_t i = b->size; i--;) {
        const double *column = b->columns + i * (width + 1);
        size_t below = b->size - 1 - i < width ? b->size - 1 - i : width;
        size_t slot = i % width;
        double own = 1 / column[0];

        if (i % 64 == 0 && cq_team_stops(b->team, 0))
            return CQ_STOPPED;
        memset(b->sums, 0, width * sizeof *b->sums);
        for (size_t k = 1; k <= below; k++)
            if (column[k] != 0)
                subtract(b->sums, b->window + (i + k) % width * width, column[k],
                         width);
        for (size_t k = 1; k <= below; k++)
            own -= column[k] * b->sums[(i + k) % width];
        use_pairs(b, (uint32_t)i, own);
        /* i takes the place of i + width. */
        b->sums[slot] = own;
        memcpy(b->window + slot * width, b->sums, width * sizeof *b->sums);
        for (size_t k = 0; k < width; k++)
            b->window[k * width + slot] = b->sums[k];
    }
    return CQ_OK;
}

/* ---- what comes out ---- */

static double clamp(double share)
{
    return share > 0 ? share < 1 ? share : 1 : 0; /* also what is not a number */
}

static void read_odds(const band *b, const cq_dominoes *dominoes, double *odds,
                      double *totals)
{
    for (size_t n = 0; n < dominoes->count; n++) {
        const cq_domino *d = &dominoes->at[n];
        size_t at = 4 * (size_t)d->equation + d->side;
        size_t inverse = 4 * (size_t)b->number[d->equation] + d->side;

        odds[n] = clamp(d->sign * b->scaled[at] * b->inverse[inverse]);
        totals[d->equation] += odds[n];
        totals[d->unknown] += odds[n];
        cq_assert(odds[n] >= 0 && odds[n] <= 1);
    }
}

static double worst(const cq_grid *grid, const double *totals)
{
    size_t size = (size_t)grid->lines * grid->width;
    double error = 0;

    for (size_t place = 0; place < size; place++)
        if (grid->cell[place])
            error = fmax(error, fabs(totals[place] - 1));
    return error;
}

/* ---- room ---- */

static cq_status band_new(cq_context *ctx, band *b)
{
    size_t places = (size_t)b->grid->lines * b->grid->width;

    pair pairs[16];

    b->number = cq_alloc(ctx, places, sizeof *b->number);
    cq_try_memory(b->number);
    b->size = b->grid->equations.count;
    for (uint32_t i = 0; i < (uint32_t)b->size; i++)
        b->number[b->grid->equations.at[i]] = i;
    b->width = 1;
    for (uint32_t i = 0; i < (uint32_t)b->size; i++)
        for (unsigned n = pairs_of(b, i, pairs); n--;)
            b->width = pairs[n].j - i > b->width ? pairs[n].j - i : b->width;
    b->columns = cq_zalloc(ctx, b->size, (b->width + 1) * sizeof *b->columns);
    b->window = cq_alloc(ctx, b->width, b->width * sizeof *b->window);
    b->sums = cq_alloc(ctx, b->width, sizeof *b->sums);
    b->inverse = cq_zalloc(ctx, b->size, 4 * sizeof *b->inverse);
    cq_try_memory(b->columns && b->window && b->sums && b->inverse);
    for (uint32_t i = 0; i < (uint32_t)b->size; i++)
        for (unsigned n = pairs_of(b, i, pairs); n--;)
            b->columns[i * (b->width + 1) + (pairs[n].j - i)] +=
                pairs[n].entry_i * pairs[n].entry_j;
    return CQ_OK;
}

cq_status cq_odds_band(cq_team *team, const cq_grid *grid, const cq_dominoes *dominoes,
                       double *odds, double *error)
{
    band b = {.team = team, .grid = grid};
    subtract_fn *subtract = subtract_best();
    double *totals =
        cq_zalloc(team->ctx, (size_t)grid->lines * grid->width, sizeof *totals);
    cq_status status = totals ? cq_scaling_make(team->ctx, grid, &b.scaled) : CQ_MEMORY;

    cq_then(status, band_new(team->ctx, &b));
    cq_then(status, factor(&b, subtract));
    cq_then(status, invert(&b, subtract));
    if (status == CQ_OK) {
        read_odds(&b, dominoes, odds, totals);
        *error = worst(grid, totals);
    }
    cq_free_each(b.scaled, b.number, b.columns, b.window, b.sums, b.inverse, totals);
    return status;
}
