/* rule_cover.h - a tiling with rules as a cover, by the checker's own code. */
#ifndef CQ_CHECK_RULE_COVER_H
#define CQ_CHECK_RULE_COVER_H

#include "problem/problem.h"

/* The cover of the tiling without its rules (placed_cover.h) becomes that with them:
 * items are added, and an option of a piece that must touch others becomes several. */
cq_status cq_rule_cover_add(cq_context *ctx, const cq_board *board,
                            const cq_pieces *pieces, cq_cover *cover);

#endif
