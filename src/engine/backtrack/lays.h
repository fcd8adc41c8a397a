/* lays.h - the search over lays, move by move, for the engine and for --trace. */
#ifndef CQ_ENGINE_LAYS_H
#define CQ_ENGINE_LAYS_H

#include "engine/backtrack/backtrack.h"

typedef struct cq_laid_square {
    int32_t offset; /* from the first square, on the field with its margin */
    char colour;
} cq_laid_square;

typedef struct cq_lay_shape {
    uint32_t piece;
    uint32_t start, count; /* squares, the first one included */
    uint32_t alike;        /* the first lay of this piece on the same squares */
    uint32_t turn;         /* which of the piece's orientations it is */
} cq_lay_shape;

typedef struct cq_lay_level {
    uint32_t cell; /* on the field */
    uint32_t next; /* lay to try */
} cq_lay_level;

typedef struct cq_lays {
    cq_context *ctx;
    const cq_board *board;
    const cq_pieces *pieces;
    uint32_t width, margin; /* of the field; free cells at its left */
    uint32_t end;           /* of the field */
    char *field;
    CQ_VEC(cq_lay_shape) lays;
    CQ_VEC(cq_laid_square) squares;
    uint32_t *used; /* copies, by piece */
    cq_lay_level *levels;
    size_t depth;
    uint64_t tried;
    const cq_breaking *breaking; /* or NULL */
    cq_cell *cells;              /* of a placement of the piece that it is about */
} cq_lays;

/* From the board, the pieces and the breaking, which are borrowed, to the root. Close
 * it also after a failure. */
cq_status cq_lays_open(cq_lays *lays);
void cq_lays_close(cq_lays *lays);

/* The next lay from the level's position on that can be put down, or false. */
bool cq_lays_find(cq_lays *lays);
/* Whether a lay can be put down at the first empty cell, which there must be. */
bool cq_lays_fits(const cq_lays *lays, uint32_t lay);
/* Puts the lay found at the top level down and opens a level at the next empty cell;
 * false if the board is full. */
bool cq_lays_descend(cq_lays *lays);
/* Takes the last lay back and moves on to the next; false at the root. */
bool cq_lays_ascend(cq_lays *lays);
/* The board is full: whether no piece is used too rarely. */
bool cq_lays_complete(const cq_lays *lays);
/* What lies on the board, in the order in which it was laid. */
cq_status cq_lays_position(const cq_lays *lays, cq_solution *out);
cq_cell cq_lays_cell(const cq_lays *lays, uint32_t field_cell);

#endif
