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
    /* On disk, of the chunk that was read: */
    CQ_VEC(uint8_t) bytes;
    CQ_VEC(cq_pattern) own_patterns;
    CQ_VEC(cq_plug_block) own_blocks;
    cq_plug_words words;
} cq_plug_cursor;

void cq_plug_cursor_init(cq_plug_cursor *cursor, const cq_plug_layer *layer,
                         const cq_matings *matings);
void cq_plug_cursor_free(cq_plug_cursor *cursor);
/* To the first block whose pattern is not below this one. */
cq_status cq_plug_cursor_seek(cq_plug_cursor *cursor, cq_pattern pattern);
/* Reads the next chunk, if the layer is on disk: right after the beginning the first.
 */
cq_status cq_plug_cursor_read_on(cq_plug_cursor *cursor);

static inline bool cq_plug_cursor_has(const cq_plug_cursor *cursor)
{
    return cursor->at < cursor->end;
}

static inline cq_pattern cq_plug_cursor_pattern(const cq_plug_cursor *cursor)
{
    cq_assert(cq_plug_cursor_has(cursor));
    return cursor->patterns[cursor->at];
}

static inline const cq_plug_block *cq_plug_cursor_block(const cq_plug_cursor *cursor)
{
    cq_assert(cq_plug_cursor_has(cursor));
    return &cursor->blocks[cursor->at];
}

/* To the next block; the one before is lost. */
static inline cq_status cq_plug_cursor_next(cq_plug_cursor *cursor)
{
    cq_assert(cq_plug_cursor_has(cursor));
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
