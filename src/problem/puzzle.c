/* puzzle.c - puzzle files: a board and the pieces that are to cover it.
 *
 *    | a comment, as in Knuth's format for covers
 *    board                     the art follows; or "board 8x8-a1", "board aztec:4";
 *    ####                      "board torus" and "board cylinder" join the edges of the
 *    ###.                      art that follows
 *
 *     piece A copies=2 rotate=yes flip=no
 *     ##
 *     #.
 *     pieces pentominoes, L3*   named sets, as after --pieces
 *     rule apart A              how pieces may lie beside one another: see rule.h
 *
 *     free 4 in=a1,b2,c3        squares that stay free: how many, and which may
 *     weight A = 3              what placements weigh: see weighing.h
 *     tour open at=a1=1         a tour instead of a tiling: see tour_wishes.c
 *
 * Board, pieces and rules may come in any order. A file that starts with none of these
 * words is the art of a board alone, to be covered with dominoes; so is a puzzle
 * without pieces.
 *
 * If several boards are welcome, each is a drawing of its own, with an empty line or
 * a line of dashes between them, or has its own "board" after such a line; the pieces
 * are for all of them.
 */
#include "base/assert.h"
#include "problem/slips.h"
#include "problem/tour_wishes.h"

#include <ctype.h>
#include <string.h>

typedef struct reader {
    cq_context *ctx;
    const cq_text *text;
    cq_lines lines;
    bool standing; /* on a line that is not yet dealt with */
    bool apart;    /* an empty line or dashes were passed since the last part */
    bool several;  /* more than one board is welcome */
    cq_problem *problem;
    CQ_VEC(cq_board *) more; /* boards after the first */
    /* What lines say after "rule" and "weight", read when all pieces are known. */
    CQ_VEC(cq_span) rules, weights;
    cq_question tour;   /* what its lines ask for */
    cq_lines tour_line; /* the last of them */
} reader;

static bool is_comment(const cq_lines *lines)
{
    return lines->length && lines->start[0] == '|';
}

/* A line of three dashes or more. */
static bool is_divider(const cq_lines *lines)
{
    size_t dashes = 0, length = lines->length;

    while (length &&
           (lines->start[length - 1] == ' ' || lines->start[length - 1] == '\t'))
        length--;
    while (dashes < length && lines->start[dashes] == '-')
        dashes++;
    return dashes >= 3 && dashes == length;
}

static bool ends_drawing(const cq_lines *lines)
{
    return is_comment(lines) || is_divider(lines);
}

/* What a line may open, and its word. */
typedef enum part { BOARD, PIECE, PIECES, RULE, FREE, WEIGHT, TOUR, NO_PART } part;

static const char *const part_words[] = {
    [BOARD] = "board", [PIECE] = "piece",   [PIECES] = "pieces", [RULE] = "rule",
    [FREE] = "free",   [WEIGHT] = "weight", [TOUR] = "tour",
};

/* Something must stand after the word, for weights an = somewhere; a board's art may be
 * in the next line. */
static part opened_by(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    part p = BOARD;
    bool more;

    if (!cq_words_next(&words))
        return NO_PART;
    while (p < NO_PART && !cq_word_is(&words, part_words[p]))
        p++;
    more = p == WEIGHT ? memchr(lines->start, '=', lines->length) != NULL
                       : p == BOARD || cq_words_next(&words);
    return more ? p : NO_PART;
}

static bool ends_art(const cq_lines *lines)
{
    return ends_drawing(lines) || opened_by(lines) != NO_PART;
}

/* To the next line that is neither blank nor a comment. */
static bool advance(reader *r)
{
    for (;;) {
        if (!r->standing && !cq_lines_next(&r->lines))
            return false;
        r->standing = true;
        if (!cq_lines_blank(&r->lines) && !ends_drawing(&r->lines))
            return true;
        r->apart = r->apart || !is_comment(&r->lines);
        r->standing = false;
    }
}

static cq_span word_at(const reader *r, const cq_words *words)
{
    return cq_span_word(cq_span_from(&r->lines, r->lines.start), words);
}

static cq_status expected(const reader *r, cq_span found, const char *what)
{
    return cq_expected(r->ctx, found, what, "the end of the line");
}

/* The art from the next line on; a drawing must start there. */
static cq_status read_art(reader *r, cq_surface surface, const char *whose,
                          cq_board **out)
{
    size_t line = r->lines.number;
    bool ended;
    cq_status status;

    if (!cq_lines_next(&r->lines) || cq_lines_blank(&r->lines) || ends_art(&r->lines))
        return cq_fail_at(r->ctx, r->text->name, line + 1, 1,
                          "expected the drawing of %s in the lines below", whose);
    status = cq_slip_in_drawing(r->ctx, &r->lines, ends_art, false);
    cq_then(status,
            cq_board_read_art(r->ctx, &r->lines, surface, ends_art, &ended, out));
    r->standing = status == CQ_OK && !ended;
    return status;
}

/* ---- the board ---- */

static cq_status read_board_into(reader *r, cq_words *words, cq_board **out)
{
    cq_surface surface = CQ_PLANE;
    bool more = cq_words_next(words);

    if (cq_word_is(words, "torus"))
        surface = CQ_TORUS;
    else if (cq_word_is(words, "cylinder"))
        surface = CQ_CYLINDER;
    else if (more)
        cq_try(cq_board_parse_spec(r->ctx, r->text->name, r->lines.number,
                                   words->column, words->start, words->length, out));
    if (more && cq_words_next(words))
        return expected(r, word_at(r, words), "the end of the line");
    return more && surface == CQ_PLANE ? CQ_OK : read_art(r, surface, "the board", out);
}

/* A place for one more board, after the first. */
static cq_status one_more(reader *r, cq_board ***out)
{
    cq_try(cq_vec_push(r->ctx, &r->more, NULL));
    *out = &r->more.at[r->more.count - 1];
    return CQ_OK;
}

static cq_status read_board(reader *r, cq_words *words)
{
    cq_board **board = &r->problem->board;

    if (*board && !r->several)
        return cq_fail_in(r->ctx, &r->lines, words->start,
                          "expected one board, found a second");
    if (*board)
        cq_try(one_more(r, &board));
    return read_board_into(r, words, board);
}

/* ---- pieces ---- */

static cq_status read_yes_no(const reader *r, cq_span value, bool *out)
{
    *out = cq_same_text(value.start, value.length, "yes");
    if (!*out && !cq_same_text(value.start, value.length, "no"))
        return expected(r, value, "yes or no");
    return CQ_OK;
}

/* One "name=value" of a piece's line. */
static cq_status read_attribute(const reader *r, cq_span word, cq_piece *piece)
{
    cq_span value = word, name;

    cq_span_take(&value, '=', &name);
    if (value.start && cq_same_text(name.start, name.length, "copies"))
        return cq_copies_parse(r->ctx, value, &piece->least, &piece->most);
    if (value.start && cq_same_text(name.start, name.length, "rotate"))
        return read_yes_no(r, value, &piece->rotate);
    if (value.start && cq_same_text(name.start, name.length, "flip"))
        return read_yes_no(r, value, &piece->flip);
    return expected(r, word, "copies=, rotate= or flip=");
}

static cq_status check_name(reader *r, const cq_words *word)
{
    for (size_t i = 0; i < word->length; i++) {
        char buffer[16], c = word->start[i];

        if (!cq_piece_name_has(c))
            return cq_fail_in(
                r->ctx, &r->lines, word->start + i,
                "expected letters, digits or one of '._+- in the name of a "
                "piece, found %s",
                cq_char_name(c, buffer));
    }
    for (size_t i = 0; i < r->problem->pieces.count; i++)
        if (cq_word_is(word, r->problem->pieces.at[i].name))
            return cq_fail_in(r->ctx, &r->lines, word->start,
                              "there is already a piece %s, from line %zu",
                              r->problem->pieces.at[i].name,
                              r->problem->pieces.at[i].line);
    return CQ_OK;
}

static cq_status take_shape(cq_context *ctx, const cq_board *art, cq_shape *out)
{
    cq_shape shape = {0};

    cq_try(cq_vec_reserve(ctx, &shape, art->count));
    for (cq_cell cell = 0; cell < cq_board_size(art); cell++) {
        cq_square square = {(int32_t)cq_row(art, cell), (int32_t)cq_col(art, cell),
                            art->colour[cell]};

        if (art->colour[cell])
            shape.at[shape.count++] = square;
    }
    cq_shape_normalise(&shape);
    *out = shape;
    return CQ_OK;
}

static cq_status read_shape(reader *r, cq_piece *piece)
{
    cq_board *art = NULL;
    bool connected = true;
    cq_status status = read_art(r, CQ_PLANE, "the piece", &art);

    cq_then(status, take_shape(r->ctx, art, &piece->shape));
    cq_then(status, cq_shape_connected(r->ctx, &piece->shape, &connected));
    if (status == CQ_OK && !connected)
        cq_note(r->ctx, "piece %s is not connected", piece->name);
    cq_board_free(art);
    return status;
}

static cq_status read_piece(reader *r, cq_words *words)
{
    cq_piece piece = {.least = 1, .most = 1, .rotate = true, .flip = true};
    cq_status status;

    cq_words_next(words);
    cq_try(check_name(r, words));
    piece.line = r->lines.number;
    piece.name = cq_strndup(r->ctx, words->start, words->length);
    status = piece.name ? CQ_OK : CQ_MEMORY;
    while (status == CQ_OK && cq_words_next(words))
        status = read_attribute(r, word_at(r, words), &piece);
    cq_then(status, read_shape(r, &piece));
    cq_then(status, cq_vec_push(r->ctx, &r->problem->pieces, piece));
    if (status != CQ_OK)
        cq_piece_free(&piece);
    return status;
}

static cq_status read_set(reader *r, cq_words *words)
{
    cq_words_next(words);
    return cq_pieces_parse(r->ctx, cq_span_from(&r->lines, words->start),
                           &r->problem->pieces);
}

/* ---- rules ---- */

/* Rules and weights name pieces, which may come after them. */
static cq_status read_rules(reader *r)
{
    cq_pieces *pieces = &r->problem->pieces;

    if ((r->rules.count || r->weights.count) && pieces->count == 0)
        cq_try(cq_problem_set_pieces(r->ctx, r->problem, "domino*"));
    for (size_t i = 0; i < r->rules.count; i++)
        cq_try(cq_rule_read(r->ctx, r->rules.at[i], pieces));
    for (size_t i = 0; i < r->weights.count; i++)
        cq_try(cq_weight_line_read(r->ctx, r->weights.at[i], pieces));
    return CQ_OK;
}

static cq_status read_free(reader *r, cq_words *words)
{
    if (cq_problem_free_piece(r->problem) != CQ_NO_PIECE)
        return cq_fail_in(r->ctx, &r->lines, words->start,
                          "expected one line about free squares, found a second");
    cq_words_next(words);
    return cq_blank_parse(r->ctx, cq_span_from(&r->lines, words->start), r->problem);
}

/* ---- the file ---- */

static cq_status read_part(reader *r)
{
    cq_words words = cq_words_of(r->lines.start, r->lines.length);
    char hint[CQ_SLIP_HINT_SIZE];

    cq_words_next(&words);
    r->standing = false;
    switch (opened_by(&r->lines)) {
    case BOARD: return read_board(r, &words);
    case PIECE: return read_piece(r, &words);
    case PIECES: return read_set(r, &words);
    case RULE:
        cq_words_next(&words);
        return cq_vec_push(r->ctx, &r->rules, cq_span_from(&r->lines, words.start));
    case FREE: return read_free(r, &words);
    case WEIGHT:
        return cq_vec_push(r->ctx, &r->weights, cq_span_from(&r->lines, words.at));
    case TOUR:
        r->tour_line = r->lines;
        return cq_tour_line_read(r->ctx, &r->lines, &r->tour);
    case NO_PART: break;
    }
    return cq_fail_in(r->ctx, &r->lines, words.start,
                      "expected board, piece NAME, pieces LIST, rule, free NUMBER, "
                      "weight PIECE = NUMBER or tour, found '%.*s'%s",
                      words.length > 40 ? 40 : (int)words.length, words.start,
                      cq_slip_hint(&words, hint));
}

static cq_status read_drawing(reader *r, cq_board **out)
{
    bool ended;
    cq_status status = cq_slip_in_drawing(r->ctx, &r->lines, ends_drawing, true);

    cq_then(status,
            cq_board_read_art(r->ctx, &r->lines, CQ_PLANE, ends_drawing, &ended, out));
    r->standing = status == CQ_OK && !ended;
    r->apart = false;
    return status;
}

static cq_status read_bare(reader *r)
{
    cq_try(read_drawing(r, &r->problem->board));
    while (advance(r)) {
        cq_board **board;

        if (!r->several || !r->apart)
            return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                              "expected the end after the board's last row (a row "
                              "without squares is written with dots)");
        cq_try(one_more(r, &board));
        cq_try(read_drawing(r, board));
    }
    return CQ_OK;
}

static cq_status read_parts(reader *r)
{
    while (advance(r))
        cq_try(read_part(r));
    if (!r->problem->board)
        return cq_fail_end(r->ctx, &r->lines, "expected a board, found only pieces");
    return CQ_OK;
}

/* Each board is a problem of its own, chained after the first. */
static cq_status chain_up(reader *r)
{
    cq_problem *last = r->problem;

    for (size_t i = 0; i < r->more.count; i++) {
        cq_try(cq_problem_again(r->ctx, r->problem, &last->next));
        last = last->next;
        cq_assert(!last->board && !last->next);
        last->board = r->more.at[i];
        r->more.at[i] = NULL;
    }
    return CQ_OK;
}

/* A tour of every board, if one is asked for. */
static cq_status settle_tours(reader *r)
{
    if (r->tour.reading != CQ_READ_TOUR)
        return CQ_OK;
    if (r->problem->pieces.count)
        return cq_fail_in(r->ctx, &r->tour_line, r->tour_line.start,
                          "expected pieces or a tour, found both");
    for (cq_problem *p = r->problem; p; p = p->next)
        cq_try(cq_tour_line_settle(r->ctx, &r->tour_line, &r->tour, p));
    return CQ_OK;
}

bool cq_puzzle_asks_tour(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);

    while (cq_lines_next(&lines))
        if (opened_by(&lines) == TOUR)
            return true;
    return false;
}

cq_status cq_puzzle_read(cq_context *ctx, const cq_text *text, bool several,
                         cq_problem *problem)
{
    reader r = {.ctx = ctx,
                .tour = CQ_QUESTION_INIT,
                .text = text,
                .lines = cq_lines_of(text),
                .several = several,
                .problem = problem};
    cq_status status;

    cq_try(cq_text_require_plain(ctx, text));
    if (!advance(&r))
        return cq_fail_at(ctx, text->name, 1, 1, "the board has no squares");
    status = opened_by(&r.lines) != NO_PART ? read_parts(&r) : read_bare(&r);
    cq_then(status, read_rules(&r));
    cq_then(status, chain_up(&r));
    for (cq_problem *p = problem; p && status == CQ_OK; p = p->next) {
        status = cq_blank_settle(ctx, text->name, p);
        cq_then(status, cq_weighing_settle(ctx, text->name, p->board, &p->pieces));
    }
    cq_then(status, cq_slip_in_colours(ctx, text, problem));
    cq_then(status, settle_tours(&r));
    cq_tour_line_free(&r.tour);
    for (size_t i = 0; i < r.more.count; i++)
        cq_board_free(r.more.at[i]);
    cq_vec_free_each(&r.more, &r.rules, &r.weights);
    return status;
}

/* ---- writing ---- */

static void write_copies(const cq_piece *piece, FILE *out)
{
    if (piece->most == CQ_ANY_COPIES && piece->least == 0)
        fputs("any", out);
    else if (piece->most == CQ_ANY_COPIES)
        fprintf(out, "%" PRIu32 "..any", piece->least);
    else if (piece->least == piece->most)
        fprintf(out, "%" PRIu32, piece->least);
    else
        fprintf(out, "%" PRIu32 "..%" PRIu32, piece->least, piece->most);
}

static void write_free(const cq_piece *blank, FILE *out)
{
    fputs("\nfree ", out);
    write_copies(blank, out);
    fprintf(out, blank->within ? " in=%s\n" : "\n", blank->within);
}

static void write_shape(const cq_shape *shape, FILE *out)
{
    int32_t row = 0, col = 0;

    for (size_t i = 0; i < shape->count; i++) {
        cq_assert(shape->at[i].row > row || shape->at[i].col >= col); /* row by row */
        for (; row < shape->at[i].row; row++, col = 0)
            fputs(col ? "\n" : ".\n", out); /* a blank line would end the piece */
        for (; col < shape->at[i].col; col++)
            fputc('.', out);
        fputc(shape->at[i].colour, out);
        col++;
    }
    fputc('\n', out);
}

cq_status cq_puzzle_write(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    static const char *const surfaces[] = {"", " cylinder", " torus"};
    cq_status status;

    fprintf(out, "board%s\n", surfaces[problem->board->surface]);
    status = cq_board_write_art(ctx, problem->board, out);
    for (size_t i = 0; i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];

        if (piece->blank) {
            write_free(piece, out);
            continue;
        }
        fprintf(out, "\npiece %s copies=", piece->name);
        write_copies(piece, out);
        fprintf(out, " rotate=%s flip=%s\n", piece->rotate ? "yes" : "no",
                piece->flip ? "yes" : "no");
        write_shape(&piece->shape, out);
    }
    if (problem->kind == CQ_TOUR)
        cq_tour_line_write(problem, out);
    for (size_t i = 0; i < problem->pieces.rules.count; i++)
        fprintf(out, "%srule %s\n", i ? "" : "\n", problem->pieces.rules.at[i].text);
    for (size_t i = 0; i < problem->pieces.weighing.lines.count; i++)
        fprintf(out, "%sweight %s\n", i ? "" : "\n",
                problem->pieces.weighing.lines.at[i].text +
                    strspn(problem->pieces.weighing.lines.at[i].text, " \t"));
    if (status == CQ_OK && ferror(out))
        status = cq_fail_io(ctx, "cannot write", "the puzzle");
    return status;
}
