/* graph6.c - one graph in McKay's graph6 format.
 *
 * Every byte is 63 plus six bits, the highest first, so that the text is printable.
 * First comes the number n of vertices,
 *
 *     n                        n <= 62         one byte
 *     ~ and three bytes        n < 2^18        18 bits
 *     ~ ~ and six bytes        n < 2^36        36 bits
 *
 * then the upper triangle of the adjacency matrix by columns, filled up with zeros:
 *
 *     x(0,1)  x(0,2) x(1,2)  x(0,3) x(1,3) x(2,3)  ...
 *
 * ">>graph6<<" may stand in front. Source: B. D. McKay, "Description of graph6,
 * sparse6 and digraph6 encodings", with the nauty and Traces package.
 *
 * Bits in this order meet the neighbours of every vertex in ascending order: those
 * smaller than v in column v, then v itself as a row in the columns that follow. So one
 * walk over the bits counts degrees and a second fills the sorted lists, without a list
 * of edges. O(n^2 / 6) bytes by nature; bytes without an edge are passed at one test.
 */
#include "problem/graph_formats.h"

#include "base/assert.h"

#include <string.h>

static const char header[] = ">>graph6<<";
enum { LOWEST = 63, HIGHEST = 126 };

static bool is_byte(char c)
{
    return (unsigned char)c >= LOWEST && (unsigned char)c <= HIGHEST;
}

/* How many bytes the number of vertices takes, as its first ones say. */
static size_t size_bytes(const char *word, size_t length)
{
    if (length < 1 || word[0] != HIGHEST)
        return 1;
    return length < 2 || word[1] != HIGHEST ? 4 : 8;
}

/* The number of vertices; all of its bytes must be there. */
static uint64_t size_value(const char *word, size_t bytes)
{
    size_t first = bytes == 8 ? 2 : bytes == 4 ? 1 : 0;
    uint64_t value = 0;

    for (size_t i = first; i < bytes; i++)
        value = value << 6 | (uint64_t)(word[i] - LOWEST);
    return value;
}

/* How many bytes the triangle takes; n is at most CQ_GRAPH_MOST, so its square fits. */
static uint64_t triangle_bytes(uint64_t n)
{
    return n < 2 ? 0 : (n * (n - 1) / 2 + 5) / 6;
}

bool cq_graph6_starts(const char *word, size_t length, bool *fits)
{
    size_t bytes = size_bytes(word, length);

    *fits = false;
    for (size_t i = 0; i < length; i++)
        if (!is_byte(word[i]))
            return false;
    if (length >= bytes && size_value(word, bytes) <= CQ_GRAPH_MOST)
        *fits = triangle_bytes(size_value(word, bytes)) == length - bytes;
    return length > 0;
}

/* ---- reading ---- */

typedef struct bits {
    const char *start; /* the triangle */
    size_t length;
} bits;

/* Over all edges in the order of the bits. next[v] is where the next neighbour of v
 * goes; without targets it only counts them. */
static void walk_bits(const bits *triangle, uint32_t *targets, size_t *next)
{
    uint32_t row = 0, col = 1;

    for (size_t i = 0; i < triangle->length; i++) {
        unsigned byte = (unsigned)(triangle->start[i] - LOWEST);

        if (byte == 0) {
            for (row += 6; row >= col; col++)
                row -= col;
            continue;
        }
        for (unsigned bit = 32; bit; bit >>= 1) {
            cq_assert(row < col);
            if (byte & bit) {
                if (targets) {
                    targets[next[row]] = col;
                    targets[next[col]] = row;
                }
                next[row]++;
                next[col]++;
            }
            if (++row == col) {
                row = 0;
                col++;
            }
        }
    }
}

static cq_status fill(cq_context *ctx, uint32_t vertices, const bits *triangle,
                      cq_graph *out)
{
    cq_graph graph = {.vertices = vertices};
    size_t *next = cq_zalloc(ctx, vertices, sizeof *next);
    cq_status status = CQ_MEMORY;

    graph.starts = next ? cq_zalloc(ctx, (size_t)vertices + 1, sizeof *next) : NULL;
    if (!graph.starts)
        goto done;
    walk_bits(triangle, NULL, next);
    for (uint32_t v = 0; v < vertices; v++) {
        graph.starts[v + 1] = graph.starts[v] + next[v];
        next[v] = graph.starts[v];
    }
    graph.targets = cq_alloc(ctx, graph.starts[vertices], sizeof *graph.targets);
    if (!graph.targets)
        goto done;
    walk_bits(triangle, graph.targets, next);
    cq_assert(vertices > CQ_WALK_SIZE || cq_graph_check(&graph));
    *out = graph;
    status = CQ_OK;
done:
    cq_free(next);
    if (status != CQ_OK)
        cq_graph_free(&graph);
    return status;
}

static cq_status check_bytes(cq_graph_reader *r, const cq_words *word)
{
    char name[16];

    for (size_t i = 0; i < word->length; i++)
        if (!is_byte(word->start[i]))
            return cq_fail_in(r->ctx, &r->lines, word->start + i,
                              "expected a byte of graph6, from '?' to '~', found %s",
                              cq_char_name(word->start[i], name));
    return CQ_OK;
}

/* The number of vertices, and where the triangle lies. */
static cq_status read_size(cq_graph_reader *r, const cq_words *word, bits *triangle)
{
    size_t bytes = size_bytes(word->start, word->length);
    uint64_t vertices, expected;

    if (word->length < bytes)
        return cq_fail_in(r->ctx, &r->lines, word->start + word->length,
                          "expected %zu bytes for the number of vertices, found %zu",
                          bytes, word->length);
    vertices = size_value(word->start, bytes);
    if (vertices == 0 || vertices > CQ_GRAPH_MOST)
        return cq_fail_in(r->ctx, &r->lines, word->start,
                          "expected a number of vertices from 1 to %u, found %llu",
                          CQ_GRAPH_MOST, (unsigned long long)vertices);
    expected = triangle_bytes(vertices);
    triangle->start = word->start + bytes;
    triangle->length = word->length - bytes;
    if (triangle->length != expected) {
        size_t shorter =
            triangle->length < expected ? triangle->length : (size_t)expected;

        return cq_fail_in(r->ctx, &r->lines, triangle->start + shorter,
                          "expected %llu bytes for the edges of %llu vertices, found "
                          "%zu",
                          (unsigned long long)expected, (unsigned long long)vertices,
                          triangle->length);
    }
    r->vertices = (uint32_t)vertices;
    return CQ_OK;
}

static cq_status check_padding(cq_graph_reader *r, const cq_words *word,
                               const bits *triangle)
{
    uint64_t n = r->vertices, spare = triangle->length * 6 - n * (n - 1) / 2;
    unsigned last;

    if (triangle->length == 0)
        return CQ_OK;
    last = (unsigned)(triangle->start[triangle->length - 1] - LOWEST);
    if (last & ((1u << spare) - 1))
        return cq_fail_in(r->ctx, &r->lines, word->start + word->length - 1,
                          "expected zeros after the last edge, found other bits");
    return CQ_OK;
}

/* The word with the graph: after the header, on its line or the next that has one. */
static cq_status find_word(cq_graph_reader *r, cq_words *word)
{
    size_t skip = sizeof header - 1;
    bool first = true;

    while (cq_lines_next(&r->lines)) {
        *word = cq_words_of(r->lines.start, r->lines.length);
        if (first && r->lines.length >= 2 && memcmp(r->lines.start, ">>", 2) == 0) {
            if (r->lines.length < skip || memcmp(r->lines.start, header, skip) != 0)
                return cq_fail_in(r->ctx, &r->lines, r->lines.start,
                                  "expected the header %s or none", header);
            word->at += skip;
        }
        if (!cq_lines_blank(&r->lines))
            first = false;
        if (cq_words_next(word))
            return CQ_OK;
    }
    return cq_fail_end(r->ctx, &r->lines, "expected a graph after %s, found the end",
                       header);
}

/* One graph is read at a time: nothing may follow. */
static cq_status require_end(cq_graph_reader *r, cq_words rest)
{
    cq_lines lines = r->lines;

    while (!cq_words_next(&rest)) {
        if (!cq_lines_next(&lines))
            return CQ_OK;
        rest = cq_words_of(lines.start, lines.length);
    }
    return cq_fail_in(r->ctx, &lines, rest.start,
                      "expected one graph in graph6, found more after it");
}

cq_status cq_graph6_read(cq_graph_reader *r, cq_graph *out)
{
    cq_words word;
    bits triangle = {0};

    cq_try(find_word(r, &word));
    cq_try(check_bytes(r, &word));
    cq_try(read_size(r, &word, &triangle));
    cq_try(check_padding(r, &word, &triangle));
    cq_try(require_end(r, word));
    return fill(r->ctx, r->vertices, &triangle, out);
}

/* ---- writing ---- */

static void write_size(uint32_t n, FILE *out)
{
    unsigned digits = n <= 62 ? 1 : n < 1u << 18 ? 3 : 6;

    for (unsigned marks = digits / 3; marks > 0; marks--)
        putc(HIGHEST, out);
    while (digits-- > 0)
        putc((int)(LOWEST + ((uint64_t)n >> 6 * digits & 63)), out);
}

/* Only the edges are visited; the zeros between them are written byte by byte. */
void cq_graph6_write(const cq_graph *graph, FILE *out)
{
    uint64_t bytes = triangle_bytes(graph->vertices), written = 0;
    unsigned byte = 0;

    write_size(graph->vertices, out);
    for (uint32_t col = 1; col < graph->vertices; col++) {
        uint64_t column = (uint64_t)col * (col - 1) / 2;

        for (size_t i = graph->starts[col]; i < graph->starts[col + 1]; i++) {
            uint64_t bit = column + graph->targets[i];

            if (graph->targets[i] > col)
                break;
            cq_assert(bit / 6 >= written && bit / 6 < bytes); /* the bits ascend */
            for (; written < bit / 6; written++, byte = 0)
                putc_unlocked((int)(LOWEST + byte), out);
            byte |= 32u >> bit % 6;
        }
    }
    for (; written < bytes; written++, byte = 0)
        putc_unlocked((int)(LOWEST + byte), out);
    putc('\n', out);
}
