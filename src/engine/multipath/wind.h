/* wind.h - symmetric tours as walks on the orbits of a symmetry, see wind.c. */
#ifndef CQ_ENGINE_MULTIPATH_WIND_H
#define CQ_ENGINE_MULTIPATH_WIND_H

#include "engine/engine.h"
#include "problem/orbits.h"

typedef struct cq_wind {
    cq_context *ctx;
    const cq_problem *problem; /* with lists */
    unsigned earlier;          /* symmetries whose tours are not wanted again */
    bool path;                 /* tours that are reversed, not carried along */
    cq_orbits orbits;
    cq_problem quotient; /* its closed tours are the walks that may unwind */
    uint32_t *walk;      /* orbits in order */
    uint32_t length;
    cq_solution tour;
} cq_wind;

/* Whether the tours of this problem can be found so, unless there are no kinds of them:
 * of a board that is not tiny, without ends or moves that are asked for. */
bool cq_wind_suits(const cq_problem *problem);
/* The kinds of walks whose tours are wanted: 0 to count - 1, two for each symmetry that
 * will do. 0: moves are not taken to moves any more, or squares stay where they are, so
 * that symmetric tours must be sifted out of all. */
cq_status cq_wind_kinds(cq_context *ctx, const cq_problem *problem, unsigned *count);
/* *may is false if no walk of this kind is a tour; free what is inside in any case. */
cq_status cq_wind_new(cq_context *ctx, const cq_problem *problem, unsigned kind,
                      cq_wind *out, bool *may);
void cq_wind_free(cq_wind *wind);

/* Takes a closed tour of the quotient, from its last vertex on. */
void cq_wind_take(cq_wind *wind, const uint32_t *cycle);
/* How many tours it unwinds to; CQ_REFUSED beyond 2^63. */
cq_status cq_wind_count(cq_wind *wind, uint64_t *out);
/* Gives these tours one by one, until there are enough. */
typedef cq_status cq_wind_fn(void *user, const cq_solution *tour, bool *enough);
cq_status cq_wind_each(cq_wind *wind, cq_wind_fn *give, void *user, bool *enough);

#endif
