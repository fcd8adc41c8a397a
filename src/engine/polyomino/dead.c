/* dead.c - states of a search that are known to have no solution.
 *
 * Different beginnings often leave the same cells empty and the same pieces to lay.
 * What follows is then the same, and if nothing followed the first time, the second
 * visit ends at once.
 *
 * A hash table with one entry a place, the newest state wins. Entries hold the whole
 * state and are compared in full, so that a collision can cost time but never a
 * solution. The table grows while it fills, up to a size that the nearer caches can
 * hold: 2^18 entries (6 MiB); a larger one costs more in misses than it saves in nodes.
 * If memory is short it does not grow. A table without hits is given up.
 *
 * Every walk of the lower part is a round: it begins with a small, empty table, so that
 * the number of nodes does not depend on the order of the walks or on the thread that
 * runs a walk. Entries of earlier rounds count as free. When a round grows, an entry
 * stays or moves up by a multiple of the old size, as its place has the same lower
 * bits; there only entries of earlier rounds can be.
 */
#include "engine/polyomino/polyomino.h"

#include "base/assert.h"

#include <string.h>

enum { FIRST_ROOM = 1 << 12, MOST_ROOM = 1 << 18, TRIAL = 1 << 18, WORTH = 256 };

void cq_poly_dead_begin(cq_poly_dead *dead)
{
    if (dead->round == UINT32_MAX) {
        memset(dead->at, 0, dead->room * sizeof *dead->at);
        dead->round = 0;
    }
    cq_assert(dead->round < UINT32_MAX);
    dead->round++;
    dead->used = dead->kept = 0;
    dead->asked = dead->hits = 0;
    dead->off = false;
}

static size_t place(const cq_poly_dead *dead, const cq_poly_state *state)
{
    uint64_t x = (state->window ^ state->supply * UINT64_C(0xd6e8feb86659fd93)) *
                     UINT64_C(0x9e3779b97f4a7c15) ^
                 state->cell * UINT64_C(0xc2b2ae3d27d4eb4f);

    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    cq_assert(dead->used && (dead->used & (dead->used - 1)) == 0);
    cq_assert(dead->used <= dead->room);
    return (size_t)(x ^ x >> 32) & (dead->used - 1);
}

static bool same(const cq_poly_state *a, const cq_poly_state *b)
{
    return a->window == b->window && a->supply == b->supply && a->cell == b->cell;
}

bool cq_poly_dead_has(cq_poly_dead *dead, const cq_poly_state *state)
{
    const cq_poly_state *entry;

    if (dead->off || dead->used == 0)
        return false;
    dead->asked++;
    entry = &dead->at[place(dead, state)];
    if (entry->round == dead->round && same(entry, state)) {
        dead->hits++;
        return true;
    }
    if (dead->asked % TRIAL == 0 && dead->hits < dead->asked / WORTH)
        dead->off = true;
    return false;
}

/* Memory for `room` entries; false if there is none. */
static bool make_room(cq_poly_dead *dead, size_t room)
{
    cq_poly_state *at;

    if (dead->room >= room)
        return true;
    at = cq_zalloc(dead->ctx, room, sizeof *at);
    if (!at)
        return false;
    if (dead->room)
        memcpy(at, dead->at, dead->room * sizeof *at);
    cq_free(dead->at);
    dead->at = at;
    dead->room = room;
    return true;
}

bool cq_poly_dead_check(const cq_poly_dead *dead)
{
    for (size_t i = 0; i < dead->used; i++)
        cq_hold(dead->at[i].round <= dead->round &&
                (dead->at[i].round != dead->round || place(dead, &dead->at[i]) == i));
    return true;
}

static void grow(cq_poly_dead *dead)
{
    size_t before = dead->used, used = before ? before * 4 : FIRST_ROOM;

    dead->kept = 0;
    if (!make_room(dead, used))
        return;
    dead->used = used;
    cq_assert(used <= MOST_ROOM);
    for (size_t i = 0; i < before; i++) {
        size_t to = place(dead, &dead->at[i]);

        /* It stays or moves up by a multiple of the old size. */
        cq_assert(to % before == i || dead->at[i].round != dead->round);

        if (dead->at[i].round == dead->round && to != i) {
            dead->at[to] = dead->at[i];
            dead->at[i].round = 0;
        }
    }
    cq_assert(cq_poly_dead_check(dead));
}

void cq_poly_dead_add(cq_poly_dead *dead, const cq_poly_state *state)
{
    cq_poly_state *to;

    if (dead->off)
        return;
    if (dead->kept >= dead->used / 2 && dead->used < MOST_ROOM)
        grow(dead);
    if (dead->used == 0)
        return;
    to = &dead->at[place(dead, state)];
    *to = *state;
    to->round = dead->round;
    dead->kept++;
    cq_assert(same(&dead->at[place(dead, state)], state));
}

void cq_poly_dead_free(cq_poly_dead *dead)
{
    cq_free(dead->at);
    memset(dead, 0, sizeof *dead);
}
