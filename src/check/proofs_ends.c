/* proofs_ends.c - the start and the end that are asked for cannot be those of a tour.
 *
 * In a graph of two sides without edges inside, a tour of n vertices is on the side of
 * its start at its first, third, fifth .. vertex. So the start's side has half of the
 * vertices, rounded up, and the end is on the other side if n is even and on the same
 * if n is odd. An end that is given without a start is a start, walked backwards.
 *
 * Cost: linear in the graph.
 */
#include "check/judge.h"

/* Sides 1 and 2 from `root` on; false if there are none, or not all is reached. The
 * engines find theirs with problem/sides.c; the judge has its own. */
static bool find_sides(const cq_graph *graph, uint32_t root, char *side,
                       uint32_t *queue, size_t *same)
{
    size_t head = 0, tail = 0;

    *same = 1;
    side[root] = 1;
    queue[tail++] = root;
    while (head < tail) {
        uint32_t v = queue[head++];

        for (size_t i = graph->starts[v]; i < graph->starts[v + 1]; i++) {
            uint32_t to = graph->targets[i];

            if (side[to] == side[v])
                return false;
            if (side[to])
                continue;
            side[to] = (char)(3 - side[v]);
            *same += side[to] == 1;
            queue[tail++] = to;
        }
    }
    return tail == graph->vertices;
}

static void judge_sides(cq_hearing *hearing, uint32_t end, const char *side,
                        size_t same)
{
    size_t n = hearing->problem->graph.vertices;
    bool crosses = n % 2 == 0;

    if (same != (n + 1) / 2)
        cq_find(hearing, CQ_YES,
                "a tour of %zu visits %zu on the side of its start, and there are %zu",
                n, (n + 1) / 2, same);
    else if (end != CQ_NO_VERTEX && (side[end] != 1) != crosses)
        cq_find(hearing, CQ_YES,
                "a tour of %zu ends on the %s side as it starts, and the end is on the "
                "%s",
                n, crosses ? "other" : "same", crosses ? "same" : "other");
    else
        cq_find(hearing, CQ_NO, "the ends prove nothing: their sides allow a tour");
}

cq_status cq_judge_ends(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    uint32_t start = problem->from, end = problem->to;
    uint32_t n = problem->graph.vertices;
    size_t same = 0;
    char *side;
    uint32_t *queue;
    cq_status status = CQ_MEMORY;

    if (problem->closed || (start == CQ_NO_VERTEX && end == CQ_NO_VERTEX))
        return cq_find(hearing, CQ_NO, "no end of an open tour is asked for");
    if (start == CQ_NO_VERTEX) {
        start = end;
        end = CQ_NO_VERTEX;
    }
    side = cq_zalloc(hearing->ctx, n, 1);
    queue = cq_alloc(hearing->ctx, n, sizeof *queue);
    if (side && queue) {
        status = CQ_OK;
        if (find_sides(&problem->graph, start, side, queue, &same))
            judge_sides(hearing, end, side, same);
        else
            cq_find(hearing, CQ_NO,
                    "the ends prove nothing: the graph is not bipartite");
    }
    cq_free_each(side, queue);
    return status;
}
