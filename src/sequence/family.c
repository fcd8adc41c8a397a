/* family.c - the board of a family for a given N.
 *
 * In the text of a board an N stands for the number, 3N for three times it and N+1 for
 * one more: 4xN, Nx2N, aztec:N, torus:4xN, NxN-a1. Digits or another N may not follow,
 * as it is a number that is put in and not text: NN is no N^2, and N3 no 3N. In a
 * drawing a line of marks stands above the board; the columns under its Ns are repeated
 * N times, as a block:
 *
 *     .NN.            N = 3        #  ######  #
 *     ####                         #  #.#.#.  #
 *     ##.#
 *
 * (here with gaps to show the parts). All else, such as the pieces of a puzzle file,
 * stays as it is.
 */
#include "sequence/sequence.h"

#include <string.h>

#define FACTOR_MOST UINT32_C(1000000)

/* ---- boards in one line ---- */

static cq_status put_text(cq_context *ctx, cq_chars *out, const char *text,
                          size_t length)
{
    if (length == 0)
        return CQ_OK;
    if (cq_vec_reserve(ctx, out, length) != CQ_OK)
        return CQ_MEMORY;
    memcpy(out->at + out->count, text, length);
    out->count += length;
    return CQ_OK;
}

static size_t digits_at(const char *text)
{
    return strspn(text, "0123456789");
}

/* factor * n + more, as digits; N is where *at points to, and *at is left after it. */
static cq_status put_number(cq_context *ctx, cq_chars *out, const char **at,
                            uint32_t factor, uint64_t n)
{
    char number[24];
    uint32_t more = 0;
    size_t digits;
    int length;

    ++*at;
    if (**at == '+') {
        digits = digits_at(*at + 1);
        if (!cq_parse_u32(*at + 1, digits, FACTOR_MOST, &more))
            return cq_fail(ctx, CQ_INPUT, "expected a number up to %u after N+",
                           FACTOR_MOST);
        *at += 1 + digits;
    }
    if (**at == 'N' || **at == '+' || digits_at(*at))
        return cq_fail(ctx, CQ_INPUT,
                       "expected + and a number after N, as in N+1, found '%c'", **at);
    if (n > (UINT64_MAX - more) / factor)
        return cq_fail(ctx, CQ_INPUT, "N is too large");
    length = snprintf(number, sizeof number, "%llu",
                      (unsigned long long)(factor * n + more));
    return put_text(ctx, out, number, (size_t)length);
}

static cq_status fill_in(cq_context *ctx, const char *board, uint64_t n, cq_chars *out)
{
    cq_status status = CQ_OK;

    for (const char *at = board; *at && status == CQ_OK;) {
        size_t digits = digits_at(at);
        uint32_t factor = 1;

        if (at[digits] == 'N') {
            if (digits && (!cq_parse_u32(at, digits, FACTOR_MOST, &factor) || !factor))
                return cq_fail(ctx, CQ_INPUT, "expected a number from 1 to %u before N",
                               FACTOR_MOST);
            at += digits;
            status = put_number(ctx, out, &at, factor, n);
        } else {
            digits = digits ? digits : 1;
            status = put_text(ctx, out, at, digits);
            at += digits;
        }
    }
    cq_then(status, cq_vec_push(ctx, out, '\0'));
    return status;
}

/* "0x4", "torus:4x0", "aztec:0": no squares, and none removed. */
static bool is_empty(const char *spec)
{
    static const char *const surfaces[] = {"torus:", "cylinder:"};
    size_t rows, cols;

    if (strcmp(spec, "aztec:0") == 0)
        return true;
    for (size_t i = 0; i < sizeof surfaces / sizeof *surfaces; i++)
        if (strncmp(spec, surfaces[i], strlen(surfaces[i])) == 0)
            spec += strlen(surfaces[i]);
    rows = digits_at(spec);
    if (!rows || spec[rows] != 'x')
        return false;
    cols = digits_at(spec + rows + 1);
    return cols && !spec[rows + 1 + cols] &&
           (strspn(spec, "0") == rows || strspn(spec + rows + 1, "0") == cols);
}

static cq_status parse_board(cq_context *ctx, const char *board, uint64_t n,
                             cq_problem **out)
{
    cq_chars spec = {0};
    cq_status status = fill_in(ctx, board, n, &spec);

    if (status == CQ_OK && !(n == 0 && is_empty(spec.at)))
        status = cq_problem_parse_board(ctx, spec.at, out);
    cq_vec_free(&spec);
    return status;
}

/* ---- drawings ---- */

/* The marks: columns [start, end) are repeated. */
typedef struct marks {
    size_t line;
    size_t start, end;
} marks;

static bool is_marks(const cq_lines *lines)
{
    bool any = false;

    for (size_t i = 0; i < lines->length; i++) {
        any |= lines->start[i] == 'N';
        if (!strchr("N. ", lines->start[i]))
            return false;
    }
    return any;
}

static bool begins_with(const cq_lines *lines, const char *word)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) && cq_word_is(&words, word);
}

static cq_status fail_unmarked(cq_context *ctx, const cq_text *art, size_t line)
{
    return cq_fail_at(ctx, art->name, line, 0,
                      "the drawing of a family begins with a line of N and '.', which "
                      "marks the columns to repeat N times");
}

static cq_status find_marks(cq_context *ctx, const cq_text *art, marks *out)
{
    cq_lines lines = cq_lines_of(art);
    size_t end;

    do
        if (!cq_lines_next(&lines))
            return fail_unmarked(ctx, art, 0);
    while (cq_lines_blank(&lines) || lines.start[0] == '|' ||
           begins_with(&lines, "board"));
    if (!is_marks(&lines))
        return fail_unmarked(ctx, art, lines.number);
    out->line = lines.number;
    out->start =
        (size_t)((const char *)memchr(lines.start, 'N', lines.length) - lines.start);
    for (end = out->start; end < lines.length && lines.start[end] == 'N'; end++)
        continue;
    out->end = end;
    for (; end < lines.length; end++)
        if (lines.start[end] == 'N')
            return cq_fail_at(ctx, art->name, lines.number, end + 1,
                              "the columns to repeat must be next to each other");
    return CQ_OK;
}

/* Columns [start, end) of a line, with '.' where it is too short. */
static cq_status put_columns(cq_context *ctx, const cq_lines *lines, size_t start,
                             size_t end, cq_chars *out)
{
    for (size_t i = start; i < end; i++)
        if (cq_vec_push(ctx, out, i < lines->length ? lines->start[i] : '.') != CQ_OK)
            return CQ_MEMORY;
    return CQ_OK;
}

/* Whether columns outside the marked ones have a square: those of N = 0. */
static bool has_others(const cq_lines *lines, const marks *m)
{
    for (size_t i = 0; i < lines->length; i++)
        if ((i < m->start || i >= m->end) && !cq_is_absent(lines->start[i]))
            return true;
    return false;
}

static cq_status repeat_columns(cq_context *ctx, const cq_lines *lines, const marks *m,
                                uint64_t n, cq_chars *out)
{
    cq_status status = put_columns(ctx, lines, 0, m->start, out);

    for (uint64_t i = 0; i < n && status == CQ_OK; i++)
        status = put_columns(ctx, lines, m->start, m->end, out);
    if (status == CQ_OK && lines->length > m->end)
        status = put_columns(ctx, lines, m->end, lines->length, out);
    return status;
}

/* *empty: no square of the board is left, which can only be for N = 0. */
static cq_status expand(cq_context *ctx, const cq_text *art, uint64_t n, cq_chars *out,
                        bool *empty)
{
    cq_lines lines = cq_lines_of(art);
    bool board = true; /* the drawing of the board is not yet over */
    marks m;
    cq_status status = find_marks(ctx, art, &m);

    *empty = n == 0;
    while (status == CQ_OK && cq_lines_next(&lines)) {
        if (lines.number == m.line)
            continue;
        if (lines.number > m.line &&
            (cq_lines_blank(&lines) || begins_with(&lines, "piece") ||
             begins_with(&lines, "pieces") || begins_with(&lines, "rule")))
            board = false;
        if (lines.number > m.line && board && has_others(&lines, &m))
            *empty = false;
        status = lines.number > m.line && board
                     ? repeat_columns(ctx, &lines, &m, n, out)
                     : put_text(ctx, out, lines.start, lines.length);
        cq_then(status, cq_vec_push(ctx, out, '\n'));
    }
    return status;
}

static cq_status parse_art(cq_context *ctx, const cq_text *art, uint64_t n,
                           cq_problem **out)
{
    cq_chars text = {0};
    bool empty = false;
    cq_status status = cq_text_require_plain(ctx, art);

    cq_then(status, expand(ctx, art, n, &text, &empty));
    if (status == CQ_OK && !empty)
        status = cq_problem_parse_puzzle(ctx, art->name, text.at ? text.at : "",
                                         text.count, out);
    cq_vec_free(&text);
    return status;
}

/* ---- both ---- */

cq_status cq_family_check(cq_context *ctx, const cq_board_family *family)
{
    marks m;

    if (family->art)
        return find_marks(ctx, family->art, &m);
    if (!strchr(family->board, 'N'))
        return cq_fail_at(ctx, family->board, 0, 0,
                          "a family needs a capital N, as in 4xN, NxN or aztec:N; "
                          "there is none here");
    return CQ_OK;
}

cq_status cq_family_problem(cq_context *ctx, const cq_board_family *family, uint64_t n,
                            cq_problem **out)
{
    cq_problem *problem = NULL;
    cq_status status = family->art ? parse_art(ctx, family->art, n, &problem)
                                   : parse_board(ctx, family->board, n, &problem);

    if (status == CQ_OK && problem && family->pieces)
        status = cq_problem_set_pieces(ctx, problem, family->pieces);
    if (status == CQ_OK && problem && family->tour)
        status = cq_problem_set_tour(
            ctx, problem, family->leaper ? family->leaper : "knight", family->closed);
    if (status != CQ_OK) {
        cq_problem_free(problem);
        return status;
    }
    *out = problem;
    return CQ_OK;
}
