/* content.c - what a text seems to hold.
 *
 * tile, cover, tour and ham know what they read; check, draw and convert take all of it
 * and look first. The signs, in this order:
 *
 *     puzzle   the first line begins with the word board, piece, pieces, rule, free,
 *              weight or tour
 *     art      a line has "##", "#." or ".#", or is '#' alone
 *     graph    DIMACS, TSPLIB or graph6, as the graph reader tells them
 *     cover    a '|' in the first line, or all words of the next lines stand
 *              in the first one, as options are made of items, or are weights: '|3'
 *     graph    two words on the first line: an edge
 *     cover    more words there: items, and an option has one that is not among them
 *     cover    a ':' in the one word there
 *     art      whatever is left: coloured squares
 *
 * If a cover is asked for, '|' is looked for first, and what may be both is one: a
 * word board that is an item, and a line alone, which is a cover without options.
 *
 * Two of these can look alike ("a b" twice is an edge list and a cover); whoever asks
 * settles it by saying what the text is.
 */
#include "problem/content.h"

#include "problem/graph.h"

#include <string.h>

enum { LINES_LOOKED_AT = 16 };

bool cq_next_full_line(cq_lines *lines)
{
    while (cq_lines_next(lines))
        if (!cq_lines_blank(lines) && lines->start[0] != '|')
            return true;
    return false;
}

static bool is_puzzle(const cq_text *text)
{
    static const char *const parts[] = {"board", "piece",  "pieces", "rule",
                                        "free",  "weight", "tour"};
    cq_lines lines = cq_lines_of(text);
    cq_words words;

    if (!cq_next_full_line(&lines))
        return false;
    words = cq_words_of(lines.start, lines.length);
    if (!cq_words_next(&words))
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (cq_word_is(&words, parts[i]))
            return i == 0 || cq_words_next(&words);
    return false;
}

static bool line_is_art(const cq_lines *lines)
{
    const char *end = lines->start + lines->length;
    cq_words words = cq_words_of(lines->start, lines->length);

    if (cq_words_next(&words) && cq_word_is(&words, "#") && !cq_words_next(&words))
        return true;
    for (const char *at = lines->start; at + 1 < end; at++)
        if ((at[0] == '#' && (at[1] == '#' || at[1] == '.')) ||
            (at[0] == '.' && at[1] == '#'))
            return true;
    return false;
}

static bool is_art(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);

    while (cq_next_full_line(&lines))
        if (line_is_art(&lines))
            return true;
    return false;
}

/* Whether the word, without a colour after ':', is in the line. */
static bool word_in_line(const cq_words *word, const char *line, size_t length)
{
    const char *colon = memchr(word->start, ':', word->length);
    size_t wanted = colon ? (size_t)(colon - word->start) : word->length;
    cq_words words = cq_words_of(line, length);

    while (cq_words_next(&words))
        if (words.length == wanted && memcmp(words.start, word->start, wanted) == 0)
            return true;
    return false;
}

/* What an option costs, after its items. */
static bool is_weight(const cq_words *word, const cq_lines *line)
{
    return (*word->start == '|' || *word->start == '$') && word->start > line->start;
}

static bool is_cover(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);
    const char *items;
    size_t length, looked_at = 0;

    if (!cq_next_full_line(&lines))
        return false;
    items = lines.start;
    length = lines.length;
    if (memchr(items, '|', length))
        return true;
    while (looked_at < LINES_LOOKED_AT && cq_next_full_line(&lines)) {
        cq_words words = cq_words_of(lines.start, lines.length);

        looked_at++;
        while (cq_words_next(&words))
            if (!is_weight(&words, &lines) && !word_in_line(&words, items, length))
                return false;
    }
    return looked_at > 0;
}

/* Words on the first line that is no remark of a graph. */
static size_t words_to_begin_with(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);
    size_t count = 0;

    while (count == 0 && cq_next_full_line(&lines)) {
        cq_words words = cq_words_of(lines.start, lines.length);

        while (cq_words_next(&words) &&
               (count || (*words.start != '#' && *words.start != '%')))
            count++;
    }
    return count;
}

/* Whether there is such a character in the first line. */
static bool begins_with_some(const cq_text *text, char c)
{
    cq_lines lines = cq_lines_of(text);

    return cq_next_full_line(&lines) && memchr(lines.start, c, lines.length);
}

static bool is_one_line(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);
    size_t count = 0;

    while (count < 2 && cq_next_full_line(&lines))
        count++;
    return count < 2;
}

bool cq_content_may_be_cover(const cq_text *text)
{
    if (begins_with_some(text, '|'))
        return true;
    if (is_art(text))
        return false;
    if (is_cover(text))
        return true;
    return !is_puzzle(text) && (words_to_begin_with(text) != 1 || is_one_line(text) ||
                                begins_with_some(text, ':'));
}

cq_content cq_content_of(const cq_text *text)
{
    if (is_puzzle(text))
        return CQ_CONTENT_PUZZLE;
    if (is_art(text))
        return CQ_CONTENT_ART;
    if (cq_graph_detect(text) != CQ_GRAPH_EDGES)
        return CQ_CONTENT_GRAPH;
    if (is_cover(text))
        return CQ_CONTENT_COVER;
    switch (words_to_begin_with(text)) {
    case 0:
    case 1: return begins_with_some(text, ':') ? CQ_CONTENT_COVER : CQ_CONTENT_ART;
    case 2: return CQ_CONTENT_GRAPH;
    default: return CQ_CONTENT_COVER;
    }
}
