/* gather.h - one block as the sum of other blocks, each with its changes. */
#ifndef CQ_ENGINE_PLUGS_GATHER_H
#define CQ_ENGINE_PLUGS_GATHER_H

#include "engine/plugs/plug_layer.h"

typedef struct cq_plug_source {
    const cq_plug_block *block;
    unsigned ends;
    unsigned changes;        /* how many */
    const cq_change *change; /* the first */
} cq_plug_source;

/* What one worker needs to gather; grows, and is kept from block to block. */
typedef struct cq_plug_gatherer {
    cq_context *ctx;
    const cq_matings *matings;
    unsigned limbs;
    uint64_t *full;   /* a number for each mating */
    uint64_t *turn;   /* the same, between changes */
    uint64_t *back;   /* for cq_mating_add */
    uint32_t *table;  /* places of ranks in the list, + 1; a power of two */
    uint64_t *ranks;  /* the list */
    uint64_t *counts; /* its numbers */
    size_t full_room, turn_room, back_room, table_room, ranks_room, counts_room;
    size_t listed;
    bool sorts; /* lists ascend by rank, so that a rank can be looked up */
    uint64_t additions;
} cq_plug_gatherer;

void cq_plug_gatherer_init(cq_plug_gatherer *g, cq_context *ctx,
                           const cq_matings *matings);
void cq_plug_gatherer_free(cq_plug_gatherer *g);
/* Makes *words at least so long; what was in them is lost. False: no memory. */
bool cq_plug_make_room(cq_context *ctx, uint64_t **words, size_t *room, size_t want);

/* The sum of the sources, as the block of `pattern` in the part; no block if all is
 * zero. */
cq_status cq_plug_gather(cq_plug_gatherer *g, const cq_plug_source *sources,
                         size_t count, cq_pattern pattern, cq_plug_part *part);
/* The sum of the sources with a number for each mating of `ends`, in g->full. */
cq_status cq_plug_gather_full(cq_plug_gatherer *g, const cq_plug_source *sources,
                              size_t count, unsigned ends);

#endif
