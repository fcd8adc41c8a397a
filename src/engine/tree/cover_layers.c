/* cover_layers.c - a sweep over exact covers that writes its states as a proof.
 *
 * Items have an order. An option belongs to its first primary item in that order. A
 * step chooses one option of an item, or none; of an item that may have several
 * options each of them is a step of its own. Between steps an item that options on
 * both sides have is open: its value is how many options it has, or, of a secondary
 * item, its colour, and 65535 if it has none. An item that needs no option and may have
 * all of them has no value.
 *
 * Cost: the rows times the options of a step, and what sorting costs (layers.c).
 */
#include "engine/tree/layers.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

#define PLAIN UINT16_MAX /* a secondary item that was taken without a colour */

typedef struct stage {
    uint32_t begin, end; /* of its options, in `sorted` */
} stage;

typedef struct sweep {
    cq_layers layers;
    const cq_cover *cover;
    uint32_t *place;  /* of each primary item in the order */
    uint32_t *sorted; /* options by the places of their first items */
    size_t count;
    CQ_VEC(stage) stages;
} sweep;

/* ---- what a row becomes ---- */

static bool is_free(const sweep *s, uint32_t item)
{
    const cq_item *bounds = &s->cover->items.at[item];

    return item < s->cover->primary && bounds->least == 0 &&
           bounds->most >= cq_cover_options(s->cover);
}

/* Whether the item can be in one option more; *value is what it then has. */
static bool grow(const sweep *s, cq_entry entry, uint16_t *value)
{
    uint16_t colour = entry.colour ? (uint16_t)entry.colour : PLAIN;

    if (entry.item < s->cover->primary)
        return (*value)++ < s->cover->items.at[entry.item].most;
    if (*value && (*value == PLAIN || *value != colour))
        return false;
    *value = colour;
    return true;
}

static bool choose(sweep *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];

        if (!is_free(s, entry.item) &&
            !grow(s, entry, &s->layers.row[s->layers.slot[entry.item]]))
            return false;
    }
    return true;
}

/* Whether the slots of those that come in a step are empty. */
static bool come_empty(const sweep *s, size_t step, const uint16_t *row)
{
    const cq_layers *l = &s->layers;

    for (uint32_t i = l->coming[step]; i != CQ_NEVER; i = l->after_coming[i])
        cq_hold(row[l->slot[i]] == 0);
    return true;
}

static bool is_empty(const uint16_t *row, size_t width)
{
    for (size_t i = 0; i < width; i++)
        cq_hold(row[i] == 0);
    return true;
}

/* Whether those that go have enough; their slots become empty. */
static bool let_go(sweep *s, size_t step)
{
    cq_layers *l = &s->layers;

    for (uint32_t i = l->going[step]; i != CQ_NEVER; i = l->after_going[i]) {
        if (i < s->cover->primary && l->row[l->slot[i]] < s->cover->items.at[i].least)
            return false;
        l->row[l->slot[i]] = 0;
    }
    return true;
}

static cq_status expand(void *user, size_t step, const uint16_t *row)
{
    sweep *s = user;
    stage at = s->stages.at[step];

    cq_assert(at.begin < at.end && at.end <= s->count && come_empty(s, step, row));
    for (uint32_t i = at.begin; i <= at.end; i++) {
        memcpy(s->layers.row, row, s->layers.width * sizeof *row);
        if ((i < at.end && !choose(s, s->sorted[i])) || !let_go(s, step))
            continue;
        if (step + 1 == s->layers.steps) {
            cq_assert(is_empty(s->layers.row, s->layers.width)); /* all have gone */
            s->layers.solvable = true;
            return CQ_OK;
        }
        cq_try(cq_layers_add(&s->layers));
    }
    return CQ_OK;
}

/* ---- steps ---- */

/* The place of the first primary item of an option; CQ_NEVER: it has none. */
static uint32_t place_of(const sweep *s, uint32_t option)
{
    const cq_cover *cover = s->cover;
    uint32_t place = CQ_NEVER;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item < cover->primary && s->place[item] < place)
            place = s->place[item];
    }
    return place;
}

static int compare_options(const void *a, const void *b, void *user)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint32_t px = place_of(user, x), py = place_of(user, y);

    if (px != py)
        return px < py ? -1 : 1;
    return (x > y) - (x < y);
}

static cq_status make_stages(sweep *s, const uint32_t *order)
{
    uint32_t place = CQ_NEVER;

    for (uint32_t o = 0; o < cq_cover_options(s->cover); o++)
        if (place_of(s, o) != CQ_NEVER)
            s->sorted[s->count++] = o;
    cq_sort_by(s->sorted, s->count, sizeof *s->sorted, compare_options, s);
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t here = place_of(s, s->sorted[i]);

        cq_assert(here < s->cover->primary && (place == CQ_NEVER || place <= here));
        if (here != place || s->cover->items.at[order[here]].most > 1)
            cq_try(cq_vec_push(s->layers.ctx, &s->stages, ((stage){i, i})));
        s->stages.at[s->stages.count - 1].end++;
        cq_assert(s->stages.at[s->stages.count - 1].end == i + 1);
        place = here;
    }
    s->layers.steps = s->stages.count;
    return CQ_OK;
}

static void find_lives(sweep *s)
{
    const cq_cover *cover = s->cover;

    for (uint32_t step = 0; step < s->stages.count; step++)
        for (uint32_t i = s->stages.at[step].begin; i < s->stages.at[step].end; i++) {
            uint32_t o = s->sorted[i];

            for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
                uint32_t item = cover->entries.at[e].item;

                if (is_free(s, item))
                    continue;
                if (s->layers.first[item] == CQ_NEVER)
                    s->layers.first[item] = step;
                s->layers.last[item] = step;
            }
        }
}

/* An item that needs something and is in no option: nothing has to be written. */
static bool is_hopeless(const sweep *s)
{
    for (size_t i = 0; i < s->cover->primary; i++)
        if (s->cover->items.at[i].least && s->layers.first[i] == CQ_NEVER)
            return true;
    return false;
}

/* Whether every value is below PLAIN. */
static cq_status require_small(const sweep *s)
{
    bool large = s->cover->colour_names.count >= PLAIN - 1;

    for (size_t i = 0; i < s->cover->primary; i++)
        large |= s->layers.first[i] != CQ_NEVER && s->count >= PLAIN &&
                 s->cover->items.at[i].most >= PLAIN;
    if (large)
        return cq_fail(s->layers.ctx, CQ_REFUSED,
                       "the problem is too large for a proof by layers");
    return CQ_OK;
}

static cq_status write_all(sweep *s, const uint32_t *order)
{
    for (uint32_t i = 0; i < s->cover->primary; i++)
        s->place[order[i]] = i;
    for (uint32_t i = 0; i < s->cover->primary; i++) /* each item stands there once */
        cq_assert(order[i] < s->cover->primary && s->place[order[i]] == i);
    cq_try(make_stages(s, order));
    find_lives(s);
    cq_try(require_small(s));
    cq_try(cq_layers_give_slots(&s->layers));
    cq_try(cq_layers_put_order(&s->layers, order, s->cover->primary));
    if (is_hopeless(s))
        return CQ_OK;
    s->layers.solvable = s->layers.steps == 0; /* nothing is needed */
    return cq_layers_write(&s->layers, expand, s);
}

cq_status cq_layers_cover(cq_context *ctx, const cq_cover *cover, const uint32_t *order,
                          cq_proof_file *file, bool *solvable)
{
    sweep s = {.cover = cover};
    cq_status status = cq_layers_begin(ctx, cover->items.count, file, &s.layers);

    if (status == CQ_OK) {
        s.place = cq_alloc(ctx, cover->primary, sizeof *s.place);
        s.sorted = cq_alloc(ctx, cq_cover_options(cover), sizeof *s.sorted);
        status = s.place && s.sorted ? write_all(&s, order) : CQ_MEMORY;
    }
    *solvable = s.layers.solvable;
    cq_layers_free(&s.layers);
    cq_free_each(s.place, s.sorted);
    cq_vec_free(&s.stages);
    return status;
}
