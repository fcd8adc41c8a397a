/* graph.h - undirected graphs without loops or parallel edges, as sorted adjacency.
 *
 * The neighbours of v are targets[starts[v] .. starts[v + 1]), ascending; every edge
 * stands there twice. Vertices are numbered from 0; a graph from a file keeps its
 * names.
 */
#ifndef CQ_PROBLEM_GRAPH_H
#define CQ_PROBLEM_GRAPH_H

#include "base/sort.h"
#include "base/text.h"
#include "base/vec.h"
#include "board/board.h"

typedef struct cq_graph {
    uint32_t vertices;
    size_t *starts;    /* vertices + 1; NULL in a mere outline */
    uint32_t *targets; /* starts[vertices] of them */
    /* Vertices that are cells of a board: their cells, ascending; else NULL. */
    cq_cell *cells;
    /* Names from a file if they are not 1..n in order; else NULL. One block: the
     * texts come after the pointers. */
    char **names;
    /* Pairs of vertices (see edge_pairs.h): edges that every tour must use, and moves
     * of a board that are no edges. Only a graph with lists has any. */
    cq_u32s must, gone;
} cq_graph;

/* The most vertices: numbers from 1 stay within an int. */
#define CQ_GRAPH_MOST ((uint32_t)INT32_MAX)

void cq_graph_free(cq_graph *graph); /* frees what is inside, leaves it empty */

static inline size_t cq_graph_degree(const cq_graph *graph, uint32_t v)
{
    return graph->starts[v + 1] - graph->starts[v];
}

static inline size_t cq_graph_edges(const cq_graph *graph)
{
    return graph->vertices ? graph->starts[graph->vertices] / 2 : 0;
}

/* The arc from a to b, as a position in targets; SIZE_MAX if there is none.
 * O(log degree). */
static inline size_t cq_graph_arc(const cq_graph *graph, uint32_t a, uint32_t b)
{
    return cq_find_sorted(graph->targets, graph->starts[a], graph->starts[a + 1], b);
}

static inline bool cq_graph_adjacent(const cq_graph *graph, uint32_t a, uint32_t b)
{
    return cq_graph_arc(graph, a, b) != SIZE_MAX;
}

/* From a list of pairs (ends[2 i], ends[2 i + 1]), in any order and direction, repeated
 * ones merged (*merged, which may be NULL, counts them); no loops. O(n + m), by
 * counting sort. */
cq_status cq_graph_build(cq_context *ctx, uint32_t vertices, const uint32_t *ends,
                         size_t edges, cq_graph *out, size_t *merged);

/* A graph without edges that must be used, whose closed tours are those of this one: it
 * may have vertices more, after its own, each to be left out of a tour. */
cq_status cq_graph_fix(cq_context *ctx, const cq_graph *graph, cq_graph *out);

/* ---- from a board ---- */

typedef struct cq_leap {
    uint32_t a, b; /* a step of a in one direction and b in the other */
    unsigned ways; /* bits of the eight ways it goes, each with its opposite; 0: all */
    bool rides;    /* it may be repeated in the same direction, over squares only */
} cq_leap;

/* Way w goes a down and b right: a up if w & 1, b left if w & 2, a and b in each
 * other's place if w & 4. Way w ^ 3 is the way back. */
static inline bool cq_leap_goes(cq_leap leap, unsigned way)
{
    return !leap.ways || (leap.ways >> way & 1);
}

/* A move, in rows down and columns to the right. */
typedef struct cq_offset {
    int64_t down, right;
} cq_offset;

static inline cq_offset cq_leap_offset(cq_leap leap, unsigned way)
{
    int64_t a = way & 1 ? -(int64_t)leap.a : leap.a;
    int64_t b = way & 2 ? -(int64_t)leap.b : leap.b;

    return way & 4 ? (cq_offset){b, a} : (cq_offset){a, b};
}

typedef CQ_VEC(cq_leap) cq_leaper;

/* "1,2", unions "1,2+0,1", and the names knight, king, wazir, ferz, camel, zebra,
 * giraffe, dabbaba, alfil; "(1,-2)" is one move, down and right, and its way back. A
 * '*' makes a rider, as the names queen, rook, bishop and nightrider do: "0,1*". What
 * does not move is refused. */
cq_status cq_leaper_parse(cq_context *ctx, const char *source, const char *text,
                          cq_leaper *out);
void cq_leaper_write(const cq_leaper *leaper, FILE *out); /* "1,2+0,1*" */
/* Whether both have the same leaps, in any order. */
bool cq_leaper_same(const cq_leaper *a, const cq_leaper *b);
/* Whether a move may go on. Such a piece needs lists on every board. */
bool cq_leaper_rides(const cq_leaper *leaper);
/* Adds a leap in all eight ways, or one move; one that is there already is not added
 * again. */
cq_status cq_leaper_add(cq_context *ctx, cq_leaper *leaper, uint32_t a, uint32_t b,
                        bool rides);
cq_status cq_leaper_add_move(cq_context *ctx, cq_leaper *leaper, cq_offset move,
                             bool rides);
/* A leap of one way only as that move. */
static inline cq_offset cq_leap_move(cq_leap leap)
{
    return cq_leap_offset(leap, leap.ways & 1u ? 0 : 2);
}

/* "1,-2", with this mark between the numbers; false if it is something else. */
bool cq_offset_parse(const char *text, size_t length, char mark, cq_offset *out);
/* Whether a symmetry of the square (see cq_symmetry) takes all leaps to leaps. */
bool cq_leaper_keeps(const cq_leaper *leaper, unsigned symmetry);

/* Only the vertices, without lists; `cells` stays NULL on a board without holes. */
cq_status cq_graph_outline(cq_context *ctx, const cq_board *board, cq_graph *out);
/* The graph of all leaps between cells of the board, across joined edges. A rider stops
 * before a hole, and where it started. Fills `cells`. */
cq_status cq_graph_from_board(cq_context *ctx, const cq_board *board,
                              const cq_leaper *leaper, cq_graph *out);

/* The lists of a piece that rides, by the numbers of the cells. */
cq_status cq_rides_list(cq_context *ctx, const cq_board *board, const cq_leaper *leaper,
                        const uint32_t *number, cq_graph *graph);

/* ---- from and to text ---- */

typedef enum cq_graph_format {
    CQ_GRAPH_EDGES,  /* two names a line; '#' or '%' starts a comment */
    CQ_GRAPH_DIMACS, /* p edge n m / e u v */
    CQ_GRAPH_TSPLIB, /* TYPE : HCP, EDGE_LIST or ADJ_LIST */
    CQ_GRAPH_GRAPH6  /* McKay's graph6, one graph */
} cq_graph_format;

/* Tells the format by its content. */
cq_graph_format cq_graph_detect(const cq_text *text);
/* Errors (CQ_INPUT with line and column): loops, vertices out of range, a header that
 * promises other numbers than follow, no vertices. Repeated edges are merged, with a
 * note. */
cq_status cq_graph_read(cq_context *ctx, const cq_text *text, cq_graph *out);
/* Reads back to the same graph; only edge lists keep names, which a note says. */
cq_status cq_graph_write(cq_context *ctx, const cq_graph *graph, cq_graph_format format,
                         FILE *out);

/* The name of a vertex: from its file, of its cell, or its number from 1. */
const char *cq_vertex_name(const cq_graph *graph, const cq_board *board,
                           uint32_t vertex, char buffer[CQ_VERTEX_NAME_SIZE]);

/* A digest of vertices, edges and names. */
uint64_t cq_graph_hash(const cq_graph *graph, uint64_t hash);

/* Asserts what must hold: sorted, symmetric, no loops. */
bool cq_graph_check(const cq_graph *graph);

#endif
