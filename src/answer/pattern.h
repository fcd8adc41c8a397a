/* pattern.h - colourings of the board that repeat themselves. */
#ifndef CQ_ANSWER_PATTERN_H
#define CQ_ANSWER_PATTERN_H

#include "board/board.h"

/* Squares have the same colour if down * row + right * col is the same modulo the
 * period; in a lattice, if their rows and their columns are the same modulo it. Rows
 * and columns count from 0 at the top left. */
typedef struct cq_pattern {
    uint32_t period;
    uint32_t down, right;
    bool lattice;
} cq_pattern;

/* All patterns, those with few colours and those that are easy to tell first: of each
 * period the diagonals, the rows, the columns, then steeper lines. */
cq_pattern cq_pattern_first(void);
cq_pattern cq_pattern_next(cq_pattern pattern);
cq_pattern cq_pattern_lattice(uint32_t period);

static inline size_t cq_pattern_colours(const cq_pattern *p)
{
    return p->lattice ? (size_t)p->period * p->period : p->period;
}

static inline size_t cq_pattern_at(const cq_pattern *p, uint64_t row, uint64_t col)
{
    if (p->lattice)
        return (size_t)(row % p->period * p->period + col % p->period);
    return (size_t)((row * p->down + col * p->right) % p->period);
}

/* Whether the colours go on round the joined edges of a board. */
bool cq_pattern_joins(const cq_pattern *pattern, const cq_board *board);

/* The first pattern of at most `most` colours that the weights of a board follow, with
 * the weight of each colour (room for `most`); false: there is none. */
bool cq_pattern_find(const cq_board *board, const int64_t *weights, size_t most,
                     cq_pattern *out, int64_t *of_colour);

#endif
