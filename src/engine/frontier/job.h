/* job.h - a run of the engine frontier, and what it does with the swept layers. */
#ifndef CQ_ENGINE_FRONTIER_JOB_H
#define CQ_ENGINE_FRONTIER_JOB_H

#include "engine/frontier/back.h"

typedef struct cq_frontier {
    cq_run *run;
    cq_spread *spread; /* other ranks that take part, or NULL */
    const cq_cover *cover;
    const cq_placements *placements; /* of a tiling, or NULL */
    cq_order order;
    cq_plan plan;
    cq_folds folds;
    cq_sweep sweep;
    cq_option_weights weights; /* of a sum of weights, */
    cq_scales scales;          /* and what the sweep makes of them */
} cq_frontier;

/* Single covers, out of the kept layers: drawn at random, by number, and the number of
 * the one that is given (singles.c). `number` is that of all, and not 0. */
cq_status cq_frontier_samples(cq_frontier *job, const mpz_t number);
cq_status cq_frontier_nth(cq_frontier *job, const mpz_t number);
cq_status cq_frontier_index(cq_frontier *job);
/* A cover of these options, to the run (singles.c). */
cq_status cq_frontier_deliver(cq_frontier *job, const cq_u32s *options,
                              cq_solution *solution, bool *enough);
/* Runs another sweep for the job; what it does counts with the first. */
cq_status cq_frontier_again(cq_frontier *job, cq_sweep *sweep);
/* Makes the scales that the goal needs (totals.c). */
cq_status cq_frontier_weigh(cq_frontier *job);
/* What all covers weigh together; `number` is that of the sweep. */
cq_status cq_frontier_total(cq_frontier *job, const mpz_t number);
/* The best covers, as many as are wanted, out of the kept layers (best_covers.c). */
cq_status cq_frontier_best(cq_frontier *job, uint64_t wanted);
/* How many covers each option is in, out of the kept layers (uses.c). */
cq_status cq_frontier_uses(cq_frontier *job, const mpz_t number);
/* How many tilings there are for each number of copies: another sweep (by_copies.c). */
cq_status cq_frontier_copies(cq_frontier *job, const mpz_t number);

#endif
