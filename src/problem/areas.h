/* areas.h - how much of an area the pieces can cover, by their sizes alone. */
#ifndef CQ_PROBLEM_AREAS_H
#define CQ_PROBLEM_AREAS_H

#include "problem/piece.h"

/* The copies that must be used cover more than the area: *too_many. Else *left is how
 * many squares stay free at least; 0 says nothing about shapes. */
cq_status cq_areas_left(cq_context *ctx, const cq_pieces *pieces, uint64_t area,
                        bool *too_many, uint64_t *left);

#endif
