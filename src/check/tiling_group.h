/* tiling_group.h - the checker's own symmetries of a tiling. */
#ifndef CQ_CHECK_TILING_GROUP_H
#define CQ_CHECK_TILING_GROUP_H

#include "check/board_moves.h"
#include "problem/piece.h"

typedef struct cq_tiling_group {
    const cq_board *board;
    CQ_VEC(cq_move) moves; /* no two do the same; the first one does nothing */
    uint32_t *becomes[8];  /* by symmetry of the square: what a piece turns into */
} cq_tiling_group;

/* The moves that keep the board, its colours and the set of pieces. */
cq_status cq_tiling_group_make(cq_context *ctx, const cq_board *board,
                               const cq_pieces *pieces, cq_tiling_group *out);
void cq_tiling_group_free(cq_tiling_group *group);

#endif
