/* backtrack_cover.c - backtracking over the first open item of a cover.
 *
 * Items are covered in order. At item i, the options whose first primary item is i are
 * tried in order; once i is covered often enough it may be closed, and the search
 * continues with item i + 1. So an option is chosen only at its first item, and the
 * options of one item in ascending order. Every solution is therefore found exactly
 * once, even with multiplicities.
 *
 *     covered[i]   in how many chosen options primary item i occurs
 *     colour[j]    of secondary item j: FREE, TAKEN (without colour), or the colour
 *     uses[j]      in how many chosen options secondary item j occurs
 *     steps[]      a stack of what was done: an option chosen, or an item closed
 */
#include "engine/backtrack/backtrack.h"

#include "base/assert.h"

enum { FREE = 0 };
#define TAKEN UINT32_MAX
#define CLOSED UINT32_MAX /* a step that closed its item */

typedef struct step {
    uint32_t item;   /* being dealt with */
    uint32_t next;   /* position in `order` to go on from when this step is undone */
    uint32_t option; /* chosen, or CLOSED */
} step;

typedef struct search {
    cq_run *run;
    const cq_cover *cover;
    const cq_placements *placements;
    uint32_t *order;  /* options sorted by their first primary item */
    uint32_t *starts; /* of the options of each primary item in `order` */
    uint32_t *covered, *colour, *uses;
    CQ_VEC(step) steps;
    uint64_t tried;
    cq_solution solution;
} search;

/* ---- setting up ---- */

static uint32_t first_item(const cq_cover *cover, uint32_t option)
{
    uint32_t first = UINT32_MAX;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item < first)
            first = cover->entries.at[e].item;
    return first < cover->primary ? first : UINT32_MAX;
}

/* Options of an item stand together, ascending, each under its first primary item. */
static bool check_order(const search *s)
{
    for (uint32_t i = 0; i < s->cover->primary; i++) {
        cq_hold(s->starts[i] <= s->starts[i + 1]);
        for (uint32_t k = s->starts[i]; k < s->starts[i + 1]; k++) {
            cq_hold(first_item(s->cover, s->order[k]) == i);
            cq_hold(k == s->starts[i] || s->order[k - 1] < s->order[k]);
        }
    }
    return true;
}

/* A counting sort by first item; options without a primary item are never needed. */
static void sort_options(search *s)
{
    const cq_cover *cover = s->cover;
    uint32_t options = (uint32_t)cq_cover_options(cover);

    for (uint32_t o = 0; o < options; o++) {
        uint32_t first = first_item(cover, o);

        if (first != UINT32_MAX)
            s->starts[first + 1]++;
    }
    for (size_t i = 0; i < cover->primary; i++)
        s->starts[i + 1] += s->starts[i];
    for (uint32_t o = 0; o < options; o++) {
        uint32_t first = first_item(cover, o);

        if (first != UINT32_MAX)
            s->order[s->starts[first]++] = o;
    }
    /* Each start has moved on to where the next item's options begin. */
    for (size_t i = cover->primary; i > 0; i--)
        s->starts[i] = s->starts[i - 1];
    s->starts[0] = 0;
    cq_assert(check_order(s));
}

static cq_status set_up(search *s)
{
    cq_context *ctx = s->run->ctx;
    size_t items = s->cover->items.count, options = cq_cover_options(s->cover);

    s->order = cq_alloc(ctx, options, sizeof *s->order);
    s->starts = cq_zalloc(ctx, s->cover->primary + 1, sizeof *s->starts);
    s->covered = cq_zalloc(ctx, items, sizeof *s->covered);
    s->colour = cq_zalloc(ctx, items, sizeof *s->colour);
    s->uses = cq_zalloc(ctx, items, sizeof *s->uses);
    cq_try_memory(s->order && s->starts && s->covered && s->colour && s->uses);
    sort_options(s);
    return CQ_OK;
}

static void tear_down(search *s)
{
    cq_free_each(s->order, s->starts, s->covered, s->colour, s->uses);
    cq_vec_free(&s->steps);
    cq_solution_free(&s->solution);
}

/* ---- searching ---- */

static bool is_free(const search *s, const cq_entry *e)
{
    if (e->item < s->cover->primary)
        return s->covered[e->item] < s->cover->items.at[e->item].most;
    return s->colour[e->item] == FREE ||
           (e->colour != CQ_NO_COLOUR && s->colour[e->item] == e->colour);
}

static bool can_choose(const search *s, uint32_t option)
{
    const uint32_t *starts = s->cover->starts.at;

    for (uint32_t e = starts[option]; e < starts[option + 1]; e++)
        if (!is_free(s, &s->cover->entries.at[e]))
            return false;
    return true;
}

static void choose(search *s, uint32_t option)
{
    const uint32_t *starts = s->cover->starts.at;

    for (uint32_t i = starts[option]; i < starts[option + 1]; i++) {
        const cq_entry *e = &s->cover->entries.at[i];

        if (e->item < s->cover->primary) {
            cq_assert(s->covered[e->item] < s->cover->items.at[e->item].most);
            s->covered[e->item]++;
        } else {
            s->uses[e->item]++;
            s->colour[e->item] = e->colour == CQ_NO_COLOUR ? TAKEN : e->colour;
        }
    }
}

static void unchoose(search *s, uint32_t option)
{
    const uint32_t *starts = s->cover->starts.at;

    for (uint32_t i = starts[option]; i < starts[option + 1]; i++) {
        const cq_entry *e = &s->cover->entries.at[i];

        cq_assert(e->item < s->cover->primary ? s->covered[e->item] > 0
                                              : s->uses[e->item] > 0);

        if (e->item < s->cover->primary)
            s->covered[e->item]--;
        else if (--s->uses[e->item] == 0)
            s->colour[e->item] = FREE;
    }
}

/* The solution as options, or as the placements that they stand for. */
static cq_status write_solution(search *s)
{
    cq_solution_clear(&s->solution);
    for (size_t i = 0; i < s->steps.count; i++)
        if (s->steps.at[i].option != CLOSED)
            cq_try(cq_run_add_option(s->run, s->placements, s->steps.at[i].option,
                                     &s->solution));
    return CQ_OK;
}

/* A solution: every primary item as often as it must be and may be. */
static bool check_covered(const search *s)
{
    for (size_t i = 0; i < s->cover->primary; i++)
        cq_hold(s->covered[i] >= s->cover->items.at[i].least &&
                s->covered[i] <= s->cover->items.at[i].most);
    return true;
}

static cq_status deliver(search *s, bool *enough)
{
    cq_assert(check_covered(s));
    if (s->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(s->run);
        return CQ_OK;
    }
    cq_try(write_solution(s));
    return cq_run_found(s->run, &s->solution, enough);
}

/* One step down from (item, next): an option if one goes, else the item's closing if it
 * is covered often enough. *done: there is neither. */
static cq_status step_down(search *s, uint32_t *item, uint32_t *next, bool *done)
{
    step made = {*item, 0, CLOSED};

    cq_assert(*item < s->cover->primary && *next >= s->starts[*item]);
    *done = false;
    for (uint32_t k = *next; k < s->starts[*item + 1]; k++) {
        s->tried++;
        if (!can_choose(s, s->order[k]))
            continue;
        choose(s, s->order[k]);
        made.option = s->order[k];
        made.next = *next = k + 1;
        return cq_vec_push(s->run->ctx, &s->steps, made);
    }
    if (s->covered[*item] < s->cover->items.at[*item].least) {
        *done = true;
        return CQ_OK;
    }
    made.next = UINT32_MAX; /* nothing comes after the closing */
    ++*item;
    *next = *item < s->cover->primary ? s->starts[*item] : 0;
    return cq_vec_push(s->run->ctx, &s->steps, made);
}

/* Undoes steps until one leaves something to try; false when none does. */
static bool step_up(search *s, uint32_t *item, uint32_t *next)
{
    while (s->steps.count) {
        step last = s->steps.at[--s->steps.count];

        if (last.option == CLOSED)
            continue;
        unchoose(s, last.option);
        *item = last.item;
        *next = last.next;
        return true;
    }
    return false;
}

static cq_status walk(search *s)
{
    uint32_t item = 0, next = s->starts[0];
    uint64_t steps = 0;
    bool enough = false, done;

    for (;;) {
        cq_status status = CQ_OK;

        if (++steps % CQ_BACKTRACK_POLL == 0 && cq_run_poll(s->run))
            return CQ_OK;
        if (item == s->cover->primary) {
            status = deliver(s, &enough);
            done = true;
        } else {
            status = step_down(s, &item, &next, &done);
        }
        if (status != CQ_OK || enough)
            return status;
        if (done && !step_up(s, &item, &next))
            return CQ_OK;
    }
}

cq_status cq_backtrack_cover(cq_run *run, const cq_cover *cover,
                             const cq_placements *placements)
{
    search s = {.run = run, .cover = cover, .placements = placements};
    cq_status status = set_up(&s);

    if (status == CQ_OK) {
        cq_run_counts(run, &s.tried, "options");
        status = walk(&s);
        run->progress = NULL;
    }
    cq_then(status, cq_backtrack_conclude(run, "lays tried", s.tried));
    tear_down(&s);
    return status;
}
