/* dense.c - builds the bit sets of a search from the live options of the sparse one.
 *
 * Options and items are renumbered without gaps. The central structure is the matrix of
 * clashes: row o holds the options that can no longer be chosen once o is, so including
 * o is one and-not over a row. Two options clash if they share an item that is covered
 * once, or a secondary item on whose colour they do not agree. Items that may be
 * covered more than once are not part of it, because what they remove depends on how
 * often they have been used.
 *
 * All large arrays lie in one block, aligned to vectors. Memory: options^2 / 8 bytes
 * for the clashes, which CQ_DENSE_MOST keeps below 8 MiB, and little else. Time: for
 * each entry one row of the matrix.
 */
#include "engine/search/dense.h"

#include "base/assert.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* Rows of bytes pay if a vector holds several of an option's items. */
enum { ROW_VECTORS = 8 };

/* The sparse items by their numbers here. */
typedef struct numbering {
    const cq_sparse *sparse;
    uint32_t *item;    /* by item of the cover: number here, or UINT32_MAX */
    uint32_t *option;  /* by option of the cover */
    uint32_t *reverse; /* by item here */
    size_t entries;    /* of living options, primary items only */
} numbering;

/* The colour that an option asks of some item. */
typedef struct tint {
    uint32_t colour, option;
} tint;

static bool is_single(const cq_sparse_item *head)
{
    return head->need == 1 && head->room == 1;
}

bool cq_dense_suits(const cq_sparse *sparse)
{
    uint32_t open = 0;

    for (uint32_t i = 0; i < sparse->primary; i++)
        open += cq_sparse_is_open(&sparse->head[i]);
    return sparse->alive <= CQ_DENSE_MOST && open <= CQ_DENSE_ITEMS;
}

/* ---- numbers ---- */

static void number_items(cq_dense *d, numbering *n)
{
    const cq_sparse *s = n->sparse;

    memset(n->item, 0xff, s->items * sizeof *n->item);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < s->primary; i++) {
            if (!cq_sparse_is_open(&s->head[i]) ||
                is_single(&s->head[i]) != (pass == 0))
                continue;
            n->entries += s->head[i].size;
            n->reverse[d->items] = i;
            n->item[i] = d->items++;
            cq_assert(d->items <= s->primary);
        }
        if (pass == 0)
            d->single = d->items;
    }
}

static uint32_t first_item(const numbering *n, uint32_t option)
{
    const cq_cover *cover = n->sparse->cover;
    uint32_t first = UINT32_MAX;

    for (uint32_t e = cover->starts.at[option]; e < cover->starts.at[option + 1]; e++) {
        uint32_t item = cover->entries.at[e].item;

        if (item < cover->primary && n->item[item] < first)
            first = n->item[item];
    }
    cq_assert(first != UINT32_MAX); /* every living option has an open item */
    return first;
}

/* Options are filed by the first of their items: what meets lies close together, so
 * that the words of a set that has shrunk are either full or empty. */
static void number_options(cq_dense *d, numbering *n)
{
    const cq_sparse *s = n->sparse;

    for (uint32_t i = 0; i < d->items; i++) {
        const cq_sparse_item *head = &s->head[n->reverse[i]];
        uint32_t begin = d->options;

        for (uint32_t k = 0; k < head->size; k++) {
            uint32_t option = s->option[s->set[head->base + k]];

            if (first_item(n, option) == i)
                d->number[d->options++] = option;
        }
        cq_sort_u32(d->number + begin, d->options - begin);
    }
    for (uint32_t o = 0; o < d->options; o++) {
        cq_assert(cq_sparse_is_alive(s, d->number[o]));
        n->option[d->number[o]] = o;
    }
    cq_assert(d->options == s->alive);
}

/* ---- memory ---- */

static cq_status allocate_lists(cq_dense *d, const numbering *n)
{
    cq_context *ctx = d->root->run->ctx;
    size_t options = d->options;

    d->starts = cq_alloc(ctx, options + 1, sizeof *d->starts);
    d->middles = cq_alloc(ctx, options, sizeof *d->middles);
    d->members = cq_alloc(ctx, n->entries, sizeof *d->members);
    d->need = cq_alloc(ctx, d->items, sizeof *d->need);
    d->room = cq_alloc(ctx, d->items, sizeof *d->room);
    cq_try_memory(d->starts && d->middles && d->members && d->need && d->room);
    return CQ_OK;
}

static cq_status allocate_sets(cq_dense *d, size_t entries)
{
    size_t set, sets, rows, vectors;
    uintptr_t at;

    set = cq_search_padded((d->options + 7) / 8);
    d->words = set / sizeof(uint64_t);
    d->bytes = cq_search_padded((size_t)d->items + 1); /* never without a vector */
    vectors = d->bytes / CQ_SEARCH_VECTOR;
    sets = set * ((size_t)d->options + d->items);
    rows = vectors <= ROW_VECTORS && vectors * d->options <= entries
               ? d->bytes * ((size_t)d->options + 1)
               : 0;
    d->block = cq_zalloc(d->root->run->ctx, sets + rows + CQ_SEARCH_VECTOR, 1);
    cq_try_memory(d->block);
    at = cq_search_padded((uintptr_t)d->block);
    cq_assert(d->words % 4 == 0 && d->bytes % CQ_SEARCH_VECTOR == 0);
    cq_assert(d->bytes > d->items && d->words * 64 >= d->options);
    d->clash = (uint64_t *)at;
    d->holds = d->clash + d->words * d->options;
    d->rows = rows ? (uint8_t *)(at + sets) : NULL;
    return CQ_OK;
}

void cq_dense_free(cq_dense *d)
{
    cq_free_each(d->block, d->starts, d->middles, d->members, d->number, d->need,
                 d->room);
    memset(d, 0, sizeof *d);
}

/* ---- contents ---- */

/* The primary items of an option, those that are single first. */
static void list_members(cq_dense *d, const numbering *n)
{
    const cq_cover *cover = n->sparse->cover;
    uint32_t at = 0;

    for (uint32_t o = 0; o < d->options; o++) {
        uint32_t option = d->number[o];

        d->starts[o] = at;
        for (int pass = 0; pass < 2; pass++) {
            for (uint32_t e = cover->starts.at[option];
                 e < cover->starts.at[option + 1]; e++) {
                uint32_t item = cover->entries.at[e].item;

                if (item >= cover->primary ||
                    (n->item[item] < d->single) != (pass == 0))
                    continue;
                cq_assert(n->item[item] < d->items && at < n->entries);
                d->members[at++] = n->item[item];
                cq_bits_add(d->holds + n->item[item] * d->words, o);
                if (d->rows && pass == 0)
                    d->rows[o * d->bytes + n->item[item]] = 255;
            }
            if (pass == 0)
                d->middles[o] = at;
        }
    }
    d->starts[d->options] = at;
    cq_assert(at == n->entries);
}

/* All options of an item clash, but for those in `allies`, a set, or NULL for none. */
static void add_clashes(cq_dense *d, uint32_t option, const uint64_t *item,
                        const uint64_t *allies)
{
    uint64_t *row = d->clash + option * d->words;

    for (size_t w = 0; w < d->words; w++)
        row[w] |= allies ? item[w] & ~allies[w] : item[w];
}

static int compare_tints(const void *a, const void *b)
{
    const tint *x = a, *y = b;

    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    return x->option < y->option ? -1 : 1;
}

/* The options of a secondary item that ask for one colour agree; all others clash. */
static void clash_over_colours(cq_dense *d, const numbering *n, uint32_t item,
                               tint *tints, uint64_t *all)
{
    const cq_sparse *s = n->sparse;
    const cq_sparse_item *head = &s->head[item];
    uint64_t *allies = all + d->words;

    memset(all, 0, d->words * sizeof *all);
    for (uint32_t k = 0; k < head->size; k++) {
        uint32_t e = s->set[head->base + k];

        tints[k] = (tint){s->cover->entries.at[e].colour, n->option[s->option[e]]};
        cq_assert(d->number[tints[k].option] == s->option[e]);
        cq_bits_add(all, tints[k].option);
    }
    qsort(tints, head->size, sizeof *tints, compare_tints);
    for (uint32_t k = 0, end; k < head->size; k = end) {
        memset(allies, 0, d->words * sizeof *allies);
        for (end = k; end < head->size && tints[end].colour == tints[k].colour; end++)
            if (tints[k].colour != CQ_NO_COLOUR)
                cq_bits_add(allies, tints[end].option);
        for (uint32_t j = k; j < end; j++)
            add_clashes(d, tints[j].option, all, allies);
    }
}

static cq_status find_clashes(cq_dense *d, const numbering *n)
{
    cq_context *ctx = d->root->run->ctx;
    const cq_sparse *s = n->sparse;
    uint64_t *all = cq_alloc(ctx, 2 * d->words, sizeof *all);
    tint *tints = cq_alloc(ctx, d->options, sizeof *tints);
    cq_status status = all && tints ? CQ_OK : CQ_MEMORY;

    for (uint32_t o = 0; status == CQ_OK && o < d->options; o++) {
        cq_bits_add(d->clash + o * d->words, o);
        for (uint32_t m = d->starts[o]; m < d->middles[o]; m++)
            add_clashes(d, o, d->holds + d->members[m] * d->words, NULL);
    }
    for (uint32_t i = s->primary; status == CQ_OK && i < s->items; i++)
        if (s->head[i].stamp != CQ_SPARSE_CLOSED)
            clash_over_colours(d, n, i, tints, all);
    cq_free_each(all, tints);
    return status;
}

static void fill_items(cq_dense *d, const numbering *n)
{
    for (uint32_t i = 0; i < d->items; i++) {
        d->need[i] = n->sparse->head[n->reverse[i]].need;
        d->room[i] = n->sparse->head[n->reverse[i]].room;
        cq_assert(d->room[i] > 0 && d->need[i] <= d->room[i]);
        cq_assert(i >= d->single || (d->need[i] == 1 && d->room[i] == 1));
    }
}

/* ---- making ---- */

static cq_status make(cq_dense *d, numbering *n)
{
    cq_context *ctx = d->root->run->ctx;
    const cq_sparse *s = n->sparse;

    n->item = cq_alloc(ctx, s->items, sizeof *n->item);
    n->reverse = cq_alloc(ctx, s->items, sizeof *n->reverse);
    n->option = cq_alloc(ctx, s->options, sizeof *n->option);
    d->number = cq_alloc(ctx, s->alive, sizeof *d->number);
    cq_try_memory(n->item && n->reverse && n->option && d->number);
    number_items(d, n);
    number_options(d, n);
    cq_try(allocate_lists(d, n));
    cq_try(allocate_sets(d, n->entries));
    list_members(d, n);
    fill_items(d, n);
    return find_clashes(d, n);
}

cq_status cq_dense_make(const cq_sparse *sparse, bool wide, cq_dense *dense)
{
    cq_dense d = {.root = sparse->out, .first = sparse->out->count, .wide = wide};
    numbering n = {.sparse = sparse};
    cq_status status = make(&d, &n);

    cq_free_each(n.item, n.reverse, n.option);
    cq_assert(status != CQ_OK || cq_dense_check_clashes(&d, sparse));
    if (status != CQ_OK)
        cq_dense_free(&d);
    else
        *dense = d;
    return status;
}
