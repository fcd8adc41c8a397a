/* domino.h - what else a largest matching says about a board and dominoes.
 *
 * All take the board of run->problem, which must be two-coloured (CQ_REFUSED
 * otherwise), and look at the clock through the run. CQ_OK with run->stop other than
 * CQ_FINISHED means that the run was stopped, and the results say nothing. Lists and
 * solutions must be empty when they are handed over, and are the caller's to free, also
 * after a failure.
 */
#ifndef CQ_ENGINE_MATCHING_DOMINO_H
#define CQ_ENGINE_MATCHING_DOMINO_H

#include "engine/engine.h"

/* As many dominoes as fit on the board together, and the cells left over, ascending. */
cq_status cq_domino_max(cq_run *run, cq_solution *dominoes, cq_u32s *left);

/* The fewest changes after which the board can be tiled, with a tiling of the board so
 * changed: cells of the board to be removed, and holes of the grid to be restored, both
 * ascending. Their number together is that of the cells which a largest matching leaves
 * over, and among the fewest changes as many as can be are holes restored. */
cq_status cq_domino_repair(cq_run *run, cq_u32s *removed, cq_u32s *restored,
                           cq_solution *tiling);

/* What all tilings have in common: dominoes that are in every tiling, and neighbouring
 * cells that no tiling covers with one domino. Both lists hold pairs of cells, 2k and
 * 2k + 1, the smaller first, ascending by the first, and are empty if the board cannot
 * be tiled at all. */
cq_status cq_domino_forced(cq_run *run, cq_u32s *always, cq_u32s *never,
                           bool *tileable);

#endif
