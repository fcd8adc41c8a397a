/* step.c - one step: fills every bucket of the next layer through a table.
 *
 * A task is a value of the split places that last: it finds the source buckets from
 * which moves lead there, fills its table from them, and writes the table to the target
 * buckets, one for each value of the new places. A source bucket is emptied when the
 * last task that reads it is done, so the next layer can reuse its blocks.
 */
#include "engine/frontier/sweep.h"

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

enum {
    SAMPLE_EVERY = 61,
    TRIAL_FROM = 16384,
    TRIAL_BLOCKS = 16,
    TRIAL_SHARE = 4,
    TRIAL_PATHS = 32
};

/* ---- sources ---- */

/* The number of a bucket by its bits that both layers have: from_bit or to_bit. */
static uint32_t bucket_number(const cq_crossing *c, const uint32_t *bit, size_t task)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < c->commons; i++)
        if (task >> i & 1)
            number |= bit[i];
    cq_assert(task >> c->commons == 0);
    cq_assert(cq_key_bits((uint64_t[]){number}, 1) ==
              cq_key_bits((uint64_t[]){task}, 1));
    return number;
}

/* The sources that these lanes, which set the same bits, have for the target. */
static cq_status list_group(cq_sweep *sweep, cq_hand *hand, uint32_t number,
                            const cq_lane *lanes, size_t count)
{
    const cq_crossing *c = &sweep->crossing;
    cq_source source = {.lanes = lanes, .count = count};
    uint32_t base = number & ~lanes->set, gone = 0;

    cq_assert(count > 0 && lanes[count - 1].set == lanes->set);
    if (lanes->set & ~number)
        return CQ_OK;
    cq_assert(!(base & c->gone));
    do {
        source.bucket = base | gone;
        cq_assert(source.bucket < UINT32_C(1) << sweep->now.splits);
        if (sweep->now.buckets[source.bucket].states)
            cq_try(cq_vec_push(sweep->run->ctx, &hand->sources, source));
        gone = (gone - c->gone) & c->gone;
    } while (gone);
    return CQ_OK;
}

static cq_status list_sources(cq_sweep *sweep, cq_hand *hand, size_t task)
{
    const cq_crossing *c = &sweep->crossing;
    uint32_t number = bucket_number(c, c->from_bit, task);

    hand->sources.count = 0;
    for (size_t i = 0, end; i < c->lanes.count; i = end) {
        for (end = i;
             end < c->lanes.count && c->lanes.at[end].set == c->lanes.at[i].set;)
            end++;
        cq_try(list_group(sweep, hand, number, c->lanes.at + i, end - i));
    }
    return CQ_OK;
}

static void release(cq_sweep *sweep, cq_bucket *source)
{
    cq_assert(atomic_load(&source->users) > 0);
    if (atomic_fetch_sub(&source->users, 1) == 1 && !sweep->whole)
        cq_bucket_empty(&sweep->now, source);
}

/* ---- filling ---- */

/* A block of a source, along its lanes; on trial if `trial` is not NULL. */
static cq_status take_block(cq_sweep *sweep, cq_hand *hand, const cq_source *source,
                            const cq_block *block, cq_plan *trial)
{
    const cq_crossing *c = &sweep->crossing;
    cq_fill fill = {.plan = sweep->plan,
                    .step = sweep->at,
                    .stride = c->stride,
                    .from = &sweep->now,
                    .known = sweep->known,
                    .trial = trial,
                    .scales = sweep->scales};

    cq_states_turn(&hand->table);
    for (size_t i = 0; i < source->count; i++)
        if ((source->bucket & source->lanes[i].test) == source->lanes[i].want)
            cq_try(cq_states_fill(&hand->table, &fill,
                                  c->paths.at + source->lanes[i].path, block,
                                  &hand->moved));
    return CQ_OK;
}

static cq_status read_source(cq_sweep *sweep, cq_hand *hand, const cq_source *source)
{
    for (const cq_block *block = sweep->now.buckets[source->bucket].first; block;
         block = block->next) {
        cq_store_touch(sweep->now.store, 1);
        cq_try(take_block(sweep, hand, source, block, NULL));
    }
    return CQ_OK;
}

/* ---- trial ---- */

/* A sample of blocks, spread over the buckets, shows which doubts find anything: the
 * others are dropped. */
static void try_doubts(cq_sweep *sweep)
{
    const cq_crossing *c = &sweep->crossing;
    cq_source source = {.lanes = c->lanes.at, .count = c->lanes.count};
    size_t buckets = (size_t)1 << sweep->now.splits, tried = 0;
    size_t most = (size_t)(sweep->now.own / sweep->now.room / TRIAL_SHARE) + 1;

    for (size_t k = 0; k < buckets && tried < most && tried < TRIAL_BLOCKS; k++) {
        const cq_block *block;

        source.bucket = (uint32_t)((k * 0x9e3779b1u) & (buckets - 1));
        block = sweep->now.buckets[source.bucket].first;
        tried += block != NULL;
        if (block) /* a trial puts nothing into the table, and so cannot fail */
            (void)take_block(sweep, &sweep->hands[0], &source, block, sweep->plan);
    }
    for (size_t s = sweep->at; s < sweep->at + c->stride; s++)
        cq_plan_trim(sweep->plan, s);
}

/* ---- writing out ---- */

static void sample(cq_hand *hand, const uint64_t *key, size_t words)
{
    hand->sampled++;
    for (size_t w = 0; w < words; w++)
        for (uint64_t bits = key[w]; bits; bits &= bits - 1)
            hand->ones[w * 64 + (unsigned)__builtin_ctzll(bits)]++;
}

/* The bucket of an entry: the target, or one beside it that its new places name. */
INLINE cq_bucket *bucket_for(cq_sweep *sweep, const uint64_t *entry, uint32_t target)
{
    const cq_crossing *c = &sweep->crossing;

    for (unsigned n = 0; n < c->news; n++)
        target |= c->new_bit[n] & -(uint32_t)cq_key_has(entry, c->new_place[n]);
    cq_assert(target == cq_layer_bucket(&sweep->next, entry));
    return &sweep->next.buckets[target];
}

/* One after the other, each where its new places say. */
INLINE cq_status deal_out(cq_sweep *sweep, const cq_states *table, uint32_t target,
                          size_t words, size_t limbs)
{
    const uint64_t *key = table->keys, *number = table->numbers;

    for (size_t i = 0; i < table->used; i++, key += words, number += limbs)
        cq_try(cq_bucket_put(&sweep->next, bucket_for(sweep, key, target), key, words,
                             number, limbs));
    return CQ_OK;
}

/* All of them into one bucket. */
static cq_status copy_out(cq_sweep *sweep, const cq_states *table, uint32_t target)
{
    const cq_layer *next = &sweep->next;
    cq_bucket *bucket = &next->buckets[target];
    size_t words = next->words, limbs = next->limbs;

    for (size_t i = 0, run; i < table->used; i += run) {
        cq_block *block = cq_bucket_room(next, bucket);

        cq_try_memory(block);
        run = next->room - (size_t)block->count;
        if (run > table->used - i)
            run = table->used - i;
        memcpy(block->data + block->count * words, table->keys + i * words,
               run * words * sizeof(uint64_t));
        memcpy(cq_block_numbers(next, block) + block->count * limbs,
               table->numbers + i * limbs, run * limbs * sizeof(uint64_t));
        block->count += run;
        bucket->states += run;
        cq_assert(run > 0 && block->count <= next->room);
    }
    return CQ_OK;
}

/* What there is to know of the states before they are written. */
static void look_at(cq_hand *hand)
{
    const cq_states *table = &hand->table;
    size_t words = table->words, limbs = table->limbs;

    for (size_t i = 0; i < table->used; i += SAMPLE_EVERY)
        sample(hand, table->keys + i * words, words);
    for (size_t l = 0; l < limbs; l++)
        for (size_t i = 0; i < table->used; i++)
            hand->any.at[l] |= table->numbers[i * limbs + l];
}

cq_status cq_hand_write(cq_sweep *sweep, cq_hand *hand, uint32_t target)
{
    size_t words = sweep->next.words, limbs = sweep->next.limbs;
    cq_states *table = &hand->table;
    cq_status status;

    cq_assert(table->words == words && table->limbs == limbs);
    cq_assert(hand->any.count == limbs);
    look_at(hand);
    if (sweep->crossing.news == 0)
        status = copy_out(sweep, table, target);
    else if (words == 1 && limbs == 1)
        status = deal_out(sweep, table, target, 1, 1);
    else if (words == 1 && limbs == 2)
        status = deal_out(sweep, table, target, 1, 2);
    else
        status = deal_out(sweep, table, target, words, limbs);
    cq_states_clear(table);
    return status;
}

/* About how many states a task makes: by its sources, but not much more than others. */
static size_t expected(const cq_sweep *sweep, uint64_t read)
{
    double each = (double)sweep->now.own * fmax(sweep->growth, 1) /
                  ldexp(1, (int)sweep->crossing.commons);

    return (size_t)fmin((double)read * sweep->yield, 4 * each);
}

static cq_status do_task(void *shared, unsigned worker, size_t task)
{
    cq_sweep *sweep = shared;
    cq_hand *hand = &sweep->hands[worker];
    uint64_t states = 0;

    if (worker == 0 && cq_share_look(&sweep->share))
        return CQ_STOPPED;
    cq_try(list_sources(sweep, hand, task));
    for (size_t i = 0; i < hand->sources.count; i++)
        states += sweep->now.buckets[hand->sources.at[i].bucket].states;
    hand->read += states;
    cq_try(cq_states_open(&hand->table, sweep->next.limbs, expected(sweep, states)));
    for (size_t i = 0; i < hand->sources.count; i++)
        cq_try(read_source(sweep, hand, &hand->sources.at[i]));
    for (size_t i = 0; i < hand->sources.count; i++)
        release(sweep, &sweep->now.buckets[hand->sources.at[i].bucket]);
    cq_assert(cq_states_check(&hand->table));
    cq_try(cq_share_table(sweep, worker));
    return cq_hand_write(sweep, hand,
                         bucket_number(&sweep->crossing, sweep->crossing.to_bit, task));
}

/* ---- the step ---- */

/* So that no number overflows: each target has at most one source for each path, and
 * for each value of what is forgotten. */
static size_t limbs_needed(const cq_sweep *sweep)
{
    const cq_crossing *c = &sweep->crossing;
    const cq_scales *scales = sweep->scales;
    size_t more = scales && scales->bits ? scales->bits[sweep->at] : 0;

    if (scales && (scales->best || scales->fixed))
        return cq_scales_limbs(scales);
    more += cq_bit_length(c->lanes.count);
    for (size_t s = sweep->at; s < sweep->at + c->stride; s++)
        more += sweep->plan->steps.at[s].merges;
    cq_assert(more >= 64 || c->lanes.count >> more == 0);
    return cq_layer_limbs(&sweep->now, more);
}

cq_status cq_hands_ready(cq_sweep *sweep)
{
    const cq_layer *now = &sweep->now;
    size_t limbs = sweep->next.limbs;

    memset(sweep->known, 0, sweep->plan->words * sizeof *sweep->known);
    for (unsigned i = 0; i < now->splits; i++)
        cq_mask_add(sweep->known, now->split[i]);
    for (unsigned h = 0; h < sweep->team.threads; h++) {
        cq_hand *hand = &sweep->hands[h];

        hand->any.count = 0;
        cq_try(cq_vec_reserve(sweep->run->ctx, &hand->any, limbs));
        memset(hand->any.at, 0, limbs * sizeof *hand->any.at);
        hand->any.count = limbs;
        memset(hand->ones, 0, sweep->plan->words * 64 * sizeof *hand->ones);
        hand->sampled = 0;
        hand->read = 0;
    }
    return CQ_OK;
}

void cq_hands_collect(cq_sweep *sweep)
{
    size_t places = sweep->plan->words * 64;

    memset(sweep->ones, 0, places * sizeof *sweep->ones);
    sweep->sampled = 0;
    for (unsigned h = 0; h < sweep->team.threads; h++) {
        const cq_hand *hand = &sweep->hands[h];

        if (cq_limbs_length(hand->any.at, hand->any.count) > sweep->next.bits)
            sweep->next.bits = cq_limbs_length(hand->any.at, hand->any.count);
        sweep->sampled += hand->sampled;
        for (size_t p = 0; p < places; p++)
            sweep->ones[p] += hand->ones[p];
    }
    sweep->next.own = sweep->next.states = cq_layer_count(&sweep->next);
    sweep->next.shared = sweep->share.together && !sweep->share.homeward;
}

/* What the stride took, for the counters and for the strides to come. */
static void measure(cq_sweep *sweep)
{
    uint64_t before = sweep->moved, read = 0, own = sweep->now.own;

    sweep->moved = sweep->tested = sweep->doubted = 0;
    for (unsigned h = 0; h < sweep->team.threads; h++) {
        sweep->moved += sweep->hands[h].moved;
        sweep->tested += sweep->hands[h].table.tested;
        sweep->doubted += sweep->hands[h].table.doubted;
        read += sweep->hands[h].read;
    }
    cq_assert(sweep->moved >= before); /* hands add up over all steps */
    cq_assert(read > 0 || sweep->next.own == 0 || sweep->share.together);
    if (read)
        sweep->yield = 1.7 * (double)sweep->next.own / (double)read;
    if (own && !sweep->share.homeward) /* else the layers cannot be compared */
        sweep->growth = (double)sweep->next.own / (double)own;
    if (own)
        sweep->branching = pow((double)(sweep->moved - before + 1) / (double)own,
                               1 / (double)sweep->crossing.stride);
    sweep->states += sweep->next.own;
    if (sweep->next.states > sweep->most_states)
        sweep->most_states = sweep->next.states;
}

static cq_status do_tasks(cq_sweep *sweep, size_t tasks)
{
    cq_status status;

    sweep->doing = sweep->crossing.stride;
    status = cq_team_go(&sweep->team, tasks, do_task, sweep);
    sweep->doing = 0;
    return status;
}

/* The same while others send what is ours, which is then merged with what is here. */
static cq_status do_tasks_together(cq_sweep *sweep, size_t tasks)
{
    cq_layer *next = &sweep->next;
    size_t buckets = (size_t)1 << next->splits;
    cq_bucket *sets = cq_zalloc(sweep->run->ctx, 2 * buckets, sizeof *sets);
    cq_status status = sets ? cq_share_begin(sweep, sets + buckets) : CQ_MEMORY;

    cq_then(status, cq_share_end(sweep, do_tasks(sweep, tasks)));
    if (status == CQ_OK) {
        memcpy(sets, next->buckets, buckets * sizeof *sets);
        memset(next->buckets, 0, buckets * sizeof *sets);
        status = cq_layer_merge(sweep, sets, 2);
    }
    if (sets)
        cq_buckets_empty(next, sets, 2 * buckets);
    cq_free(sets);
    return status;
}

static cq_status count_users(cq_sweep *sweep, size_t tasks)
{
    cq_hand *hand = &sweep->hands[0];

    for (size_t t = 0; t < tasks; t++) {
        cq_try(list_sources(sweep, hand, t));
        for (size_t i = 0; i < hand->sources.count; i++)
            sweep->now.buckets[hand->sources.at[i].bucket].users++;
    }
    return CQ_OK;
}

static cq_status cross(cq_sweep *sweep)
{
    size_t tasks = (size_t)1 << sweep->crossing.commons;

    cq_try(cq_hands_ready(sweep));
    cq_try(count_users(sweep, tasks));
    if (sweep->now.own >= TRIAL_FROM && sweep->crossing.lanes.count >= TRIAL_PATHS)
        try_doubts(sweep);
    cq_try(sweep->share.together ? do_tasks_together(sweep, tasks)
                                 : do_tasks(sweep, tasks));
    cq_try(cq_share_wait(sweep));
    cq_hands_collect(sweep);
    measure(sweep);
    return CQ_OK;
}

cq_status cq_step_take(cq_sweep *sweep)
{
    uint32_t split[CQ_SPLIT_MOST];
    unsigned splits = 0;
    cq_status status;

    cq_crossing_make(sweep, &splits, split);
    sweep->share.homeward = sweep->share.together && sweep->share.home;
    cq_try(cq_layer_new(&sweep->store, sweep->plan->words, limbs_needed(sweep), splits,
                        split, &sweep->next));
    status = cross(sweep);
    if (status != CQ_OK)
        cq_layer_free(&sweep->next);
    return status;
}
