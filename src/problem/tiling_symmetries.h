/* tiling_symmetries.h - the symmetries of a tiling: what they do to cells and to
 * pieces. */
#ifndef CQ_PROBLEM_TILING_SYMMETRIES_H
#define CQ_PROBLEM_TILING_SYMMETRIES_H

#include "board/board.h"
#include "problem/piece.h"

/* The motions that keep the board, its colours and the set of pieces. Motion 0 is the
 * identity. */
typedef struct cq_symmetries {
    cq_motions motions;
    cq_motion_list inverses; /* of each motion */
    size_t pieces;
    uint32_t *becomes[8]; /* by symmetry of the square: what a piece turns into */
} cq_symmetries;

/* Fills `cells` with the placements of a piece, each with its cells ascending, in any
 * order; the same one may come twice. */
typedef cq_status cq_gather_fn(void *user, uint32_t piece, cq_u32s *cells);

/* `gather` says where the pieces can lie; NULL asks cq_placements_visit. */
cq_status cq_symmetries_make(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, cq_gather_fn *gather, void *user,
                             cq_symmetries *out);
void cq_symmetries_free(cq_symmetries *symmetries);

static inline size_t cq_symmetries_count(const cq_symmetries *s)
{
    return s->motions.list.count;
}

static inline cq_cell cq_symmetry_image(const cq_symmetries *s, size_t g, cq_cell cell)
{
    return cq_motion_image(&s->motions, &s->motions.list.at[g], cell);
}

/* The cell that symmetry g takes to this one. */
static inline cq_cell cq_symmetry_origin(const cq_symmetries *s, size_t g, cq_cell cell)
{
    return cq_motion_image(&s->motions, &s->inverses.at[g], cell);
}

static inline uint32_t cq_symmetry_piece(const cq_symmetries *s, size_t g,
                                         uint32_t piece)
{
    return s->becomes[s->motions.list.at[g].symmetry][piece];
}

/* The image of a placement, its cells ascending again. */
void cq_symmetry_place(const cq_symmetries *s, size_t g, const cq_cell *cells,
                       size_t count, cq_cell *out);

/* Lists of placements of `size` cells each: sorts them and drops repeated ones. */
void cq_placement_sort(cq_u32s *cells, size_t size);
int cq_placement_compare(const cq_cell *a, const cq_cell *b, size_t size);
/* Whether a sorted list has this one. */
bool cq_placement_among(const cq_u32s *cells, size_t size, const cq_cell *placement);
/* Every placement of a piece, sorted. */
cq_status cq_placement_list(cq_context *ctx, const cq_board *board,
                            const cq_piece *piece, cq_u32s *out);

#endif
