/* placed_cover.h - a tiling as a cover, by the checker's own table of forms. */
#ifndef CQ_CHECK_PLACED_COVER_H
#define CQ_CHECK_PLACED_COVER_H

#include "check/check_forms.h"
#include "problem/problem.h"

/* Item i is the i-th cell that is there; then come all pieces. Options stand by their
 * pieces and, if `sorted`, then by their cells, each ascending, as numbers compare. The
 * cover has no names. */
cq_status cq_placed_cover_make(cq_context *ctx, const cq_forms *forms, bool sorted,
                               cq_cover *out);
/* The same of a whole tiling, sorted, and with the items of its rules. */
cq_status cq_tiling_cover_make(cq_context *ctx, const cq_problem *problem,
                               cq_cover *out);

#endif
