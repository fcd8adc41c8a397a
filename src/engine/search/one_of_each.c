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
 * This works only for counts, as in apart.c. How a cover is counted depends only on the
 * cover. Cost: linear in the cover for each class, and what alike.c takes.
 */
#include "engine/search/alike.h"
#include "engine/search/tally_covers.h"

#include "base/assert.h"

#include <string.h>

enum { DEEPEST = 2, ENTRIES_FROM = 48 };

typedef struct classes {
    cq_tally tally;
    cq_search_fn *search;
} classes;

/* ---- what an option leaves ---- */

/* The entry of an option that has the item, or NULL. */
static const cq_entry *entry_of(const cq_cover *cover, uint32_t option, uint32_t item)
{
    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item == item)
            return &cover->entries.at[e];
    return NULL;
}

/* Once the option is chosen nothing is asked of its items any more, except of those
 * that may be covered again. */
static bool stays(const cq_cover *cover, uint32_t option, uint32_t item)
{
    return !entry_of(cover, option, item) ||
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
        if (entry_of(cover, option, i)) {
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
             entry_of(cover, option, entry->item)->colour != entry->colour))
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

/* ---- counting ---- */

static cq_status count(classes *c, const cq_cover *cover, unsigned depth, mpz_t out);

static cq_status count_with(classes *c, const cq_cover *cover, uint32_t option,
                            unsigned depth, mpz_t out)
{
    cq_cover rest = {0};
    cq_status status = leave(c->tally.run->ctx, cover, option, &rest);

    cq_assert(depth < DEEPEST);
    cq_then(status, count(c, &rest, depth + 1, out));
    cq_cover_free(&rest);
    return status;
}

/* A stop ends it. */
static cq_status add_up(classes *c, const cq_cover *cover, const cq_alike *alike,
                        unsigned depth, mpz_t out)
{
    cq_status status = CQ_OK;
    mpz_t number;

    cq_assert(alike->options.count == alike->copies.count);
    mpz_init(number);
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < alike->options.count && status == CQ_OK &&
                       c->tally.run->stop == CQ_FINISHED;
         i++) {
        cq_assert(alike->copies.at[i] > 0);
        status = count_with(c, cover, alike->options.at[i], depth, number);
        cq_assert(mpz_sgn(number) >= 0);
        mpz_addmul_ui(out, number, alike->copies.at[i]);
    }
    mpz_clear(number);
    return status;
}

static cq_status count(classes *c, const cq_cover *cover, unsigned depth, mpz_t out)
{
    cq_alike alike = {.item = UINT32_MAX};
    cq_status status = CQ_OK;

    if (depth < DEEPEST && cover->entries.count >= ENTRIES_FROM)
        status = cq_alike_find(c->tally.run->ctx, cover, &alike);
    if (status == CQ_OK && alike.item == UINT32_MAX)
        status = cq_tally_count(&c->tally, cover, c->search, out);
    else if (status == CQ_OK)
        status = add_up(c, cover, &alike, depth, out);
    cq_alike_free(&alike);
    return status;
}

cq_status cq_search_one_of_each(cq_run *run, const cq_cover *cover,
                                cq_search_fn *search, bool *done)
{
    classes c = {.tally = {.run = run}, .search = search};
    cq_alike alike;
    cq_status status;
    mpz_t number;

    *done = false;
    if (!cq_tally_may(run) || cover->entries.count < ENTRIES_FROM)
        return CQ_OK;
    cq_try(cq_alike_find(run->ctx, cover, &alike));
    if (alike.item == UINT32_MAX)
        return CQ_OK;
    *done = true;
    cq_note(run->ctx, "symmetry: %zu options of %s stand for all", alike.options.count,
            cq_item_name(cover, alike.item));
    mpz_init(number);
    status = add_up(&c, cover, &alike, 0, number);
    cq_then(status, cq_tally_tell(&c.tally, number));
    mpz_clear(number);
    cq_alike_free(&alike);
    return status;
}
