/* move_uses.h - the ways on from the states of a layer: see move_uses.c. */
#ifndef CQ_ENGINE_PLUGS_MOVE_USES_H
#define CQ_ENGINE_PLUGS_MOVE_USES_H

#include "engine/plugs/ask_patterns.h"

/* Blocks in the order of their patterns, as those of a layer. */
typedef struct cq_plug_ways {
    cq_plug_patterns patterns;
    CQ_VEC(size_t) starts;  /* of each block, and the end: entries before it */
    CQ_VEC(uint64_t) ranks; /* of each entry; they ascend within a block */
    CQ_VEC(uint64_t) words; /* limbs for each entry */
} cq_plug_ways;

void cq_plug_ways_free(cq_plug_ways *ways);
/* The block of this pattern, or their number. */
size_t cq_plug_ways_find(const cq_plug_ways *ways, cq_pattern pattern);
/* Completes `ahead`, this rank's ways on from the layer ahead, by those of the blocks
 * that are wanted; borders are those of that layer. All ranks come to it. */
cq_status cq_plug_ask_ways(cq_plugs *plugs, size_t limbs, const cq_pattern *borders,
                           cq_plug_patterns *wanted, cq_plug_ways *ahead);

#endif
