/* scale.c - rows and columns scaled in turn until all have about length 1.
 *
 * Multiplying a row or a column of Kasteleyn's matrix by a positive number changes the
 * probability of no domino. Divide each row by its length, then each column, and so on
 * (Sinkhorn's rounds, for the squares of the entries), and the matrix tends to one
 * whose rows and columns all have length 1. If dominoes are nearly frozen, as in the
 * corners of an Aztec diamond, most entries vanish, and a matrix that was too close to
 * singular for floating point becomes nearly orthogonal.
 *
 * Plain rounds converge slowly, like the diffusion of heat: an Aztec diamond of order
 * 60 takes thousands. Overshooting, as in successive over-relaxation, takes a hundred:
 * a length is divided by to the power w instead of 1, where w approaches 2 as the board
 * grows.
 *
 * Entries are changed in place, so that no factor is ever far from 1.
 */
#include "engine/kasteleyn/scale.h"

#include <math.h>
#include <string.h>

typedef struct scaler {
    const cq_grid *grid;
    double *entry;
    double power; /* of a length that is divided by */
    double *sums; /* of the squares of an unknown's entries; then the factor */
} scaler;

/* The place of the unknown on a side; there may be none. */
static uint32_t side_place(const cq_grid *grid, uint32_t line, uint32_t t,
                           unsigned side)
{
    uint32_t beside = t;

    if (side == CQ_SIDE_BEFORE)
        cq_grid_before(grid, t, &beside);
    else if (side == CQ_SIDE_AFTER)
        cq_grid_after(grid, t, &beside);
    line += side == CQ_SIDE_AHEAD;
    line -= side == CQ_SIDE_BACK;
    cq_assert(line < grid->lines && beside < grid->width);
    return line * grid->width + beside;
}

static void begin(const scaler *s)
{
    for (size_t e = 0; e < s->grid->equations.count; e++) {
        uint32_t place = s->grid->equations.at[e];
        cq_grid_edge edges[4];
        unsigned count = cq_grid_edges(s->grid, place, edges);

        for (unsigned i = 0; i < count; i++) {
            cq_assert(side_place(s->grid, place / s->grid->width,
                                 place % s->grid->width,
                                 edges[i].side) == edges[i].place);
            s->entry[4 * (size_t)place + edges[i].side] = 1;
        }
    }
}

/* Divides the rows by their lengths and sums up the columns; how far the worst was
 * off. */
static double scale_rows(const scaler *s)
{
    const cq_grid *grid = s->grid;
    double worst = 0;

    memset(s->sums, 0, (size_t)grid->lines * grid->width * sizeof *s->sums);
    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t t = !cq_grid_parity(grid, line); t < grid->width; t += 2) {
            double *e = s->entry + 4 * ((size_t)line * grid->width + t);
            double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
            double by = square > 0 ? pow(square, -0.5 * s->power) : 0;

            if (square > 0)
                worst = fmax(worst, fabs(square - 1));
            for (unsigned side = 0; side < 4; side++)
                if (e[side] > 0) {
                    e[side] *= by;
                    s->sums[side_place(grid, line, t, side)] += e[side] * e[side];
                }
        }
    return worst;
}

static void scale_columns(const scaler *s)
{
    const cq_grid *grid = s->grid;
    size_t size = (size_t)grid->lines * grid->width;

    for (size_t place = 0; place < size; place++)
        if (s->sums[place] > 0)
            s->sums[place] = pow(s->sums[place], -0.5 * s->power);
    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t t = !cq_grid_parity(grid, line); t < grid->width; t += 2) {
            double *e = s->entry + 4 * ((size_t)line * grid->width + t);

            for (unsigned side = 0; side < 4; side++)
                if (e[side] > 0)
                    e[side] *= s->sums[side_place(grid, line, t, side)];
        }
}

/* Rows that are there at all. */
static bool are_of_length_one(const scaler *s)
{
    size_t size = (size_t)s->grid->lines * s->grid->width;

    for (size_t place = 0; place < size; place++) {
        const double *e = s->entry + 4 * place;
        double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];

        cq_hold(square == 0 || fabs(square - 1) < 1e-9);
    }
    return true;
}

/* Rounds until the rows are about as long as they should be, and a last plain one. */
static void scale(scaler *s)
{
    uint32_t side = s->grid->lines > s->grid->width ? s->grid->lines : s->grid->width;
    uint32_t most = 3 * (side < 10000 ? side : 10000) + 50;

    s->power = 2 - 6 / ((double)side + 6);
    for (uint32_t round = 0; round < most && scale_rows(s) > 0.01; round++)
        scale_columns(s);
    s->power = 1;
    scale_rows(s);
    cq_assert(are_of_length_one(s));
}

cq_status cq_scaling_make(cq_context *ctx, const cq_grid *grid, double **out)
{
    size_t size = (size_t)grid->lines * grid->width;
    scaler s = {.grid = grid};

    s.entry = cq_zalloc(ctx, size, 4 * sizeof *s.entry);
    s.sums = cq_alloc(ctx, size, sizeof *s.sums);
    if (!s.entry || !s.sums) {
        cq_free_each(s.entry, s.sums);
        return CQ_MEMORY;
    }
    begin(&s);
    scale(&s);
    cq_free(s.sums);
    *out = s.entry;
    return CQ_OK;
}
