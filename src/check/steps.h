/* steps.h - a problem as steps: the checker's own sweep, for counts and for layers.
 *
 * Each step decides a little, in some order. What the steps so far leave open is a
 * state, and states that are alike have the same ways to go on. A state is a value for
 * each thing (an item of a cover, a vertex of a tour) that both an earlier and a later
 * step are about; all others are done with or untouched.
 *
 *     slots   a thing has one from its first step to its last: the lowest that is
 *             free, things that enter in the same step in the order of their numbers;
 *             those that leave give theirs back afterwards
 *     key     16 bits for each slot, 0 if it is free
 */
#ifndef CQ_CHECK_STEPS_H
#define CQ_CHECK_STEPS_H

#include "problem/problem.h"

#define CQ_NO_STEP UINT32_MAX
enum { CQ_SLOT_MOST = UINT16_MAX };

/* What a choice makes of a state: nothing, a state, or a whole solution. */
typedef enum cq_step_end {
    CQ_STEP_FAILS,
    CQ_STEP_HOLDS,
    CQ_STEP_COMPLETES
} cq_step_end;

typedef struct cq_steps cq_steps;
struct cq_steps {
    cq_context *ctx;
    size_t count, things;
    uint32_t *first, *last; /* steps of each thing, or CQ_NO_STEP */
    /* Things by their first step, and by their last: those of step s are
     * entering[enters[s] .. enters[s + 1]). */
    uint32_t *enters, *entering, *leaves, *leaving;
    uint32_t *slots; /* of each thing */
    size_t width;    /* how many slots are in use at once, at the most */
    size_t words;    /* of a key */
    uint64_t work;   /* counted by those below */
    bool too_large;  /* for the slots */
    bool hopeless;   /* seen before the first step: nothing is a solution */
    unsigned factor; /* solutions for each that is completed */
    /* How many choices a step leaves a state: others, after these, would fail. And one
     * of them; the key is what it makes of the state, unless it fails. */
    size_t (*choices)(const cq_steps *steps, size_t step, const uint64_t *state);
    cq_step_end (*choose)(cq_steps *steps, size_t step, size_t choice,
                          const uint64_t *state, uint64_t *key);
    /* Whether a key that was read can be a state after the step; NULL: any can. */
    bool (*is_state)(const cq_steps *steps, size_t step, const uint64_t *key);
    void (*drop)(cq_steps *steps); /* what is not above */
};

static inline uint32_t cq_slot_get(const uint64_t *key, uint32_t slot)
{
    return (uint32_t)(key[slot / 4] >> slot % 4 * 16) & CQ_SLOT_MOST;
}

static inline void cq_slot_set(uint64_t *key, uint32_t slot, uint32_t value)
{
    key[slot / 4] &= ~((uint64_t)CQ_SLOT_MOST << slot % 4 * 16);
    key[slot / 4] |= (uint64_t)value << slot % 4 * 16;
}

/* In line: keys have a few words. */
static inline void cq_key_copy(uint64_t *to, const uint64_t *from, size_t words)
{
    for (size_t i = 0; i < words; i++)
        to[i] = from[i];
}

/* Primary items are decided by their rank; each rank is below the number of items. */
cq_status cq_cover_steps_make(cq_context *ctx, const cq_cover *cover,
                              const uint32_t *rank, cq_steps **out);
/* Vertices are decided by their rank; that of an open tour has one vertex more, the
 * roof, after those of the graph. The lists of the graph must be there, and a tour is
 * not asked to be symmetric. */
cq_status cq_tour_steps_make(cq_context *ctx, const cq_problem *problem,
                             const uint32_t *rank, cq_steps **out);
/* Ranks that keep few things half decided: of squares along the shorter side of the
 * board, and then of whatever else there is, up to `count`; of vertices, and the roof.
 */
uint32_t *cq_rank_cells(cq_context *ctx, const cq_board *board, size_t count);
cq_status cq_rank_vertices(cq_context *ctx, const cq_problem *problem, uint32_t **out);
void cq_steps_free(cq_steps *steps);

/* For those that make steps: _begin makes room for `things` things, all without a
 * step; when `first` and `last` are known, _give_slots makes the lists and slots. */
cq_status cq_steps_begin(cq_context *ctx, size_t things, cq_steps *steps);
cq_status cq_steps_give_slots(cq_steps *steps);

#endif
