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

typedef cq_status source_fn(cq_sweep *sweep, void *user, uint32_t bucket,
                            const cq_lane *lanes, size_t count);

/* The number of a bucket by its bits that both layers have: from_bit or to_bit. */
static uint32_t bucket_number(const cq_crossing *c, const uint32_t *bit, size_t task)
{
    uint32_t number = 0;

    for (unsigned i = 0; i < c->commons; i++)
        if (task >> i & 1)
            number |= bit[i];
    return number;
}

/* Visits the sources that these lanes, which set the same bits, have for the target. */
static cq_status visit_group(cq_sweep *sweep, uint32_t number, const cq_lane *lanes,
                             size_t count, source_fn *fn, void *user)
{
    const cq_crossing *c = &sweep->crossing;
    uint32_t base = number & ~lanes->set, gone = 0;
    cq_status status = CQ_OK;

    if (lanes->set & ~number)
        return CQ_OK;
    cq_assert(!(base & c->gone));
    do {
        uint32_t bucket = base | gone;

        cq_assert(bucket < UINT32_C(1) << sweep->now.splits);
        if (sweep->now.buckets[bucket].states)
            status = fn(sweep, user, bucket, lanes, count);
        gone = (gone - c->gone) & c->gone;
    } while (gone && status == CQ_OK);
    return status;
}

static cq_status visit_sources(cq_sweep *sweep, size_t task, source_fn *fn, void *user)
{
    const cq_crossing *c = &sweep->crossing;
    uint32_t number = bucket_number(c, c->from_bit, task);

    for (size_t i = 0, end; i < c->lanes.count; i = end) {
        for (end = i;
             end < c->lanes.count && c->lanes.at[end].set == c->lanes.at[i].set;)
            end++;
        cq_try(visit_group(sweep, number, c->lanes.at + i, end - i, fn, user));
    }
    return CQ_OK;
}

static cq_status count_user(cq_sweep *sweep, void *user, uint32_t bucket,
                            const cq_lane *lanes, size_t count)
{
    (void)user;
    (void)lanes;
    (void)count;
    sweep->now.buckets[bucket].users++;
    return CQ_OK;
}

static cq_status release_source(cq_sweep *sweep, void *user, uint32_t bucket,
                                const cq_lane *lanes, size_t count)
{
    cq_bucket *source = &sweep->now.buckets[bucket];

    (void)user;
    (void)lanes;
    (void)count;
    cq_assert(atomic_load(&source->users) > 0);
    if (atomic_fetch_sub(&source->users, 1) == 1 && !sweep->whole) {
        cq_store_give(sweep->now.store, source->first);
        source->first = source->last = NULL;
    }
    return CQ_OK;
}

/* ---- filling ---- */

static cq_status read_source(cq_sweep *sweep, void *user, uint32_t bucket,
                             const cq_lane *lanes, size_t count)
{
    cq_hand *hand = user;
    const cq_crossing *c = &sweep->crossing;
    cq_fill fill = {.plan = sweep->plan,
                    .step = sweep->at,
                    .stride = c->stride,
                    .from = &sweep->now,
                    .known = hand->known,
                    .scales = sweep->scales};
    cq_status status = CQ_OK;

    for (const cq_block *block = sweep->now.buckets[bucket].first; block;
         block = block->next) {
        cq_store_touch(sweep->now.store, 1);
        cq_states_turn(&hand->table);
        for (size_t i = 0; i < count && status == CQ_OK; i++)
            if ((bucket & lanes[i].test) == lanes[i].want)
                status =
                    cq_states_fill(&hand->table, &fill, c->paths.at + lanes[i].path,
                                   block, &hand->moved);
    }
    return status;
}

/* ---- trial ---- */

/* A sample of blocks, spread over the buckets, shows which doubts find anything: the
 * others are dropped. */
static void try_doubts(cq_sweep *sweep)
{
    const cq_crossing *c = &sweep->crossing;
    cq_hand *hand = &sweep->hands[0];
    size_t buckets = (size_t)1 << sweep->now.splits, tried = 0;
    size_t most = (size_t)(sweep->now.own / sweep->now.room / TRIAL_SHARE) + 1;
    cq_fill fill = {.plan = sweep->plan,
                    .step = sweep->at,
                    .stride = c->stride,
                    .from = &sweep->now,
                    .known = hand->known,
                    .trial = sweep->plan};

    for (size_t k = 0; k < buckets && tried < most && tried < TRIAL_BLOCKS; k++) {
        uint32_t bucket = (uint32_t)((k * 0x9e3779b1u) & (buckets - 1));
        const cq_block *block = sweep->now.buckets[bucket].first;

        if (!block)
            continue;
        tried++;
        cq_states_turn(&hand->table);
        for (size_t i = 0; i < c->lanes.count; i++)
            if ((bucket & c->lanes.at[i].test) == c->lanes.at[i].want)
                (void)cq_states_fill(&hand->table, &fill,
                                     c->paths.at + c->lanes.at[i].path, block,
                                     &hand->moved);
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

/* Room in the target bucket that the entry's new places name. */
INLINE cq_block *room_for(cq_sweep *sweep, const uint64_t *entry, uint32_t target)
{
    const cq_crossing *c = &sweep->crossing;
    cq_bucket *bucket;
    cq_block *block;

    for (unsigned n = 0; n < c->news; n++)
        target |= c->new_bit[n] & -(uint32_t)cq_key_has(entry, c->new_place[n]);
    cq_assert(target == cq_layer_bucket(&sweep->next, entry));
    bucket = &sweep->next.buckets[target];
    bucket->states++;
    block = bucket->last;
    return block && block->count < sweep->next.room
               ? block
               : cq_bucket_room(&sweep->next, bucket);
}

/* One after the other, each where its new places say. */
INLINE cq_status deal_out(cq_sweep *sweep, const cq_states *table, uint32_t target,
                          size_t words, size_t limbs)
{
    const uint64_t *key = table->keys, *number = table->numbers;
    size_t room = sweep->next.room;

    for (size_t i = 0; i < table->used; i++) {
        cq_block *block = room_for(sweep, key, target);
        uint64_t *to;

        cq_try_memory(block);
        cq_assert(block->count < room);
        to = block->data + block->count * words;
        for (size_t w = 0; w < words; w++)
            to[w] = *key++;
        to = block->data + room * words + block->count * limbs;
        for (size_t l = 0; l < limbs; l++)
            to[l] = *number++;
        block->count++;
    }
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

static cq_status sum_states(cq_sweep *sweep, void *user, uint32_t bucket,
                            const cq_lane *lanes, size_t count)
{
    uint64_t *sum = user;

    (void)lanes;
    (void)count;
    *sum += sweep->now.buckets[bucket].states;
    return CQ_OK;
}

/* About how many states a task makes: by its sources, but not much more than others. */
static size_t expected(const cq_sweep *sweep, uint64_t sources)
{
    double each = (double)sweep->now.own * fmax(sweep->growth, 1) /
                  ldexp(1, (int)sweep->crossing.commons);

    return (size_t)fmin((double)sources * sweep->yield, 4 * each);
}

static cq_status do_task(void *shared, unsigned worker, size_t task)
{
    cq_sweep *sweep = shared;
    cq_hand *hand = &sweep->hands[worker];
    uint64_t sources = 0;
    cq_status status;

    if (worker == 0 && cq_share_look(&sweep->share))
        return CQ_STOPPED;
    status = visit_sources(sweep, task, sum_states, &sources);
    hand->sources += sources;
    cq_then(status,
            cq_states_open(&hand->table, sweep->next.limbs, expected(sweep, sources)));
    cq_then(status, visit_sources(sweep, task, read_source, hand));
    cq_then(status, visit_sources(sweep, task, release_source, NULL));
    cq_then(status, cq_share_table(sweep, worker));
    cq_then(status, cq_hand_write(
                        sweep, hand,
                        bucket_number(&sweep->crossing, sweep->crossing.to_bit, task)));
    return status;
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
    for (size_t paths = c->lanes.count; paths; paths >>= 1)
        more++;
    for (size_t s = sweep->at; s < sweep->at + c->stride; s++)
        more += sweep->plan->steps.at[s].merges;
    cq_assert(more >= 64 || c->lanes.count >> more == 0);
    return cq_layer_limbs(&sweep->now, more);
}

cq_status cq_hands_ready(cq_sweep *sweep, size_t limbs)
{
    const cq_layer *now = &sweep->now;

    for (unsigned h = 0; h < sweep->hand_count; h++) {
        cq_hand *hand = &sweep->hands[h];

        hand->any.count = 0;
        cq_try(cq_vec_reserve(sweep->run->ctx, &hand->any, limbs));
        memset(hand->any.at, 0, limbs * sizeof *hand->any.at);
        hand->any.count = limbs;
        memset(hand->ones, 0, sweep->plan->words * 64 * sizeof *hand->ones);
        hand->sampled = 0;
        hand->sources = 0;
        memset(hand->known, 0, sweep->plan->words * sizeof *hand->known);
        for (unsigned i = 0; i < now->splits; i++)
            cq_mask_add(hand->known, now->split[i]);
    }
    return CQ_OK;
}

static unsigned length_of(const cq_hand *hand)
{
    for (size_t l = hand->any.count; l-- > 0;)
        if (hand->any.at[l])
            return (unsigned)l * 64 + 64 - (unsigned)__builtin_clzll(hand->any.at[l]);
    return 0;
}

void cq_hands_collect(cq_sweep *sweep)
{
    size_t places = sweep->plan->words * 64;

    memset(sweep->ones, 0, places * sizeof *sweep->ones);
    sweep->sampled = 0;
    for (unsigned h = 0; h < sweep->hand_count; h++) {
        const cq_hand *hand = &sweep->hands[h];

        if (length_of(hand) > sweep->next.bits)
            sweep->next.bits = length_of(hand);
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
    uint64_t before = sweep->moved, sources = 0, own = sweep->now.own;

    sweep->moved = sweep->tested = sweep->doubted = 0;
    for (unsigned h = 0; h < sweep->hand_count; h++) {
        sweep->moved += sweep->hands[h].moved;
        sweep->tested += sweep->hands[h].table.tested;
        sweep->doubted += sweep->hands[h].table.doubted;
        sources += sweep->hands[h].sources;
    }
    if (sources)
        sweep->yield = 1.7 * (double)sweep->next.own / (double)sources;
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

static cq_status cross(cq_sweep *sweep)
{
    size_t tasks = (size_t)1 << sweep->crossing.commons;

    cq_try(cq_hands_ready(sweep, sweep->next.limbs));
    for (size_t t = 0; t < tasks; t++)
        cq_try(visit_sources(sweep, t, count_user, NULL));
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
    cq_status status = cq_crossing_make(sweep, &splits, split);

    sweep->share.homeward = sweep->share.together && sweep->share.home;
    cq_then(status, cq_layer_new(&sweep->store, sweep->plan->words, limbs_needed(sweep),
                                 splits, split, &sweep->next));
    cq_then(status, cross(sweep));
    if (status != CQ_OK)
        cq_layer_free(&sweep->next);
    return status;
}
