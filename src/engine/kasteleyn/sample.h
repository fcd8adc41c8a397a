/* sample.h - the tiling of a given rank, and with it tilings at random. */
#ifndef CQ_ENGINE_KASTELEYN_SAMPLE_H
#define CQ_ENGINE_KASTELEYN_SAMPLE_H

#include "engine/kasteleyn/linear.h"
#include "engine/team.h"

typedef struct cq_sampler {
    cq_team *team;
    const cq_grid *grid;
    mpz_t tilings;
    cq_linear forms;
    size_t skip; /* primes that were no good */
} cq_sampler;

/* For a grid with this number of tilings, not 0; both are borrowed (the number
 * copied). */
cq_status cq_sampler_new(cq_team *team, const cq_grid *grid, const mpz_t tilings,
                         cq_sampler *out);
void cq_sampler_free(cq_sampler *sampler);

/* Different ranks below the number of tilings give different tilings, so that a rank at
 * random gives a tiling at random, all equally likely. mate[] is by the board's cells;
 * only those of the grid are set. CQ_STOPPED when the team was stopped. */
cq_status cq_sampler_tile(cq_sampler *sampler, const mpz_t rank, cq_cell *mate);

/* The goal of the engine (sample.c): the run's samples of its board. */
cq_status cq_kasteleyn_sample(cq_run *run);

#endif
