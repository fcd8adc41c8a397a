/* sweep.c - layer after layer: from the empty state to the number of covers.
 *
 * Dynamic programming over partial covers (Neuschotz, "Solving exact cover problems",
 * 2021, after a program of desJardins): partial covers that agree on the frontier are
 * one state, with the number of ways to reach it. After the last step one state is
 * left, and its number is that of the covers.
 */
#include "engine/frontier/sweep.h"

#include "engine/checkpoint.h"
#include "engine/scratch.h"

#include <string.h>

enum { BLOCK_WORDS = 2046, DOUBTS_FROM = 2048, SMALL_LOG2 = 20, FEW_WAYS = 64 };

static cq_status make_hands(cq_sweep *sweep)
{
    cq_context *ctx = sweep->run->ctx;
    size_t words = sweep->plan->words, room = cq_store_room(&sweep->store, words);

    sweep->hands = cq_zalloc(ctx, sweep->team.threads, sizeof *sweep->hands);
    cq_try_memory(sweep->hands);
    for (unsigned h = 0; h < sweep->team.threads; h++) {
        cq_hand *hand = &sweep->hands[h];

        cq_try(cq_states_new(ctx, words, room, &hand->table));
        hand->ones = cq_alloc(ctx, words * 64, sizeof *hand->ones);
        cq_try_memory(hand->ones);
    }
    return CQ_OK;
}

static void free_hands(cq_sweep *sweep)
{
    for (unsigned h = 0; sweep->hands && h < sweep->team.threads; h++) {
        cq_states_free(&sweep->hands[h].table);
        cq_free(sweep->hands[h].ones);
        cq_vec_free_each(&sweep->hands[h].any, &sweep->hands[h].sources);
    }
    cq_free(sweep->hands);
}

/* The empty state, in one way, which rank 0 has. */
static cq_status begin(cq_sweep *sweep)
{
    bool best = sweep->scales && sweep->scales->best;
    uint64_t number = best ? CQ_BEST_START : 1;
    cq_layer *now = &sweep->now;

    cq_try(cq_layer_new(&sweep->store, sweep->plan->words, 1, 0, NULL, now));
    if (cq_spread_rank(sweep->share.spread))
        return CQ_OK;
    cq_assert(sweep->at == 0 && cq_limbs_are_zero(sweep->known, now->words));
    /* Nothing is settled yet: this is the key of the empty state, too. */
    cq_try(cq_bucket_put(now, &now->buckets[0], sweep->known, now->words, &number, 1));
    now->states = now->own = sweep->most_states = 1;
    now->bits = cq_limbs_length(&number, 1);
    return CQ_OK;
}

static size_t block_words(const cq_plan *plan, const cq_scales *scales)
{
    /* Room for a number as long as all covers together could need, at the least. */
    size_t limbs = scales ? cq_scales_limbs(scales) : 0;
    size_t plain = cq_cover_options(plan->cover) / 64;
    size_t least = plan->words + 2 + (limbs > plain ? limbs : plain);

    return least > BLOCK_WORDS ? least : BLOCK_WORDS;
}

cq_status cq_sweep_new(cq_run *run, cq_plan *plan, const cq_scales *scales,
                       cq_spread *spread, cq_sweep *out)
{
    cq_status status;

    memset(out, 0, sizeof *out);
    cq_try(cq_store_new(run->ctx, cq_scratch_folder(run->scratch),
                        block_words(plan, scales), &out->store));
    out->run = run;
    out->plan = plan;
    out->scales = scales;
    out->share.spread = spread;
    out->end = plan->steps.count;
    out->apart = 1;
    out->team = (cq_team){.ctx = run->ctx, .run = run, .threads = run->threads};
    status = make_hands(out);
    if (status == CQ_OK) {
        out->owner = cq_alloc(run->ctx, plan->words * 64, sizeof *out->owner);
        out->ones = cq_zalloc(run->ctx, plan->words * 64, sizeof *out->ones);
        out->known = cq_zalloc(run->ctx, plan->words, sizeof *out->known);
        status = out->owner && out->ones && out->known ? begin(out) : CQ_MEMORY;
    }
    if (status != CQ_OK) {
        cq_sweep_free(out);
        return status;
    }
    memset(out->owner, 0xff, plan->words * 64 * sizeof *out->owner);
    return CQ_OK;
}

void cq_sweep_free(cq_sweep *sweep)
{
    if (!sweep->run)
        return;
    cq_team_close(&sweep->team);
    free_hands(sweep);
    if (sweep->now.buckets)
        cq_layer_free(&sweep->now);
    if (sweep->next.buckets)
        cq_layer_free(&sweep->next);
    cq_kept_free(sweep);
    cq_store_free(&sweep->store);
    cq_vec_free_each(&sweep->crossing.lanes, &sweep->crossing.paths,
                     &sweep->crossing.masks);
    cq_free_each(sweep->crossing.trail, sweep->owner, sweep->ones, sweep->known);
    memset(sweep, 0, sizeof *sweep);
}

/* After a step the places that it gave out have new owners. */
static void settle_owners(cq_sweep *sweep)
{
    const cq_plan *plan = sweep->plan;
    cq_item_span born = cq_calendar_at(&plan->births, sweep->at);

    for (size_t i = 0; i < born.count; i++) {
        const cq_track *track = &plan->tracks[born.at[i]];
        uint32_t owner = cq_track_is_plain(track) ? born.at[i] : CQ_NO_PLACE;
        uint32_t width = track->kind == CQ_ITEM_COUNTED ? track->width + 1 : 1;

        cq_assert(track->birth == sweep->at);
        for (uint32_t c = 0; c < track->place_count; c++)
            for (uint32_t b = 0; b < width; b++)
                sweep->owner[plan->places.at[track->places + c] + b] = owner;
        cq_assert(owner == CQ_NO_PLACE || track->place_count <= 1);
    }
}

void cq_sweep_skip(cq_sweep *sweep, size_t to)
{
    cq_assert(to <= sweep->plan->steps.count);
    for (; sweep->at < to; sweep->at++)
        settle_owners(sweep);
}

/* What the stride's moves put in doubt, if the layer is worth it. Items with many
 * ways are left out of small sweeps: to look at them would take longer than the sweep.
 */
static cq_status make_doubts(cq_sweep *sweep, size_t stride)
{
    double foreseen = sweep->plan->order->log2_states;
    size_t ways = foreseen > 0 && foreseen < SMALL_LOG2 ? FEW_WAYS : SIZE_MAX;

    for (size_t s = sweep->at; s < sweep->at + stride; s++)
        if (sweep->now.states >= DOUBTS_FROM)
            cq_try(cq_plan_doubts(sweep->plan, s, ways));
    return CQ_OK;
}

static void go_on(cq_sweep *sweep, size_t made)
{
    size_t end = sweep->at + sweep->crossing.stride;

    cq_assert(sweep->crossing.stride <= made && end <= sweep->end);
    /* The doubts that were made last lie on top of the pool. */
    while (made-- > 0)
        cq_plan_forget(sweep->plan, sweep->at + made);
    for (; sweep->at < end; sweep->at++)
        settle_owners(sweep);
    if (sweep->keeping)
        cq_kept_push(sweep);
    else
        cq_layer_free(&sweep->now);
    sweep->now = sweep->next;
    memset(&sweep->next, 0, sizeof sweep->next);
    cq_assert(sweep->at == end && sweep->now.buckets);
}

/* After the stride it is known who has which part of the layer. */
static cq_status settle_shares(cq_sweep *sweep)
{
    cq_share *share = &sweep->share;

    if (!share->together)
        return CQ_OK;
    share->together = !share->homeward;
    share->homeward = false;
    return share->together ? cq_share_agree(sweep) : CQ_OK;
}

static cq_status stride_on(cq_sweep *sweep)
{
    size_t stride = sweep->share.together             ? sweep->share.stride
                    : sweep->keeping || sweep->scales ? 1
                                                      : cq_stride_best(sweep);

    cq_assert(stride > 0 && sweep->at + stride <= sweep->end);
    cq_try(make_doubts(sweep, stride));
    cq_try(cq_stride_make(sweep, stride));
    cq_assert(sweep->scales || cq_sweep_watch(sweep));
    cq_try(cq_step_take(sweep));
    cq_assert(sweep->scales || cq_sweep_check(sweep));
    go_on(sweep, stride);
    cq_try(settle_shares(sweep));
    return cq_fold_layer(sweep);
}

static bool is_due(const cq_sweep *sweep)
{
    return sweep->between &&
           (sweep->share.together ? sweep->share.due : cq_checkpoint_due(sweep->run));
}

cq_status cq_sweep_run(cq_sweep *sweep)
{
    sweep->branching = 1.5;
    sweep->yield = sweep->growth = 1;
    if (sweep->keeping)
        cq_try(cq_vec_reserve(sweep->run->ctx, &sweep->kept, sweep->end + 1));
    while (sweep->at < sweep->end) {
        if (cq_spread_look(sweep->share.spread) || cq_run_poll(sweep->run))
            return CQ_STOPPED;
        cq_far_look(sweep);
        cq_try(cq_share_call(sweep));
        if (sweep->at == sweep->end)
            break;
        if (is_due(sweep))
            cq_try(sweep->between(sweep));
        cq_try(stride_on(sweep));
    }
    return cq_share_over(sweep);
}

cq_status cq_sweep_total(const cq_sweep *sweep, mpz_t out)
{
    const cq_layer *layer = &sweep->now;
    mpz_t part;

    mpz_init(part);
    mpz_set_ui(out, 0);
    for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
        for (cq_block *block = layer->buckets[b].first; block; block = block->next)
            for (size_t i = 0; i < block->count; i++) {
                cq_limbs_read(part, cq_block_numbers(layer, block) + i * layer->limbs,
                              layer->limbs);
                mpz_add(out, out, part);
            }
    mpz_clear(part);
    return cq_spread_add_up(sweep->share.spread, out);
}
