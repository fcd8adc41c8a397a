/* layout.h - how placements lie among colours of squares, as linear equations. */
#ifndef CQ_ENGINE_COLOURING_LAYOUT_H
#define CQ_ENGINE_COLOURING_LAYOUT_H

#include "base/keys.h"
#include "engine/colouring/colouring.h"

/* Squares that symmetries take to one another have one colour. A way is a piece and how
 * many squares of each colour it covers. */
typedef struct cq_layout {
    cq_painter *painter;
    const cq_problem *problem;
    size_t colours;
    uint32_t *colour_of; /* of each cell of the grid */
    uint32_t *squares;   /* of each colour */
    cq_keys ways;        /* the piece, then two colours a word */
} cq_layout;

/* *fits is false, and nothing is made, if the placements are too many. */
cq_status cq_layout_make(cq_painter *painter, cq_layout *out, bool *fits);
void cq_layout_free(cq_layout *layout);

static inline size_t cq_way_piece(const cq_layout *layout, size_t way)
{
    return (size_t)layout->ways.at[way * layout->ways.words];
}

static inline uint32_t cq_way_covers(const cq_layout *layout, size_t way, size_t colour)
{
    const uint64_t *words = layout->ways.at + way * layout->ways.words + 1;

    return (uint32_t)(words[colour / 2] >> colour % 2 * 32);
}

/* Whole numbers on the colours in proportion to the weights, the largest `most`, and
 * then the same on all squares less if that makes them smaller. The value of each
 * piece, the largest sum of a way, goes after them, and then the sum of the board. */
void cq_layout_round(const cq_layout *layout, const double *weights, int64_t most,
                     int64_t *out);

#endif
