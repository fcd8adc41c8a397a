/* digests.h - a set of 128-bit digests. */
#ifndef CQ_BASE_DIGESTS_H
#define CQ_BASE_DIGESTS_H

#include "base/memory.h"

typedef struct cq_digest {
    uint64_t first, second;
} cq_digest;

typedef struct cq_digests {
    cq_digest *at; /* open addressing; both numbers 0: free */
    size_t count, room;
} cq_digests;

/* *fresh says that it was not there. A digest of two zeros is taken for another one. */
cq_status cq_digests_add(cq_context *ctx, cq_digests *set, cq_digest digest,
                         bool *fresh);
void cq_digests_free(cq_digests *set);

#endif
