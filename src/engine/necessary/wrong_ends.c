/* wrong_ends.c - whether the colours allow the start and the end that are asked for.
 *
 * Where every edge changes sides, a tour of n vertices has half of them, rounded up, on
 * the side of its start, and ends on the other side if n is even, on the same if n is
 * odd. On a chessboard: a knight that visits all 64 squares and starts on a light
 * square ends on a dark one.
 */
#include "engine/necessary/necessary.h"

/* Sides 1 and 2 from `start` on; *odd: an edge joins equal sides. */
static cq_status find_sides(cq_run *run, uint32_t start, char *side, size_t *same,
                            bool *odd)
{
    const cq_graph *graph = &run->problem->graph;
    cq_u32s queue = {0};
    cq_status status = cq_vec_push(run->ctx, &queue, start);

    *same = 1;
    *odd = false;
    side[start] = 1;
    for (size_t head = 0; head < queue.count && status == CQ_OK && !*odd; head++) {
        uint32_t v = queue.at[head];

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++) {
            uint32_t to = graph->targets[e];

            *odd = *odd || side[to] == side[v];
            if (side[to] || status != CQ_OK)
                continue;
            side[to] = (char)(3 - side[v]);
            *same += side[to] == 1;
            status = cq_vec_push(run->ctx, &queue, to);
        }
    }
    *odd = *odd || queue.count < graph->vertices;
    cq_vec_free(&queue);
    return status;
}

cq_status cq_necessary_ends(cq_run *run, cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;
    uint32_t n = problem->graph.vertices, start = problem->from, end = problem->to;
    cq_status status;
    size_t same;
    char *side;
    bool odd;

    if (problem->closed || (start == CQ_NO_VERTEX && end == CQ_NO_VERTEX))
        return CQ_OK;
    if (start == CQ_NO_VERTEX) { /* walked backwards */
        start = end;
        end = CQ_NO_VERTEX;
    }
    side = cq_zalloc(run->ctx, n, 1);
    if (!side)
        return CQ_MEMORY;
    status = find_sides(run, start, side, &same, &odd);
    if (status == CQ_OK && !odd &&
        (same != ((size_t)n + 1) / 2 ||
         (end != CQ_NO_VERTEX && (side[end] != 1) != (n % 2 == 0)))) {
        certificate->proof = CQ_PROOF_ENDS;
        status = cq_vec_push(run->ctx, &certificate->members, start);
        if (status == CQ_OK && end != CQ_NO_VERTEX)
            status = cq_vec_push(run->ctx, &certificate->members, end);
    }
    cq_free(side);
    return status;
}
