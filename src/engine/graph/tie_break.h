/* tie_break.h - which of several moves comes first: the rules of cq_ties. */
#ifndef CQ_GRAPH_TIE_BREAK_H
#define CQ_GRAPH_TIE_BREAK_H

#include "base/random.h"
#include "engine/engine.h"

typedef struct cq_tie_break {
    const cq_graph *graph;
    cq_ties ties;
    uint64_t seed;
    uint64_t *far; /* CQ_TIES_CENTRE: by vertex, how far from the centre; else NULL */
    cq_random random;
} cq_tie_break;

/* `board` may be NULL. */
cq_status cq_tie_break_init(cq_context *ctx, const cq_graph *graph,
                            const cq_board *board, cq_ties ties, uint64_t seed,
                            cq_tie_break *out);
void cq_tie_break_free(cq_tie_break *breaks);
/* Before a walk: the same start draws the same numbers, whatever came before. */
void cq_tie_break_start(cq_tie_break *breaks, uint32_t start);
/* Of two moves the one with the smaller key comes first. `left` has the number of free
 * neighbours of each vertex that is not `visited`. */
uint64_t cq_tie_break_key(cq_tie_break *breaks, const bool *visited,
                          const uint32_t *left, uint32_t vertex);

#endif
