/* rule_variants.h - placements of pieces that must touch another. */
#ifndef CQ_PROBLEM_RULE_VARIANTS_H
#define CQ_PROBLEM_RULE_VARIANTS_H

#include "problem/placement.h"

/* The squares that share a side with one of these and are none of them, each once. */
cq_status cq_cells_around(cq_context *ctx, const cq_board *board, const cq_cell *cells,
                          size_t count, cq_u32s *out);
/* Which of `around` squares is the first that such a piece covers, by this rule, in a
 * variant of a placement of the piece. */
uint32_t cq_variant_of(const cq_rules *rules, size_t rule, uint32_t piece,
                       uint32_t variant, uint32_t around);

/* Which variant of a placement, its cells ascending, is in a tiling; `piece_on` says
 * what covers each cell. UINT32_MAX: it touches nothing that it should. */
cq_status cq_variant_in(cq_context *ctx, const cq_board *board, const cq_pieces *pieces,
                        const uint32_t *piece_on, uint32_t piece, const cq_cell *cells,
                        size_t count, uint32_t *out);

#endif
