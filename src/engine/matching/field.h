/* field.h - the board as the matching sees it: a padded grid, and who is whose mate.
 *
 * Around the grid lies a frame of cells, so that the four neighbours of a cell are four
 * additions without a bounds test:
 *
 *     kind[]   ABSENT, PRESENT, or on the frame of a joined edge JOINED: then the way
 *              leads on at the other side of the board
 *     mate[]   the other half of a cell's domino, or NONE
 *
 * On the board of a chess player the neighbours of a dark cell are light: the two sides of
 * a bipartite graph. 5 bytes a cell here, 6 more while paths are augmented.
 */
#ifndef CQ_ENGINE_MATCHING_FIELD_H
#define CQ_ENGINE_MATCHING_FIELD_H

#include "board/board.h"

enum { CQ_ABSENT, CQ_PRESENT, CQ_JOINED };
#define CQ_NO_MATE UINT32_MAX

typedef struct cq_field {
    const cq_board *board;
    uint32_t width;     /* cols + 2 */
    uint32_t size;      /* width * (rows + 2) */
    int32_t offsets[4]; /* right, down, left, up */
    unsigned char *kind;
    uint32_t *mate;
    size_t matched; /* dominoes */
} cq_field;

cq_status cq_field_new(cq_context *ctx, const cq_board *board, cq_field *out);
void cq_field_free(cq_field *field);

/* Where a step onto the frame leads. */
uint32_t cq_field_wrap(const cq_field *field, uint32_t frame);

/* The neighbour in direction 0..3, or CQ_NO_MATE. */
static inline uint32_t cq_field_neighbour(const cq_field *field, uint32_t cell,
                                          unsigned direction)
{
    uint32_t to = cell + (uint32_t)field->offsets[direction];

    if (field->kind[to] == CQ_JOINED)
        to = cq_field_wrap(field, to);
    return field->kind[to] == CQ_PRESENT && to != cell ? to : CQ_NO_MATE;
}

static inline bool cq_field_is_dark(const cq_field *field, uint32_t cell)
{
    return (cell / field->width + cell % field->width) & 1;
}

/* The cell of the board. */
static inline cq_cell cq_field_cell(const cq_field *field, uint32_t cell)
{
    return (cell / field->width - 1) * field->board->cols + cell % field->width - 1;
}

static inline void cq_field_join(cq_field *field, uint32_t a, uint32_t b)
{
    field->mate[a] = b;
    field->mate[b] = a;
    field->matched++;
}

/* A first matching, near the best (greedy.c). */
cq_status cq_field_greedy(cq_context *ctx, cq_field *field);

#endif
