/* edge_pairs.c - edges that every tour uses, or none.
 *
 *     pairs   u0 v0 u1 v1 ...: ui < vi, ascending by ui, then by vi, no pair twice
 *
 * They are few, and asked for again and again, so they are sorted when they are added
 * and found by halving.
 */
#include "problem/edge_pairs.h"

#include "base/assert.h"

#include <stdlib.h>

int cq_pairs_compare(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;

    if (a[0] != b[0])
        return a[0] < b[0] ? -1 : 1;
    return a[1] < b[1] ? -1 : a[1] > b[1];
}

cq_status cq_pairs_add(cq_context *ctx, cq_u32s *pairs, const uint32_t *ends,
                       size_t edges)
{
    size_t kept = 0;

    if (edges == 0)
        return CQ_OK;
    for (size_t i = 0; i < edges; i++) {
        bool swap = ends[2 * i] > ends[2 * i + 1];
        uint32_t pair[2] = {ends[2 * i + swap], ends[2 * i + !swap]};

        cq_try(cq_u32s_append(ctx, pairs, pair, 2));
    }
    qsort(pairs->at, pairs->count / 2, 2 * sizeof *pairs->at, cq_pairs_compare);
    for (size_t i = 0; i < pairs->count; i += 2) {
        if (kept && cq_pairs_compare(&pairs->at[kept - 2], &pairs->at[i]) == 0)
            continue;
        pairs->at[kept] = pairs->at[i];
        pairs->at[kept + 1] = pairs->at[i + 1];
        kept += 2;
    }
    pairs->count = kept;
    cq_assert(cq_pairs_check(pairs));
    return CQ_OK;
}

bool cq_pairs_have(const cq_u32s *pairs, uint32_t u, uint32_t v)
{
    const uint32_t pair[2] = {u < v ? u : v, u < v ? v : u};

    return pairs->count &&
           bsearch(pair, pairs->at, pairs->count / 2, sizeof pair, cq_pairs_compare);
}

bool cq_pairs_check(const cq_u32s *pairs)
{
    cq_hold(pairs->count % 2 == 0);
    for (size_t i = 0; i < pairs->count; i += 2) {
        cq_hold(pairs->at[i] < pairs->at[i + 1]);
        cq_hold(i == 0 || cq_pairs_compare(&pairs->at[i - 2], &pairs->at[i]) < 0);
    }
    return true;
}
