/* rule_variants.h - placements of pieces that must touch another. */
#ifndef CQ_PROBLEM_RULE_VARIANTS_H
#define CQ_PROBLEM_RULE_VARIANTS_H

#include "problem/placement.h"

/* The squares that share a side with one of these and are none of them, each once. */
cq_status cq_cells_around(cq_context *ctx, const cq_board *board, const cq_cell *cells,
                          size_t count, cq_u32s *out);
/* Every placement that must touch another piece, once for each way to do so. */
cq_status cq_placements_vary(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, cq_placements *placements);
/* Which of `around` squares is the first that such a piece covers, by this rule, in a
 * variant of a placement of the piece. */
uint32_t cq_variant_of(const cq_rules *rules, size_t rule, uint32_t piece,
                       uint32_t variant, uint32_t around);

#endif
