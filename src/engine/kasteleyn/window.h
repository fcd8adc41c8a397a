/* window.h - two lines of the inverse of Kasteleyn's matrix, while cells are taken
 * away. */
#ifndef CQ_ENGINE_KASTELEYN_WINDOW_H
#define CQ_ENGINE_KASTELEYN_WINDOW_H

#include "engine/kasteleyn/linear.h"

/* The board is what is left of the lines up to `line`. Rows of the inverse are
 * unknowns, columns are equations, of this line and the one before, in the order of
 * their places. */
typedef struct cq_window {
    const cq_linear *forms;
    uint32_t line;
    size_t groups;               /* how many of the forms' are in use */
    unsigned char *gone;         /* lines * width: cells that are covered */
    uint32_t *number;            /* lines * width: its row or column */
    uint32_t rows, cols;         /* of the inverse */
    uint32_t *row_at, *col_at;   /* the place of each */
    uint32_t from_row, from_col; /* what is before them is done */
    uint32_t *variable; /* of a row: its variable in the system, see window.c */
    uint32_t *order;    /* room for the pivots */
    cq_lanes *matrix;   /* room to invert in */
    cq_lanes *inverse;  /* of each group */
    size_t room;        /* of a matrix */
    void *block;        /* of all of these */
} cq_window;

/* Free it also after a failure. */
cq_status cq_window_new(const cq_linear *forms, cq_window *out);
void cq_window_free(cq_window *window);

/* Opens the window on a line, with what is gone from it; false if the primes
 * fail. */
bool cq_window_open(cq_window *window, uint32_t line);
/* What the number of tilings is to be multiplied with to count those with the
 * domino on an unknown and an equation of the window; `sign` is the entry of
 * Kasteleyn's matrix. */
void cq_window_share(const cq_window *window, size_t group, uint32_t unknown,
                     uint32_t equation, int sign, cq_lanes *out);
/* Walks over it: the equations of its line times the inverse are 1 (window_check.c). */
bool cq_window_check(const cq_window *window);
/* Says that all places before t are done. */
void cq_window_pass(cq_window *window, uint32_t t);
/* Takes both cells away; false if the primes fail. */
bool cq_window_take(cq_window *window, uint32_t unknown, uint32_t equation);

#endif
