/* plug_spill.c - writes layers that do not fit into memory to disk.
 *
 * While the context uses no more than `in_memory` bytes, parts stay in memory. The
 * first part that reaches the limit goes to disk, and from then on so do all other
 * parts of the layer, chunk by chunk as they grow; what they had made before follows at
 * the end. So nothing is made twice, and a layer is either in memory or on disk as a
 * whole.
 *
 * Parts of other ranks go there in the same chunks (plug_share.c), without a file.
 *
 * Threads write chunks side by side into one file. Each part lists its chunks, and
 * these lists one after the other are the list of the layer: in the order of the
 * patterns, and nearly in that of the file. */
#include "engine/plugs/plug_layer.h"

#include <string.h>

cq_status cq_plug_spill_init(cq_plug_spill *spill, cq_context *ctx,
                             const cq_matings *matings)
{
    *spill = (cq_plug_spill){.ctx = ctx, .matings = matings};
    atomic_init(&spill->on, false);
    atomic_init(&spill->failed, false);
    if (pthread_mutex_init(&spill->lock, NULL) != 0)
        return cq_fail(ctx, CQ_MEMORY, "the system has no more locks");
    return CQ_OK;
}

void cq_plug_spill_free(cq_plug_spill *spill)
{
    if (!spill->ctx)
        return;
    cq_scratch_free(spill->file);
    pthread_mutex_destroy(&spill->lock);
    spill->ctx = NULL;
}

static cq_status make_file(cq_plug_spill *spill)
{
    cq_status status = CQ_OK;

    if (spill->send)
        return CQ_OK;
    pthread_mutex_lock(&spill->lock);
    if (!spill->file)
        status = spill->make(spill->user, &spill->file);
    if (status != CQ_OK)
        atomic_store(&spill->failed, true);
    pthread_mutex_unlock(&spill->lock);
    return status;
}

/* What the lists of the next block will need, if they are full: they double. */
static size_t growth_of(const cq_plug_part *part)
{
    if (part->patterns.count < part->patterns.room)
        return 0;
    return 2 * part->patterns.room *
           (sizeof *part->patterns.at + sizeof *part->blocks.at);
}

bool cq_plug_part_spills(const cq_plug_part *part)
{
    cq_plug_spill *spill = part->spill;

    if (!spill || part->held < spill->chunk)
        return false;
    if (!atomic_load(&spill->on) &&
        (cq_context_memory_used(spill->ctx) > spill->in_memory ||
         growth_of(part) > spill->in_memory / 2))
        atomic_store(&spill->on, true);
    return atomic_load(&spill->on);
}

/* From `first` on as many blocks as make a chunk. */
static size_t chunk_end(const cq_plug_part *part, size_t first, uint64_t *words)
{
    const cq_plug_spill *spill = part->spill;
    size_t end = first;

    *words = 0;
    do {
        *words +=
            cq_plug_block_words(spill->matings, cq_pattern_ends(part->patterns.at[end]),
                                part->limbs, part->blocks.at[end].entries);
        end++;
    } while (end < part->patterns.count && *words + 4 * (end - first) < spill->chunk);
    return end;
}

static cq_status put_chunk(cq_plug_part *part, size_t first, size_t end, uint64_t words)
{
    cq_plug_spill *spill = part->spill;
    cq_plug_chunk chunk;
    uint8_t *bytes = cq_alloc(part->ctx, cq_plug_chunk_room(end - first, words), 1);
    size_t size;
    cq_status status;

    cq_try_memory(bytes);
    size = cq_plug_chunk_pack(spill->matings, part->limbs, part->patterns.at + first,
                              part->blocks.at + first, end - first, bytes, &chunk);
    cq_assert(first < end && end <= part->patterns.count);
    cq_assert(size <= cq_plug_chunk_room(end - first, words));
    cq_assert(cq_plug_chunk_words(&chunk, part->limbs) == words);
    if (spill->send) {
        status = spill->send(spill->user, part->rank, &chunk, bytes, size);
        cq_free(bytes);
        return status;
    }
    status = cq_scratch_put(spill->file, bytes, size, &chunk.record);
    cq_free(bytes);
    if (status != CQ_OK)
        atomic_store(&spill->failed, true);
    else
        status = cq_vec_push(part->ctx, &part->chunks, chunk);
    return status;
}

/* What it held is on disk; it goes on with an empty page. */
static void empty(cq_plug_part *part)
{
    while (part->pages.count)
        cq_free(part->pages.at[--part->pages.count]);
    part->chunked += part->patterns.count;
    part->patterns.count = part->blocks.count = 0;
    part->page = NULL;
    part->room = part->held = 0;
    if (part->next_page > part->spill->chunk)
        part->next_page = part->spill->chunk;
}

cq_status cq_plug_part_spill(cq_plug_part *part)
{
    size_t at = 0;

    cq_try(make_file(part->spill));
    while (at < part->patterns.count) {
        uint64_t words;
        size_t end = chunk_end(part, at, &words);

        cq_try(put_chunk(part, at, end, words));
        at = end;
    }
    empty(part);
    return CQ_OK;
}

cq_status cq_plug_part_end(cq_plug_part *part)
{
    if (!part->spill || !atomic_load(&part->spill->on))
        return CQ_OK;
    return cq_plug_part_spill(part);
}

cq_status cq_plug_layer_spill(cq_plug_layer *layer, cq_plug_spill *spill)
{
    cq_plug_layer made = *layer;
    cq_plug_part part;
    cq_status status;

    cq_assert(!cq_plug_layer_is_on_disk(layer));
    cq_plug_part_init(&part, layer->ctx, layer->limbs, 0, spill);
    part.patterns.at = layer->patterns; /* lent */
    part.blocks.at = layer->blocks;
    part.patterns.count = part.blocks.count = layer->count;
    status = cq_plug_part_spill(&part);
    part.patterns.at = NULL;
    part.blocks.at = NULL;
    if (status == CQ_OK) {
        cq_assert(part.chunked == layer->count && spill->file);
        made.chunks = part.chunks;
        memset(&part.chunks, 0, sizeof part.chunks);
        made.file = cq_scratch_share(spill->file);
        made.patterns = NULL;
        made.blocks = NULL;
        memset(&made.pages, 0, sizeof made.pages);
        cq_plug_layer_free(layer);
        *layer = made;
    }
    cq_plug_part_free(&part);
    return status;
}
