/* fill.h - one thread's table, through which a bucket of the next layer is filled. */
#ifndef CQ_ENGINE_FRONTIER_FILL_H
#define CQ_ENGINE_FRONTIER_FILL_H

#include "engine/frontier/layer.h"
#include "engine/frontier/passes.h"
#include "engine/frontier/scales.h"

/* The most steps in one stride. */
enum { CQ_STRIDE_MOST = 8 };

/* What the states of a block become on the way: after each step of a stride their keys,
 * and where in their block they were. */
typedef struct cq_rung {
    uint64_t *keys;
    uint32_t *index; /* NULL: all of the block, as they are there */
    size_t count;
    uint32_t move; /* that led here */
} cq_rung;

/* Keys and numbers of states in the order in which they came, and slots by which they
 * are found: the place of a state and 1, or 0. If there are no states, all slots are
 * 0. */
typedef struct cq_states {
    cq_context *ctx;
    uint64_t *keys, *numbers;
    uint32_t *slots;
    size_t used;                                /* states */
    size_t words, limbs;                        /* of a key, a number */
    unsigned log2;                              /* slots in use */
    size_t keys_room, numbers_room, slots_room; /* words, words, slots */
    cq_rung *rungs;                             /* CQ_STRIDE_MOST of them */
    uint64_t *masks;                            /* of the move under the hand */
    const cq_passes *passes;
    uint64_t tested, doubted; /* states before moves, and work of their doubts */
} cq_states;

/* A table for keys of `words` words and blocks of `block_room` states, still empty. */
cq_status cq_states_new(cq_context *ctx, size_t words, size_t block_room,
                        cq_states *out);
void cq_states_free(cq_states *table);
/* An empty table becomes one for numbers of `limbs` limbs and about `expected`
 * states. */
cq_status cq_states_open(cq_states *table, size_t limbs, size_t expected);
void cq_states_clear(cq_states *table);
/* Keeps those at the first places, which can no longer be found. */
void cq_states_keep(cq_states *table, size_t left);
/* Room for that many states more than it has. */
cq_status cq_states_reserve(cq_states *table, size_t more);
/* The number of a state, or NULL if it is not there. */
uint64_t *cq_states_find(cq_states *table, const uint64_t *key);
/* The number of a state, which is entered if it is new: then it is 0. There is room. */
uint64_t *cq_states_number(cq_states *table, const uint64_t *key);

/* Walks over a table that has no more than a few states: each is found at its place. */
bool cq_states_check(const cq_states *table);

/* The states of a block as they are, with their numbers. There is room for all. */
void cq_states_add(cq_states *table, const cq_layer *from, cq_block *block);

/* Blocks through a move without a table: what their states become, and where they were
 * in the block. */
typedef struct cq_probe {
    const cq_plan *plan;
    const cq_passes *passes;
    uint64_t *masks, *keys; /* as passes.h says */
    uint32_t *index;
} cq_probe;

/* For blocks of the store. Free it in any case. */
cq_status cq_probe_open(cq_probe *probe, const cq_plan *plan, const cq_store *store);
void cq_probe_close(cq_probe *probe);
/* From now on by this move, of those in plan->moves. */
void cq_probe_set(cq_probe *probe, size_t step, uint32_t move);
/* How many pass. */
size_t cq_probe_take(cq_probe *probe, const uint64_t *states, size_t count);

/* What a filling needs to know of the stride. */
typedef struct cq_fill {
    const cq_plan *plan;
    size_t step;   /* the first */
    size_t stride; /* how many */
    const cq_layer *from;
    const uint64_t *known; /* places that the bucket's number settles */
    cq_plan *trial; /* or NULL: count what its doubts find, and leave the table alone */
    const cq_scales *scales; /* weights of moves, in strides of one step; or NULL */
} cq_fill;

/* Forgets the block under the hand: the next path begins with its first move. */
void cq_states_turn(cq_states *table);
/* Takes the states of a block along a path, one move for each step, into the table.
 * Moves that it shares with the last path of this block are not taken again. Adds to
 * *moved what reaches the table. */
cq_status cq_states_fill(cq_states *table, const cq_fill *fill, const uint32_t *path,
                         const cq_block *block, uint64_t *moved);

#endif
