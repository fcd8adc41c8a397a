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
    cq_plug_words full;    /* a number for each mating */
    cq_plug_words turn;    /* the same, between changes */
    cq_plug_words back;    /* for cq_mating_add */
    cq_plug_words ranks;   /* the list */
    cq_plug_words changed; /* of the entries of a source, after its changes */
    cq_plug_words counts;  /* its numbers */
    cq_u32s table;         /* places of ranks in the list, + 1 */
    size_t listed;
    bool sorts; /* lists ascend by rank, so that a rank can be looked up */
    uint64_t additions;
} cq_plug_gatherer;

void cq_plug_gatherer_init(cq_plug_gatherer *g, cq_context *ctx,
                           const cq_matings *matings);
void cq_plug_gatherer_free(cq_plug_gatherer *g);

/* What the changes of a source make of the rank of an entry. */
uint64_t cq_plug_source_rank(const cq_matings *matings, unsigned limbs,
                             const cq_plug_source *source, size_t entry);
/* The sum of the sources, as the block of `pattern` in the part; no block if all is
 * zero. */
cq_status cq_plug_gather(cq_plug_gatherer *g, const cq_plug_source *sources,
                         size_t count, cq_pattern pattern, cq_plug_part *part);
/* The sum of the sources with a number for each mating of `ends`, in g->full. */
cq_status cq_plug_gather_full(cq_plug_gatherer *g, const cq_plug_source *sources,
                              size_t count, unsigned ends);
/* These numbers with their ranks, as a block of the part; ranks NULL: all are there. So
 * many of them are not zero. */
cq_status cq_plug_store(cq_plug_part *part, cq_pattern pattern, unsigned ends,
                        const uint64_t *numbers, const uint64_t *ranks, size_t count,
                        uint64_t states);

#endif
