/* families.c - colourings that repeat: lines (row + col) mod n, then lattices.
 *
 * If a pattern repeats, only the colour of a placement's first square matters. So the
 * equations are few, whatever the size of the board, and hold for all boards:
 *
 *     piece I3, (row + col) mod 2:   across from colour 0    x0 + x1 + x0 = value
 *                                    across from colour 1    x1 + x0 + x1 = value
 *
 * and only the number of squares of each colour needs the board. Orientations too large
 * for the board are left out. Across joined edges the pattern must continue.
 *
 * With n colours there are at most n - 1 equations that matter; constant numbers solve
 * all of them and say no more than the area, so a pattern is dropped as soon as no
 * other solution is left.
 */
#include "engine/colouring/colouring.h"

#include "base/assert.h"

#include <string.h>

/* ---- what fits ---- */

static bool fits_board(const cq_board *board, const cq_shape *shape)
{
    uint32_t rows, cols;

    cq_shape_box(shape, &rows, &cols);
    return (rows <= board->rows || board->surface == CQ_TORUS) &&
           (cols <= board->cols || board->surface != CQ_PLANE);
}

static cq_status make_shapes(cq_repeats *f)
{
    const cq_pieces *pieces = &f->problem->pieces;
    cq_context *ctx = f->painter->run->ctx;

    f->shapes = cq_zalloc(ctx, pieces->count, sizeof *f->shapes);
    cq_try_memory(f->shapes);
    for (size_t p = 0; p < pieces->count; p++) {
        cq_shapes *shapes = &f->shapes[p];
        size_t kept = 0;
        uint32_t rows, cols;

        if (pieces->at[p].most == 0)
            continue;
        cq_try(cq_piece_orientations(ctx, &pieces->at[p], shapes));
        for (size_t i = 0; i < shapes->count; i++) {
            cq_shape shape = shapes->at[i];

            if (!fits_board(f->problem->board, &shape)) {
                cq_vec_free(&shape);
                continue;
            }
            cq_shape_box(&shape, &rows, &cols);
            f->longest = rows > f->longest ? rows : f->longest;
            f->longest = cols > f->longest ? cols : f->longest;
            shapes->at[kept++] = shape;
        }
        shapes->count = kept;
    }
    return CQ_OK;
}

static void drop_shapes(cq_repeats *f)
{
    for (size_t p = 0; f->shapes && p < f->problem->pieces.count; p++)
        cq_shapes_free(&f->shapes[p]);
    cq_free(f->shapes);
}

/* ---- the space of a pattern ---- */

static bool adds_up(const uint32_t *numbers, size_t count, size_t sum)
{
    for (size_t i = 0; i < count; i++) {
        cq_hold(numbers[i] <= sum);
        sum -= numbers[i];
    }
    return sum == 0;
}

void cq_shape_colours(const cq_pattern *pattern, const cq_shape *shape, uint32_t row,
                      uint32_t col, uint32_t *out)
{
    memset(out, 0, cq_pattern_colours(pattern) * sizeof *out);
    for (size_t i = 0; i < shape->count; i++)
        out[cq_pattern_at(pattern, row + (uint32_t)shape->at[i].row,
                          col + (uint32_t)shape->at[i].col)]++;
    cq_assert(adds_up(out, cq_pattern_colours(pattern), shape->count));
}

void cq_pattern_places(const cq_pattern *pattern, uint32_t *rows, uint32_t *cols)
{
    *rows = pattern->lattice || pattern->down ? pattern->period : 1;
    *cols = pattern->lattice || pattern->down == 0 ? pattern->period : 1;
}

/* Constant numbers solve every equation: all placements of a piece are as large. */
static bool is_zero_for_constants(const uint32_t *line, const cq_colour_space *space)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < space->colours; i++) {
        cq_hold(line[i] < space->equations.modulus);
        sum += line[i];
    }
    cq_hold(sum % space->equations.modulus == 0);
    return true;
}

/* The placement's sum less that of the piece's first one is 0. */
static cq_status equate(cq_repeats *f, const cq_pattern *pattern, const cq_shape *shape,
                        uint32_t row, uint32_t col, const uint32_t *first,
                        cq_colour_space *space)
{
    uint32_t *line = space->equations.room; /* its first half */
    uint64_t modulus = space->equations.modulus;

    cq_shape_colours(pattern, shape, row, col, line);
    for (size_t i = 0; i < space->colours; i++)
        line[i] = (uint32_t)((line[i] + modulus - first[i] % modulus) % modulus);
    cq_assert(is_zero_for_constants(line, space));
    f->painter->steps += shape->count + space->colours;
    return cq_equations_add(&space->equations, line);
}

/* One that is nothing but constant is no use. */
static bool is_used_up(const cq_colour_space *space)
{
    cq_assert(cq_equations_bound(&space->equations) < space->equations.unknowns);
    return cq_equations_bound(&space->equations) + 1 >= space->equations.unknowns;
}

static cq_status add_piece(cq_repeats *f, const cq_pattern *pattern, size_t piece,
                           cq_colour_space *space)
{
    const cq_shapes *shapes = &f->shapes[piece];
    uint32_t *first = space->forms + (space->colours + piece) * space->colours;
    uint32_t rows, cols;

    cq_pattern_places(pattern, &rows, &cols);
    if (shapes->count)
        cq_shape_colours(pattern, &shapes->at[0], 0, 0, first);
    for (size_t i = 0; i < shapes->count; i++)
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t col = 0; col < cols; col++) {
                if (is_used_up(space) || f->painter->steps > f->painter->most)
                    return CQ_OK;
                cq_try(equate(f, pattern, &shapes->at[i], row, col, first, space));
            }
    return CQ_OK;
}

static bool are_all_squares(const uint64_t *squares, size_t colours, uint64_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < colours; i++) {
        cq_hold(squares[i] <= count);
        sum += squares[i];
    }
    cq_hold(sum == count);
    return true;
}

/* Those of the full grid less the holes. */
void cq_board_colours(cq_repeats *f, const cq_pattern *pattern, uint64_t *out)
{
    const cq_board *board = f->problem->board;
    uint32_t n = pattern->period;

    memset(out, 0, cq_pattern_colours(pattern) * sizeof *out);
    for (uint32_t i = 0; i < n && i < board->rows; i++)
        for (uint32_t k = 0; k < n && k < board->cols; k++)
            out[cq_pattern_at(pattern, i, k)] +=
                (uint64_t)((board->rows - i - 1) / n + 1) *
                ((board->cols - k - 1) / n + 1);
    cq_assert(are_all_squares(out, cq_pattern_colours(pattern), cq_board_size(board)));
    if (board->count == cq_board_size(board))
        return;
    f->painter->steps += cq_board_size(board) / 16;
    for (uint32_t row = 0; row < board->rows; row++) {
        const char *line = board->colour + (size_t)row * board->cols, *hole = line;

        while ((hole = memchr(hole, 0, (size_t)(line + board->cols - hole)))) {
            out[cq_pattern_at(pattern, row, (uint64_t)(hole - line))]--;
            f->painter->steps++;
            hole++;
        }
    }
    cq_assert(are_all_squares(out, cq_pattern_colours(pattern), board->count));
}

static cq_status make_space(cq_repeats *f, const cq_pattern *pattern,
                            cq_colour_space *out)
{
    cq_context *ctx = f->painter->run->ctx;
    size_t n = cq_pattern_colours(pattern), pieces = f->problem->pieces.count;
    cq_status status = CQ_OK;

    out->colours = n;
    cq_try(cq_equations_new(ctx, f->painter->moduli.product, n, &out->equations));
    out->forms = cq_zalloc(ctx, cq_times(n + pieces + 1, n), sizeof *out->forms);
    cq_try_memory(out->forms);
    for (size_t i = 0; i < n; i++)
        out->forms[i * n + i] = 1;
    for (size_t p = 0; p < pieces && status == CQ_OK; p++)
        status = add_piece(f, pattern, p, out);
    f->painter->steps += out->equations.steps;
    return status;
}

cq_status cq_repeats_refute(cq_repeats *f, const cq_pattern *pattern,
                            const cq_colouring *found)
{
    const cq_board *board = f->problem->board;
    uint32_t *colours =
        cq_alloc(f->painter->run->ctx, cq_board_size(board), sizeof *colours);
    size_t cell = 0;
    cq_status status;

    cq_try_memory(colours);
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++, cell++)
            colours[cell] = (uint32_t)cq_pattern_at(pattern, row, col);
    status = cq_paint_refute(f->painter, colours, cq_pattern_colours(pattern), found);
    cq_free(colours);
    return status;
}

static cq_status try_pattern(cq_repeats *f, const cq_pattern *pattern)
{
    cq_context *ctx = f->painter->run->ctx;
    cq_colour_space space = {0};
    cq_colouring found = {0};
    size_t n = cq_pattern_colours(pattern);
    uint64_t *squares = NULL;
    cq_status status = CQ_OK;

    if (!cq_pattern_joins(pattern, f->problem->board))
        return CQ_OK;
    f->painter->spaces++;
    status = make_space(f, pattern, &space);
    if (status != CQ_OK || is_used_up(&space) || f->painter->steps > f->painter->most)
        goto done;
    squares = cq_alloc(ctx, n, sizeof *squares);
    if (!squares) {
        status = CQ_MEMORY;
        goto done;
    }
    cq_board_colours(f, pattern, squares);
    for (size_t i = 0; i < n; i++)
        space.forms[(n + f->problem->pieces.count) * n + i] =
            (uint32_t)(squares[i] % f->painter->moduli.product);
    do {
        cq_free(found.numbers);
        found = (cq_colouring){0};
        status = cq_space_refute(f->painter, &space, &found);
        if (status == CQ_OK && found.found)
            status = cq_repeats_refute(f, pattern, &found);
    } while (status == CQ_OK && found.found && f->painter->sets);
done:
    cq_colour_space_free(&space);
    cq_free_each(squares, found.numbers);
    return status;
}

/* Twice the longest side: whatever repeats in a piece, or beside it, has come round. */
static cq_status try_patterns(cq_repeats *f)
{
    uint64_t longest = 2 * (uint64_t)f->longest;

    for (cq_pattern p = cq_pattern_first();
         p.period <= longest && cq_paint_goes_on(f->painter); p = cq_pattern_next(p))
        cq_try(try_pattern(f, &p));
    for (uint32_t n = 2; n <= f->longest && cq_paint_goes_on(f->painter); n++) {
        cq_pattern p = cq_pattern_lattice(n);

        cq_try(try_pattern(f, &p));
    }
    return CQ_OK;
}

cq_status cq_paint_families(cq_painter *painter)
{
    cq_repeats f = {.painter = painter, .problem = painter->run->problem};
    cq_status status = make_shapes(&f);

    cq_then(status, try_patterns(&f));
    if (status == CQ_OK && cq_paint_goes_on(painter) && !painter->sets)
        status = cq_repeats_bounds(&f);
    drop_shapes(&f);
    return status;
}
