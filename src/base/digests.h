/* digests.h - 128-bit digests, and sets of them. */
#ifndef CQ_BASE_DIGESTS_H
#define CQ_BASE_DIGESTS_H

#include "base/keys.h"

typedef struct cq_digest {
    uint64_t first, second;
} cq_digest;

/* Negative, zero or positive, as for qsort. */
static inline int cq_digest_compare(cq_digest a, cq_digest b)
{
    if (a.first != b.first)
        return a.first < b.first ? -1 : 1;
    return (a.second > b.second) - (a.second < b.second);
}

/* *fresh says that it was not there. */
static inline cq_status cq_digests_add(cq_context *ctx, cq_keys *set, cq_digest digest,
                                       bool *fresh)
{
    uint64_t key[2] = {digest.first, digest.second};

    set->words = 2;
    return cq_keys_add(ctx, set, key, NULL, fresh);
}

#endif
