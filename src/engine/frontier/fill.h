/* fill.h - one thread's table, through which a bucket of the next layer is filled. */
#ifndef CQ_ENGINE_FRONTIER_FILL_H
#define CQ_ENGINE_FRONTIER_FILL_H

#include "engine/frontier/layer.h"
#include "engine/frontier/passes.h"

/* An entry is a key, its first word marked with CQ_STATE_TAKEN, and its number. */
typedef struct cq_table {
    cq_context *ctx;
    uint64_t *at;
    uint32_t *slots; /* the entries in use, in the order in which they came */
    size_t used;
    size_t words, limbs, stride; /* of a key, a number, an entry */
    unsigned log2;               /* entries */
    /* The states under the hand: what they become, and where in their block they are. */
    uint64_t *keys;
    uint32_t *index;
    uint64_t *masks; /* of the move under the hand */
    const cq_passes *passes;
} cq_table;

/* A table for keys of this size and blocks of so many states, still without room. */
cq_status cq_table_new(cq_context *ctx, size_t words, size_t block_room,
                       cq_table *out);
void cq_table_free(cq_table *table);
/* An empty table becomes one for numbers of this size and about so many states. */
cq_status cq_table_open(cq_table *table, size_t limbs, size_t expected);
void cq_table_clear(cq_table *table);
/* The place of a key: where it is, or the empty entry where it belongs. */
uint64_t *cq_table_find(const cq_table *table, const uint64_t *key);

/* What a filling needs to know of the step. */
typedef struct cq_fill {
    const cq_plan *plan;
    const cq_step *step;
    const cq_layer *from;
    uint64_t *known; /* plan->words words: places that the bucket's number settles */
} cq_fill;

/* Takes the states of a block through a move into the table; adds the transitions to
 * *moved. */
cq_status cq_table_fill(cq_table *table, const cq_fill *fill, const cq_move *move,
                        const cq_block *block, uint64_t *moved);

#endif
