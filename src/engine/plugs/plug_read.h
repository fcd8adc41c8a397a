/* plug_read.h - tours on their way back through the layers that a sweep kept. */
#ifndef CQ_ENGINE_PLUGS_PLUG_READ_H
#define CQ_ENGINE_PLUGS_PLUG_READ_H

#include "engine/plugs/origins.h"
#include "engine/plugs/plug_join.h"

/* A way back from one state. A tour has one; or two, if two layers were joined. */
typedef struct cq_plug_reading {
    size_t place; /* of the tour among those read at the same time */
    bool other;   /* it began in the other layer */
    mpz_t number; /* among the ways to the state at hand, from 0 on */
    cq_plug_want state;
    uint32_t *frame; /* where vertices are, seen from where it began */
} cq_plug_reading;

typedef struct cq_plug_reader {
    cq_plugs *plugs;
    bool any; /* tour will do: the first origin is taken */
    size_t tours;
    cq_plug_reading *readings; /* one for each tour, and after these the other ones */
    size_t count;
    unsigned *directions; /* of open tours whose ends are free */
    uint32_t *links;      /* two for each vertex of the net, in each tour */
    uint8_t *degrees;     /* how many there are */
    uint32_t *frames;
    uint32_t *turned; /* one of them */
    cq_plug_origins origins;
    CQ_VEC(cq_plug_want) wants; /* states at hand, each once */
    mpz_t share;
} cq_plug_reader;

/* The states of all tours in the joined layers, by their numbers among all tours, each
 * of which has as many as there are maps (draw_pairs.c). */
cq_status cq_plug_place_pairs(cq_plug_reader *rd);
/* The origin that a reading's number falls to, of those from `at` on; it keeps its
 * number among those. */
const cq_plug_origin *cq_plug_choose_origin(cq_plug_reader *rd, cq_plug_reading *r,
                                            const cq_plug_origin *at);
/* The reading goes on from here as the origin's state. */
void cq_plug_go_to(cq_plug_reading *r, const cq_plug_origin *origin);
/* What was at v is at image[v]. */
void cq_plug_turn(cq_plug_reader *rd, cq_plug_reading *r, const uint32_t *image);
/* Whether a tour has this direction: from the smaller end on is the first. */
bool cq_plug_has_direction(const cq_problem *problem, const cq_u32s *walk,
                           unsigned direction);

#endif
