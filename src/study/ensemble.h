/* ensemble.h - many random graphs of one kind, and what can be said of them.
 *
 * Graph number i of an ensemble depends on the seed, the kind, the size, the degree and
 * i alone: neither on the number of threads nor on what else is studied.
 */
#ifndef CQ_STUDY_ENSEMBLE_H
#define CQ_STUDY_ENSEMBLE_H

#include "problem/random_graph.h"

typedef enum cq_ensemble_kind {
    CQ_ENSEMBLE_RANDOM,    /* G(n, p) */
    CQ_ENSEMBLE_REGULAR,   /* all vertices of one degree */
    CQ_ENSEMBLE_HIDDEN,    /* a cycle and other edges */
    CQ_ENSEMBLE_SUBDIVIDED /* cubic, with vertices of degree 2 on edges */
} cq_ensemble_kind;

typedef struct cq_ensemble {
    cq_ensemble_kind kind;
    uint32_t vertices;
    double degree; /* on average */
    uint64_t graphs, seed;
} cq_ensemble;

/* "random", "regular", ... */
const char *cq_ensemble_name(cq_ensemble_kind kind);

/* Draws graph `number`, from 0: those that are not connected are passed over, and
 * *disconnected counts them. CQ_INPUT where no such graph exists; CQ_REFUSED where
 * thousands in a row were disconnected. */
cq_status cq_ensemble_draw(cq_context *ctx, const cq_ensemble *ensemble,
                           uint64_t number, cq_graph *out, uint64_t *disconnected);

typedef struct cq_census {
    uint64_t graphs; /* looked at; fewer than asked for if it was stopped */
    uint64_t disconnected;
    /* By path conversion: Hamiltonian paths by Warnsdorff's rule over all starts, those
     * that became cycles, and the graphs with at least one of each. */
    uint64_t paths, converted;
    uint64_t path_graphs, cycle_graphs;
    /* The truth: graphs that have a Hamiltonian cycle (or path), and that have none. */
    uint64_t cycle, no_cycle, path, no_path;
    uint64_t undecided; /* where one of the two was not decided in time */
} cq_census;

typedef struct cq_census_options {
    unsigned threads; /* 0: one */
    double seconds;   /* for each question about a graph; 0: no limit */
    void *user;
    /* Now and then, in the caller's thread: how many are done; false stops. */
    bool (*on_progress)(void *user, uint64_t done);
} cq_census_options;

/* *stopped: by the caller, or by cq_cancel; the census is then of those that were
 * done. */
cq_status cq_census_take(cq_context *ctx, const cq_ensemble *ensemble,
                         const cq_census_options *options, cq_census *out,
                         bool *stopped);

#endif
