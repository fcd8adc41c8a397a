/* dual.c - prices of items, and the bounds that they give.
 *
 * The linear relaxation of a cover problem has a dual: a price for each item. Options
 * that cost less than the sum of their items lower the bound; all others do not. The
 * first prices are found by subgradient steps (Held, Wolfe and Crowder, "Validation of
 * subgradient optimization", Mathematical Programming 6, 1974): the price of an item
 * goes up if too few of the cheap options contain it, and down if too many do. At every
 * node of the search prices are raised further, item by item, until each open item has
 * a lead without a rest (dual ascent: Fisher and Kedia, "Optimal solution of set
 * covering/partitioning problems using dual heuristics", Management Science 36, 1990).
 *
 * The steps use floating point, but the resulting prices are rounded to whole numbers.
 * The bound is still exact, because any prices give a valid one.
 *
 * Cost: a pass over the entries of all leads for each step, and three for a node.
 */
#include "engine/branch/branch.h"

#include "base/assert.h"
#include "base/sort.h"

#include <math.h>

/* Steps, and those without progress after which they become half as long: of the first
 * level, and of the others. */
enum { STEPS = 400, PATIENCE = 12, NODE_STEPS = 12, NODE_PATIENCE = 2 };

/* ---- subgradient steps ---- */

typedef struct relaxation {
    double bound, best_bound, length;
    unsigned idle, patience;
} relaxation;

/* The bound of the prices beyond the base, and how many more options each item should
 * have. */
static void relax(cq_branch *b, const cq_branch_level *level, relaxation *r)
{
    r->bound = 0;
    for (uint32_t i = 0; i < b->cover->primary; i++) {
        b->wanting[i] = b->least[i];
        r->bound += b->prices[i] * b->least[i];
    }
    for (size_t l = 0; l < level->leads.count; l++) {
        size_t count;
        const cq_entry *e =
            cq_option_entries(b->cover, level->leads.at[l].option, &count);
        double rest = (double)level->leads.at[l].rest;

        for (size_t k = 0; k < count; k++)
            rest -= b->prices[e[k].item]; /* 0 of secondary items */
        if (rest >= 0)
            continue;
        r->bound += rest;
        for (size_t k = 0; k < count; k++)
            if (e[k].item < b->cover->primary)
                b->wanting[e[k].item]--;
    }
    b->looks += level->entries;
    cq_assert(isfinite(r->bound));
}

static void take_step(cq_branch *b, const relaxation *r)
{
    double norm = 0, step;

    for (uint32_t i = 0; i < b->cover->primary; i++)
        norm += b->wanting[i] * b->wanting[i];
    step = norm > 0 ? r->length / norm : 0;
    for (uint32_t i = 0; i < b->cover->primary; i++) {
        b->prices[i] += step * b->wanting[i];
        if (b->least[i] != b->most[i]) /* more is allowed: it cannot be a gift */
            b->prices[i] = fmax(b->prices[i], 0);
    }
}

/* Long steps that lead nowhere become shorter, from the best prices on. */
static void keep_best(cq_branch *b, relaxation *r)
{
    bool better = r->bound > r->best_bound;

    r->idle = better ? 0 : r->idle + 1;
    if (better) {
        r->best_bound = r->bound;
        for (uint32_t i = 0; i < b->cover->primary; i++)
            b->best[i] = b->prices[i];
    } else if (r->idle > r->patience) {
        r->length /= 2;
        r->idle = 0;
        for (uint32_t i = 0; i < b->cover->primary; i++)
            b->prices[i] = b->best[i];
    }
}

/* Any prices give a bound; they must only be short enough to be added up. */
static double longest_price(const cq_branch *b)
{
    double needed = 1;

    for (uint32_t i = 0; i < b->cover->primary; i++)
        needed += 1 + (double)b->least[i];
    return exp2(56) / needed;
}

/* What the prices leave of each lead. */
static void set_prices(cq_branch *b, cq_branch_level *level)
{
    double most = longest_price(b);

    for (uint32_t i = 0; i < b->cover->primary; i++) {
        b->best[i] = floor(fmax(-most, fmin(b->best[i], most)));
        level->base += (int64_t)b->best[i] * b->least[i];
    }
    for (size_t l = 0; l < level->leads.count; l++) {
        cq_lead *lead = &level->leads.at[l];
        size_t count;
        const cq_entry *e = cq_option_entries(b->cover, lead->option, &count);

        for (size_t k = 0; k < count; k++)
            lead->rest -= (int64_t)b->best[e[k].item];
    }
}

/* Takes some steps, the first of this length, and sets the best prices. */
static void take_steps(cq_branch *b, cq_branch_level *level, unsigned steps,
                       unsigned patience, double length)
{
    relaxation r = {.best_bound = -HUGE_VAL, .length = length, .patience = patience};

    for (uint32_t i = 0; i < b->cover->primary; i++)
        b->prices[i] = b->best[i] = 0;
    for (unsigned i = 0; i < steps && r.length >= 0.5 && !cq_branch_stops(b); i++) {
        relax(b, level, &r);
        keep_best(b, &r);
        take_step(b, &r);
    }
    set_prices(b, level);
}

/* The bound is at most the cost of a cover: half of what all differ by is a long
 * step. */
static double first_length(const cq_branch *b)
{
    double low = 0, high = 0;

    for (size_t o = 0; o < cq_cover_options(b->cover); o++) {
        low = fmin(low, (double)b->costs[o]);
        high = fmax(high, (double)b->costs[o]);
    }
    return (high - low) * (double)(b->cover->primary + 1) / 4;
}

/* ---- at a node ---- */

/* How many leads each item has; false if one needs more. */
static bool count_leads(cq_branch *b, cq_branch_level *level)
{
    uint32_t *counts = b->counts;

    level->entries = 0;
    for (uint32_t i = 0; i < b->cover->primary; i++)
        counts[i] = 0;
    for (size_t l = 0; l < level->leads.count; l++) {
        size_t count;
        const cq_entry *e =
            cq_option_entries(b->cover, level->leads.at[l].option, &count);

        level->entries += count;
        for (size_t k = 0; k < count; k++)
            if (e[k].item < b->cover->primary)
                counts[e[k].item]++;
    }
    b->looks += level->entries;
    for (uint32_t i = 0; i < b->cover->primary; i++)
        if (counts[i] < b->least[i])
            return false;
    return true;
}

static int by_count(const void *a, const void *b, void *user)
{
    const uint32_t *counts = user;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;

    if (counts[i] != counts[k])
        return counts[i] < counts[k] ? -1 : 1;
    return i < k ? -1 : i > k;
}

/* Open items, those with the fewest leads first: they have the most to say. */
static void order_items(cq_branch *b)
{
    b->open_count = 0;
    for (uint32_t i = 0; i < b->cover->primary; i++)
        if (b->least[i] > 0)
            b->open[b->open_count++] = i;
    if (b->open_count)
        cq_sort_by(b->open, b->open_count, sizeof *b->open, by_count, b->counts);
}

/* lists[starts[i] ..], counts[i] of them: the leads of item i, by their places. */
static void list_leads(cq_branch *b, const cq_branch_level *level)
{
    uint32_t sum = 0;

    for (uint32_t i = 0; i < b->cover->primary; i++) {
        sum += b->counts[i];
        b->starts[i] = sum;
    }
    cq_assert(sum <= b->cover->entries.count && sum <= level->entries);
    b->looks += level->entries;
    for (size_t l = level->leads.count; l-- > 0;) {
        size_t count;
        const cq_entry *e =
            cq_option_entries(b->cover, level->leads.at[l].option, &count);

        for (size_t k = 0; k < count; k++)
            if (e[k].item < b->cover->primary)
                b->lists[--b->starts[e[k].item]] = (uint32_t)l;
    }
    cq_assert(b->cover->primary == 0 || b->starts[0] == 0);
    for (uint32_t i = 1; i < b->cover->primary; i++)
        cq_assert(b->starts[i] == b->starts[i - 1] + b->counts[i - 1]);
}

static void raise_item(cq_branch *b, cq_branch_level *level, uint32_t item)
{
    const uint32_t *list = b->lists + b->starts[item];
    int64_t least = INT64_MAX;

    for (uint32_t k = 0; k < b->counts[item]; k++)
        if (level->leads.at[list[k]].rest < least)
            least = level->leads.at[list[k]].rest;
    cq_assert(least < INT64_MAX); /* an open item has leads */
    if (least == 0 || (least < 0 && b->least[item] != b->most[item]))
        return;
    level->base += least * b->least[item];
    for (uint32_t k = 0; k < b->counts[item]; k++)
        level->leads.at[list[k]].rest -= least;
}

/* Rests below 0 lower the bound: all of those options might be chosen. */
static int64_t find_bound(const cq_branch_level *level)
{
    int64_t bound = level->base;

    for (size_t l = 0; l < level->leads.count; l++)
        if (level->leads.at[l].rest < 0)
            bound += level->leads.at[l].rest;
    return bound;
}

static void drop_dear(cq_branch_level *level, int64_t most)
{
    size_t left = 0;

    for (size_t l = 0; l < level->leads.count; l++)
        if (level->leads.at[l].rest <= most)
            level->leads.at[left++] = level->leads.at[l];
    level->leads.count = left;
}

/* Raises what can be raised, and says the bound. */
static void ascend(cq_branch *b, cq_branch_level *level)
{
    order_items(b);
    list_leads(b, level);
    for (size_t i = 0; i < b->open_count; i++)
        raise_item(b, level, b->open[i]);
    level->bound = find_bound(level);
}

static bool is_beyond(const cq_branch *b, const cq_branch_level *level)
{
    return b->cutoff != CQ_NO_CUTOFF && level->bound > b->cutoff - b->step;
}

/* The first level has the most steps; others some, if they may reach the cutoff. */
static void find_prices(cq_branch *b, cq_branch_level *level)
{
    bool first = b->root == INT64_MIN;

    if (first)
        take_steps(b, level, STEPS, PATIENCE, first_length(b));
    ascend(b, level);
    if (first)
        b->root = level->bound;
    if (first || is_beyond(b, level) || b->cutoff == CQ_NO_CUTOFF || !b->open_count)
        return;
    take_steps(b, level, NODE_STEPS, NODE_PATIENCE, (double)(b->cutoff - level->bound));
    ascend(b, level);
}

bool cq_branch_bound(cq_branch *b, cq_branch_level *level)
{
    size_t before = level->leads.count;

    if (!count_leads(b, level))
        return false;
    find_prices(b, level);
    if (is_beyond(b, level))
        return false;
    if (b->cutoff != CQ_NO_CUTOFF)
        drop_dear(level, b->cutoff - b->step - level->bound);
    return level->leads.count == before || count_leads(b, level);
}
