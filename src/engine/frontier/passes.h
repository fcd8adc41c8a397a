/* passes.h - the passes of a block through a move, before its states meet the table. */
#ifndef CQ_ENGINE_FRONTIER_PASSES_H
#define CQ_ENGINE_FRONTIER_PASSES_H

#include "engine/frontier/plan.h"

/* Arrays of states have this many spare places at their end, for whole vectors. */
enum { CQ_PASS_SLACK = 8 };

typedef struct cq_passes {
    /* From `count` old states those that pass the test, as what they become: their keys
     * and where they were. masks: test, want, keep, set, add, of `words` words each. */
    size_t (*test)(const uint64_t *masks, size_t words, const uint64_t *old,
                   size_t count, uint64_t *keys, uint32_t *index);
    /* Of these those in which no item has lost its last way. `tally`, if it is not
     * NULL, is the plan's doubts, to count what each of them finds first. */
    size_t (*doubts)(const cq_plan *plan, const cq_move *move, uint64_t *keys,
                     uint32_t *index, size_t count, cq_doubt *tally);
} cq_passes;

/* The fastest that this machine has for states of `words` words. */
const cq_passes *cq_passes_best(size_t words);

/* Test, want, keep, set and add of a move of the step, as `test` reads them. */
static inline void cq_pass_masks(const cq_plan *plan, size_t step, const cq_move *move,
                                 uint64_t *masks)
{
    const uint64_t *keep = plan->pool.at + plan->steps.at[step].keep;
    size_t words = plan->words;

    cq_assert(plan->steps.at[step].moves <= move - plan->moves.at &&
              move - plan->moves.at < plan->steps.at[step].move_end);
    for (size_t w = 0; w < words; w++) {
        masks[w] = cq_move_mask(plan, move, CQ_MASK_TEST)[w];
        masks[words + w] = cq_move_mask(plan, move, CQ_MASK_WANT)[w];
        masks[2 * words + w] = keep[w];
        masks[3 * words + w] = cq_move_mask(plan, move, CQ_MASK_SET)[w];
        masks[4 * words + w] = cq_move_mask(plan, move, CQ_MASK_ADD)[w];
    }
}

/* Whether one of the move's doubts finds an item of the state without a way. */
bool cq_doubts_kill(const cq_plan *plan, const cq_move *move, const uint64_t *key);

#endif
