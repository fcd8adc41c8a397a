/* check_forms.c - how each piece may be turned and flipped, and where it may lie.
 *
 * A form is the image of a piece under one of the symmetries that it is allowed: turns
 * if `rotate`, the reflection left to right (followed by an allowed turn) if `flip`.
 * Equal images, colours included, are kept once.
 *
 *     piece   forms                         squares of the last one
 *     ##      ##  .#  ##  #.                (0,0) (1,0) (1,1): row by row,
 *     #.      #.  ##  .#  ##                so its first square is its smallest cell
 *
 * On a plane the smallest cell of a placement must be the form's first square, hence
 * one comparison by `offsets` decides. Across joined edges positions are taken modulo
 * the size of the grid; a form that would cover one cell twice there, because it is
 * longer than the way round, is left out when the table is made, and so is one that
 * sticks out of the grid wherever it is put.
 *
 * This repeats, on purpose and by other means, what src/problem does to generate
 * placements: the checker must not inherit its mistakes.
 *
 * Cost: the table takes O(8 n log n) for a piece of n squares; a walk takes positions
 * times forms times at most n.
 */
#include "check/check_forms.h"
#include "base/assert.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static int compare_squares(const void *a, const void *b)
{
    const cq_square *x = a, *y = b;

    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->col > y->col) - (x->col < y->col);
}

/* The image of a shape, row by row, with the corner of its box at (0, 0). */
static void take_image(const cq_shape *shape, unsigned symmetry, cq_square *out)
{
    int32_t top = INT32_MAX, left = INT32_MAX;

    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *from = &shape->at[i];
        int64_t row, col;

        cq_turn(symmetry, from->row, from->col, &row, &col);
        out[i].row = (int32_t)row;
        out[i].col = (int32_t)col;
        out[i].colour = from->colour;
        top = out[i].row < top ? out[i].row : top;
        left = out[i].col < left ? out[i].col : left;
    }
    for (size_t i = 0; i < shape->count; i++) {
        out[i].row -= top;
        out[i].col -= left;
    }
    qsort(out, shape->count, sizeof *out, compare_squares);
}

static bool same_squares(const cq_square *a, const cq_square *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (compare_squares(a + i, b + i) != 0 || a[i].colour != b[i].colour)
            return false;
    return true;
}

/* Whether a form that is longer than the way round meets itself there. */
static cq_status meets_itself(cq_context *ctx, const cq_forms *forms,
                              const cq_square *squares, size_t count, bool *out)
{
    uint32_t rows = forms->board->rows, cols = forms->board->cols;
    cq_u32s cells = {0};

    cq_try(cq_vec_reserve(ctx, &cells, count));
    for (size_t i = 0; i < count; i++) {
        uint32_t row = (uint32_t)squares[i].row, col = (uint32_t)squares[i].col;

        cq_assert((row < rows || forms->round_rows) &&
                  (col < cols || forms->round_cols));
        cells.at[cells.count++] = row % rows * cols + col % cols;
    }
    cq_u32s_tidy(&cells, 0);
    *out = cells.count < count;
    cq_vec_free(&cells);
    return CQ_OK;
}

/* Keeps the squares after the table's end as a form if it is a new one that can lie
 * on a grid of this size. */
static cq_status keep_form(cq_context *ctx, cq_forms *forms, size_t piece)
{
    const cq_board *board = forms->board;
    size_t count = cq_forms_size(forms, piece), start = forms->squares.count;
    const cq_square *squares = forms->squares.at + start;
    cq_form form = {.start = start, .rows = 0, .cols = 0};
    bool meets = false;

    for (size_t i = 0; i < count; i++) {
        uint32_t rows = (uint32_t)squares[i].row + 1;
        uint32_t cols = (uint32_t)squares[i].col + 1;

        form.rows = rows > form.rows ? rows : form.rows;
        form.cols = cols > form.cols ? cols : form.cols;
    }
    if ((form.rows > board->rows && !forms->round_rows) ||
        (form.cols > board->cols && !forms->round_cols))
        return CQ_OK;
    for (size_t f = forms->first.at[piece]; f < forms->forms.count; f++)
        if (same_squares(forms->squares.at + forms->forms.at[f].start, squares, count))
            return CQ_OK;
    if (form.rows > board->rows || form.cols > board->cols)
        cq_try(meets_itself(ctx, forms, squares, count, &meets));
    if (meets)
        return CQ_OK;
    forms->squares.count += count;
    return cq_vec_push(ctx, &forms->forms, form);
}

static cq_status add_piece(cq_context *ctx, cq_forms *forms, size_t index)
{
    const cq_piece *piece = &forms->pieces->at[index];

    for (unsigned symmetry = 0; symmetry < 8; symmetry++) {
        if (((symmetry & 3) && !piece->rotate) ||
            ((symmetry & CQ_MIRROR) && !piece->flip))
            continue;
        cq_try(cq_vec_reserve(ctx, &forms->squares, piece->shape.count));
        take_image(&piece->shape, symmetry, forms->squares.at + forms->squares.count);
        cq_try(keep_form(ctx, forms, index));
    }
    for (size_t i = 0; i < piece->shape.count; i++)
        forms->coloured = forms->coloured || piece->shape.at[i].colour != CQ_ANY_COLOUR;
    return cq_vec_push(ctx, &forms->first, (uint32_t)forms->forms.count);
}

/* Row by row, none twice, with the corner of the box at (0, 0). */
static bool check_form(const cq_forms *forms, const cq_form *form, size_t count)
{
    const cq_square *squares = forms->squares.at + form->start;
    int32_t left = INT32_MAX, right = -1;

    cq_hold(count > 0 && form->start + count <= forms->squares.count);
    for (size_t i = 0; i < count; i++) {
        cq_hold(i == 0 || compare_squares(&squares[i - 1], &squares[i]) < 0);
        left = squares[i].col < left ? squares[i].col : left;
        right = squares[i].col > right ? squares[i].col : right;
    }
    cq_hold(squares[0].row == 0 && left == 0);
    cq_hold(form->rows == (uint32_t)squares[count - 1].row + 1);
    cq_hold(form->cols == (uint32_t)right + 1);
    cq_hold(forms->round_rows || form->rows <= forms->board->rows);
    cq_hold(forms->round_cols || form->cols <= forms->board->cols);
    return true;
}

/* The forms of the pieces follow one another, eight of each at most. */
static bool check_forms(const cq_forms *forms)
{
    cq_hold(forms->first.count == forms->pieces->count + 1 && forms->first.at[0] == 0);
    cq_hold(forms->first.at[forms->pieces->count] == forms->forms.count);
    for (size_t p = 0; p < forms->pieces->count; p++) {
        uint32_t begin = forms->first.at[p], end = forms->first.at[p + 1];

        cq_hold(begin <= end && end - begin <= 8);
        for (size_t f = begin; f < end; f++)
            cq_hold(check_form(forms, &forms->forms.at[f], cq_forms_size(forms, p)));
    }
    return true;
}

/* Offsets are used on planes only: there every form fits into the grid. */
static cq_status make_offsets(cq_context *ctx, cq_forms *forms)
{
    if (forms->round_cols)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, &forms->offsets, forms->squares.count));
    for (size_t p = 0; p < forms->pieces->count; p++)
        for (size_t f = forms->first.at[p]; f < forms->first.at[p + 1]; f++) {
            const cq_square *squares = forms->squares.at + forms->forms.at[f].start;

            for (size_t i = 0; i < cq_forms_size(forms, p); i++) {
                uint32_t row = (uint32_t)squares[i].row;
                uint32_t cell = row * forms->board->cols + (uint32_t)squares[i].col;

                forms->offsets.at[forms->offsets.count++] =
                    cell - (uint32_t)squares[0].col;
            }
        }
    cq_assert(forms->offsets.count == forms->squares.count);
    return CQ_OK;
}

static cq_status make(cq_context *ctx, cq_forms *forms)
{
    size_t largest = 0;

    cq_try(cq_vec_push(ctx, &forms->first, 0));
    for (size_t p = 0; p < forms->pieces->count; p++) {
        cq_try(add_piece(ctx, forms, p));
        if (cq_forms_size(forms, p) > largest)
            largest = cq_forms_size(forms, p);
    }
    forms->room = cq_alloc(ctx, largest, sizeof *forms->room);
    cq_try_memory(forms->room);
    return make_offsets(ctx, forms);
}

cq_status cq_forms_make(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                        cq_forms *out)
{
    cq_forms forms = {.board = board,
                      .pieces = pieces,
                      .round_rows = board->surface == CQ_TORUS,
                      .round_cols = board->surface != CQ_PLANE};
    cq_status status = make(ctx, &forms);

    cq_assert(status != CQ_OK || check_forms(&forms));
    if (status == CQ_OK)
        *out = forms;
    else
        cq_forms_free(&forms);
    return status;
}

void cq_forms_free(cq_forms *forms)
{
    cq_vec_free_each(&forms->squares, &forms->offsets, &forms->forms, &forms->first);
    cq_free(forms->room);
    forms->room = NULL;
}

/* Brings a coordinate into 0 .. size - 1 if the edges are joined; -1 if it is out. */
static int64_t bring_in(int64_t at, uint32_t size, bool round)
{
    if (round)
        return cq_go_round(at, size);
    return at < size ? at : -1; /* negative ones stay so */
}

/* The cells of a form whose box has its corner at (row, col), which may be outside of
 * the grid; false if it does not lie on cells of the board and of its colours. */
static bool lay_form(const cq_forms *forms, size_t piece, size_t form, int64_t row,
                     int64_t col, uint32_t *cells)
{
    const cq_square *squares = forms->squares.at + forms->forms.at[form].start;
    const cq_board *board = forms->board;
    size_t count = cq_forms_size(forms, piece);

    for (size_t i = 0; i < count; i++) {
        int64_t r = bring_in(row + squares[i].row, board->rows, forms->round_rows);
        int64_t c = bring_in(col + squares[i].col, board->cols, forms->round_cols);
        char colour;

        if (r < 0 || c < 0)
            return false;
        cells[i] = (uint32_t)r * board->cols + (uint32_t)c;
        cq_assert(cells[i] < cq_board_size(board));
        colour = board->colour[cells[i]];
        if (!colour || !cq_colours_match(squares[i].colour, colour) ||
            !cq_piece_takes(&forms->pieces->at[piece], cells[i]))
            return false;
    }
    return true;
}

bool cq_forms_walk(const cq_forms *forms, size_t piece, cq_visit_fn *visit, void *user)
{
    const cq_board *board = forms->board;
    size_t count = cq_forms_size(forms, piece);

    for (size_t f = forms->first.at[piece]; f < forms->first.at[piece + 1]; f++) {
        const cq_form *form = &forms->forms.at[f];
        uint32_t rows = forms->round_rows ? board->rows : board->rows - form->rows + 1;
        uint32_t cols = forms->round_cols ? board->cols : board->cols - form->cols + 1;

        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t col = 0; col < cols; col++)
                if (lay_form(forms, piece, f, row, col, forms->room) &&
                    !visit(user, piece, forms->room, count))
                    return false;
    }
    return true;
}

bool cq_forms_walk_at(const cq_forms *forms, size_t piece, cq_cell cell,
                      cq_visit_fn *visit, void *user)
{
    int64_t row = cq_row(forms->board, cell), col = cq_col(forms->board, cell);
    size_t count = cq_forms_size(forms, piece);

    for (size_t f = forms->first.at[piece]; f < forms->first.at[piece + 1]; f++) {
        const cq_square *squares = forms->squares.at + forms->forms.at[f].start;

        for (size_t i = 0; i < count; i++)
            if (lay_form(forms, piece, f, row - squares[i].row, col - squares[i].col,
                         forms->room) &&
                !visit(user, piece, forms->room, count))
                return false;
    }
    return true;
}

/* ---- lists of placements ---- */

typedef struct gathering {
    cq_context *ctx;
    cq_u32s *cells;
    cq_status status;
} gathering;

static bool add_placement(void *user, size_t piece, const uint32_t *cells, size_t count)
{
    gathering *g = user;

    (void)piece;
    g->status = cq_u32s_append(g->ctx, g->cells, cells, count);
    if (g->status != CQ_OK)
        return false;
    cells = g->cells->at + g->cells->count - count;
    cq_sort_u32(g->cells->at + g->cells->count - count, count);
    for (size_t i = 1; i < count; i++) /* forms that meet themselves are left out */
        cq_assert(cells[i - 1] < cells[i]);
    return true;
}

cq_status cq_forms_gather(cq_context *ctx, const cq_forms *forms, size_t piece,
                          cq_u32s *cells)
{
    gathering g = {.ctx = ctx, .cells = cells, .status = CQ_OK};

    cq_forms_walk(forms, piece, add_placement, &g);
    return g.status;
}

static int compare_lists(const void *a, const void *b, void *size)
{
    const uint32_t *x = a, *y = b;

    for (size_t i = 0; i < *(const size_t *)size; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

void cq_lists_tidy(cq_u32s *cells, size_t size)
{
    size_t kept = 0, count = cells->count / size;

    cq_assert(count * size == cells->count);
    if (count)
        cq_sort_by(cells->at, count, size * sizeof *cells->at, compare_lists, &size);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *next = cells->at + i * size;

        if (kept && compare_lists(cells->at + (kept - 1) * size, next, &size) == 0)
            continue;
        memmove(cells->at + kept * size, next, size * sizeof *next);
        kept++;
    }
    cells->count = kept * size;
}
