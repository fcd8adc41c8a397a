/* drawn.c - a region and its tiles as bare drawings, one below the other.
 *
 *     ..##..        the region
 *     .####.
 *
 *     ##            the first tile
 *
 *     #             the second
 *     #
 *
 * The input of the Exact Cover Problem Solver (A. Neuschotz, "Solving Exact Cover
 * Problems", 2021): '#' is a unit, any other character is none, empty lines stand
 * between the drawings. Every tile may be used any number of times, and only as it is
 * drawn, neither turned nor turned over. Tiles are called A, B, ... Z, AA, AB ...
 */
#include "problem/problem.h"

#include "base/assert.h"

#include <string.h>

/* A drawing: lines first .. first + rows - 1 of the text. */
typedef struct drawing {
    cq_lines start; /* stands on its first line */
    size_t rows, cols;
    size_t units;
} drawing;

static void measure_line(const cq_lines *lines, drawing *d)
{
    d->rows++;
    for (size_t i = 0; i < lines->length; i++)
        if (lines->start[i] == '#') {
            d->units++;
            d->cols = i + 1 > d->cols ? i + 1 : d->cols;
        }
}

/* The next drawing; false at the end of the text. */
static bool next_drawing(cq_lines *lines, drawing *out)
{
    drawing d = {0};

    do
        if (!cq_lines_next(lines))
            return false;
    while (cq_lines_blank(lines));
    d.start = *lines;
    do
        measure_line(lines, &d);
    while (cq_lines_next(lines) && !cq_lines_blank(lines));
    *out = d;
    return true;
}

static cq_status make_board(cq_context *ctx, const drawing *d, cq_board **out)
{
    cq_lines lines = d->start;
    cq_board *board = NULL;

    if (d->rows > CQ_BOARD_MOST || d->cols > CQ_BOARD_MOST / d->rows)
        return cq_fail_in(ctx, &lines, lines.start,
                          "a board of %zu x %zu squares is too large", d->rows,
                          d->cols);
    cq_try(cq_grid_new(ctx, (uint32_t)d->rows, (uint32_t)d->cols, CQ_PLANE, &board));
    for (uint32_t row = 0; row < d->rows; row++, cq_lines_next(&lines))
        for (uint32_t col = 0; col < d->cols && col < lines.length; col++)
            if (lines.start[col] == '#')
                cq_grid_set(board, row * board->cols + col, CQ_ANY_COLOUR);
    cq_assert(board->count == d->units);
    *out = board;
    return CQ_OK;
}

/* A, B, ... Z, AA, AB ... for 0, 1, ... */
static char *name_tile(cq_context *ctx, size_t number)
{
    char name[16];
    size_t at = sizeof name;

    do {
        name[--at] = (char)('A' + number % 26);
        number = number / 26;
    } while (number-- > 0);
    return cq_strndup(ctx, name + at, sizeof name - at);
}

static cq_status add_tile(cq_context *ctx, const drawing *d, cq_pieces *pieces)
{
    cq_lines lines = d->start;
    cq_piece piece = {.most = CQ_ANY_COPIES, .line = d->start.number};
    cq_status status = cq_vec_reserve(ctx, &piece.shape, d->units);

    piece.name = name_tile(ctx, pieces->count);
    if (!piece.name)
        status = CQ_MEMORY;
    for (size_t row = 0; row < d->rows && status == CQ_OK; row++) {
        for (size_t col = 0; col < lines.length; col++)
            if (lines.start[col] == '#')
                piece.shape.at[piece.shape.count++] =
                    (cq_square){(int32_t)row, (int32_t)col, CQ_ANY_COLOUR};
        cq_lines_next(&lines);
    }
    if (status == CQ_OK) {
        cq_assert(piece.shape.count == d->units);
        cq_shape_normalise(&piece.shape);
        status = cq_vec_push(ctx, pieces, piece);
    }
    if (status != CQ_OK)
        cq_piece_free(&piece);
    return status;
}

static cq_status fail_empty(cq_context *ctx, const drawing *d, const char *what)
{
    return cq_fail_in(ctx, &d->start, d->start.start, "%s has no '#'", what);
}

cq_status cq_drawn_read(cq_context *ctx, const cq_text *text, cq_problem *problem)
{
    cq_lines lines = cq_lines_of(text);
    drawing d;

    cq_try(cq_text_require_plain(ctx, text));
    if (!next_drawing(&lines, &d))
        return cq_fail_at(ctx, text->name, 0, 0, "expected the drawing of a region");
    if (!d.units)
        return fail_empty(ctx, &d, "the region");
    cq_try(make_board(ctx, &d, &problem->board));
    while (next_drawing(&lines, &d))
        cq_try(!d.units ? fail_empty(ctx, &d, "the tile")
               : d.rows > INT32_MAX || d.cols > INT32_MAX
                   ? cq_fail_in(ctx, &d.start, d.start.start, "the tile is too large")
                   : add_tile(ctx, &d, &problem->pieces));
    if (!problem->pieces.count)
        return cq_fail_at(ctx, text->name, 0, 0,
                          "expected a tile below the region, after an empty line");
    return CQ_OK;
}
