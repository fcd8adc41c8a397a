/* plug_cursor.h - the blocks of a layer in their order, from memory or from disk. */
#ifndef CQ_ENGINE_PLUGS_PLUG_CURSOR_H
#define CQ_ENGINE_PLUGS_PLUG_CURSOR_H

#include "engine/plugs/plug_layer.h"

typedef struct cq_plug_cursor {
    const cq_plug_layer *layer;
    const cq_matings *matings;
    const cq_pattern *patterns; /* in memory the layer's, else those of a chunk */
    const cq_plug_block *blocks;
    size_t at, end; /* in these; at == end: there are no more */
    size_t chunk;   /* the next to be read */
    uint8_t *bytes;
    cq_pattern *own_patterns;
    cq_plug_block *own_blocks;
    uint64_t *words;
    size_t bytes_room, blocks_room, words_room;
} cq_plug_cursor;

void cq_plug_cursor_init(cq_plug_cursor *cursor, const cq_plug_layer *layer,
                         const cq_matings *matings);
void cq_plug_cursor_free(cq_plug_cursor *cursor);
/* To the first block. */
cq_status cq_plug_cursor_start(cq_plug_cursor *cursor);
/* To the first block for which `before` is false; it must be true of the first patterns
 * and false of the others. */
typedef bool cq_plug_before(const void *user, cq_pattern pattern);
cq_status cq_plug_cursor_seek(cq_plug_cursor *cursor, cq_plug_before *before,
                              const void *user);
/* To the next block; the one before is lost. */
cq_status cq_plug_cursor_read_on(cq_plug_cursor *cursor);

static inline bool cq_plug_cursor_has(const cq_plug_cursor *cursor)
{
    return cursor->at < cursor->end;
}

static inline cq_pattern cq_plug_cursor_pattern(const cq_plug_cursor *cursor)
{
    return cursor->patterns[cursor->at];
}

static inline const cq_plug_block *cq_plug_cursor_block(const cq_plug_cursor *cursor)
{
    return &cursor->blocks[cursor->at];
}

static inline cq_status cq_plug_cursor_next(cq_plug_cursor *cursor)
{
    return ++cursor->at < cursor->end ? CQ_OK : cq_plug_cursor_read_on(cursor);
}

/* The block of this pattern, or NULL; on disk it is lost when another one is sought.
 * Cheap if patterns are sought in their order. */
cq_status cq_plug_cursor_find(cq_plug_cursor *cursor, cq_pattern pattern,
                              const cq_plug_block **out);

/* The block at hand, as the next one of a part. */
cq_status cq_plug_cursor_copy(const cq_plug_cursor *cursor, cq_plug_part *part);

/* The chunks `first` .. `end` of a layer on disk, as one in memory. */
cq_status cq_plug_layer_load(const cq_plug_layer *layer, const cq_matings *matings,
                             size_t first, size_t end, cq_plug_layer *out);

#endif
