/* problem.h - what is asked: a tiling, a cover or a tour. */
#ifndef CQ_PROBLEM_PROBLEM_H
#define CQ_PROBLEM_PROBLEM_H

#include "board/board.h"
#include "problem/cover.h"
#include "problem/graph.h"
#include "problem/piece.h"

/* Tours of larger boards get lists of neighbours only in a view: cq_problem_listed. */
enum { CQ_LISTS_MOST = 100000 };

struct cq_problem {
    cq_kind kind;
    cq_board *board;    /* tilings, and tours of a board; else NULL */
    cq_pieces pieces;   /* tilings */
    cq_cover cover;     /* covers */
    cq_leaper leaper;   /* tours of a board */
    cq_graph graph;     /* tours */
    bool closed;        /* tours: come back to the start */
    uint32_t from, to;  /* tours: the first vertex and the last, or CQ_NO_VERTEX */
    cq_u32s numbers;    /* tours: given ones, see given_numbers.c */
    cq_magic magic;     /* tours: which lines have equal sums, see magic_lines.c */
    unsigned symmetric; /* tours: bits 1 << cq_symmetry, one of which they must have */
    cq_problem *next;   /* the next board of the same file, or NULL */
    char *source;       /* what to call it in messages: a path or a board's text */
};

/* An empty problem, and its end: handed out if the status is CQ_OK, else freed. */
cq_status cq_problem_new(cq_context *ctx, cq_kind kind, const char *source,
                         cq_problem **out);
cq_status cq_problem_deliver(cq_status status, cq_problem *problem, cq_problem **out);

/* CQ_REFUSED with these words for a problem of another kind, CQ_INPUT for none. */
cq_status cq_problem_require(cq_context *ctx, const cq_problem *problem, cq_kind kind,
                             const char *what);

/* Dominoes on a board of two colours: the most of them are a largest matching. */
bool cq_problem_is_matching(const cq_problem *problem);

/* Whether its tilings must be expected to be too many to be met one by one. */
bool cq_problem_is_endless(const cq_problem *problem);

/* ---- tours ---- */

/* Whether tours with different numberings are different: a closed tour then counts once
 * for each way to number it. */
static inline bool cq_problem_is_numbered(const cq_problem *problem)
{
    return problem->numbers.count || problem->magic;
}
/* Makes a board's problem a tour by these leaps, which it takes over. */
cq_status cq_problem_tour_by(cq_context *ctx, cq_problem *problem, cq_leaper *leaper,
                             bool closed);

/* The problem as it is, in a view whose graph has its lists (problem->graph.starts may
 * be NULL before). The view borrows all else; unlist it before the problem is freed. */
cq_status cq_problem_listed(cq_context *ctx, const cq_problem *problem,
                            cq_problem *view);
void cq_problem_unlist(cq_problem *view, const cq_problem *problem);
/* The cell of a vertex of a board's tour, and back; CQ_NO_VERTEX for a hole. */
static inline cq_cell cq_problem_cell(const cq_problem *problem, uint32_t vertex)
{
    return problem->graph.cells ? problem->graph.cells[vertex] : vertex;
}
uint32_t cq_problem_vertex(const cq_problem *problem, cq_cell cell);
/* A closed walk of n vertices from `from` on, in the direction that ends at `to`, or in
 * its own if that is CQ_NO_VERTEX. */
void cq_walk_turn(const uint32_t *walk, size_t n, uint32_t from, uint32_t to,
                  uint32_t *out);
/* Whether a tour, which it must be, has the ends and the symmetry asked for. A closed
 * one may begin at any square. */
cq_status cq_problem_suits(cq_context *ctx, const cq_problem *problem,
                           const uint32_t *walk, bool *out);
/* A square or a vertex by its name; errors are about the flag. */
cq_status cq_problem_find_vertex(cq_context *ctx, const cq_problem *problem,
                                 const char *flag, const char *name, size_t length,
                                 uint32_t *out);
/* "180", "90" or "mirror", as it was asked for; of a tour that must be symmetric. */
const char *cq_symmetric_name(const cq_problem *problem);
/* Whether the leaps alone, on the board, are the edges: of a leaper, no rider, and no
 * move is forbidden. */
bool cq_problem_leaps(const cq_problem *problem);
/* Whether an edge joins them; needs no lists on a board. */
bool cq_problem_adjacent(const cq_problem *problem, uint32_t a, uint32_t b);

/* A puzzle file, or the art of a board, into an empty problem. If `several` boards are
 * welcome, those after the first are problems in a chain by `next`. */
cq_status cq_puzzle_read(cq_context *ctx, const cq_text *text, bool several,
                         cq_problem *problem);
/* Whether it has a line that asks for a tour. */
bool cq_puzzle_asks_tour(const cq_text *text);

/* ---- squares that stay free ---- */

/* "4", "0..4", "any" and, after a space, "in=a1,b2". With 0 none stays free. The
 * squares are looked up by cq_blank_settle. */
cq_status cq_blank_parse(cq_context *ctx, cq_span text, cq_problem *problem);
/* Looks the squares up on the board, if some are named. */
cq_status cq_blank_settle(cq_context *ctx, const char *source, cq_problem *problem);
/* What --max asks for: the same board, no more copies of each piece than before, and a
 * limit on the free squares. */
cq_status cq_problem_packing(cq_context *ctx, const cq_problem *problem,
                             uint32_t least_free, uint32_t most_free, cq_problem **out);

/* An empty tiling with the pieces of another. */
cq_status cq_problem_again(cq_context *ctx, const cq_problem *problem,
                           cq_problem **out);
/* A region and its tiles, drawn one below the other, into an empty problem. */
cq_status cq_drawn_read(cq_context *ctx, const cq_text *text, cq_problem *problem);
/* Every square or vertex with its neighbours (adjacency.c); not of a cover. */
cq_status cq_adjacency_write(cq_context *ctx, const cq_problem *problem, FILE *out);
/* A puzzle file that reads back to the same problem. */
cq_status cq_puzzle_write(cq_context *ctx, const cq_problem *problem, FILE *out);

/* Whether its parts belong together; those of another kind are not looked at. */
bool cq_problem_check(const cq_problem *problem);

#endif
