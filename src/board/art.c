/* art.c - boards as ASCII art, in and out.
 *
 *     ##..##      '#' is a cell, '.' or a space none, a letter or digit a cell of that
 *     #abba#      colour; lines may differ in length: missing squares are absent.
 *
 * A space between letters or digits is an error: such a line is more likely to be words
 * than squares, and a dot says the same without doubt.
 *
 * Two passes: the first finds the size, the second fills the grid through a table with
 * an entry for every byte, at about a nanosecond a cell.
 */
#include "board/board.h"

#include "base/assert.h"

#include <string.h>

bool cq_is_colour(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool cq_is_absent(char c)
{
    return c == '.' || c == ' ';
}

enum { BAD = 1 }; /* no colour has this code */

static void fill_table(char table[256])
{
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;

        if (cq_is_absent(byte))
            table[c] = 0;
        else
            table[c] = byte == CQ_ANY_COLOUR || cq_is_colour(byte) ? byte : BAD;
    }
}

static bool line_ends(const cq_lines *lines, bool (*stop)(const cq_lines *lines))
{
    return cq_lines_blank(lines) || (stop && stop(lines));
}

/* The line without the blanks at its end. */
static size_t trimmed(const cq_lines *lines)
{
    size_t length = lines->length;

    while (length && lines->start[length - 1] == ' ')
        length--;
    return length;
}

/* How many rows and columns the art has, from where the walk stands. */
static void measure(cq_lines lines, bool (*stop)(const cq_lines *lines), size_t *rows,
                    size_t *cols)
{
    *rows = *cols = 0;
    do {
        size_t length = trimmed(&lines);

        if (line_ends(&lines, stop))
            break;
        ++*rows;
        if (length > *cols)
            *cols = length;
    } while (cq_lines_next(&lines));
}

static cq_status unknown_character(cq_context *ctx, const cq_lines *lines, size_t at)
{
    char buffer[16];

    return cq_fail_at(ctx, lines->text->name, lines->number, at + 1,
                      "expected '#', '.', a space, a letter or a digit, found %s",
                      cq_char_name(lines->start[at], buffer));
}

/* Where the first space is that has colours before and after it; SIZE_MAX if none. */
static size_t space_among_colours(const char *line, size_t length)
{
    size_t space = SIZE_MAX;
    bool before = false;

    if (!memchr(line, ' ', length))
        return SIZE_MAX;
    for (size_t i = 0; i < length; i++) {
        if (cq_is_colour(line[i]) && space < i)
            return space;
        before |= cq_is_colour(line[i]);
        if (line[i] == ' ' && before && space == SIZE_MAX)
            space = i;
    }
    return SIZE_MAX;
}

static cq_status found_space(cq_context *ctx, const cq_lines *lines, size_t at)
{
    return cq_fail_at(ctx, lines->text->name, lines->number, at + 1,
                      "there is a space between letters or digits; write a dot if "
                      "there is no square here");
}

static cq_status fill_row(cq_context *ctx, const cq_lines *lines, const char table[256],
                          cq_board *board, size_t row)
{
    char *to = board->colour + row * board->cols;
    size_t length = trimmed(lines), count = 0;
    size_t space = space_among_colours(lines->start, length);

    if (space != SIZE_MAX)
        return found_space(ctx, lines, space);
    for (size_t i = 0; i < length; i++) {
        if (cq_poll_at(ctx, row * board->cols + i + 1) != CQ_OK)
            return CQ_STOPPED;
        to[i] = table[(unsigned char)lines->start[i]];
        if (to[i] == BAD)
            return unknown_character(ctx, lines, i);
        count += to[i] != 0;
    }
    board->count += count;
    return CQ_OK;
}

static cq_status fill(cq_context *ctx, cq_lines *lines, bool (*stop)(const cq_lines *),
                      bool *ended, cq_board *board)
{
    char table[256];
    size_t row = 0;

    fill_table(table);
    *ended = true;
    do {
        if (line_ends(lines, stop)) {
            *ended = false;
            break;
        }
        cq_try(fill_row(ctx, lines, table, board, row++));
    } while (cq_lines_next(lines));
    return CQ_OK;
}

cq_status cq_board_read_art(cq_context *ctx, cq_lines *lines, cq_surface surface,
                            bool (*stop)(const cq_lines *lines), bool *ended,
                            cq_board **out)
{
    size_t first = lines->number, rows, cols;
    cq_board *board = NULL;
    cq_status status;

    measure(*lines, stop, &rows, &cols);
    if (rows == 0)
        return cq_fail_at(ctx, lines->text->name, first, 1, "the board has no squares");
    if (rows > CQ_BOARD_MOST || cols > CQ_BOARD_MOST / rows)
        return cq_fail_at(ctx, lines->text->name, first, 1,
                          "a board of %zu x %zu squares is too large", rows, cols);
    status = cq_grid_new(ctx, (uint32_t)rows, (uint32_t)cols, surface, &board);
    cq_then(status, fill(ctx, lines, stop, ended, board));
    if (status == CQ_OK && board->count == 0)
        status =
            cq_fail_at(ctx, lines->text->name, first, 1, "the board has no squares");
    if (status != CQ_OK) {
        cq_board_free(board);
        return status;
    }
    cq_assert(board->count > 0);
    *out = board;
    return CQ_OK;
}

cq_status cq_board_parse_art(cq_context *ctx, const char *text, size_t size,
                             cq_board **out)
{
    cq_text whole = {"board", text, size};
    cq_lines lines = cq_lines_of(&whole);
    cq_board *board = NULL;
    bool ended;
    cq_status status;

    cq_try(cq_need(ctx, size && !text ? NULL : out, "a text and its place"));
    do {
        if (!cq_lines_next(&lines))
            return cq_fail_at(ctx, whole.name, 1, 1, "the board has no squares");
    } while (cq_lines_blank(&lines));
    status = cq_board_read_art(ctx, &lines, CQ_PLANE, NULL, &ended, &board);
    while (status == CQ_OK && !ended) {
        if (!cq_lines_blank(&lines))
            status = cq_fail_at(ctx, whole.name, lines.number, 1,
                                "expected the end after the board's last row (a row "
                                "without squares is written with dots)");
        ended = !cq_lines_next(&lines);
    }
    if (status != CQ_OK) {
        cq_board_free(board);
        return status;
    }
    *out = board;
    return CQ_OK;
}

cq_status cq_board_write_art(cq_context *ctx, const cq_board *board, FILE *out)
{
    char *line;

    cq_try(cq_need(ctx, board, "a board"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    line = cq_alloc(ctx, (size_t)board->cols + 1, 1);
    cq_try_memory(line);
    for (uint32_t row = 0; row < board->rows; row++) {
        const char *from = board->colour + (size_t)row * board->cols;

        for (uint32_t col = 0; col < board->cols; col++)
            line[col] = from[col] ? from[col] : '.';
        line[board->cols] = '\n';
        fwrite(line, 1, (size_t)board->cols + 1, out);
    }
    cq_free(line);
    return ferror(out) ? cq_fail_io(ctx, "cannot write", "the board") : CQ_OK;
}
