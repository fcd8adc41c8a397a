/* effort.h - what the counted work of engines is worth in time, and what is expected.
 */
#ifndef CQ_SOLVE_EFFORT_H
#define CQ_SOLVE_EFFORT_H

#include "engine/engine.h"

/* Nanoseconds of each unit of the engine's work; zero for engines that never race. */
const double *cq_effort_rates(const cq_engine *engine, cq_goal goal);

#endif
