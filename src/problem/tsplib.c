/* tsplib.c - graphs as Hamiltonian cycle problems of TSPLIB.
 *
 *     NAME : square                    EDGE_DATA_FORMAT : ADJ_LIST
 *     TYPE : HCP                       EDGE_DATA_SECTION
 *     DIMENSION : 4                    1 2 4 -1
 *     EDGE_DATA_FORMAT : EDGE_LIST     3 2 4 -1
 *     EDGE_DATA_SECTION                -1
 *     1 2                              EOF
 *     2 3
 *     3 4
 *     4 1
 *     -1
 *     EOF
 *
 * A keyword, ':' and a value a line; then the edges, whose numbers may be broken into
 * lines in any way. EDGE_LIST is pairs up to -1. ADJ_LIST is lists of a vertex and its
 * neighbours, each up to -1, and a further -1 ends them; an edge may stand in the list
 * of one end or of both. FIXED_EDGES_SECTION (or FIXED_EDGES, as in alb4000) is pairs
 * up to -1, too: every tour must use them (graph.must). EOF is optional, and everything
 * after it is ignored. Source: G. Reinelt, "TSPLIB 95", 1995; the files of the FHCP
 * challenge have this form.
 *
 * Keywords that say nothing about the edges of such a graph are read over; others are
 * errors, because ignoring, say, weights would change the problem. O(size).
 */
#include "base/assert.h"
#include "problem/edge_pairs.h"
#include "problem/graph_formats.h"

#include <string.h>

typedef enum data_format { NO_FORMAT, EDGE_LIST, ADJ_LIST } data_format;

typedef struct tsplib {
    cq_graph_reader *reader;
    cq_words words; /* of the line at hand, inside the section */
    bool hcp, ended;
    bool section; /* has been read */
    data_format format;
    cq_u32s fixed; /* pairs of vertices */
} tsplib;

/* "KEY : VALUE", "KEY: VALUE", or "KEY" alone. */
typedef struct entry {
    const char *key, *value;
    size_t key_length, value_length;
    bool colon;
} entry;

static const char *const told[] = {"TYPE", "DIMENSION", "EDGE_DATA_FORMAT", NULL};
static const char *const read_over[] = {"NAME", "COMMENT", "NODE_COORD_TYPE",
                                        "DISPLAY_DATA_TYPE", NULL};

static const char *skip_gap(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

static entry split(const char *line, size_t length)
{
    const char *end = line + length;
    entry e = {.key = skip_gap(line, end)};
    const char *at = e.key;

    while (at < end && *at != ' ' && *at != '\t' && *at != ':')
        at++;
    e.key_length = (size_t)(at - e.key);
    at = skip_gap(at, end);
    e.colon = at < end && *at == ':';
    e.value = e.colon ? skip_gap(at + 1, end) : at;
    while (end > e.value && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    e.value_length = (size_t)(end - e.value);
    return e;
}

static bool key_is(const entry *e, const char *keyword)
{
    return cq_same_text(e->key, e->key_length, keyword);
}

static bool key_among(const entry *e, const char *const *keywords)
{
    while (*keywords && !key_is(e, *keywords))
        keywords++;
    return *keywords != NULL;
}

bool cq_tsplib_starts(const char *line, size_t length)
{
    entry e = split(line, length);

    return e.colon ? key_among(&e, told) || key_among(&e, read_over)
                   : key_is(&e, "EDGE_DATA_SECTION");
}

/* ---- the section of edges ---- */

/* The next number of the section: a vertex from 0, or *end at a -1. */
static cq_status next_vertex(tsplib *t, const char *what, uint32_t *vertex, bool *end)
{
    cq_graph_reader *r = t->reader;

    while (!cq_words_next(&t->words)) {
        if (!cq_lines_next(&r->lines))
            return cq_fail_end(r->ctx, &r->lines,
                               "expected %s, found the end of the text", what);
        t->words = cq_words_of(r->lines.start, r->lines.length);
    }
    *end = cq_word_is(&t->words, "-1");
    if (*end)
        return CQ_OK;
    if (cq_word_is(&t->words, "EOF"))
        return cq_fail_in(r->ctx, &r->lines, t->words.start, "expected %s, found EOF",
                          what);
    return cq_reader_vertex(r, t->words.start, t->words.length, vertex);
}

static cq_status take_edge(tsplib *t, bool fixed, uint32_t u, uint32_t v)
{
    cq_graph_reader *r = t->reader;

    if (!fixed)
        return cq_reader_edge(r, u, v, t->words.start);
    if (u == v)
        return cq_fail_in(r->ctx, &r->lines, t->words.start,
                          "expected an edge, found vertex %" PRIu32 " twice", u + 1);
    return cq_u32s_append(r->ctx, &t->fixed, (uint32_t[]){u, v}, 2);
}

static cq_status read_edge_list(tsplib *t, bool fixed)
{
    cq_graph_reader *r = t->reader;
    uint32_t u, v;
    bool end;

    for (;;) {
        cq_try(next_vertex(t, "an edge or -1", &u, &end));
        if (end)
            return CQ_OK;
        cq_try(next_vertex(t, "the second vertex of an edge", &v, &end));
        if (end)
            return cq_fail_in(r->ctx, &r->lines, t->words.start,
                              "expected the second vertex of an edge, found -1");
        cq_try(take_edge(t, fixed, u, v));
    }
}

static cq_status read_adjacency(tsplib *t)
{
    uint32_t u, v;
    bool end;

    for (;;) {
        cq_try(next_vertex(t, "a vertex and its neighbours, or -1", &u, &end));
        if (end)
            return CQ_OK;
        while (!end) {
            cq_try(next_vertex(t, "a neighbour or -1", &v, &end));
            if (!end)
                cq_try(cq_reader_edge(t->reader, u, v, t->words.start));
        }
    }
}

static cq_status end_section(tsplib *t)
{
    cq_graph_reader *r = t->reader;

    if (!cq_words_next(&t->words))
        return CQ_OK;
    return cq_fail_found(r->ctx, &r->lines, t->words.start, t->words.length,
                         "the end of the line after the last -1", "");
}

static void begin_section(tsplib *t, const entry *e)
{
    t->words = cq_words_of(t->reader->lines.start, t->reader->lines.length);
    t->words.at = e->value;
}

static cq_status read_fixed(tsplib *t, const entry *e)
{
    cq_graph_reader *r = t->reader;

    if (!r->vertices)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected DIMENSION : N before the fixed edges");
    begin_section(t, e);
    cq_try(read_edge_list(t, true));
    return end_section(t);
}

static cq_status read_section(tsplib *t, const entry *e)
{
    cq_graph_reader *r = t->reader;
    const char *missing = !t->hcp                  ? "TYPE : HCP"
                          : !r->vertices           ? "DIMENSION : N"
                          : t->format == NO_FORMAT ? "EDGE_DATA_FORMAT : EDGE_LIST"
                                                   : NULL;

    if (missing)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected %s before the edges, found none", missing);
    if (t->section)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected one EDGE_DATA_SECTION, found a second one");
    t->section = true;
    begin_section(t, e);
    cq_try(t->format == EDGE_LIST ? read_edge_list(t, false) : read_adjacency(t));
    return end_section(t);
}

/* ---- keywords ---- */

static cq_status expect_value(tsplib *t, const entry *e, const char *expected)
{
    return cq_fail_found(t->reader->ctx, &t->reader->lines, e->value, e->value_length,
                         expected, "nothing");
}

static cq_status read_type(tsplib *t, const entry *e)
{
    t->hcp = cq_same_text(e->value, e->value_length, "HCP");
    return t->hcp ? CQ_OK : expect_value(t, e, "a file of type HCP");
}

static cq_status read_format(tsplib *t, const entry *e)
{
    if (cq_same_text(e->value, e->value_length, "EDGE_LIST"))
        t->format = EDGE_LIST;
    else if (cq_same_text(e->value, e->value_length, "ADJ_LIST"))
        t->format = ADJ_LIST;
    else
        return expect_value(t, e, "EDGE_LIST or ADJ_LIST");
    return CQ_OK;
}

static cq_status read_dimension(tsplib *t, const entry *e)
{
    cq_graph_reader *r = t->reader;

    if (r->vertices)
        return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                          "expected one DIMENSION, found a second one");
    return cq_reader_size(r, e->value, e->value_length);
}

static cq_status read_keyword(tsplib *t)
{
    cq_graph_reader *r = t->reader;
    entry e = split(r->lines.start, r->lines.length);

    if (key_among(&e, read_over))
        return CQ_OK;
    if (key_among(&e, told) && !e.colon)
        return expect_value(t, &e, "':' after the keyword");
    if (key_is(&e, "TYPE"))
        return read_type(t, &e);
    if (key_is(&e, "DIMENSION"))
        return read_dimension(t, &e);
    if (key_is(&e, "EDGE_DATA_FORMAT"))
        return read_format(t, &e);
    if (key_is(&e, "EDGE_DATA_SECTION"))
        return read_section(t, &e);
    if (key_is(&e, "FIXED_EDGES_SECTION") || key_is(&e, "FIXED_EDGES"))
        return read_fixed(t, &e);
    t->ended = key_is(&e, "EOF");
    if (t->ended)
        return CQ_OK;
    return cq_fail_found(r->ctx, &r->lines, e.key, e.key_length,
                         "a keyword of a Hamiltonian cycle problem in TSPLIB's format",
                         "''");
}

/* In adjacency lists an edge may stand twice, once from each end: no note for that. */
static cq_status build(const tsplib *t, cq_graph *out)
{
    cq_graph_reader *r = t->reader;
    size_t edges = r->ends.count / 2, merged, different;

    cq_try(cq_graph_build(r->ctx, r->vertices, r->ends.at, edges, out, &merged));
    cq_assert(merged <= edges);
    different = edges - merged;
    if (t->format == ADJ_LIST)
        merged = merged > different ? merged - different : 0;
    cq_note_merged(r->ctx, merged);
    return CQ_OK;
}

/* Those that are fixed must be among the edges. */
static cq_status fix_edges(const tsplib *t, cq_graph *graph)
{
    cq_graph_reader *r = t->reader;
    const uint32_t *at = t->fixed.at;

    for (size_t i = 0; i < t->fixed.count; i += 2)
        if (!cq_graph_adjacent(graph, at[i], at[i + 1]))
            return cq_fail_at(r->ctx, r->text->name, 0, 0,
                              "the fixed edge %" PRIu32 " %" PRIu32
                              " is not among the edges",
                              at[i] + 1, at[i + 1] + 1);
    return cq_pairs_add(r->ctx, &graph->must, at, t->fixed.count / 2);
}

cq_status cq_tsplib_read(cq_graph_reader *r, cq_graph *out)
{
    tsplib t = {.reader = r};
    cq_graph graph = {0};
    cq_status status = CQ_OK;

    while (status == CQ_OK && !t.ended && cq_lines_next(&r->lines))
        if (!cq_lines_blank(&r->lines))
            status = read_keyword(&t);
    if (status == CQ_OK && !t.section)
        status = cq_fail_end(r->ctx, &r->lines,
                             "expected an EDGE_DATA_SECTION, found the end");
    cq_then(status, build(&t, &graph));
    cq_then(status, fix_edges(&t, &graph));
    cq_vec_free(&t.fixed);
    if (status == CQ_OK)
        *out = graph;
    else
        cq_graph_free(&graph);
    return status;
}
