/* cover_steps.c - an exact cover as steps: options by the first of their items.
 *
 * The options are put into groups by the primary item of theirs that comes first in the
 * order. A step takes one option of a group, or none. Of an item that may be used
 * several times every option is a group of its own: it is taken or not.
 *
 *     2 x 2, dominoes    cells 0 1    group of 0: {0 1} {0 2}
 *                              2 3    group of 1: {1 3}, of 2: {2 3}
 *
 *     used  . . . . : 1  ->  0 1 taken: 1    ->  2 must be covered: {2 3}   ->  2
 *                            0 2 taken: 1    ->  1 must be covered: {1 3}
 *
 * The value of a primary item says how often it is used, that of a secondary one its
 * colour. An item that nothing is asked of (none or any number of options) is no part
 * of a state. After its last step an item must have been used as often as it needs.
 *
 * Cost of a choice: the entries of the option and the items that leave.
 */
#include "check/steps.h"

#include "base/assert.h"

#define SHUT ((uint32_t)CQ_SLOT_MOST) /* a secondary item, used without a colour */
#define NO_ITEM UINT32_MAX

typedef struct cover_steps {
    cq_steps base;
    const cq_cover *cover;
    const uint32_t *rank;
    uint32_t *options; /* sorted by group */
    size_t count;      /* of options that have a primary item */
    cq_u32s groups;    /* where each begins in `options`, and the end */
    cq_u32s leaders;   /* the item of each group */
    bool *idle;        /* items without a demand */
} cover_steps;

/* ---- states ---- */

/* Whether a primary item that something is asked of has all that it may have. */
static bool is_full(const cover_steps *s, uint32_t item, const uint64_t *key)
{
    uint32_t used = cq_slot_get(key, s->base.slots[item]);

    return used >= s->cover->items.at[item].most || used == CQ_SLOT_MOST;
}

/* To take none comes first: if the item of the group is full, that is all. */
static size_t choices(const cq_steps *steps, size_t step, const uint64_t *state)
{
    const cover_steps *s = (const cover_steps *)steps;
    uint32_t item = s->leaders.at[step];

    if (!s->idle[item] && is_full(s, item, state))
        return 1;
    return s->groups.at[step + 1] - s->groups.at[step] + 1;
}

static bool can_use(const cover_steps *s, cq_entry entry, const uint64_t *key)
{
    uint32_t used;

    if (entry.item < s->cover->primary)
        return !is_full(s, entry.item, key);
    used = cq_slot_get(key, s->base.slots[entry.item]);
    return used == 0 || (used != SHUT && used == entry.colour);
}

static bool fits(cover_steps *s, uint32_t option, const uint64_t *key)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        s->base.work++;
        if (!s->idle[cover->entries.at[e].item] &&
            !can_use(s, cover->entries.at[e], key))
            return false;
    }
    return true;
}

/* The key has the option, too. */
static void take(const cover_steps *s, uint32_t option, uint64_t *key)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];
        uint32_t slot = s->base.slots[entry.item];

        if (s->idle[entry.item])
            continue;
        if (entry.item < cover->primary)
            cq_slot_set(key, slot, cq_slot_get(key, slot) + 1);
        else
            cq_slot_set(key, slot, entry.colour == CQ_NO_COLOUR ? SHUT : entry.colour);
        cq_assert(entry.item >= cover->primary ||
                  cq_slot_get(key, slot) <= cover->items.at[entry.item].most);
    }
}

/* Whether the items that leave have what they need; they leave the key. */
static bool close_items(const cover_steps *s, size_t step, uint64_t *key)
{
    for (uint32_t i = s->base.leaves[step]; i < s->base.leaves[step + 1]; i++) {
        uint32_t item = s->base.leaving[i], slot = s->base.slots[item];

        if (item < s->cover->primary &&
            cq_slot_get(key, slot) < s->cover->items.at[item].least)
            return false;
        cq_slot_set(key, slot, 0);
    }
    return true;
}

static bool is_clear(const cq_steps *steps, const uint64_t *key)
{
    for (size_t i = 0; i < steps->words; i++)
        cq_hold(key[i] == 0);
    return true;
}

static cq_step_end choose(cq_steps *steps, size_t step, size_t choice,
                          const uint64_t *state, uint64_t *key)
{
    cover_steps *s = (cover_steps *)steps;
    const uint32_t *group = s->options + s->groups.at[step];

    if (choice > 0 && !fits(s, group[choice - 1], state))
        return CQ_STEP_FAILS;
    cq_key_copy(key, state, steps->words);
    if (choice > 0)
        take(s, group[choice - 1], key);
    if (!close_items(s, step, key))
        return CQ_STEP_FAILS;
    cq_assert(step + 1 < s->base.count || is_clear(steps, key)); /* all have left */
    return step + 1 == s->base.count ? CQ_STEP_COMPLETES : CQ_STEP_HOLDS;
}

/* ---- groups ---- */

/* The item of an option that comes first in the order; NO_ITEM: none is primary. */
static uint32_t first_item(const cover_steps *s, uint32_t option)
{
    const cq_cover *cover = s->cover;
    uint32_t best = NO_ITEM;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item < cover->primary && (best == NO_ITEM || s->rank[item] < s->rank[best]))
            best = item;
    }
    return best;
}

/* Options by the rank of their first items: a counting sort. */
static cq_status sort_options(cover_steps *s)
{
    cq_context *ctx = s->base.ctx;
    size_t items = s->cover->items.count, options = cq_cover_options(s->cover);
    uint32_t *places = cq_zalloc(ctx, items + 1, sizeof *places);

    s->options = cq_alloc(ctx, options, sizeof *s->options);
    if (!places || !s->options) {
        cq_free(places);
        return CQ_MEMORY;
    }
    for (uint32_t o = 0; o < options; o++)
        if (first_item(s, o) != NO_ITEM) {
            cq_assert(s->rank[first_item(s, o)] < items);
            places[s->rank[first_item(s, o)] + 1]++;
            s->count++;
        }
    for (size_t i = 0; i < items; i++)
        places[i + 1] += places[i];
    for (uint32_t o = 0; o < options; o++)
        if (first_item(s, o) != NO_ITEM)
            s->options[places[s->rank[first_item(s, o)]]++] = o;
    cq_assert(places[items] == s->count); /* every place is taken, once */
    cq_free(places);
    return CQ_OK;
}

static cq_status make_groups(cover_steps *s)
{
    cq_context *ctx = s->base.ctx;
    uint32_t item, before = NO_ITEM;

    for (uint32_t i = 0; i < s->count; i++, before = item) {
        item = first_item(s, s->options[i]);
        cq_assert(before == NO_ITEM || s->rank[before] <= s->rank[item]);
        if (item != before || s->cover->items.at[item].most > 1) {
            cq_try(cq_vec_push(ctx, &s->groups, i));
            cq_try(cq_vec_push(ctx, &s->leaders, item));
        }
    }
    s->base.count = s->groups.count;
    cq_assert(s->leaders.count == s->groups.count);
    return cq_vec_push(ctx, &s->groups, (uint32_t)s->count);
}

/* The first and the last group of each item that something is asked of. */
static void find_ends(cover_steps *s)
{
    const cq_cover *cover = s->cover;

    for (uint32_t g = 0; g < s->base.count; g++)
        for (uint32_t i = s->groups.at[g]; i < s->groups.at[g + 1]; i++) {
            uint32_t o = s->options[i];

            for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
                uint32_t item = cover->entries.at[e].item;

                if (s->idle[item])
                    continue;
                if (s->base.first[item] == CQ_NO_STEP)
                    s->base.first[item] = g;
                s->base.last[item] = g;
            }
        }
}

/* Whether all numbers fit a slot, and no item is beyond help. */
static void judge_items(cover_steps *s)
{
    const cq_cover *cover = s->cover;

    for (size_t i = 0; i < cover->primary; i++) {
        const cq_item *item = &cover->items.at[i];

        s->base.hopeless |= item->least > 0 && s->base.last[i] == CQ_NO_STEP;
        s->base.too_large |= s->base.last[i] != CQ_NO_STEP &&
                             item->most >= CQ_SLOT_MOST && s->count >= CQ_SLOT_MOST;
    }
    s->base.too_large |= cover->colour_names.count >= CQ_SLOT_MOST - 1;
}

/* ---- from beginning to end ---- */

static void drop(cq_steps *steps)
{
    cover_steps *s = (cover_steps *)steps;

    cq_free_each(s->options, s->idle);
    cq_vec_free_each(&s->groups, &s->leaders);
}

static cq_status make(cover_steps *s)
{
    const cq_cover *cover = s->cover;

    s->idle = cq_zalloc(s->base.ctx, cover->items.count, sizeof *s->idle);
    cq_try_memory(s->idle);
    for (size_t i = 0; i < cover->primary; i++)
        s->idle[i] = cover->items.at[i].least == 0 &&
                     cover->items.at[i].most >= cq_cover_options(cover);
    cq_try(sort_options(s));
    cq_try(make_groups(s));
    find_ends(s);
    judge_items(s);
    return cq_steps_give_slots(&s->base);
}

cq_status cq_cover_steps_make(cq_context *ctx, const cq_cover *cover,
                              const uint32_t *rank, cq_steps **out)
{
    cover_steps *s = cq_zalloc(ctx, 1, sizeof *s);
    cq_status status;

    cq_try_memory(s);
    s->cover = cover;
    s->rank = rank;
    s->base.choices = choices;
    s->base.choose = choose;
    s->base.drop = drop;
    status = cq_steps_begin(ctx, cover->items.count, &s->base);
    cq_then(status, make(s));
    if (status != CQ_OK)
        cq_steps_free(&s->base);
    else
        *out = &s->base;
    return status;
}
