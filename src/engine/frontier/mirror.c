#include "engine/frontier/mirror.h"
cq_status cq_mirror_set(cq_mirror *mirror, size_t layer){(void)mirror;(void)layer;return CQ_OK;}
cq_status cq_mirror_take(cq_mirror *mirror, cq_hand *hand, const uint64_t *entry){(void)mirror;(void)hand;(void)entry;return CQ_OK;}
