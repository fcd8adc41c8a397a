/* placement.h - all the ways in which a piece can lie on the board. */
#ifndef CQ_PROBLEM_PLACEMENT_H
#define CQ_PROBLEM_PLACEMENT_H

#include "board/board.h"
#include "problem/cover.h"
#include "problem/piece.h"

/* Placement i is pieces.at[i] on cells.at[starts.at[i] .. starts.at[i + 1]), ascending.
 * Ordered by piece, then orientation, then first cell. Two ways to lie on the same
 * cells (round a small torus) are one placement. */
typedef struct cq_placements {
    cq_u32s pieces;
    cq_u32s starts; /* one more than there are placements */
    cq_u32s cells;
    cq_u32s variants; /* see rule_variants.c; empty if no piece must touch another */
} cq_placements;

/* Calls fn for every way in which one piece can lie, without keeping them; round a
 * torus the same cells may come more than once. The cells are ascending; fn may set
 * *stop. */
typedef cq_status cq_placement_fn(void *user, const cq_cell *cells, size_t count,
                                  bool *stop);
cq_status cq_placements_visit(cq_context *ctx, const cq_board *board,
                              const cq_piece *piece, cq_placement_fn *fn, void *user);

cq_status cq_placements_make(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, cq_placements *out);
void cq_placements_free(cq_placements *placements);

static inline size_t cq_placements_count(const cq_placements *placements)
{
    return placements->pieces.count;
}

/* The placements that a cover needs: those of a piece that must touch another once for
 * each way to do so. */
cq_status cq_tiling_placements(cq_context *ctx, const cq_board *board,
                               const cq_pieces *pieces, cq_placements *out);

/* The tiling as a cover. Items: the cells of the board in their order (named as in
 * chess), then the pieces whose copies are limited. Option i is placement i: that is
 * the way back. */
cq_status cq_tiling_lower(cq_context *ctx, const cq_board *board,
                          const cq_pieces *pieces, const cq_placements *placements,
                          cq_cover *out);
/* The same, if nobody needs the placements afterwards; or `numbered`, for people who
 * count the squares: they are called 1, 2, 3 ..., and options stand in the order of
 * their first squares. CQ_REFUSED if a rule has no items. */
cq_status cq_tiling_as_cover(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, bool numbered, cq_cover *out);

#endif
