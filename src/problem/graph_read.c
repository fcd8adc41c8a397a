/* graph_read.c - telling graph formats apart, and what their readers have in common.
 *
 * The content decides, not the name of the file, so that standard input works too:
 *
 *   TSPLIB   the first line is a known keyword, with a ':' or naming a section
 *   DIMACS   after lines that start with the word c, one with p and three words, or
 *            with e and two (then the p line is missing, and the message says so)
 *   graph6   the first line starts with ">>", or is one word of bytes 63..126 that is
 *            as long as its first bytes say, or the only line; and no line after it
 *            that has two words or other bytes
 *   edges    everything else
 *
 * An edge list that begins with a comment is never taken for anything else. Detecting
 * looks at the comments and one or two lines more.
 */
#include "problem/graph_formats.h"

#include "base/assert.h"

#include <string.h>

/* Headers may promise vertices without edges, but only this many beyond what the text
 * could mention: a line of twenty bytes shall not claim the memory of the machine. */
enum { FREE_VERTICES = 1 << 20 };

static bool next_filled(cq_lines *lines)
{
    while (cq_lines_next(lines))
        if (!cq_lines_blank(lines))
            return true;
    return false;
}

static size_t count_words(const cq_lines *line)
{
    cq_words words = cq_words_of(line->start, line->length);
    size_t count = 0;

    while (cq_words_next(&words))
        count++;
    return count;
}

static bool first_word_is(const cq_lines *line, const char *expected)
{
    cq_words words = cq_words_of(line->start, line->length);

    return cq_words_next(&words) && cq_word_is(&words, expected);
}

static bool looks_dimacs(cq_lines lines)
{
    do {
        if (first_word_is(&lines, "p"))
            return count_words(&lines) >= 3;
        if (first_word_is(&lines, "e"))
            return count_words(&lines) == 3;
        if (!first_word_is(&lines, "c"))
            return false;
    } while (next_filled(&lines));
    return false;
}

/* The line as one word of graph6. */
static bool is_graph6_line(const cq_lines *line, bool *fits)
{
    cq_words words = cq_words_of(line->start, line->length);

    return count_words(line) == 1 && cq_words_next(&words) &&
           cq_graph6_starts(words.start, words.length, fits);
}

static bool looks_graph6(cq_lines lines)
{
    bool fits, ignored;

    if (lines.length >= 2 && memcmp(lines.start, ">>", 2) == 0)
        return true;
    if (!is_graph6_line(&lines, &fits))
        return false;
    if (!next_filled(&lines))
        return true;
    return fits && is_graph6_line(&lines, &ignored);
}

cq_graph_format cq_graph_detect(const cq_text *text)
{
    cq_lines lines = cq_lines_of(text);

    if (!next_filled(&lines))
        return CQ_GRAPH_EDGES;
    if (cq_tsplib_starts(lines.start, lines.length))
        return CQ_GRAPH_TSPLIB;
    if (looks_dimacs(lines))
        return CQ_GRAPH_DIMACS;
    return looks_graph6(lines) ? CQ_GRAPH_GRAPH6 : CQ_GRAPH_EDGES;
}

cq_status cq_graph_read(cq_context *ctx, const cq_text *text, cq_graph *out)
{
    static cq_status (*const readers[])(cq_graph_reader *, cq_graph *) = {
        [CQ_GRAPH_EDGES] = cq_edges_read,
        [CQ_GRAPH_DIMACS] = cq_dimacs_read,
        [CQ_GRAPH_TSPLIB] = cq_tsplib_read,
        [CQ_GRAPH_GRAPH6] = cq_graph6_read,
    };
    cq_graph_reader reader = {.ctx = ctx, .text = text};
    cq_status status;

    if (text->size == 0)
        return cq_fail_at(ctx, text->name, 1, 1,
                          "expected a graph, found an empty text");
    cq_try(cq_text_require_plain(ctx, text));
    reader.lines = cq_lines_of(text);
    status = readers[cq_graph_detect(text)](&reader, out);
    cq_vec_free(&reader.ends);
    return status;
}

/* ---- for the readers ---- */

cq_status cq_reader_size(cq_graph_reader *reader, const char *start, size_t length)
{
    const cq_text *text = reader->text;
    char quoted[CQ_QUOTED_SIZE];
    uint32_t vertices;

    if (!cq_parse_u32(start, length, CQ_GRAPH_MOST, &vertices) || vertices == 0)
        return cq_fail_in(reader->ctx, &reader->lines, start,
                          "expected a number of vertices from 1 to %u, found %s",
                          CQ_GRAPH_MOST,
                          length ? cq_quoted(start, length, quoted) : "nothing");
    cq_assert(!reader->vertices); /* a header promises once */
    if (vertices > FREE_VERTICES && vertices - FREE_VERTICES > text->size)
        return cq_fail_in(reader->ctx, &reader->lines, start,
                          "expected a number of vertices that %zu bytes of text can "
                          "hold, found %u",
                          text->size, vertices);
    reader->vertices = vertices;
    return CQ_OK;
}

cq_status cq_reader_vertex(cq_graph_reader *reader, const char *start, size_t length,
                           uint32_t *out)
{
    char quoted[CQ_QUOTED_SIZE];
    uint32_t number;

    if (!cq_parse_u32(start, length, CQ_GRAPH_MOST, &number) || number == 0 ||
        number > reader->vertices)
        return cq_fail_in(reader->ctx, &reader->lines, start,
                          "expected a vertex from 1 to %u, found %s", reader->vertices,
                          length ? cq_quoted(start, length, quoted)
                                 : "the end of the line");
    *out = number - 1;
    return CQ_OK;
}

cq_status cq_reader_edge(cq_graph_reader *reader, uint32_t u, uint32_t v,
                         const char *second)
{
    uint32_t *at;

    if (u == v)
        return cq_fail_in(reader->ctx, &reader->lines, second,
                          "expected an edge between two vertices, found a loop");
    cq_try(cq_poll_at(reader->ctx, reader->ends.count / 2 + 1));
    cq_try(cq_vec_reserve(reader->ctx, &reader->ends, 2));
    at = reader->ends.at + reader->ends.count;
    at[0] = u;
    at[1] = v;
    reader->ends.count += 2;
    return CQ_OK;
}

void cq_note_merged(cq_context *ctx, size_t merged)
{
    char grouped[CQ_GROUPED_SIZE];

    if (merged == 1)
        cq_note(ctx, "one edge is given twice and counts once");
    else if (merged > 1)
        cq_note(ctx, "%s repeated edges are left out", cq_grouped(merged, grouped));
}
