/* path.c - the path of rotations: see path.h. */
#include "engine/rotation/path.h"

#include "base/assert.h"

cq_status cq_path_make(cq_context *ctx, uint32_t vertices, cq_path *out)
{
    cq_path path = {.slots = vertices};

    path.at = cq_alloc(ctx, vertices, sizeof *path.at);
    path.where = cq_alloc(ctx, vertices, sizeof *path.where);
    if (!path.at || !path.where) {
        cq_path_free(&path);
        return CQ_MEMORY;
    }
    cq_path_clear(&path);
    *out = path;
    return CQ_OK;
}

void cq_path_free(cq_path *path)
{
    cq_free_each(path->at, path->where);
}

void cq_path_clear(cq_path *path)
{
    for (uint32_t v = 0; v < path->slots; v++)
        path->where[v] = CQ_NO_CELL;
    path->head = path->length = 0;
    path->backwards = false;
}

static void put(cq_path *path, uint32_t slot, uint32_t vertex)
{
    path->at[slot] = vertex;
    path->where[vertex] = slot;
}

void cq_path_append(cq_path *path, uint32_t vertex)
{
    cq_assert(!cq_path_has(path, vertex) && path->length < path->slots);
    if (path->backwards)
        path->head = (path->head == 0 ? path->slots : path->head) - 1;
    put(path, path->backwards ? path->head : cq_path_slot(path, path->length), vertex);
    path->length++;
    cq_assert(cq_path_last(path) == vertex);
}

/* Reverses `count` slots, starting at this distance after the head. */
static void reverse(cq_path *path, uint32_t behind, uint32_t count)
{
    uint32_t low, high;

    if (count < 2)
        return;
    low = cq_path_slot(path, behind);
    high = cq_path_slot(path, behind + count - 1);
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t a = path->at[low], b = path->at[high];

        put(path, low, b);
        put(path, high, a);
        low = low + 1 == path->slots ? 0 : low + 1;
        high = (high == 0 ? path->slots : high) - 1;
    }
}

void cq_path_rotate(cq_path *path, uint32_t place)
{
    uint32_t before = place + 1, behind = path->length - before;
    uint32_t front = path->backwards ? behind : before; /* slots of the first part */

    cq_assert(place < path->length);

    if (path->length == path->slots && before < behind) {
        /* As a ring: the rest, then the beginning reversed, read the other way. */
        reverse(path, path->backwards ? front : 0, before);
        path->head = cq_path_slot(path, front);
        path->backwards = !path->backwards;
    } else {
        reverse(path, path->backwards ? 0 : front, behind);
    }
}

void cq_path_open(cq_path *path, uint32_t place)
{
    uint32_t before = place + 1, behind = path->length - before;
    uint32_t front = path->backwards ? behind : before;

    cq_assert(place < path->length);

    if (behind == 0)
        return;
    if (path->length == path->slots) {
        path->head = cq_path_slot(path, front);
    } else { /* three reversals exchange the two parts */
        reverse(path, 0, front);
        reverse(path, front, path->length - front);
        reverse(path, 0, path->length);
    }
}
