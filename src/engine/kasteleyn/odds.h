/* odds.h - the parts of the probabilities: exact, and in floating point. */
#ifndef CQ_ENGINE_KASTELEYN_ODDS_H
#define CQ_ENGINE_KASTELEYN_ODDS_H

#include "engine/kasteleyn/grid.h"
#include "engine/team.h"

#include <gmp.h>

/* How likely each domino is in a uniformly random tiling. shares[0] of a cell is for
 * the domino on it and the cell to its right, shares[1] for that on it and the cell
 * below (across the seam on a cylinder); 0 if there is no such domino. The arrays are
 * rows * cols. */
typedef struct cq_domino_odds {
    size_t size;
    double *shares[2];
    /* How many tilings have the domino: only if exact. */
    bool exact;
    mpz_t *tilings_with[2];
    mpz_t tilings;
    /* Not exact: how far the dominoes of some cell are from summing to 1, at most. */
    double error;
} cq_domino_odds;

/* For a board in the plane, or round a cylinder with an even number of columns;
 * CQ_REFUSED otherwise, and if the board has no tiling. Exact for boards of up to some
 * thousand cells (and if floating point should fail), else in floating point.
 * CQ_STOPPED when the team was stopped. */
cq_status cq_domino_odds_make(cq_team *team, const cq_board *board,
                              cq_domino_odds *out);
void cq_domino_odds_free(cq_domino_odds *odds);

/* A domino of a grid: an equation and one of its unknowns, as places in the grid. */
typedef struct cq_domino {
    uint32_t equation, unknown;
    int sign;      /* the entry of Kasteleyn's matrix */
    unsigned side; /* of the unknown, seen from the equation: cq_grid_edge */
} cq_domino;

typedef CQ_VEC(cq_domino) cq_dominoes;

/* All of them, equation by equation in the order of their places. */
cq_status cq_dominoes_make(cq_context *ctx, const cq_grid *grid, cq_dominoes *out);

/* How many of the grid's tilings, of which there are some, have each domino; tilings[]
 * is as long as the list, and initialised (odds_exact.c). */
cq_status cq_odds_exact(cq_team *team, const cq_grid *grid, const mpz_t all,
                        const cq_dominoes *dominoes, mpz_t *tilings);
/* Roughly how long that would take, in seconds, and how many bytes. */
void cq_odds_exact_cost(const cq_grid *grid, double bits, double *seconds,
                        double *bytes);

/* The probability of each, and how far those of a cell are from summing to 1, at most
 * (odds_band.c). */
cq_status cq_odds_band(cq_team *team, const cq_grid *grid, const cq_dominoes *dominoes,
                       double *odds, double *error);

/* The goal of the engine. */
cq_status cq_kasteleyn_odds(cq_run *run, cq_team *team);

#endif
