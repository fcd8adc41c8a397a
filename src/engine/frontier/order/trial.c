/* trial.c - makes and counts the states of a sweep, up to a limit.
 *
 * Widths are only a prediction; if orders are close, real states decide. The trial
 * makes the layers of the sweep as sets, without numbers of ways, and drops a state if
 * one of its uncovered items has no compatible option left.
 *
 *     layer k ── at the turn of order[k]: pass if it is covered, else each option ──>
 *     layer k + 1, with the fields of the items that have ended cleared
 *
 * The value of a field: of a plain item 1 if it is covered; of one with copies how many
 * options have it; of a secondary one 0, 1 if it is used up, or 1 + its colour.
 */
#include "engine/frontier/order/trial.h"

enum { FORESEE_FROM = 128 }; /* states */

/* An item of the frontier that is not covered yet, and what would be in the way of each
 * of its options to come: masks of `words` words. */
typedef struct hope {
    uint32_t word;
    uint64_t bit; /* its own */
    size_t first, end;
} hope;

typedef struct trial {
    cq_context *ctx;
    const cq_course *course;
    size_t most;
    double limit;
    cq_keys now, next;
    uint64_t *state; /* the one that is being made */
    cq_trial result;
    uint32_t *live; /* plain items of the frontier after this step, ascending */
    size_t live_count;
    bool plain;         /* a bit that is set is all that can be in an option's way */
    bool foreseen;      /* the hopes are those of this step */
    CQ_VEC(hope) hopes; /* of each live item */
    CQ_VEC(uint64_t) masks;
    size_t kept; /* states looked at, to ask now and then whether to stop */
} trial;

/* What an entry makes of its item's field; false if the two disagree. */
static bool meet(const trial *t, const cq_entry *entry, uint64_t value, uint64_t *out)
{
    const cq_cover *cover = t->course->links->cover;
    const cq_item *item = &cover->items.at[entry->item];

    if (entry->item >= cover->primary) {
        *out = entry->colour ? 1 + (uint64_t)entry->colour : 1;
        return value == 0 || (entry->colour && value == *out);
    }
    *out = value + 1;
    return value < item->most;
}

/* The option put into the state; step is now. An item that is not born yet is not
 * covered, whatever stands in the field it will have. */
static bool put(const trial *t, uint32_t option, uint64_t *state)
{
    const cq_cover *cover = t->course->links->cover;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        const cq_entry *entry = &cover->entries.at[i];
        const cq_field *field = &t->course->fields[entry->item];
        uint64_t value = field->bits ? cq_field_get(field, state) : 0;

        if (!meet(t, entry, value, &value))
            return false;
        cq_field_set(field, state, value);
    }
    return true;
}

/* Whether an option of a later step could still be put into the state. */
static bool goes(const trial *t, uint32_t option, size_t step, const uint64_t *state)
{
    const cq_course *course = t->course;
    const cq_cover *cover = course->links->cover;

    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        const cq_entry *entry = &cover->entries.at[i];
        const cq_field *field = &course->fields[entry->item];
        uint64_t value;

        if (course->birth[entry->item] <= step && field->bits &&
            !meet(t, entry, cq_field_get(field, state), &value))
            return false;
    }
    return true;
}

static bool is_dead(trial *t, size_t step, const uint64_t *state)
{
    const cq_course *course = t->course;
    const cq_links *links = course->links;

    for (size_t i = 0; i < t->live_count; i++) {
        uint32_t item = t->live[i];
        size_t k = links->starts[item], end = links->starts[item + 1];

        if (cq_field_get(&course->fields[item], state))
            continue;
        for (; k < end; k++) {
            uint32_t option = links->list[k];

            if (course->step[option] <= step)
                continue;
            t->result.checks++;
            if (goes(t, option, step, state))
                break;
        }
        if (k == end)
            return true;
    }
    return false;
}

/* ---- the same with masks, made for a step that is worth it ---- */

static bool is_all_plain(const cq_links *links)
{
    const cq_cover *cover = links->cover;

    for (uint32_t i = 0; i < cover->primary; i++)
        if (!cq_item_plain(cover, i))
            return false;
    for (size_t e = 0; e < cover->entries.count; e++)
        if (cover->entries.at[e].colour)
            return false;
    return true;
}

static cq_status add_mask(trial *t, uint32_t option, size_t step)
{
    const cq_course *course = t->course;
    const cq_cover *cover = course->links->cover;
    uint64_t *mask;

    cq_try(cq_vec_reserve(t->ctx, &t->masks, course->words));
    mask = t->masks.at + t->masks.count;
    memset(mask, 0, course->words * sizeof *mask);
    for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1]; i++) {
        uint32_t item = cover->entries.at[i].item;
        const cq_field *field = &course->fields[item];

        if (course->birth[item] <= step && field->bits)
            mask[field->word] |= ((UINT64_C(1) << field->bits) - 1) << field->shift;
    }
    t->masks.count += course->words;
    return CQ_OK;
}

static cq_status foresee(trial *t, size_t step)
{
    const cq_course *course = t->course;
    const cq_links *links = course->links;

    t->hopes.count = t->masks.count = 0;
    for (size_t i = 0; i < t->live_count; i++) {
        uint32_t item = t->live[i];
        const cq_field *field = &course->fields[item];
        hope h = {.word = field->word, .bit = UINT64_C(1) << field->shift};

        h.first = t->masks.count;
        for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++)
            if (course->step[links->list[k]] > step)
                cq_try(add_mask(t, links->list[k], step));
        h.end = t->masks.count;
        cq_assert((h.end - h.first) % course->words == 0);
        cq_try(cq_vec_push(t->ctx, &t->hopes, h));
    }
    return CQ_OK;
}

static bool is_hopeless(trial *t, const uint64_t *state, size_t words)
{
    for (size_t i = 0; i < t->hopes.count; i++) {
        const hope *h = &t->hopes.at[i];
        size_t k = h->first;

        if (state[h->word] & h->bit)
            continue;
        for (; k < h->end; k += words) {
            uint64_t met = 0;

            t->result.checks++;
            for (size_t w = 0; w < words; w++)
                met |= state[w] & t->masks.at[k + w];
            if (!met)
                break;
        }
        if (k == h->end)
            return true;
    }
    return false;
}

/* Items that end here: enough copies, and their fields cleared for the next. */
static bool end_items(const trial *t, size_t step, uint64_t *state)
{
    const cq_course *course = t->course;
    const cq_cover *cover = course->links->cover;

    for (size_t i = course->end_starts[step]; i < course->end_starts[step + 1]; i++) {
        uint32_t item = course->ends[i];
        const cq_field *field = &course->fields[item];

        if (item < cover->primary && !cq_item_plain(cover, item)) {
            if (cq_field_get(field, state) < cover->items.at[item].least)
                return false;
        }
        cq_field_set(field, state, 0);
    }
    return true;
}

static cq_status keep(trial *t, size_t step)
{
    t->result.work++;
    cq_try(cq_poll_at(t->ctx, ++t->kept));
    if (!end_items(t, step, t->state) || cq_keys_find(&t->next, t->state) != CQ_NO_KEY)
        return CQ_OK;
    if (!t->foreseen            ? is_dead(t, step, t->state)
        : t->course->words == 1 ? is_hopeless(t, t->state, 1)
                                : is_hopeless(t, t->state, t->course->words))
        return CQ_OK;
    return cq_keys_add(t->ctx, &t->next, t->state, NULL, NULL);
}

static void load(trial *t, size_t i)
{
    memcpy(t->state, t->now.at + i * t->now.words, t->now.words * sizeof *t->state);
}

static bool is_over(const trial *t)
{
    return t->next.count > t->most || t->result.work + t->result.checks > t->limit;
}

/* ---- steps ---- */

/* A plain item: pass if it is covered, else each option that covers it. */
static cq_status step_plain(trial *t, size_t step)
{
    const cq_course *course = t->course;
    const cq_field *field = &course->fields[course->order[step]];

    for (size_t i = 0; i < t->now.count && !is_over(t); i++) {
        load(t, i);
        if (field->bits && cq_field_get(field, t->state)) {
            cq_try(keep(t, step));
            continue;
        }
        for (size_t k = course->choice_starts[step];
             k < course->choice_starts[step + 1]; k++) {
            load(t, i);
            t->result.checks++;
            if (put(t, course->choices[k], t->state))
                cq_try(keep(t, step));
        }
    }
    return CQ_OK;
}

/* Any other item: each option that begins with it is taken or left, one by one. */
static cq_status choose_each(trial *t, size_t step)
{
    const cq_course *course = t->course;
    cq_status status = CQ_OK;

    for (size_t k = course->choice_starts[step]; k < course->choice_starts[step + 1];
         k++) {
        size_t count = t->now.count;

        for (size_t i = 0; i < count && status == CQ_OK; i++) {
            load(t, i);
            t->result.work++;
            if (put(t, course->choices[k], t->state))
                status = cq_keys_add(t->ctx, &t->now, t->state, NULL, NULL);
        }
        if (status != CQ_OK || t->now.count > t->most || is_over(t))
            break;
    }
    return status;
}

static cq_status step_other(trial *t, size_t step)
{
    cq_try(choose_each(t, step));
    for (size_t i = 0; i < t->now.count && !is_over(t); i++) {
        load(t, i);
        cq_try(keep(t, step));
    }
    return CQ_OK;
}

static bool lives(const trial *t, uint32_t item, size_t step)
{
    const cq_course *course = t->course;

    return item < course->links->cover->primary && course->fields[item].bits &&
           course->death[item] > step && cq_item_plain(course->links->cover, item);
}

/* Those that end with this step go, those that are born in it come in their place. */
static void list_live(trial *t, size_t step)
{
    const cq_course *course = t->course;
    size_t count = 0;

    for (size_t i = 0; i < t->live_count; i++)
        if (lives(t, t->live[i], step))
            t->live[count++] = t->live[i];
    for (size_t k = course->birth_starts[step]; k < course->birth_starts[step + 1];
         k++) {
        uint32_t item = course->births[k];
        size_t at = count;

        if (!lives(t, item, step))
            continue;
        for (; at > 0 && t->live[at - 1] > item; at--)
            t->live[at] = t->live[at - 1];
        t->live[at] = item;
        count++;
    }
    t->live_count = count;
    cq_assert(step < course->links->items);
    for (size_t i = 1; i < count; i++)
        cq_assert(t->live[i - 1] < t->live[i]);
}

static cq_status take_step(trial *t, size_t step)
{
    const cq_links *links = t->course->links;
    cq_keys swap;

    list_live(t, step);
    t->foreseen = t->plain && t->now.count >= FORESEE_FROM;
    if (t->foreseen)
        cq_try(foresee(t, step));
    cq_keys_clear(&t->next);
    cq_try(cq_item_plain(links->cover, t->course->order[step]) ? step_plain(t, step)
                                                               : step_other(t, step));
    if (is_over(t))
        return CQ_OK;
    cq_assert(t->now.words == t->next.words && t->next.count <= t->most);
    swap = t->now;
    t->now = t->next;
    t->next = swap;
    t->result.steps = step + 1;
    t->result.last = t->now.count;
    t->result.states += (double)t->now.count;
    cq_assert(t->result.work >= (double)t->now.count);
    if (t->now.count > t->result.peak)
        t->result.peak = t->now.count;
    return CQ_OK;
}

static cq_status run_trial(trial *t)
{
    size_t steps = t->course->links->items;
    cq_status status = cq_keys_add(t->ctx, &t->now, t->state, NULL, NULL);

    t->result.last = t->result.peak = 1;
    t->result.states = 1;
    for (size_t k = 0; k < steps && status == CQ_OK; k++) {
        status = cq_poll_at(t->ctx, k + 1);
        cq_then(status, take_step(t, k));
        if (t->result.steps == k) /* a limit */
            return status;
    }
    cq_assert(status != CQ_OK || t->now.count <= 1); /* nothing tells states apart */
    t->result.finished = status == CQ_OK;
    return status;
}

cq_status cq_trial_count(cq_context *ctx, const cq_links *links, const uint32_t *order,
                         size_t most, double work, cq_trial *out)
{
    trial t = {.ctx = ctx, .most = most, .limit = work};
    cq_course course;
    cq_status status;

    cq_try(cq_course_make(ctx, links, order, &course));
    t.course = &course;
    t.plain = is_all_plain(links);
    t.now.words = t.next.words = course.words;
    t.state = cq_zalloc(ctx, course.words, sizeof *t.state);
    t.live = cq_alloc(ctx, links->items, sizeof *t.live);
    status = t.state && t.live ? run_trial(&t) : CQ_MEMORY;
    if (status == CQ_OK)
        *out = t.result;
    cq_keys_free(&t.now);
    cq_keys_free(&t.next);
    cq_vec_free_each(&t.hopes, &t.masks);
    cq_free_each(t.state, t.live);
    cq_course_free(&course);
    return status;
}
