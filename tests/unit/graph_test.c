/* graph_test.c - graphs: building, leapers on boards, and the four text formats. */
#include "base/hash.h"
#include "base/random.h"
#include "reading.h"

static cq_status read(fixture *f, const char *data)
{
    cq_text text = {"test", data, strlen(data)};

    cq_graph_free(&f->graph);
    return cq_graph_read(ctx, &text, &f->graph);
}

static void assert_read(fixture *f, const char *data, uint32_t vertices, size_t edges)
{
    if (read(f, data) != CQ_OK)
        fail_msg("for <%s>: %zu:%zu %s", data, cq_error_line(ctx), cq_error_column(ctx),
                 cq_error_text(ctx));
    assert_true(cq_graph_check(&f->graph));
    assert_int_equal(f->graph.vertices, vertices);
    assert_int_equal(cq_graph_edges(&f->graph), edges);
}

static void assert_refused(fixture *f, const char *data, size_t line, size_t column,
                           const char *part)
{
    assert_int_equal(read(f, data), CQ_INPUT);
    assert_refused_at(data, line, column, part);
    assert_int_equal(f->graph.vertices, 0); /* untouched */
    assert_int_equal(cq_context_memory_used(ctx), 0);
}

static char *text_of(const cq_graph *graph, cq_graph_format format)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    assert_int_equal(cq_graph_write(ctx, graph, format, out), CQ_OK);
    fclose(out);
    return text;
}

/* ---- building ---- */

static void builds_sorted_lists_and_merges(void **state)
{
    fixture *f = *state;
    const uint32_t ends[] = {3, 1, 0, 1, 1, 2, 2, 0, 1, 3, 1, 0, 3, 1};
    size_t merged;

    assert_int_equal(cq_graph_build(ctx, 5, ends, 7, &f->graph, &merged), CQ_OK);
    assert_true(cq_graph_check(&f->graph));
    assert_int_equal(merged, 3);
    assert_int_equal(cq_graph_edges(&f->graph), 4);
    assert_int_equal(cq_graph_degree(&f->graph, 1), 3);
    assert_int_equal(f->graph.targets[f->graph.starts[1]], 0);
    assert_int_equal(f->graph.targets[f->graph.starts[1] + 1], 2);
    assert_int_equal(f->graph.targets[f->graph.starts[1] + 2], 3);
    assert_int_equal(cq_graph_degree(&f->graph, 4), 0);
    assert_true(cq_graph_adjacent(&f->graph, 3, 1));
    assert_false(cq_graph_adjacent(&f->graph, 3, 2));
    assert_false(cq_graph_adjacent(&f->graph, 4, 0));
}

static void the_check_sees_broken_graphs(void **state)
{
    fixture *f = *state;

#ifdef CQ_CHECKED
    skip(); /* the check ends the program there */
#endif
    assert_read(f, "1 2\n2 3\n3 1\n", 3, 3);
    f->graph.targets[0] = 0; /* a loop */
    assert_false(cq_graph_check(&f->graph));
    f->graph.targets[0] = 2; /* not ascending */
    assert_false(cq_graph_check(&f->graph));
    f->graph.targets[0] = 7;
    assert_false(cq_graph_check(&f->graph));
    f->graph.targets[0] = 1;
    assert_true(cq_graph_check(&f->graph));
    cq_graph_free(&f->graph);
    assert_read(f, "1 2\n3 4\n", 4, 2);
    f->graph.targets[0] = 2; /* 1-3 without 3-1 */
    assert_false(cq_graph_check(&f->graph));
}

/* ---- leapers ---- */

static void assert_leaper(const char *text, const char *expected)
{
    cq_leaper leaper = {0};
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);

    if (cq_leaper_parse(ctx, "--leaper", text, &leaper) != CQ_OK)
        fail_msg("%s: %s", text, cq_error_text(ctx));
    cq_leaper_write(&leaper, out);
    fclose(out);
    assert_string_equal(written, expected);
    free(written);
    cq_vec_free(&leaper);
}

static void leapers_have_names_and_unions(void **state)
{
    (void)state;
    assert_leaper("1,2", "1,2");
    assert_leaper("2,1", "1,2");
    assert_leaper("1,2+0,1+2,1", "1,2+0,1");
    assert_leaper(" 1,2 + Wazir ", "1,2+0,1");
    assert_leaper("KNIGHT", "1,2");
    assert_leaper("king", "0,1+1,1");
    assert_leaper("king+ferz+fers", "0,1+1,1");
    assert_leaper("camel+zebra+giraffe+dabbaba+alfil", "1,3+2,3+1,4+0,2+2,2");
}

static void assert_no_leaper(const char *text, size_t column)
{
    cq_leaper leaper = {0};

    assert_int_equal(cq_leaper_parse(ctx, "--leaper", text, &leaper), CQ_INPUT);
    assert_int_equal(cq_error_column(ctx), column);
    assert_non_null(strstr(cq_error_text(ctx), "expected a leaper"));
    assert_null(leaper.at);
}

static void other_leapers_are_refused(void **state)
{
    (void)state;
    assert_no_leaper("", 1);
    assert_no_leaper("0,0", 1);
    assert_no_leaper("1,2+0,0", 5);
    assert_no_leaper("1,2+", 5);
    assert_no_leaper("+1,2", 1);
    assert_no_leaper("1", 1);
    assert_no_leaper("1,2,3", 1);
    assert_no_leaper("1,-2", 1);
    assert_no_leaper("1,99999999999", 1);
    assert_no_leaper("1,2 + unicorn", 7);
    assert_no_leaper("knights", 1);
}

/* ---- boards ---- */

static void make_graph(fixture *f, const cq_board *board, const char *leaper)
{
    cq_leaper parsed = {0};

    assert_int_equal(cq_leaper_parse(ctx, "--leaper", leaper, &parsed), CQ_OK);
    cq_graph_free(&f->graph);
    assert_int_equal(cq_graph_from_board(ctx, board, &parsed, &f->graph), CQ_OK);
    cq_vec_free(&parsed);
    assert_true(cq_graph_check(&f->graph));
}

/* Can a leap of a and b go along a line of this length from x to y? */
static bool spans(int64_t x, int64_t y, int64_t leap, int64_t length, bool joined)
{
    int64_t away = y - x;

    if (!joined)
        return away == leap || away == -leap;
    return (away - leap) % length == 0 || (away + leap) % length == 0;
}

/* From the definition, pair by pair. */
static bool joined_by(const cq_board *board, cq_cell from, cq_cell to,
                      const cq_leap *leap)
{
    bool rows = board->surface == CQ_TORUS, cols = board->surface != CQ_PLANE;
    uint32_t r = cq_row(board, from), c = cq_col(board, from);
    uint32_t s = cq_row(board, to), d = cq_col(board, to);

    if (from == to || !cq_board_present(board, from) || !cq_board_present(board, to))
        return false;
    return (spans(r, s, leap->a, board->rows, rows) &&
            spans(c, d, leap->b, board->cols, cols)) ||
           (spans(r, s, leap->b, board->rows, rows) &&
            spans(c, d, leap->a, board->cols, cols));
}

static void assert_as_defined(const cq_board *board, const cq_leap leaps[2],
                              const cq_graph *graph)
{
    assert_int_equal(graph->vertices, board->count);
    for (uint32_t v = 0; v < graph->vertices; v++)
        for (uint32_t u = 0; u < graph->vertices; u++) {
            cq_cell from = graph->cells[v], to = graph->cells[u];

            assert_int_equal(cq_graph_adjacent(graph, v, u),
                             joined_by(board, from, to, &leaps[0]) ||
                                 joined_by(board, from, to, &leaps[1]));
        }
}

/* Boards of all surfaces, smaller and larger than the leap, with and without holes. */
static void board_graphs_are_as_defined(void **state)
{
    fixture *f = *state;
    char colour[49];
    cq_random random;

    cq_random_seed(&random, 3);
    for (unsigned round = 0; round < 3000; round++) {
        cq_board board = {.rows = 1 + (uint32_t)cq_random_below(&random, 7),
                          .cols = 1 + (uint32_t)cq_random_below(&random, 7),
                          .surface = (cq_surface)(round % 3),
                          .colour = colour};
        cq_leap leaps[2] = {{0}};
        cq_leaper leaper = {leaps, 2, 2};

        for (size_t i = 0; i < cq_board_size(&board); i++) {
            colour[i] = round % 2 && cq_random_below(&random, 4) == 0 ? 0 : '#';
            board.count += colour[i] != 0;
        }
        for (unsigned i = 0; i < 2; i++) {
            leaps[i].a = (uint32_t)cq_random_below(&random, 4);
            leaps[i].b = 1 + leaps[i].a + (uint32_t)cq_random_below(&random, 8);
        }
        cq_graph_free(&f->graph);
        assert_int_equal(cq_graph_from_board(ctx, &board, &leaper, &f->graph), CQ_OK);
        assert_true(cq_graph_check(&f->graph));
        assert_as_defined(&board, leaps, &f->graph);
    }
}

static void known_board_graphs(void **state)
{
    fixture *f = *state;
    char name[CQ_VERTEX_NAME_SIZE];
    cq_board *board = NULL;

    /* 4 (n - 1) (n - 2) moves of a knight, OEIS A033996. */
    assert_int_equal(cq_board_parse(ctx, "8x8", &board), CQ_OK);
    make_graph(f, board, "knight");
    assert_int_equal(cq_graph_edges(&f->graph), 168);
    assert_string_equal(cq_vertex_name(&f->graph, board, 0, name), "a8");
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 0, name), "1");
    /* 2 (n - 1) (2 n - 1) moves of a king, OEIS A002943. */
    make_graph(f, board, "king");
    assert_int_equal(cq_graph_edges(&f->graph), 210);
    cq_board_free(board);
    /* Without the corners: the knight loses two moves at each. */
    assert_int_equal(cq_board_parse(ctx, "8x8-a1,a8,h1,h8", &board), CQ_OK);
    make_graph(f, board, "1,2");
    assert_int_equal(f->graph.vertices, 60);
    assert_int_equal(cq_graph_edges(&f->graph), 160);
    assert_string_equal(cq_vertex_name(&f->graph, board, 0, name), "b8");
    cq_board_free(board);
    /* Every cell of a torus of 5 or more has eight moves; on 4x4 they meet in pairs. */
    assert_int_equal(cq_board_parse(ctx, "torus:5x6", &board), CQ_OK);
    make_graph(f, board, "knight");
    assert_int_equal(cq_graph_edges(&f->graph), 5 * 6 * 4);
    cq_board_free(board);
    assert_int_equal(cq_board_parse(ctx, "torus:4x4", &board), CQ_OK);
    make_graph(f, board, "knight");
    assert_int_equal(cq_graph_edges(&f->graph), 4 * 4 * 2);
    cq_board_free(board);
}

/* ---- formats ---- */

static cq_graph_format detect(const char *data)
{
    cq_text text = {"test", data, strlen(data)};

    return cq_graph_detect(&text);
}

static void formats_are_told_by_content(void **state)
{
    (void)state;
    assert_int_equal(detect("1 2\n2 3\n"), CQ_GRAPH_EDGES);
    assert_int_equal(detect(""), CQ_GRAPH_EDGES);
    assert_int_equal(detect("# A_\nA_\n"), CQ_GRAPH_EDGES);
    assert_int_equal(detect("c d\nd p\n"), CQ_GRAPH_EDGES);
    assert_int_equal(detect("c d\np q\n"), CQ_GRAPH_EDGES);
    assert_int_equal(detect("A_\nA_ B\n"), CQ_GRAPH_EDGES);
    assert_int_equal(detect("ab\ncd\n"), CQ_GRAPH_EDGES); /* 34 vertices need more */
    assert_int_equal(detect("c x y z\nc\n\np edge 2 1\ne 1 2\n"), CQ_GRAPH_DIMACS);
    assert_int_equal(detect("p col 2 1\ne 1 2\n"), CQ_GRAPH_DIMACS);
    assert_int_equal(detect("e 1 2\n"), CQ_GRAPH_DIMACS);
    assert_int_equal(detect("NAME : x\n"), CQ_GRAPH_TSPLIB);
    assert_int_equal(detect("\nTYPE: TSP\n"), CQ_GRAPH_TSPLIB);
    assert_int_equal(detect("A_\n"), CQ_GRAPH_GRAPH6);
    assert_int_equal(detect(">>graph6<<A_"), CQ_GRAPH_GRAPH6);
    assert_int_equal(detect("A_\nA?\n"), CQ_GRAPH_GRAPH6);
}

static void edge_lists_with_numbers_keep_their_order(void **state)
{
    fixture *f = *state;
    char name[CQ_VERTEX_NAME_SIZE];

    assert_read(f, "% comment\n\n3 1 # behind\n\t4  2\r\n5\n", 5, 2);
    assert_null(f->graph.names);
    assert_true(cq_graph_adjacent(&f->graph, 2, 0));
    assert_true(cq_graph_adjacent(&f->graph, 3, 1));
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 4, name), "5");
    assert_int_equal(f->notes, 0);
}

static void edge_lists_with_names_number_by_appearance(void **state)
{
    fixture *f = *state;
    char name[CQ_VERTEX_NAME_SIZE];

    assert_read(f, "3 1\n4 1\n", 3, 2); /* 2 is not there: names */
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 0, name), "3");
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 2, name), "4");
    assert_read(f, "0 1\n1 2\n", 3, 2);
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 0, name), "0");
    assert_read(f, "1 2\n2 03\n", 3, 2);
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 2, name), "03");
    assert_read(f, "1 2\n2 x\nlonely\nx 1\n", 4, 3);
    assert_string_equal(cq_vertex_name(&f->graph, NULL, 3, name), "lonely");
    assert_int_equal(cq_graph_degree(&f->graph, 3), 0);
    assert_read(f, "1 99999999999999999999\n", 2, 1);
}

static void repeated_edges_are_merged_with_a_note(void **state)
{
    fixture *f = *state;

    assert_read(f, "a b\nb a\n", 2, 1);
    assert_int_equal(f->notes, 1);
    assert_read(f, "p edge 3 5\ne 1 2\ne 2 1\ne 2 3\ne 2 3\ne 1 2\n", 3, 2);
    assert_int_equal(f->notes, 2);
    assert_string_equal(f->note, "3 repeated edges are left out");
    assert_read(f, "p edge 3 2\ne 1 2\ne 2 1\ne 2 3\n", 3, 2);
}

static void refuses_bad_edge_lists(void **state)
{
    fixture *f = *state;

    assert_refused(f, "", 1, 1, "empty");
    assert_refused(f, "# nothing\n\n", 3, 1, "expected an edge");
    assert_refused(f, "a b\n c  d e\n", 2, 7, "'e' as a third");
    assert_refused(f, "1 2\n2  2\n", 2, 4, "loop");
    assert_refused(f, "a b\nb b\n", 2, 3, "loop");
    assert_refused(f, "a b\nb x\ry\n", 2, 4, "0x0d");
}

static void refuses_bad_dimacs(void **state)
{
    fixture *f = *state;

    assert_refused(f, "c x\np cnf 3 2\n", 2, 3, "'cnf'");
    assert_refused(f, "p edge 0 0\n", 1, 8, "from 1 to");
    assert_refused(f, "p edge 4294967296 0\n", 1, 8, "from 1 to");
    assert_refused(f, "p edge 2000000000 0\n", 1, 8, "can hold");
    assert_refused(f, "p edge 3\n", 1, 9, "number of edges");
    assert_refused(f, "p edge 3 x\n", 1, 10, "'x'");
    assert_refused(f, "p edge 3 1 1\n", 1, 12, "'1'");
    assert_refused(f, "p edge 3 1\np edge 3 1\n", 2, 1, "second");
    assert_refused(f, "e 1 2\np edge 3 1\n", 1, 1, "p edge N M");
    assert_refused(f, "p edge 3 1\ne 1 4\n", 2, 5, "from 1 to 3, found '4'");
    assert_refused(f, "p edge 3 1\ne 0 1\n", 2, 3, "'0'");
    assert_refused(f, "p edge 3 1\ne 1\n", 2, 4, "end of the line");
    assert_refused(f, "p edge 3 1\ne 1 2 3\n", 2, 7, "'3'");
    assert_refused(f, "p edge 3 1\ne 2 2\n", 2, 5, "loop");
    assert_refused(f, "p edge 3 1\nq 1 2\n", 2, 1, "'q'");
    assert_refused(f, "p edge 3 4\ne 1 2\ne 2 1\n", 1, 10,
                   "2 (1 different ones), found 4");
}

#define HCP "NAME : t\nTYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : "

static void reads_both_tsplib_forms(void **state)
{
    fixture *f = *state;
    uint64_t digest;

    assert_read(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n 1 2\n2 3 3\n4\n4 1\n-1\nEOF\nx",
                4, 4);
    digest = cq_graph_hash(&f->graph, CQ_HASH_START);
    assert_read(f, HCP "ADJ_LIST\nEDGE_DATA_SECTION\n1 2 4 -1\n3 2\n4 -1\n-1\n", 4, 4);
    assert_true(digest == cq_graph_hash(&f->graph, CQ_HASH_START));
    assert_read(f,
                "COMMENT: a\nTYPE:HCP\nDIMENSION:4\nEDGE_DATA_FORMAT:ADJ_LIST\n"
                "EDGE_DATA_SECTION 1 2 4 -1 2 1 3 -1 3 2 4 -1 4 1 3 -1 -1\n",
                4, 4);
    assert_true(digest == cq_graph_hash(&f->graph, CQ_HASH_START));
    assert_int_equal(f->notes, 0); /* both directions are usual */
}

static void refuses_bad_tsplib(void **state)
{
    fixture *f = *state;

    assert_refused(f, "NAME : x\nTYPE : TSP\n", 2, 8, "HCP, found 'TSP'");
    assert_refused(f, "NAME : x\nTYPE HCP\n", 2, 6, "':'");
    assert_refused(f, "NAME : x\nDIMENSION : 4\nEDGE_DATA_SECTION\n-1\n", 3, 1,
                   "TYPE : HCP");
    assert_refused(f, "TYPE : HCP\nEDGE_DATA_SECTION\n-1\n", 2, 1, "DIMENSION");
    assert_refused(f, "TYPE : HCP\nDIMENSION : 0\n", 2, 13, "'0'");
    assert_refused(f, "TYPE : HCP\nDIMENSION : 3\nDIMENSION : 3\n", 3, 1, "second");
    assert_refused(f, "TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n-1\n", 3, 1,
                   "EDGE_DATA_FORMAT");
    assert_refused(f, HCP "LIST\n", 4, 20, "'LIST'");
    assert_refused(f, HCP "EDGE_LIST\n", 5, 1, "EDGE_DATA_SECTION");
    assert_refused(f, HCP "EDGE_LIST\nFIXED_EDGES_SECTION\n", 6, 1, "an edge or -1");
    assert_refused(f, HCP "EDGE_LIST\nFIXED_EDGES_SECTION\n1 1 -1\n", 6, 3, "twice");
    assert_refused(f, "TYPE : HCP\nFIXED_EDGES :\n", 2, 1, "DIMENSION");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_WEIGHT_SECTION\n", 5, 1, "EDGE_WEIGHT");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 5\n-1\n", 6, 3, "'5'");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 1\n-1\n", 6, 3, "loop");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n3 -1\n", 7, 3, "-1");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\nEOF\n", 7, 1, "EOF");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n", 7, 1, "end");
    assert_refused(f, HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1 3\n", 7, 4, "'3'");
    assert_refused(f, HCP "ADJ_LIST\nEDGE_DATA_SECTION\n1 2 -1\nEOF\n", 7, 1, "EOF");
    assert_refused(f, HCP "ADJ_LIST\nEDGE_DATA_SECTION\n1 2\n", 7, 1, "neighbour");
}

/* The examples of the format's description: 5 vertices with the edges 0-2, 0-4, 1-3 and
 * 3-4 are "DQc". */
static void reads_and_writes_graph6(void **state)
{
    fixture *f = *state;
    char *text;

    assert_read(f, "DQc\n", 5, 4);
    assert_true(cq_graph_adjacent(&f->graph, 0, 2));
    assert_true(cq_graph_adjacent(&f->graph, 0, 4));
    assert_true(cq_graph_adjacent(&f->graph, 1, 3));
    assert_true(cq_graph_adjacent(&f->graph, 3, 4));
    text = text_of(&f->graph, CQ_GRAPH_GRAPH6);
    assert_string_equal(text, "DQc\n");
    free(text);
    assert_read(f, ">>graph6<<DQc", 5, 4);
    assert_read(f, ">>graph6<<\nDQc\n\n", 5, 4);
    assert_read(f, "~??DQc", 5, 4); /* the longer forms of the number 5 */
    assert_read(f, "~~?????DQc", 5, 4);
    assert_read(f, "@", 1, 0);
}

static void refuses_bad_graph6(void **state)
{
    fixture *f = *state;

    assert_refused(f, "?", 1, 1, "from 1 to");
    assert_refused(f, "DQ\n", 1, 3, "2 bytes for the edges of 5 vertices, found 1");
    assert_refused(f, "DQcc\n", 1, 4, "found 3");
    assert_refused(f, ">>graph6<<DQ c", 1, 13, "found 1");
    assert_refused(f,
                   ">>graph6<<D\x1b"
                   "c",
                   1, 12, "0x1b");
    assert_refused(f, ">>sparse6<<:An", 1, 1, ">>graph6<<");
    assert_refused(f, ">>graph6<<\n\n", 3, 1, "the end");
    assert_refused(f, "~??", 1, 4, "4 bytes");
    assert_refused(f, "~~~~~~~~", 1, 1, "68719476735");
    assert_refused(f, "DQc\nDQc\n", 2, 1, "one graph");
    assert_refused(f, "DQd\n", 1, 3, "zeros");
}

static void random_graph(fixture *f, cq_random *random, uint32_t vertices, bool named)
{
    char data[40000];
    size_t at = 0;

    /* Declared in order, so that both kinds of names give the same numbers. */
    for (uint32_t v = 1; v <= vertices; v++)
        at += (size_t)sprintf(data + at, "%s%u\n", named ? "v" : "", v);
    for (uint64_t edge = cq_random_below(random, 2 * vertices); edge > 0; edge--) {
        uint64_t u = cq_random_below(random, vertices);
        uint64_t v = cq_random_below(random, vertices);

        if (u != v)
            at += (size_t)sprintf(data + at, "%s%u %s%u\n", named ? "v" : "",
                                  (unsigned)u + 1, named ? "v" : "", (unsigned)v + 1);
    }
    /* The first line could be graph6 by accident, a comment cannot. */
    memmove(data + 2, data, at + 1);
    memcpy(data, "#\n", 2);
    assert_int_equal(read(f, data), CQ_OK);
    assert_int_equal(f->graph.vertices, vertices);
    assert_int_equal(f->graph.names != NULL, named);
}

static void every_format_reads_back(void **state)
{
    fixture *f = *state;
    cq_random random;

    cq_random_seed(&random, 11);
    for (unsigned round = 0; round < 200; round++)
        for (cq_graph_format format = CQ_GRAPH_EDGES; format <= CQ_GRAPH_GRAPH6;
             format++) {
            bool named = format == CQ_GRAPH_EDGES && round % 2;
            uint32_t vertices = 1 + (uint32_t)cq_random_below(&random, 80);
            uint64_t digest;
            char *text;

            random_graph(f, &random, vertices, named);
            digest = cq_graph_hash(&f->graph, CQ_HASH_START);
            text = text_of(&f->graph, format);
            assert_int_equal(detect(text), format);
            assert_int_equal(read(f, text), CQ_OK);
            assert_true(cq_graph_check(&f->graph));
            assert_true(cq_graph_hash(&f->graph, CQ_HASH_START) == digest);
            free(text);
        }
}

/* Lines for names that an edge would skip, and for no others. */
static void edge_lists_are_written_short(void **state)
{
    fixture *f = *state;
    const char *texts[] = {
        "# 5 vertices, 6 edges\na b\na c\na d\na e\nb c\nb e\n",
        "# 4 vertices, 2 edges\na\nb\na c\nb c\nd\n",
        "# 4 vertices, 2 edges\na b\nc\nb d\n",
        "# 4 vertices, 2 edges\n1 3\n2\n3 4\n",
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *text;

        assert_int_equal(read(f, texts[i]), CQ_OK);
        text = text_of(&f->graph, CQ_GRAPH_EDGES);
        assert_string_equal(text, texts[i]);
        free(text);
    }
}

static void names_are_lost_with_a_note_only(void **state)
{
    fixture *f = *state;
    char *text;

    assert_read(f, "a c\nb c\n", 3, 2);
    text = text_of(&f->graph, CQ_GRAPH_EDGES);
    assert_string_equal(text, "# 3 vertices, 2 edges\na c\nc b\n");
    free(text);
    assert_int_equal(f->notes, 0);
    text = text_of(&f->graph, CQ_GRAPH_DIMACS);
    assert_string_equal(text, "p edge 3 2\ne 1 2\ne 2 3\n");
    free(text);
    assert_int_equal(f->notes, 1);
}

/* With every limit up to what is needed: CQ_MEMORY, nothing leaks, then success. */
static void running_out_of_memory_is_reported(void **state)
{
    fixture *f = *state;
    const char *texts[] = {"1 2\n2 3\n", "a b\nb c\nc a\n", "p edge 2 1\ne 1 2\n",
                           HCP "EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n-1\n", "DQc"};
    cq_leap leap = {.a = 1, .b = 2};
    cq_leaper leaper = {&leap, 1, 1};
    char colour[25];
    cq_board board = {5, 5, CQ_TORUS, 25, colour};
    cq_status status;

    memset(colour, '#', sizeof colour);
    for (size_t i = 0; i <= sizeof texts / sizeof *texts; i++) {
        cq_graph_free(&f->graph);
        status = CQ_MEMORY;
        for (size_t limit = 1; status != CQ_OK; limit += 16) {
            cq_context_limit_memory(ctx, limit);
            status = i < sizeof texts / sizeof *texts
                         ? read(f, texts[i])
                         : cq_graph_from_board(ctx, &board, &leaper, &f->graph);
            assert_true(status == CQ_OK || status == CQ_MEMORY);
            if (status != CQ_OK)
                assert_int_equal(cq_context_memory_used(ctx), 0);
        }
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(builds_sorted_lists_and_merges),
        TEST(the_check_sees_broken_graphs),
        TEST(leapers_have_names_and_unions),
        TEST(other_leapers_are_refused),
        TEST(board_graphs_are_as_defined),
        TEST(known_board_graphs),
        TEST(formats_are_told_by_content),
        TEST(edge_lists_with_numbers_keep_their_order),
        TEST(edge_lists_with_names_number_by_appearance),
        TEST(repeated_edges_are_merged_with_a_note),
        TEST(refuses_bad_edge_lists),
        TEST(refuses_bad_dimacs),
        TEST(reads_both_tsplib_forms),
        TEST(refuses_bad_tsplib),
        TEST(reads_and_writes_graph6),
        TEST(refuses_bad_graph6),
        TEST(every_format_reads_back),
        TEST(edge_lists_are_written_short),
        TEST(names_are_lost_with_a_note_only),
        TEST(running_out_of_memory_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
