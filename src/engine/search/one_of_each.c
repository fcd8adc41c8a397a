/* one_of_each.c - counts a cover by searching one option of each symmetry class.
 *
 * If the symmetries of a cover map options of an item onto each other (alike.c), the
 * solutions with one of them are counted and multiplied:
 *
 *     solutions = sum over the classes of  options in the class
 *                                        x solutions with the first of them
 *
 * The solutions with an option are those of the remaining cover, without its items and
 * without incompatible options. That cover may again have symmetries.
 *
 * This works only for counts. All of it is one tree (dfs.h): its first levels are the
 * choice of a class, a solution found below counts for all options of the class, and
 * below is the tree of the remaining cover. So it can be shared by threads and ranks,
 * saved and resumed. Every job that begins there makes the remaining cover anew, which
 * depends only on the cover and the choices.
 *
 * Cost: linear in the cover for each class and job, and what alike.c takes.
 */
#include "engine/search/alike.h"
#include "engine/search/search.h"

#include "base/assert.h"

#include <string.h>

enum { DEEPEST = 2, ENTRIES_FROM = 48 };

typedef struct classes {
    cq_run *run;
    const cq_cover *cover;
    cq_alike alike; /* options of the cover */
} classes;

typedef struct searcher {
    const classes *all;
    cq_dfs *walk;
} searcher;

/* ---- what an option leaves ---- */

/* Once the option is chosen nothing is asked of its items any more, except of those
 * that may be covered again. */
static bool stays(const cq_cover *cover, uint32_t option, uint32_t item)
{
    return !cq_alike_entry(cover, option, item) ||
           (item < cover->primary && cover->items.at[item].most > 1);
}

static cq_status leave_items(cq_context *ctx, const cq_cover *cover, uint32_t option,
                             uint32_t *renamed, cq_cover *out)
{
    for (uint32_t i = 0; i < cover->items.count; i++) {
        cq_item item = cover->items.at[i];
        const char *name = cq_item_name(cover, i);

        renamed[i] = UINT32_MAX;
        if (!stays(cover, option, i))
            continue;
        if (cq_alike_entry(cover, option, i)) {
            cq_assert(item.most > 1 && i < cover->primary);
            item.least -= item.least > 0;
            item.most--;
        }
        cq_try(cq_cover_add_item(ctx, out, name, strlen(name), i < cover->primary,
                                 item.least, item.most, &renamed[i]));
    }
    return CQ_OK;
}

/* Whether both can be chosen: an item that goes must be a secondary one on whose colour
 * they agree. */
static bool go_together(const cq_cover *cover, uint32_t option, uint32_t other,
                        const uint32_t *renamed)
{
    for (uint32_t e = cover->starts.at[other]; e < cover->starts.at[other + 1]; e++) {
        const cq_entry *entry = &cover->entries.at[e];

        if (renamed[entry->item] == UINT32_MAX &&
            (entry->item < cover->primary || entry->colour == CQ_NO_COLOUR ||
             cq_alike_entry(cover, option, entry->item)->colour != entry->colour))
            return false;
    }
    return true;
}

static cq_status leave_options(cq_context *ctx, const cq_cover *cover, uint32_t option,
                               const uint32_t *renamed, cq_cover *out)
{
    for (uint32_t o = 0; o < cq_cover_options(cover); o++) {
        if (o == option || !go_together(cover, option, o, renamed))
            continue;
        cq_try(cq_cover_open_option(ctx, out));
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++) {
            cq_entry entry = cover->entries.at[e];

            cq_assert(entry.item < cover->items.count);
            if (renamed[entry.item] != UINT32_MAX)
                cq_try(cq_cover_add_entry(ctx, out, renamed[entry.item], entry.colour));
        }
    }
    return CQ_OK;
}

static cq_status leave(cq_context *ctx, const cq_cover *cover, uint32_t option,
                       cq_cover *out)
{
    uint32_t *renamed = cq_alloc(ctx, cover->items.count, sizeof *renamed);
    cq_status status = CQ_MEMORY;

    if (renamed)
        status = leave_items(ctx, cover, option, renamed, out);
    cq_then(status, leave_options(ctx, cover, option, renamed, out));
    cq_assert(status != CQ_OK || cq_cover_options(out) < cq_cover_options(cover));
    cq_free(renamed);
    return status;
}

/* ---- the tree ---- */

static cq_status go(searcher *s, const cq_cover *cover, unsigned depth);

static cq_status go_with(searcher *s, const cq_cover *cover, uint32_t option,
                         unsigned depth)
{
    cq_cover rest = {0};
    cq_status status = leave(s->all->run->ctx, cover, option, &rest);

    cq_assert(depth < DEEPEST);
    cq_then(status, go(s, &rest, depth + 1));
    cq_cover_free(&rest);
    return status;
}

/* A level for the classes, each of which has the weight of its options. */
static cq_status go_through(searcher *s, const cq_cover *cover, const cq_alike *alike,
                            unsigned depth)
{
    cq_dfs *walk = s->walk;
    uint64_t weight = walk->weight;
    uint32_t class;
    size_t level;
    cq_status status;

    cq_assert(alike->options.count == alike->copies.count);
    cq_try(cq_dfs_branch(walk, (uint32_t)alike->options.count));
    level = walk->depth;
    while ((class = cq_dfs_next(walk)) != CQ_DFS_NONE) {
        cq_assert(class < alike->options.count && alike->copies.at[class] > 0);
        cq_assert(weight <= UINT64_MAX / alike->copies.at[class]);
        walk->weight = weight * alike->copies.at[class];
        status = go_with(s, cover, alike->options.at[class], depth);
        walk->weight = weight;
        if (status != CQ_OK || cq_dfs_ended(walk))
            return status;
        cq_dfs_back(walk, level);
    }
    cq_dfs_leave(walk);
    return CQ_OK;
}

static cq_status go(searcher *s, const cq_cover *cover, unsigned depth)
{
    cq_alike alike = {.item = UINT32_MAX};
    cq_status status = CQ_OK;

    if (depth < DEEPEST && cover->entries.count >= ENTRIES_FROM)
        status = cq_alike_find(s->all->run->ctx, cover, &alike);
    if (status == CQ_OK && alike.item == UINT32_MAX)
        status = cq_search_below(s->all->run, cover, s->walk);
    else if (status == CQ_OK)
        status = go_through(s, cover, &alike, depth);
    cq_alike_free(&alike);
    return status;
}

static cq_status search_classes(void *data)
{
    searcher *s = data;

    cq_assert(s->walk->depth == 0 && s->walk->weight == 1);
    return go_through(s, s->all->cover, &s->all->alike, 0);
}

static cq_status open_searcher(void *shared, cq_dfs *walk, void **out)
{
    const classes *all = shared;
    searcher *s = *out = cq_alloc(all->run->ctx, 1, sizeof *s);

    cq_try_memory(s);
    *s = (searcher){all, walk};
    return CQ_OK;
}

static void close_searcher(void *data)
{
    cq_free(data);
}

static const cq_walker walker = {
    .tree = "one of each class",
    .counts = {"nodes", "updates"},
    .open = open_searcher,
    .close = close_searcher,
    .search = search_classes,
};

/* In a race, nodes are weighed by what they cost in what the first option leaves: in
 * all classes it is about the same. */
static cq_status weigh(const classes *c, double *breadth)
{
    cq_cover rest = {0};
    cq_status status = leave(c->run->ctx, c->cover, c->alike.options.at[0], &rest);

    cq_assert(c->alike.options.count > 0 && c->run->rates);
    cq_then(status, cq_search_breadth(c->run, &rest, breadth));
    cq_cover_free(&rest);
    return status;
}

/* Parts are those of the whole tree, so that solutions are in the same part whether
 * they are counted or listed. */
static bool suits(const cq_run *run, const cq_cover *cover)
{
    return run->goal == CQ_GOAL_COUNT && run->parts <= 1 && !run->sifted &&
           cover->entries.count >= ENTRIES_FROM;
}

cq_status cq_search_one_of_each(cq_run *run, const cq_cover *cover, bool *done)
{
    classes c = {.run = run, .cover = cover};
    cq_walker mine = walker;
    cq_status status = CQ_OK;

    *done = false;
    if (!suits(run, cover))
        return CQ_OK;
    cq_try(cq_alike_find(run->ctx, cover, &c.alike));
    if (c.alike.item == UINT32_MAX)
        return CQ_OK;
    *done = true;
    cq_note(run->ctx, "symmetry: %zu options of %s stand for all",
            c.alike.options.count, cq_item_name(cover, c.alike.item));
    if (run->rates)
        status = weigh(&c, &mine.breadth);
    cq_then(status, cq_dfs_run(run, &mine, &c));
    cq_alike_free(&c.alike);
    return status;
}
