/* sweep_check.c - checks that each layer of a sweep follows from the one before it.
 *
 * A layer must be in order: its states in the buckets of their split bits, each once,
 * with bits of live items only, and numbers that are not 0 and have at most the stated
 * length. Whether the numbers are right is shown by a sum that no table changes: with a
 * value h(state) for each state,
 *
 *     sum of number * h(state)      modulo the prime 2^61 - 1
 *
 * is the same whether the ways to a state were added up or not. So the expected sum
 * after a stride is computed plainly, state by state and move by move, without buckets,
 * paths, vectors or tables, and compared with the actual one. A state that a doubt
 * removes must be dead according to the cover itself: all remaining options of some
 * item are blocked.
 *
 * Cost: about that of the stride, so it is done only up to a number of states.
 */
#include "base/mod61.h"
#include "engine/frontier/sweep.h"

#include <string.h>

enum {
    STATES_MOST = 16383, /* beyond that a step may also drop doubts that find nothing */
    WORDS_MOST = 16,
    ONCE_MOST = 64, /* states of a bucket that are looked for once more */
    DEAD_MOST = 16  /* dead states of a stride that are looked at closely */
};

/* ---- sums ---- */

static uint64_t value_of(const uint64_t *key, size_t words)
{
    uint64_t value = 1;

    for (size_t w = 0; w < words; w++)
        value = cq_mod61_mix(value, key[w]);
    return value;
}

static void add_state(cq_witness *witness, const uint64_t *key, size_t words,
                      uint64_t number)
{
    witness->sum = cq_mod61_plus(witness->sum, number);
    witness->print =
        cq_mod61_plus(witness->print, cq_mod61_times(number, value_of(key, words)));
}

static void add_layer(cq_witness *witness, const cq_layer *layer)
{
    for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
        for (cq_block *block = layer->buckets[b].first; block; block = block->next)
            for (size_t i = 0; i < block->count; i++)
                add_state(
                    witness, block->data + i * layer->words, layer->words,
                    cq_mod61_words(cq_block_numbers(layer, block) + i * layer->limbs,
                                   layer->limbs));
}

/* ---- one layer ---- */

static bool state_check(const cq_layer *layer, size_t bucket, const uint64_t *key,
                        const uint64_t *number, const uint64_t *live)
{
    unsigned bits = cq_limbs_length(number, layer->limbs);

    cq_hold(cq_layer_bucket(layer, key) == bucket);
    cq_hold(bits > 0 && bits <= layer->bits);
    for (size_t w = 0; w < layer->words; w++)
        cq_hold(!(key[w] & ~live[w]));
    return true;
}

/* How often the key stands in the bucket. */
static size_t count_key(const cq_layer *layer, const cq_bucket *bucket,
                        const uint64_t *key)
{
    size_t count = 0, size = layer->words * sizeof *key;

    for (const cq_block *block = bucket->first; block; block = block->next)
        for (size_t i = 0; i < block->count; i++)
            count += memcmp(block->data + i * layer->words, key, size) == 0;
    return count;
}

static bool bucket_check(const cq_layer *layer, size_t at, const uint64_t *live)
{
    const cq_bucket *bucket = &layer->buckets[at];
    uint64_t states = 0;

    cq_hold(!bucket->first == !bucket->last);
    for (cq_block *block = bucket->first; block; block = block->next) {
        cq_hold(block->count > 0 && block->count <= layer->room);
        cq_hold(block->next ? block->count == layer->room : block == bucket->last);
        for (size_t i = 0; i < block->count; i++, states++) {
            const uint64_t *key = block->data + i * layer->words;

            cq_hold(state_check(layer, at, key,
                                cq_block_numbers(layer, block) + i * layer->limbs,
                                live));
            cq_hold(states >= ONCE_MOST || count_key(layer, bucket, key) == 1);
        }
    }
    cq_hold(states == bucket->states);
    return true;
}

bool cq_layer_check(const cq_layer *layer, const uint64_t *live)
{
    uint64_t states = 0;

    cq_hold(layer->limbs > 0 && layer->bits <= 64 * layer->limbs);
    cq_hold(layer->room == layer->store->words / (layer->words + layer->limbs));
    for (unsigned i = 0; i < layer->splits; i++) {
        cq_hold(cq_key_has(live, layer->split[i]));
        for (unsigned j = 0; j < i; j++)
            cq_hold(layer->split[i] != layer->split[j]);
    }
    for (size_t b = 0; b < (size_t)1 << layer->splits; b++) {
        cq_hold(bucket_check(layer, b, live));
        states += layer->buckets[b].states;
    }
    cq_hold(states == layer->own && states <= layer->states);
    cq_hold(layer->shared || states == 0 || states == layer->states);
    return true;
}

/* ---- what a stride must come to ---- */

typedef struct following {
    cq_sweep *sweep;
    uint64_t keys[CQ_STRIDE_MOST + 1][WORDS_MOST];
    size_t dead; /* that were looked at */
} following;

/* Whether an option that comes after the step meets a covered place. */
static bool is_blocked(const cq_plan *plan, size_t step, uint32_t option,
                       const uint64_t *key)
{
    const cq_cover *cover = plan->cover;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        const cq_track *track = &plan->tracks[cover->entries.at[i].item];

        if (cq_track_is_plain(track) && cq_track_lives(track, step + 1) &&
            cq_key_has(key, plan->places.at[track->places]))
            return true;
    }
    return false;
}

/* Whether the item has no way left after the step, by the cover alone. */
static bool is_lost(const cq_plan *plan, size_t step, uint32_t item,
                    const uint64_t *key)
{
    const cq_track *track = &plan->tracks[item];

    if (track->kind != CQ_ITEM_EXACT || track->birth == CQ_NO_STEP ||
        track->death <= step)
        return false;
    if (cq_track_lives(track, step + 1) &&
        cq_key_has(key, plan->places.at[track->places]))
        return false;
    for (uint32_t k = plan->starts[item]; k < plan->starts[item + 1]; k++)
        if (plan->step_of[plan->options_of[k]] > step &&
            !is_blocked(plan, step, plan->options_of[k], key))
            return false;
    return true;
}

static bool is_dead(const cq_plan *plan, size_t step, const uint64_t *key)
{
    for (uint32_t i = 0; i < plan->cover->items.count; i++)
        if (is_lost(plan, step, i, key))
            return true;
    return false;
}

/* keys[depth] through a move into keys[depth + 1]; false if it does not pass. */
static bool pass(following *f, size_t depth, const cq_move *move)
{
    const cq_plan *plan = f->sweep->plan;
    const cq_step *step = &plan->steps.at[f->sweep->at + depth];
    const uint64_t *from = f->keys[depth];
    uint64_t *to = f->keys[depth + 1];

    for (size_t w = 0; w < plan->words; w++) {
        uint64_t test = cq_move_mask(plan, move, CQ_MASK_TEST)[w];

        if ((from[w] & test) != cq_move_mask(plan, move, CQ_MASK_WANT)[w])
            return false;
        to[w] = ((from[w] & plan->pool.at[step->keep + w]) |
                 cq_move_mask(plan, move, CQ_MASK_SET)[w]) +
                cq_move_mask(plan, move, CQ_MASK_ADD)[w];
        if (to[w] & plan->pool.at[step->guards + w])
            return false;
    }
    return true;
}

/* All that follows from keys[depth], which stands for that many ways. */
static bool follow(following *f, size_t depth, uint64_t number)
{
    const cq_plan *plan = f->sweep->plan;
    size_t at = f->sweep->at + depth;
    const cq_step *step = &plan->steps.at[at];

    if (depth == f->sweep->crossing.stride) {
        add_state(&f->sweep->witness, f->keys[depth], plan->words, number);
        return true;
    }
    for (uint32_t m = step->moves; m < step->move_end; m++) {
        const cq_move *move = &plan->moves.at[m];

        if (!pass(f, depth, move))
            continue;
        if (move->doubts < move->doubt_end &&
            cq_doubts_kill(plan, move, f->keys[depth + 1])) {
            if (f->dead++ < DEAD_MOST)
                cq_hold(is_dead(plan, at, f->keys[depth + 1]));
            continue;
        }
        if (!follow(f, depth + 1, number))
            return false;
    }
    return true;
}

bool cq_sweep_watch(cq_sweep *sweep)
{
    const cq_layer *now = &sweep->now;
    following f = {.sweep = sweep};

    sweep->witness =
        (cq_witness){.known = now->states <= STATES_MOST && now->words <= WORDS_MOST &&
                              !sweep->share.together};
    if (!sweep->witness.known)
        return true;
    for (size_t b = 0; b < (size_t)1 << now->splits; b++)
        for (cq_block *block = now->buckets[b].first; block; block = block->next)
            for (size_t i = 0; i < block->count; i++) {
                for (size_t w = 0; w < now->words; w++)
                    f.keys[0][w] = block->data[i * now->words + w];
                cq_hold(
                    follow(&f, 0,
                           cq_mod61_words(cq_block_numbers(now, block) + i * now->limbs,
                                          now->limbs)));
            }
    return true;
}

bool cq_sweep_check(const cq_sweep *sweep)
{
    const cq_plan *plan = sweep->plan;
    size_t last = sweep->at + sweep->crossing.stride - 1;
    cq_witness came = {0};

    if (!sweep->witness.known)
        return true;
    cq_hold(cq_layer_check(&sweep->next, plan->pool.at + plan->steps.at[last].live));
    add_layer(&came, &sweep->next);
    cq_hold(came.sum == sweep->witness.sum);
    cq_hold(came.print == sweep->witness.print);
    return true;
}

/* ---- folds ---- */

bool cq_fold_watch(cq_sweep *sweep)
{
    sweep->witness = (cq_witness){.known = sweep->now.states <= STATES_MOST &&
                                           !sweep->share.together};
    sweep->witness.states = sweep->now.states;
    if (sweep->witness.known)
        add_layer(&sweep->witness, &sweep->now);
    return true;
}

bool cq_fold_check(const cq_sweep *sweep)
{
    const cq_plan *plan = sweep->plan;
    cq_witness came = {0};

    cq_hold(sweep->next.states <= sweep->witness.states);
    if (!sweep->witness.known)
        return true;
    cq_hold(cq_layer_check(&sweep->next,
                           plan->pool.at + plan->steps.at[sweep->at - 1].live));
    add_layer(&came, &sweep->next);
    cq_hold(came.sum == sweep->witness.sum);
    return true;
}
