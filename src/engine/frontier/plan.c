/* plan.c - which step decides what, and how long each item is in the frontier.
 *
 * Every option is decided with the first of its exact items in the order: after that
 * step the item has its option, and no other option of it comes up again. An option
 * without exact items has its own step, in which it is taken or not. So every set of
 * options that covers the items is met once.
 *
 * An item is in the frontier from the first step that decides one of its options to the
 * last: an exact item that is the first of no option is tested at that step, not at its
 * place in the order. A counted item gets a step that tests its number and forgets it.
 *
 * Neuschotz, "Solving exact cover problems" (2021), calls the options that an item
 * decides its q-set; there a state has a bit for every item.
 *
 * Cost: linear in the entries of the cover.
 */
#include "base/sort.h"
#include "engine/frontier/plan.h"

#include <string.h>

void cq_plan_free(cq_plan *plan)
{
    cq_free_each(plan->step_of, plan->tracks, plan->starts, plan->options_of,
                 plan->owned_from, plan->owned, plan->births.starts, plan->births.items,
                 plan->deaths.starts, plan->deaths.items);
    cq_vec_free_each(&plan->places, &plan->colours, &plan->steps, &plan->moves,
                     &plan->pool, &plan->doubts);
    memset(plan, 0, sizeof *plan);
}

static cq_status allocate(cq_plan *plan)
{
    size_t items = plan->cover->items.count, options = cq_cover_options(plan->cover);

    plan->step_of = cq_alloc(plan->ctx, options, sizeof *plan->step_of);
    plan->tracks = cq_zalloc(plan->ctx, items, sizeof *plan->tracks);
    plan->starts = cq_alloc(plan->ctx, items + 1, sizeof *plan->starts);
    plan->options_of =
        cq_alloc(plan->ctx, plan->cover->entries.count, sizeof *plan->options_of);
    plan->owned_from = cq_alloc(plan->ctx, items + 2, sizeof *plan->owned_from);
    plan->owned = cq_alloc(plan->ctx, options, sizeof *plan->owned);
    cq_try_memory(plan->step_of && plan->tracks && plan->starts && plan->options_of &&
                  plan->owned_from && plan->owned);
    return CQ_OK;
}

/* ---- classes ---- */

/* A secondary item: idle if its options never disagree. */
static cq_item_class class_of_secondary(const cq_plan *plan, uint32_t item)
{
    const cq_cover *cover = plan->cover;
    uint32_t colour = CQ_NO_COLOUR;
    bool plain = false, differ = false;

    for (uint32_t k = plan->starts[item]; k < plan->starts[item + 1]; k++) {
        uint32_t i = cq_cover_entry(cover, plan->options_of[k], item);
        uint32_t own = cover->entries.at[i].colour;

        plain |= own == CQ_NO_COLOUR;
        differ |= own != colour && own != CQ_NO_COLOUR && colour != CQ_NO_COLOUR;
        colour = own == CQ_NO_COLOUR ? colour : own;
    }
    if (plan->tracks[item].options < 2 || (!plain && !differ))
        return CQ_ITEM_IDLE;
    return colour == CQ_NO_COLOUR ? CQ_ITEM_ONCE : CQ_ITEM_COLOURED;
}

static void classify(cq_plan *plan, uint32_t item)
{
    const cq_item *it = &plan->cover->items.at[item];
    cq_track *track = &plan->tracks[item];

    track->options = plan->starts[item + 1] - plan->starts[item];
    track->least = it->least;
    track->most = it->most < track->options ? it->most : track->options;
    if (plan->kept && plan->kept[item])
        track->kind = track->options ? CQ_ITEM_COUNTED : CQ_ITEM_IDLE;
    else if (item >= plan->cover->primary)
        track->kind = class_of_secondary(plan, item);
    else if (it->least == 1 && it->most == 1)
        track->kind = CQ_ITEM_EXACT;
    else if (it->least == 0 && it->most >= track->options)
        track->kind = CQ_ITEM_IDLE;
    else if (it->least == 0 && it->most == 1)
        track->kind = CQ_ITEM_ONCE;
    else
        track->kind = CQ_ITEM_COUNTED;
    plan->guarded |= track->kind == CQ_ITEM_COUNTED;
}

/* ---- steps ---- */

/* The item with which an option is decided: the first exact one, or else the first. */
static uint32_t owner_of(const cq_plan *plan, size_t option)
{
    const cq_cover *cover = plan->cover;
    uint32_t owner = (uint32_t)cover->items.count;
    bool exact = false;

    cq_assert(option < cq_cover_options(cover));
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;
        bool better = plan->tracks[item].kind == CQ_ITEM_EXACT;

        if (better < exact)
            continue;
        if (better > exact || owner == cover->items.count ||
            plan->tracks[item].position < plan->tracks[owner].position)
            owner = item;
        exact = better;
    }
    return owner;
}

static void list_owned(cq_plan *plan)
{
    size_t options = cq_cover_options(plan->cover);

    for (size_t o = 0; o < options; o++)
        plan->step_of[o] = owner_of(plan, o);
    cq_group_by(plan->step_of, options, plan->cover->items.count + 1, plan->owned_from,
                plan->owned);
}

static cq_status add_step(cq_plan *plan, cq_step_kind kind, uint32_t subject)
{
    cq_step step = {.kind = kind, .subject = subject};

    if (plan->steps.count >= CQ_NO_STEP)
        return cq_fail(plan->ctx, CQ_MEMORY, "the sweep has too many steps");
    return cq_vec_push(plan->ctx, &plan->steps, step);
}

/* Notes the step as the last of an item's options that was met. */
static void touch(cq_plan *plan, uint32_t option, uint32_t step)
{
    const cq_cover *cover = plan->cover;

    cq_assert(step + 1 == plan->steps.count);
    plan->step_of[option] = step;
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        cq_track *track = &plan->tracks[cover->entries.at[i].item];

        if (track->birth == CQ_NO_STEP)
            track->birth = step;
        cq_assert(track->death == CQ_NO_STEP || track->death <= step);
        track->death = step;
    }
}

/* The steps of the options that are decided with this item. */
static cq_status add_owned(cq_plan *plan, uint32_t item, bool exact)
{
    uint32_t first = plan->owned_from[item], end = plan->owned_from[item + 1];

    if (exact && (first < end || plan->tracks[item].options == 0))
        cq_try(add_step(plan, CQ_STEP_BRANCH, item));
    for (uint32_t k = first; k < end; k++) {
        if (!exact)
            cq_try(add_step(plan, CQ_STEP_CHOICE, plan->owned[k]));
        touch(plan, plan->owned[k], (uint32_t)plan->steps.count - 1);
    }
    return CQ_OK;
}

/* Which options are still to come for each item decides when its number is dropped: as
 * soon as there are none. */
static cq_status drop_counted(cq_plan *plan, uint32_t *left, uint32_t option)
{
    const cq_cover *cover = plan->cover;
    cq_status status = CQ_OK;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;
        cq_track *track = &plan->tracks[item];

        cq_assert(left[item] > 0);
        if (--left[item] || track->kind != CQ_ITEM_COUNTED ||
            (plan->kept && plan->kept[item]))
            continue;
        status = add_step(plan, CQ_STEP_DROP, item);
        if (status != CQ_OK)
            break;
        track->death = (uint32_t)plan->steps.count - 1;
    }
    return status;
}

static cq_status add_position(cq_plan *plan, uint32_t item, uint32_t *left)
{
    cq_try(add_owned(plan, item,
                     item < plan->cover->items.count &&
                         plan->tracks[item].kind == CQ_ITEM_EXACT));
    for (uint32_t k = plan->owned_from[item]; k < plan->owned_from[item + 1]; k++)
        cq_try(drop_counted(plan, left, plan->owned[k]));
    return CQ_OK;
}

/* An item that must come and has no option at all ends everything. */
static cq_status add_hopeless(cq_plan *plan, uint32_t item)
{
    const cq_track *track = &plan->tracks[item];

    if (track->kind != CQ_ITEM_COUNTED || track->options)
        return CQ_OK;
    return add_step(plan, CQ_STEP_DROP, item);
}

/* Whether no item has an option left that no step has decided. */
static bool are_zero(const uint32_t *left, size_t items)
{
    for (size_t i = 0; i < items; i++)
        cq_hold(left[i] == 0);
    return true;
}

static cq_status add_steps(cq_plan *plan)
{
    size_t items = plan->cover->items.count;
    uint32_t *left = cq_alloc(plan->ctx, items, sizeof *left);
    cq_status status = left ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; i < items && status == CQ_OK; i++) {
        left[i] = plan->tracks[i].options;
        plan->tracks[i].birth = plan->tracks[i].death = CQ_NO_STEP;
        status = add_hopeless(plan, (uint32_t)i);
    }
    if (status == CQ_OK) /* options without any item */
        status = add_position(plan, (uint32_t)items, left);
    for (size_t k = 0; k < items && status == CQ_OK; k++) {
        status = cq_poll_at(plan->ctx, k + 1);
        cq_then(status, add_position(plan, plan->order->items[k], left));
    }
    cq_assert(status != CQ_OK || are_zero(left, items));
    cq_free(left);
    for (size_t i = 0; plan->kept && i < items; i++)
        if (plan->kept[i] && plan->tracks[i].birth != CQ_NO_STEP)
            plan->tracks[i].death = CQ_NO_STEP - 1;
    return status;
}

/* ---- lives ---- */

static cq_status list_lives(cq_plan *plan, bool births, cq_calendar *out)
{
    size_t items = plan->cover->items.count, steps = plan->steps.count;
    uint32_t *keys = cq_alloc(plan->ctx, items, sizeof *keys);

    out->starts = cq_alloc(plan->ctx, steps + 1, sizeof *out->starts);
    out->items = cq_alloc(plan->ctx, items, sizeof *out->items);
    if (keys && out->starts && out->items) {
        for (size_t i = 0; i < items; i++)
            keys[i] = births ? plan->tracks[i].birth : plan->tracks[i].death;
        cq_group_by(keys, items, steps, out->starts, out->items);
    }
    cq_free(keys);
    return keys && out->starts && out->items ? CQ_OK : CQ_MEMORY;
}

cq_status cq_plan_make(cq_context *ctx, const cq_cover *cover, const cq_order *order,
                       const bool *kept, cq_plan *out)
{
    cq_plan plan = {.ctx = ctx, .cover = cover, .order = order, .kept = kept};
    cq_status status = allocate(&plan);

    cq_then(status, cq_cover_by_item(ctx, cover, plan.starts, plan.options_of));
    if (status == CQ_OK) {
        for (size_t k = 0; k < order->count; k++)
            plan.tracks[order->items[k]].position = (uint32_t)k;
        for (uint32_t item = 0; item < cover->items.count; item++)
            classify(&plan, item);
        list_owned(&plan);
        status = add_steps(&plan);
    }
    cq_then(status, cq_poll(ctx));
    cq_then(status, list_lives(&plan, true, &plan.births));
    cq_then(status, list_lives(&plan, false, &plan.deaths));
    cq_then(status, cq_plan_place(&plan));
    cq_then(status, cq_plan_moves(&plan));
    cq_assert(status != CQ_OK || cq_plan_check(&plan));
    if (status == CQ_OK)
        *out = plan;
    else
        cq_plan_free(&plan);
    return status;
}
