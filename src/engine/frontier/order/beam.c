/* beam.c - orders built item by item, with the best few sets of each size kept.
 *
 * From every set that is kept, the frontier's items with the fewest undecided options
 * are tried; the resulting sets are ranked by the states they have cost so far and
 * those they have now, equal sets are merged, and the best are kept. A beam of one is
 * the greedy rule "smallest frontier next". If a frontier is empty, a new part begins
 * at an item with the fewest options: a corner of a board.
 *
 *     layer k:   S1  S2  S3        sets of k items, each with its prefix
 *                /|\ /|\ /|\       children: set, one more item, score, hash
 *     layer k+1: the best three of the children, no two equal
 *
 * The way to a set is a chain of links to its ancestors, followed at the end. Cost for
 * each step and set: CHILDREN prefixes widened and narrowed again, one copied.
 */
#include "engine/frontier/order/prefix.h"

#include "base/assert.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum { CHILDREN = 8 };

typedef struct chain {
    uint32_t item;
    uint32_t parent; /* index of the chain's link before */
} chain;

typedef struct set {
    cq_prefix prefix;
    unsigned char *taken; /* items */
    double states;        /* so far */
    uint64_t hash;
    uint32_t link;
} set;

typedef struct child {
    double score, states;
    uint64_t hash, width;
    uint32_t parent, item;
} child;

typedef struct beam {
    cq_run *run;
    const cq_links *links;
    size_t most;
    set *now, *next; /* most of each */
    size_t count;
    child *children;
    size_t child_count;
    uint64_t *keys; /* of items, for the hashes of sets */
    CQ_VEC(chain) chains;
} beam;

static size_t children_room(const beam *b)
{
    return b->most * CHILDREN > 64 ? b->most * CHILDREN : 64;
}

double cq_beam_cost(const cq_links *links)
{
    double entries = (double)links->cover->entries.count;
    double items = (double)links->items + 1, options = (double)links->options + 1;
    double degree = entries / items, size = entries / options;

    return items * (2 * CHILDREN * degree * size / 2 + (items + options) / 4 + items);
}

/* ---- children ---- */

static size_t undecided(const set *s, uint32_t item)
{
    cq_assert(s->prefix.decided[item] <= cq_links_degree(s->prefix.links, item));
    return cq_links_degree(s->prefix.links, item) - s->prefix.decided[item];
}

/* Keeps the items with the smallest keys, ascending. */
static void offer(uint32_t *items, size_t *keys, size_t *count, size_t most,
                  uint32_t item, size_t key)
{
    size_t at = *count < most ? (*count)++ : most;

    if (at == most) {
        if (keys[most - 1] <= key)
            return;
        at = most - 1;
    }
    for (; at > 0 && keys[at - 1] > key; at--) {
        items[at] = items[at - 1];
        keys[at] = keys[at - 1];
    }
    items[at] = item;
    keys[at] = key;
    cq_assert(at == 0 || keys[at - 1] <= key);
    cq_assert(at + 1 == *count || key < keys[at + 1]);
}

/* The items to try next; those of the frontier, else where a part may begin. */
static size_t choose_items(const set *s, bool frontier, uint32_t *items, size_t most)
{
    const cq_links *links = s->prefix.links;
    size_t keys[64], count = 0;

    for (uint32_t i = 0; i < links->items; i++)
        if (!links->loose[i] && !s->taken[i] && (!frontier || s->prefix.decided[i] > 0))
            offer(items, keys, &count, most, i, undecided(s, i));
    return count;
}

static void try_item(beam *b, uint32_t parent, uint32_t item)
{
    set *s = &b->now[parent];
    child c = {.parent = parent, .item = item, .hash = s->hash ^ b->keys[item]};

    cq_prefix_add(&s->prefix, item);
    c.width = s->prefix.width;
    c.states = s->states + cq_width_power(c.width);
    c.score = c.states + 4 * cq_width_power(c.width);
    cq_prefix_remove(&s->prefix, item);
    cq_assert(b->child_count < children_room(b));
    b->children[b->child_count++] = c;
}

static void widen(beam *b, size_t start)
{
    uint32_t items[64];
    size_t first_most = b->most < 64 ? b->most : 64;

    b->child_count = 0;
    for (uint32_t p = 0; p < b->count; p++) {
        size_t count = choose_items(&b->now[p], true, items, CHILDREN);

        if (count == 0)
            count = choose_items(&b->now[p], false, items, start ? 1 : first_most);
        for (size_t i = 0; i < count; i++)
            try_item(b, p, items[i]);
    }
}

static int by_score(const void *a, const void *b)
{
    const child *p = a, *q = b;

    if (p->score != q->score)
        return p->score < q->score ? -1 : 1;
    if (p->hash != q->hash)
        return p->hash < q->hash ? -1 : 1;
    if (p->parent != q->parent)
        return p->parent < q->parent ? -1 : 1;
    return p->item < q->item ? -1 : 1;
}

/* ---- the next layer ---- */

static cq_status adopt(beam *b, const child *c, set *to)
{
    const set *from = &b->now[c->parent];
    chain link = {.item = c->item, .parent = from->link};

    cq_prefix_copy(&from->prefix, &to->prefix);
    memcpy(to->taken, from->taken, b->links->items);
    cq_assert(!to->taken[c->item]);
    cq_prefix_add(&to->prefix, c->item);
    cq_assert(to->prefix.width == c->width);
    to->taken[c->item] = 1;
    to->states = c->states;
    to->hash = c->hash;
    to->link = (uint32_t)b->chains.count;
    cq_assert(from->link == UINT32_MAX || from->link < to->link);
    return cq_vec_push(b->run->ctx, &b->chains, link);
}

static cq_status select_best(beam *b)
{
    set *swap;
    size_t kept = 0;
    cq_status status = CQ_OK;

    qsort(b->children, b->child_count, sizeof *b->children, by_score);
    for (size_t i = 0; i < b->child_count && kept < b->most && status == CQ_OK; i++) {
        size_t k;

        for (k = 0; k < kept && b->next[k].hash != b->children[i].hash; k++)
            continue;
        cq_assert(i == 0 || b->children[i - 1].score <= b->children[i].score);
        if (k == kept)
            status = adopt(b, &b->children[i], &b->next[kept++]);
    }
    swap = b->now;
    b->now = b->next;
    b->next = swap;
    b->count = kept;
    return status;
}

/* ---- all of it ---- */

static cq_status make_sets(cq_context *ctx, const cq_links *links, size_t most,
                           set **out)
{
    set *sets = cq_zalloc(ctx, most, sizeof *sets);
    cq_status status = sets ? CQ_OK : CQ_MEMORY;

    *out = sets;
    for (size_t i = 0; i < most && status == CQ_OK; i++) {
        sets[i].taken = cq_zalloc(ctx, links->items, 1);
        status =
            sets[i].taken ? cq_prefix_make(ctx, links, &sets[i].prefix) : CQ_MEMORY;
    }
    return status;
}

static void free_sets(set *sets, size_t most)
{
    for (size_t i = 0; sets && i < most; i++) {
        cq_prefix_free(&sets[i].prefix);
        cq_free(sets[i].taken);
    }
    cq_free(sets);
}

static cq_status make_beam(beam *b)
{
    cq_context *ctx = b->run->ctx;
    cq_random random;
    cq_status status = make_sets(ctx, b->links, b->most, &b->now);

    cq_then(status, make_sets(ctx, b->links, b->most, &b->next));
    b->children = cq_alloc(ctx, children_room(b), sizeof *b->children);
    b->keys = cq_alloc(ctx, b->links->items, sizeof *b->keys);
    if (status != CQ_OK || !b->children || !b->keys)
        return CQ_MEMORY;
    cq_random_seed(&random, 0); /* an order does not depend on --seed */
    for (size_t i = 0; i < b->links->items; i++)
        b->keys[i] = cq_random_next(&random);
    b->now[0].link = UINT32_MAX;
    b->count = 1;
    return CQ_OK;
}

static void free_beam(beam *b)
{
    free_sets(b->now, b->most);
    free_sets(b->next, b->most);
    cq_free_each(b->children, b->keys);
    cq_vec_free(&b->chains);
}

cq_status cq_beam_order(cq_run *run, const cq_links *links, size_t most,
                        cq_draft *draft)
{
    beam b = {.run = run, .links = links, .most = most};
    cq_status status = make_beam(&b);

    for (size_t k = 0; k < links->free_items && status == CQ_OK; k++) {
        if (cq_run_poll(run))
            status = CQ_STOPPED;
        if (status != CQ_OK)
            break;
        widen(&b, k);
        status = select_best(&b);
        cq_assert(b.count > 0 && b.count <= most);
    }
    if (status == CQ_OK) {
        uint32_t link = links->free_items ? b.now[0].link : UINT32_MAX;

        for (size_t k = links->free_items; k-- > 0; link = b.chains.at[link].parent) {
            cq_assert(link < b.chains.count);
            draft->items[k] = b.chains.at[link].item;
        }
        cq_assert(link == UINT32_MAX);
    }
    free_beam(&b);
    return status;
}
