/* layer_merge.c - merges buckets of one layer that come from several sources.
 *
 * The states of all sources for a bucket go through a table, which adds up equal ones.
 */
#include "engine/frontier/sweep.h"

typedef struct merging {
    cq_sweep *sweep;
    cq_bucket *sets;
    size_t count, buckets; /* count x buckets */
} merging;

/* Sums of weights that are negative wrap round. */
static void put_weighed(cq_states *table, const cq_layer *layer, cq_block *block)
{
    for (size_t i = 0; i < block->count; i++)
        (void)cq_limbs_add_within(
            cq_states_number(table, block->data + i * layer->words),
            cq_block_numbers(layer, block) + i * layer->limbs, layer->limbs);
}

static cq_status merge(void *shared, unsigned worker, size_t task)
{
    merging *m = shared;
    cq_sweep *sweep = m->sweep;
    const cq_layer *next = &sweep->next;
    cq_bucket *first = m->sets + task, *end = m->sets + m->count * m->buckets;
    cq_hand *hand = &sweep->hands[worker];
    uint64_t states = 1;

    for (cq_bucket *bucket = first; bucket < end; bucket += m->buckets)
        states += bucket->states;
    cq_try(cq_states_open(&hand->table, next->limbs, (size_t)states));
    for (cq_bucket *bucket = first; bucket < end; bucket += m->buckets) {
        for (cq_block *block = bucket->first; block; block = block->next) {
            cq_store_touch(next->store, 1);
            (sweep->scales ? put_weighed : cq_states_add)(&hand->table, next, block);
        }
        cq_bucket_empty(next, bucket);
    }
    return cq_hand_write(sweep, hand, (uint32_t)task);
}

cq_status cq_layer_merge(cq_sweep *sweep, cq_bucket *sets, size_t count)
{
    merging m = {.sweep = sweep,
                 .sets = sets,
                 .count = count,
                 .buckets = (size_t)1 << sweep->next.splits};

    sweep->crossing.news = 0; /* a bucket is written out into itself */
    return cq_team_go(&sweep->team, m.buckets, merge, &m);
}
