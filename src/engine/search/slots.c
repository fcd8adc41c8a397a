/* slots.c - builds the slots of a search from the live options of the sparse one.
 *
 * Options and items are renumbered without gaps. If several items have equally few
 * ways, the search branches on the first. So items are sorted by how many other options
 * one of their options conflicts with on average, largest first: among equals it is
 * best to decide first the item whose options remove the most. For the queens problem
 * these are the middle rows and columns.
 *
 * Time: for each option, the entries of the options that share an item with it, of
 * which there are at most MEETINGS in all. Memory: one mask an option, at most MASKS in
 * all.
 */
#include "engine/search/slots.h"

#include "base/assert.h"
#include "base/vectors.h"

#include <stdlib.h>
#include <string.h>

enum { MASKS = 4 << 20, MEETINGS = 4 << 20 };

typedef struct rank {
    double weight;
    uint32_t item;
} rank;

typedef struct numbering {
    const cq_sparse *sparse;
    rank *ranks;      /* of the open items */
    uint32_t *item;   /* by item of the cover */
    uint32_t *option; /* by option of the cover */
    uint32_t *bit;    /* by entry of the cover: in its slot */
} numbering;

/* ---- whether ---- */

uint32_t cq_slots_width(uint32_t options)
{
    uint32_t width = 8;

    while (width <= 64 && options > width - 1)
        width *= 2;
    return width;
}

size_t cq_slots_bytes(uint32_t items, uint32_t width)
{
    return cq_search_padded((size_t)items * (width / 8));
}

/* How many items are open, and the options of the largest; false if an item is
 * covered more than once, or too many options meet for their masks to be worth
 * making. */
static bool measure(const cq_sparse *s, uint32_t *items, uint32_t *largest)
{
    uint64_t meetings = 0;

    *items = *largest = 0;
    for (uint32_t i = 0; i < s->items && meetings <= MEETINGS; i++) {
        const cq_sparse_item *head = &s->head[i];

        if (head->stamp == CQ_SPARSE_CLOSED)
            continue;
        meetings += (uint64_t)head->size * head->size;
        if (i >= s->primary || !cq_sparse_is_open(head))
            continue;
        if (head->need != 1 || head->room != 1)
            return false;
        ++*items;
        if (head->size > *largest)
            *largest = head->size;
    }
    return meetings <= MEETINGS;
}

bool cq_slots_suit(const cq_sparse *sparse)
{
    uint32_t items, largest, width;

    if (!measure(sparse, &items, &largest))
        return false;
    width = cq_slots_width(largest);
    return width <= 64 && items &&
           cq_slots_bytes(items, width) * sparse->alive <= MASKS;
}

/* ---- making ---- */

static int compare_ranks(const void *a, const void *b)
{
    const rank *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight > y->weight ? -1 : 1;
    return x->item < y->item ? -1 : 1;
}

/* How many options one of the item's meets, on average. */
static double weigh(const cq_sparse *s, uint32_t item)
{
    const cq_cover *cover = s->cover;
    double met = 0;

    for (uint32_t k = 0; k < s->head[item].size; k++) {
        uint32_t option = s->option[s->set[s->head[item].base + k]];

        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++)
            met += s->head[cover->entries.at[e].item].size;
    }
    cq_assert(s->head[item].size > 0); /* else the root had no solution */
    return met / s->head[item].size;
}

static void number_items(cq_slots *l, numbering *n)
{
    const cq_sparse *s = n->sparse;
    uint32_t count = 0;

    for (uint32_t i = 0; i < s->primary; i++)
        if (cq_sparse_is_open(&s->head[i]))
            n->ranks[count++] = (rank){weigh(s, i), i};
    cq_assert(count == l->items);
    qsort(n->ranks, count, sizeof *n->ranks, compare_ranks);
    for (uint32_t i = 0; i < count; i++)
        n->item[n->ranks[i].item] = i;
}

static void number_options(cq_slots *l, numbering *n)
{
    const cq_sparse *s = n->sparse;
    const cq_cover *cover = s->cover;

    for (uint32_t o = 0; o < s->options; o++) {
        if (!cq_sparse_is_alive(s, o))
            continue;
        l->number[l->options] = o;
        n->option[o] = l->options;
        l->length[l->options] = 0;
        for (uint32_t e = cover->starts.at[o]; e < cover->starts.at[o + 1]; e++)
            l->length[l->options] += cover->entries.at[e].item < s->primary;
        l->lengths += l->length[l->options];
        l->options++;
    }
    cq_assert(l->options == s->alive);
}

/* The bits of an item are its options in ascending order. */
static void number_bits(cq_slots *l, numbering *n, uint32_t *used)
{
    const cq_cover *cover = n->sparse->cover;

    for (uint32_t o = 0; o < l->options; o++) {
        uint32_t option = l->number[o];

        for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1];
             e++) {
            uint32_t item = cover->entries.at[e].item;

            if (item >= cover->primary)
                continue;
            item = n->item[item];
            n->bit[e] = ++used[item];
            cq_assert(item < l->items && used[item] < l->width);
            l->table[item * l->width + used[item]] = o;
        }
    }
}

static void set_bit(const cq_slots *l, uint8_t *slots, uint32_t item, uint32_t bit)
{
    size_t at = (size_t)item * l->width + bit;

    cq_assert(bit < l->width && at / 8 < l->bytes);

    slots[at / 8] |= (uint8_t)(1u << at % 8);
}

/* Adds an option to a mask: its bit in the slot of each of its items. */
static void mask_option(const cq_slots *l, const numbering *n, uint8_t *mask,
                        uint32_t option)
{
    const cq_cover *cover = n->sparse->cover;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++)
        if (cover->entries.at[e].item < cover->primary)
            set_bit(l, mask, n->item[cover->entries.at[e].item], n->bit[e]);
}

static void fill_mask(const cq_slots *l, const numbering *n, uint32_t o)
{
    const cq_sparse *s = n->sparse;
    const cq_cover *cover = s->cover;
    uint8_t *mask = l->masks + o * l->bytes;
    uint32_t option = l->number[o];

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        cq_entry entry = cover->entries.at[e];
        const uint32_t *set = s->set + s->head[entry.item].base;

        for (uint32_t k = 0; k < s->head[entry.item].size; k++)
            if (entry.colour == CQ_NO_COLOUR ||
                cover->entries.at[set[k]].colour != entry.colour)
                mask_option(l, n, mask, s->option[set[k]]);
        if (entry.item < s->primary)
            memset(mask + (size_t)n->item[entry.item] * (l->width / 8), 255,
                   l->width / 8);
    }
}

static cq_status allocate(cq_slots *l, numbering *n)
{
    cq_context *ctx = l->root->run->ctx;
    const cq_sparse *s = n->sparse;

    n->ranks = cq_alloc(ctx, l->items, sizeof *n->ranks);
    n->item = cq_alloc(ctx, s->items, sizeof *n->item);
    n->option = cq_alloc(ctx, s->options, sizeof *n->option);
    n->bit = cq_alloc(ctx, s->cover->entries.count, sizeof *n->bit);
    l->table = cq_alloc(ctx, cq_times(l->items, l->width), sizeof *l->table);
    l->length = cq_alloc(ctx, s->alive, sizeof *l->length);
    l->number = cq_alloc(ctx, s->alive, sizeof *l->number);
    l->block =
        cq_zalloc(ctx, (size_t)s->alive + 2 + CQ_SEARCH_VECTOR / l->bytes, l->bytes);
    if (!n->ranks || !n->item || !n->option || !n->bit || !l->table || !l->length ||
        !l->number || !l->block)
        return CQ_MEMORY;
    l->whole = cq_search_aligned(l->block);
    l->masks = l->whole + l->bytes;
    return CQ_OK;
}

static cq_status make(cq_slots *l, numbering *n)
{
    uint32_t *used;

    cq_try(allocate(l, n));
    used = cq_zalloc(l->root->run->ctx, l->items, sizeof *used);
    cq_try_memory(used);
    number_items(l, n);
    number_options(l, n);
    number_bits(l, n, used);
    for (uint32_t o = 0; o < l->options; o++) {
        fill_mask(l, n, o);
        mask_option(l, n, l->whole, l->number[o]);
    }
    for (uint32_t i = 0; i < l->items; i++)
        set_bit(l, l->whole, i, 0);
    cq_free(used);
    return CQ_OK;
}

cq_status (*cq_slots_best_walk(void))(cq_slots *)
{
    return cq_slots_can_count() ? cq_slots_walk_count
           : cq_vectors_wide()  ? cq_slots_walk_table
                                : cq_slots_walk_plain;
}

cq_status cq_slots_make(const cq_sparse *sparse, cq_slots *slots)
{
    cq_slots l = {
        .root = sparse->out, .first = sparse->out->count, .go = cq_slots_best_walk()};
    numbering n = {.sparse = sparse};
    uint32_t largest;
    cq_status status;

    measure(sparse, &l.items, &largest);
    cq_assert(l.items > 0 && largest < 64); /* cq_slots_suit said so */
    l.width = cq_slots_width(largest);
    l.bytes = cq_slots_bytes(l.items, l.width);
    status = make(&l, &n);
    cq_free_each(n.ranks, n.item, n.option, n.bit);
    cq_assert(status != CQ_OK || cq_slots_check_masks(&l, sparse));
    if (status != CQ_OK)
        cq_slots_free(&l);
    else
        *slots = l;
    return status;
}

void cq_slots_free(cq_slots *l)
{
    cq_free_each(l->block, l->table, l->length, l->number);
    memset(l, 0, sizeof *l);
}

/* ---- searchers ---- */

cq_status cq_slots_show(cq_slots *l, uint32_t count, bool *enough)
{
    cq_outlet *out = l->out;
    const cq_slots *mine = l;

    cq_assert(cq_slots_check_solution(l, count));
    for (uint32_t i = count; i-- > 0;) {
        uint32_t option = l->picked[i];

        while (i < mine->base)
            mine = mine->outer;
        for (const cq_slots *at = mine; at; at = at->outer)
            option = at->number[option];
        out->chosen[l->first + i] = option;
    }
    out->count = l->first + count;
    return cq_outlet_show(out, enough);
}

static void close_searcher(void *searcher)
{
    cq_slots *l = searcher;

    cq_slots_inner_free(l->inner);
    cq_free_each(l->frames, l->picked, l->own);
    cq_outlet_close(&l->outlet);
    cq_free(l);
}

static cq_status open_searcher(void *shared, cq_dfs *walk, void **searcher)
{
    const cq_slots *all = shared;
    cq_context *ctx = all->root->run->ctx;
    cq_slots *l = *searcher = cq_alloc(ctx, 1, sizeof *l);
    size_t frames = (size_t)all->items + 2;
    cq_status status;

    cq_try_memory(l);
    *l = *all;
    status = cq_outlet_open(all->root, all->first + all->items, walk, &l->outlet);
    l->out = &l->outlet;
    l->most = (cq_slots_room){l->options, l->items, l->bytes};
    l->frames = cq_zalloc(ctx, frames, sizeof *l->frames);
    l->picked = cq_alloc(ctx, frames, sizeof *l->picked);
    l->own = cq_zalloc(ctx, frames + 2 + CQ_SEARCH_VECTOR / l->bytes, l->bytes);
    cq_try_memory(l->frames && l->picked && l->own);
    l->ways = cq_search_aligned(l->own);
    l->slots = l->ways + l->bytes;
    return status;
}

/* The first frame: everything is open and alive. */
static cq_status search_all(void *searcher)
{
    cq_slots *l = searcher;

    memcpy(l->slots, l->whole, l->bytes);
    return l->go(l);
}

const cq_walker cq_slots_walker = {
    .tree = "slots",
    .counts = {"nodes", "updates"},
    .open = open_searcher,
    .close = close_searcher,
    .search = search_all,
};
