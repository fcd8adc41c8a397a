/* links.c - doubly linked lists from which nodes are removed and restored in reverse
 * order.
 *
 * A node that is unlinked keeps its own links, so that relinking it is two assignments:
 * down and up of its neighbours. Everything is undone in exactly the opposite order,
 * also within one operation (hide goes to the right, unhide to the left).
 *
 *     heads   1 .. items        up: last, down: first of the item's list
 *     spacer  option  spacer  option ... spacer
 *
 * A walk to the right from a node of an option meets the spacer after it, whose `up`
 * is the option's first node; to the left, the spacer before it, whose `down` is the
 * last. So an option needs no horizontal links. Options that no solution can have,
 * because they hold no primary item or one that must not be covered, get no nodes.
 *
 * Source: Knuth, The Art of Computer Programming 4B, 7.2.2.1.
 * Memory: 16 bytes an entry, 20 an item.
 */
#include "engine/dlx/dlx.h"
#include "base/assert.h"

/* ---- making ---- */

static bool is_wanted(const cq_cover *cover, uint32_t option)
{
    bool primary = false;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item >= cover->primary)
            continue;
        primary = true;
        if (cover->items.at[item].most == 0)
            return false;
    }
    return primary;
}

static void add_entry(cq_dlx *dlx, uint32_t at, const cq_entry *entry)
{
    uint32_t head = entry->item + 1, last = dlx->nodes[head].up;

    cq_assert(at > dlx->count && head <= dlx->count);
    dlx->nodes[at] = (cq_dlx_node){last, head, (int32_t)head, (int32_t)entry->colour};
    dlx->nodes[last].down = at;
    dlx->nodes[head].up = at;
    dlx->items[head].length++;
}

static void add_options(cq_dlx *dlx, const cq_cover *cover)
{
    uint32_t at = dlx->count + 1, options = (uint32_t)cq_cover_options(cover);

    dlx->nodes[at] = (cq_dlx_node){0};
    for (uint32_t o = 0; o < options; o++) {
        uint32_t spacer = at;

        if (!is_wanted(cover, o))
            continue;
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            add_entry(dlx, ++at, &cover->entries.at[e]);
        dlx->nodes[spacer].down = at;
        at++;
        dlx->nodes[at] = (cq_dlx_node){.up = spacer + 1, .top = -1 - (int32_t)o};
    }
}

static void add_items(cq_dlx *dlx, const cq_cover *cover)
{
    for (uint32_t i = 0; i <= dlx->count; i++) {
        dlx->nodes[i].up = dlx->nodes[i].down = i;
        dlx->items[i] = (cq_dlx_item){.left = i, .right = i};
    }
    for (uint32_t i = 1; i <= dlx->primary; i++) {
        uint32_t last = dlx->items[0].left;

        if (cover->items.at[i - 1].most == 0)
            continue;
        dlx->items[i].left = last;
        dlx->items[i].right = 0;
        dlx->items[last].right = dlx->items[0].left = i;
    }
}

/* A bound above the number of options would only make the slack too large to store. */
static void set_bounds(cq_dlx *dlx, const cq_cover *cover)
{
    for (uint32_t i = 1; i <= dlx->primary; i++) {
        const cq_item *item = &cover->items.at[i - 1];
        cq_dlx_item *it = &dlx->items[i];

        it->bound = item->most;
        if (it->bound > 1 && it->bound > it->length)
            it->bound = it->length ? it->length : 1;
        if (item->least > it->bound)
            dlx->hopeless = true;
        else
            it->slack = it->bound - item->least;
    }
}

cq_status cq_dlx_make(cq_context *ctx, const cq_cover *cover, cq_dlx *out)
{
    size_t total = cover->items.count + cover->entries.count + cq_cover_options(cover);
    cq_dlx dlx = {.count = (uint32_t)cover->items.count,
                  .primary = (uint32_t)cover->primary};

    if (total >= INT32_MAX - 2)
        return cq_fail(ctx, CQ_REFUSED, "dlx holds at most %d nodes, found %zu",
                       INT32_MAX - 3, total);
    dlx.nodes = cq_alloc(ctx, total + 2, sizeof *dlx.nodes);
    dlx.items = cq_alloc(ctx, cover->items.count + 1, sizeof *dlx.items);
    if (!dlx.nodes || !dlx.items) {
        cq_dlx_free(&dlx);
        return CQ_MEMORY;
    }
    add_items(&dlx, cover);
    add_options(&dlx, cover);
    set_bounds(&dlx, cover);
    cq_assert(cq_dlx_check(&dlx));
    *out = dlx;
    return CQ_OK;
}

void cq_dlx_free(cq_dlx *dlx)
{
    cq_free_each(dlx->nodes, dlx->items);
    dlx->nodes = NULL;
    dlx->items = NULL;
}

bool cq_dlx_check(const cq_dlx *dlx)
{
    for (uint32_t i = 1; i <= dlx->count; i++) {
        uint32_t length = 0;

        for (uint32_t p = dlx->nodes[i].down; p != i; p = dlx->nodes[p].down, length++)
            cq_hold(dlx->nodes[p].top == (int32_t)i &&
                    dlx->nodes[dlx->nodes[p].down].up == p);
        cq_hold(length == dlx->items[i].length);
        cq_hold(dlx->items[dlx->items[i].right].left == i);
    }
    return true;
}

bool cq_dlx_check_open(const cq_dlx *dlx)
{
    uint32_t before = 0;

    for (uint32_t i = dlx->items[0].right; i; before = i, i = dlx->items[i].right) {
        uint32_t length = 0;

        cq_hold(i > before && i <= dlx->primary && dlx->items[i].left == before);
        cq_hold(dlx->items[i].bound > 0);
        for (uint32_t p = dlx->nodes[i].down, up = i; p != i;
             up = p, p = dlx->nodes[p].down, length++)
            cq_hold(dlx->nodes[p].top == (int32_t)i && dlx->nodes[p].up == up);
        cq_hold(length == dlx->items[i].length);
    }
    cq_hold(dlx->items[0].left == before);
    return true;
}

/* ---- hiding ---- */

static void hide(cq_dlx *dlx, uint32_t p)
{
    cq_dlx_node *nodes = dlx->nodes;

    for (uint32_t q = p + 1; q != p;) {
        const cq_dlx_node *n = &nodes[q];

        if (n->top <= 0) {
            q = n->up;
            continue;
        }
        if (n->colour >= 0) {
            cq_assert(dlx->items[n->top].length > 0);
            cq_assert(nodes[n->up].down == q && nodes[n->down].up == q);
            nodes[n->up].down = n->down;
            nodes[n->down].up = n->up;
            dlx->items[n->top].length--;
            dlx->updates++;
        }
        q++;
    }
}

static void unhide(cq_dlx *dlx, uint32_t p)
{
    cq_dlx_node *nodes = dlx->nodes;

    for (uint32_t q = p - 1; q != p;) {
        const cq_dlx_node *n = &nodes[q];

        if (n->top <= 0) {
            q = n->down;
            continue;
        }
        if (n->colour >= 0) {
            nodes[n->up].down = q;
            nodes[n->down].up = q;
            dlx->items[n->top].length++;
        }
        q--;
    }
}

void cq_dlx_close(cq_dlx *dlx, uint32_t item)
{
    cq_dlx_item *items = dlx->items;

    cq_assert(items[items[item].left].right == item);
    items[items[item].left].right = items[item].right;
    items[items[item].right].left = items[item].left;
}

void cq_dlx_reopen(cq_dlx *dlx, uint32_t item)
{
    cq_dlx_item *items = dlx->items;

    cq_assert(items[items[item].left].right == items[item].right);
    items[items[item].left].right = item;
    items[items[item].right].left = item;
}

void cq_dlx_cover(cq_dlx *dlx, uint32_t item)
{
    for (uint32_t p = dlx->nodes[item].down; p != item; p = dlx->nodes[p].down)
        hide(dlx, p);
    cq_dlx_close(dlx, item);
}

void cq_dlx_uncover(cq_dlx *dlx, uint32_t item)
{
    cq_dlx_reopen(dlx, item);
    for (uint32_t p = dlx->nodes[item].up; p != item; p = dlx->nodes[p].up)
        unhide(dlx, p);
}

/* ---- colours ---- */

/* Hides the options that want another colour for the item; those that want this one
 * need not be looked at again, which the colour -1 says. */
static void purify(cq_dlx *dlx, uint32_t p)
{
    int32_t colour = dlx->nodes[p].colour;
    uint32_t item = (uint32_t)dlx->nodes[p].top;

    for (uint32_t q = dlx->nodes[item].down; q != item; q = dlx->nodes[q].down)
        if (dlx->nodes[q].colour != colour)
            hide(dlx, q);
        else if (q != p)
            dlx->nodes[q].colour = -1;
}

static void unpurify(cq_dlx *dlx, uint32_t p)
{
    int32_t colour = dlx->nodes[p].colour;
    uint32_t item = (uint32_t)dlx->nodes[p].top;

    for (uint32_t q = dlx->nodes[item].up; q != item; q = dlx->nodes[q].up)
        if (dlx->nodes[q].colour < 0)
            dlx->nodes[q].colour = colour;
        else if (q != p)
            unhide(dlx, q);
}

void cq_dlx_commit(cq_dlx *dlx, uint32_t p)
{
    if (dlx->nodes[p].colour == 0)
        cq_dlx_cover(dlx, (uint32_t)dlx->nodes[p].top);
    else if (dlx->nodes[p].colour > 0)
        purify(dlx, p);
}

void cq_dlx_uncommit(cq_dlx *dlx, uint32_t p)
{
    if (dlx->nodes[p].colour == 0)
        cq_dlx_uncover(dlx, (uint32_t)dlx->nodes[p].top);
    else if (dlx->nodes[p].colour > 0)
        unpurify(dlx, p);
}

/* ---- multiplicities ---- */

void cq_dlx_tweak(cq_dlx *dlx, uint32_t x, uint32_t item, bool covered)
{
    uint32_t down = dlx->nodes[x].down;

    if (!covered)
        hide(dlx, x);
    cq_assert(dlx->nodes[item].down == x && dlx->items[item].length > 0);
    dlx->nodes[item].down = down;
    dlx->nodes[down].up = item;
    dlx->items[item].length--;
}

void cq_dlx_untweak(cq_dlx *dlx, uint32_t first, uint32_t item, bool covered)
{
    uint32_t x = first, above = item, stop = dlx->nodes[item].down;

    dlx->nodes[item].down = first;
    for (; x != stop; above = x, x = dlx->nodes[x].down) {
        dlx->nodes[x].up = above;
        dlx->items[item].length++;
        if (!covered)
            unhide(dlx, x);
    }
    dlx->nodes[stop].up = above;
    if (covered)
        cq_dlx_uncover(dlx, item);
}

uint32_t cq_dlx_option(const cq_dlx *dlx, uint32_t node)
{
    while (dlx->nodes[node].top > 0)
        node++;
    return (uint32_t)(-1 - dlx->nodes[node].top);
}
