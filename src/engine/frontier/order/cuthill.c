/* cuthill.c - the order of Cuthill and McKee, reversed.
 *
 * E. Cuthill and J. McKee, "Reducing the bandwidth of sparse symmetric matrices", 1969:
 * from an item at the far end of its part, breadth first, each item's neighbours by how
 * few options they have; A. George, "Computer implementation of the finite element
 * method", 1971, turns the order round. Neighbours share an option. The graph is never
 * made: a search passes from an item through its options, each once, so that it costs
 * no more than the entries of the cover. The far end is found by searching from the
 * last item of the last search, as long as that goes deeper (N. Gibbs, W. Poole and
 * P. Stockmeyer, "An algorithm for reducing the bandwidth and profile of a sparse
 * matrix", 1976).
 */
#include "base/assert.h"
#include "engine/frontier/order/prefix.h"

#include <string.h>

typedef struct breadth {
    cq_context *ctx;
    const cq_links *links;
    size_t hub;       /* items with more options are not passed through */
    uint32_t *seen;   /* of an item: the search that saw it last */
    uint32_t *passed; /* of an option */
    uint32_t search;  /* the number of this one */
    uint32_t *queue;
    unsigned char *placed;
} breadth;

static bool by_fewer_options(const cq_links *links, uint32_t a, uint32_t b)
{
    size_t p = cq_links_degree(links, a), q = cq_links_degree(links, b);

    return p != q ? p < q : a < b;
}

/* Few items at a time: those that one item brings. */
static void sort_new(const cq_links *links, uint32_t *at, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint32_t item = at[i];
        size_t k = i;

        for (; k > 0 && by_fewer_options(links, item, at[k - 1]); k--)
            at[k] = at[k - 1];
        at[k] = item;
    }
}

static void visit(breadth *b, uint32_t item, size_t *count)
{
    const cq_cover *cover = b->links->cover;

    for (size_t k = b->links->starts[item]; k < b->links->starts[item + 1]; k++) {
        uint32_t option = b->links->list[k];

        if (b->passed[option] == b->search)
            continue;
        b->passed[option] = b->search;
        for (uint32_t i = cover->starts.at[option]; i < cover->starts.at[option + 1];
             i++) {
            uint32_t other = cover->entries.at[i].item;

            if (b->seen[other] == b->search || b->links->loose[other] ||
                b->placed[other] || cq_links_degree(b->links, other) > b->hub)
                continue;
            b->seen[other] = b->search;
            cq_assert(*count < b->links->free_items);
            b->queue[(*count)++] = other;
        }
    }
}

/* The part of an item into the queue; how many items, and how many levels deep. */
static cq_status search_from(breadth *b, uint32_t start, size_t *depth, size_t *found)
{
    size_t count = 1, level_end = 1;

    b->search++;
    b->seen[start] = b->search;
    b->queue[0] = start;
    *depth = 0;
    for (size_t at = 0; at < count; at++) {
        size_t before = count;

        cq_try(cq_poll_at(b->ctx, at + 1));
        if (at == level_end) {
            level_end = count;
            ++*depth;
        }
        cq_assert(at < level_end);
        visit(b, b->queue[at], &count);
        sort_new(b->links, b->queue + before, count - before);
    }
    *found = count;
    return CQ_OK;
}

/* The part of an item, searched from its far end. */
static cq_status search_from_end(breadth *b, uint32_t start, size_t *count)
{
    size_t depth = 0, deeper = 0;
    cq_status status = search_from(b, start, &deeper, count);

    do {
        depth = deeper;
        cq_then(status, search_from(b, b->queue[*count - 1], &deeper, count));
    } while (status == CQ_OK && deeper > depth);
    return status;
}

static cq_status make_breadth(cq_context *ctx, const cq_links *links, size_t hub,
                              breadth *out)
{
    breadth b = {.ctx = ctx, .links = links, .hub = hub};

    b.seen = cq_zalloc(ctx, links->items, sizeof *b.seen);
    b.passed = cq_zalloc(ctx, links->options, sizeof *b.passed);
    b.queue = cq_alloc(ctx, links->items, sizeof *b.queue);
    b.placed = cq_zalloc(ctx, links->items, sizeof *b.placed);
    *out = b;
    return b.seen && b.passed && b.queue && b.placed ? CQ_OK : CQ_MEMORY;
}

cq_status cq_cuthill_order(cq_context *ctx, const cq_links *links, size_t hub,
                           cq_draft *draft)
{
    breadth b;
    size_t count = 0, hubs = links->free_items;
    cq_status status = make_breadth(ctx, links, hub, &b);

    for (uint32_t i = 0; i < links->items && status == CQ_OK; i++) {
        size_t part = 0;

        if (links->loose[i] || b.placed[i])
            continue;
        if (cq_links_degree(links, i) > hub) {
            draft->items[--hubs] = i; /* last: most are settled long before */
            b.placed[i] = 1;
            continue;
        }
        status = search_from_end(&b, i, &part);
        if (status != CQ_OK)
            break;
        for (size_t k = 0; k < part; k++)
            b.placed[b.queue[k]] = 1;
        cq_u32s_reverse(&(cq_u32s){.at = b.queue, .count = part});
        memcpy(draft->items + count, b.queue, part * sizeof *b.queue);
        count += part;
        cq_assert(count <= hubs);
    }
    cq_assert(status != CQ_OK || count == hubs); /* from both ends, all are placed */
    cq_free_each(b.seen, b.passed, b.queue, b.placed);
    return status;
}
