/* registers.h - bits of words, given out and given back as registers are: see places.c.
 */
#ifndef CQ_ENGINE_FRONTIER_REGISTERS_H
#define CQ_ENGINE_FRONTIER_REGISTERS_H

#include "base/vec.h"

typedef CQ_VEC(uint64_t) cq_registers; /* 1: in use */

/* Gives out the lowest place with that many free bits from it on, all in one word. */
cq_status cq_registers_take(cq_context *ctx, cq_registers *used, unsigned width,
                            uint32_t *place);
void cq_registers_give_back(cq_registers *used, uint32_t place, unsigned width);

#endif
