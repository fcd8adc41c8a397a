/* numbering.c - reads an order: a grid of numbers, or the names of items.
 *
 *     1  2  3        a board of 2 x 3 squares with a hole; the square in the
 *     5  .  4        corner below is the last
 *
 * Each number from 1 to the number of squares must stand there once: what is missing,
 * double or too large is said with its place. A cover's items are their names, in lines
 * or words as one likes; items that may be left out of all options must be named too.
 */
#include "problem/numbering.h"

#include "base/assert.h"
#include "problem/names.h"

#include <string.h>

typedef struct reading {
    cq_context *ctx;
    const cq_text *text;
    const cq_problem *problem;
    size_t count;        /* squares or items */
    uint32_t *out;       /* by number, UINT32_MAX if none is so far */
    unsigned char *seen; /* of items: named already */
} reading;

/* ---- boards ---- */

static const char *square_name(const reading *r, uint32_t item,
                               char name[CQ_CELL_NAME_SIZE])
{
    const cq_board *board = r->problem->board;
    cq_cell cell = 0;

    for (uint32_t left = item;; cell++)
        if (cq_board_present(board, cell) && left-- == 0)
            break;
    return cq_cell_name(board, cell, name);
}

static cq_status take_number(reading *r, const cq_lines *lines, const cq_words *word,
                             uint32_t item)
{
    char name[CQ_CELL_NAME_SIZE], other[CQ_CELL_NAME_SIZE], quoted[CQ_QUOTED_SIZE];
    uint32_t number;

    if (!cq_parse_u32(word->start, word->length, (uint32_t)r->count, &number) ||
        number == 0)
        return cq_fail_in(r->ctx, lines, word->start,
                          "expected a number from 1 to %zu on %s, found %s", r->count,
                          square_name(r, item, name),
                          cq_quoted(word->start, word->length, quoted));
    if (r->out[number - 1] != UINT32_MAX)
        return cq_fail_in(r->ctx, lines, word->start,
                          "the order is not a permutation: %u is on both %s and %s",
                          number, square_name(r, r->out[number - 1], other),
                          square_name(r, item, name));
    r->out[number - 1] = item;
    return CQ_OK;
}

static cq_status take_row(reading *r, const cq_lines *lines, uint32_t row,
                          uint32_t *item)
{
    const cq_board *board = r->problem->board;
    cq_words words = cq_words_of(lines->start, lines->length);
    char quoted[CQ_QUOTED_SIZE];
    uint32_t col = 0;

    for (; cq_words_next(&words); col++) {
        bool hole = cq_word_is(&words, ".");

        if (col == board->cols)
            return cq_fail_in(r->ctx, lines, words.start,
                              "the board has %u columns, but this is one more",
                              board->cols);
        if (!cq_board_present(board, row * board->cols + col)) {
            if (!hole)
                return cq_fail_in(
                    r->ctx, lines, words.start,
                    "expected '.', because there is no square here, found %s",
                    cq_quoted(words.start, words.length, quoted));
            continue;
        }
        cq_try(take_number(r, lines, &words, (*item)++));
    }
    if (col < board->cols)
        return cq_fail_at(r->ctx, r->text->name, lines->number, 0,
                          "expected %u columns, found %u", board->cols, col);
    return CQ_OK;
}

static cq_status read_grid(reading *r)
{
    cq_lines lines = cq_lines_of(r->text);
    uint32_t row = 0, item = 0;

    while (cq_lines_next(&lines)) {
        if (cq_lines_blank(&lines))
            continue;
        if (row == r->problem->board->rows)
            return cq_fail_in(r->ctx, &lines, lines.start,
                              "the board has %u rows, but this is one more", row);
        cq_try(take_row(r, &lines, row++, &item));
    }
    if (row < r->problem->board->rows)
        return cq_fail_at(
            r->ctx, r->text->name, 0, 0,
            "the order is not a permutation: expected %u rows of numbers, found %u",
            r->problem->board->rows, row);
    cq_assert(item == r->count);
    return CQ_OK;
}

/* ---- covers ---- */

static cq_status name_items(reading *r, cq_names *names)
{
    const cq_cover *cover = &r->problem->cover;
    uint32_t number;

    for (uint32_t i = 0; i < cover->items.count; i++) {
        const char *name = cq_item_name(cover, i);

        cq_try(cq_names_add(r->ctx, names, name, strlen(name), &number));
    }
    return CQ_OK;
}

static cq_status take_name(reading *r, const cq_names *names, const cq_lines *lines,
                           const cq_words *word, size_t *count)
{
    uint32_t item = cq_names_find(names, word->start, word->length);
    char quoted[CQ_QUOTED_SIZE];

    if (item == CQ_NO_NAME)
        return cq_fail_in(r->ctx, lines, word->start, "there is no item %s",
                          cq_quoted(word->start, word->length, quoted));
    if (r->seen[item])
        return cq_fail_in(r->ctx, lines, word->start,
                          "the order is not a permutation: %s appears twice",
                          cq_quoted(word->start, word->length, quoted));
    cq_assert(*count < r->count);
    r->seen[item] = 1;
    r->out[(*count)++] = item;
    return CQ_OK;
}

static cq_status take_names(reading *r, const cq_names *names)
{
    const cq_cover *cover = &r->problem->cover;
    cq_lines lines = cq_lines_of(r->text);
    char quoted[CQ_QUOTED_SIZE];
    size_t count = 0;

    while (cq_lines_next(&lines)) {
        cq_words words = cq_words_of(lines.start, lines.length);

        while (cq_words_next(&words))
            cq_try(take_name(r, names, &lines, &words, &count));
    }
    for (uint32_t i = 0; i < cover->items.count; i++)
        if (!r->seen[i]) {
            const char *name = cq_item_name(cover, i);

            return cq_fail_at(r->ctx, r->text->name, 0, 0,
                              "the order is not a permutation: %s is missing",
                              cq_quoted(name, strlen(name), quoted));
        }
    return CQ_OK;
}

static cq_status read_names(reading *r)
{
    cq_names names = {0};
    cq_status status;

    r->seen = cq_zalloc(r->ctx, r->count, 1);
    status = r->seen ? name_items(r, &names) : CQ_MEMORY;
    cq_then(status, take_names(r, &names));
    cq_names_free(&names);
    cq_free(r->seen);
    return status;
}

cq_status cq_numbering_read(cq_context *ctx, const cq_text *text,
                            const cq_problem *problem, cq_u32s *out)
{
    bool board = problem->kind == CQ_TILING;
    reading r = {.ctx = ctx, .text = text, .problem = problem};
    cq_u32s items = {0};
    cq_status status;

    cq_try(cq_text_require_plain(ctx, text));
    r.count = board ? problem->board->count : problem->cover.items.count;
    status = cq_vec_reserve(ctx, &items, r.count);
    if (status == CQ_OK) {
        memset(items.at, 0xff, r.count * sizeof *items.at);
        items.count = r.count;
        r.out = items.at;
        status = board ? read_grid(&r) : read_names(&r);
    }
    if (status != CQ_OK) {
        cq_vec_free(&items);
        return status;
    }
    for (size_t i = 0; i < items.count; i++) /* nothing is missing */
        cq_assert(items.at[i] < items.count);
    *out = items;
    return CQ_OK;
}
