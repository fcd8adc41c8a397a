/* uses.c - how many covers contain each option: a forward sweep and a backward sweep.
 *
 * The forward sweep has stored how many ways lead to each state. The backward sweep
 * finds in how many ways each can be completed: 1 in the last layer; otherwise the sum
 * over the moves from it of the ways to complete where they lead. The number of covers
 * with an option is a sum over the states in which it is taken: ways to reach the state
 * times ways to complete the state that it leads to (the forward-backward method of
 * hidden Markov models; Baum, Petrie, Soules, Weiss, 1970). States that lead nowhere
 * are in no table.
 *
 * If layers are shared, each rank handles its own states and asks the others in how
 * many ways the states that they lead to can be completed (ask_ahead.c).
 *
 * Cost: the transitions once more, with a product of long numbers each.
 */
#include "base/ratio.h"
#include "engine/frontier/job.h"

#include <string.h>

typedef struct back_sweep {
    cq_frontier *job;
    size_t words, limbs;   /* of a key, of a way on */
    cq_states here, ahead; /* ways on from the states of two layers */
    bool ahead_shared;     /* the layer ahead is */
    cq_probe probe;
    uint64_t *ways;    /* on from the states of a block */
    mpz_t *uses;       /* of each option */
    mpz_srcptr number; /* of covers */
    mpz_t there, on;   /* ways to a state, and on from it */
} back_sweep;

static cq_status open_back(cq_frontier *job, const mpz_t number, back_sweep *b)
{
    cq_context *ctx = job->run->ctx;
    size_t words = job->plan.words, room = cq_store_room(&job->sweep.store, words);
    size_t options = cq_cover_options(job->cover);

    *b = (back_sweep){.job = job, .words = words, .number = number};
    b->limbs = (mpz_sizeinbase(number, 2) + 63) / 64;
    mpz_inits(b->there, b->on, NULL);
    b->ways = cq_alloc(ctx, room * b->limbs, sizeof *b->ways);
    b->uses = cq_alloc(ctx, options, sizeof *b->uses);
    for (size_t o = 0; b->uses && o < options; o++)
        mpz_init(b->uses[o]);
    cq_try_memory(b->ways && b->uses);
    cq_try(cq_probe_open(&b->probe, &job->plan, &job->sweep.store));
    cq_try(cq_states_new(ctx, words, 1, &b->here));
    return cq_states_new(ctx, words, 1, &b->ahead);
}

static void close_back(back_sweep *b)
{
    cq_states_free(&b->here);
    cq_states_free(&b->ahead);
    cq_probe_close(&b->probe);
    cq_free(b->ways);
    for (size_t o = 0; b->uses && o < cq_cover_options(b->job->cover); o++)
        mpz_clear(b->uses[o]);
    cq_free(b->uses);
    mpz_clears(b->there, b->on, NULL);
}

/* Ways there times ways on, more. */
static void add_product(back_sweep *b, const uint64_t *there, size_t limbs,
                        const uint64_t *on, mpz_t sum)
{
    cq_limbs_read(b->there, there, limbs);
    cq_limbs_read(b->on, on, b->limbs);
    mpz_addmul(sum, b->there, b->on);
}

/* A state with its ways on, into a table that has room for it. */
static void put(cq_states *table, const uint64_t *key, const uint64_t *ways)
{
    memcpy(cq_states_number(table, key), ways, table->limbs * sizeof *ways);
}

/* From every state of the last layer there is one way on: none. */
static cq_status begin(back_sweep *b)
{
    const cq_layer *last = &b->job->sweep.now;
    cq_status status = cq_states_open(&b->ahead, b->limbs, (size_t)last->own + 1);

    memset(b->ways, 0, b->limbs * sizeof *b->ways);
    b->ways[0] = 1;
    for (size_t i = 0; status == CQ_OK && i < (size_t)1 << last->splits; i++)
        for (cq_block *block = last->buckets[i].first; block; block = block->next)
            for (size_t k = 0; k < block->count; k++)
                put(&b->ahead, block->data + k * b->words, b->ways);
    return status;
}

/* The ways through this move, from the states of a block. */
static void take_move(back_sweep *b, const cq_layer *layer, cq_block *block,
                      uint32_t option)
{
    const uint64_t *numbers = cq_block_numbers(layer, block);
    size_t passing = cq_probe_take(&b->probe, block->data, (size_t)block->count);

    for (size_t i = 0; i < passing; i++) {
        const uint64_t *on = cq_states_find(&b->ahead, b->probe.keys + i * b->words);
        uint32_t at = b->probe.index[i];
        uint64_t *ways = b->ways + at * b->limbs;

        if (!on)
            continue;
        /* No state has more ways on than there are covers. */
        cq_limbs_add(ways, on, b->limbs);
        if (option != CQ_NO_OPTION)
            add_product(b, numbers + at * layer->limbs, layer->limbs, on,
                        b->uses[option]);
    }
}

static void take_block(back_sweep *b, size_t step, const cq_layer *layer,
                       cq_block *block)
{
    const cq_plan *plan = &b->job->plan;
    const cq_step *s = &plan->steps.at[step];

    memset(b->ways, 0, (size_t)block->count * b->limbs * sizeof *b->ways);
    for (uint32_t m = s->moves; m < s->move_end; m++) {
        cq_probe_set(&b->probe, step, m);
        take_move(b, layer, block, plan->moves.at[m].option);
    }
    for (size_t i = 0; i < block->count; i++) {
        const uint64_t *ways = b->ways + i * b->limbs;

        if (!cq_limbs_are_zero(ways, b->limbs))
            put(&b->here, block->data + i * b->words, ways);
    }
}

/* Through every layer go all covers: ways there times ways on, over its states. */
static bool layer_ways_check(back_sweep *b, const cq_layer *layer)
{
    mpz_t sum;
    bool same;

    mpz_init(sum);
    for (size_t i = 0; i < (size_t)1 << layer->splits; i++)
        for (cq_block *block = layer->buckets[i].first; block; block = block->next)
            for (size_t k = 0; k < block->count; k++) {
                const uint64_t *number =
                    cq_block_numbers(layer, block) + k * layer->limbs;
                const uint64_t *on =
                    cq_states_find(&b->here, block->data + k * b->words);

                if (on)
                    add_product(b, number, layer->limbs, on, sum);
            }
    same = mpz_cmp(sum, b->number) == 0;
    mpz_clear(sum);
    return same;
}

/* Every cover has one option with a given exact item. */
static bool item_uses_check(const back_sweep *b)
{
    const cq_plan *plan = &b->job->plan;
    bool same = true;
    mpz_t sum;

    mpz_init(sum);
    for (uint32_t i = 0; i < plan->cover->items.count && same; i++) {
        if (plan->tracks[i].kind != CQ_ITEM_EXACT)
            continue;
        mpz_set_ui(sum, 0);
        for (uint32_t k = plan->starts[i]; k < plan->starts[i + 1]; k++)
            mpz_add(sum, sum, b->uses[plan->options_of[k]]);
        same = mpz_cmp(sum, b->number) == 0;
    }
    mpz_clear(sum);
    return same;
}

static cq_status take_step(back_sweep *b, size_t step)
{
    const cq_layer *layer = NULL;
    cq_states swap;
    cq_status status = cq_kept_layer(&b->job->sweep, step, &layer);

    cq_then(status,
            cq_ask_ahead(&b->job->sweep, step, layer, b->ahead_shared, &b->ahead));
    cq_then(status, cq_states_open(&b->here, b->limbs, (size_t)layer->own + 1));
    for (size_t i = 0; status == CQ_OK && i < (size_t)1 << layer->splits; i++)
        for (cq_block *block = layer->buckets[i].first; block && status == CQ_OK;
             block = block->next) {
            if (cq_run_poll(b->job->run))
                status = CQ_STOPPED;
            else
                take_block(b, step, layer, block);
        }
    cq_assert(status != CQ_OK || layer->shared || layer->own == 0 ||
              layer_ways_check(b, layer));
    b->ahead_shared = status == CQ_OK && layer->shared;
    cq_states_clear(&b->ahead);
    swap = b->ahead;
    b->ahead = b->here;
    b->here = swap;
    return status;
}

/* Dominoes have findings of their own, with a probability for each pair. */
static cq_status report(back_sweep *b, const mpz_t number)
{
    const cq_placements *p = b->job->placements;
    cq_context *ctx = b->job->run->ctx;
    cq_findings *f = &b->job->run->answer->findings;
    bool dominoes = cq_problem_is_domino(b->job->run->problem);
    cq_status status = CQ_OK;

    cq_assert(item_uses_check(b));
    for (uint32_t o = 0; o < cq_cover_options(b->job->cover) && status == CQ_OK; o++) {
        const uint32_t *cells = p ? p->cells.at + p->starts.at[o] : NULL;

        if (p && o + 1 < p->variants.count && p->variants.at[o + 1] > 0) {
            mpz_add(b->uses[o + 1], b->uses[o + 1], b->uses[o]); /* the same cells */
            continue;
        }
        cq_assert(mpz_cmp(b->uses[o], number) <= 0);
        status = cq_findings_number(ctx, f, b->uses[o]);
        if (status == CQ_OK && dominoes) {
            status = cq_findings_add(ctx, f, cells[0], cells[1],
                                     cq_ratio(b->uses[o], number),
                                     f->numbers.at[f->numbers.count - 1]);
        } else if (status == CQ_OK && p) {
            status = cq_solution_add(ctx, &f->parts, p->pieces.at[o], cells,
                                     p->starts.at[o + 1] - p->starts.at[o]);
        } else if (status == CQ_OK) {
            status = cq_vec_push(ctx, &f->parts.labels, o);
        }
    }
    return status;
}

cq_status cq_frontier_uses(cq_frontier *job, const mpz_t number)
{
    back_sweep b;
    cq_status status = open_back(job, number, &b);

    cq_then(status, begin(&b));
    for (size_t step = job->sweep.kept.count; step-- > 0 && status == CQ_OK;)
        status = take_step(&b, step);
    cq_then(status,
            cq_spread_add_up_each(job->spread, b.uses, cq_cover_options(job->cover)));
    if (status == CQ_OK && cq_spread_rank(job->spread) == 0)
        status = report(&b, number);
    close_back(&b);
    if (status == CQ_OK)
        cq_run_number(job->run, number);
    return status;
}
