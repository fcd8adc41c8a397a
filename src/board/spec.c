/* spec.c - boards in a few words: 8x8, 8x8-a1,h8, aztec:4, torus:6x9-b2.
 *
 *     board   = [ surface ":" ] size [ "-" squares ]
 *     squares = square { "," square } | "[" [ square { "," square } ] "]"
 *     surface = "torus" | "cylinder"
 *     size    = rows "x" columns | "aztec:" radius
 *
 * A capital X and the sign for times are as good as the x, and spaces around it do no
 * harm.
 *
 * The Aztec diamond of radius n is the cells of a 2n x 2n grid whose centres lie within
 * distance n of the middle, counted along rows and columns: 2n(n+1) cells.
 */
#include "board/board.h"

#include "base/assert.h"

#include <string.h>

typedef struct scanner {
    cq_context *ctx;
    const char *source;
    size_t line, column;
    const char *spec;
    size_t length;
    size_t at;
} scanner;

static cq_status expected(const scanner *s, const char *what)
{
    char buffer[16];

    if (s->at >= s->length)
        return cq_fail_at(s->ctx, s->source, s->line, s->column + s->at,
                          "expected %s, found the end of the board", what);
    return cq_fail_at(s->ctx, s->source, s->line, s->column + s->at,
                      "expected %s, found %s", what,
                      cq_char_name(s->spec[s->at], buffer));
}

static bool accept(scanner *s, const char *word)
{
    size_t length = strlen(word);

    if (s->length - s->at < length || memcmp(s->spec + s->at, word, length) != 0)
        return false;
    s->at += length;
    return true;
}

static void skip_blanks(scanner *s)
{
    while (s->at < s->length && s->spec[s->at] == ' ')
        s->at++;
}

static bool accept_times(scanner *s)
{
    bool found;

    skip_blanks(s);
    found = accept(s, "x") || accept(s, "X") || accept(s, "\xc3\x97");
    skip_blanks(s);
    return found;
}

/* A whole number of at least 1. */
static cq_status number(scanner *s, const char *what, uint32_t *out)
{
    size_t from = s->at;

    while (s->at < s->length && s->spec[s->at] >= '0' && s->spec[s->at] <= '9')
        s->at++;
    if (s->at == from)
        return expected(s, what);
    if (!cq_parse_u32(s->spec + from, s->at - from, INT32_MAX, out))
        return cq_fail_at(
            s->ctx, s->source, s->line, s->column + from, "%.*s is too large for %s",
            s->at - from > 40 ? 40 : (int)(s->at - from), s->spec + from, what);
    if (*out == 0)
        return cq_fail_at(s->ctx, s->source, s->line, s->column + from,
                          "%s must be at least 1", what);
    return CQ_OK;
}

/* Gives an error without a position that of the scanner. */
static cq_status placed(const scanner *s, cq_status status)
{
    if (status != CQ_INPUT)
        return status;
    return cq_fail_at(s->ctx, s->source, s->line, s->column, "%s",
                      cq_error_text(s->ctx));
}

static cq_status fill_row(const scanner *s, cq_board *board, uint32_t row,
                          uint32_t from, uint32_t to)
{
    board->count += to - from;
    if (cq_poll_at(s->ctx, row) != CQ_OK)
        return CQ_STOPPED;
    return cq_set_bytes(s->ctx, board->colour + (size_t)row * board->cols + from,
                        CQ_ANY_COLOUR, to - from);
}

static cq_status read_aztec(scanner *s, cq_board **out)
{
    uint32_t radius;

    cq_try(number(s, "a radius", &radius));
    if (radius > INT32_MAX / 2)
        return cq_fail_at(s->ctx, s->source, s->line, s->column,
                          "an Aztec diamond of radius %" PRIu32 " is too large",
                          radius);
    cq_try(placed(s, cq_grid_new(s->ctx, 2 * radius, 2 * radius, CQ_PLANE, out)));
    for (uint32_t row = 0; row < 2 * radius; row++) {
        uint32_t half = row < radius ? row + 1 : 2 * radius - row;

        cq_try(fill_row(s, *out, row, radius - half, radius + half));
    }
    return CQ_OK;
}

static cq_status read_rectangle(scanner *s, cq_surface surface, cq_board **out)
{
    uint32_t rows, cols;

    cq_try(number(s, "a number of rows", &rows));
    if (!accept_times(s))
        return expected(s, "'x' between rows and columns");
    cq_try(number(s, "a number of columns", &cols));
    cq_try(placed(s, cq_grid_new(s->ctx, rows, cols, surface, out)));
    for (uint32_t row = 0; row < rows; row++)
        cq_try(fill_row(s, *out, row, 0, cols));
    return CQ_OK;
}

static cq_status remove_square(const scanner *s, const cq_board *whole, cq_board *board,
                               size_t from, size_t length)
{
    cq_cell cell;

    cq_try(cq_cell_parse_at(s->ctx, board, s->source, s->line, s->column + from,
                            s->spec + from, length, &cell));
    if (!whole->colour[cell])
        return cq_fail_at(s->ctx, s->source, s->line, s->column + from,
                          "%.*s is not a square of this board", (int)length,
                          s->spec + from);
    if (!board->colour[cell])
        return cq_fail_at(s->ctx, s->source, s->line, s->column + from,
                          "%.*s is removed twice", (int)length, s->spec + from);
    cq_grid_set(board, cell, 0);
    return CQ_OK;
}

/* Whether the squares stand in brackets, as in [[1, 2], [3, 3]]; then its '[' is read.
 * A single [1, 2] has none around it. */
static bool open_list(scanner *s)
{
    size_t from = s->at;

    if (!accept(s, "["))
        return false;
    skip_blanks(s);
    if (s->at < s->length && s->spec[s->at] >= '0' && s->spec[s->at] <= '9')
        s->at = from;
    return s->at != from;
}

static bool is_one_of(const scanner *s, const char *marks)
{
    return s->at < s->length && s->spec[s->at] && strchr(marks, s->spec[s->at]);
}

/* Moves to the comma or bracket after a square, or to the end. A square that begins
 * with a bracket has a comma of its own. */
static void pass_square(scanner *s)
{
    if (is_one_of(s, "[(")) {
        while (s->at < s->length && !is_one_of(s, "])"))
            s->at++;
        s->at += s->at < s->length;
    }
    while (s->at < s->length && !is_one_of(s, ",]"))
        s->at++;
}

static cq_status read_square(scanner *s, const cq_board *whole, cq_board *board)
{
    size_t from, end, next;

    skip_blanks(s);
    from = s->at;
    pass_square(s);
    next = s->at;
    for (end = next; end > from && s->spec[end - 1] == ' ';)
        end--;
    s->at = from;
    if (end == from)
        return expected(s, "a square such as a1, 0:0 or [0, 0]");
    if (!is_one_of(s, "[("))
        while (s->at < end && !is_one_of(s, "-; "))
            s->at++;
    if (s->at > from && s->at < end)
        return expected(s, "a comma between squares");
    s->at = next;
    return remove_square(s, whole, board, from, end - from);
}

/* "a1,h8" or "[[7, 0], [0, 7]]": every name must be a square that is there, and only
 * once. */
static cq_status read_squares(scanner *s, const cq_board *whole, cq_board *board)
{
    bool list = open_list(s);
    cq_status status = CQ_OK;

    if (list && accept(s, "]"))
        list = false; /* none is removed */
    else
        do
            status = read_square(s, whole, board);
        while (status == CQ_OK && accept(s, ","));
    if (status == CQ_OK && list && !accept(s, "]"))
        return expected(s, "',' or ']'");
    skip_blanks(s);
    if (status == CQ_OK && s->at < s->length)
        return expected(s, "',' or the end of the board");
    return status;
}

static cq_status read_removed(scanner *s, cq_board *board)
{
    cq_board *whole = NULL;
    cq_status status = cq_board_copy(s->ctx, board, &whole);

    cq_then(status, read_squares(s, whole, board));
    if (status == CQ_OK && board->count == 0)
        status = cq_fail_at(s->ctx, s->source, s->line, s->column,
                            "the board has no squares left");
    cq_board_free(whole);
    return status;
}

cq_status cq_board_parse_spec(cq_context *ctx, const char *source, size_t line,
                              size_t column, const char *spec, size_t length,
                              cq_board **out)
{
    scanner s = {ctx, source, line, column, spec, length, 0};
    cq_board *board = NULL;
    cq_status status;

    if (accept(&s, "aztec:"))
        status = read_aztec(&s, &board);
    else if (accept(&s, "torus:"))
        status = read_rectangle(&s, CQ_TORUS, &board);
    else if (accept(&s, "cylinder:"))
        status = read_rectangle(&s, CQ_CYLINDER, &board);
    else
        status = read_rectangle(&s, CQ_PLANE, &board);
    if (status == CQ_OK && accept(&s, "-"))
        status = read_removed(&s, board);
    else if (status == CQ_OK && s.at < s.length)
        status = expected(&s, "'-' and the squares to remove, or the end");
    if (status != CQ_OK) {
        cq_board_free(board);
        return status;
    }
    cq_assert(board->count > 0);
    *out = board;
    return CQ_OK;
}

cq_status cq_board_parse(cq_context *ctx, const char *spec, cq_board **out)
{
    cq_try(cq_need(ctx, spec, "a board in one line"));
    cq_try(cq_need(ctx, out, "a place for the board"));
    return cq_board_parse_spec(ctx, spec, 0, 1, spec, strlen(spec), out);
}
