/* sheet.c - shapes laid out in rows, left to right, as a board with pieces on it.
 *
 * What draws tilings then draws sheets, too, in every format. A shape takes the columns
 * that it or its note needs, whichever is wider, and a free one; a row of shapes is as
 * high as its highest, and below it is a row for the notes.
 *
 *     ..###.##     Shapes with the colours of a chessboard are moved a column to the
 *     .##...##     right if that is needed for the dark squares of the sheet to be
 *     A     O      theirs.
 */
#include "draw/sheet.h"

#include "draw/picture.h"

#include <string.h>

void cq_sheet_free(cq_sheet *sheet)
{
    cq_vec_free_each(&sheet->squares, &sheet->starts, &sheet->pieces, &sheet->notes,
                     &sheet->words);
    cq_problem_free(sheet->problem);
    cq_solution_free(&sheet->lays);
}

void cq_sheet_keep_colours(cq_sheet *sheet, const cq_board *board)
{
    sheet->dark = cq_chequered(board);
}

static cq_status add_note(cq_sheet *sheet, uint32_t row, uint32_t col, bool heading,
                          const char *text)
{
    cq_sheet_note note = {row, col, sheet->words.count, heading};
    size_t size = strlen(text) + 1;

    if (cq_vec_reserve(sheet->ctx, &sheet->words, size) != CQ_OK)
        return CQ_MEMORY;
    memcpy(sheet->words.at + sheet->words.count, text, size);
    sheet->words.count += size;
    return cq_vec_push(sheet->ctx, &sheet->notes, note);
}

/* Ends the row of shapes, if one is begun. */
static void end_row(cq_sheet *sheet)
{
    if (sheet->tall)
        sheet->row += sheet->tall + 1;
    sheet->col = sheet->tall = 0;
}

cq_status cq_sheet_heading(cq_sheet *sheet, const char *text)
{
    uint32_t above = sheet->row || sheet->tall;

    end_row(sheet);
    sheet->row += above + 1;
    return add_note(sheet, sheet->row - 1, 0, true, text);
}

/* The columns that the shape takes with its note, and the free one after it. */
static uint32_t room_for(const cq_sheet *sheet, uint32_t cols, const char *note)
{
    size_t letters = strlen(note) < 1000 ? strlen(note) : 1000;
    uint32_t needed = ((uint32_t)letters + sheet->letters - 1) / sheet->letters;

    return (needed > cols ? needed : cols) + 1;
}

/* 1 if the shape has to be moved for its dark squares to be dark at this place. */
static uint32_t shift_at(const cq_sheet *sheet, const cq_square *square, uint32_t row,
                         uint32_t col)
{
    bool dark = (row + (uint32_t)square->row + col + (uint32_t)square->col) & 1;

    if (!sheet->dark || square->colour == CQ_ANY_COLOUR)
        return 0;
    return dark != (square->colour == sheet->dark);
}

static void measure(const cq_square *squares, size_t count, uint32_t *rows,
                    uint32_t *cols)
{
    *rows = *cols = 0;
    for (size_t i = 0; i < count; i++) {
        cq_assert(squares[i].row >= 0 && squares[i].col >= 0);
        if ((uint32_t)squares[i].row >= *rows)
            *rows = (uint32_t)squares[i].row + 1;
        if ((uint32_t)squares[i].col >= *cols)
            *cols = (uint32_t)squares[i].col + 1;
    }
}

cq_status cq_sheet_add(cq_sheet *sheet, const cq_square *squares, size_t count,
                       uint32_t piece, const char *note)
{
    uint32_t rows, cols, shift, room;
    cq_status status = CQ_OK;

    cq_assert(count > 0 && sheet->letters > 0);
    measure(squares, count, &rows, &cols);
    room = room_for(sheet, cols, note);
    shift = shift_at(sheet, squares, sheet->row, sheet->col);
    if (sheet->col && sheet->col + shift + room - 1 > sheet->width) {
        end_row(sheet);
        shift = shift_at(sheet, squares, sheet->row, 0);
    }
    if (sheet->starts.count == 0)
        status = cq_vec_push(sheet->ctx, &sheet->starts, 0);
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        cq_square at = squares[i];

        at.row += (int32_t)sheet->row;
        at.col += (int32_t)(sheet->col + shift);
        status = cq_vec_push(sheet->ctx, &sheet->squares, at);
    }
    cq_then(status, cq_vec_push(sheet->ctx, &sheet->pieces, piece));
    cq_then(status,
            cq_vec_push(sheet->ctx, &sheet->starts, (uint32_t)sheet->squares.count));
    cq_then(status,
            add_note(sheet, sheet->row + rows, sheet->col + shift, false, note));
    cq_assert(!shift || !shift_at(sheet, squares, sheet->row, sheet->col + shift));
    sheet->col += shift + room;
    sheet->tall = rows > sheet->tall ? rows : sheet->tall;
    return status;
}

/* ---- as a board ---- */

static uint32_t widest(const cq_sheet *sheet)
{
    uint32_t width = 1;

    for (size_t i = 0; i < sheet->squares.count; i++)
        if ((uint32_t)sheet->squares.at[i].col >= width)
            width = (uint32_t)sheet->squares.at[i].col + 1;
    return width;
}

static cq_status make_board(cq_sheet *sheet, cq_board **out)
{
    uint32_t rows = sheet->row + sheet->tall + 1;
    cq_status status = cq_grid_new(sheet->ctx, rows, sheet->width, CQ_PLANE, out);

    for (size_t i = 0; i < sheet->squares.count && status == CQ_OK; i++) {
        const cq_square *s = &sheet->squares.at[i];

        cq_grid_set(*out, (uint32_t)s->row * sheet->width + (uint32_t)s->col,
                    s->colour);
    }
    return status;
}

static cq_status add_pieces(cq_sheet *sheet, const cq_problem *problem)
{
    cq_status status = CQ_OK;

    for (size_t i = 0; i < problem->pieces.count && status == CQ_OK; i++) {
        cq_piece copy = {0};

        status = cq_piece_copy(sheet->ctx, &problem->pieces.at[i], &copy);
        cq_then(status, cq_vec_push(sheet->ctx, &sheet->problem->pieces, copy));
        if (status != CQ_OK)
            cq_piece_free(&copy);
    }
    return status;
}

/* No two shapes share a square of the sheet. */
static bool lie_apart(const cq_sheet *sheet, const cq_board *board)
{
    return board->count == sheet->squares.count;
}

static cq_status add_lays(cq_sheet *sheet)
{
    cq_u32s cells = {0};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < sheet->pieces.count && status == CQ_OK; i++) {
        cells.count = 0;
        for (uint32_t k = sheet->starts.at[i];
             k < sheet->starts.at[i + 1] && status == CQ_OK; k++) {
            const cq_square *s = &sheet->squares.at[k];

            status = cq_vec_push(sheet->ctx, &cells,
                                 (uint32_t)s->row * sheet->width + (uint32_t)s->col);
        }
        cq_then(status, cq_solution_add(sheet->ctx, &sheet->lays, sheet->pieces.at[i],
                                        cells.at, cells.count));
    }
    cq_vec_free(&cells);
    return status;
}

cq_status cq_sheet_finish(cq_sheet *sheet, const cq_problem *problem)
{
    cq_board *board = NULL;
    cq_status status;

    if (sheet->squares.count == 0)
        return cq_fail(sheet->ctx, CQ_REFUSED, "there are no pieces to draw");
    if (widest(sheet) > sheet->width)
        sheet->width = widest(sheet);
    status = make_board(sheet, &board);
    cq_assert(status != CQ_OK || lie_apart(sheet, board));
    cq_then(status, cq_problem_new_tiling(sheet->ctx, board, &sheet->problem));
    cq_board_free(board);
    cq_then(status, add_pieces(sheet, problem));
    return status == CQ_OK ? add_lays(sheet) : status;
}

/* ---- the pieces of a puzzle ---- */

/* "A", "E, 2 copies", "B, up to 3", "domino, any number" */
static void put_copies(const cq_piece *piece, char *text, size_t size)
{
    snprintf(text, size, "%.40s", piece->name);
    if (piece->most == CQ_ANY_COPIES && piece->least)
        cq_append(text, size, ", at least %" PRIu32, piece->least);
    else if (piece->most == CQ_ANY_COPIES)
        cq_append(text, size, ", any number");
    else if (piece->least == 0)
        cq_append(text, size, ", up to %" PRIu32, piece->most);
    else if (piece->least < piece->most)
        cq_append(text, size, ", %" PRIu32 " to %" PRIu32, piece->least, piece->most);
    else if (piece->most > 1)
        cq_append(text, size, ", %" PRIu32 " copies", piece->most);
}

cq_status cq_sheet_of_pieces(cq_context *ctx, const cq_problem *problem,
                             uint32_t letters, cq_sheet *out)
{
    enum { NARROW = 16, LINE = 72 };
    uint32_t width = problem->board->cols;
    cq_sheet sheet = {.ctx = ctx, .letters = letters};
    cq_status status = CQ_OK;

    sheet.width = letters == 1 ? LINE : width > NARROW ? width : NARROW;
    if (letters > 1)
        cq_sheet_keep_colours(&sheet, problem->board);
    for (size_t i = 0; i < problem->pieces.count && status == CQ_OK; i++) {
        const cq_piece *piece = &problem->pieces.at[i];
        char note[80];

        if (piece->blank)
            continue;
        put_copies(piece, note, sizeof note);
        status = cq_sheet_add(&sheet, piece->shape.at, piece->shape.count, (uint32_t)i,
                              note);
    }
    cq_then(status, cq_sheet_finish(&sheet, problem));
    if (status == CQ_OK)
        *out = sheet;
    else
        cq_sheet_free(&sheet);
    return status;
}

/* ---- as text ---- */

static void put_line(const char *line, size_t length, FILE *out)
{
    while (length && line[length - 1] == ' ')
        length--;
    fwrite(line, 1, length, out);
    putc('\n', out);
}

cq_status cq_sheet_write(const cq_sheet *sheet, FILE *out)
{
    const cq_board *board = sheet->problem->board;
    size_t width = (size_t)board->cols + 128;
    char *line = cq_alloc(sheet->ctx, width, 1);

    cq_try_memory(line);
    for (uint32_t row = 0; row < board->rows; row++) {
        memset(line, ' ', width);
        for (uint32_t col = 0; col < board->cols; col++)
            if (board->colour[row * board->cols + col])
                line[col] = board->colour[row * board->cols + col];
        for (size_t i = 0; i < sheet->notes.count; i++) {
            const cq_sheet_note *note = &sheet->notes.at[i];
            const char *text = sheet->words.at + note->text;
            size_t length = strlen(text);

            if (note->row == row && note->col + length <= width)
                memcpy(line + note->col, text, length);
        }
        put_line(line, width, out);
    }
    cq_free(line);
    return ferror(out) ? cq_fail_io(sheet->ctx, "cannot write", "the pieces") : CQ_OK;
}
