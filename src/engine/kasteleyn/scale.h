/* scale.h - Kasteleyn's matrix with its rows and columns scaled. */
#ifndef CQ_ENGINE_KASTELEYN_SCALE_H
#define CQ_ENGINE_KASTELEYN_SCALE_H

#include "engine/kasteleyn/grid.h"

/* entry[4 * place + side] is that of the equation at the place and the unknown on its
 * side, without the sign. Rows have length 1, columns about 1. */
typedef struct cq_scaling {
    double *entry;
} cq_scaling;

cq_status cq_scaling_make(cq_context *ctx, const cq_grid *grid, cq_scaling *out);
void cq_scaling_free(cq_scaling *scaling);

/* The entry of a cell and its neighbour, with its sign, from either side. */
static inline double cq_scaling_entry(const cq_scaling *scaling, const cq_grid *grid,
                                      uint32_t place, const cq_grid_edge *edge,
                                      bool from_equation)
{
    size_t at = from_equation ? 4 * (size_t)place + edge->side
                              : 4 * ((size_t)edge->line * grid->width + edge->t) +
                                    (edge->side ^ 1u);

    return edge->sign * scaling->entry[at];
}

#endif
