/* tiling_group.h - the checker's own symmetries of a tiling. */
#ifndef CQ_CHECK_TILING_GROUP_H
#define CQ_CHECK_TILING_GROUP_H

#include "check/board_moves.h"
#include "problem/piece.h"

/* No two do the same; the first one does nothing. */
typedef CQ_VEC(cq_move) cq_move_list;

typedef struct cq_tiling_group {
    const cq_board *board;
    cq_move_list moves;
    uint32_t *becomes[8]; /* by symmetry of the square: what a piece turns into */
} cq_tiling_group;

/* The moves that keep the board, its colours and the squares that may stay free; pieces
 * may be NULL. */
cq_status cq_board_group_make(cq_context *ctx, const cq_board *board,
                              const cq_pieces *pieces, cq_move_list *out);
/* Those that keep the set of pieces as well. */
cq_status cq_tiling_group_make(cq_context *ctx, const cq_board *board,
                               const cq_pieces *pieces, cq_tiling_group *out);
void cq_tiling_group_free(cq_tiling_group *group);

#endif
