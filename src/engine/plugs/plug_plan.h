/* plug_plan.h - what choosing a cut and making the steps share. */
#ifndef CQ_ENGINE_PLUGS_PLUG_PLAN_H
#define CQ_ENGINE_PLUGS_PLUG_PLAN_H

#include "engine/plugs/plugs.h"

typedef struct cq_plug_cut {
    cq_plug_split split;
    size_t order, mirror;
    uint32_t first, last; /* vertices in A and in Z */
    double weight, states, joining;
} cq_plug_cut;

typedef struct cq_plug_planning {
    cq_context *ctx;
    const cq_net *net;
    const cq_mirrors *mirrors;
    cq_orders orders;
    cq_weigh weigh;
    cq_plug_split wanted;
    double *weights[2]; /* of the order at hand, from each end */
    double *sums[2];    /* of these, up to each place */
    double *most[2];    /* the largest until there */
    uint8_t *part;      /* of each vertex: in A, in Z, or neither */
    uint32_t *position; /* of each vertex in the order at hand */
    cq_plug_cut best;
    unsigned slots;
} cq_plug_planning;

enum { CQ_PART_NEITHER, CQ_PART_FIRST, CQ_PART_LAST };

static inline const uint32_t *cq_planning_order(const cq_plug_planning *p, size_t order)
{
    return p->orders.vertices + order * p->net->hub;
}

static inline const uint32_t *cq_planning_mirror(const cq_plug_planning *p,
                                                 size_t mirror)
{
    return p->mirrors->images + mirror * p->net->vertices;
}

/* Whether the image of every vertex of the first part is in it. */
bool cq_planning_keeps(const cq_plug_planning *p, const uint32_t *image);
/* The first vertices of an order are the first part, all others in neither. */
void cq_planning_begin(cq_plug_planning *p, size_t order, uint32_t first);
/* Marks the first z vertices and their images; false if they touch. */
bool cq_planning_mark(cq_plug_planning *p, size_t order, size_t mirror, uint32_t z);
/* The weights of the order from each end, and its positions. */
cq_status cq_planning_weigh(cq_plug_planning *p, size_t order);
/* The lightest cut; if none is of the kind that is wanted, one sweep. */
cq_status cq_planning_choose(cq_plug_planning *p);

#endif
