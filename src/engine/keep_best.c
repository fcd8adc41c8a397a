/* keep_best.c - the best covers of all that an engine meets.
 *
 * A cover is its options, and costs their sum in whole units, so that a cover that is
 * not among the best takes as many additions as it has options. The best ones are a
 * heap with the worst at its top, which makes room for a better one:
 *
 *     parent of i   (i - 1) / 2   costs more, or as much and was met later
 *
 * A listing meets the solutions in the order of its tree for any number of threads, so
 * which of those that cost the same are kept does not depend on them either.
 */
#include "engine/keep_best.h"

#include "base/sort.h"
#include "engine/option_weights.h"

#include <string.h>

/* ---- costs ---- */

/* How many options a cover has, at most. */
static uint64_t most_chosen(const cq_cover *cover)
{
    uint64_t sum = 0, options = cq_cover_options(cover);

    for (size_t i = 0; i < cover->primary; i++)
        sum += cover->items.at[i].most;
    return sum < options ? sum : options;
}

/* Sums of costs must fit, with room for the prices of branch and bound. */
static cq_status check_sums(cq_keeper *k, const cq_cover *cover)
{
    for (size_t i = 0; i < cq_cover_options(cover); i++) {
        uint64_t size =
            k->costs[i] < 0 ? -(uint64_t)k->costs[i] : (uint64_t)k->costs[i];

        k->size = size > k->size ? size : k->size;
    }
    return k->size > (UINT64_C(1) << 58) / (most_chosen(cover) + 1)
               ? cq_costs_refuse(k->run->ctx)
               : CQ_OK;
}

cq_status cq_keeper_open(cq_keeper *k, cq_run *run, const cq_cover *cover,
                         const cq_placements *placements)
{
    cq_status status;

    cq_assert(cq_goal_is_best(run->goal) && run->first > 0);
    *k = (cq_keeper){.run = run,
                     .placements = placements,
                     .wanted = run->first < SIZE_MAX ? (size_t)run->first : SIZE_MAX};
    mpz_init(k->units);
    status = cq_costs_make(run->ctx, cover, run->goal == CQ_GOAL_DEAREST, &k->costs,
                           k->units);
    cq_then(status, check_sums(k, cover));
    if (status != CQ_OK)
        cq_keeper_close(k);
    return status;
}

void cq_keeper_close(cq_keeper *k)
{
    for (size_t i = 0; i < k->kept.count; i++)
        cq_vec_free(&k->kept.at[i].options);
    cq_vec_free(&k->kept);
    cq_free(k->costs);
    k->costs = NULL;
    mpz_clear(k->units);
}

/* ---- the heap ---- */

static int by_cost(const void *a, const void *b, void *user)
{
    const cq_kept_cover *p = a, *q = b;

    (void)user;
    if (p->cost != q->cost)
        return p->cost < q->cost ? -1 : 1;
    return p->number < q->number ? -1 : p->number > q->number;
}

static bool is_worse(const cq_kept_cover *a, const cq_kept_cover *b)
{
    return by_cost(a, b, NULL) > 0;
}

bool cq_keeper_check(const cq_keeper *k)
{
    for (size_t i = 1; i < k->kept.count; i++)
        cq_hold(is_worse(&k->kept.at[(i - 1) / 2], &k->kept.at[i]));
    return true;
}

/* The one at the end goes up to its place. */
static void rise(cq_keeper *k)
{
    size_t at = k->kept.count - 1;
    cq_kept_cover moved = k->kept.at[at];

    for (; at > 0 && is_worse(&moved, &k->kept.at[(at - 1) / 2]); at = (at - 1) / 2)
        k->kept.at[at] = k->kept.at[(at - 1) / 2];
    k->kept.at[at] = moved;
    cq_assert(at == 0 || is_worse(&k->kept.at[(at - 1) / 2], &moved));
}

/* The one at the top goes down to its place. */
static void sink(cq_keeper *k)
{
    cq_kept_cover moved = k->kept.at[0];
    size_t at = 0, child;

    while ((child = 2 * at + 1) < k->kept.count) {
        if (child + 1 < k->kept.count &&
            is_worse(&k->kept.at[child + 1], &k->kept.at[child]))
            child++;
        if (!is_worse(&k->kept.at[child], &moved))
            break;
        k->kept.at[at] = k->kept.at[child];
        at = child;
    }
    k->kept.at[at] = moved;
    cq_assert(k->kept.count > CQ_WALK_PAIRS || cq_keeper_check(k));
}

static cq_status fill_in(cq_keeper *k, cq_kept_cover *to, int64_t cost,
                         const uint32_t *options, size_t count)
{
    to->options.count = 0;
    cq_try(cq_vec_reserve(k->run->ctx, &to->options, count + 1));
    if (count)
        memcpy(to->options.at, options, count * sizeof *options);
    to->options.count = count;
    to->cost = cost;
    to->number = k->taken++;
    return CQ_OK;
}

cq_status cq_keeper_take(cq_keeper *k, int64_t cost, const uint32_t *options,
                         size_t count)
{
    cq_kept_cover made = {0};

    if (!cq_keeper_wants(k, cost))
        return CQ_OK;
    if (cq_keeper_is_full(k)) {
        cq_try(fill_in(k, &k->kept.at[0], cost, options, count));
        sink(k);
        return CQ_OK;
    }
    cq_try(cq_vec_reserve(k->run->ctx, &k->kept, 1));
    cq_try(fill_in(k, &made, cost, options, count));
    k->kept.at[k->kept.count++] = made;
    rise(k);
    return CQ_OK;
}

cq_status cq_keeper_meet(cq_keeper *k, const uint32_t *options, size_t count)
{
    int64_t cost = 0;

    for (size_t i = 0; i < count; i++)
        cost += k->costs[options[i]];
    return cq_keeper_take(k, cost, options, count);
}

/* ---- handing over ---- */

static cq_status write_solution(const cq_keeper *k, const cq_u32s *options,
                                cq_solution *solution)
{
    cq_solution_clear(solution);
    for (size_t i = 0; i < options->count; i++)
        cq_try(cq_run_add_option(k->run, k->placements, options->at[i], solution));
    return CQ_OK;
}

cq_status cq_keeper_deliver(cq_keeper *k)
{
    bool enough = false, dear = k->run->goal == CQ_GOAL_DEAREST;
    cq_solution solution = {0};
    cq_status status = CQ_OK;
    mpq_t value;

    cq_assert(cq_keeper_check(k));
    if (k->kept.count)
        cq_sort_by(k->kept.at, k->kept.count, sizeof *k->kept.at, by_cost, NULL);
    mpq_init(value);
    k->run->value = &value;
    for (size_t i = 0; i < k->kept.count && status == CQ_OK && !enough; i++) {
        cq_assert(i == 0 || is_worse(&k->kept.at[i], &k->kept.at[i - 1]));
        cq_costs_value(k->kept.at[i].cost, dear, k->units, value);
        status = write_solution(k, &k->kept.at[i].options, &solution);
        cq_then(status, cq_run_found(k->run, &solution, &enough));
    }
    k->run->value = NULL;
    mpq_clear(value);
    cq_solution_free(&solution);
    return status;
}

/* ---- all solutions, one by one ---- */

static cq_status meet(cq_run *run, const cq_solution *solution)
{
    cq_assert(solution->members.count == 0);
    return cq_keeper_meet(run->keeper, solution->labels.at, solution->labels.count);
}

/* The run as one for all solutions, in this process alone; what was found there is not
 * what is found in the end. */
static cq_status list_all(cq_keeper *k, const cq_cover *cover, cq_cover_fn *list)
{
    cq_run *run = k->run, before = *run;
    cq_status status;

    run->goal = CQ_GOAL_ALL;
    run->first = 0;
    run->ranks = NULL;
    run->keeper = k;
    run->on_found = meet;
    status = list(run, cover, k->placements);
    run->goal = before.goal;
    run->first = before.first;
    run->ranks = before.ranks;
    run->keeper = NULL;
    run->on_found = before.on_found;
    run->answer->found = 0;
    if (run->answer->verdict == CQ_YES)
        run->answer->verdict = CQ_UNKNOWN;
    return status;
}

cq_status cq_keep_listed(cq_run *run, const cq_cover *cover,
                         const cq_placements *placements, cq_cover_fn *list)
{
    cq_keeper keeper;
    cq_status status;

    cq_try(cq_keeper_open(&keeper, run, cover, placements));
    status = list_all(&keeper, cover, list);
    cq_then(status, cq_keeper_deliver(&keeper));
    cq_keeper_close(&keeper);
    return status;
}
