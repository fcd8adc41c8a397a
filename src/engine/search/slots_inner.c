/* slots_inner.c - memory for a subtree that is searched in smaller slots.
 *
 * A node whose items have few options left is a smaller cover: fewer items, in narrower
 * slots, so that each node below it takes fewer vectors. It is searched in new slots,
 * built at the node (slots_inner.h, dense_inner.h). The same memory serves all such
 * nodes of a searcher; inner slots can have inner slots in turn, at most half as large
 * each time.
 *
 *     searcher      12 vectors a node
 *       inner        5
 *         inner      2
 *
 * Options picked above the node have the numbers of the outer slots, and stay in their
 * array.
 */
#include "engine/search/slots.h"

#include "base/assert.h"

cq_status cq_slots_inner_new(const cq_slots_room *room, cq_outlet *out,
                             const cq_slots *outer, cq_slots **inner)
{
    cq_context *ctx = out->run->ctx;
    cq_slots *l = cq_zalloc(ctx, 1, sizeof *l);
    size_t frames = (size_t)room->items + 2, pad = 1 + CQ_SEARCH_VECTOR / room->bytes;

    cq_try_memory(l);
    l->out = out;
    l->outer = outer;
    l->most = *room;
    l->go = outer ? outer->go : cq_slots_best_walk();
    l->table = cq_alloc(ctx, cq_times(room->bytes, 8), sizeof *l->table);
    l->length = cq_alloc(ctx, room->options, sizeof *l->length);
    l->number = cq_alloc(ctx, room->options, sizeof *l->number);
    l->block = cq_alloc(ctx, (size_t)room->options + 1 + pad, room->bytes);
    l->frames = cq_alloc(ctx, frames, sizeof *l->frames);
    l->own = cq_alloc(ctx, frames + 1 + pad, room->bytes);
    l->mine = outer ? NULL : cq_alloc(ctx, frames, sizeof *l->mine);
    l->picked = outer ? outer->picked : l->mine;
    if (!l->table || !l->length || !l->number || !l->block || !l->frames || !l->own ||
        !l->picked) {
        cq_slots_inner_free(l);
        return CQ_MEMORY;
    }
    *inner = l;
    return CQ_OK;
}

void cq_slots_inner_free(cq_slots *l)
{
    while (l) {
        cq_slots *inner = l->inner;

        cq_free_each(l->table, l->length, l->number, l->block, l->frames, l->own,
                     l->mine, l->name, l->open, l->live, l);
        l = inner;
    }
}

void cq_slots_inner_lay(cq_slots *l, uint32_t items, uint32_t width)
{
    cq_assert(items <= l->most.items && cq_slots_bytes(items, width) <= l->most.bytes);
    l->items = items;
    l->options = 0;
    l->lengths = 0;
    l->width = width;
    l->bytes = cq_slots_bytes(items, width);
    l->whole = cq_search_aligned(l->block);
    l->masks = l->whole + l->bytes;
    l->ways = cq_search_aligned(l->own);
    l->slots = l->ways + l->bytes;
    l->enough = false;
    memset(l->whole, 0, l->bytes);
}

cq_status cq_slots_inner_run(cq_slots *l, bool *enough)
{
    cq_status status;

    memcpy(l->slots, l->whole, l->bytes);
    status = l->go(l);
    *enough |= l->enough;
    return status;
}
