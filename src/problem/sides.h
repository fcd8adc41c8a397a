/* sides.h - the two sides of a graph, if every edge leads from one to the other. */
#ifndef CQ_PROBLEM_SIDES_H
#define CQ_PROBLEM_SIDES_H

#include "problem/graph.h"

typedef struct cq_sides {
    size_t reached; /* vertices, from the root on */
    size_t same;    /* of them on the root's side */
    bool odd;       /* an edge joins vertices of one side: there are no two sides */
} cq_sides;

/* Puts all vertices that can be reached from `root` alternately on side 1, which is the
 * root's, and side 2. `side` is 0 for those that nobody has reached yet; `queue` has
 * room for all vertices. O(n + m). */
cq_status cq_graph_sides(cq_context *ctx, const cq_graph *graph, uint32_t root,
                         char *side, uint32_t *queue, cq_sides *out);

#endif
