/* draft.c - an order of the free items: its cost, and how it becomes a whole order.
 *
 * A loose item, such as a piece of which there are three copies, is never a reason to
 * choose an option. It is decided together with the last of its options. So is every
 * other item whose options are all decided before its turn: it is covered by then or
 * the state is dead, so the state no longer needs a bit for it.
 */
#include "base/assert.h"
#include "base/mod61.h"
#include "engine/frontier/order/prefix.h"

#include <inttypes.h>
#include <string.h>

cq_status cq_draft_make(cq_context *ctx, const cq_links *links, const char *method,
                        cq_draft *out)
{
    cq_draft draft = {0};
    size_t count = 0;

    draft.items = cq_alloc(ctx, links->free_items, sizeof *draft.items);
    cq_try_memory(draft.items);
    for (uint32_t i = 0; i < links->items; i++)
        if (!links->loose[i])
            draft.items[count++] = i;
    cq_assert(count == links->free_items);
    snprintf(draft.method, sizeof draft.method, "%s", method);
    *out = draft;
    return CQ_OK;
}

void cq_draft_free(cq_draft *draft)
{
    cq_free(draft->items);
    memset(draft, 0, sizeof *draft);
}

bool cq_draft_check(const cq_links *links, const cq_draft *draft)
{
    uint64_t sum = 0, expected = 0;

    for (uint32_t i = 0; i < links->items; i++)
        expected += links->loose[i] ? 0 : cq_mod61_mix(1, i);
    for (size_t k = 0; k < links->free_items; k++) {
        cq_hold(draft->items[k] < links->items && !links->loose[draft->items[k]]);
        sum += cq_mod61_mix(1, draft->items[k]);
    }
    cq_hold(sum == expected); /* a print of the set */
    return true;
}

cq_status cq_draft_measure(cq_context *ctx, cq_prefix *prefix, cq_halves *halves,
                           cq_draft *draft)
{
    size_t count = prefix->links->free_items;
    double all = 1;

    draft->states = 1;
    draft->widest = 0;
    cq_prefix_clear(prefix);
    cq_assert(!halves || halves->items == count);
    if (halves)
        cq_halves_begin(halves, draft->items);
    for (size_t k = 0; k < count; k++) {
        double states;

        cq_try(cq_poll_at(ctx, k + 1));
        cq_prefix_add(prefix, draft->items[k]);
        states = cq_width_power(prefix->width);
        all += states;
        if (halves)
            states *= cq_halves_share(halves, draft->items, k, states);
        draft->states += states;
        if (prefix->width > draft->widest)
            draft->widest = prefix->width;
    }
    draft->share = draft->states / all;
    cq_assert(cq_prefix_check(prefix, draft->items, count));
    return CQ_OK;
}

/* ---- settling ---- */

typedef struct settling {
    const cq_links *links;
    unsigned char *hit;    /* options */
    uint32_t *left;        /* of an item: options not decided */
    unsigned char *placed; /* items */
    uint32_t *out;
    size_t count;
} settling;

static void place(settling *s, uint32_t item)
{
    cq_assert(!s->placed[item] && s->count < s->links->items);
    s->placed[item] = 1;
    s->out[s->count++] = item;
}

/* The item, and all that are thereby settled. */
static void place_with_followers(settling *s, uint32_t item)
{
    const cq_links *links = s->links;
    const cq_cover *cover = links->cover;

    if (s->placed[item])
        return;
    place(s, item);
    for (size_t k = links->starts[item]; k < links->starts[item + 1]; k++) {
        uint32_t option = links->list[k];

        if (s->hit[option])
            continue;
        s->hit[option] = 1;
        for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1];
             i++) {
            uint32_t other = cover->entries.at[i].item;

            cq_assert(s->left[other] > 0);
            if (--s->left[other] == 0 && !s->placed[other])
                place(s, other);
        }
    }
}

/* Whether each item is there, and none is twice: `seen` has none before and after. */
static cq_status check_given(cq_context *ctx, size_t there, const uint32_t *items,
                             size_t count, unsigned char *seen)
{
    for (size_t k = 0; k < count; k++) {
        if (items[k] >= there || seen[items[k]])
            return cq_fail(
                ctx, CQ_INPUT, "the order is not a permutation: %s item %" PRIu32,
                items[k] >= there ? "there is no" : "it has twice", items[k]);
        seen[items[k]] = 1;
    }
    memset(seen, 0, there);
    return CQ_OK;
}

cq_status cq_draft_settle(cq_context *ctx, const cq_links *links, const uint32_t *items,
                          size_t count, uint32_t *out)
{
    settling s = {.links = links, .out = out};
    cq_status status = CQ_MEMORY;

    s.hit = cq_zalloc(ctx, links->options, 1);
    s.left = cq_alloc(ctx, links->items, sizeof *s.left);
    s.placed = cq_zalloc(ctx, links->items, 1);
    if (!s.hit || !s.left || !s.placed)
        goto done;
    status = check_given(ctx, links->items, items, count, s.placed);
    if (status != CQ_OK)
        goto done;
    for (uint32_t i = 0; i < links->items; i++) {
        s.left[i] = (uint32_t)cq_links_degree(links, i);
        if (!s.left[i]) /* no option can cover it: the sweep sees that at once */
            place(&s, i);
    }
    for (size_t k = 0; k < count && status == CQ_OK; k++) {
        place_with_followers(&s, items[k]);
        status = cq_poll_at(ctx, k + 1);
    }
    for (uint32_t i = 0; i < links->cover->primary; i++) /* what the list left out */
        place_with_followers(&s, i);
    /* A permutation: none was placed twice. */
    cq_assert(status != CQ_OK || s.count == links->items);
done:
    cq_free_each(s.hit, s.left, s.placed);
    return status;
}
