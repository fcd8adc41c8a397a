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
    /* Lines with rules and weights, read when all pieces are known. */
    CQ_VEC(cq_lines) rules, weights;
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

/* A line that opens a piece: the word and something after it. */
static bool opens_piece(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) &&
           (cq_word_is(&words, "piece") || cq_word_is(&words, "pieces")) &&
           cq_words_next(&words);
}

/* The word and something after it. */
static bool opens_with(const cq_lines *lines, const char *word)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) && cq_word_is(&words, word) && cq_words_next(&words);
}

static bool opens_rule(const cq_lines *lines)
{
    return opens_with(lines, "rule");
}

static bool opens_tour(const cq_lines *lines)
{
    return opens_with(lines, "tour");
}

static bool opens_board(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) && cq_word_is(&words, "board");
}

static bool opens_free(const cq_lines *lines)
{
    return opens_with(lines, "free");
}

/* A line about weights: the word, and = somewhere after it. */
static bool opens_weight(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    return cq_words_next(&words) && cq_word_is(&words, "weight") &&
           memchr(lines->start, '=', lines->length);
}

static bool ends_art(const cq_lines *lines)
{
    return ends_drawing(lines) || opens_piece(lines) || opens_board(lines) ||
           opens_rule(lines) || opens_free(lines) || opens_weight(lines) ||
           opens_tour(lines);
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

static cq_status expected(const reader *r, const cq_words *at, const char *what)
{
    if (at->length == 0)
        return cq_fail_at(r->ctx, r->text->name, r->lines.number, at->column,
                          "expected %s, found the end of the line", what);
    return cq_fail_at(r->ctx, r->text->name, r->lines.number, at->column,
                      "expected %s, found '%.*s'", what,
                      at->length > 40 ? 40 : (int)at->length, at->start);
}

/* The art from the next line on; a drawing must start there. */
static cq_status read_art(reader *r, cq_surface surface, const char *whose,
                          cq_board **out)
{
    size_t line = r->lines.number;
    bool ended;
    cq_status status;

    r->standing = false;
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
    cq_status status;

    if (!cq_words_next(words))
        return read_art(r, CQ_PLANE, "the board", out);
    if (cq_word_is(words, "torus") || cq_word_is(words, "cylinder")) {
        cq_surface surface = cq_word_is(words, "torus") ? CQ_TORUS : CQ_CYLINDER;

        if (cq_words_next(words))
            return expected(r, words, "the end of the line");
        return read_art(r, surface, "the board", out);
    }
    status = cq_board_parse_spec(r->ctx, r->text->name, r->lines.number, words->column,
                                 words->start, words->length, out);
    if (status == CQ_OK && cq_words_next(words))
        return expected(r, words, "the end of the line");
    r->standing = false;
    return status;
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
        return cq_fail_at(r->ctx, r->text->name, r->lines.number, words->column,
                          "expected one board, found a second");
    if (*board && one_more(r, &board) != CQ_OK)
        return CQ_MEMORY;
    return read_board_into(r, words, board);
}

/* ---- pieces ---- */

static cq_status read_yes_no(reader *r, cq_words *value, bool *out)
{
    if (!cq_word_is(value, "yes") && !cq_word_is(value, "no"))
        return expected(r, value, "yes or no");
    *out = cq_word_is(value, "yes");
    return CQ_OK;
}

/* One "name=value" of a piece's line. */
static cq_status read_attribute(reader *r, const cq_words *word, cq_piece *piece)
{
    const char *equals = memchr(word->start, '=', word->length);
    size_t name = equals ? (size_t)(equals - word->start) : word->length;
    cq_words value = *word;

    if (!equals)
        return expected(r, word, "copies=, rotate= or flip=");
    value.start += name + 1;
    value.length -= name + 1;
    value.column += name + 1;
    if (cq_same_text(word->start, name, "copies"))
        return cq_copies_parse(r->ctx, r->text->name, r->lines.number, value.column,
                               value.start, value.length, &piece->least, &piece->most);
    if (cq_same_text(word->start, name, "rotate"))
        return read_yes_no(r, &value, &piece->rotate);
    if (cq_same_text(word->start, name, "flip"))
        return read_yes_no(r, &value, &piece->flip);
    return expected(r, word, "copies=, rotate= or flip=");
}

static cq_status check_name(reader *r, const cq_words *word)
{
    for (size_t i = 0; i < word->length; i++) {
        char buffer[16], c = word->start[i];

        if (!cq_piece_name_has(c))
            return cq_fail_at(
                r->ctx, r->text->name, r->lines.number, word->column + i,
                "expected letters, digits or one of '._+- in the name of a "
                "piece, found %s",
                cq_char_name(c, buffer));
    }
    for (size_t i = 0; i < r->problem->pieces.count; i++)
        if (cq_word_is(word, r->problem->pieces.at[i].name))
            return cq_fail_at(r->ctx, r->text->name, r->lines.number, word->column,
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
        status = read_attribute(r, words, &piece);
    cq_then(status, read_shape(r, &piece));
    cq_then(status, cq_vec_push(r->ctx, &r->problem->pieces, piece));
    if (status != CQ_OK)
        cq_piece_free(&piece);
    return status;
}

static cq_status read_set(reader *r, cq_words *words)
{
    size_t length;

    cq_words_next(words);
    length = (size_t)(r->lines.start + r->lines.length - words->start);
    r->standing = false;
    return cq_pieces_parse(r->ctx, r->text->name, r->lines.number, words->column,
                           words->start, length, &r->problem->pieces);
}

/* ---- rules ---- */

/* Rules name pieces, which may come after them. */
static cq_status read_rules(reader *r)
{
    if (r->rules.count && r->problem->pieces.count == 0)
        cq_try(cq_problem_set_pieces(r->ctx, r->problem, "domino*"));
    for (size_t i = 0; i < r->rules.count; i++) {
        const cq_lines *line = &r->rules.at[i];
        cq_words words = cq_words_of(line->start, line->length);

        cq_words_next(&words); /* "rule" */
        cq_words_next(&words);
        cq_try(cq_rule_read(
            r->ctx, r->text->name, line->number, words.column, words.start,
            (size_t)(line->start + line->length - words.start), &r->problem->pieces));
    }
    return CQ_OK;
}

/* The same for weights. */
static cq_status read_weights(reader *r)
{
    if (r->weights.count && r->problem->pieces.count == 0)
        cq_try(cq_problem_set_pieces(r->ctx, r->problem, "domino*"));
    for (size_t i = 0; i < r->weights.count; i++) {
        const cq_lines *line = &r->weights.at[i];
        cq_words words = cq_words_of(line->start, line->length);
        size_t start;

        cq_words_next(&words); /* "weight" */
        start = words.column - 1 + words.length;
        cq_try(cq_weight_line_read(r->ctx, r->text->name, line->number, start + 1,
                                   line->start + start, line->length - start,
                                   &r->problem->pieces));
    }
    return CQ_OK;
}

static cq_status read_free(reader *r, cq_words *words)
{
    if (cq_problem_free_piece(r->problem) != CQ_NO_PIECE)
        return cq_fail_at(r->ctx, r->text->name, r->lines.number, words->column,
                          "expected one line about free squares, found a second");
    cq_words_next(words);
    r->standing = false;
    return cq_blank_parse(
        r->ctx, r->text->name, r->lines.number, words->column, words->start,
        (size_t)(r->lines.start + r->lines.length - words->start), r->problem);
}

/* ---- the file ---- */

static cq_status read_part(reader *r)
{
    cq_words words = cq_words_of(r->lines.start, r->lines.length);
    char hint[CQ_SLIP_HINT_SIZE];

    cq_words_next(&words);
    if (cq_word_is(&words, "board"))
        return read_board(r, &words);
    if (opens_piece(&r->lines))
        return cq_word_is(&words, "piece") ? read_piece(r, &words)
                                           : read_set(r, &words);
    if (opens_rule(&r->lines)) {
        r->standing = false;
        return cq_vec_push(r->ctx, &r->rules, r->lines);
    }
    if (opens_free(&r->lines))
        return read_free(r, &words);
    if (opens_weight(&r->lines)) {
        r->standing = false;
        return cq_vec_push(r->ctx, &r->weights, r->lines);
    }
    if (opens_tour(&r->lines)) {
        r->standing = false;
        r->tour_line = r->lines;
        return cq_tour_line_read(r->ctx, &r->lines, &r->tour);
    }
    return cq_fail_at(r->ctx, r->text->name, r->lines.number, words.column,
                      "expected board, piece NAME, pieces LIST, rule, free NUMBER, "
                      "weight PIECE = NUMBER or tour, found '%.*s'%s",
                      words.length > 40 ? 40 : (int)words.length, words.start,
                      cq_slip_hint(&words, hint));
}

static bool starts_puzzle(const reader *r)
{
    return opens_board(&r->lines) || opens_piece(&r->lines) || opens_rule(&r->lines) ||
           opens_free(&r->lines) || opens_weight(&r->lines) || opens_tour(&r->lines);
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
            return cq_fail_at(r->ctx, r->text->name, r->lines.number, 1,
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
        return cq_fail_at(r->ctx, r->text->name, r->lines.number + 1, 1,
                          "expected a board, found only pieces");
    return CQ_OK;
}

/* Each board is a problem of its own, chained after the first. */
static cq_status chain_up(reader *r)
{
    cq_problem *last = r->problem;

    for (size_t i = 0; i < r->more.count; i++) {
        cq_try(cq_problem_again(r->ctx, r->problem, &last->next));
        last = last->next;
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
        return cq_fail_at(r->ctx, r->text->name, r->tour_line.number, 1,
                          "expected pieces or a tour, found both");
    for (cq_problem *p = r->problem; p; p = p->next)
        cq_try(cq_tour_line_settle(r->ctx, &r->tour_line, &r->tour, p));
    return CQ_OK;
}

bool cq_puzzle_asks_tour(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);

    while (cq_lines_next(&lines))
        if (opens_tour(&lines))
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
    status = starts_puzzle(&r) ? read_parts(&r) : read_bare(&r);
    cq_then(status, read_rules(&r));
    cq_then(status, read_weights(&r));
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
