/* no_symmetric.c - whether the requested symmetry can map any tour onto itself; see
 * problem/symmetric_tours.c. */
#include "engine/necessary/necessary.h"

#include "problem/symmetric_tours.h"

cq_status cq_necessary_symmetric(cq_run *run, cq_certificate *certificate)
{
    cq_symmetry_facts facts;
    bool barred;

    if (!run->problem->symmetric)
        return CQ_OK;
    cq_try(cq_symmetric_barred(run->ctx, run->problem, &barred, &facts));
    if (barred)
        certificate->proof = CQ_PROOF_SYMMETRY;
    return CQ_OK;
}
