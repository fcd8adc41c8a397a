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
    cq_free_each(cursor->bytes, cursor->own_patterns, cursor->own_blocks,
                 cursor->words);
    memset(cursor, 0, sizeof *cursor);
}

/* At least `want` of this size; what was there is lost. */
static bool make_room(cq_context *ctx, void **block, size_t *room, size_t want,
                      size_t size)
{
    if (*room >= want)
        return true;
    cq_free(*block);
    *room = 0;
    *block = cq_alloc(ctx, want, size);
    if (*block)
        *room = want;
    return *block != NULL;
}

/* Room for the blocks of a chunk: patterns and blocks grow as one. */
static bool make_rooms(cq_plug_cursor *c, const cq_plug_chunk *chunk)
{
    cq_context *ctx = c->layer->ctx;
    size_t blocks = c->blocks_room;
    void *at[4] = {c->bytes, c->words, c->own_patterns, c->own_blocks};
    bool made =
        make_room(ctx, &at[0], &c->bytes_room,
                  (size_t)chunk->record.size + CQ_PACK_SLACK, 1) &&
        make_room(ctx, &at[1], &c->words_room,
                  cq_size(cq_plug_chunk_words(chunk, c->layer->limbs)),
                  sizeof *c->words) &&
        make_room(ctx, &at[2], &blocks, chunk->blocks, sizeof *c->own_patterns) &&
        make_room(ctx, &at[3], &c->blocks_room, chunk->blocks, sizeof *c->own_blocks);

    c->bytes = at[0];
    c->words = at[1];
    c->own_patterns = at[2];
    c->own_blocks = at[3];
    if (!made) /* one of the two may have grown alone */
        c->blocks_room = 0;
    return made;
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

    c->at = c->end = 0;
    if (!make_rooms(c, chunk))
        return CQ_MEMORY;
    cq_try(cq_scratch_get(layer->file, &chunk->record, c->bytes));
    if (!cq_plug_chunk_unpack(c->matings, layer->slots, layer->limbs, c->bytes, chunk,
                              c->own_patterns, c->own_blocks, c->words))
        return damaged(layer);
    c->chunk++;
    c->patterns = c->own_patterns;
    c->blocks = c->own_blocks;
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

cq_status cq_plug_cursor_start(cq_plug_cursor *cursor)
{
    cursor->at = cursor->chunk = 0;
    if (!cq_plug_layer_is_on_disk(cursor->layer))
        return CQ_OK;
    cursor->end = 0;
    return cq_plug_cursor_read_on(cursor);
}

static size_t first_mark(const cq_plug_layer *layer, cq_plug_before *before,
                         const void *user)
{
    size_t low = 0, high = cq_plug_layer_marks(layer);

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (before(user, cq_plug_layer_mark(layer, middle)))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* On disk the place may lie in the chunk before the first that begins too late. */
cq_status cq_plug_cursor_seek(cq_plug_cursor *cursor, cq_plug_before *before,
                              const void *user)
{
    size_t mark = first_mark(cursor->layer, before, user);

    if (!cq_plug_layer_is_on_disk(cursor->layer)) {
        cursor->at = mark;
        return CQ_OK;
    }
    cursor->chunk = mark ? mark - 1 : 0;
    cursor->at = cursor->end = 0;
    cq_try(cq_plug_cursor_read_on(cursor));
    while (cq_plug_cursor_has(cursor) && before(user, cq_plug_cursor_pattern(cursor)))
        cq_try(cq_plug_cursor_next(cursor));
    return CQ_OK;
}

/* The chunk that a pattern is in, if it is in any, has been read. */
static cq_status read_chunk_of(cq_plug_cursor *cursor, cq_pattern pattern)
{
    const cq_plug_layer *layer = cursor->layer;
    size_t mark = cq_plug_layer_from(layer, pattern);

    if (mark == layer->chunks.count ||
        !cq_wide_is(cq_plug_layer_mark(layer, mark), pattern))
        mark -= mark > 0; /* it begins before the pattern */
    if (cursor->end && cursor->chunk == mark + 1)
        return CQ_OK;
    cursor->chunk = mark;
    return mark < layer->chunks.count ? read_chunk(cursor) : CQ_OK;
}

cq_status cq_plug_cursor_find(cq_plug_cursor *cursor, cq_pattern pattern,
                              const cq_plug_block **out)
{
    size_t low = 0, high;

    *out = NULL;
    if (cq_plug_layer_is_on_disk(cursor->layer))
        cq_try(read_chunk_of(cursor, pattern));
    for (high = cursor->end; low < high;) {
        size_t middle = low + (high - low) / 2;

        if (cq_wide_below(cursor->patterns[middle], pattern))
            low = middle + 1;
        else
            high = middle;
    }
    cursor->at = low;
    if (cq_plug_cursor_has(cursor) && cq_wide_is(cursor->patterns[low], pattern))
        *out = &cursor->blocks[low];
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
        out->slots = layer->slots;
        memcpy(out->vertex, layer->vertex, sizeof out->vertex);
        out->total_bits = layer->total_bits;
    }
    cq_plug_part_free(&part);
    cq_plug_cursor_free(&cursor);
    return status;
}
