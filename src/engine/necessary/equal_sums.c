/* equal_sums.c - whether the sums of a magic tour can be equal at all: by divisibility,
 * and by parity if every move changes the colour (answer/magic_obstacle.c has the
 * arguments). Cost: linear in the moves. */
#include "engine/necessary/necessary.h"

#include "answer/magic_obstacle.h"

cq_status cq_necessary_sums(cq_run *run, cq_certificate *certificate)
{
    if (cq_magic_obstacle_of(run->problem) != CQ_OBSTACLE_NONE)
        certificate->proof = CQ_PROOF_SUMS;
    return CQ_OK;
}
