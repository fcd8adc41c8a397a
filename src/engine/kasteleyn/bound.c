/* bound.c - a proved upper bound on the number of tilings, close enough to waste
 * nothing.
 *
 * The number is |det K|, and its square det K K'. For a symmetric positive matrix the
 * determinant is at most the product of the determinants of the blocks along its
 * diagonal (Fischer 1908; with blocks of one row it is Hadamard's bound). K K' couples
 * equations that share an unknown, so that a block of the equations of a few
 * neighbouring lines is a narrow band when they are taken across the lines. Blocks of
 * twelve lines come within two or three per cent of the true number of bits on a large
 * board without holes; Hadamard's bound is 19 per cent too large, Bregman's 36.
 *
 * Rounding: Cholesky's method in floating point factors M + d + E exactly, where M is
 * the block, d is what we add to its diagonal and E are the rounding errors; |E| is
 * below (b + 2) 2^-53 times the sum of |L| |L'| over a row, which is at most (2b + 1)
 * times the largest diagonal element, 5, for a band of width b. As b is not above three
 * times the lines of a block, that is far less than d = 1e-8, so that d + E is positive
 * and the determinant found is not below that of M. The logarithms are summed with an
 * error far below the bit that is added.
 *
 * Cost: cells * lines^2 / 2.
 */
#include "engine/kasteleyn/count.h"

#include <math.h>
#include <string.h>

enum { LINES = 12 };

typedef struct block {
    cq_context *ctx;
    const cq_grid *grid;
    uint32_t first, last; /* lines */
    uint32_t from, to;    /* places */
    uint32_t *number;     /* by place: of an equation in this block, or NONE */
    size_t size, band;
    double *rows; /* size * (band + 1): row i holds columns i - band .. i */
    size_t room;
} block;

#define NONE UINT32_MAX

static void number_block(block *b)
{
    const cq_grid *grid = b->grid;

    b->size = 0;
    for (uint32_t t = b->from; t < b->to; t++)
        for (uint32_t line = b->first; line < b->last; line++)
            if (cq_grid_has(grid, line, t) && !cq_grid_is_unknown(grid, line, t))
                b->number[(size_t)line * grid->width + t] = (uint32_t)b->size++;
}

static void forget_block(block *b)
{
    for (uint32_t line = b->first; line < b->last; line++)
        for (uint32_t t = b->from; t < b->to; t++)
            b->number[(size_t)line * b->grid->width + t] = NONE;
}

/* Adds row i of K K', for i >= j; or only finds how wide the band must be. */
static void add_row(block *b, uint32_t place, bool measure)
{
    uint32_t i = b->number[place];
    cq_grid_edge mine[4], others[4];
    unsigned unknowns = cq_grid_edges(b->grid, place, mine);

    for (unsigned m = 0; m < unknowns; m++) {
        unsigned equations = cq_grid_edges(b->grid, mine[m].place, others);

        for (unsigned n = 0; n < equations; n++) {
            uint32_t j = b->number[others[n].place];

            if (j == NONE || j > i)
                continue;
            cq_assert(measure || i - j <= b->band);
            if (measure)
                b->band = i - j > b->band ? i - j : b->band;
            else
                b->rows[i * (b->band + 1) + b->band - (i - j)] +=
                    mine[m].sign * others[n].sign;
        }
    }
}

static void add_rows(block *b, bool measure)
{
    for (uint32_t t = b->from; t < b->to; t++)
        for (uint32_t line = b->first; line < b->last; line++)
            if (b->number[line * b->grid->width + t] != NONE)
                add_row(b, line * b->grid->width + t, measure);
}

/* Cholesky's factor in place; the sum of the logarithms of its diagonal. If a pivot is
 * not positive, which cannot be, Hadamard's bound for its row stands in. */
static double factor(block *b)
{
    size_t band = b->band;
    double bits = 0;

    for (size_t i = 0; i < b->size; i++) {
        double *row = b->rows + i * (band + 1) + band - i; /* row[j] is column j */
        size_t low = i > band ? i - band : 0;
        double pivot = row[i] + 1e-8, whole = pivot;

        for (size_t j = low; j < i; j++) {
            const double *other = b->rows + j * (band + 1) + band - j;
            size_t begin = j > band && j - band > low ? j - band : low;
            double sum = row[j];

            for (size_t l = begin; l < j; l++)
                sum -= row[l] * other[l];
            row[j] = sum / other[j];
            pivot -= row[j] * row[j];
        }
        cq_assert(pivot > 0);
        row[i] = sqrt(pivot > 0 ? pivot : whole);
        bits += log2(row[i]);
    }
    return bits;
}

static cq_status block_bits(block *b, double *bits)
{
    size_t need;

    number_block(b);
    if (b->size == 0)
        return CQ_OK;
    cq_assert(b->first < b->last && b->last <= b->grid->lines &&
              b->to <= b->grid->width);
    b->band = 0;
    add_rows(b, true);
    need = b->size * (b->band + 1);
    if (need > b->room) {
        cq_free(b->rows);
        b->room = need;
        b->rows = cq_alloc(b->ctx, need, sizeof *b->rows);
        cq_try_memory(b->rows);
    }
    memset(b->rows, 0, need * sizeof *b->rows);
    add_rows(b, false);
    for (size_t i = 0; i < b->size; i++) /* the square of a row's length */
        cq_assert(b->rows[i * (b->band + 1) + b->band] <= 4);
    *bits += factor(b);
    forget_block(b);
    return CQ_OK;
}

cq_status cq_bound_bits(cq_context *ctx, const cq_grid *grid, double *out)
{
    size_t size = (size_t)grid->lines * grid->width;
    block b = {.ctx = ctx, .grid = grid};
    /* A ring is cut in two, so that no block closes on itself. */
    uint32_t parts = grid->ring ? 2 : 1;
    double bits = 0;
    cq_status status = CQ_OK;

    b.number = cq_alloc(ctx, size, sizeof *b.number);
    cq_try_memory(b.number);
    memset(b.number, 0xff, size * sizeof *b.number);
    for (uint32_t first = 0; first < grid->lines && status == CQ_OK; first += LINES)
        for (uint32_t part = 0; part < parts && status == CQ_OK; part++) {
            b.first = first;
            b.last = first + LINES < grid->lines ? first + LINES : grid->lines;
            b.from = part * (grid->width / parts);
            b.to = part + 1 == parts ? grid->width : b.from + grid->width / parts;
            status = block_bits(&b, &bits);
        }
    cq_assert(status != CQ_OK || isfinite(bits));
    if (status == CQ_OK) /* less than no bits: there is no tiling */
        *out = fmax(bits, 0) * (1 + 1e-9) + 1;
    cq_free_each(b.number, b.rows);
    return status;
}
