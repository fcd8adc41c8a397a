/* picture.h - from a problem with its solution or certificate to a scene. */
#ifndef CQ_DRAW_PICTURE_H
#define CQ_DRAW_PICTURE_H

#include "base/assert.h"
#include "draw/draw.h"
#include "draw/outline.h"
#include "draw/scene.h"

/* A picture with at least this many cells is coarse: no titles, labels or insets. */
enum { CQ_COARSE = 10000 };
/* The longest side of a picture in cells, so that places fit an int32_t. */
#define CQ_PICTURE_SIDE (UINT32_C(1) << 24)

typedef struct cq_builder {
    cq_context *ctx;
    const cq_picture_of *what;
    const cq_problem *problem;
    const cq_board *board;
    cq_scene *scene;
    int32_t legend; /* where its next line goes, 0 before the first */
} cq_builder;

/* The whole picture, in one call. */
cq_status cq_scene_make(cq_context *ctx, const cq_picture_of *what, cq_scene *out);

/* The most steps in an animation. */
enum { CQ_FILM_STEPS = 400 };

/* The layers, from the back to the front (board_scene.c). */
cq_status cq_build_squares(cq_builder *b); /* chessboard, or tints of colours */
cq_status cq_build_bed(cq_builder *b, const uint32_t *owner); /* behind pieces */
cq_status cq_build_frame(cq_builder *b); /* the edge of the board */
void cq_build_shade(cq_builder *b);      /* over dark squares */
void cq_build_colours(cq_builder *b);    /* the letters of coloured cells */
/* The darker of two colours that alternate as on a chessboard, else 0: dark and light
 * squares then say it all, and the letters are left out. */
char cq_chequered(const cq_board *board);
void cq_build_coordinates(cq_builder *b); /* if they are wanted */

cq_status cq_build_tiling(cq_builder *b); /* tiling_scene.c */
/* A move of a tour from square to square as lines, two points each: one, or two stubs
 * if it crosses a joined edge. Returns how many. */
unsigned cq_move_lines(const cq_builder *b, cq_cell from, cq_cell to, cq_point ends[4]);
cq_status cq_build_tour(cq_builder *b); /* tour_scene.c */
/* The numbers that are given of a tour, in their squares (tour_scene.c). */
void cq_build_given(cq_builder *b);
/* Lines through the middles of cells, and what they are below (tour_scene.c). */
cq_status cq_build_strands(cq_builder *b);
void cq_build_ages(cq_builder *b);       /* the legend of its colours (legend.c) */
cq_status cq_build_proof(cq_builder *b); /* proof_scene.c */
/* Marks the squares that no piece covers, or says in the legend how many. */
cq_status cq_build_free(cq_builder *b, bool says);
cq_status cq_build_findings(cq_builder *b); /* findings_scene.c */
cq_status cq_build_sheet(cq_builder *b);    /* sheet_scene.c */

/* The sign of an ink, a cross, a plus or else a dot, added to the open path; and a line
 * of the legend, for which CQ_INK_MARGIN has no sample (legend.c). */
void cq_build_sign(const cq_builder *b, cq_ink ink, cq_point at, int32_t half);
void cq_legend_add(cq_builder *b, cq_ink ink, const char *text);

/* One sentence on what is shown (caption.c). */
#define CQ_CAPTION_SIZE 512
void cq_caption_board(const cq_board *board, char text[CQ_CAPTION_SIZE]);
void cq_caption_make(const cq_picture_of *what, char text[CQ_CAPTION_SIZE]);
/* The title of a part of a tiling: its piece and its squares. */
void cq_caption_part(const cq_picture_of *what, size_t part,
                     char text[CQ_CAPTION_SIZE]);

/* Units from the board's corner to the left or top side of a column or row. */
static inline int32_t cq_place(const cq_builder *b, uint32_t number)
{
    return (int32_t)number * b->scene->unit;
}

static inline cq_point cq_centre(const cq_builder *b, cq_cell cell)
{
    cq_point point = {cq_place(b, cq_col(b->board, cell)) + b->scene->unit / 2,
                      cq_place(b, cq_row(b->board, cell)) + b->scene->unit / 2};

    return point;
}

/* The square of a cell, less `inset` at each side, added to the open path. */
static inline void cq_build_cell(const cq_builder *b, cq_cell cell, int32_t inset)
{
    int32_t side = b->scene->unit - 2 * inset;

    cq_assert(cell < cq_board_size(b->board) && side > 0);
    cq_scene_box(b->scene, cq_place(b, cq_col(b->board, cell)) + inset,
                 cq_place(b, cq_row(b->board, cell)) + inset, side, side);
}

/* Text in the middle of a cell (board_scene.c). */
void cq_build_text(const cq_builder *b, cq_ink ink, cq_cell cell, int32_t size,
                   const char *text);

/* The size at which this many letters fit into a cell, and at most `most` fortieths of
 * it. */
int32_t cq_letter_size(const cq_builder *b, size_t letters, int32_t most);

/* A guess of how wide a text is. */
int32_t cq_text_width(size_t letters, int32_t size);

#endif
