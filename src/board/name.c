/* name.c - the names of cells, both ways.
 *
 * As in chess a name is a column in letters and a row in digits, the row counted from 1
 * at the bottom. Columns beyond z go on as aa, ab, ... az, ba: bijective base 26. The
 * forms of the sources, "row:column", "[row, column]" and "(row, column)" from 0 at the
 * top left, are understood as well.
 */
#include "board/board.h"

#include <ctype.h>
#include <string.h>

const char *cq_cell_name(const cq_board *board, cq_cell cell,
                         char name[CQ_CELL_NAME_SIZE])
{
    char letters[8];
    size_t count = 0;
    char *at = name;

    if (!name)
        return "";
    name[0] = '\0';
    if (!board)
        return name;
    for (uint32_t col = cq_col(board, cell) + 1; col; col = (col - 1) / 26)
        letters[count++] = (char)('a' + (col - 1) % 26);
    while (count)
        *at++ = letters[--count];
    snprintf(at, CQ_CELL_NAME_SIZE - (size_t)(at - name), "%" PRIu32,
             board->rows - cq_row(board, cell));
    return name;
}

/* A name being read, with what an error message needs. */
typedef struct reading {
    cq_context *ctx;
    const cq_board *board;
    const char *source;
    size_t line, column;
    const char *name;
    size_t length;
} reading;

static int printable(const reading *r)
{
    return r->length > 40 ? 40 : (int)r->length;
}

static cq_status bad_form(const reading *r, size_t at)
{
    return cq_fail_at(r->ctx, r->source, r->line, r->column + at,
                      "expected a square such as a1 or 0:0, found '%.*s'", printable(r),
                      r->name);
}

static cq_status bad_range(const reading *r, size_t at, const char *what,
                           uint32_t first, uint32_t last)
{
    return cq_fail_at(r->ctx, r->source, r->line, r->column + at,
                      "%.*s is not on this board: %s are %" PRIu32 " to %" PRIu32,
                      printable(r), r->name, what, first, last);
}

static cq_status bad_column(const reading *r)
{
    char last[CQ_CELL_NAME_SIZE];

    cq_cell_name(r->board, r->board->cols - 1, last);
    last[strcspn(last, "0123456789")] = '\0';
    return cq_fail_at(r->ctx, r->source, r->line, r->column,
                      "%.*s is not on this board: columns are a to %s", printable(r),
                      r->name, last);
}

/* A number in a part of the name, with blanks around it; *at is then where it begins.
 */
static bool read_number(const reading *r, size_t *at, size_t end, uint32_t *out)
{
    while (*at < end && r->name[*at] == ' ')
        ++*at;
    while (end > *at && r->name[end - 1] == ' ')
        end--;
    return cq_parse_u32(r->name + *at, end - *at, UINT32_MAX - 1, out);
}

/* "4:4", or the inside of "[4, 4]": two numbers with a mark between them. */
static cq_status read_pair(const reading *r, size_t first, size_t mark, size_t end,
                           cq_cell *out)
{
    const cq_board *board = r->board;
    size_t second = mark + 1;
    uint32_t row, col;

    if (!read_number(r, &first, mark, &row))
        return bad_form(r, first);
    if (!read_number(r, &second, end, &col))
        return bad_form(r, second);
    if (row >= board->rows)
        return bad_range(r, first, "rows", 0, board->rows - 1);
    if (col >= board->cols)
        return bad_range(r, second, "columns", 0, board->cols - 1);
    *out = row * board->cols + col;
    return CQ_OK;
}

/* "e4" */
static cq_status read_chess(const reading *r, cq_cell *out)
{
    const cq_board *board = r->board;
    uint64_t col = 0;
    uint32_t row;
    size_t at = 0;

    for (; at < r->length && isalpha((unsigned char)r->name[at]); at++)
        if (col <= board->cols)
            col = col * 26 + (uint64_t)(tolower((unsigned char)r->name[at]) - 'a') + 1;
    if (at == 0 || at == r->length)
        return bad_form(r, 0);
    if (!cq_parse_u32(r->name + at, r->length - at, UINT32_MAX - 1, &row))
        return bad_form(r, at);
    if (col > board->cols)
        return bad_column(r);
    if (row < 1 || row > board->rows)
        return bad_range(r, at, "rows", 1, board->rows);
    *out = (board->rows - row) * board->cols + (cq_cell)(col - 1);
    return CQ_OK;
}

cq_status cq_cell_parse_at(cq_context *ctx, const cq_board *board, const char *source,
                           size_t line, size_t column, const char *name, size_t length,
                           cq_cell *out)
{
    reading r = {ctx, board, source, line, column, name, length};
    bool bracketed = length > 2 && ((name[0] == '[' && name[length - 1] == ']') ||
                                    (name[0] == '(' && name[length - 1] == ')'));
    const char *mark = memchr(name, bracketed ? ',' : ':', length);

    return mark ? read_pair(&r, bracketed, (size_t)(mark - name), length - bracketed,
                            out)
                : read_chess(&r, out);
}

cq_status cq_cell_parse(cq_context *ctx, const cq_board *board, const char *name,
                        cq_cell *out)
{
    cq_try(cq_need(ctx, board, "a board"));
    cq_try(cq_need(ctx, name, "the name of a cell"));
    cq_try(cq_need(ctx, out, "a place for the cell"));
    return cq_cell_parse_at(ctx, board, name, 0, 1, name, strlen(name), out);
}
