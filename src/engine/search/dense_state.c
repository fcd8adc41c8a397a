/* dense_state.c - the steps of the dense search that are rare or concern multiple
 * items.
 *
 * Ways of single items are kept up to date by subtraction. Two things do not fit into
 * that: a byte that is full (CQ_DENSE_MANY), near the root of large problems, and items
 * that may be covered more than once, whose needs change with what is chosen. Both are
 * counted from the sets.
 */
#include "engine/search/dense.h"

#include "engine/search/slots.h"

#include "base/assert.h"

#include <string.h>

/* What an item that may be covered again costs at each node, in vectors: its options
 * are blended into those that clash, its ways counted anew. */
enum { MULTIPLE = 24 };

cq_status cq_dense_open_next(cq_dense *d)
{
    cq_dense_frame *frame = &d->frames[d->deepest];
    size_t set = d->words * sizeof(uint64_t);

    frame->block = cq_alloc(d->root->run->ctx, set + d->bytes + CQ_SEARCH_VECTOR, 1);
    cq_try_memory(frame->block);
    frame->alive = cq_search_aligned(frame->block);
    frame->ways = (uint8_t *)frame->alive + set;
    cq_assert((uintptr_t)frame->alive % CQ_SEARCH_VECTOR == 0);
    cq_assert((uintptr_t)frame->ways % CQ_SEARCH_VECTOR == 0);
    cq_assert(frame->ways >= (uint8_t *)frame->block + set);
    d->deepest++;
    return CQ_OK;
}

void cq_dense_rewind(cq_dense *d, uint32_t chosen)
{
    cq_outlet *out = &d->out;

    cq_assert(out->count >= d->first + chosen);
    while (out->count > d->first + chosen) {
        uint32_t option = d->index[--out->count - d->first];

        for (uint32_t m = d->middles[option]; m < d->starts[option + 1]; m++) {
            cq_assert(d->used[d->members[m]] > 0);
            d->used[d->members[m]]--;
        }
    }
}

/* ---- counting ---- */

void cq_dense_recount(const cq_dense *d, cq_dense_frame *f)
{
    f->capped = false;
    for (uint32_t i = 0; i < d->single; i++) {
        if (f->ways[i] == CQ_DENSE_CLOSED)
            continue;
        f->ways[i] = cq_dense_ways(d, f, i);
        f->capped |= f->ways[i] == CQ_DENSE_MANY;
    }
    cq_dense_recount_multiple(d, f);
}

double cq_dense_breadth(const cq_dense *d)
{
    cq_assert(d->single <= d->items && d->bytes % CQ_SEARCH_VECTOR == 0);
    return (double)d->words / 4 + (double)d->bytes / CQ_SEARCH_VECTOR +
           MULTIPLE * (double)(d->items - d->single);
}

/* ---- checking ---- */

static uint32_t chosen_of(const cq_dense *d)
{
    cq_assert(d->out.count >= d->first);
    return (uint32_t)(d->out.count - d->first);
}

/* What is alive clashes with nothing that was chosen, and is counted. */
static bool check_alive(const cq_dense *d, const cq_dense_frame *f)
{
    uint32_t count = 0;

    cq_hold(f->begin <= f->stop && f->stop <= d->words);
    cq_hold(f->begin % 4 == 0 && f->stop % 4 == 0);
    for (size_t w = f->begin; w < f->stop; w++) {
        count += (uint32_t)__builtin_popcountll(f->alive[w]);
        for (uint32_t k = 0; k < chosen_of(d); k++)
            cq_hold(!(f->alive[w] & d->clash[d->index[k] * d->words + w]));
    }
    cq_hold(count == f->count);
    return true;
}

/* Of a multiple item: what was used is what was chosen, and none is alive without
 * room. */
static bool check_multiple(const cq_dense *d, const cq_dense_frame *f, uint32_t item)
{
    uint32_t used = 0;

    for (uint32_t k = 0; k < chosen_of(d); k++) {
        uint32_t option = d->index[k];

        for (uint32_t m = d->middles[option]; m < d->starts[option + 1]; m++)
            used += d->members[m] == item;
    }
    cq_hold(d->used[item] == used && used <= d->room[item]);
    cq_hold(used < d->room[item] || cq_dense_alive(d, f, item) == 0);
    cq_hold(f->ways[item] == cq_dense_ways(d, f, item));
    return true;
}

bool cq_dense_check(const cq_dense *d, const cq_dense_frame *f)
{
    uint32_t left = 0;

    cq_hold(check_alive(d, f));
    for (uint32_t i = 0; i < d->single; i++) {
        bool open = f->ways[i] != CQ_DENSE_CLOSED;

        left += open;
        cq_hold(open ? f->ways[i] == cq_dense_ways(d, f, i)
                     : cq_dense_alive(d, f, i) == 0);
        cq_hold(f->capped || f->ways[i] != CQ_DENSE_MANY);
    }
    for (uint32_t i = d->single; i < d->items; i++)
        cq_hold(check_multiple(d, f, i));
    for (size_t i = d->items; i < d->bytes; i++)
        cq_hold(f->ways[i] == CQ_DENSE_CLOSED); /* the padding */
    cq_hold(left == f->left);
    return true;
}

bool cq_dense_check_least(const cq_dense *d, const cq_dense_frame *f)
{
    for (uint32_t i = 0; i < d->items; i++)
        cq_hold(f->ways[i] >= f->fewest && (i >= f->item || f->ways[i] > f->fewest ||
                                            f->fewest == CQ_DENSE_CLOSED));
    cq_hold(f->fewest == CQ_DENSE_CLOSED || f->ways[f->item] == f->fewest);
    return true;
}

bool cq_dense_check_solution(const cq_dense *d)
{
    uint32_t covered = 0, count = chosen_of(d);

    for (uint32_t k = 0; k < count; k++) {
        uint32_t option = d->index[k];

        covered += d->middles[option] - d->starts[option];
        for (uint32_t j = 0; j < k; j++)
            cq_hold(!cq_bits_has(d->clash + option * d->words, d->index[j]));
    }
    cq_hold(covered == d->single); /* each once, as none clash */
    for (uint32_t i = d->single; i < d->items; i++)
        cq_hold(d->used[i] >= d->need[i] && d->used[i] <= d->room[i]);
    return true;
}

bool cq_dense_check_clashes(const cq_dense *d, const cq_sparse *s)
{
    for (uint32_t o = 0; o < d->options && d->options <= CQ_WALK_PAIRS; o++) {
        for (uint32_t p = 0; p < d->options; p++)
            cq_hold(cq_bits_has(d->clash + o * d->words, p) ==
                    (o == p || cq_sparse_clash(s, d->number[o], d->number[p])));
        for (uint32_t m = d->starts[o]; m < d->starts[o + 1]; m++) {
            uint32_t item = d->members[m];

            cq_hold((item < d->single) == (m < d->middles[o]));
            cq_hold(cq_bits_has(d->holds + item * d->words, o));
            cq_hold(!d->rows || item >= d->single || d->rows[o * d->bytes + item]);
        }
    }
    return true;
}

/* ---- including and excluding ---- */

const uint64_t *cq_dense_blend(cq_dense *d, uint32_t option)
{
    memcpy(d->blend, d->clash + option * d->words, d->words * sizeof *d->blend);
    for (uint32_t m = d->middles[option]; m < d->starts[option + 1]; m++) {
        uint32_t item = d->members[m];

        cq_assert(item >= d->single && d->used[item] < d->room[item]);
        if (++d->used[item] < d->room[item])
            continue;
        for (size_t w = 0; w < d->words; w++)
            d->blend[w] |= d->holds[item * d->words + w];
    }
    return d->blend;
}

void cq_dense_exclude(cq_dense *d, cq_dense_frame *f, uint32_t option)
{
    cq_assert(cq_bits_has(f->alive, option)); /* it was a choice */
    cq_assert(option / 64 >= f->begin && option / 64 < f->stop && f->count > 0);
    cq_bits_remove(f->alive, option);
    f->count--;
    d->out.walk->counts[CQ_SEARCH_UPDATES]++;
    if (f->capped) {
        cq_dense_recount(d, f);
        return;
    }
    for (uint32_t m = d->starts[option]; m < d->middles[option]; m++) {
        cq_assert(f->ways[d->members[m]] > 0);
        cq_assert(f->ways[d->members[m]] != CQ_DENSE_CLOSED);
        f->ways[d->members[m]]--;
    }
    cq_dense_recount_multiple(d, f);
    cq_assert(!cq_walk_due(d->out.walk->nodes, d->items * d->words) ||
              cq_dense_check(d, f));
}

/* ---- searchers ---- */

static void close_searcher(void *searcher)
{
    cq_dense *d = searcher;

    for (uint32_t i = 0; d->frames && i < d->deepest; i++)
        cq_free(d->frames[i].block);
    cq_slots_inner_free(d->inner);
    cq_free_each(d->frames, d->blend_block, d->used, d->index, d->choices, d->list,
                 d->held);
    cq_outlet_close(&d->out);
    cq_free(d);
}

static size_t most_frames(const cq_dense *d)
{
    size_t most = d->single + 2;

    return d->single < d->items ? most + d->options : most;
}

static cq_status allocate(cq_dense *d)
{
    cq_context *ctx = d->root->run->ctx;
    size_t options = d->options;

    d->blend_block = cq_alloc(ctx, d->words * sizeof *d->blend + CQ_SEARCH_VECTOR, 1);
    d->used = cq_alloc(ctx, d->items, sizeof *d->used);
    d->index = cq_alloc(ctx, options, sizeof *d->index);
    d->choices = cq_alloc(ctx, options + CQ_DENSE_SLACK, sizeof *d->choices);
    d->list = cq_alloc(ctx, options + CQ_DENSE_SLACK, sizeof *d->list);
    d->frames = cq_zalloc(ctx, most_frames(d), sizeof *d->frames);
    if (!d->blend_block || !d->used || !d->index || !d->choices || !d->list ||
        !d->frames)
        return CQ_MEMORY;
    d->blend = cq_search_aligned(d->blend_block);
    return cq_dense_open_next(d);
}

static cq_status open_searcher(void *shared, cq_dfs *walk, void **searcher)
{
    const cq_dense *all = shared;
    cq_dense *d = *searcher = cq_alloc(all->root->run->ctx, 1, sizeof *d);

    cq_try_memory(d);
    *d = *all;
    cq_try(cq_outlet_open(all->root, all->first + all->options, walk, &d->out));
    return allocate(d);
}

/* The first frame begins with everything alive. */
static cq_status search_all(void *searcher)
{
    cq_dense *d = searcher;
    cq_dense_frame *f = d->frames;

    *f = (cq_dense_frame){.alive = f->alive,
                          .ways = f->ways,
                          .block = f->block,
                          .stop = d->words,
                          .count = d->options,
                          .left = d->single};
    memset(f->alive, 0, d->words * sizeof *f->alive);
    for (uint32_t o = 0; o < d->options; o++)
        cq_bits_add(f->alive, o);
    memset(f->ways, CQ_DENSE_CLOSED, d->bytes);
    memset(f->ways, 0, d->items);
    memset(d->used, 0, d->items * sizeof *d->used);
    d->depth = 0;
    d->waiting = 0;
    d->out.count = d->first;
    cq_dense_recount(d, f);
    cq_assert(cq_dense_check(d, f));
    return d->wide ? cq_dense_walk_wide(d) : cq_dense_walk_plain(d);
}

const cq_walker cq_dense_walker = {
    .tree = "bit sets",
    .counts = {"nodes", "updates"},
    .open = open_searcher,
    .close = close_searcher,
    .search = search_all,
};
