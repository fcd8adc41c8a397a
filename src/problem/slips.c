/* slips.c - input that can be read but is hardly what was meant.
 *
 * Letters and digits are coloured squares, so nearly every line of text is a drawing:
 *
 *     piece A                the second piece is "pieec B" and the line below it, seen
 *     ##                     as four more rows of A; the answer would be a proof that
 *     pieec B                these pieces do not fit, for a puzzle that nobody wrote
 *     ###
 *
 * A line of a drawing that begins with a keyword, or nearly so, is therefore an error.
 * A word alone on its line must be nearer to one than a word with others after it: rows
 * such as "abad" are drawings. The space decides the rest (see board/art.c).
 *
 * Neither is a piece meant to have a colour that no board has, if the boards have
 * colours at all: it fits nowhere, or only on squares without colour. A piece that is
 * called after its colour is meant so.
 */
#include "problem/slips.h"

#include "base/suggest.h"

#include <ctype.h>
#include <string.h>

static const char *const keywords[] = {"board", "piece", "pieces", "rule"};

enum { WORD_MOST = 16 }; /* longer words are not near a keyword */

/* The keyword that is nearest, whatever the case of its letters; *distance from it. */
static const char *near_keyword(const cq_words *word, size_t *distance)
{
    char lower[WORD_MOST] = {0};
    cq_suggest suggest = cq_suggest_for(lower, word->length);

    if (word->length > WORD_MOST)
        return NULL;
    for (size_t i = 0; i < word->length; i++)
        lower[i] = (char)tolower((unsigned char)word->start[i]);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        cq_suggest_offer(&suggest, keywords[i]);
    *distance = suggest.distance;
    return suggest.best;
}

const char *cq_slip_hint(const cq_words *word, char hint[CQ_SLIP_HINT_SIZE])
{
    size_t distance;
    const char *keyword = near_keyword(word, &distance);

    hint[0] = '\0';
    if (keyword)
        snprintf(hint, CQ_SLIP_HINT_SIZE, "; did you mean '%s'?", keyword);
    return hint;
}

/* Takes away dots at both ends, as a drawing that is written may lack them: it must
 * read back. Whether only letters and digits are left. */
static bool trim(cq_words *word)
{
    while (word->length && word->start[word->length - 1] == '.')
        word->length--;
    for (; word->length && *word->start == '.'; word->length--) {
        word->start++;
        word->column++;
    }
    for (size_t i = 0; i < word->length; i++)
        if (!isalnum((unsigned char)word->start[i]))
            return false;
    return true;
}

/* The keyword that the line was meant to begin with, or NULL. */
static const char *meant(const cq_lines *lines, cq_words *word)
{
    cq_words rest;
    size_t distance;
    const char *keyword;

    *word = cq_words_of(lines->start, lines->length);
    if (!cq_words_next(word))
        return NULL;
    rest = *word;
    if (!trim(word) || word->length < 4)
        return NULL;
    keyword = near_keyword(word, &distance);
    return keyword && (distance <= 1 || cq_words_next(&rest)) ? keyword : NULL;
}

static cq_status found_keyword(cq_context *ctx, const cq_lines *lines,
                               const cq_words *word, const char *keyword, bool bare)
{
    if (!cq_word_is(word, keyword))
        return cq_fail_in(ctx, lines, word->start,
                          "found '%.*s' in a drawing; did you mean '%s'?",
                          (int)word->length, word->start, keyword);
    if (bare)
        return cq_fail_in(ctx, lines, word->start,
                          "found '%s' below a drawing; put a line 'board' above the "
                          "drawing of the board",
                          keyword);
    return cq_fail_in(ctx, lines, word->start, "expected a name after '%s'", keyword);
}

cq_status cq_slip_in_drawing(cq_context *ctx, const cq_lines *lines,
                             bool (*ends)(const cq_lines *lines), bool bare)
{
    cq_lines at = *lines;

    do {
        cq_words word;
        const char *keyword;

        if (cq_lines_blank(&at) || ends(&at))
            break;
        keyword = meant(&at, &word);
        if (keyword)
            return found_keyword(ctx, &at, &word, keyword, bare);
    } while (cq_lines_next(&at));
    return CQ_OK;
}

/* ---- colours ---- */

static void mark_colours(const cq_problem *problem, bool present[256])
{
    for (; problem; problem = problem->next)
        for (size_t cell = 0; cell < cq_board_size(problem->board); cell++)
            present[(unsigned char)problem->board->colour[cell]] = true;
    present[0] = false;
}

static bool any_colour(const bool present[256])
{
    for (int c = 0; c < 256; c++)
        if (present[c] && c != CQ_ANY_COLOUR)
            return true;
    return false;
}

/* The first colour of the piece that no board has; 0 if there is none. */
static char strange_colour(const cq_piece *piece, const bool present[256])
{
    for (size_t i = 0; i < piece->shape.count; i++) {
        char colour = piece->shape.at[i].colour;

        if (colour != CQ_ANY_COLOUR && !present[(unsigned char)colour])
            return colour;
    }
    return 0;
}

cq_status cq_slip_in_colours(cq_context *ctx, const cq_text *text,
                             const cq_problem *problem)
{
    bool present[256] = {false};

    if (cq_pieces_coloured(&problem->pieces))
        mark_colours(problem, present);
    for (size_t i = 0; any_colour(present) && i < problem->pieces.count; i++) {
        const cq_piece *piece = &problem->pieces.at[i];
        char colour = strange_colour(piece, present);

        if (colour && piece->least > 0 && !present[CQ_ANY_COLOUR])
            return cq_fail_at(ctx, text->name, piece->line, 1,
                              "piece %s has the colour '%c', but the board has no "
                              "square of that colour",
                              piece->name, colour);
        if (colour && !strchr(piece->name, colour))
            cq_warn(ctx,
                    "%s:%zu: piece %s has the colour '%c', but the board has no "
                    "square of that colour",
                    text->name, piece->line, piece->name, colour);
    }
    return CQ_OK;
}
