/* solve.h - choosing an engine and running it. */
#ifndef CQ_SOLVE_SOLVE_H
#define CQ_SOLVE_SOLVE_H

#include "engine/engine.h"

/* NULL past the last, or for an unknown name. */
const cq_engine *cq_engine_at(size_t index);
const cq_engine *cq_engine_find(const char *name);

/* The engine of that name, or where it is NULL the cheapest that fits; CQ_REFUSED with the
 * reason otherwise. */
cq_status cq_engine_choose(cq_context *ctx, const cq_problem *problem, cq_goal goal,
                           const char *name, const cq_engine **out);

#endif
