/* area.c - can the pieces make the board's area at all? See problem/areas.c. */
#include "engine/necessary/necessary.h"
#include "problem/areas.h"

cq_status cq_necessary_area(cq_run *run, cq_certificate *certificate)
{
    uint64_t left;
    bool too_many;

    cq_try(cq_areas_left(run->ctx, &run->problem->pieces, run->problem->board->count,
                         &too_many, &left));
    if (too_many || left)
        certificate->proof = CQ_PROOF_AREA;
    return CQ_OK;
}
