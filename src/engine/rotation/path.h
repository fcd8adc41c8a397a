/* path.h - a path through a graph that grows, turns round and rotates.
 *
 * The vertices stand in a ring of slots, one for each vertex of the graph, from slot
 * `head` on, forwards or backwards; to turn the path round is to change one bit. Once
 * it fills the ring, its beginning and the rest are neighbours on both sides, so
 * reversing either has the same effect. The shorter one is reversed, and a rotation
 * moves a quarter of the path on average.
 */
#ifndef CQ_ENGINE_ROTATION_PATH_H
#define CQ_ENGINE_ROTATION_PATH_H

#include "base/assert.h"
#include "engine/engine.h"

typedef struct cq_path {
    uint32_t slots; /* vertices of the graph, below 2^31 */
    uint32_t head, length;
    bool backwards;  /* the last vertex is in slot `head` */
    uint32_t *at;    /* slot -> vertex */
    uint32_t *where; /* vertex -> slot, or CQ_NO_CELL if it is not on the path */
} cq_path;

cq_status cq_path_make(cq_context *ctx, uint32_t vertices, cq_path *out);
void cq_path_free(cq_path *path);
void cq_path_clear(cq_path *path);

static inline bool cq_path_has(const cq_path *path, uint32_t vertex)
{
    return path->where[vertex] != CQ_NO_CELL;
}

/* The slot `behind` places after `head`. */
static inline uint32_t cq_path_slot(const cq_path *path, uint32_t behind)
{
    uint32_t slot = path->head + behind;

    cq_assert(behind < path->slots && path->head < path->slots);

    return slot >= path->slots ? slot - path->slots : slot;
}

/* The vertex at a place, from 0 for the first. */
static inline uint32_t cq_path_at(const cq_path *path, uint32_t place)
{
    return path
        ->at[cq_path_slot(path, path->backwards ? path->length - 1 - place : place)];
}

/* The place of a vertex that is on the path. */
static inline uint32_t cq_path_place(const cq_path *path, uint32_t vertex)
{
    uint32_t slot = path->where[vertex];
    uint32_t behind =
        slot >= path->head ? slot - path->head : slot + path->slots - path->head;

    cq_assert(slot < path->slots && behind < path->length);
    return path->backwards ? path->length - 1 - behind : behind;
}

static inline uint32_t cq_path_last(const cq_path *path)
{
    return cq_path_at(path, path->length - 1);
}

/* The other way round: the first becomes the last. */
static inline void cq_path_turn(cq_path *path)
{
    path->backwards = !path->backwards;
}

void cq_path_append(cq_path *path, uint32_t vertex);
/* Posa's rotation: an edge from the last vertex to the one at `place` replaces the edge
 * from there on; what was after it follows in the opposite order. */
void cq_path_rotate(cq_path *path, uint32_t place);
/* Closes the path by an edge between its ends, and opens it after `place`. */
void cq_path_open(cq_path *path, uint32_t place);

#endif
