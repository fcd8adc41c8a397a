/* outline.h - the outlines of sets of cells, as runs of points. */
#ifndef CQ_DRAW_OUTLINE_H
#define CQ_DRAW_OUTLINE_H

#include "board/board.h"
#include "draw/scene.h"

/* Which parts of an outline to draw. If a set goes on across a joined edge of the
 * board, its outline is open there. */
typedef enum cq_outline {
    CQ_OUTLINE_ALL,   /* closed loops, the open sides too: to be filled */
    CQ_OUTLINE_WALLS, /* only the closed sides: to be stroked */
    CQ_OUTLINE_OPEN   /* only the open sides */
} cq_outline;

typedef struct cq_tracer {
    uint32_t rows, cols;
    cq_surface surface;
    const uint32_t *owner; /* of each cell of the grid; equal numbers are one set */
    uint8_t *seen;         /* one for each cell, clear at the start */
    int32_t inset;         /* how far inside its cells an outline runs, in units */
    int32_t tongue;        /* how far open sides stick out */
    cq_point origin;       /* of the grid's top left corner */
    CQ_VEC(struct cq_side) sides;
} cq_tracer;

/* For a board, with `seen` allocated and everything else unset. */
cq_status cq_tracer_start(cq_context *ctx, const cq_board *board, const uint32_t *owner,
                          cq_tracer *out);
void cq_tracer_stop(cq_tracer *tracer);

/* Adds to the open path the outline of the set that these cells are all of. Each
 * outline kind of a set may be asked for once. */
void cq_trace_cells(cq_tracer *tracer, cq_scene *scene, cq_outline what,
                    const cq_cell *cells, size_t count);
/* Likewise for all cells that have this owner. */
void cq_trace_owner(cq_tracer *tracer, cq_scene *scene, cq_outline what,
                    uint32_t owner);
/* Whether the set goes on across a joined edge. */
bool cq_trace_is_open(const cq_tracer *tracer, const cq_cell *cells, size_t count);

#endif
