/* tree_walk.c - the search: choose an option, then search what it leaves.
 *
 * Each level branches on the open item with the fewest leads (options that may still be
 * chosen), the cheapest lead first. A lead that was tried is left out of later
 * branches, so every cover is found once, however often its items may be covered. If no
 * item is open, the chosen options are a cover; the remaining leads may be added to it
 * one by one.
 *
 * The best covers are kept; once there are enough of them, the cost of the worst is the
 * cutoff.
 */
#include "engine/branch/branch.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

/* Entries looked at between two looks at the clock. */
enum { POLL_LOOKS = 1 << 16 };

/* ---- choosing ---- */

static void choose(cq_branch *b, uint32_t option)
{
    const cq_cover *cover = b->cover;

    for (uint32_t k = cover->starts.at[option]; k < cover->starts.at[option + 1]; k++) {
        const cq_entry *e = &cover->entries.at[k];

        if (e->item < cover->primary) {
            cq_assert(b->most[e->item] > 0);
            b->most[e->item]--;
            b->uses[e->item]++;
            b->least[e->item] -= b->uses[e->item] <= cover->items.at[e->item].least;
        } else {
            b->most[e->item] = 0;
            b->uses[e->item]++;
            b->colour[e->item] = e->colour;
        }
    }
    b->spent += b->costs[option];
}

static void unchoose(cq_branch *b, uint32_t option)
{
    const cq_cover *cover = b->cover;

    for (uint32_t k = cover->starts.at[option]; k < cover->starts.at[option + 1]; k++) {
        const cq_entry *e = &cover->entries.at[k];

        if (e->item < cover->primary) {
            b->least[e->item] += b->uses[e->item] <= cover->items.at[e->item].least;
            b->most[e->item]++;
            b->uses[e->item]--;
        } else if (--b->uses[e->item] == 0) {
            b->most[e->item] = 1;
            b->colour[e->item] = CQ_NO_COLOUR;
        }
    }
    b->spent -= b->costs[option];
}

static bool is_possible(cq_branch *b, uint32_t option)
{
    const cq_cover *cover = b->cover;

    for (uint32_t k = cover->starts.at[option]; k < cover->starts.at[option + 1]; k++) {
        const cq_entry *e = &cover->entries.at[k];

        b->looks++;
        if (b->most[e->item] == 0 &&
            (e->item < cover->primary || e->colour == CQ_NO_COLOUR ||
             e->colour != b->colour[e->item]))
            return false;
    }
    return true;
}

/* ---- covers ---- */

static bool is_cover(const cq_branch *b)
{
    for (uint32_t i = 0; i < b->cover->primary; i++)
        cq_hold(b->least[i] == 0);
    return true;
}

static cq_status take_cover(cq_branch *b)
{
    int64_t scale = (int64_t)1 << b->shift;

    cq_assert(b->cutoff == CQ_NO_CUTOFF || b->spent < b->cutoff);
    cq_assert(b->spent % scale == 0 && is_cover(b));
    cq_try(cq_keeper_take(&b->keeper, b->spent / scale, b->chosen.at, b->chosen.count));
    if (cq_keeper_is_full(&b->keeper))
        b->cutoff = b->keeper.kept.at[0].cost * scale;
    return CQ_OK;
}

/* ---- levels ---- */

/* What is chosen, counted anew. */
static bool check_item(const cq_branch *b, uint32_t item)
{
    const cq_cover *cover = b->cover;
    uint32_t uses = 0;

    for (size_t i = 0; i < b->chosen.count; i++) {
        uint32_t option = b->chosen.at[i];

        for (uint32_t k = cover->starts.at[option]; k < cover->starts.at[option + 1];
             k++)
            uses += cover->entries.at[k].item == item;
    }
    cq_hold(uses == b->uses[item]);
    if (item >= cover->primary) {
        cq_hold(b->most[item] == (uses ? 0 : 1));
        return true;
    }
    cq_hold(uses <= cover->items.at[item].most);
    cq_hold(b->most[item] == cover->items.at[item].most - uses);
    cq_hold(
        b->least[item] ==
        (uses < cover->items.at[item].least ? cover->items.at[item].least - uses : 0));
    return true;
}

/* Nothing in the level is at odds with what is chosen. */
static bool level_check(const cq_branch *b, const cq_branch_level *level)
{
    int64_t spent = 0;

    for (uint32_t i = 0; i < b->cover->items.count; i++)
        cq_hold(check_item(b, i));
    for (size_t i = 0; i < b->chosen.count; i++)
        spent += b->costs[b->chosen.at[i]];
    cq_hold(spent == b->spent);
    for (size_t l = 0; l < level->leads.count; l++) {
        cq_hold(l == 0 || level->leads.at[l - 1].option < level->leads.at[l].option);
        for (size_t i = 0; i < b->chosen.count; i++)
            cq_hold(b->chosen.at[i] != level->leads.at[l].option);
    }
    cq_hold(cq_keeper_check(&b->keeper));
    return true;
}

static int by_rest(const void *a, const void *b, void *user)
{
    const cq_lead *p = a, *q = b;

    (void)user;
    if (p->rest != q->rest)
        return p->rest < q->rest ? -1 : 1;
    return p->option < q->option ? -1 : p->option > q->option;
}

/* The open item with the fewest ways to branch; UINT32_MAX if none is open. */
static uint32_t choose_item(const cq_branch *b)
{
    uint32_t best = UINT32_MAX, ways = UINT32_MAX;

    for (uint32_t i = 0; i < b->cover->primary; i++)
        if (b->least[i] > 0 && b->counts[i] + 1 - b->least[i] < ways) {
            ways = b->counts[i] + 1 - b->least[i];
            best = i;
        }
    return best;
}

/* The leads to branch over: those with the item, or all if nothing is open. */
static cq_status list_ways(cq_branch *b, cq_branch_level *level, uint32_t item)
{
    level->ways.count = 0;
    for (size_t l = 0; l < level->leads.count; l++)
        if (item == UINT32_MAX ||
            cq_option_has(b->cover, level->leads.at[l].option, item))
            cq_try(cq_vec_push(b->run->ctx, &level->ways, level->leads.at[l]));
    if (level->ways.count)
        cq_sort_by(level->ways.at, level->ways.count, sizeof *level->ways.at, by_rest,
                   NULL);
    return CQ_OK;
}

static void leave_out(cq_branch_level *level, uint32_t option)
{
    size_t left = 0;

    for (size_t l = 0; l < level->leads.count; l++)
        if (level->leads.at[l].option != option)
            level->leads.at[left++] = level->leads.at[l];
    cq_assert(left + 1 == level->leads.count);
    level->leads.count = left;
}

/* What the chosen lead leaves, as the next level. */
static cq_status open_level(cq_branch *b, size_t depth, int64_t rest)
{
    cq_branch_level *from, *to;

    while (b->levels.count <= depth + 1) {
        cq_branch_level none = {.base = 0};

        cq_try(cq_vec_push(b->run->ctx, &b->levels, none));
    }
    from = &b->levels.at[depth];
    to = &b->levels.at[depth + 1];
    to->base = from->base + rest;
    to->leads.count = 0;
    cq_try(cq_vec_reserve(b->run->ctx, &to->leads, from->leads.count));
    for (size_t l = 0; l < from->leads.count; l++)
        if (is_possible(b, from->leads.at[l].option))
            to->leads.at[to->leads.count++] = from->leads.at[l];
    return CQ_OK;
}

bool cq_branch_stops(cq_branch *b)
{
    if (b->looks - b->polled < POLL_LOOKS)
        return b->run->stop != CQ_FINISHED;
    b->polled = b->looks;
    return cq_run_poll(b->run);
}

static cq_status explore(cq_branch *b, size_t depth);

static cq_status try_way(cq_branch *b, size_t depth, cq_lead way)
{
    cq_status status;

    leave_out(&b->levels.at[depth], way.option); /* here, and in the branches after */
    cq_try(cq_vec_push(b->run->ctx, &b->chosen, way.option));
    choose(b, way.option);
    status = open_level(b, depth, way.rest);
    cq_then(status, explore(b, depth + 1));
    unchoose(b, way.option);
    b->chosen.count--;
    return status;
}

/* Whether something below the cutoff may still come of a level that is half done. */
static bool is_worth(const cq_branch *b, const cq_branch_level *level, int64_t rest)
{
    return b->cutoff == CQ_NO_CUTOFF || rest < 0 ||
           level->bound + rest <= b->cutoff - b->step;
}

static cq_status explore(cq_branch *b, size_t depth)
{
    uint32_t item;

    b->nodes++;
    if (cq_branch_stops(b))
        return CQ_STOPPED;
    if (!cq_branch_bound(b, &b->levels.at[depth]))
        return CQ_OK;
    cq_assert(level_check(b, &b->levels.at[depth]));
    item = choose_item(b);
    if (item == UINT32_MAX && (b->cutoff == CQ_NO_CUTOFF || b->spent < b->cutoff))
        cq_try(take_cover(b));
    cq_try(list_ways(b, &b->levels.at[depth], item));
    for (size_t i = 0; i < b->levels.at[depth].ways.count; i++) {
        cq_lead way = b->levels.at[depth].ways.at[i];

        if (item != UINT32_MAX && !is_worth(b, &b->levels.at[depth], way.rest))
            leave_out(&b->levels.at[depth], way.option);
        else
            cq_try(try_way(b, depth, way));
    }
    return CQ_OK;
}

cq_status cq_branch_walk(cq_branch *b)
{
    cq_branch_level first = {.base = 0};

    cq_try(cq_vec_push(b->run->ctx, &b->levels, first));
    for (uint32_t o = 0; o < cq_cover_options(b->cover); o++) {
        cq_lead lead = {.rest = b->costs[o], .option = o};

        cq_try(cq_vec_push(b->run->ctx, &b->levels.at[0].leads, lead));
    }
    return explore(b, 0);
}
