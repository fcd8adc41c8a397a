/* mirror.h - two halves that meet: for covers that look the same from the other end. */
#ifndef CQ_ENGINE_FRONTIER_MIRROR_H
#define CQ_ENGINE_FRONTIER_MIRROR_H

#include "engine/frontier/sweep.h"

typedef struct cq_mirror cq_mirror;
cq_status cq_mirror_set(cq_mirror *mirror, size_t layer);
cq_status cq_mirror_take(cq_mirror *mirror, cq_hand *hand, const uint64_t *entry);

#endif
