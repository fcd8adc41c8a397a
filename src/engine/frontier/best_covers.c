/* best_covers.c - reads the cheapest covers, in order, from the kept layers.
 *
 * The sweep has stored in every state how good the best way to it is. The K best
 * partial covers are followed from the last layer to the first. An end is a state and
 * the options chosen after it; its worth is that of the best way to the state, less the
 * cost of these options. Every end can be completed to a cover of exactly that worth,
 * and different ends to different covers. So at each step only the K best ends can
 * belong to the K best covers, and at the first step they are these covers (a beam
 * search that loses nothing; Dreyfus, "An appraisal of some shortest-path algorithms",
 * Operations Research 17, 1969, for the k best ways of a layered graph).
 *
 * Of two ends with the same worth, the one that extends the better end is kept, then
 * the one with the earlier move, then the one with the smaller state. So the result is
 * the same for any number of threads.
 *
 * Cost: a pass over the layers, as that of the sweep but without its tables, and K ends
 * in memory.
 */
#include "base/sort.h"
#include "engine/frontier/job.h"

#include <string.h>

enum { FEW_TARGETS = 8, SLACK = 1024 };

/* An option, and those chosen after it: links are numbered from 1. */
typedef struct link {
    uint32_t option, next;
} link;

typedef struct end {
    uint64_t worth;  /* of the best cover with this end */
    uint64_t passed; /* what its options cost */
    uint32_t chosen; /* the first link; 0: none */
    uint32_t from;   /* as a candidate: the end that it goes on from, */
    uint32_t move;   /* by this move */
    uint32_t same;   /* 1 + the next end with the same state */
    uint64_t *state;
} end;

typedef CQ_VEC(end) ends;

typedef struct beam {
    cq_frontier *job;
    cq_sweep *sweep;
    size_t width, words;
    ends now, next; /* each state belongs to its end */
    CQ_VEC(link) links;
    cq_states heads; /* 1 + the first end with a state */
    cq_probe probe;
} beam;

static void empty(ends *list, size_t from)
{
    for (size_t i = from; i < list->count; i++)
        cq_free(list->at[i].state);
    list->count = from;
}

static void close_beam(beam *b)
{
    empty(&b->now, 0);
    empty(&b->next, 0);
    cq_vec_free_each(&b->now, &b->next, &b->links);
    cq_states_free(&b->heads);
    cq_probe_close(&b->probe);
}

static cq_status open_beam(cq_frontier *job, size_t width, beam *b)
{
    size_t words = job->plan.words;

    *b = (beam){.job = job, .sweep = &job->sweep, .width = width, .words = words};
    cq_try(cq_probe_open(&b->probe, &job->plan, &job->sweep.store));
    return cq_states_new(job->run->ctx, words, 1, &b->heads);
}

static cq_status index_ends(beam *b)
{
    cq_states_clear(&b->heads);
    cq_try(cq_states_open(&b->heads, 1, b->now.count));
    for (size_t i = b->now.count; i-- > 0;) {
        uint64_t *head = cq_states_number(&b->heads, b->now.at[i].state);

        cq_assert(*head == 0 || *head > i + 1); /* so each list ascends */
        b->now.at[i].same = (uint32_t)*head;
        *head = i + 1;
    }
    return CQ_OK;
}

/* ---- candidates ---- */

static int by_worth(const void *a, const void *b, void *words)
{
    const end *p = a, *q = b;

    if (p->worth != q->worth)
        return p->worth > q->worth ? -1 : 1;
    if (p->from != q->from)
        return p->from < q->from ? -1 : 1;
    if (p->move != q->move)
        return p->move < q->move ? -1 : 1;
    for (size_t w = *(const size_t *)words; w-- > 0;)
        if (p->state[w] != q->state[w])
            return p->state[w] < q->state[w] ? -1 : 1;
    return 0;
}

/* Keeps the best of the candidates. */
static void cut(beam *b)
{
    if (b->next.count)
        cq_sort_by(b->next.at, b->next.count, sizeof *b->next.at, by_worth, &b->words);
    if (b->next.count > b->width)
        empty(&b->next, b->width);
    for (size_t i = 1; i < b->next.count; i++) /* no two are the same */
        cq_assert(by_worth(&b->next.at[i - 1], &b->next.at[i], &b->words) < 0);
}

static cq_status add_candidate(beam *b, uint32_t from, uint32_t move,
                               const uint64_t *state, uint64_t good)
{
    cq_context *ctx = b->sweep->run->ctx;
    const end *behind = &b->now.at[from];
    uint32_t option = b->sweep->plan->moves.at[move].option;
    end one = {.from = from, .move = move};

    one.passed = behind->passed + (uint64_t)cq_scales_cost(b->sweep->scales, option);
    one.worth = good - one.passed;
    cq_assert(b->now.at[from].worth == 0 || one.worth <= b->now.at[from].worth);
    if (b->next.count >= b->width && b->next.count % (2 * b->width + SLACK) == 0)
        cut(b);
    one.state = cq_alloc(ctx, b->words, sizeof *one.state);
    cq_try_memory(one.state);
    memcpy(one.state, state, b->words * sizeof *state);
    if (cq_vec_push(ctx, &b->next, one) != CQ_OK) {
        cq_free(one.state);
        return CQ_MEMORY;
    }
    return CQ_OK;
}

/* ---- a step ---- */

static bool may_matter(const beam *b, const cq_layer *layer, size_t bucket)
{
    bool any = b->now.count > FEW_TARGETS;

    for (size_t i = 0; i < b->now.count && !any; i++)
        any = cq_back_can_hold(layer, b->probe.masks, b->now.at[i].state, bucket);
    return any;
}

static cq_status search_block(beam *b, const cq_layer *layer, cq_block *block,
                              uint32_t move)
{
    size_t passing = cq_probe_take(&b->probe, block->data, (size_t)block->count);

    for (size_t i = 0; i < passing; i++) {
        const uint64_t *head = cq_states_find(&b->heads, b->probe.keys + i * b->words);
        uint32_t source = b->probe.index[i];

        for (uint32_t at = head ? (uint32_t)*head : 0; at; at = b->now.at[at - 1].same)
            cq_try(add_candidate(b, at - 1, move, block->data + source * b->words,
                                 cq_block_numbers(layer, block)[source]));
    }
    return CQ_OK;
}

static cq_status search_step(beam *b, size_t step)
{
    const cq_step *s = &b->sweep->plan->steps.at[step];
    const cq_layer *layer;

    cq_try(cq_kept_layer(b->sweep, step, &layer));
    cq_assert(layer->limbs == 1);
    for (uint32_t m = s->moves; m < s->move_end; m++) {
        cq_probe_set(&b->probe, step, m);
        for (size_t k = 0; k < (size_t)1 << layer->splits; k++) {
            if (!layer->buckets[k].first || !may_matter(b, layer, k))
                continue;
            for (cq_block *block = layer->buckets[k].first; block; block = block->next)
                cq_try(search_block(b, layer, block, m));
        }
    }
    return CQ_OK;
}

/* The best candidates become the ends, with their options. */
static cq_status go_back(beam *b)
{
    cq_context *ctx = b->sweep->run->ctx;
    ends old = b->now;

    cut(b);
    for (size_t i = 0; i < b->next.count; i++) {
        end *one = &b->next.at[i];
        link l = {.option = b->sweep->plan->moves.at[one->move].option,
                  .next = b->now.at[one->from].chosen};

        one->chosen = l.next;
        if (l.option == CQ_NO_OPTION)
            continue;
        cq_try(cq_vec_push(ctx, &b->links, l));
        one->chosen = (uint32_t)b->links.count;
    }
    empty(&old, 0);
    b->now = b->next;
    b->next = old;
    return CQ_OK;
}

/* ---- covers ---- */

static cq_status take_options(beam *b, const end *one, cq_u32s *options)
{
    cq_context *ctx = b->sweep->run->ctx;
    uint64_t cost = 0;

    options->count = 0;
    for (uint32_t at = one->chosen; at; at = b->links.at[at - 1].next) {
        cost += (uint64_t)cq_scales_cost(b->sweep->scales, b->links.at[at - 1].option);
        cq_try(cq_vec_push(ctx, options, b->links.at[at - 1].option));
    }
    cq_assert(cost == one->passed && one->worth == CQ_BEST_START - cost);
    return CQ_OK;
}

/* What the cover costs: the checker will find the same. */
static void set_value(const beam *b, const end *one, mpq_t value)
{
    cq_costs_value((int64_t)(CQ_BEST_START - one->worth),
                   b->sweep->run->goal == CQ_GOAL_DEAREST, b->sweep->scales->units,
                   value);
}

static cq_status deliver_all(beam *b)
{
    cq_u32s options = {0};
    cq_solution solution = {0};
    cq_run *run = b->sweep->run;
    cq_status status = CQ_OK;
    bool enough = false;
    mpq_t value;

    mpq_init(value);
    run->value = &value;
    for (size_t i = 0; i < b->now.count && status == CQ_OK && !enough; i++) {
        set_value(b, &b->now.at[i], value);
        status = take_options(b, &b->now.at[i], &options);
        cq_then(status, cq_frontier_deliver(b->job, &options, &solution, &enough));
    }
    run->value = NULL;
    mpq_clear(value);
    cq_vec_free(&options);
    cq_solution_free(&solution);
    return status;
}

cq_status cq_frontier_best(cq_frontier *job, uint64_t wanted)
{
    beam b;
    size_t width = wanted < UINT32_MAX / 4 ? (size_t)wanted : UINT32_MAX / 4;
    cq_status status = open_beam(job, width, &b);
    end last = {.worth = 0};

    last.state = cq_zalloc(job->run->ctx, b.words, sizeof *last.state);
    if (!last.state)
        status = CQ_MEMORY;
    cq_then(status, cq_vec_push(job->run->ctx, &b.now, last));
    if (status != CQ_OK)
        cq_free(last.state);
    for (size_t step = job->sweep.kept.count; step-- > 0 && status == CQ_OK;) {
        status = cq_run_poll(job->run) ? CQ_STOPPED : index_ends(&b);
        cq_then(status, search_step(&b, step));
        cq_then(status, go_back(&b));
    }
    cq_then(status, deliver_all(&b));
    close_beam(&b);
    return status;
}
