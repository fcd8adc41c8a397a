/* problem.h - what is asked: a tiling, a cover or a tour. */
#ifndef CQ_PROBLEM_PROBLEM_H
#define CQ_PROBLEM_PROBLEM_H

#include "board/board.h"
#include "problem/cover.h"
#include "problem/graph.h"
#include "problem/piece.h"

struct cq_problem {
    cq_kind kind;
    cq_board *board;  /* tilings, and tours of a board; else NULL */
    cq_pieces pieces; /* tilings */
    cq_cover cover;   /* covers */
    cq_leaper leaper; /* tours of a board */
    cq_graph graph;   /* tours */
    bool closed;      /* tours: come back to the start */
    char *source;     /* what to call it in messages: a path or a board's text */
};

/* A tiling whose only piece is the domino in any number: dominoes are pairs in JSON. */
bool cq_problem_is_domino(const cq_problem *problem);
/* Tells problems apart, so that an answer or a checkpoint cannot be put to another one.
 */
uint64_t cq_problem_digest(const cq_problem *problem);
/* A puzzle file, or the art of a board, into an empty problem. */
cq_status cq_puzzle_read(cq_context *ctx, const cq_text *text, cq_problem *problem);
/* A region and its tiles, drawn one below the other, into an empty problem. */
cq_status cq_drawn_read(cq_context *ctx, const cq_text *text, cq_problem *problem);
/* A puzzle file that reads back to the same problem. */
cq_status cq_puzzle_write(cq_context *ctx, const cq_problem *problem, FILE *out);

#endif
