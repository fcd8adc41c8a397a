/* orbit.h - the images of a tiling under the symmetries of its problem. */
#ifndef CQ_ANSWER_ORBIT_H
#define CQ_ANSWER_ORBIT_H

#include "answer/answer.h"
#include "problem/tiling_symmetries.h"

/* Looks at one solution after the other; borrows the symmetries. */
typedef struct cq_orbit cq_orbit;

cq_status cq_orbit_new(cq_context *ctx, const cq_symmetries *symmetries,
                       cq_orbit **out);
void cq_orbit_free(cq_orbit *orbit);

/* The solution to look at, its parts in the order of cq_solution_order; borrowed. */
void cq_orbit_set(cq_orbit *orbit, const cq_solution *solution);
/* Compares two images of the solution, by the numbers of the symmetries: the sign says
 * which comes first in an order of all tilings, 0 that they are the same. */
int cq_orbit_compare(cq_orbit *orbit, size_t g, size_t h);
/* The image itself, its parts in order. */
cq_status cq_orbit_image(cq_orbit *orbit, size_t g, cq_solution *out);
/* The cells, ascending, of the part that is piece `piece` in the image; false if there
 * is none. With several copies, of any. */
bool cq_orbit_part(const cq_orbit *orbit, size_t g, uint32_t piece, cq_cell *cells);

#endif
