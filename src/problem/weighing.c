/* weighing.c - weights in a tiling, read and looked up: see weighing.h.
 *
 * Whether a placement lies as a form is found by trying each of its cells as the form's
 * first square: forms are small, and joined edges need no case of their own.
 */
#include "problem/weighing.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/sort.h"
#include "problem/placement.h"

#include <string.h>

static void free_line(cq_weight_line *line)
{
    cq_free_each(line->text, line->squares);
    cq_vec_free_each(&line->pieces, &line->form, &line->cells);
    cq_weight_free(&line->value);
}

void cq_weighing_cut(cq_weighing *weighing, size_t line)
{
    cq_assert(line <= weighing->lines.count);
    while (weighing->lines.count > line)
        free_line(&weighing->lines.at[--weighing->lines.count]);
}

void cq_weighing_free(cq_weighing *weighing)
{
    cq_weighing_cut(weighing, 0);
    cq_vec_free(&weighing->lines);
    memset(&weighing->letters, 0, sizeof weighing->letters);
}

/* ---- reading ---- */

typedef struct reader {
    cq_context *ctx;
    cq_span text;
    cq_words words;
    const cq_pieces *pieces;
    cq_weight_line line;
} reader;

static cq_status refuse(const reader *r, const char *expected)
{
    return cq_expected(r->ctx, cq_span_word(r->text, &r->words), expected, "the end");
}

/* Rows of '#' and '.' with '/' between them. */
static cq_status read_form(reader *r)
{
    int32_t row = 0, col = 0;

    if (!cq_words_next(&r->words))
        return refuse(r, "rows of # and . with / between them after as");
    for (size_t i = 0; i < r->words.length; i++) {
        char c = r->words.start[i];
        cq_square square = {row, col, '#'};

        if (c != '#' && c != '.' && c != '/')
            return refuse(r, "rows of # and . with / between them after as");
        if (c == '#')
            cq_try(cq_vec_push(r->ctx, &r->line.form, square));
        col = c == '/' ? 0 : col + 1;
        row += c == '/';
    }
    return r->line.form.count ? CQ_OK : refuse(r, "a # in the form after as");
}

static cq_status read_squares(reader *r, bool exactly)
{
    if (r->line.squares)
        return refuse(r, "one list of squares");
    if (!cq_words_next(&r->words))
        return refuse(r, "squares such as a1,b2");
    r->line.exactly = exactly;
    r->line.squares = cq_strndup(r->ctx, r->words.start, r->words.length);
    return r->line.squares ? CQ_OK : CQ_MEMORY;
}

static cq_status read_subject(reader *r)
{
    bool named = false, any = false;

    for (; cq_words_next(&r->words); any = true) {
        if (cq_word_is(&r->words, "as") && r->line.form.count == 0)
            cq_try(read_form(r));
        else if (cq_word_is(&r->words, "at") || cq_word_is(&r->words, "on"))
            cq_try(read_squares(r, cq_word_is(&r->words, "on")));
        else if (any)
            return refuse(r, "as FORM, at SQUARES, on SQUARES or = after the pieces");
        else if (!cq_word_is(&r->words, "all"))
            cq_try(cq_piece_list_read(r->ctx, cq_span_word(r->text, &r->words),
                                      r->pieces, &r->line.pieces));
        named = true;
    }
    return named ? CQ_OK : refuse(r, "pieces, as FORM, at SQUARES or on SQUARES");
}

static cq_status read_line(reader *r, cq_variables *letters)
{
    cq_span rest = r->text, subject;

    cq_span_take(&rest, '=', &subject);
    r->words = cq_words_of(subject.start, subject.length);
    cq_try(read_subject(r));
    if (!rest.start)
        return cq_expected(r->ctx,
                           cq_span_part(subject, subject.start + subject.length, 0),
                           "= and a weight", "the end");
    r->line.line = r->text.line;
    r->line.text = cq_strndup(r->ctx, r->text.start, r->text.length);
    cq_try_memory(r->line.text);
    return cq_weight_read(r->ctx, rest, letters, &r->line.value);
}

cq_status cq_weight_line_read(cq_context *ctx, cq_span text, cq_pieces *pieces)
{
    reader r = {.ctx = ctx, .text = text, .pieces = pieces};
    const char *end = text.start + text.length;
    cq_status status;

    for (; r.text.length && (end[-1] == ' ' || end[-1] == '\t'); end--)
        r.text.length--;
    status = read_line(&r, &pieces->weighing.letters);
    cq_then(status, cq_vec_push(ctx, &pieces->weighing.lines, r.line));
    if (status != CQ_OK)
        free_line(&r.line);
    return status;
}

cq_status cq_weight_lines_read(cq_context *ctx, const char *source, const char *text,
                               cq_pieces *pieces)
{
    cq_span rest = cq_span_of(source, text), line;

    while (cq_span_take(&rest, ';', &line))
        cq_try(cq_weight_line_read(ctx, line, pieces));
    return CQ_OK;
}

cq_status cq_weighing_copy(cq_context *ctx, const cq_pieces *from, cq_pieces *to)
{
    to->weighing.letters = from->weighing.letters;
    for (size_t i = 0; i < from->weighing.lines.count; i++) {
        const cq_weight_line *line = &from->weighing.lines.at[i];
        cq_span text = {"weight", line->line, 1, line->text, strlen(line->text)};

        cq_try(cq_weight_line_read(ctx, text, to));
    }
    return CQ_OK;
}

/* ---- squares ---- */

static cq_status add_cells(cq_context *ctx, const char *source, const cq_board *board,
                           cq_weight_line *line)
{
    cq_span rest = cq_span_of(source, line->squares), name;

    line->cells.count = 0;
    while (cq_span_take(&rest, ',', &name)) {
        cq_cell cell;

        cq_try(cq_cell_parse_at(ctx, board, source, line->line, 1, name.start,
                                name.length, &cell));
        if (!cq_board_present(board, cell))
            return cq_fail_at(ctx, source, line->line, 1,
                              "%.*s is not on the board, so nothing is weighed there",
                              name.length > 40 ? 40 : (int)name.length, name.start);
        cq_try(cq_vec_push(ctx, &line->cells, cell));
    }
    cq_sort_u32(line->cells.at, line->cells.count);
    for (size_t i = 1; i < line->cells.count; i++)
        if (line->cells.at[i] == line->cells.at[i - 1])
            return cq_fail_at(ctx, source, line->line, 1,
                              "a square is listed twice in %.80s", line->squares);
    return CQ_OK;
}

cq_status cq_weighing_settle(cq_context *ctx, const char *source, const cq_board *board,
                             cq_pieces *pieces)
{
    for (size_t i = 0; i < pieces->weighing.lines.count; i++)
        if (pieces->weighing.lines.at[i].squares)
            cq_try(add_cells(ctx, source, board, &pieces->weighing.lines.at[i]));
    return CQ_OK;
}

uint64_t cq_weighing_hash(const cq_weighing *weighing, uint64_t hash)
{
    for (size_t i = 0; i < weighing->lines.count; i++)
        hash = cq_hash_text(hash, weighing->lines.at[i].text);
    return hash;
}

/* ---- placements ---- */

static bool names_piece(const cq_weight_line *line, const cq_pieces *pieces,
                        uint32_t piece)
{
    cq_assert(piece < pieces->count);
    return line->pieces.count ? cq_rule_has(&line->pieces, piece)
                              : !pieces->at[piece].blank;
}

/* Whether some square of the form comes to lie on the cell if its first is on `anchor`.
 */
static bool is_reached(const cq_weight_line *line, const cq_board *board,
                       cq_cell anchor, cq_cell cell)
{
    const cq_square *form = line->form.at;

    for (size_t s = 0; s < line->form.count; s++)
        if (cq_board_step(board, cq_row(board, anchor), cq_col(board, anchor),
                          (int64_t)form[s].row - form[0].row,
                          (int64_t)form[s].col - form[0].col) == cell)
            return true;
    return false;
}

/* All cells must be reached: on a narrow torus two squares may come to lie on one. */
static bool lies_so(const cq_weight_line *line, const cq_board *board,
                    const cq_cell *cells, size_t count)
{
    bool found = false;

    if (line->form.count != count)
        return line->form.count == 0;
    for (size_t a = 0; a < count && !found; a++) {
        found = true;
        for (size_t s = 0; s < count && found; s++)
            found = is_reached(line, board, cells[a], cells[s]);
    }
    return found;
}

/* How often a line speaks of a piece on these cells, which ascend. */
static size_t holds(const cq_weight_line *line, const cq_board *board,
                    const cq_pieces *pieces, uint32_t piece, const cq_cell *cells,
                    size_t count)
{
    size_t covered = 0;

    if (!names_piece(line, pieces, piece) || !lies_so(line, board, cells, count))
        return 0;
    if (!line->squares)
        return 1;
    cq_assert(line->cells.count > 0);
    for (size_t i = 0; i < line->cells.count; i++)
        covered += cq_find_sorted(cells, 0, count, line->cells.at[i]) != SIZE_MAX;
    cq_assert(covered <= count);
    if (line->exactly)
        return covered == count && line->cells.count == count;
    return covered;
}

static cq_status weigh_option(cq_context *ctx, const cq_board *board,
                              const cq_pieces *pieces, const cq_placements *placements,
                              size_t placement, size_t option, cq_factors *out)
{
    const cq_weighing *weighing = &pieces->weighing;
    uint32_t first = placements->starts.at[placement];
    size_t count = placements->starts.at[placement + 1] - first;

    for (size_t l = 0; l < weighing->lines.count; l++) {
        size_t times = holds(&weighing->lines.at[l], board, pieces,
                             placements->pieces.at[placement],
                             placements->cells.at + first, count);

        while (times--)
            cq_try(cq_factors_add(ctx, out, option, (uint32_t)l));
    }
    return CQ_OK;
}

cq_status cq_weighing_lower(cq_context *ctx, const cq_board *board,
                            const cq_pieces *pieces, const cq_placements *placements,
                            const uint32_t *order, cq_factors *out)
{
    const cq_weighing *weighing = &pieces->weighing;

    out->letters = weighing->letters;
    for (size_t l = 0; l < weighing->lines.count; l++) {
        cq_weight value = {0};
        uint32_t number;
        cq_status status = cq_weight_add(ctx, &value, &weighing->lines.at[l].value);

        cq_then(status, cq_factors_value(ctx, out, &value, &number));
        cq_weight_free(&value);
        cq_try(status);
    }
    for (size_t i = 0; weighing->lines.count && i < cq_placements_count(placements);
         i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        cq_try(
            weigh_option(ctx, board, pieces, placements, order ? order[i] : i, i, out));
    }
    return CQ_OK;
}
