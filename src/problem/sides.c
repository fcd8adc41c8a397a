/* sides.c - alternating sides by breadth-first search: see sides.h.
 *
 * A graph has two sides if and only if it has no cycle of odd length (D. Konig, 1916);
 * such a cycle shows as an edge between two vertices of one side.
 */
#include "problem/sides.h"

#include "base/assert.h"

cq_status cq_graph_sides(cq_context *ctx, const cq_graph *graph, uint32_t root,
                         char *side, uint32_t *queue, cq_sides *out)
{
    cq_sides sides = {.reached = 1, .same = 1};

    cq_assert(root < graph->vertices && !side[root]);
    side[root] = 1;
    queue[0] = root;
    for (size_t head = 0; head < sides.reached; head++) {
        uint32_t v = queue[head];

        cq_assert(side[v] == 1 || side[v] == 2);
        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++) {
            uint32_t to = graph->targets[p];

            sides.odd |= side[to] == side[v];
            if (side[to])
                continue;
            side[to] = (char)(3 - side[v]);
            sides.same += side[to] == 1;
            queue[sides.reached++] = to;
        }
        cq_try(cq_poll_at(ctx, head + 1));
    }
    cq_assert(sides.same <= sides.reached && sides.reached <= graph->vertices);
    *out = sides;
    return CQ_OK;
}
