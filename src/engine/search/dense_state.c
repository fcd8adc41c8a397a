/* dense_state.c - the steps of the dense search that are rare or concern multiple
 * items.
 *
 * Ways of single items are kept up to date by subtraction. Two things do not fit into
 * that: a byte that is full (CQ_DENSE_MANY), near the root of large problems, and items
 * that may be covered more than once, whose needs change with what is chosen. Both are
 * counted from the sets.
 */
#include "engine/search/dense.h"

#include <assert.h>
#include <string.h>

cq_status cq_dense_open_frame(cq_dense *d, cq_dense_frame *frame)
{
    size_t set = d->words * sizeof(uint64_t);
    uintptr_t at;

    if (frame->block)
        return CQ_OK;
    frame->block = cq_alloc(d->out->run->ctx, set + d->bytes + CQ_DENSE_VECTOR, 1);
    if (!frame->block)
        return CQ_MEMORY;
    at = ((uintptr_t)frame->block + CQ_DENSE_VECTOR - 1) / CQ_DENSE_VECTOR *
         CQ_DENSE_VECTOR;
    frame->alive = (uint64_t *)at;
    frame->ways = (uint8_t *)(at + set);
    if (d->deepest <= frame - d->frames)
        d->deepest = (uint32_t)(frame - d->frames) + 1;
    return CQ_OK;
}

void cq_dense_rewind(cq_dense *d, uint32_t chosen)
{
    cq_outlet *out = d->out;

    while (out->count > d->first + chosen) {
        uint32_t option = d->index[--out->count - d->first];

        for (uint32_t m = d->middles[option]; m < d->starts[option + 1]; m++)
            d->used[d->members[m]]--;
    }
}

/* ---- counting ---- */

static uint32_t count_alive(const cq_dense *d, const cq_dense_frame *f, uint32_t item)
{
    const uint64_t *holds = d->holds + item * d->words;
    uint32_t count = 0;

    for (size_t w = f->begin; w < f->stop; w++)
        count += (uint32_t)__builtin_popcountll(f->alive[w] & holds[w]);
    return count;
}

static uint8_t ways_of(const cq_dense *d, const cq_dense_frame *f, uint32_t item)
{
    uint32_t used = d->used[item], count = count_alive(d, f, item);
    uint32_t need = d->need[item] > used ? d->need[item] - used : 0;

    if (count < need)
        return 0;
    if (count == 0)
        return CQ_DENSE_CLOSED;
    count += 1 - need;
    return (uint8_t)(count < CQ_DENSE_MANY ? count : CQ_DENSE_MANY);
}

void cq_dense_recount_multiple(const cq_dense *d, cq_dense_frame *f)
{
    for (uint32_t i = d->single; i < d->items; i++)
        f->ways[i] = ways_of(d, f, i);
}

void cq_dense_recount(const cq_dense *d, cq_dense_frame *f)
{
    f->capped = false;
    for (uint32_t i = 0; i < d->single; i++) {
        if (f->ways[i] == CQ_DENSE_CLOSED)
            continue;
        f->ways[i] = ways_of(d, f, i);
        f->capped |= f->ways[i] == CQ_DENSE_MANY;
    }
    cq_dense_recount_multiple(d, f);
}

bool cq_dense_check(const cq_dense *d, const cq_dense_frame *f)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < d->single; i++) {
        bool open = f->ways[i] != CQ_DENSE_CLOSED;

        left += open;
        assert(open ? f->ways[i] == ways_of(d, f, i) : count_alive(d, f, i) == 0);
    }
    for (uint32_t i = d->single; i < d->items; i++)
        assert(f->ways[i] == ways_of(d, f, i));
    assert(left == f->left);
    return true;
}

/* ---- including and excluding ---- */

const uint64_t *cq_dense_blend(cq_dense *d, uint32_t option)
{
    memcpy(d->blend, d->clash + option * d->words, d->words * sizeof *d->blend);
    for (uint32_t m = d->middles[option]; m < d->starts[option + 1]; m++) {
        uint32_t item = d->members[m];

        if (++d->used[item] < d->room[item])
            continue;
        for (size_t w = 0; w < d->words; w++)
            d->blend[w] |= d->holds[item * d->words + w];
    }
    return d->blend;
}

void cq_dense_exclude(cq_dense *d, cq_dense_frame *f, uint32_t option)
{
    f->alive[option / 64] &= ~(UINT64_C(1) << option % 64);
    f->count--;
    d->out->updates++;
    if (f->capped) {
        cq_dense_recount(d, f);
        return;
    }
    for (uint32_t m = d->starts[option]; m < d->middles[option]; m++)
        f->ways[d->members[m]]--;
    cq_dense_recount_multiple(d, f);
}
