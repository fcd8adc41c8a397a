/* sparse.c - options in sparse sets: removing, including, forcing, and undoing it all.
 *
 * Each item has an array of its entries, with the live ones in front:
 *
 *     set   | a c e | b d f |        size = 3; where[] says for each entry its place
 *
 * To remove an option, each of its entries changes places with the last living one of
 * its item, and the size goes down by one. To undo any number of removals, the sizes
 * are set back to what they were: nothing has to be moved (Briggs and Torczon, An
 * efficient representation for sparse sets, 1993; for exact cover used by Knuth, TAOCP
 * 4B). Invariant: an option is in front in all of its items or in none, but for items
 * that are closed. These may not be covered any more: none of their options is alive,
 * and their sets are left unchanged from that moment.
 *
 * Before a size changes for the first time after a mark, it is put on the trail; a
 * stamp on the item shows whether that has happened. So going back to a mark costs only
 * the items that changed, not the options.
 *
 * To include an option, the needs and the room of its items decrease; then all
 * conflicting options are removed: those of items without room, and those that need
 * another colour (or any use at all) of a secondary item. These counts are undone
 * option by option, in reverse.
 *
 * An item with fewer living options than it needs ends the branch at once; one with
 * just as many waits in a queue, and all its options are included before anything else.
 *
 * Memory: 24 bytes an entry, 37 an item. Time: linear in the entries of the options
 * that are removed.
 */
#include "engine/search/sparse.h"

#include "base/assert.h"

#include <string.h>

/* ---- making ---- */

/* What changes while it is searched. */
static cq_status allocate_sets(cq_sparse *s)
{
    cq_context *ctx = s->out->run->ctx;
    size_t entries = s->cover->entries.count;

    s->head = cq_zalloc(ctx, (size_t)s->items + 1, sizeof *s->head);
    s->where = cq_alloc(ctx, entries, sizeof *s->where);
    s->set = cq_alloc(ctx, entries, sizeof *s->set);
    s->trail = cq_alloc(ctx, entries, sizeof *s->trail);
    s->forced = cq_alloc(ctx, s->primary, sizeof *s->forced);
    s->queued = cq_zalloc(ctx, s->primary, sizeof *s->queued);
    cq_try_memory(s->head && s->where && s->set && s->trail && s->forced && s->queued);
    return CQ_OK;
}

static cq_status allocate(cq_sparse *s)
{
    cq_context *ctx = s->out->run->ctx;
    size_t entries = s->cover->entries.count;

    s->item = cq_alloc(ctx, entries, sizeof *s->item);
    s->option = cq_alloc(ctx, entries, sizeof *s->option);
    return s->item && s->option ? allocate_sets(s) : CQ_MEMORY;
}

static void fill_sets(cq_sparse *s)
{
    const cq_cover *cover = s->cover;

    for (size_t e = 0; e < cover->entries.count; e++)
        s->head[cover->entries.at[e].item + 1].base++;
    for (uint32_t i = 0; i < s->items; i++)
        s->head[i + 1].base += s->head[i].base;
    for (uint32_t o = 0; o < s->options; o++)
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            cq_sparse_item *head = &s->head[cover->entries.at[e].item];

            s->item[e] = cover->entries.at[e].item;
            s->option[e] = o;
            s->where[e] = head->base + head->size++;
            s->set[s->where[e]] = e;
            cq_assert(s->where[e] < s->head[s->item[e] + 1].base);
        }
}

static void fill_items(cq_sparse *s)
{
    uint32_t last = s->items;

    for (uint32_t i = 0; i < s->primary; i++) {
        cq_assert(s->cover->items.at[i].least <= s->cover->items.at[i].most);
        s->head[i].need = s->cover->items.at[i].least;
        s->head[i].room = s->cover->items.at[i].most;
        if (s->head[i].room == 0)
            continue;
        s->head[i].last = last;
        s->head[last].next = i;
        last = i;
    }
    s->head[last].next = s->items;
    s->head[s->items].last = last;
}

cq_status cq_sparse_make(cq_outlet *out, const cq_cover *cover, cq_sparse *sparse)
{
    cq_sparse s = {.cover = cover,
                   .out = out,
                   .items = (uint32_t)cover->items.count,
                   .primary = (uint32_t)cover->primary,
                   .options = (uint32_t)cq_cover_options(cover)};

    if (allocate(&s) != CQ_OK) {
        cq_sparse_free(&s);
        return CQ_MEMORY;
    }
    s.alive = s.options;
    s.stamp = 1;
    fill_sets(&s);
    fill_items(&s);
    cq_assert(cq_sparse_check(&s));
    *sparse = s;
    return CQ_OK;
}

cq_status cq_sparse_copy(const cq_sparse *root, cq_sparse *sparse)
{
    cq_sparse s = *root;
    size_t entries = root->cover->entries.count;

    if (allocate_sets(&s) != CQ_OK) {
        cq_sparse_free_copy(&s);
        return CQ_MEMORY;
    }
    memcpy(s.head, root->head, ((size_t)s.items + 1) * sizeof *s.head);
    if (entries) {
        memcpy(s.where, root->where, entries * sizeof *s.where);
        memcpy(s.set, root->set, entries * sizeof *s.set);
    }
    cq_assert(s.waiting == 0); /* the copy's queue is empty as well */
    s.saved = 0;               /* it never goes back past the root */
    *sparse = s;
    return CQ_OK;
}

void cq_sparse_free(cq_sparse *s)
{
    cq_free_each(s->item, s->option);
    cq_sparse_free_copy(s);
}

void cq_sparse_free_copy(cq_sparse *s)
{
    cq_free_each(s->head, s->where, s->set, s->trail, s->forced, s->queued);
    memset(s, 0, sizeof *s);
}

/* ---- checking ---- */

/* How often the chosen options have an item. */
static uint32_t times_chosen(const cq_sparse *s, uint32_t item)
{
    const cq_cover *cover = s->cover;
    uint32_t times = 0;

    for (size_t i = 0; i < s->out->count; i++) {
        uint32_t option = s->out->chosen[i];

        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++)
            times += cover->entries.at[e].item == item;
    }
    return times;
}

/* Counts of the items agree with what was chosen, and the ring has those with room. */
static bool check_items(const cq_sparse *s)
{
    uint32_t ring = s->items;

    for (uint32_t i = 0; i < s->items; i++) {
        const cq_sparse_item *head = &s->head[i];
        uint32_t times = times_chosen(s, i);

        cq_hold(head->base + head->size <= s->head[i + 1].base);
        if (i >= s->primary) {
            cq_hold(head->users == times);
            continue;
        }
        cq_hold(head->room == s->cover->items.at[i].most - times);
        cq_hold(head->need == (s->cover->items.at[i].least > times
                                   ? s->cover->items.at[i].least - times
                                   : 0));
        if (head->room == 0)
            continue;
        cq_hold(s->head[ring].next == i && head->last == ring);
        ring = i;
    }
    cq_hold(s->head[ring].next == s->items && s->head[s->items].last == ring);
    return true;
}

static bool check_queue(const cq_sparse *s)
{
    uint32_t queued = 0;

    for (uint32_t i = 0; i < s->primary; i++)
        queued += s->queued[i];
    cq_hold(queued == s->waiting);
    for (uint32_t k = 0; k < s->waiting; k++)
        cq_hold(s->queued[s->forced[k]]);
    return true;
}

bool cq_sparse_check(const cq_sparse *s)
{
    uint32_t alive = 0;

    for (uint32_t o = 0; o < s->options; o++) {
        alive += cq_sparse_is_alive(s, o);
        for (uint32_t e = s->cover->starts.at[o]; e < s->cover->starts.at[o + 1]; e++) {
            const cq_sparse_item *head = &s->head[s->item[e]];

            cq_hold(s->set[s->where[e]] == e);
            if (head->stamp == CQ_SPARSE_CLOSED)
                cq_hold(!cq_sparse_is_alive(s, o));
            else
                cq_hold((s->where[e] - head->base < head->size) ==
                        cq_sparse_is_alive(s, o));
        }
    }
    cq_hold(alive == s->alive);
    cq_hold(check_items(s));
    cq_hold(check_queue(s));
    return true;
}

bool cq_sparse_check_step(const cq_sparse *s, uint64_t step)
{
    size_t visits = s->cover->entries.count + s->items * s->out->count;

    return !cq_walk_due(step, visits) || cq_sparse_check(s);
}

bool cq_sparse_clash(const cq_sparse *s, uint32_t a, uint32_t b)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[a]; e < cover->starts.at[a + 1]; e++)
        for (uint32_t f = cover->starts.at[b]; f < cover->starts.at[b + 1]; f++) {
            cq_entry x = cover->entries.at[e], y = cover->entries.at[f];
            const cq_sparse_item *head = &s->head[x.item];

            if (x.item != y.item)
                continue;
            if (x.item < s->primary ? head->need == 1 && head->room == 1
                                    : x.colour != y.colour || x.colour == CQ_NO_COLOUR)
                return true;
        }
    return false;
}

/* ---- removing ---- */

bool cq_sparse_queue(cq_sparse *s, uint32_t item)
{
    cq_assert(item < s->primary && s->head[item].need >= s->head[item].size);
    cq_assert(s->head[item].need);
    if (s->head[item].size < s->head[item].need) {
        s->failed = item;
        return false;
    }
    if (!s->queued[item]) {
        cq_assert(s->waiting < s->primary);
        s->queued[item] = true;
        s->forced[s->waiting++] = item;
    }
    return true;
}

bool cq_sparse_remove(cq_sparse *s, uint32_t option)
{
    const uint32_t *item = s->item;
    uint32_t *set = s->set, *where = s->where, stamp = s->stamp;
    uint32_t end = s->cover->starts.at[option + 1];
    bool possible = true;

    cq_assert(s->alive > 0);
    s->alive--;
    s->out->updates++;
    for (uint32_t e = s->cover->starts.at[option]; e < end; e++) {
        cq_sparse_item *head = &s->head[item[e]];
        uint32_t at = where[e], size = head->size, last = head->base + size - 1, moved;

        /* Of a closed item nothing is moved, nor looked at. */
        cq_assert(head->stamp == CQ_SPARSE_CLOSED || set[at] == e);
        cq_assert(head->stamp == CQ_SPARSE_CLOSED || at - head->base < size);
        if (head->stamp != stamp) {
            if (head->stamp == CQ_SPARSE_CLOSED)
                continue;
            cq_assert(s->saved < s->cover->entries.count);
            head->stamp = stamp;
            s->trail[s->saved++] = (cq_sparse_saved){item[e], size};
        }
        head->size = --size;
        moved = set[last];
        set[at] = moved;
        where[moved] = at;
        set[last] = e;
        where[e] = last;
        if (size <= head->need && head->need && !cq_sparse_queue(s, item[e]))
            possible = false;
    }
    return possible;
}

/* Nobody else may have the item: its own set stays as it is. */
static bool close_item(cq_sparse *s, uint32_t item)
{
    cq_sparse_item *head = &s->head[item];
    const uint32_t *set = s->set + head->base;
    uint32_t size = head->size;

    cq_assert(head->stamp != CQ_SPARSE_CLOSED);
    cq_assert(item >= s->primary || head->room == 0);
    head->stamp = CQ_SPARSE_CLOSED;
    for (uint32_t k = 0; k < size; k++)
        if (!cq_sparse_remove(s, s->option[set[k]]))
            return false;
    return true;
}

static bool remove_other_colours(cq_sparse *s, uint32_t item, uint32_t colour)
{
    for (uint32_t k = s->head[item].size; k-- > 0;) {
        uint32_t e = s->set[s->head[item].base + k];

        if (s->cover->entries.at[e].colour != colour &&
            !cq_sparse_remove(s, s->option[e]))
            return false;
    }
    return true;
}

/* ---- including ---- */

static void count_in(cq_sparse *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item >= s->primary) {
            s->head[item].users++;
            continue;
        }
        cq_assert(s->head[item].room > 0 && s->head[item].need <= s->head[item].room);
        if (s->head[item].need)
            s->head[item].need--;
        if (--s->head[item].room == 0) {
            s->head[s->head[item].last].next = s->head[item].next;
            s->head[s->head[item].next].last = s->head[item].last;
        }
    }
}

static void count_out(cq_sparse *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    for (uint32_t e = cover->starts.at[option + 1]; e-- > cover->starts.at[option];) {
        uint32_t item = cover->entries.at[e].item;
        const cq_item *it = &cover->items.at[item];

        if (s->head[item].stamp == CQ_SPARSE_CLOSED)
            s->head[item].stamp = 0;
        if (item >= s->primary) {
            cq_assert(s->head[item].users > 0);
            s->head[item].users--;
            continue;
        }
        if (s->head[item].room++ == 0)
            s->head[s->head[item].last].next = s->head[s->head[item].next].last = item;
        if (it->most - s->head[item].room < it->least)
            s->head[item].need++;
    }
}

/* What an entry of a chosen option removes. */
static bool settle(cq_sparse *s, const cq_entry *entry)
{
    const cq_sparse_item *head = &s->head[entry->item];

    if (entry->item < s->primary)
        return head->room > 0 || close_item(s, entry->item);
    if (entry->colour == CQ_NO_COLOUR)
        return close_item(s, entry->item);
    return head->users > 1 || remove_other_colours(s, entry->item, entry->colour);
}

bool cq_sparse_include(cq_sparse *s, uint32_t option)
{
    const cq_cover *cover = s->cover;

    cq_assert(cq_sparse_is_alive(s, option));
    s->out->nodes++;
    s->out->chosen[s->out->count++] = option;
    count_in(s, option);
    if (!cq_sparse_remove(s, option))
        return false;
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (!settle(s, &cover->entries.at[e]))
            return false;
    return true;
}

static void forget_forced(cq_sparse *s)
{
    while (s->waiting)
        s->queued[s->forced[--s->waiting]] = false;
}

bool cq_sparse_force(cq_sparse *s)
{
    while (s->waiting) {
        uint32_t item = s->forced[--s->waiting];

        cq_assert(item < s->primary && s->queued[item]);
        s->queued[item] = false;
        while (s->head[item].need) {
            cq_assert(s->head[item].size == s->head[item].need);
            if (!cq_sparse_include(s, s->option[s->set[s->head[item].base]])) {
                forget_forced(s);
                return false;
            }
        }
    }
    return true;
}

/* A stamp that no item has; when they have all been used, all items lose theirs. */
static void new_stamp(cq_sparse *s)
{
    if (++s->stamp != CQ_SPARSE_CLOSED)
        return;
    for (uint32_t i = 0; i < s->items; i++)
        if (s->head[i].stamp != CQ_SPARSE_CLOSED)
            s->head[i].stamp = 0;
    s->stamp = 1;
}

cq_sparse_mark cq_sparse_set_mark(cq_sparse *s)
{
    new_stamp(s);
    return (cq_sparse_mark){s->out->count, s->saved, s->alive};
}

void cq_sparse_undo(cq_sparse *s, const cq_sparse_mark *mark)
{
    cq_assert(mark->saved <= s->saved && mark->chosen <= s->out->count);
    cq_assert(mark->alive >= s->alive);
    forget_forced(s);
    while (s->saved > mark->saved) {
        s->saved--;
        s->head[s->trail[s->saved].item].size = s->trail[s->saved].size;
    }
    s->alive = mark->alive;
    while (s->out->count > mark->chosen)
        count_out(s, s->out->chosen[--s->out->count]);
    new_stamp(s);
    cq_assert(cq_sparse_check_step(s, s->out->nodes));
}
