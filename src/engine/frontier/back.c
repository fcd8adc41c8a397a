/* back.c - reads a cover of a given rank from the kept layers, and finds the rank of a
 * cover.
 *
 * The number of a state is the sum of the numbers of the states from which moves lead
 * to it. Sorted by move and then by state, these are ranges of ranks: a rank below the
 * number of the state falls into one of them, which gives the move and a rank in the
 * earlier state. Followed from the last layer to the first, every rank gives a
 * different cover, and every cover has a rank. Of two covers, the one with the earlier
 * move at the last step where they differ has the lower rank. At a step, passing an
 * item that is already covered comes first, then its options in their order.
 *
 * The states from which a move leads to a given one are searched for in the buckets
 * they can be in, with the passes of the sweep itself, so no table is needed. Cost for
 * one cover: steps * moves * states of a bucket.
 */
#include "engine/frontier/back.h"

#include "base/sort.h"

#include <string.h>

typedef struct source {
    uint64_t place;  /* of its move in the step: moves may go, but not change places */
    uint32_t option; /* of the move */
    const uint64_t *key, *number;
    size_t limbs;
    uint32_t walk; /* in another rank: the walk whose state it leads to, */
    size_t at;     /* and key and number, among the words */
} source;

typedef struct walk {
    cq_sweep *sweep;
    size_t words;            /* of a state */
    const cq_layer *layer;   /* before the step under the hand */
    CQ_VEC(source) sources;  /* of the state under the hand */
    CQ_VEC(uint64_t) states; /* under the hands of all walks, as the others know them */
    CQ_VEC(source) remotes;  /* of other ranks, by walk */
    CQ_VEC(uint64_t) told;   /* words of the remotes */
    size_t next_remote;
    uint64_t *state;
    cq_probe probe;
    size_t step; /* under the hand */
    mpz_t number, factor;
} walk;

static cq_status open_walk(cq_sweep *sweep, walk *w)
{
    *w = (walk){.sweep = sweep, .words = sweep->plan->words};
    mpz_inits(w->number, w->factor, NULL);
    w->state = cq_zalloc(sweep->run->ctx, w->words, sizeof *w->state);
    cq_try(cq_probe_open(&w->probe, sweep->plan, &sweep->store));
    return w->state ? CQ_OK : CQ_MEMORY;
}

static void close_walk(walk *w)
{
    mpz_clears(w->number, w->factor, NULL);
    cq_free(w->state);
    cq_probe_close(&w->probe);
    cq_vec_free_each(&w->sources, &w->states, &w->remotes, &w->told);
}

static int by_move(const void *a, const void *b, void *words)
{
    const source *p = a, *q = b;

    if (p->place != q->place)
        return p->place < q->place ? -1 : 1;
    for (size_t i = *(const size_t *)words; i-- > 0;)
        if (p->key[i] != q->key[i])
            return p->key[i] < q->key[i] ? -1 : 1;
    return 0;
}

static cq_status search_block(walk *w, cq_block *block, const cq_move *move)
{
    const cq_layer *layer = w->layer;
    size_t passing = cq_probe_take(&w->probe, block->data, (size_t)block->count);
    source s = {.place = move->masks, .option = move->option, .limbs = layer->limbs};

    for (size_t i = 0; i < passing; i++) {
        uint32_t at = w->probe.index[i];

        if (memcmp(w->probe.keys + i * w->words, w->state,
                   w->words * sizeof *w->state) != 0)
            continue;
        cq_assert(at < block->count);
        s.key = block->data + at * w->words;
        s.number = cq_block_numbers(layer, block) + at * layer->limbs;
        cq_try(cq_vec_push(w->sweep->run->ctx, &w->sources, s));
    }
    return CQ_OK;
}

/* The split places that last must be the same but for what the move sets. */
bool cq_back_can_hold(const cq_layer *layer, const uint64_t *masks,
                      const uint64_t *state, size_t bucket)
{
    const uint64_t *want = masks + layer->words, *keep = want + layer->words;
    const uint64_t *set = keep + layer->words;

    for (unsigned i = 0; i < layer->splits; i++) {
        uint32_t place = layer->split[i];
        bool has = bucket >> i & 1;

        if (cq_key_has(masks, place) && cq_key_has(want, place) != has)
            return false;
        if (cq_key_has(keep, place) && !cq_key_has(set, place) &&
            cq_key_has(state, place) != has)
            return false;
    }
    return true;
}

/* Of the state under the hand, in this rank. */
static cq_status find_own(walk *w)
{
    const cq_plan *plan = w->sweep->plan;
    const cq_step *s = &plan->steps.at[w->step];
    const cq_layer *layer = w->layer;
    cq_status status = CQ_OK;

    w->sources.count = 0;
    for (uint32_t m = s->moves; m < s->move_end && status == CQ_OK; m++) {
        cq_probe_set(&w->probe, w->step, m);
        for (size_t b = 0; b < (size_t)1 << layer->splits; b++) {
            if (!cq_back_can_hold(layer, w->probe.masks, w->state, b))
                continue;
            for (cq_block *block = layer->buckets[b].first; block && status == CQ_OK;
                 block = block->next)
                status = search_block(w, block, &plan->moves.at[m]);
        }
    }
    return status;
}

/* ---- what other ranks have ---- */

static void tell_states(void *user, cq_parcel *out)
{
    const walk *w = user;

    cq_parcel_put(out, w->states.count, 8);
    for (size_t i = 0; i < w->states.count; i++)
        cq_parcel_put(out, w->states.at[i], 8);
}

static void learn_states(void *user, cq_parcel *in)
{
    walk *w = user;
    size_t count = (size_t)cq_parcel_get(in, 8);

    w->states.count = 0;
    for (size_t i = 0; i < count && in->status == CQ_OK; i++) {
        uint64_t word = cq_parcel_get(in, 8);

        in->status = cq_vec_push(w->sweep->run->ctx, &w->states, word);
    }
}

static void put_words(cq_parcel *out, const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cq_parcel_put(out, words[i], 8);
}

/* Rank 0 knows its own. */
static void say_sources(void *user, cq_parcel *out)
{
    walk *w = user;

    if (cq_spread_rank(w->sweep->share.spread) == 0)
        return;
    for (size_t i = 0; i < w->states.count / w->words && out->status == CQ_OK; i++) {
        memcpy(w->state, w->states.at + i * w->words, w->words * sizeof *w->state);
        out->status = find_own(w);
        for (size_t k = 0; k < w->sources.count; k++) {
            const source *s = &w->sources.at[k];

            cq_parcel_put(out, i, 4);
            cq_parcel_put(out, s->place, 8);
            cq_parcel_put(out, s->option, 4);
            cq_parcel_put(out, s->limbs, 4);
            put_words(out, s->key, w->words);
            put_words(out, s->number, s->limbs);
        }
    }
}

static cq_status hear_sources(void *user, unsigned from, cq_parcel *in)
{
    walk *w = user;
    cq_context *ctx = w->sweep->run->ctx;

    (void)from;
    while (in->at < in->bytes.count && in->status == CQ_OK) {
        source s = {.walk = (uint32_t)cq_parcel_get(in, 4), .at = w->told.count};

        s.place = cq_parcel_get(in, 8);
        s.option = (uint32_t)cq_parcel_get(in, 4);
        s.limbs = (size_t)cq_parcel_get(in, 4);
        for (size_t i = 0; i < w->words + s.limbs && in->status == CQ_OK; i++)
            cq_try(cq_vec_push(ctx, &w->told, cq_parcel_get(in, 8)));
        cq_try(cq_vec_push(ctx, &w->remotes, s));
    }
    return CQ_OK;
}

static int by_walk(const void *a, const void *b, void *user)
{
    const source *p = a, *q = b;

    (void)user;
    return p->walk < q->walk ? -1 : p->walk > q->walk;
}

/* Rank 0 says where the walks are, and the others what leads there. */
static cq_status ask_others(walk *w)
{
    static const cq_meeting telling = {.conclude = tell_states, .learn = learn_states};
    static const cq_meeting asking = {.say = say_sources, .hear = hear_sources};
    cq_spread *spread = w->sweep->share.spread;

    w->remotes.count = w->told.count = w->next_remote = 0;
    if (!w->layer->shared)
        return CQ_OK;
    cq_try(cq_spread_meet(spread, &telling, w));
    cq_try(cq_spread_meet(spread, &asking, w));
    if (w->remotes.count)
        cq_sort_by(w->remotes.at, w->remotes.count, sizeof *w->remotes.at, by_walk,
                   NULL);
    return CQ_OK;
}

static cq_status add_remotes(walk *w, uint32_t walk_at)
{
    while (w->next_remote < w->remotes.count &&
           w->remotes.at[w->next_remote].walk == walk_at) {
        source *s = &w->remotes.at[w->next_remote++];

        s->key = w->told.at + s->at;
        s->number = s->key + w->words;
        cq_assert(s->at + w->words + s->limbs <= w->told.count);
        cq_try(cq_vec_push(w->sweep->run->ctx, &w->sources, *s));
    }
    return CQ_OK;
}

/* All sources of the state under the hand, which is that of this walk, in order. */
static cq_status find_sources(walk *w, uint32_t walk_at)
{
    cq_try(find_own(w));
    cq_try(add_remotes(w, walk_at));
    if (w->sources.count)
        cq_sort_by(w->sources.at, w->sources.count, sizeof *w->sources.at, by_move,
                   &w->words);
    return CQ_OK;
}

/* To the step; all ranks come along. */
static cq_status turn_to(walk *w, size_t step)
{
    w->step = step;
    w->states.count = 0;
    return cq_kept_layer(w->sweep, step, &w->layer);
}

static cq_status add_state(walk *w, const uint64_t *state)
{
    cq_try(cq_vec_reserve(w->sweep->run->ctx, &w->states, w->words));
    memcpy(w->states.at + w->states.count, state, w->words * sizeof *state);
    w->states.count += w->words;
    return CQ_OK;
}

/* What the source adds to the number of the state under the hand: in a weighted sweep
 * its own times the factor of the move. */
static void read_number(walk *w, const source *s)
{
    size_t limbs;
    const uint64_t *factor;

    cq_limbs_read(w->number, s->number, s->limbs);
    if (!w->sweep->scales)
        return;
    factor = cq_scales_factor(w->sweep->scales, s->option, w->step, &limbs);
    cq_limbs_read(w->factor, factor, limbs);
    mpz_mul(w->number, w->number, w->factor);
}

/* The source into whose range the rank falls; the rank becomes that within it: with
 * weights, as many ranks as the move's factor are one. */
static const source *pick(walk *w, mpz_t rank)
{
    for (size_t i = 0; i < w->sources.count; i++) {
        read_number(w, &w->sources.at[i]);
        if (mpz_cmp(rank, w->number) < 0) {
            if (w->sweep->scales)
                mpz_fdiv_q(rank, rank, w->factor);
            return &w->sources.at[i];
        }
        mpz_sub(rank, rank, w->number);
    }
    return NULL;
}

/* The number of a state in a layer, or NULL. */
static const uint64_t *find_number(const cq_layer *layer, const uint64_t *state)
{
    size_t size = layer->words * sizeof *state;

    for (cq_block *block = layer->buckets[cq_layer_bucket(layer, state)].first; block;
         block = block->next)
        for (size_t i = 0; i < block->count; i++)
            if (memcmp(block->data + i * layer->words, state, size) == 0)
                return cq_block_numbers(layer, block) + i * layer->limbs;
    return NULL;
}

/* The numbers of the sources make up that of the current state in the layer after the
 * step, if that is still there, and the rank is below it. */
static bool sources_check(walk *w, size_t step, const mpz_t rank)
{
    const cq_sweep *sweep = w->sweep;
    const cq_layer *ahead =
        step + 1 < sweep->kept.count ? &sweep->kept.at[step + 1] : &sweep->now;
    bool same = true;
    mpz_t sum;

    mpz_init(sum);
    for (size_t i = 0; i < w->sources.count; i++) {
        read_number(w, &w->sources.at[i]);
        mpz_add(sum, sum, w->number);
    }
    if (ahead->buckets && !ahead->shared) {
        const uint64_t *number = find_number(ahead, w->state);

        cq_limbs_read(w->number, number, number ? ahead->limbs : 0);
        same = number && mpz_cmp(sum, w->number) == 0;
    }
    same &= mpz_sgn(rank) >= 0 && mpz_cmp(rank, sum) < 0;
    mpz_clear(sum);
    return same;
}

/* One step of one walk: its state becomes the one before. */
static cq_status step_back(walk *w, uint32_t walk_at, cq_back_walk *one)
{
    cq_sweep *sweep = w->sweep;
    size_t size = w->words * sizeof *w->state;
    const source *s;

    memcpy(w->state, one->state, size);
    cq_try(find_sources(w, walk_at));
    cq_assert(sources_check(w, w->step, one->rank));
    s = pick(w, one->rank);
    if (!s)
        return cq_fail(sweep->run->ctx, CQ_DEFECT,
                       "the walk back over the layers lost its way");
    memcpy(one->state, s->key, size);
    return s->option == CQ_NO_OPTION
               ? CQ_OK
               : cq_vec_push(sweep->run->ctx, &one->options, s->option);
}

/* One step of all walks, which are those of rank 0. */
static cq_status step_all(walk *w, size_t step, cq_back_walk *walks, size_t count)
{
    cq_sweep *sweep = w->sweep;
    bool first = cq_spread_rank(sweep->share.spread) == 0;

    cq_try(turn_to(w, step));
    for (size_t i = 0; i < count && first && w->layer->shared; i++)
        cq_try(add_state(w, walks[i].state));
    cq_try(ask_others(w));
    for (size_t i = 0; i < count && first; i++)
        cq_try(cq_run_poll(sweep->run) ? CQ_STOPPED
                                       : step_back(w, (uint32_t)i, &walks[i]));
    return CQ_OK;
}

cq_status cq_back_walks(cq_sweep *sweep, cq_back_walk *walks, size_t count)
{
    walk w;
    cq_status status = open_walk(sweep, &w);

    for (size_t step = sweep->kept.count; step-- > 0 && status == CQ_OK;)
        status = step_all(&w, step, walks, count);
    close_walk(&w);
    return status;
}

cq_status cq_back_open(cq_sweep *sweep, size_t count, cq_back_walk **out)
{
    cq_context *ctx = sweep->run->ctx;
    cq_back_walk *walks = cq_zalloc(ctx, count, sizeof *walks);
    bool whole = true;

    for (size_t i = 0; walks && i < count; i++) {
        mpz_init(walks[i].rank);
        walks[i].state = cq_zalloc(ctx, sweep->plan->words, sizeof *walks[i].state);
        whole &= walks[i].state != NULL;
    }
    if (walks && !whole)
        cq_back_close(walks, count);
    cq_try_memory(walks && whole);
    *out = walks;
    return CQ_OK;
}

void cq_back_start(cq_sweep *sweep, cq_back_walk *one, const mpz_t rank)
{
    cq_assert(mpz_sgn(rank) >= 0);
    mpz_set(one->rank, rank);
    one->options.count = 0;
    memset(one->state, 0, sweep->plan->words * sizeof *one->state);
}

void cq_back_close(cq_back_walk *walks, size_t count)
{
    for (size_t i = 0; walks && i < count; i++) {
        mpz_clear(walks[i].rank);
        cq_free(walks[i].state);
        cq_vec_free(&walks[i].options);
    }
    cq_free(walks);
}

/* ---- the way there ---- */

static cq_status no_cover(const walk *w)
{
    return cq_fail(w->sweep->run->ctx, CQ_INPUT, "this is not one of the covers");
}

/* Takes the move that a cover makes from the state under the hand: of the options that
 * are decided here there is one in the cover, or else the item is covered. */
static cq_status take_own(walk *w, const bool *chosen, uint32_t *out)
{
    const cq_plan *plan = w->sweep->plan;
    const cq_step *s = &plan->steps.at[w->step];
    uint32_t own = s->move_end;

    for (uint32_t m = s->moves; m < s->move_end; m++) {
        uint32_t option = plan->moves.at[m].option;

        cq_probe_set(&w->probe, w->step, m);
        if (option != CQ_NO_OPTION && chosen[option]) {
            own = m;
            break;
        }
        if (option == CQ_NO_OPTION && cq_probe_take(&w->probe, w->state, 1))
            own = m;
    }
    *out = own;
    if (own < s->move_end)
        cq_probe_set(&w->probe, w->step, own);
    return own < s->move_end && cq_probe_take(&w->probe, w->state, 1) ? CQ_OK
                                                                      : no_cover(w);
}

/* The states of a cover before each step and after the last, and its moves. */
static cq_status trace(walk *w, const bool *chosen, uint64_t *states, uint32_t *moves)
{
    size_t size = w->words * sizeof *states;

    memset(states, 0, size);
    for (w->step = 0; w->step < w->sweep->kept.count; w->step++, states += w->words) {
        memcpy(w->state, states, size);
        cq_try(take_own(w, chosen, &moves[w->step]));
        memcpy(states + w->words, w->probe.keys, size);
    }
    return CQ_OK;
}

/* Adds what comes before the cover's own source. */
static cq_status add_before(walk *w, const uint64_t *before, uint32_t move, mpz_t out)
{
    source own = {.place = w->sweep->plan->moves.at[move].masks, .key = before};

    cq_try(find_sources(w, 0));
    for (size_t i = 0; i < w->sources.count; i++) {
        int order = by_move(&w->sources.at[i], &own, &w->words);

        if (order == 0)
            return CQ_OK;
        if (order > 0)
            break;
        read_number(w, &w->sources.at[i]);
        mpz_add(out, out, w->number);
    }
    return no_cover(w);
}

static cq_status rank_of(walk *w, const bool *chosen, mpz_t out)
{
    cq_context *ctx = w->sweep->run->ctx;
    size_t words = w->words, steps = w->sweep->kept.count;
    uint64_t *states = cq_alloc(ctx, cq_times(steps + 1, words), sizeof *states);
    uint32_t *moves = cq_alloc(ctx, steps + 1, sizeof *moves);
    cq_status status = states && moves ? trace(w, chosen, states, moves) : CQ_MEMORY;

    for (size_t step = steps; step-- > 0 && status == CQ_OK;) {
        const uint64_t *after = states + (step + 1) * words;

        memcpy(w->state, after, words * sizeof *states);
        status = turn_to(w, step);
        cq_then(status, add_state(w, after));
        cq_then(status, ask_others(w));
        cq_then(status, add_before(w, states + step * words, moves[step], out));
    }
    cq_free_each(states, moves);
    return status;
}

cq_status cq_back_rank(cq_sweep *sweep, const uint32_t *options, size_t count,
                       mpz_t out)
{
    cq_context *ctx = sweep->run->ctx;
    bool *chosen = cq_zalloc(ctx, cq_cover_options(sweep->plan->cover), sizeof *chosen);
    walk w;
    cq_status status = open_walk(sweep, &w);

    mpz_set_ui(out, 0);
    if (!chosen)
        status = CQ_MEMORY;
    for (size_t i = 0; i < count && status == CQ_OK; i++) {
        cq_assert(options[i] < cq_cover_options(sweep->plan->cover));
        chosen[options[i]] = true;
    }
    cq_then(status, rank_of(&w, chosen, out));
    cq_free(chosen);
    close_walk(&w);
    return status;
}
