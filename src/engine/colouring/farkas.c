/* farkas.c - numbers on the squares of which no copies can make enough.
 *
 * If every placement of a piece sums to at most its value, and the values of all copies
 * add up to less than the board, there is no tiling. This is stronger than marks that
 * repeat (bounds.c). It includes Hall sets, with 1 on the set and -1 on the squares
 * around it, areas by colour, and combinations of these.
 *
 * The best numbers are found by a linear program. Its unknowns are how often each way
 * to lie is used (layout.c), fractions allowed:
 *
 *     for each colour     squares covered     = squares there are
 *     for each piece      copies              = or >= least, = or <= most
 *
 * If it has no solution, the prices of the colours are such numbers, and that they
 * exist is Farkas' lemma (simplex.c). They are fractions, rounded; whole numbers in
 * proportion, from small to larger ones, are tried until one set proves it, added up
 * exactly. If fractions of placements do cover the board, no such numbers exist.
 *
 * Such numbers may be long to write down. A second linear program finds, as its prices,
 * the numbers with the smallest sum of absolute values; most of these are 0.
 *
 * If there is a solution, the largest and the smallest numbers of copies of a piece in
 * one bound them in every tiling; the prices prove that in the same way.
 *
 * Cost: that of the linear programs, at most MOST_STEPS multiplications each.
 */
#include "engine/colouring/layout.h"
#include "engine/colouring/simplex.h"

#include "base/assert.h"

#include <math.h>

#define MOST_STEPS ((uint64_t)1 << 23)
enum { NUMBERS_MOST = 60 }; /* the largest number that is tried on a square */

/* ---- the equations ---- */

/* A linear program about the ways of a layout. Beside them it has columns that make up
 * for the rest of a row, from `spare` on. */
typedef struct program {
    const cq_layout *layout;
    cq_simplex simplex;
    size_t spare;
} program;

/* Rows that limit the copies of a piece: one if there is no choice, else one from each
 * side that says something, with a spare column. */
static size_t count_limits(const cq_problem *problem, const cq_piece *piece,
                           bool *from_below, bool *from_above)
{
    size_t fit = problem->board->count / piece->shape.count;

    *from_below = cq_has_choice(piece) && piece->least > 0;
    *from_above = cq_has_choice(piece) && piece->most < fit;
    return cq_has_choice(piece) ? (size_t)*from_below + *from_above : 1;
}

static size_t count_all_limits(const cq_problem *problem)
{
    size_t rows = 0;
    bool below, above;

    for (size_t p = 0; p < problem->pieces.count; p++)
        rows += count_limits(problem, &problem->pieces.at[p], &below, &above);
    return rows;
}

/* *fits is false, and nothing is made, if there would be too much to do. */
static cq_status make_program(const cq_layout *layout, size_t rows, size_t cols,
                              program *out, bool *fits)
{
    cq_context *ctx = layout->painter->run->ctx;

    *out = (program){.layout = layout, .spare = layout->ways.count};
    *fits = (uint64_t)rows * (rows + cols) <= MOST_STEPS / (rows + 1);
    return *fits ? cq_simplex_new(ctx, rows, cols, MOST_STEPS, &out->simplex) : CQ_OK;
}

/* Row `row` is the number of squares of a colour that are covered, `times` so. */
static void set_colour(const program *p, size_t row, size_t colour, double times)
{
    for (size_t way = 0; way < p->layout->ways.count; way++)
        *cq_simplex_at(&p->simplex, row, way) =
            times * cq_way_covers(p->layout, way, colour);
}

/* Row `row` is the copies of a piece. Its bound goes to the end of the row, or to
 * another column `at` with its sign turned. */
static void set_copies(const program *p, size_t row, size_t piece, double bound,
                       size_t at)
{
    for (size_t way = 0; way < p->layout->ways.count; way++)
        if (cq_way_piece(p->layout, way) == piece)
            *cq_simplex_at(&p->simplex, row, way) = 1;
    if (at == p->simplex.width - 1)
        *cq_simplex_bound(&p->simplex, row) = bound;
    else
        *cq_simplex_at(&p->simplex, row, at) = -bound;
}

/* All limits from a row on; their bounds in column `at`. */
static void set_limits(program *p, size_t row, size_t at)
{
    const cq_problem *problem = p->layout->problem;

    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];
        bool below, above;

        count_limits(problem, piece, &below, &above);
        if (!cq_has_choice(piece))
            set_copies(p, row++, i, piece->least, at);
        if (below) {
            *cq_simplex_at(&p->simplex, row, p->spare++) = -1;
            set_copies(p, row++, i, piece->least, at);
        }
        if (above) {
            *cq_simplex_at(&p->simplex, row, p->spare++) = 1;
            set_copies(p, row++, i, piece->most, at);
        }
    }
    cq_assert(row == p->simplex.rows);
}

/* Whether fractions of placements cover the board. */
static cq_status make_cover(const cq_layout *layout, program *out, bool *fits)
{
    size_t limits = count_all_limits(layout->problem), n = layout->colours;

    cq_try(make_program(layout, n + limits, layout->ways.count + limits, out, fits));
    if (!*fits)
        return CQ_OK;
    for (size_t i = 0; i < n; i++) {
        set_colour(out, i, i, 1);
        *cq_simplex_bound(&out->simplex, i) = layout->squares[i];
    }
    set_limits(out, n, out->simplex.width - 1);
    cq_assert(out->spare <= out->simplex.cols);
    return CQ_OK;
}

/* The lightest numbers, as the prices of this one: how often can the board be covered
 * if each square may be covered once too often or too seldom? Each colour has a row
 * for either. The last column is how often. */
static cq_status make_lightest(const cq_layout *layout, program *out, bool *fits)
{
    size_t limits = count_all_limits(layout->problem), n = layout->colours;
    size_t cols = layout->ways.count + limits + 2 * n + 1;

    cq_try(make_program(layout, 2 * n + limits, cols, out, fits));
    if (!*fits)
        return CQ_OK;
    for (size_t row = 0; row < 2 * n; row++) {
        double sign = row < n ? -1 : 1, squares = layout->squares[row % n];

        set_colour(out, row, row % n, sign);
        *cq_simplex_at(&out->simplex, row, cols - 1) = -sign * squares;
        *cq_simplex_at(&out->simplex, row, out->spare) = 1;
        *cq_simplex_bound(&out->simplex, row) = squares;
        out->simplex.basis[row] = (uint32_t)out->spare++;
    }
    set_limits(out, 2 * n, cols - 1);
    cq_assert(out->spare <= cols - 1); /* the last one says how often */
    return CQ_OK;
}

/* ---- numbers that prove it ---- */

/* Whether no way of a piece sums to more than its value. */
static bool check_values(const cq_layout *layout, const int64_t *numbers)
{
    for (size_t way = 0; way < layout->ways.count; way++) {
        int64_t sum = 0;

        for (size_t i = 0; i < layout->colours; i++)
            sum += numbers[i] * cq_way_covers(layout, way, i);
        cq_hold(sum <= numbers[layout->colours + cq_way_piece(layout, way)]);
    }
    return true;
}

static bool proves(const cq_layout *layout, const double *weights, int64_t most,
                   int64_t *numbers)
{
    cq_layout_round(layout, weights, most, numbers);
    cq_assert(check_values(layout, numbers));
    return cq_copies_fall_short(layout->problem, numbers + layout->colours);
}

static cq_status try_weights(const cq_layout *layout, const double *weights)
{
    cq_painter *painter = layout->painter;
    size_t pieces = layout->problem->pieces.count;
    cq_colouring found = {0};
    cq_status status = CQ_OK;

    found.numbers = cq_alloc(painter->run->ctx, layout->colours + pieces + 1,
                             sizeof *found.numbers);
    cq_try_memory(found.numbers);
    for (int64_t most = 1; most <= NUMBERS_MOST && !found.found; most++)
        found.found = proves(layout, weights, most, found.numbers);
    if (found.found)
        status = cq_paint_refute(painter, layout->colour_of, layout->colours, &found);
    cq_free(found.numbers);
    return status;
}

/* The weights of the colours, if the lightest ones can be found: their two rows are
 * prices in either direction. */
static void find_lightest(program *p, double *worth, double *prices)
{
    size_t n = p->layout->colours;

    for (size_t k = 0; k < p->simplex.cols; k++)
        worth[k] = k + 1 == p->simplex.cols;
    if (cq_simplex_solve(&p->simplex, prices) != CQ_SIMPLEX_SOLVED ||
        cq_simplex_maximise(&p->simplex, worth, prices) != CQ_SIMPLEX_SOLVED)
        return;
    for (size_t i = 0; i < n; i++)
        prices[i] = prices[n + i] - prices[i];
}

static cq_status try_lightest(const cq_layout *layout)
{
    cq_context *ctx = layout->painter->run->ctx;
    program p = {0};
    double *worth = NULL, *prices = NULL;
    bool fits;
    cq_status status = make_lightest(layout, &p, &fits);

    if (status != CQ_OK || !fits)
        return status;
    worth = cq_zalloc(ctx, p.simplex.cols, sizeof *worth);
    prices = cq_zalloc(ctx, p.simplex.rows, sizeof *prices);
    status = worth && prices ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        find_lightest(&p, worth, prices);
        layout->painter->steps += p.simplex.steps;
        status = try_weights(layout, prices);
    }
    cq_free_each(worth, prices);
    cq_simplex_free(&p.simplex);
    return status;
}

/* ---- bounds on the copies ---- */

/* Whole numbers in proportion to the prices, for as long as they rule out more. The
 * program says that no more than `ends` can be ruled out at this end. */
static cq_status narrow_by(const cq_layout *layout, const double *prices, size_t piece,
                           bool most, uint64_t ends)
{
    cq_painter *painter = layout->painter;
    const cq_pieces *pieces = &layout->problem->pieces;
    size_t n = layout->colours;
    cq_colouring found = {0};
    cq_status status = CQ_OK;

    found.numbers =
        cq_alloc(painter->run->ctx, n + pieces->count + 1, sizeof *found.numbers);
    cq_try_memory(found.numbers);
    for (int64_t size = 1; size <= NUMBERS_MOST && status == CQ_OK &&
                           cq_copy_sets_end(painter->sets, piece, most) != ends;
         size++) {
        int64_t rest;

        cq_layout_round(layout, prices, size, found.numbers);
        cq_assert(check_values(layout, found.numbers));
        rest = found.numbers[n + pieces->count];
        for (size_t p = 0; p < pieces->count; p++)
            rest -= found.numbers[n + p] * pieces->at[p].least;
        if (cq_copy_sets_narrow(painter->sets, 0, found.numbers + n, rest))
            status = cq_paint_refute(painter, layout->colour_of, n, &found);
    }
    cq_free(found.numbers);
    return status;
}

/* The most, or the fewest, copies of a piece in a cover by fractions. */
static cq_status narrow_piece(const cq_layout *layout, cq_simplex *s, size_t piece,
                              bool most, double *worth, double *prices)
{
    double best = 0;

    for (size_t k = 0; k < s->cols; k++)
        worth[k] = k < layout->ways.count && cq_way_piece(layout, k) == piece
                       ? (most ? 1 : -1)
                       : 0;
    s->most = s->steps + MOST_STEPS;
    if (cq_simplex_maximise(s, worth, prices) != CQ_SIMPLEX_SOLVED)
        return CQ_OK;
    for (size_t i = 0; i < s->rows; i++)
        best +=
            s->basis[i] < s->cols ? worth[s->basis[i]] * *cq_simplex_bound(s, i) : 0;
    cq_assert(most ? best > -1e-6 : best < 1e-6); /* no copies, at least */
    best = most ? floor(best + 1e-6) : ceil(-best - 1e-6);
    return narrow_by(layout, prices, piece, most, best > 0 ? (uint64_t)best : 0);
}

static cq_status narrow_all(const cq_layout *layout, cq_simplex *s, double *prices)
{
    const cq_painter *painter = layout->painter;
    const cq_pieces *pieces = &layout->problem->pieces;
    double *worth = cq_alloc(painter->run->ctx, s->cols, sizeof *worth);
    cq_status status = worth ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < 2 * pieces->count && status == CQ_OK; i++)
        if (cq_has_choice(&pieces->at[i / 2]) && !cq_run_poll_for(painter->run, 0))
            status = narrow_piece(layout, s, i / 2, i % 2, worth, prices);
    cq_free(worth);
    return status;
}

/* ---- from beginning to end ---- */

static cq_status look_at(const cq_layout *layout, cq_simplex *s)
{
    cq_run *run = layout->painter->run;
    double *prices = cq_alloc(run->ctx, s->rows, sizeof *prices);
    cq_simplex_end end;
    cq_status status = CQ_OK;

    cq_try_memory(prices);
    end = cq_simplex_solve(s, prices);
    if (end == CQ_SIMPLEX_SOLVED && layout->painter->sets)
        status = narrow_all(layout, s, prices);
    layout->painter->steps += s->steps;
    if (end == CQ_SIMPLEX_NONE)
        status = try_lightest(layout);
    if (end == CQ_SIMPLEX_NONE && status == CQ_OK && run->answer->verdict == CQ_UNKNOWN)
        status = try_weights(layout, prices);
    cq_free(prices);
    return status;
}

cq_status cq_paint_farkas(cq_painter *painter)
{
    cq_layout layout = {0};
    program cover = {0};
    bool fits;
    cq_status status = cq_layout_make(painter, &layout, &fits);

    if (status != CQ_OK || !fits)
        return status;
    painter->spaces++;
    status = make_cover(&layout, &cover, &fits);
    if (status == CQ_OK && fits)
        status = look_at(&layout, &cover.simplex);
    cq_simplex_free(&cover.simplex);
    cq_layout_free(&layout);
    return status;
}
