/* plug_cursor.c - the blocks of a layer in their order: see plug_cursor.h.
 *
 * A cursor on disk has one chunk in memory, and reads the next one when it has finished
 * with it. A step reads a layer with one cursor for each choice of edges, so it needs a
 * chunk of memory for each and reads the file from end to end with each. The cursors
 * are at different places, because each choice adds something different to the
 * patterns. */
#include "engine/plugs/plug_cursor.h"

#include "engine/pack.h"

#include <string.h>

void cq_plug_cursor_init(cq_plug_cursor *cursor, const cq_plug_layer *layer,
                         const cq_matings *matings)
{
    *cursor = (cq_plug_cursor){.layer = layer, .matings = matings};
    if (cq_plug_layer_is_on_disk(layer))
        return;
    cursor->patterns = layer->patterns;
    cursor->blocks = layer->blocks;
    cursor->end = layer->count;
}

void cq_plug_cursor_free(cq_plug_cursor *cursor)
{
    cq_vec_free_each(&cursor->bytes, &cursor->own_patterns, &cursor->own_blocks,
                     &cursor->words);
    memset(cursor, 0, sizeof *cursor);
}

static cq_status damaged(const cq_plug_layer *layer)
{
    const char *path = cq_scratch_path(layer->file);

    return cq_fail(layer->ctx, CQ_INPUT, "%s is damaged",
                   path ? path : "a scratch file");
}

static cq_status read_chunk(cq_plug_cursor *c)
{
    const cq_plug_layer *layer = c->layer;
    const cq_plug_chunk *chunk = &layer->chunks.at[c->chunk];
    uint64_t words = cq_plug_chunk_words(chunk, layer->limbs);

    cq_assert(c->chunk < layer->chunks.count);
    c->at = c->end = 0;
    cq_try(cq_vec_renew(layer->ctx, &c->bytes,
                        (size_t)chunk->record.size + CQ_PACK_SLACK));
    cq_try(cq_vec_renew(layer->ctx, &c->own_patterns, chunk->blocks));
    cq_try(cq_vec_renew(layer->ctx, &c->own_blocks, chunk->blocks));
    cq_try(cq_vec_renew(layer->ctx, &c->words, cq_size(words)));
    cq_try(cq_scratch_get(layer->file, &chunk->record, c->bytes.at));
    if (!cq_plug_chunk_unpack(c->matings, layer->slots, layer->limbs, c->bytes.at,
                              chunk, c->own_patterns.at, c->own_blocks.at, c->words.at))
        return damaged(layer);
    c->chunk++;
    c->patterns = c->own_patterns.at;
    c->blocks = c->own_blocks.at;
    c->end = chunk->blocks;
    return CQ_OK;
}

cq_status cq_plug_cursor_read_on(cq_plug_cursor *cursor)
{
    const cq_plug_layer *layer = cursor->layer;
    cq_pattern last;

    if (!cq_plug_layer_is_on_disk(layer) || cursor->chunk == layer->chunks.count)
        return CQ_OK;
    last = cursor->end ? cursor->patterns[cursor->end - 1] : cq_wide_of(0);
    if (cursor->end && !cq_wide_below(last, layer->chunks.at[cursor->chunk].first))
        return damaged(layer);
    return read_chunk(cursor);
}

/* The chunk that a pattern is in, if it is in any, has been read. */
static cq_status read_chunk_of(cq_plug_cursor *cursor, cq_pattern pattern)
{
    const cq_plug_layer *layer = cursor->layer;
    size_t mark = cq_plug_layer_from(layer, pattern);

    if (mark == layer->chunks.count ||
        !cq_wide_is(cq_plug_layer_mark(layer, mark), pattern))
        mark -= mark > 0; /* it begins before the pattern */
    cq_assert(mark < layer->chunks.count || layer->chunks.count == 0);
    if (cursor->end && cursor->chunk == mark + 1)
        return CQ_OK;
    cursor->chunk = mark;
    return mark < layer->chunks.count ? read_chunk(cursor) : CQ_OK;
}

/* To where the pattern is, or would be, in its chunk. */
static cq_status go_to(cq_plug_cursor *cursor, cq_pattern pattern)
{
    if (cq_plug_layer_is_on_disk(cursor->layer))
        cq_try(read_chunk_of(cursor, pattern));
    cursor->at = cq_patterns_from(cursor->patterns, sizeof *cursor->patterns,
                                  cursor->end, pattern);
    return CQ_OK;
}

/* The next pattern may be the first of the next chunk. */
cq_status cq_plug_cursor_seek(cq_plug_cursor *cursor, cq_pattern pattern)
{
    cq_try(go_to(cursor, pattern));
    if (!cq_plug_cursor_has(cursor))
        cq_try(cq_plug_cursor_read_on(cursor));
    cq_assert(!cq_plug_cursor_has(cursor) ||
              !cq_wide_below(cq_plug_cursor_pattern(cursor), pattern));
    return CQ_OK;
}

cq_status cq_plug_cursor_find(cq_plug_cursor *cursor, cq_pattern pattern,
                              const cq_plug_block **out)
{
    *out = NULL;
    cq_try(go_to(cursor, pattern));
    if (cq_plug_cursor_has(cursor) &&
        cq_wide_is(cq_plug_cursor_pattern(cursor), pattern))
        *out = cq_plug_cursor_block(cursor);
    return CQ_OK;
}

/* ---- many chunks at once ---- */

cq_status cq_plug_cursor_copy(const cq_plug_cursor *c, cq_plug_part *part)
{
    cq_pattern pattern = cq_plug_cursor_pattern(c);
    const cq_plug_block *block = cq_plug_cursor_block(c);
    size_t words = cq_plug_block_words(c->matings, cq_pattern_ends(pattern),
                                       part->limbs, block->entries);
    uint64_t *to = cq_plug_part_reserve(part, words);

    cq_try_memory(to);
    memcpy(to, block->words, words * sizeof *to);
    return cq_plug_part_commit(part, pattern, to, words, block->entries, 0);
}

cq_status cq_plug_layer_load(const cq_plug_layer *layer, const cq_matings *matings,
                             size_t first, size_t end, cq_plug_layer *out)
{
    cq_status status = CQ_OK;
    cq_plug_cursor cursor;
    cq_plug_part part;

    cq_assert(cq_plug_layer_is_on_disk(layer) && end <= layer->chunks.count);
    cq_plug_cursor_init(&cursor, layer, matings);
    cq_plug_part_init(&part, layer->ctx, layer->limbs, 0, NULL);
    cursor.chunk = first;
    while (status == CQ_OK && cursor.chunk < end) {
        status = cq_plug_cursor_read_on(&cursor);
        for (; status == CQ_OK && cq_plug_cursor_has(&cursor); cursor.at++)
            status = cq_plug_cursor_copy(&cursor, &part);
    }
    cq_then(status, cq_plug_layer_of_parts(layer->ctx, layer->limbs, &part, 1, out));
    if (status == CQ_OK) {
        cq_plug_layer_set_slots(out, layer->vertex, layer->slots);
        out->total_bits = layer->total_bits;
    }
    cq_plug_part_free(&part);
    cq_plug_cursor_free(&cursor);
    return status;
}
