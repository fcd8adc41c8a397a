/* anneal_order.c - improves an order by small changes, by simulated annealing.
 *
 * S. Kirkpatrick, C. Gelatt and M. Vecchi, "Optimization by simulated annealing", 1983.
 * A change takes one of the next few items and puts it elsewhere among them. The sets
 * before and after these few stay what they are, so that only the widths between
 * change:
 *
 *     ... p | a b c d e | q ...      c to the front:      ... p | c a b d e | q ...
 *           ^ prefix stands here
 *
 * The prefix moves over the order from end to end. At each place a few changes are
 * tried; each costs moving the prefix over these items and back. The cost is the
 * predicted sum of the states; a change that makes it worse by a share x is accepted
 * with probability exp(-x / heat), and the best order met is the one that stays.
 */
#include "engine/frontier/order/prefix.h"

#include "base/assert.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

enum { WINDOW = 12, TRIES = 4 };

static const double hot = 0.03, cold = 0.0003;

typedef struct annealing {
    cq_run *run;
    cq_prefix *prefix;
    cq_random random;
    uint32_t *items, *best;
    size_t count;
    double *costs;         /* of each step */
    double states, fewest; /* of the order now; of the best */
    double heat;
} annealing;

static void move_item(uint32_t *items, size_t from, size_t to)
{
    uint32_t item = items[from];

    cq_assert(from < WINDOW && to < WINDOW);
    if (from < to)
        memmove(items + from, items + from + 1, (to - from) * sizeof *items);
    else
        memmove(items + to + 1, items + to, (from - to) * sizeof *items);
    items[to] = item;
}

/* The states of the steps of the window, with the prefix left where it was. */
static double walk_window(annealing *a, const uint32_t *items, size_t length,
                          double *costs)
{
    double states = 0;
    uint64_t width = a->prefix->width;

    for (size_t i = 0; i < length; i++) {
        cq_prefix_add(a->prefix, items[i]);
        costs[i] = cq_width_power(a->prefix->width);
        states += costs[i];
    }
    for (size_t i = length; i-- > 0;)
        cq_prefix_remove(a->prefix, items[i]);
    cq_assert(a->prefix->width == width); /* taking out undoes putting in */
    return states;
}

static bool is_accepted(annealing *a, double before, double after)
{
    double chance = (double)(cq_random_next(&a->random) >> 11) * 0x1p-53;

    return after <= before || chance < exp(-(after - before) / (a->states * a->heat));
}

static void try_change(annealing *a, size_t at)
{
    size_t length = a->count - at < WINDOW ? a->count - at : WINDOW;
    size_t from = (size_t)cq_random_below(&a->random, length);
    size_t to = (size_t)cq_random_below(&a->random, length), span;
    double costs[WINDOW], before = 0, after;
    uint32_t *items = a->items + at;

    if (from == to)
        return;
    cq_assert(at + length <= a->count);
    span = (from > to ? from : to) + 1;
    for (size_t i = 0; i < span; i++)
        before += a->costs[at + i];
    move_item(items, from, to);
    after = walk_window(a, items, span, costs);
    if (!is_accepted(a, before, after)) {
        move_item(items, to, from);
        return;
    }
    memcpy(a->costs + at, costs, span * sizeof *costs);
    a->states += after - before;
}

static void keep_best(annealing *a)
{
    double states = 1;

    for (size_t i = 0; i < a->count; i++)
        states += a->costs[i];
    a->states = states; /* without what rounding added */
    cq_assert(states >= 1);
    if (states < a->fewest) {
        a->fewest = states;
        memcpy(a->best, a->items, a->count * sizeof *a->items);
    }
}

/* Once over the order. */
static cq_status pass(annealing *a)
{
    cq_prefix_clear(a->prefix);
    for (size_t at = 0; at < a->count; at++) {
        cq_assert(at % 64 || cq_prefix_check(a->prefix, a->items, at));
        for (unsigned i = 0; i < TRIES; i++)
            try_change(a, at);
        cq_prefix_add(a->prefix, a->items[at]);
        if (at % 64 == 0 && cq_run_poll(a->run))
            return CQ_STOPPED;
    }
    keep_best(a);
    return CQ_OK;
}

static cq_status start(annealing *a, const cq_draft *draft)
{
    cq_context *ctx = a->run->ctx;

    a->items = cq_alloc(ctx, a->count, sizeof *a->items);
    a->best = cq_alloc(ctx, a->count, sizeof *a->best);
    a->costs = cq_alloc(ctx, a->count, sizeof *a->costs);
    cq_try_memory(a->items && a->best && a->costs);
    memcpy(a->items, draft->items, a->count * sizeof *a->items);
    memcpy(a->best, draft->items, a->count * sizeof *a->best);
    cq_prefix_clear(a->prefix);
    for (size_t i = 0; i < a->count; i++) {
        cq_try(cq_poll_at(ctx, i + 1));
        cq_prefix_add(a->prefix, a->items[i]);
        a->costs[i] = cq_width_power(a->prefix->width);
    }
    a->fewest = INFINITY;
    keep_best(a);
    return CQ_OK;
}

cq_status cq_anneal_order(cq_run *run, cq_prefix *prefix, double work, cq_draft *draft)
{
    annealing a = {.run = run, .prefix = prefix, .count = prefix->links->free_items};
    double begun = (double)prefix->work, share = 0;
    cq_status status = CQ_OK;

    if (a.count < 2)
        return CQ_OK;
    status = start(&a, draft);
    /* Not by --seed: solution number K is the same one for every seed. */
    cq_random_seed(&a.random, 1);
    while (status == CQ_OK && share < 1) {
        a.heat = hot * pow(cold / hot, share);
        status = pass(&a);
        begun -= (double)a.count; /* items without options cost something too */
        share = ((double)prefix->work - begun) / work;
    }
    if (status == CQ_OK)
        memcpy(draft->items, a.best, a.count * sizeof *a.best);
    cq_free_each(a.items, a.best, a.costs);
    return status;
}
