/* edges.c - graphs as edge lists: two names a line.
 *
 *     # a square and a lonely vertex
 *     a b
 *     b c
 *     c d
 *     d a
 *     e
 *
 * A line with one name says that there is such a vertex; it may have edges elsewhere. A
 * word that starts with '#' or '%' and all after it is a comment. There is no header.
 *
 * Names are numbered in order of first appearance, through a hash table. Most large
 * files however have the numbers 1..n for names; then vertex i shall be i. So the text
 * is first walked in the hope that every name is a plain number not above what the text
 * has room for (n different names take more than n bytes); in the end a flag for each
 * number shows whether all of 1..n were there. Only if that fails is the text walked
 * again with the table. Both walks share the function that finds the words and the
 * errors. O(size of the text).
 */
#include "base/assert.h"
#include "problem/graph_formats.h"

#include <string.h>

typedef struct edge_line {
    cq_name ends[2];
    size_t count; /* 1 or 2 */
} edge_line;

/* The next line that has names; *more is false at the end. */
static cq_status next_edge(cq_graph_reader *r, edge_line *line, bool *more)
{
    char quoted[CQ_QUOTED_SIZE];

    line->count = 0;
    while (line->count == 0 && (*more = cq_lines_next(&r->lines))) {
        cq_words words = cq_words_of(r->lines.start, r->lines.length);

        while (cq_words_next(&words) && *words.start != '#' && *words.start != '%') {
            if (line->count == 2)
                return cq_fail_in(r->ctx, &r->lines, words.start,
                                  "expected one or two names in a line, found %s as a "
                                  "third",
                                  cq_quoted(words.start, words.length, quoted));
            line->ends[line->count++] = (cq_name){words.start, words.length};
        }
    }
    return CQ_OK;
}

static cq_status add_edge(cq_graph_reader *r, const edge_line *line,
                          const uint32_t vertices[2])
{
    if (line->count == 1)
        return CQ_OK;
    return cq_reader_edge(r, vertices[0], vertices[1], line->ends[1].start);
}

/* Numbers as names: flags[i] says that the name i + 1 was there. */
typedef struct numbering {
    char *flags;
    uint32_t room; /* of flags */
    uint32_t different, largest;
} numbering;

/* False if the name is not a number within the room, written without zeros first. */
static bool number_name(numbering *numbers, cq_name name, uint32_t *vertex)
{
    uint32_t number;

    if (*name.start == '0' ||
        !cq_parse_u32(name.start, name.length, CQ_GRAPH_MOST, &number) ||
        number > numbers->room)
        return false;
    *vertex = number - 1;
    cq_assert(number > 0);
    numbers->different += numbers->flags[*vertex] == 0;
    numbers->flags[*vertex] = 1;
    if (number > numbers->largest)
        numbers->largest = number;
    return true;
}

/* *all says whether the names are 1..n. */
static cq_status read_numbers(cq_graph_reader *r, numbering *numbers, bool *all)
{
    edge_line line;
    uint32_t vertices[2];
    bool more;

    *all = false;
    for (;;) {
        cq_try(next_edge(r, &line, &more));
        if (!more)
            break;
        for (size_t i = 0; i < line.count; i++)
            if (!number_name(numbers, line.ends[i], &vertices[i]))
                return CQ_OK;
        cq_try(add_edge(r, &line, vertices));
    }
    cq_assert(numbers->different <= numbers->largest);
    *all = numbers->different == numbers->largest;
    r->vertices = numbers->largest;
    return CQ_OK;
}

/* The number of a name; a new one must be plain text. */
static cq_status number_by_table(cq_graph_reader *r, cq_names *names, cq_name name,
                                 uint32_t *vertex)
{
    size_t known = names->list.count, plain;
    char buffer[16];

    cq_try(cq_names_add(r->ctx, names, name.start, name.length, vertex));
    if (*vertex < known)
        return CQ_OK;
    plain = cq_name_plain(name.start, name.length);
    if (plain == name.length)
        return CQ_OK;
    return cq_fail_in(r->ctx, &r->lines, name.start + plain,
                      "expected a name, found %s in it",
                      cq_char_name(name.start[plain], buffer));
}

static cq_status read_named(cq_graph_reader *r, cq_names *names)
{
    edge_line line;
    uint32_t vertices[2];
    bool more;

    for (;;) {
        cq_try(next_edge(r, &line, &more));
        if (!more)
            break;
        for (size_t i = 0; i < line.count; i++)
            cq_try(number_by_table(r, names, line.ends[i], &vertices[i]));
        cq_try(add_edge(r, &line, vertices));
    }
    for (size_t i = 0; i < r->ends.count; i++)
        cq_assert(r->ends.at[i] < names->list.count);
    r->vertices = (uint32_t)names->list.count;
    return CQ_OK;
}

static cq_status build(cq_graph_reader *r, const cq_names *names, cq_graph *out)
{
    cq_graph graph;
    size_t merged;

    if (r->vertices == 0)
        return cq_fail_end(r->ctx, &r->lines,
                           "expected an edge, two names in a line, found the end");
    cq_try(cq_graph_build(r->ctx, r->vertices, r->ends.at, r->ends.count / 2, &graph,
                          &merged));
    if (names->list.count > 0) {
        graph.names = cq_names_copy(r->ctx, names);
        if (!graph.names) {
            cq_graph_free(&graph);
            return CQ_MEMORY;
        }
    }
    cq_note_merged(r->ctx, merged);
    *out = graph;
    return CQ_OK;
}

cq_status cq_edges_read(cq_graph_reader *r, cq_graph *out)
{
    cq_lines from_the_start = r->lines;
    size_t room = r->text->size / 2 + 1; /* a digit and a gap for each different name */
    numbering numbers = {.room = room < CQ_GRAPH_MOST ? (uint32_t)room : CQ_GRAPH_MOST};
    cq_names names = {0};
    cq_status status = CQ_MEMORY;
    bool all;

    numbers.flags = cq_zalloc(r->ctx, numbers.room, 1);
    if (numbers.flags)
        status = read_numbers(r, &numbers, &all);
    cq_free(numbers.flags);
    if (status == CQ_OK && !all) {
        r->lines = from_the_start;
        r->ends.count = 0;
        status = read_named(r, &names);
    }
    cq_then(status, build(r, &names, out));
    cq_names_free(&names);
    return status;
}
