/* field.h - the board of the matching: a padded grid with one byte per cell.
 *
 * Around the grid lies a frame, so that the four neighbours of a cell are four
 * additions without a bounds test. A byte holds everything about a cell:
 *
 *     0 .. 3       covered: the other half of its domino lies right, down, left, up
 *     CQ_FREE      there and not covered
 *     CQ_ABSENT    a hole, or the frame of an open edge
 *     CQ_JOINED    the frame of a joined edge: the way leads on at the other side
 *
 *     frame   5 5 5 5 5 5        the opposite of direction d is d ^ 2
 *             5 0 2 1 1 5        a 2 x 4 board: one domino lies across,
 *             5 4 4 3 3 5        two stand, two cells are free
 *             5 5 5 5 5 5
 *
 * A board of 5000 x 5000 takes 25 MB. The neighbours of a dark cell are light: the two
 * sides of a bipartite graph, of which the dominoes are a matching.
 */
#ifndef CQ_ENGINE_MATCHING_FIELD_H
#define CQ_ENGINE_MATCHING_FIELD_H

#include "answer/answer.h"
#include "base/assert.h"

enum { CQ_RIGHT, CQ_DOWN, CQ_LEFT, CQ_UP, CQ_FREE, CQ_ABSENT, CQ_JOINED };
#define CQ_NOWHERE UINT32_MAX

typedef struct cq_field {
    const cq_board *board;
    uint32_t width;     /* cols + 2 */
    uint32_t size;      /* width * (rows + 2) */
    int32_t offsets[4]; /* right, down, left, up */
    unsigned char *state;
    size_t matched; /* dominoes */
} cq_field;

/* The board without a domino on it. */
cq_status cq_field_new(cq_context *ctx, const cq_board *board, cq_field *out);
void cq_field_free(cq_field *field);
/* Whether the two halves of every domino point at each other and their number is right.
 * */
bool cq_field_check(const cq_field *field);

/* Where a step onto the frame of a joined edge leads. */
uint32_t cq_field_wrap(const cq_field *field, uint32_t frame);

static inline uint32_t cq_field_step(const cq_field *field, uint32_t cell,
                                     unsigned direction)
{
    uint32_t to = cell + (uint32_t)field->offsets[direction];

    cq_assert(direction < 4 && to < field->size);

    return field->state[to] == CQ_JOINED ? cq_field_wrap(field, to) : to;
}

static inline bool cq_field_has(const cq_field *field, uint32_t cell)
{
    return field->state[cell] <= CQ_FREE;
}

static inline bool cq_field_is_free(const cq_field *field, uint32_t cell)
{
    return field->state[cell] == CQ_FREE;
}

/* The neighbour in direction 0..3, or CQ_NOWHERE. */
static inline uint32_t cq_field_neighbour(const cq_field *field, uint32_t cell,
                                          unsigned direction)
{
    uint32_t to = cq_field_step(field, cell, direction);

    return cq_field_has(field, to) && to != cell ? to : CQ_NOWHERE;
}

/* The other half of a covered cell's domino. */
static inline uint32_t cq_field_mate(const cq_field *field, uint32_t cell)
{
    cq_assert(field->state[cell] < CQ_FREE);
    return cq_field_step(field, cell, field->state[cell]);
}

static inline bool cq_field_is_dark(const cq_field *field, uint32_t cell)
{
    return (cell / field->width + cell % field->width) & 1;
}

static inline uint32_t cq_field_at(const cq_field *field, uint32_t row, uint32_t col)
{
    return (row + 1) * field->width + col + 1;
}

/* The cell of the board. */
static inline cq_cell cq_field_cell(const cq_field *field, uint32_t cell)
{
    return (cell / field->width - 1) * field->board->cols + cell % field->width - 1;
}

/* The dominoes row by row, each at its first half, into an empty solution. */
cq_status cq_field_tiling(cq_context *ctx, const cq_field *field, cq_solution *out);
/* Appends the free cells, row by row, as cells of the board. */
cq_status cq_field_left(cq_context *ctx, const cq_field *field, cq_u32s *out);

#endif
