/* fill.h - one thread's table, through which a bucket of the next layer is filled. */
#ifndef CQ_ENGINE_FRONTIER_FILL_H
#define CQ_ENGINE_FRONTIER_FILL_H

#include "engine/frontier/layer.h"

/* An entry is a key, its first word marked with CQ_STATE_TAKEN, and its number. */
typedef struct cq_table {
    cq_context *ctx;
    uint64_t *at;
    size_t room;     /* words that `at` has */
    size_t words, limbs;
    unsigned log2;   /* entries */
    size_t used;
    uint64_t factor; /* odd, another for every step */
    uint32_t *index; /* of the states of a block that pass a test */
    uint64_t *test;  /* the rest of a test, and what is wanted */
    uint64_t *key;   /* the key under the hand, where it is long */
} cq_table;

/* A table for keys of this size and blocks of so many states, still without room. */
cq_status cq_table_new(cq_context *ctx, size_t words, size_t block_room,
                       cq_table *out);
/* Empties it, for numbers of this size and about so many states. */
cq_status cq_table_open(cq_table *table, size_t limbs, size_t expected,
                        uint64_t factor);
void cq_table_free(cq_table *table);
/* The place of a key: where it is, or the free entry where it belongs. */
uint64_t *cq_table_find(const cq_table *table, const uint64_t *key);

static inline size_t cq_table_entries(const cq_table *table)
{
    return (size_t)1 << table->log2;
}

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
