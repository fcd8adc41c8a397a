/* text_findings.c - the findings of the domino goals as text, both ways.
 *
 *     max               repair             forced          probabilities
 *
 *     AAB               remove: e4 f6      always a1 b1    a1 b1 9/36
 *     #CB               restore: a1        never c2 c3     a1 a2 0.75
 *     DCE
 *     D.E               AAB.
 *                       CCB.
 *
 * '#' is a square left over. A repair is followed by an empty line and the tiling of
 * the repaired board; a board that needs none says "repair: not needed". If nothing is
 * forced there is one line that says so. In a fraction the number below is that of all
 * tilings.
 *
 * Which of them a text is shows in its first words, except for max, which is a grid
 * like that of any tiling and is read with it: '#' tells (letters_read.c).
 */
#include "answer/read.h"
#include "answer/write.h"
#include "base/ratio.h"

#include <string.h>

#define NOTHING_FORCED "nothing is forced"
#define NOT_NEEDED "repair: not needed"

/* ---- writing ---- */

static void write_cells(FILE *out, const char *word, const cq_board *board,
                        const cq_u32s *cells)
{
    char name[CQ_CELL_NAME_SIZE];

    if (cells->count == 0)
        return;
    fputs(word, out);
    for (size_t i = 0; i < cells->count; i++)
        fprintf(out, " %s", cq_cell_name(board, cells->at[i], name));
    putc('\n', out);
}

static cq_status write_repair(cq_context *ctx, FILE *out, const cq_problem *problem,
                              const cq_answer *answer)
{
    const cq_findings *f = &answer->findings;
    cq_problem repaired = *problem;
    cq_status status = cq_findings_board(ctx, problem->board, f, &repaired.board);

    if (status != CQ_OK)
        return status;
    if (f->removed.count + f->restored.count == 0)
        fputs(NOT_NEEDED "\n", out);
    write_cells(out, "remove:", problem->board, &f->removed);
    write_cells(out, "restore:", problem->board, &f->restored);
    for (size_t i = 0; i < answer->solutions.count && status == CQ_OK; i++) {
        putc('\n', out);
        status = cq_text_tiling(ctx, out, &repaired, &answer->solutions.at[i], NULL);
    }
    cq_board_free(repaired.board);
    return status;
}

static void write_pair(FILE *out, const cq_board *board, const cq_pair *pair)
{
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE];

    fprintf(out, "%s %s", cq_cell_name(board, pair->first, first),
            cq_cell_name(board, pair->second, second));
}

static void write_forced(FILE *out, const cq_board *board, const cq_findings *f)
{
    for (int value = 1; value >= 0; value--)
        for (size_t i = 0; i < f->pairs.count; i++) {
            if ((f->pairs.at[i].value > 0.5) != (value == 1))
                continue;
            fputs(value ? "always " : "never ", out);
            write_pair(out, board, &f->pairs.at[i]);
            putc('\n', out);
        }
    if (f->pairs.count == 0)
        fputs(NOTHING_FORCED "\n", out);
}

/* Two squares, or two vertices of a graph, whose numbers stand for them. */
static void write_ends(FILE *out, const cq_problem *problem, const cq_pair *pair)
{
    char first[CQ_VERTEX_NAME_SIZE], second[CQ_VERTEX_NAME_SIZE];

    if (problem->board)
        write_pair(out, problem->board, pair);
    else
        fprintf(out, "%s %s", cq_vertex_name(&problem->graph, NULL, pair->first, first),
                cq_vertex_name(&problem->graph, NULL, pair->second, second));
}

static cq_status write_probabilities(FILE *out, const cq_problem *problem,
                                     const cq_answer *answer)
{
    const char *count = answer->counted ? cq_answer_count(answer) : "";
    char share[CQ_SHARE_SIZE];

    cq_try_memory(count);
    for (size_t i = 0; i < answer->findings.pairs.count; i++) {
        const cq_pair *pair = &answer->findings.pairs.at[i];

        write_ends(out, problem, pair);
        if (pair->exact && answer->counted)
            fprintf(out, " %s/%s\n", pair->exact, count);
        else
            fprintf(out, " %s\n", cq_share_text(pair->value, share));
    }
    return CQ_OK;
}

cq_status cq_text_findings(cq_context *ctx, FILE *out, const cq_problem *problem,
                           const cq_answer *answer)
{
    if (answer->goal == CQ_GOAL_REPAIR)
        cq_try(write_repair(ctx, out, problem, answer));
    else if (answer->goal == CQ_GOAL_FORCED)
        write_forced(out, problem->board, &answer->findings);
    else if (answer->goal == CQ_GOAL_BOUNDS)
        cq_try(cq_text_bounds(ctx, out, problem, answer));
    else if (cq_goal_has_numbers(answer->goal, problem))
        cq_try(cq_text_tallies(out, problem, answer));
    else if (answer->goal == CQ_GOAL_PROBABILITIES)
        cq_try(write_probabilities(out, problem, answer));
    else if (answer->solutions.count)
        cq_try(cq_text_tiling(ctx, out, problem, &answer->solutions.at[0],
                              &answer->findings.left));
    if (ferror(out))
        return cq_fail_io(ctx, "cannot write", "the answer");
    return CQ_OK;
}

/* ---- reading ---- */

/* The two squares, or vertices, after the current word, or starting with it. */
static cq_status read_pair(const cq_reader *r, const cq_lines *lines, cq_words *words,
                           cq_cell pair[2])
{
    const char *what = r->problem->board ? "two squares" : "two vertices";

    for (int i = 0; i < 2; i++) {
        if (!cq_words_next(words))
            return cq_fail_word(r, lines->number, words, "%s", what);
        if (r->problem->board) {
            cq_try(cq_read_square(r, lines->number, words, false, &pair[i]));
            continue;
        }
        pair[i] = cq_lookup_name(&r->lookup, words->start, words->length);
        if (pair[i] == CQ_NOT_FOUND)
            return cq_fail_word(r, lines->number, words, "%s", what);
    }
    return CQ_OK;
}

static cq_status expect_line_end(const cq_reader *r, const cq_lines *lines,
                                 cq_words *words)
{
    return cq_words_next(words)
               ? cq_fail_word(r, lines->number, words, "the end of the line")
               : CQ_OK;
}

static cq_status read_forced_line(cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    cq_cell pair[2];
    bool always;

    cq_words_next(&words);
    always = cq_word_is(&words, "always");
    if (!always && !cq_word_is(&words, "never"))
        return cq_fail_word(r, lines->number, &words, "always or never");
    cq_try(read_pair(r, lines, &words, pair));
    cq_try(expect_line_end(r, lines, &words));
    return cq_findings_add(r->ctx, &r->answer->findings, pair[0], pair[1],
                           always ? 1 : 0, NULL);
}

/* "9/36", with a NUL at its end: the number below must be the same on all lines. */
static bool parse_fraction(cq_answer *answer, char *text, double *value)
{
    size_t above = strspn(text, "0123456789");
    const char *below = text + above + 1;
    bool right = above && text[above] == '/' && *below &&
                 below[strspn(below, "0123456789")] == '\0';
    mpq_t share;

    if (!right)
        return false;
    text[above] = '\0';
    mpq_init(share);
    mpz_set_str(mpq_numref(share), text, 10);
    mpz_set_str(mpq_denref(share), below, 10);
    right = mpz_sgn(mpq_denref(share)) > 0 &&
            mpz_cmp(mpq_numref(share), mpq_denref(share)) <= 0 &&
            (!answer->counted || mpz_cmp(mpq_denref(share), answer->count) == 0);
    if (right) {
        mpz_set(answer->count, mpq_denref(share));
        answer->counted = true;
        *value = cq_ratio(mpq_numref(share), mpq_denref(share));
    }
    mpq_clear(share);
    return right;
}

static cq_status read_fraction(cq_reader *r, const cq_words *word, cq_pair *out,
                               bool *right)
{
    char *exact = cq_strndup(r->ctx, word->start, word->length);

    out->exact = exact;
    cq_try_memory(exact);
    *right = parse_fraction(r->answer, exact, &out->value);
    return CQ_OK;
}

/* "0.25", "1" */
static bool read_decimal(const cq_words *word, double *out)
{
    double value = 0, place = 1;
    bool point = false;

    for (size_t i = 0; i < word->length; i++) {
        char c = word->start[i];

        if (c == '.' && !point && i)
            point = true;
        else if (c < '0' || c > '9')
            return false;
        else if (point)
            value += (c - '0') * (place /= 10);
        else
            value = value * 10 + (c - '0');
    }
    *out = value;
    return value <= 1;
}

static cq_status read_probability_line(cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    cq_pair pair = {0};
    cq_cell cells[2];
    bool right;
    cq_status status = read_pair(r, lines, &words, cells);

    if (status != CQ_OK)
        return status;
    if (!cq_words_next(&words))
        return cq_fail_word(r, lines->number, &words, "a probability");
    if (memchr(words.start, '/', words.length))
        status = read_fraction(r, &words, &pair, &right);
    else
        right = read_decimal(&words, &pair.value);
    if (status == CQ_OK && !right)
        status =
            cq_fail_word(r, lines->number, &words,
                         "a probability such as 0.25, or a part of all solutions such "
                         "as 9/36");
    cq_then(status, expect_line_end(r, lines, &words));
    cq_then(status, cq_findings_add(r->ctx, &r->answer->findings, cells[0], cells[1],
                                    pair.value, pair.exact));
    cq_free(pair.exact);
    return status;
}

/* The lines up to the end, each by itself. */
static cq_status read_each(cq_reader *r, cq_lines *lines, cq_goal goal)
{
    cq_status status = CQ_OK;

    r->answer->goal = goal;
    r->answer->verdict = CQ_YES;
    do {
        if (!cq_lines_blank(lines))
            status = goal == CQ_GOAL_FORCED ? read_forced_line(r, lines)
                                            : read_probability_line(r, lines);
    } while (status == CQ_OK && cq_lines_next(lines));
    return status;
}

/* "remove: a1 b2" or "restore: c3". */
static cq_status read_repair_line(cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    bool restore;

    cq_words_next(&words);
    restore = cq_word_is(&words, "restore:");
    if (!restore && !cq_word_is(&words, "remove:"))
        return cq_fail_word(r, lines->number, &words,
                            "remove: or restore:, or an empty line");
    while (cq_words_next(&words)) {
        cq_cell cell;

        cq_try(cq_read_square(r, lines->number, &words, restore, &cell));
        cq_try(cq_vec_push(r->ctx,
                           restore ? &r->answer->findings.restored
                                   : &r->answer->findings.removed,
                           cell));
    }
    return CQ_OK;
}

/* The letters of the repaired board; the walk stands on an empty line. */
static cq_status read_repaired(cq_reader *r, cq_lines *lines)
{
    const cq_problem *problem = r->problem;
    cq_problem repaired = *problem;
    cq_letters *letters = NULL;
    cq_status status;

    cq_try(cq_findings_board(r->ctx, problem->board, &r->answer->findings,
                             &repaired.board));
    r->problem = &repaired;
    status = cq_lines_next(lines)
                 ? cq_letters_new(r, &letters)
                 : cq_fail_at(r->ctx, r->text->name, lines->number + 1, 1,
                              "expected the tiling of the repaired board");
    cq_then(status, cq_letters_read(letters, lines));
    while (status == CQ_OK && cq_lines_next(lines))
        if (!cq_lines_blank(lines))
            status = cq_fail_at(r->ctx, r->text->name, lines->number, 1,
                                "expected nothing after the tiling");
    cq_letters_free(letters);
    cq_board_free(repaired.board);
    r->problem = problem;
    return status;
}

static cq_status read_repair(cq_reader *r, cq_lines *lines)
{
    cq_status status = CQ_OK;

    r->answer->goal = CQ_GOAL_REPAIR;
    r->answer->verdict = CQ_YES;
    r->answer->found = 1;
    if (cq_same_text(lines->start, lines->length, NOT_NEEDED))
        cq_lines_next(lines);
    else
        do
            status = read_repair_line(r, lines);
        while (status == CQ_OK && cq_lines_next(lines) && !cq_lines_blank(lines));
    return status == CQ_OK ? read_repaired(r, lines) : status;
}

/* A chess name, as the first words of a probability are. */
static bool is_name(const cq_words *word)
{
    size_t letters = 0;

    while (letters < word->length && word->start[letters] >= 'a' &&
           word->start[letters] <= 'z')
        letters++;
    return letters > 0 && letters < word->length && word->start[letters] >= '1' &&
           word->start[letters] <= '9';
}

static bool is_probability(const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    for (int i = 0; i < 2; i++)
        if (!cq_words_next(&words) || !is_name(&words))
            return false;
    return cq_words_next(&words) && *words.start >= '0' && *words.start <= '9';
}

/* "u v 9/36" of a graph that has no vertex called 9/36. */
static bool is_edge_share(const cq_reader *r, const cq_lines *lines)
{
    cq_words words = cq_words_of(lines->start, lines->length);
    size_t digits;

    for (int i = 0; i < 3; i++)
        if (!cq_words_next(&words))
            return false;
    for (digits = 0; digits < words.length; digits++)
        if (!strchr("0123456789/", words.start[digits]))
            return false;
    return memchr(words.start, '/', words.length) &&
           cq_lookup_name(&r->lookup, words.start, words.length) == CQ_NOT_FOUND;
}

cq_status cq_read_text_findings(cq_reader *reader, cq_lines *lines, bool *taken)
{
    cq_words words = cq_words_of(lines->start, lines->length);

    bool tour = reader->problem->kind == CQ_TOUR;

    *taken = cq_problem_is_domino(reader->problem);
    if (tour && (reader->problem->board ? is_probability(lines)
                                        : is_edge_share(reader, lines))) {
        *taken = true;
        return read_each(reader, lines, CQ_GOAL_PROBABILITIES);
    }
    if (!*taken)
        return CQ_OK;
    cq_words_next(&words);
    if (cq_word_is(&words, "remove:") || cq_word_is(&words, "restore:") ||
        cq_word_is(&words, "repair:"))
        return read_repair(reader, lines);
    if (cq_word_is(&words, "always") || cq_word_is(&words, "never"))
        return read_each(reader, lines, CQ_GOAL_FORCED);
    if (is_probability(lines))
        return read_each(reader, lines, CQ_GOAL_PROBABILITIES);
    if (cq_same_text(lines->start, lines->length, NOTHING_FORCED)) {
        reader->answer->goal = CQ_GOAL_FORCED;
        reader->answer->verdict = CQ_YES;
        return CQ_OK;
    }
    *taken = false;
    return CQ_OK;
}
