/* pairing.h - the checker's own largest set of dominoes on a two-coloured board. */
#ifndef CQ_CHECK_PAIRING_H
#define CQ_CHECK_PAIRING_H

#include "base/vec.h"
#include "board/board.h"

typedef struct cq_pairing {
    const cq_board *board;
    cq_cell *mate;  /* the other half, CQ_NO_CELL for a cell that is left over */
    cq_cell *from;  /* of dark cells that were reached: the light cell before them */
    uint32_t *seen; /* equal to `round`: reached in this search */
    uint32_t round;
    cq_u32s queue; /* light cells */
    size_t pairs;
} cq_pairing;

/* As many dominoes as fit. Time about cells times cells left over by a greedy start. */
cq_status cq_pairing_make(cq_context *ctx, const cq_board *board, cq_pairing *out);
void cq_pairing_free(cq_pairing *pairing);

/* Finds all dark cells that can be reached from a light one by steps to a neighbour
 * that is not its mate and from there to its mate; cq_pairing_reached asks for one. If
 * one without a mate is reached, the search ends there and returns it. */
cq_cell cq_pairing_search(cq_pairing *pairing, cq_cell light);

static inline bool cq_pairing_reached(const cq_pairing *pairing, cq_cell dark)
{
    return pairing->seen[dark] == pairing->round;
}

#endif
