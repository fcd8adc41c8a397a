/* tour_group.h - the checker's own symmetries of the tours of a board. */
#ifndef CQ_CHECK_TOUR_GROUP_H
#define CQ_CHECK_TOUR_GROUP_H

#include "check/tiling_group.h"
#include "problem/problem.h"

/* The moves of the board that take every step of a tour to a step, and each end that
 * is asked for to itself. `out` has no pieces. */
cq_status cq_tour_group_make(cq_context *ctx, const cq_problem *problem,
                             cq_tiling_group *out);
/* Where a vertex goes. */
uint32_t cq_tour_group_image(const cq_tiling_group *group, const cq_problem *problem,
                             size_t g, uint32_t vertex);

#endif
