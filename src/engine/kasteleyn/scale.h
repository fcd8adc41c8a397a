/* scale.h - Kasteleyn's matrix with its rows and columns scaled. */
#ifndef CQ_ENGINE_KASTELEYN_SCALE_H
#define CQ_ENGINE_KASTELEYN_SCALE_H

#include "engine/kasteleyn/grid.h"

/* (*out)[4 * place + side] is the entry of the equation at the place and the unknown on
 * its side, without the sign. Rows have length 1, columns about 1. */
cq_status cq_scaling_make(cq_context *ctx, const cq_grid *grid, double **out);

#endif
