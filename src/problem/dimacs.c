/* dimacs.c - graphs in the DIMACS format for colouring (`.col`).
 *
 *     c a triangle
 *     p edge 3 3
 *     e 1 2
 *     e 2 3
 *     e 1 3
 *
 * Lines start with a letter: c comments, p the problem (before all edges), e an edge. n
 * (a number for a vertex), d, v and x (geometry) say nothing about edges and are read
 * over. Source: the "Clique and Coloring Problems Graph Format" of the second DIMACS
 * implementation challenge, 1993.
 *
 * Many of the collected .col files list every edge in both directions, and among those
 * some count lines in their header and some count edges. The header is held to be right
 * if either agrees; a file that was cut short agrees with neither. O(size of the text).
 */
#include "problem/graph_formats.h"

#include "base/assert.h"

typedef struct dimacs {
    cq_graph_reader *reader;
    uint64_t edges; /* as promised */
    size_t line, column;
} dimacs;

static cq_status read_problem(dimacs *d, cq_words *words)
{
    cq_graph_reader *r = d->reader;
    char quoted[CQ_QUOTED_SIZE];

    if (r->vertices)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected one line 'p edge N M', found a second one");
    cq_words_next(words);
    if (!cq_word_is(words, "edge") && !cq_word_is(words, "col") &&
        !cq_word_is(words, "edges"))
        return cq_fail_in(r->ctx, &r->lines, words->start,
                          "expected 'p edge' or 'p col', found %s after p",
                          words->length ? cq_quoted(words->start, words->length, quoted)
                                        : "nothing");
    cq_words_next(words);
    cq_try(cq_reader_size(r, words->start, words->length));
    cq_words_next(words);
    d->line = r->lines.number;
    d->column = words->column;
    if (!cq_parse_u64(words->start, words->length, UINT64_MAX, &d->edges))
        return cq_fail_found(r->ctx, &r->lines, words->start, words->length,
                             "a number of edges", "the end of the line");
    return CQ_OK;
}

static cq_status read_edge(cq_graph_reader *r, cq_words *words)
{
    uint32_t u, v;

    if (!r->vertices)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected a line 'p edge N M' before the first edge");
    cq_words_next(words);
    cq_try(cq_reader_vertex(r, words->start, words->length, &u));
    cq_words_next(words);
    cq_try(cq_reader_vertex(r, words->start, words->length, &v));
    return cq_reader_edge(r, u, v, words->start);
}

static cq_status read_line(dimacs *d)
{
    cq_graph_reader *r = d->reader;
    cq_words words = cq_words_of(r->lines.start, r->lines.length);
    cq_status status;

    if (!cq_words_next(&words))
        return CQ_OK;
    switch (words.length == 1 ? *words.start : '\0') {
    case 'c':
    case 'n':
    case 'd':
    case 'v':
    case 'x': return CQ_OK;
    case 'p': status = read_problem(d, &words); break;
    case 'e': status = read_edge(r, &words); break;
    default:
        return cq_fail_found(r->ctx, &r->lines, words.start, words.length,
                             "a line that starts with c, p or e", "");
    }
    if (status == CQ_OK && cq_words_next(&words))
        return cq_fail_found(r->ctx, &r->lines, words.start, words.length,
                             "the end of the line", "");
    return status;
}

static cq_status build(const dimacs *d, cq_graph *out)
{
    cq_graph_reader *r = d->reader;
    size_t edges = r->ends.count / 2, merged;
    cq_graph graph;

    if (!r->vertices)
        return cq_fail_end(r->ctx, &r->lines,
                           "expected a line 'p edge N M', found the end");
    cq_try(cq_graph_build(r->ctx, r->vertices, r->ends.at, edges, &graph, &merged));
    cq_assert(merged <= edges);
    if (d->edges != edges && d->edges != edges - merged) {
        cq_graph_free(&graph);
        return cq_fail_at(r->ctx, r->text->name, d->line, d->column,
                          "expected as many edges as follow, which is %zu (%zu "
                          "different ones), found %llu",
                          edges, edges - merged, (unsigned long long)d->edges);
    }
    cq_note_merged(r->ctx, merged);
    *out = graph;
    return CQ_OK;
}

cq_status cq_dimacs_read(cq_graph_reader *r, cq_graph *out)
{
    dimacs d = {.reader = r};

    while (cq_lines_next(&r->lines))
        cq_try(read_line(&d));
    return build(&d, out);
}
