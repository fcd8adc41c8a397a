/* matings.h - perfect matchings of k points, numbered, and how they change.
 *
 * The points are 0 .. k-1, k even. The number (rank) of a mating is the partner q of
 * the last point times (k-3)!! plus the rank of the mating that remains when both are
 * removed and the others are renumbered in order. So the ranks are 0 .. (k-1)!! - 1,
 * without gaps, and matings with the same partner of the last point are neighbours.
 */
#ifndef CQ_ENGINE_PLUGS_MATINGS_H
#define CQ_ENGINE_PLUGS_MATINGS_H

#include "base/assert.h"
#include "base/memory.h"

/* Ranks of CQ_MATING_MOST points fit 64 bits: 33!! < 2^63. For up to CQ_FULL_MOST
 * points an array may hold a number for each mating. */
enum { CQ_MATING_MOST = 34, CQ_FULL_MOST = 18, CQ_MATING_TABLES = 12 };

#define CQ_NO_RANK UINT64_MAX

typedef enum cq_change_kind {
    CQ_CHANGE_NONE,
    CQ_CHANGE_MOVE, /* point i becomes point j, the others keep their order */
    CQ_CHANGE_JOIN, /* the ends i < j are linked: their mates become mates */
    CQ_CHANGE_PAIR  /* two new points, to be i < j, mated with each other */
} cq_change_kind;

typedef struct cq_change {
    uint8_t kind, i, j;
} cq_change;

typedef struct cq_matings {
    uint64_t counts[CQ_MATING_MOST + 3]; /* (k-1)!! by k */
    unsigned tabled; /* changes of up to this many points are tables */
    size_t entries;  /* of all of them */
    uint16_t *tables[3][CQ_MATING_TABLES + 1]; /* by kind and by the points before */
    uint16_t *links[CQ_MATING_TABLES + 1];     /* by the points before: see below */
} cq_matings;

/* Makes tables for as many points as can occur, but no more than pay off if `states`
 * states are expected. */
cq_status cq_matings_new(cq_context *ctx, unsigned points, double states,
                         cq_matings *out);
void cq_matings_free(cq_matings *matings);

/* Words for a number for each mating; or, if a machine of 32 bits could not count them,
 * more than it can have. */
static inline size_t cq_mating_words(const cq_matings *matings, unsigned k,
                                     size_t limbs)
{
    cq_assert(k <= CQ_FULL_MOST);
    return matings->counts[k] > SIZE_MAX / 64 / limbs
               ? SIZE_MAX / 64
               : (size_t)matings->counts[k] * limbs;
}

/* How many points there are after the change. */
static inline unsigned cq_change_points(cq_change change, unsigned k)
{
    cq_assert(change.kind != CQ_CHANGE_JOIN || k >= 2);
    if (change.kind == CQ_CHANGE_PAIR)
        return k + 2;
    return change.kind == CQ_CHANGE_JOIN ? k - 2 : k;
}

/* The rank after the change; CQ_NO_RANK if a cycle would close. */
uint64_t cq_mating_change(const cq_matings *matings, cq_change change, unsigned k,
                          uint64_t rank);

/* Adds a number for each mating of k points to the numbers of the changed matings. The
 * numbers have `limbs` words each; `scratch` has cq_mating_scratch(...) words. */
void cq_mating_add(const cq_matings *matings, cq_change change, unsigned k,
                   unsigned limbs, const uint64_t *from, uint64_t *to,
                   uint64_t *scratch);
size_t cq_mating_scratch(const cq_matings *matings, unsigned k, unsigned limbs);

/* The same for ranks in a list; those that are CQ_NO_RANK stay so. */
void cq_mating_change_each(const cq_matings *matings, cq_change change, unsigned k,
                           uint64_t *ranks, size_t count);

/* If there are tables for k points: for each mating of two points less the k - 2 ranks
 * that linking the last point with point q makes it; else NULL. */
static inline const uint16_t *cq_mating_links(const cq_matings *matings, unsigned k,
                                              unsigned q)
{
    cq_assert(k >= 4 && q < k - 1);
    if (k > matings->tabled)
        return NULL;
    return matings->links[k] + q * (k - 2) * (size_t)matings->counts[k - 2];
}

/* Changes that renumber point i as to[i]; at most k - 1 of them; returns how many. */
unsigned cq_mating_renumber(unsigned k, const uint8_t *to, cq_change *changes);

/* The partner of each point; and the rank of the mating with these partners. */
void cq_mating_partners(const cq_matings *matings, unsigned k, uint64_t rank,
                        uint8_t *partners);
uint64_t cq_mating_rank(const cq_matings *matings, unsigned k, const uint8_t *partners);

/* The ranks of the matings of k points that the change makes the mating of this rank,
 * in ascending order; at most k of them, and at least one place; returns how many. */
unsigned cq_mating_sources(const cq_matings *matings, cq_change change, unsigned k,
                           uint64_t after, uint64_t *ranks);

#endif
