/* origins.h - finds the states of a kept layer that lead to given states of the next.
 */
#ifndef CQ_ENGINE_PLUGS_ORIGINS_H
#define CQ_ENGINE_PLUGS_ORIGINS_H

#include "engine/plugs/plug_images.h"
#include "engine/plugs/plug_step.h"

/* A state whose origins are asked for. */
typedef struct cq_plug_want {
    cq_pattern pattern;
    uint64_t rank;
} cq_plug_want;

typedef struct cq_plug_origin {
    size_t want;     /* of these states, the one that it becomes */
    uint32_t choice; /* by this choice of edges, */
    uint32_t map;    /* and by this map afterwards; 0: as it is, unless all are maps */
    cq_pattern pattern;
    uint64_t rank;
    size_t number; /* where its number begins */
} cq_plug_origin;

/* A block to be looked into for one state. */
typedef struct cq_plug_query {
    cq_pattern pattern; /* the first member: queries are sorted by it */
    uint64_t after;     /* what the change makes of the rank that is sought */
    size_t want;
    uint32_t choice, map;
    cq_change change;
} cq_plug_query;

/* Grows, and is kept from step to step. */
typedef struct cq_plug_origins {
    cq_plugs *plugs;
    CQ_VEC(cq_plug_query) queries;
    CQ_VEC(cq_plug_origin) list; /* by wants, choices, maps and ranks */
    CQ_VEC(uint64_t) numbers;
    unsigned limbs; /* of each */
} cq_plug_origins;

void cq_plug_origins_free(cq_plug_origins *origins);
/* Of states after a step of a side, which has been folded if the step says so; `s` is
 * that step, opened. */
cq_status cq_plug_find_origins(cq_plug_origins *origins, const cq_plug_stepping *s,
                               const cq_plug_step *step, const cq_plug_want *wants,
                               size_t count);
/* Of states in the sum of a layer's images: `back` maps their patterns to those of the
 * layer, `there` the other way. */
cq_status cq_plug_find_preimages(cq_plug_origins *origins, const cq_plug_layer *layer,
                                 const cq_plug_imaging *there,
                                 const cq_plug_imaging *back, unsigned slots,
                                 const cq_plug_want *wants, size_t count);

#endif
