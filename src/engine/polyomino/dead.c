/* dead.c - states of a search that are known to have no solution.
 *
 * Different beginnings often leave the same cells empty and the same pieces to lay.
 * What follows is then the same, and where nothing followed the first time, the second
 * visit ends at once. For the twelve pentominoes on 6 x 10 that is two thirds of all
 * nodes.
 *
 * A hash table with one entry a place, the newest state wins. Entries hold the whole
 * state and are compared in full, so that a collision can cost time but never a
 * solution. The table grows while it fills, up to a size that the nearer caches can
 * hold: 2^18 entries (6 MiB), fewer where walks are short; a larger one costs more in
 * misses than it saves in nodes. If memory is short it stays as it is. A table that is
 * asked in vain is given up.
 */
#include "engine/polyomino/polyomino.h"

enum { FIRST_ROOM = 1 << 12, TRIAL = 1 << 18, WORTH = 256 };

static size_t place(const cq_poly_dead *dead, const cq_poly_state *state)
{
    uint64_t x =
        (state->window ^ state->supply * UINT64_C(0xd6e8feb86659fd93)) *
            UINT64_C(0x9e3779b97f4a7c15) ^
        ((uint64_t)state->round << 32 | state->cell) * UINT64_C(0xc2b2ae3d27d4eb4f);

    x = (x ^ x >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    return (size_t)(x ^ x >> 32) & (dead->room - 1);
}

static bool same(const cq_poly_state *a, const cq_poly_state *b)
{
    return a->window == b->window && a->supply == b->supply && a->cell == b->cell &&
           a->round == b->round;
}

bool cq_poly_dead_has(cq_poly_dead *dead, const cq_poly_state *state)
{
    if (dead->off || dead->room == 0)
        return false;
    dead->asked++;
    if (same(&dead->at[place(dead, state)], state)) {
        dead->hits++;
        return true;
    }
    if (dead->asked % TRIAL == 0 && dead->hits < dead->asked / WORTH)
        dead->off = true;
    return false;
}

/* Keeps what is there if there is no memory for more. */
static void grow(cq_poly_dead *dead)
{
    cq_poly_dead larger = *dead;

    larger.room = dead->room ? dead->room * 4 : FIRST_ROOM;
    larger.at = cq_zalloc(dead->ctx, larger.room, sizeof *larger.at);
    dead->kept = 0;
    if (!larger.at)
        return;
    for (size_t i = 0; i < dead->room; i++)
        if (dead->at[i].cell)
            larger.at[place(&larger, &dead->at[i])] = dead->at[i];
    cq_free(dead->at);
    dead->at = larger.at;
    dead->room = larger.room;
}

void cq_poly_dead_add(cq_poly_dead *dead, const cq_poly_state *state)
{
    if (dead->off)
        return;
    if (dead->kept >= dead->room / 2 && dead->room < dead->most)
        grow(dead);
    if (dead->room == 0)
        return;
    dead->at[place(dead, state)] = *state;
    dead->kept++;
}

void cq_poly_dead_free(cq_poly_dead *dead)
{
    cq_free(dead->at);
    dead->at = NULL;
    dead->room = 0;
}
