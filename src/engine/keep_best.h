/* keep_best.h - the best covers of all that an engine meets.
 *
 *     cq_keeper keeper;
 *
 *     cq_keeper_open(&keeper, run, cover, placements)   costs in whole units
 *     cq_keeper_take(&keeper, cost, options, count)     for each cover that is met
 *     cq_keeper_deliver(&keeper)                        the best first
 *     cq_keeper_close(&keeper)
 *
 * A search that lists all solutions needs no more than cq_keep_listed.
 */
#ifndef CQ_ENGINE_KEEP_BEST_H
#define CQ_ENGINE_KEEP_BEST_H

#include "base/assert.h"
#include "engine/engine.h"

typedef struct cq_kept_cover {
    int64_t cost;
    uint64_t number; /* which it was, of all that were kept */
    cq_u32s options;
} cq_kept_cover;

typedef struct cq_keeper {
    cq_run *run;
    const cq_placements *placements; /* of a tiling, or NULL */
    int64_t *costs;                  /* of options; the other sign if dear is best */
    mpz_t units;                     /* that make a weight of 1 */
    uint64_t size;                   /* the largest cost, without its sign */
    size_t wanted;
    uint64_t taken;             /* covers that were kept at some time */
    CQ_VEC(cq_kept_cover) kept; /* a heap: the worst is the first */
} cq_keeper;

/* CQ_REFUSED if costs cannot be compared, or not be added up. */
cq_status cq_keeper_open(cq_keeper *keeper, cq_run *run, const cq_cover *cover,
                         const cq_placements *placements);
void cq_keeper_close(cq_keeper *keeper);

/* Whether a cover of that cost would be kept. Of those that cost the same, the first
 * ones are. */
static inline bool cq_keeper_wants(const cq_keeper *keeper, int64_t cost)
{
    cq_assert(keeper->wanted > 0 && keeper->kept.count <= keeper->wanted);
    return keeper->kept.count < keeper->wanted || cost < keeper->kept.at[0].cost;
}

/* Once it has as many as are wanted, only less than the cost of the worst is. */
static inline bool cq_keeper_is_full(const cq_keeper *keeper)
{
    return keeper->kept.count == keeper->wanted;
}

cq_status cq_keeper_take(cq_keeper *keeper, int64_t cost, const uint32_t *options,
                         size_t count);
/* The same for options whose costs are still to be added up. */
cq_status cq_keeper_meet(cq_keeper *keeper, const uint32_t *options, size_t count);
/* Hands all of them to the run; then nothing is kept in order any more. */
cq_status cq_keeper_deliver(cq_keeper *keeper);
/* Asserts that nothing is worse than the first, and that no cover was kept twice. */
bool cq_keeper_check(const cq_keeper *keeper);

/* Runs `list` for all solutions, and hands over the best of them. What it finds must
 * have the options of the cover as labels, and nothing else. If it is stopped, they are
 * the best so far. */
cq_status cq_keep_listed(cq_run *run, const cq_cover *cover,
                         const cq_placements *placements, cq_cover_fn *list);

#endif
