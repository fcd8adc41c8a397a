/* digests.c - a set of 128-bit digests, in a table that is at most half full.
 *
 * Digests are random enough to be their own hash: a digest is looked for from the place
 * that its first number names. 32 bytes for each member, at the most 64.
 */
#include "base/digests.h"

static bool is_free(const cq_digest *digest)
{
    return (digest->first | digest->second) == 0;
}

/* Where the digest is, or where it would go. */
static size_t find_slot(const cq_digest *at, size_t room, cq_digest digest)
{
    size_t slot = (size_t)digest.first & (room - 1);

    while (!is_free(&at[slot]) &&
           (at[slot].first != digest.first || at[slot].second != digest.second))
        slot = (slot + 1) & (room - 1);
    return slot;
}

static cq_status grow(cq_context *ctx, cq_digests *set)
{
    size_t room = set->room ? set->room * 2 : 64;
    cq_digest *at = cq_zalloc(ctx, room, sizeof *at);

    if (!at)
        return CQ_MEMORY;
    for (size_t i = 0; i < set->room; i++)
        if (!is_free(&set->at[i]))
            at[find_slot(at, room, set->at[i])] = set->at[i];
    cq_free(set->at);
    set->at = at;
    set->room = room;
    return CQ_OK;
}

cq_status cq_digests_add(cq_context *ctx, cq_digests *set, cq_digest digest,
                         bool *fresh)
{
    size_t slot;

    if (is_free(&digest))
        digest.second = 1;
    if (set->count * 2 >= set->room && grow(ctx, set) != CQ_OK)
        return CQ_MEMORY;
    slot = find_slot(set->at, set->room, digest);
    *fresh = is_free(&set->at[slot]);
    if (*fresh) {
        set->at[slot] = digest;
        set->count++;
    }
    return CQ_OK;
}

void cq_digests_free(cq_digests *set)
{
    cq_free(set->at);
    *set = (cq_digests){0};
}
