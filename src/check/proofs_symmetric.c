/* proofs_symmetric.c - the symmetry that is asked for can map no tour onto itself.
 *
 * The facts are counted on the board again: which squares stay where they are, which
 * are a move from their images, and what the symmetry does to the colours. For each
 * symmetry that would do, both ways to map a tour onto itself must be closed (see
 * problem/symmetric_tours.c).
 *
 * Cost: linear in the graph.
 */
#include "check/judge.h"

#include "problem/symmetric_tours.h"

cq_status cq_judge_symmetric(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;
    cq_symmetry_facts facts;
    cq_status status;
    bool barred;

    if (!problem->symmetric)
        return cq_find(hearing, CQ_NO, "no symmetry is asked for");
    status = cq_symmetric_barred(hearing->ctx, problem, &barred, &facts);
    if (status != CQ_OK)
        return status;
    if (barred)
        return cq_find(hearing, CQ_YES,
                       "the symmetry can neither carry a tour along nor reverse it");
    return cq_find(hearing, CQ_NO,
                   "the symmetry is no reason: it may map a tour onto itself");
}
