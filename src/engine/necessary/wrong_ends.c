/* wrong_ends.c - whether the colours allow the given start and end.
 *
 * If every edge changes sides, a tour of n vertices has half of them, rounded up, on
 * the side of its start, and ends on the other side if n is even, on the same if n is
 * odd. On a chessboard: a knight that visits all 64 squares and starts on a light
 * square ends on a dark one.
 */
#include "engine/necessary/necessary.h"

#include "base/assert.h"
#include "problem/sides.h"

cq_status cq_necessary_ends(cq_run *run, cq_certificate *certificate)
{
    const cq_problem *problem = run->problem;
    uint32_t n = problem->graph.vertices, start = problem->from, end = problem->to;
    cq_status status = CQ_OK;
    uint32_t *queue;
    cq_sides sides;
    char *side;

    if (problem->closed || (start == CQ_NO_VERTEX && end == CQ_NO_VERTEX))
        return CQ_OK;
    if (start == CQ_NO_VERTEX) { /* walked backwards */
        start = end;
        end = CQ_NO_VERTEX;
    }
    cq_assert(start < n && (end == CQ_NO_VERTEX || end < n));
    side = cq_zalloc(run->ctx, n, 1);
    queue = cq_alloc(run->ctx, n, sizeof *queue);
    status = side && queue ? CQ_OK : CQ_MEMORY;
    cq_then(status,
            cq_graph_sides(run->ctx, &problem->graph, start, side, queue, &sides));
    if (status == CQ_OK && !sides.odd && sides.reached == n &&
        (sides.same != ((size_t)n + 1) / 2 ||
         (end != CQ_NO_VERTEX && (side[end] != 1) != (n % 2 == 0)))) {
        certificate->proof = CQ_PROOF_ENDS;
        status = cq_vec_push(run->ctx, &certificate->members, start);
        /* A start on the side with fewer vertices is a reason alone. */
        if (status == CQ_OK && end != CQ_NO_VERTEX && sides.same == ((size_t)n + 1) / 2)
            status = cq_vec_push(run->ctx, &certificate->members, end);
    }
    cq_free_each(side, queue);
    return status;
}
