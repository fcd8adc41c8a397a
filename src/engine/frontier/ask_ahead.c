/* ask_ahead.c - asks other ranks in how many ways their states can be completed.
 *
 * In the backward pass over shared layers, a rank needs the numbers of the states that
 * its own states lead to, but other ranks own many of these. So a step has two
 * exchanges:
 *
 *     questions    the states that moves lead to, each once, to their owners
 *     answers      the ways on from them, in the order of the questions
 *
 * A rank receives only what it needs: for each of its states, about one number per
 * move.
 */
#include "base/sort.h"
#include "engine/frontier/sweep.h"

#include <string.h>

enum { STATES_A_PACKET = 4096 };

typedef CQ_VEC(uint64_t) key_list;

typedef struct asking {
    cq_sweep *sweep;
    cq_spread *spread;
    size_t words, limbs; /* of a key, of a way on */
    bool ahead_shared;
    cq_states *ahead;
    cq_states wanted;   /* the states that are asked for */
    uint32_t *by_rank;  /* their slots, by owner */
    uint32_t *starts;   /* where those of each rank begin; and where they end */
    uint32_t *answered; /* by each rank */
    key_list *asked;    /* by each rank */
    cq_probe probe;
    uint64_t *keys, *numbers; /* of a packet that is sent, */
    uint64_t *state;          /* or taken */
} asking;

static unsigned owner_of(const asking *a, const uint64_t *key)
{
    return a->ahead_shared ? cq_state_owner(a->spread, key, a->words) : 0;
}

static cq_status open_asking(asking *a)
{
    cq_context *ctx = a->sweep->run->ctx;
    size_t ranks = cq_spread_count(a->spread);

    a->keys = cq_alloc(ctx, STATES_A_PACKET * a->words, sizeof *a->keys);
    a->numbers = cq_alloc(ctx, STATES_A_PACKET * a->limbs, sizeof *a->numbers);
    a->state = cq_alloc(ctx, a->words + a->limbs, sizeof *a->state);
    a->starts = cq_zalloc(ctx, ranks + 1, sizeof *a->starts);
    a->answered = cq_zalloc(ctx, ranks, sizeof *a->answered);
    a->asked = cq_zalloc(ctx, ranks, sizeof *a->asked);
    cq_try_memory(a->keys && a->numbers && a->state && a->starts && a->answered &&
                  a->asked);
    cq_try(cq_probe_open(&a->probe, a->sweep->plan, &a->sweep->store));
    cq_try(cq_states_new(ctx, a->words, 1, &a->wanted));
    return cq_states_open(&a->wanted, 1, STATES_A_PACKET);
}

static void close_asking(asking *a)
{
    for (size_t r = 0; a->asked && r < cq_spread_count(a->spread); r++)
        cq_vec_free(&a->asked[r]);
    cq_states_free(&a->wanted);
    cq_probe_close(&a->probe);
    cq_free_each(a->keys, a->numbers, a->state, a->starts, a->answered, a->asked,
                 a->by_rank);
}

/* ---- what is wanted ---- */

static cq_status want_block(asking *a, const cq_block *block)
{
    unsigned me = cq_spread_rank(a->spread);
    size_t passing = cq_probe_take(&a->probe, block->data, (size_t)block->count);

    cq_try(cq_states_reserve(&a->wanted, passing));
    for (size_t i = 0; i < passing; i++) {
        const uint64_t *key = a->probe.keys + i * a->words;

        if (owner_of(a, key) != me)
            (void)cq_states_number(&a->wanted, key);
    }
    return CQ_OK;
}

static cq_status list_wanted(asking *a, size_t step, const cq_layer *layer)
{
    const cq_step *s = &a->sweep->plan->steps.at[step];

    for (uint32_t m = s->moves; m < s->move_end; m++) {
        cq_probe_set(&a->probe, step, m);
        for (size_t b = 0; b < (size_t)1 << layer->splits; b++)
            for (cq_block *block = layer->buckets[b].first; block; block = block->next)
                cq_try(want_block(a, block));
    }
    return CQ_OK;
}

static const uint64_t *key_at(const asking *a, uint32_t place)
{
    return a->wanted.keys + place * a->words;
}

static cq_status sort_wanted(asking *a)
{
    cq_context *ctx = a->sweep->run->ctx;
    size_t ranks = cq_spread_count(a->spread);
    uint32_t *owners = cq_alloc(ctx, a->wanted.used, sizeof *owners);

    a->by_rank = cq_alloc(ctx, a->wanted.used, sizeof *a->by_rank);
    if (owners && a->by_rank) {
        for (uint32_t i = 0; i < a->wanted.used; i++)
            owners[i] = owner_of(a, key_at(a, i));
        cq_group_by(owners, a->wanted.used, ranks, a->starts, a->by_rank);
        memcpy(a->answered, a->starts, ranks * sizeof *a->answered);
        cq_assert(a->starts[ranks] == a->wanted.used); /* no owner is left out, */
        cq_assert(a->starts[cq_spread_rank(a->spread)] ==
                  a->starts[cq_spread_rank(a->spread) + 1]); /* and none is this rank */
    }
    cq_free(owners);
    return owners && a->by_rank ? CQ_OK : CQ_MEMORY;
}

/* ---- questions ---- */

static cq_status ask(asking *a, unsigned of)
{
    for (size_t i = a->starts[of]; i < a->starts[of + 1];) {
        size_t count = 0;

        for (; i < a->starts[of + 1] && count < STATES_A_PACKET; i++, count++)
            memcpy(a->keys + count * a->words, key_at(a, a->by_rank[i]),
                   a->words * sizeof *a->keys);
        cq_try(cq_states_send(a->spread, of, a->keys, a->words, NULL, 0, count));
    }
    return CQ_OK;
}

typedef struct questioner {
    asking *a;
    unsigned from;
} questioner;

static cq_status take_key(void *user, const uint64_t *key, const uint64_t *number)
{
    const questioner *q = user;
    cq_context *ctx = q->a->sweep->run->ctx;

    (void)number;
    for (size_t w = 0; w < q->a->words; w++)
        cq_try(cq_vec_push(ctx, &q->a->asked[q->from], key[w]));
    return CQ_OK;
}

static cq_status take_question(void *user, unsigned from, cq_parcel *packet)
{
    asking *a = user;
    questioner q = {a, from};

    return cq_states_unpack(a->sweep->run->ctx, packet, a->words, 0, a->state, take_key,
                            &q);
}

/* ---- answers ---- */

static cq_status answer(asking *a, unsigned to)
{
    size_t count = a->asked[to].count / a->words;

    for (size_t i = 0, end; i < count; i = end) {
        end = count - i > STATES_A_PACKET ? i + STATES_A_PACKET : count;
        memset(a->numbers, 0, (end - i) * a->limbs * sizeof *a->numbers);
        for (size_t k = i; k < end; k++) {
            const uint64_t *ways =
                cq_states_find(a->ahead, a->asked[to].at + k * a->words);

            if (ways)
                memcpy(a->numbers + (k - i) * a->limbs, ways, a->limbs * sizeof *ways);
        }
        cq_try(cq_states_send(a->spread, to, NULL, 0, a->numbers, a->limbs, end - i));
    }
    return CQ_OK;
}

/* States that lead nowhere are not entered. */
static cq_status take_number(void *user, const uint64_t *key, const uint64_t *number)
{
    const questioner *q = user;
    asking *a = q->a;
    size_t at = a->answered[q->from]++;

    (void)key;
    if (at >= a->starts[q->from + 1])
        return cq_fail(a->sweep->run->ctx, CQ_DEFECT,
                       "rank %u answered a question that was not asked", q->from);
    if (!cq_limbs_are_zero(number, a->limbs))
        memcpy(cq_states_number(a->ahead, key_at(a, a->by_rank[at])), number,
               a->limbs * sizeof *number);
    return CQ_OK;
}

static cq_status take_answer(void *user, unsigned from, cq_parcel *packet)
{
    asking *a = user;
    questioner q = {a, from};

    return cq_states_unpack(a->sweep->run->ctx, packet, 0, a->limbs, a->state,
                            take_number, &q);
}

/* ---- both ---- */

static bool all_answered(const asking *a)
{
    for (unsigned r = 0; r < cq_spread_count(a->spread); r++)
        cq_hold(a->answered[r] == a->starts[r + 1]);
    return true;
}

static cq_status exchange(asking *a, cq_packet_fn *take,
                          cq_status (*send)(asking *a, unsigned to))
{
    cq_status status = CQ_OK;

    cq_spread_begin(a->spread, false, take, a);
    for (unsigned r = 0; r < cq_spread_count(a->spread) && status == CQ_OK; r++)
        status = send(a, r);
    cq_then(status, cq_spread_finish(a->spread));
    cq_spread_end(a->spread);
    return status;
}

cq_status cq_ask_ahead(cq_sweep *sweep, size_t step, const cq_layer *layer,
                       bool ahead_shared, cq_states *ahead)
{
    asking a = {.sweep = sweep,
                .spread = sweep->share.spread,
                .words = sweep->plan->words,
                .limbs = ahead->limbs,
                .ahead_shared = ahead_shared,
                .ahead = ahead};
    cq_status status;

    if (!layer->shared && !ahead_shared)
        return CQ_OK;
    status = open_asking(&a);
    cq_then(status, list_wanted(&a, step, layer));
    cq_then(status, sort_wanted(&a));
    cq_then(status, exchange(&a, take_question, ask));
    cq_then(status, cq_states_reserve(ahead, a.wanted.used));
    cq_then(status, exchange(&a, take_answer, answer));
    cq_assert(status != CQ_OK || all_answered(&a));
    close_asking(&a);
    return status;
}
