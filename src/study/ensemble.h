/* ensemble.h - many random graphs of one kind, and what can be said of them.
 *
 * Graph number i of an ensemble depends on the seed, the kind, the size, the degree and
 * i alone: neither on the number of threads nor on what else is studied.
 */
#ifndef CQ_STUDY_ENSEMBLE_H
#define CQ_STUDY_ENSEMBLE_H

#include "problem/random_graph.h"

/* Draws graph `number`, from 0: those that are not connected are passed over, and
 * *disconnected counts them. CQ_INPUT if no such graph exists; CQ_REFUSED if
 * thousands in a row were disconnected. */
cq_status cq_ensemble_graph(cq_context *ctx, const cq_ensemble *ensemble,
                            uint64_t number, cq_graph *out, uint64_t *disconnected);

/* The ensemble as this library knows it; CQ_INPUT if it makes no sense. */
cq_status cq_ensemble_read(cq_context *ctx, const cq_ensemble *given, cq_ensemble *out);

#endif
