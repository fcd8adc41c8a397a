/* no_symmetric.c - whether the symmetry asked for can map any tour onto itself; see
 * problem/symmetric_tours.c. */
#include "engine/necessary/necessary.h"

#include "problem/symmetric_tours.h"

cq_status cq_necessary_symmetric(cq_run *run, cq_certificate *certificate)
{
    cq_symmetry_facts facts;
    bool barred;
    cq_status status;

    if (!run->problem->symmetric)
        return CQ_OK;
    status = cq_symmetric_barred(run->ctx, run->problem, &barred, &facts);
    if (status == CQ_OK && barred)
        certificate->proof = CQ_PROOF_SYMMETRY;
    return status;
}
