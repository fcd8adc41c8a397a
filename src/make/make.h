/* make.h - puzzles made to order: what the makers of the different kinds share. */
#ifndef CQ_MAKE_MAKE_H
#define CQ_MAKE_MAKE_H

#include "answer/answer.h"
#include "base/random.h"

/* What is being made, and what came out of it. */
struct cq_made {
    cq_context *ctx;
    cq_recipe recipe;
    cq_random random;    /* of this try */
    cq_problem *problem; /* the puzzle, or NULL */
    cq_problem *shown;   /* what a worksheet shows, if the puzzle has no board */
    cq_problem *solved;  /* and its solution as a board */
    cq_answer *answer;   /* all its solutions */
    char *kept;          /* by cell: is its given still there? NULL: see the maker */
    uint64_t nodes, tries, givens;
};

/* Makes one puzzle that may do, or none: made->problem stays NULL. */
typedef cq_status cq_maker_fn(cq_made *made);

cq_maker_fn cq_make_numbers; /* numbers.c */
cq_maker_fn cq_make_pieces;  /* choose_pieces.c */
cq_maker_fn cq_make_board;   /* grow_board.c */
cq_maker_fn cq_make_letters; /* hint_letters.c */
cq_maker_fn cq_make_sudoku;  /* sudoku.c */
cq_maker_fn cq_make_tour;    /* figure_tour.c */

/* Up to `most` solutions of a problem; with `unique` one of each class. Free *out. */
cq_status cq_make_solve(cq_made *made, const cq_problem *problem, uint64_t most,
                        bool unique, cq_answer **out);
/* 0 .. count - 1 in random order. */
void cq_make_shuffle(cq_made *made, uint32_t *order, uint32_t count);

/* Givens that can be taken away one by one: sets *out to the puzzle with those that
 * made->kept says, or to NULL if it would be none. */
typedef cq_status cq_given_fn(cq_made *made, void *user, cq_problem **out);
/* Takes givens from the squares of a board, in random order, as long as there are no
 * more solutions than are wanted; what is left cannot be made smaller. If the recipe
 * asks for symmetry, those that a half turn exchanges go together. The puzzle is in
 * made->problem, unless there are never as many solutions as wanted. */
cq_status cq_make_minimal(cq_made *made, cq_given_fn *pose, void *user,
                          const cq_board *board);

#endif
