/* text_read.c - answers out of the text that text_write.c writes.
 *
 * What it is shows in the first line: "impossible:", "proof:", "unknown:", "possible",
 * a number alone (a count), otherwise solutions in the form of the problem's kind, with
 * an empty line between two of them. A number alone that is also a whole solution (a
 * tour of one square, say) is read as the solution: it claims more.
 *
 * Tours of a board are grids of numbers, lists of moves or TOUR files (tour_read.c);
 * what a SAT solver prints is a solution, too (model_read.c).
 *
 * Text has no closing bracket, so a cut must show otherwise: a grid must have all rows
 * and all of each row, everything else must end with the end of a line.
 *
 * Lines and words are looked at where they stand; the tables of lookup.c turn names
 * into numbers. Linear in the text, apart from letters that must be split.
 */
#include "answer/read.h"

#include <inttypes.h>
#include <string.h>

static cq_status fail_line(const cq_reader *r, const cq_lines *lines, size_t column,
                           const char *sentence)
{
    return cq_fail_at(r->ctx, r->text->name, lines->number, column, "%s", sentence);
}

/* Goes on to the next line that is not blank. */
static bool next_filled(cq_lines *lines)
{
    while (cq_lines_next(lines))
        if (!cq_lines_blank(lines))
            return true;
    return false;
}

/* After the last line of something that must be alone. */
static cq_status expect_end(const cq_reader *r, cq_lines *lines, const char *sentence)
{
    return next_filled(lines) ? fail_line(r, lines, 1, sentence) : CQ_OK;
}

static bool only_digits(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            return false;
    return length > 0;
}

/* ---- options ---- */

/* One line is one option; of options with the same items each is taken once, in their
 * order. *open counts the sets of items that have more options than were taken. */
static cq_status read_option(cq_reader *r, const cq_lines *lines, cq_solution *solution,
                             size_t *open)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    uint32_t serial = (uint32_t)r->answer->solutions.count;
    char quoted[CQ_QUOTED_SIZE];
    uint32_t first, option;
    cq_entry entry;

    r->entries.count = 0;
    while (cq_words_next(&words)) {
        if (!cq_lookup_entry(&r->lookup, words.start, words.length, &entry))
            return cq_fail_at(r->ctx, r->text->name, lines->number, words.column,
                              "there is no item %s: the answer belongs to another "
                              "problem",
                              cq_quoted(words.start, words.length, quoted));
        cq_try(cq_vec_push(r->ctx, &r->entries, entry));
    }
    cq_try(cq_lookup_option(&r->lookup, &r->entries, &first));
    if (first == CQ_NOT_FOUND)
        return fail_line(r, lines, 1,
                         "no option has exactly these items: the answer belongs to "
                         "another problem");
    option = first;
    while (option != CQ_NOT_FOUND && r->used[option] == serial)
        option = cq_lookup_next_option(&r->lookup, &r->entries, option);
    if (option == CQ_NOT_FOUND)
        option = first;
    else if (cq_lookup_next_option(&r->lookup, &r->entries, option) != CQ_NOT_FOUND)
        *open += option == first;
    else
        *open -= option != first;
    r->used[option] = serial;
    return cq_vec_push(r->ctx, &solution->labels, option);
}

/* The walk stands on the first line and ends on the last line, or a blank one. */
static cq_status read_options(cq_reader *r, cq_lines *lines)
{
    cq_solution *solution;
    cq_status status = cq_reader_add_solution(r, &solution);
    size_t open = 0;

    do {
        cq_then(status, read_option(r, lines, solution, &open));
    } while (status == CQ_OK && cq_lines_next(lines) && !cq_lines_blank(lines));
    r->answer->unclear |= open > 0;
    return status;
}

/* ---- tours ---- */

static cq_status read_vertex_names(cq_reader *r, const cq_lines *lines,
                                   cq_solution *solution)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    char quoted[CQ_QUOTED_SIZE];

    while (cq_words_next(&words)) {
        uint32_t vertex = cq_lookup_name(&r->lookup, words.start, words.length);

        if (vertex == CQ_NOT_FOUND)
            return cq_fail_at(r->ctx, r->text->name, lines->number, words.column,
                              "this graph has no vertex %s: the answer belongs to "
                              "another problem",
                              cq_quoted(words.start, words.length, quoted));
        cq_try(cq_vec_push(r->ctx, &solution->members, vertex));
    }
    return CQ_OK;
}

/* Names over one line or several, up to a blank one. */
static cq_status read_graph_tour(cq_reader *r, cq_lines *lines)
{
    cq_solution *solution;
    cq_status status = cq_reader_add_solution(r, &solution);

    while (status == CQ_OK) {
        status = read_vertex_names(r, lines, solution);
        if (status == CQ_OK && (!cq_lines_next(lines) || cq_lines_blank(lines)))
            return CQ_OK;
    }
    return status;
}

/* Whether the line begins with the name of a square: then it is a list of moves. */
static bool is_moves(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    char first, last;

    if (!cq_words_next(&words))
        return false;
    first = words.start[0];
    last = words.start[words.length - 1];
    return memchr(words.start, ':', words.length) != NULL ||
           (((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z')) &&
            last >= '0' && last <= '9');
}

/* A number at a cell: the place of the cell in the tour. `members` has room for every
 * vertex, and UINT32_MAX for those not visited. */
static cq_status read_step(cq_reader *r, const cq_lines *lines, const cq_words *words,
                           cq_cell cell, cq_u32s *members)
{
    uint32_t vertices = r->problem->graph.vertices, number;

    if (!cq_parse_u32(words->start, words->length, UINT32_MAX - 1, &number) ||
        number == 0 || number > vertices)
        return cq_fail_word(r, lines->number, words,
                            "a number from 1 to %" PRIu32 " or '.'", vertices);
    if (!cq_board_present(r->problem->board, cell))
        return fail_line(
            r, lines, words->column,
            "there is no square here: the answer belongs to another board");
    if (members->at[number - 1] != CQ_NOT_FOUND)
        return cq_fail_at(r->ctx, r->text->name, lines->number, words->column,
                          "the number %" PRIu32 " appears twice", number);
    members->at[number - 1] = cq_lookup_vertex(&r->lookup, cell);
    members->count = number > members->count ? number : members->count;
    return CQ_OK;
}

static cq_status read_number_row(cq_reader *r, const cq_lines *lines, uint32_t row,
                                 cq_u32s *members)
{
    const cq_board *board = r->problem->board;
    cq_words words = cq_words_of(lines->start, lines->length);
    uint32_t col = 0;

    for (; cq_words_next(&words); col++) {
        if (col == board->cols)
            return cq_fail_at(r->ctx, r->text->name, lines->number, words.column,
                              "expected %" PRIu32
                              " numbers in this row, found more: the answer belongs to "
                              "another board",
                              board->cols);
        if (!cq_word_is(&words, "."))
            cq_try(read_step(r, lines, &words, row * board->cols + col, members));
    }
    for (; col < board->cols; col++)
        if (cq_board_present(board, row * board->cols + col))
            return cq_fail_at(r->ctx, r->text->name, lines->number, words.column,
                              "expected %" PRIu32 " numbers in this row, found %" PRIu32
                              ": the answer is cut short or belongs to another board",
                              board->cols, col);
    return CQ_OK;
}

/* The walk stands on the first row and ends on the last. */
static cq_status read_number_rows(cq_reader *r, cq_lines *lines, cq_u32s *members)
{
    uint32_t rows = r->problem->board->rows;

    for (uint32_t row = 0;; row++) {
        cq_try(read_number_row(r, lines, row, members));
        if (row + 1 == rows)
            return CQ_OK;
        if (!cq_lines_next(lines))
            return cq_fail_at(r->ctx, r->text->name, lines->number + 1, 1,
                              "expected %" PRIu32 " rows of numbers, found %" PRIu32
                              ": the answer is cut short or belongs to another board",
                              rows, row + 1);
    }
}

static cq_status read_board_tour(cq_reader *r, cq_lines *lines)
{
    uint32_t vertices = r->problem->graph.vertices;
    size_t first_line = lines->number;
    cq_solution *solution;
    cq_u32s *members;

    cq_try(cq_reader_add_solution(r, &solution));
    members = &solution->members;
    cq_try(cq_vec_reserve(r->ctx, members, vertices));
    if (vertices)
        memset(members->at, 0xff, vertices * sizeof *members->at);
    cq_try(read_number_rows(r, lines, members));
    for (size_t i = 0; i < members->count; i++)
        if (members->at[i] == CQ_NOT_FOUND)
            return cq_fail_at(r->ctx, r->text->name, first_line, 1,
                              "the number %zu is missing", i + 1);
    return CQ_OK;
}

/* ---- solutions ---- */

/* A grid has as many rows as the board, and then an empty line. */
static cq_status read_grid(cq_reader *r, cq_lines *lines, cq_letters *letters)
{
    cq_try(letters ? cq_letters_read(letters, lines) : read_board_tour(r, lines));
    if (cq_lines_next(lines) && !cq_lines_blank(lines))
        return cq_fail_at(r->ctx, r->text->name, lines->number, 1,
                          "expected %" PRIu32
                          " rows, found more: the answer belongs to another board",
                          r->problem->board->rows);
    return CQ_OK;
}

/* "class of 4:" above a solution; false if the line is something else. Nothing else
 * ends in a colon: rows have letters or numbers, options have names. */
static bool is_class_line(const cq_lines *lines, uint64_t *size)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    bool begins = cq_words_next(&words) && cq_word_is(&words, "class") &&
                  cq_words_next(&words) && cq_word_is(&words, "of");

    return begins && cq_words_next(&words) && words.length > 1 &&
           words.start[words.length - 1] == ':' &&
           cq_parse_u64(words.start, words.length - 1, UINT64_MAX, size) &&
           !cq_words_next(&words);
}

/* From a line about a solution to the solution below it. */
static cq_status step_below(cq_reader *r, cq_lines *lines)
{
    if (cq_lines_next(lines))
        return CQ_OK;
    return fail_line(r, lines, lines->length + 1,
                     "expected a solution below this line: the answer is cut short");
}

static cq_status fail_costs(cq_reader *r, cq_lines *lines)
{
    return fail_line(r, lines, 1,
                     "expected a line such as 'costs 7:' above all solutions or above "
                     "none");
}

/* "costs 7/2:" above a solution: the value goes to the answer. */
static cq_status read_costs(cq_reader *r, cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length), value;
    bool told = cq_words_next(&words) && cq_word_is(&words, "costs") &&
                cq_words_next(&words) && words.length > 1 &&
                words.start[words.length - 1] == ':';
    char *text;

    value = words;
    if (!told || cq_words_next(&words))
        return r->answer->values.count ? fail_costs(r, lines) : CQ_OK;
    text = cq_strndup(r->ctx, value.start, value.length - 1);
    cq_try(text ? cq_answer_add_value(r->answer, text) : CQ_MEMORY);
    if (r->answer->values.count != r->answer->solutions.count + 1)
        return fail_costs(r, lines);
    return step_below(r, lines);
}

/* Reads over the line with the size of the class, if there is one; the walk then
 * stands on the solution. All solutions have one, or none has. */
static cq_status read_class(cq_reader *r, cq_lines *lines)
{
    cq_answer *answer = r->answer;
    uint64_t size = 0;
    bool told = is_class_line(lines, &size);

    if (told && size == 0)
        return fail_line(r, lines, 1, "a class has at least one solution");
    if (answer->solutions.count && told != answer->unique)
        return fail_line(r, lines, 1,
                         "expected a line such as 'class of 4:' above all solutions or "
                         "above none");
    if (!told)
        return CQ_OK;
    answer->unique = true;
    cq_try(cq_vec_push(r->ctx, &answer->classes, size));
    return step_below(r, lines);
}

/* The walk stands on the first line that is not blank. */
static cq_status read_solutions(cq_reader *r, cq_lines *lines)
{
    cq_letters *letters = NULL;
    cq_status status = CQ_OK;

    if (r->problem->kind == CQ_TILING)
        status = cq_letters_new(r, &letters);
    while (status == CQ_OK) {
        status = read_class(r, lines);
        if (status == CQ_OK && cq_problem_is_weighted(r->problem))
            status = read_costs(r, lines);
        if (status != CQ_OK)
            break;
        if (r->problem->kind == CQ_TOUR && r->problem->board && is_moves(lines))
            status = cq_read_moves(r, lines);
        else if (r->problem->board)
            status = read_grid(r, lines, letters);
        else if (r->problem->kind == CQ_COVER)
            status = read_options(r, lines);
        else
            status = read_graph_tour(r, lines);
        if (status != CQ_OK || !next_filled(lines))
            break;
    }
    cq_letters_free(letters);
    if (r->answer->findings.left.count)
        r->answer->goal = CQ_GOAL_MAX;
    return status;
}

/* Solutions say yes, and nothing about others. */
static cq_status end_solutions(cq_reader *r, cq_status status)
{
    cq_answer *answer = r->answer;

    answer->verdict = CQ_YES;
    answer->found = answer->solutions.count;
    answer->bare = true;
    if (answer->found > 1 && answer->goal == CQ_GOAL_FIND) {
        answer->goal = CQ_GOAL_ALL;
        answer->stop = CQ_STOP_LIMIT;
    }
    return status;
}

/* ---- a number alone ---- */

/* Whether each digit is the first letter of a piece. */
static bool names_pieces(const cq_pieces *pieces, const cq_words *word)
{
    for (size_t i = 0; i < word->length; i++) {
        size_t piece = 0;

        while (piece < pieces->count && pieces->at[piece].name[0] != word->start[i])
            piece++;
        if (piece == pieces->count)
            return false;
    }
    return true;
}

/* Whether a single word of digits is a solution and not a count. */
static bool is_short_solution(const cq_reader *r, const cq_words *word)
{
    const cq_problem *problem = r->problem;

    switch (problem->kind) {
    case CQ_TILING:
        return problem->board->rows == 1 && word->length == problem->board->cols &&
               cq_text_initials(problem) && names_pieces(&problem->pieces, word);
    case CQ_COVER:
        return problem->cover.primary == 1 &&
               cq_lookup_name(&r->lookup, word->start, word->length) == 0;
    case CQ_TOUR: break;
    }
    return problem->graph.vertices == 1 &&
           (problem->board
                ? cq_board_size(problem->board) == 1 && cq_word_is(word, "1")
                : cq_lookup_name(&r->lookup, word->start, word->length) == 0);
}

static bool is_count(const cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length), rest;
    cq_lines behind = *lines;

    if (!cq_words_next(&words) || !only_digits(words.start, words.length))
        return false;
    rest = words;
    return !cq_words_next(&rest) && !next_filled(&behind) &&
           !is_short_solution(r, &words);
}

static cq_status read_count(cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    char *digits;

    cq_words_next(&words);
    digits = cq_strndup(r->ctx, words.start, words.length);
    cq_try_memory(digits);
    mpz_set_str(r->answer->count, digits, 10);
    cq_free(digits);
    r->answer->goal = CQ_GOAL_COUNT;
    r->answer->counted = true;
    r->answer->verdict = mpz_sgn(r->answer->count) ? CQ_YES : CQ_NO;
    return CQ_OK;
}

/* One line that is a weight, as the answer to a problem with weights: the sum. */
static bool is_total(const cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    cq_lines behind = *lines;

    return cq_problem_is_weighted(r->problem) && cq_words_next(&words) &&
           !next_filled(&behind) && !is_short_solution(r, &words) &&
           cq_weight_is_text(lines->start, lines->length);
}

static cq_status read_total(cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    cq_words_next(&words);
    r->answer->total = cq_strndup(r->ctx, words.start,
                                  (size_t)(lines->start + lines->length - words.start));
    r->answer->goal = CQ_GOAL_TOTAL;
    r->answer->verdict = CQ_YES;
    return r->answer->total ? CQ_OK : CQ_MEMORY;
}

/* ---- no and unknown ---- */

/* The sentence is for people, and may be missing; the proof counts. */
static cq_status read_no(cq_reader *r, cq_lines *lines, bool sentence)
{
    cq_words words;

    if (sentence && !next_filled(lines))
        return cq_fail_at(r->ctx, r->text->name, lines->number + 1, 1,
                          "expected a line with the proof, found the end of the text");
    words = cq_words_of(lines->start, lines->length);
    if (!cq_words_next(&words) || !cq_word_is(&words, "proof:"))
        return fail_line(r, lines, 1, "expected a line with the proof");
    r->answer->verdict = CQ_NO;
    cq_try(cq_read_text_proof(r, lines, &words));
    return expect_end(r, lines, "expected nothing after the proof");
}

/* "stopped by time", "by you", or any other words. */
static cq_status read_unknown(cq_reader *r, cq_lines *lines, cq_words *words)
{
    r->answer->verdict = CQ_UNKNOWN;
    while (cq_words_next(words)) {
        if (cq_word_is(words, "you"))
            r->answer->stop = CQ_STOP_CANCELLED;
        for (unsigned stop = CQ_STOP_CANCELLED; stop <= CQ_STOP_WORK; stop++)
            if (cq_word_is(words, cq_stop_name((cq_stop)stop)))
                r->answer->stop = (cq_stop)stop;
    }
    return expect_end(r, lines, "expected nothing after this line");
}

/* A cover that asks for nothing is solved by nothing. */
static cq_status read_nothing(cq_reader *r)
{
    const cq_cover *cover = &r->problem->cover;
    bool asked = r->problem->kind != CQ_COVER;
    cq_solution *solution;

    for (size_t i = 0; i < cover->primary && !asked; i++)
        asked = cover->items.at[i].least > 0;
    if (asked)
        return cq_fail_at(r->ctx, r->text->name, 1, 1,
                          "expected an answer, found an empty text");
    r->answer->verdict = CQ_YES;
    r->answer->found = 1;
    return cq_reader_add_solution(r, &solution);
}

/* The last line is whole. */
static cq_status expect_whole(const cq_reader *r)
{
    const cq_text *text = r->text;
    cq_lines lines = cq_lines_of(text);

    if (text->data[text->size - 1] == '\n')
        return CQ_OK;
    while (cq_lines_next(&lines))
        continue;
    return fail_line(r, &lines, lines.length + 1,
                     "expected the end of the line: the answer is cut short");
}

/* Anything but a solution; *taken is false if it is one. */
static cq_status read_claim(cq_reader *r, cq_lines *lines, bool *taken)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    *taken = true;
    cq_words_next(&words);
    if (cq_word_is(&words, "impossible:") || cq_word_is(&words, "proof:"))
        return read_no(r, lines, cq_word_is(&words, "impossible:"));
    if (cq_word_is(&words, "unknown:"))
        return read_unknown(r, lines, &words);
    if (cq_word_is(&words, "possible") &&
        cq_lookup_name(&r->lookup, "possible", 8) == CQ_NOT_FOUND) {
        r->answer->goal = CQ_GOAL_WHY;
        r->answer->verdict = CQ_YES;
        return expect_end(r, lines, "expected nothing after this line");
    }
    if (is_total(r, lines))
        return read_total(r, lines);
    if (is_count(r, lines))
        return read_count(r, lines);
    return cq_read_text_findings(r, lines, taken);
}

/* A graph may have vertices with any name. */
static bool is_tour_file(const cq_reader *r)
{
    return r->problem->kind == CQ_TOUR && cq_text_is_tsplib_tour(r->text) &&
           cq_lookup_name(&r->lookup, "TOUR_SECTION", 12) == CQ_NOT_FOUND;
}

cq_status cq_read_text(cq_reader *reader)
{
    cq_lines lines = cq_lines_of(reader->text);
    bool claim, moves;

    cq_try(cq_text_require_plain(reader->ctx, reader->text));
    if (is_tour_file(reader))
        return end_solutions(reader, cq_read_tsplib_tour(reader));
    if (!next_filled(&lines))
        return read_nothing(reader);
    if (cq_is_model(reader))
        return end_solutions(reader, cq_read_model(reader));
    moves = reader->problem->kind == CQ_TOUR && is_moves(&lines);
    cq_try(read_claim(reader, &lines, &claim));
    if (!claim)
        cq_try(end_solutions(reader, read_solutions(reader, &lines)));
    if (claim || !reader->problem->board || moves)
        return expect_whole(reader);
    return CQ_OK;
}
