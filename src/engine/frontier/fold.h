/* fold.h - which symmetries of a board map which layers of a sweep onto themselves. */
#ifndef CQ_ENGINE_FRONTIER_FOLD_H
#define CQ_ENGINE_FRONTIER_FOLD_H

#include "engine/frontier/plan.h"
#include "problem/tiling_symmetries.h"

typedef struct cq_fold {
    uint32_t *image; /* of each item */
    bool *keeps;     /* by step: the layer before it, and moves a bit of its states */
} cq_fold;

typedef struct cq_folds {
    CQ_VEC(cq_fold) list;
    uint64_t from; /* layers of fewer states are left as they are */
} cq_folds;

/* Those of the problem's board and pieces that keep a layer of this plan. Option i of
 * its cover is placement i. */
cq_status cq_folds_make(const cq_plan *plan, const cq_problem *problem,
                        const cq_placements *placements, cq_folds *out);
void cq_folds_free(cq_folds *folds);
/* How many symmetries keep the layer before this step. */
size_t cq_folds_at(const cq_folds *folds, size_t step);

#endif
