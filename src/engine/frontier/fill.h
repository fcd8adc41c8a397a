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

/* Memory of a table; outside of its use all of it is 0. */
typedef struct cq_half {
    uint64_t *at;
    uint32_t *slots;
    size_t room; /* words of `at` */
} cq_half;

/* An entry is a key, its first word marked with CQ_STATE_TAKEN, and its number. */
typedef struct cq_states {
    cq_context *ctx;
    uint64_t *at;
    uint32_t *slots; /* the entries in use, in the order in which they came */
    size_t used;
    size_t words, limbs, stride; /* of a key, a number, an entry */
    unsigned log2;               /* entries */
    cq_half halves[2];           /* the one in use, and one to grow into */
    cq_rung *rungs;              /* CQ_STRIDE_MOST of them */
    uint64_t *masks;             /* of the move under the hand */
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
/* Room for that many states more than it has. */
cq_status cq_states_reserve(cq_states *table, size_t more);
/* The place of a key: where it is, or the empty entry where it belongs. */
uint64_t *cq_states_find(const cq_states *table, const uint64_t *key);
/* The number of a state, which is entered if it is new: then it is 0. There is room. */
uint64_t *cq_states_number(cq_states *table, const uint64_t *key);

/* The states of a block as they are, with their numbers. There is room for all. */
void cq_states_add(cq_states *table, const cq_layer *from, cq_block *block);

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
