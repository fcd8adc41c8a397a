/* best_order.h - the order in which a plain sweep would decide the vertices of a tour.
 */
#ifndef CQ_ENGINE_PLUGS_BEST_ORDER_H
#define CQ_ENGINE_PLUGS_BEST_ORDER_H

#include "engine/engine.h"

/* All vertices; of an open tour also vertex n, which is joined to all. `out` has room
 * for them, and the problem has lists. *states is about how many states there are after
 * all vertices together. */
cq_status cq_plugs_order(cq_context *ctx, const cq_problem *problem, uint32_t *out,
                         double *states);

#endif
