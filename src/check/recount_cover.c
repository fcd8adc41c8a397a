/* recount_cover.c - the checker's own search for exact covers, with colours and
 * multiplicities.
 *
 * The options that an item may still get are a list whose active part comes first, as
 * in Knuth's dancing cells (The Art of Computer Programming 4C, pre-fascicle 7A): an
 * option is taken out of a list by swapping it past the active part, and the last one
 * taken out comes back by making the active part longer by one.
 *
 *     lists        entries by item: item i has lists[starts[i] .. starts[i + 1]), of
 *                  which the first active[i] belong to options that may be chosen
 *     place[e]     where entry e is in lists
 *     owner[e]     the option of entry e
 *     used[i]      chosen options that have item i
 *     open         the items that need more options; where[i] is their place there
 *     trail        the options that were taken out, in order
 *
 * An option is taken out when it is chosen or decided against, when one of its items
 * has all the options that it may have, and when its colour for a secondary item is not
 * the one that was agreed on.
 *
 * A node takes the open item with the least choice, that is, active options beyond what
 * it needs, and one of its options, first with and then without it. When no item is
 * open, options that are still active may be added or not; if there are none, this is a
 * solution. So each set of options is visited once. The branches lie on a stack of our
 * own.
 *
 * How long it takes is foreseen by probes (D. E. Knuth, "Estimating the
 * efficiency of backtrack programs", 1975): each goes down with random decisions, and
 * what is done there counts the more the less likely the way down was.
 *
 * Cost: the entries of the options taken out. That is counted and limited like the
 * nodes, as one node of a large cover can be dear.
 */
#include "check/judge.h"
#include "base/assert.h"
#include "base/random.h"

#include <math.h>

#define STEPS_MOST (UINT64_C(1) << 31)   /* unless there is no limit */
#define ENTRIES_MOST ((size_t)10000000)  /* more are not worth the try */
static const double step_seconds = 1e-8; /* about */

#define NO_OPTION UINT32_MAX
#define NOWHERE UINT32_MAX

typedef struct branch {
    uint32_t option;
    bool with;  /* it is chosen; else it was decided against */
    size_t out; /* the length of the trail before */
} branch;

typedef struct search {
    cq_context *ctx;
    const cq_cover *cover;
    uint32_t options;
    uint32_t *lists, *place, *owner;
    size_t *starts;
    uint32_t *used, *active;
    uint32_t *open, *where, open_count;
    cq_u32s trail; /* has room for all options */
    CQ_VEC(branch) stack;
    uint64_t steps;
    cq_recount *recount;
    cq_solution solution; /* for the visitor: options */
} search;

static void take_out(search *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;
        size_t last = s->starts[item] + --s->active[item];
        uint32_t moved = s->lists[last];

        cq_assert(s->active[item] < s->starts[item + 1] - s->starts[item]);
        cq_assert(s->lists[s->place[e]] == e && s->place[e] <= last);
        s->lists[last] = (uint32_t)e;
        s->lists[s->place[e]] = moved;
        s->place[moved] = s->place[e];
        s->place[e] = (uint32_t)last;
        s->steps++;
    }
    s->trail.at[s->trail.count++] = option;
    cq_assert(s->trail.count <= s->options);
}

/* Puts back what was taken out since the trail had this length. */
static void put_back(search *s, size_t length)
{
    const cq_cover *cover = s->cover;

    while (s->trail.count > length) {
        uint32_t option = s->trail.at[--s->trail.count];

        for (size_t e = cover->starts.at[option + 1]; e-- > cover->starts.at[option];) {
            uint32_t item = cover->entries.at[e].item;

            cq_assert(s->place[e] == s->starts[item] + s->active[item]);
            s->active[item]++;
        }
    }
}

/* Takes out all options with the item but those with the colour `but`. From the end, so
 * that what is swapped into a place was looked at before. */
static void take_out_list(search *s, uint32_t item, uint32_t but)
{
    for (size_t i = s->active[item]; i-- > 0;) {
        uint32_t e = s->lists[s->starts[item] + i];

        if (but == CQ_NO_COLOUR || s->cover->entries.at[e].colour != but)
            take_out(s, s->owner[e]);
    }
}

static void close_item(search *s, uint32_t item)
{
    uint32_t at = s->where[item], last = s->open[--s->open_count];

    cq_assert(at != NOWHERE && s->open[at] == item);
    s->open[at] = last;
    s->where[last] = at;
    s->where[item] = NOWHERE;
}

static void open_item(search *s, uint32_t item)
{
    cq_assert(s->where[item] == NOWHERE);
    s->where[item] = s->open_count;
    s->open[s->open_count++] = item;
}

static void choose(search *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    cq_assert(cover->starts.at[option] < cover->starts.at[option + 1]);
    take_out(s, option);
    for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];
        const cq_item *item = &cover->items.at[entry.item];
        uint32_t used = ++s->used[entry.item];

        if (entry.item >= cover->primary) {
            if (used == 1)
                take_out_list(s, entry.item, entry.colour);
            continue;
        }
        if (used == item->least)
            close_item(s, entry.item);
        if (used == item->most)
            take_out_list(s, entry.item, CQ_NO_COLOUR);
    }
}

static void unchoose(search *s, uint32_t option, size_t length)
{
    const cq_cover *cover = s->cover;

    for (size_t e = cover->starts.at[option + 1]; e-- > cover->starts.at[option];) {
        uint32_t item = cover->entries.at[e].item;

        cq_assert(s->used[item] > 0);
        if (s->used[item]-- == cover->items.at[item].least && item < cover->primary)
            open_item(s, item);
    }
    put_back(s, length);
}

static uint32_t first_active(const search *s, uint32_t item)
{
    return s->owner[s->lists[s->starts[item]]];
}

/* The option to decide next, or NO_OPTION at a leaf; *dead if an item cannot get what
 * it needs. *chance is that of the option, if any that would do is chosen blindly. */
static uint32_t next_option(search *s, bool *dead, double *chance)
{
    uint32_t best = NOWHERE, best_choice = UINT32_MAX;

    *dead = false;
    *chance = 0.5;
    s->steps += s->open_count;
    for (uint32_t i = 0; i < s->open_count; i++) {
        uint32_t item = s->open[i];
        uint32_t need = s->cover->items.at[item].least - s->used[item];

        if (s->active[item] < need) {
            *dead = true;
            return NO_OPTION;
        }
        if (s->active[item] - need < best_choice) {
            best_choice = s->active[item] - need;
            best = item;
            *chance = (double)need / s->active[item];
        }
    }
    if (best != NOWHERE)
        return first_active(s, best);
    if (s->trail.count < s->options)
        for (uint32_t item = 0; item < s->cover->primary; item++)
            if (s->active[item])
                return first_active(s, item);
    return NO_OPTION;
}

/* Undoes branches until one has its other side left, and takes that. */
static bool next_branch(search *s)
{
    while (s->stack.count) {
        branch *last = &s->stack.at[s->stack.count - 1];

        if (last->with) {
            unchoose(s, last->option, last->out);
            take_out(s, last->option);
            last->with = false;
            return true;
        }
        put_back(s, last->out);
        s->stack.count--;
    }
    return false;
}

static bool may_go_on(const search *s)
{
    const cq_recount *r = s->recount;

    return r->nodes < r->most && (s->steps < STEPS_MOST || r->most == UINT64_MAX) &&
           !(r->enough && r->found >= r->enough) &&
           !((r->nodes & 1023) == 0 && cq_poll(s->ctx) != CQ_OK);
}

/* Shows the options chosen to the visitor. */
static cq_status show(search *s)
{
    const cq_visitor *visitor = &s->recount->visitor;

    cq_solution_clear(&s->solution);
    for (size_t i = 0; i < s->stack.count; i++)
        if (s->stack.at[i].with)
            cq_try(cq_vec_push(s->ctx, &s->solution.labels, s->stack.at[i].option));
    return visitor->visit(visitor->user, &s->solution);
}

/* The lists hold each entry once, the active ones first: those of options that are not
 * on the trail. Items that need more options are open. */
static bool check_search(const search *s)
{
    const cq_cover *cover = s->cover;
    size_t active = 0, out = 0;

    for (uint32_t item = 0; item < cover->items.count; item++) {
        size_t start = s->starts[item], end = s->starts[item + 1];

        cq_hold(s->active[item] <= end - start);
        for (size_t i = start; i < end; i++)
            cq_hold(cover->entries.at[s->lists[i]].item == item &&
                    s->place[s->lists[i]] == i);
        active += s->active[item];
        if (item < cover->primary)
            cq_hold((s->used[item] < cover->items.at[item].least) ==
                    (s->where[item] != NOWHERE));
    }
    for (uint32_t i = 0; i < s->open_count; i++)
        cq_hold(s->where[s->open[i]] == i);
    for (size_t i = 0; i < s->trail.count; i++)
        out += cover->starts.at[s->trail.at[i] + 1] - cover->starts.at[s->trail.at[i]];
    cq_hold(active + out == cover->entries.count);
    return true;
}

static cq_status run(search *s)
{
    cq_recount *result = s->recount;

    do {
        bool dead = false;
        double chance;
        uint32_t option;

        while ((option = next_option(s, &dead, &chance)) != NO_OPTION) {
            if (!may_go_on(s))
                return CQ_OK;
            cq_assert(!cq_walk_due(result->nodes, s->cover->entries.count) ||
                      check_search(s));
            result->nodes++;
            cq_try(cq_vec_push(s->ctx, &s->stack,
                               ((branch){option, true, s->trail.count})));
            choose(s, option);
        }
        result->found += !dead;
        if (!dead && result->visitor.visit)
            cq_try(show(s));
        if (!may_go_on(s))
            return CQ_OK;
    } while (next_branch(s));
    result->complete = true;
    return CQ_OK;
}

/* Entries by item, by counting; an option is out as soon as it is on the trail. */
static void make_lists(search *s)
{
    const cq_cover *cover = s->cover;

    for (size_t e = 0; e < cover->entries.count; e++)
        s->starts[cover->entries.at[e].item + 1]++;
    for (size_t i = 0; i < cover->items.count; i++)
        s->starts[i + 1] += s->starts[i];
    for (uint32_t option = 0; option < s->options; option++)
        for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            uint32_t item = cover->entries.at[e].item;
            size_t at = s->starts[item] + s->active[item]++;

            s->lists[at] = (uint32_t)e;
            s->place[e] = (uint32_t)at;
            s->owner[e] = option;
        }
}

/* Options that can never be chosen go out for good: without a primary item, or with one
 * that is not wanted. Items that need options are opened. */
static void prepare(search *s)
{
    const cq_cover *cover = s->cover;

    for (uint32_t option = 0; option < s->options; option++) {
        bool primary = false;

        for (size_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
            primary = primary || cover->entries.at[e].item < cover->primary;
        if (!primary)
            take_out(s, option);
    }
    for (uint32_t item = 0; item < cover->primary; item++) {
        s->where[item] = NOWHERE;
        if (cover->items.at[item].most == 0)
            take_out_list(s, item, CQ_NO_COLOUR);
        if (cover->items.at[item].least > 0)
            open_item(s, item);
    }
}

static bool allocate(search *s)
{
    size_t items = s->cover->items.count, entries = s->cover->entries.count;

    s->lists = cq_alloc(s->ctx, entries, sizeof *s->lists);
    s->place = cq_alloc(s->ctx, entries, sizeof *s->place);
    s->owner = cq_alloc(s->ctx, entries, sizeof *s->owner);
    s->starts = cq_zalloc(s->ctx, items + 1, sizeof *s->starts);
    s->used = cq_zalloc(s->ctx, items, sizeof *s->used);
    s->active = cq_zalloc(s->ctx, items, sizeof *s->active);
    s->open = cq_alloc(s->ctx, items, sizeof *s->open);
    s->where = cq_alloc(s->ctx, items, sizeof *s->where);
    return s->lists && s->place && s->owner && s->starts && s->used && s->active &&
           s->open && s->where &&
           cq_vec_reserve(s->ctx, &s->trail, s->options) == CQ_OK;
}

static void release(search *s)
{
    cq_free_each(s->lists, s->place, s->owner, s->starts, s->used, s->active, s->open,
                 s->where);
    cq_vec_free_each(&s->trail, &s->stack);
    cq_solution_free(&s->solution);
}

/* Makes room, and does what is decided before the first branch. */
static cq_status begin(search *s)
{
    s->options = (uint32_t)cq_cover_options(s->cover);
    if (!allocate(s))
        return CQ_MEMORY;
    make_lists(s);
    prepare(s);
    return CQ_OK;
}

cq_status cq_recount_cover(cq_context *ctx, const cq_cover *cover, cq_recount *recount)
{
    search s = {.ctx = ctx, .cover = cover, .recount = recount};
    cq_status status;

    if (!recount->most || cover->entries.count > ENTRIES_MOST)
        return CQ_OK;
    status = begin(&s);
    cq_then(status, run(&s));
    release(&s);
    return status;
}

/* ---- how long it would take ---- */

/* One way down and back up; the steps on it, each for all that it stands for. */
static cq_status probe(search *s, cq_random *random, double *steps)
{
    double chance, weight = 1;
    bool dead;
    uint32_t option;
    uint64_t before = s->steps;

    while ((option = next_option(s, &dead, &chance)) != NO_OPTION &&
           s->steps < CQ_PROBE_STEPS) {
        bool with = ldexp((double)(cq_random_next(random) >> 11), -53) < chance;

        cq_try(
            cq_vec_push(s->ctx, &s->stack, ((branch){option, with, s->trail.count})));
        if (with)
            choose(s, option);
        else
            take_out(s, option);
        cq_assert(chance > 0 && chance <= 1 && (with || chance < 1));
        *steps += weight * (double)(s->steps - before);
        weight /= with ? chance : 1 - chance;
        before = s->steps;
    }
    for (; s->stack.count; s->stack.count--) { /* the tree is left as it was found */
        const branch *last = &s->stack.at[s->stack.count - 1];

        if (last->with)
            unchoose(s, last->option, last->out);
        else
            put_back(s, last->out);
    }
    return CQ_OK;
}

cq_status cq_foresee_cover(cq_context *ctx, const cq_cover *cover, double *seconds)
{
    search s = {.ctx = ctx, .cover = cover};
    cq_random random;
    double sum = 0;
    unsigned probes = 0;
    cq_status status;

    *seconds = 0;
    if (cover->entries.count > ENTRIES_MOST)
        return CQ_OK;
    cq_random_seed(&random, 1);
    status = begin(&s);
    for (; status == CQ_OK && probes < CQ_PROBES && s.steps < CQ_PROBE_STEPS; probes++)
        status = probe(&s, &random, &sum);
    release(&s);
    cq_assert(sum >= 0 && s.stack.count == 0);
    *seconds = probes ? fmax(1, sum / probes) * step_seconds : 0;
    return status;
}
