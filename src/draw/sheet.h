/* sheet.h - pieces side by side: the pieces of a puzzle, or the ways to lay them.
 *
 *     cq_sheet sheet = {.ctx = ctx, .width = 24, .letters = 5};
 *
 *     status = cq_sheet_add(&sheet, &piece->shape, number, "E, 2 copies");
 *     ... more ...
 *     status = cq_sheet_finish(&sheet, problem);
 *     ... draw a cq_picture_of with it, or write it as text ...
 *     cq_sheet_free(&sheet);
 */
#ifndef CQ_DRAW_SHEET_H
#define CQ_DRAW_SHEET_H

#include "answer/answer.h"

/* Letters of a note that have room over a square of a picture. */
enum { CQ_NOTE_LETTERS = 5 };

typedef struct cq_sheet_note {
    uint32_t row, col;
    size_t text; /* offset into words */
    bool heading;
} cq_sheet_note;

/* A sheet is a board of its own: every shape lies on squares that are there, with holes
 * between them, and below each stands a note, in a row without squares. */
typedef struct cq_sheet {
    cq_context *ctx;
    uint32_t width;   /* in squares; set by the owner, grows with the widest shape */
    uint32_t letters; /* of a note that have room over a square; set by the owner */
    char dark; /* if shapes keep to the colours, else 0; see cq_sheet_keep_colours */
    uint32_t row, col, tall;   /* where the next shape goes; of the row of shapes */
    CQ_VEC(cq_square) squares; /* of all shapes, in rows and columns of the sheet */
    cq_u32s starts, pieces;    /* of the shapes: their squares and their pieces */
    CQ_VEC(cq_sheet_note) notes;
    cq_chars words;
    cq_problem *problem; /* when it is finished: its board */
    cq_solution lays;    /* and what lies on it */
} cq_sheet;

/* If the board has two colours that alternate, shapes lie so that their squares have
 * the colours of a chessboard, too. */
void cq_sheet_keep_colours(cq_sheet *sheet, const cq_board *board);
/* A line of words, before what is added next. */
cq_status cq_sheet_heading(cq_sheet *sheet, const char *text);
cq_status cq_sheet_add(cq_sheet *sheet, const cq_square *squares, size_t count,
                       uint32_t piece, const char *note);
/* The pieces get their names from the problem. A sheet without shapes cannot be
 * finished. */
cq_status cq_sheet_finish(cq_sheet *sheet, const cq_problem *problem);
void cq_sheet_free(cq_sheet *sheet);

/* The pieces of a tiling with their names and how many copies there are. */
cq_status cq_sheet_of_pieces(cq_context *ctx, const cq_problem *problem,
                             uint32_t letters, cq_sheet *out);
/* A sheet with one letter over a square, as text: squares have their colours. */
cq_status cq_sheet_write(const cq_sheet *sheet, FILE *out);

#endif
