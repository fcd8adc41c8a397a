/* mend.c - joins a small cycle to others by changing more than two threads.
 *
 * If no two threads are parallel, three or more may be exchanged: along a closed walk
 * a0 b0 a1 b1 .. ak bk in which threads (a0 b0, a1 b1 ..) and other edges (b0 a1, b1 a2
 * .. bk a0) alternate. All its threads are removed and its other edges become threads.
 * The walk begins at a small cycle S. It uses at most one thread of every other cycle,
 * so that the rest of that cycle stays one path, however long; of S it may use several,
 * because S is walked once and the order of its vertices is known.
 *
 *     pieces    S falls into the paths between its lost threads, every other cycle is
 *               one path from ai to bi
 *     result    one cycle if, going from piece to piece over the new edges, all of
 *               them are met before the first comes round again: at most 2 k steps
 *
 * Walks are searched for depth first, shorter ones first, within a number of steps.
 * Long cycles are never walked; the new cycle is recorded by joining the numbers of the
 * old ones.
 *
 * Sources: the k-changes of S. Lin and B. W. Kernighan, "An effective heuristic
 * algorithm for the travelling-salesman problem" (1973), without lengths.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

#include <string.h>

enum {
    DEEPEST = 5,      /* threads taken out, at most */
    STEPS = 3000,     /* looks at an edge for one cycle and depth, */
    STEPS_EACH = 500, /* and for each of its vertices */
    SMALL = 200,      /* vertices of a cycle that must not come about */
    LONGEST = 4000,   /* vertices of a cycle that is walked */
    SLOTS = 8192      /* of the table of its places: more than LONGEST */
};

typedef struct mend {
    cq_weave *w;
    uint32_t root;              /* of S */
    uint32_t length;            /* of S */
    uint32_t place[LONGEST];    /* its vertices in their order */
    uint32_t slot[LONGEST];     /* and where they are in the table: */
    uint32_t key[SLOTS];        /* places of S, hashed */
    uint32_t order[SLOTS];      /* where they stand on it */
    uint32_t port[2 * DEEPEST]; /* the threads taken out: ai is port 2 i, bi 2 i + 1 */
    uint32_t owner[DEEPEST];    /* the root of each */
    unsigned depth, deepest;
    bool blind;      /* threads of the widest cycle may be taken more than once */
    uint32_t widest; /* its root */
    uint32_t steps, allowed;
} mend;

static uint32_t slot_of(const mend *m, uint32_t v)
{
    uint32_t slot = v * 2654435769u >> 19;

    cq_assert(slot < SLOTS);
    while (m->key[slot] != v && m->key[slot] != CQ_LINK_NONE)
        slot = (slot + 1) % SLOTS;
    return slot;
}

/* Walks S, from an end if it is a path; false if it is too long. */
static bool walk_s(mend *m, uint32_t v)
{
    const cq_loom *f = &m->w->loom;
    uint32_t at = v, before = CQ_LINK_NONE, first;

    for (uint32_t i = 0; i < LONGEST; i++) { /* to an end, if there is one */
        uint32_t to = cq_loom_next(f, at, before);

        if (to == v || to == CQ_LINK_END)
            break;
        before = at;
        at = to;
    }
    first = at;
    before =
        cq_loom_link(f, at, 0) == CQ_LINK_END ? CQ_LINK_END : cq_loom_link(f, at, 1);
    for (uint32_t i = 0; i < m->length; i++) /* of the last one */
        m->key[m->slot[i]] = CQ_LINK_NONE;
    for (m->length = 0; m->length < LONGEST; m->length++) {
        uint32_t slot = slot_of(m, at), to;

        cq_assert(m->key[slot] == CQ_LINK_NONE); /* none is met twice */
        m->key[slot] = at;
        m->order[slot] = m->length;
        m->place[m->length] = at;
        m->slot[m->length] = slot;
        to = cq_loom_next(f, at, before);
        if (to == first || to == CQ_LINK_END)
            break;
        before = at;
        at = to;
    }
    if (m->length == LONGEST)
        return false;
    cq_assert(m->length < LONGEST);
    m->length++;
    return true;
}

/* Where a port that is on S stands on it. */
static uint32_t order_of(const mend *m, unsigned port)
{
    uint32_t slot = slot_of(m, m->port[port]);

    cq_assert(m->key[slot] == m->port[port] && m->order[slot] < m->length);
    return m->order[slot];
}

/* The port that this one is tied to by a new thread: bi to the a of the next, ai to the
 * b of the one before. */
static unsigned tied_to(const mend *m, unsigned port)
{
    unsigned ports = 2 * m->depth;

    return port & 1 ? (port + 1) % ports : (port + ports - 1) % ports;
}

/* The piece that begins at a port: the port at its other end. */
static unsigned other_end(const mend *m, unsigned from)
{
    uint32_t at, best = UINT32_MAX;
    unsigned to = from ^ 1;
    bool up;

    if (m->owner[from / 2] != m->root)
        return from ^ 1;
    at = order_of(m, from);
    /* S goes on from here, away from the thread that was taken out */
    up = at == (order_of(m, from ^ 1) + 1) % m->length;
    for (unsigned port = 0; port < 2 * m->depth; port++) {
        uint32_t place, far;

        if (m->owner[port / 2] != m->root || port == from)
            continue;
        place = order_of(m, port);
        far = up ? (place + m->length - at) % m->length
                 : (at + m->length - place) % m->length;
        if (far < best) {
            best = far;
            to = port;
        }
    }
    cq_assert(to < 2 * m->depth);
    return to;
}

/* Whether the pieces come together as one cycle. */
static bool is_whole(const mend *m)
{
    unsigned port = 0, met = 0;

    do {
        port = tied_to(m, other_end(m, port));
        met++;
    } while (port != 0 && met <= m->depth);
    return met == m->depth;
}

/* Threads and edges that are none, in turn, all round, and no vertex twice. */
static bool check_walk(const mend *m)
{
    const cq_loom *f = &m->w->loom;

    for (unsigned port = 0; port < 2 * m->depth; port++) {
        uint32_t v = m->port[port], next = m->port[tied_to(m, port)];

        cq_hold(tied_to(m, tied_to(m, port)) == port);
        cq_hold(cq_loom_linked(f, v, m->port[port ^ 1]));
        cq_hold(cq_loom_adjacent(f, v, next) && !cq_loom_linked(f, v, next));
        for (unsigned other = 0; other < port; other++)
            cq_hold(v != m->port[other]);
    }
    return true;
}

/* Threads and other edges of the walk change places, or change them back. */
static void change(mend *m, bool back)
{
    cq_assert(back || check_walk(m));
    for (unsigned port = 0; port < 2 * m->depth; port++) {
        uint32_t old = m->port[port ^ 1], to = m->port[tied_to(m, port)];

        cq_loom_turn(&m->w->loom, m->port[port], back ? to : old, back ? old : to);
    }
    cq_assert(!back || check_walk(m));
}

/* Two threads of the widest cycle are among those taken out, and it is not known how
 * its pieces come together. Changes all the same, if no small cycle comes of it. */
static bool change_blindly(mend *m)
{
    change(m, false);
    for (unsigned port = 0; port < 2 * m->depth; port++)
        if (cq_weave_comes_round(m->w, m->port[port], SMALL)) {
            change(m, true);
            return false;
        }
    return true;
}

static void apply(mend *m)
{
    if (m->blind)
        m->w->blind++;
    else
        change(m, false);
    cq_assert(m->depth >= 3 && m->depth <= DEEPEST);
    for (unsigned i = 0; i < m->depth; i++)
        cq_cycles_unite(&m->w->cycles, m->root, m->owner[i]);
    m->w->mended++;
    cq_assert(!cq_walk_due(m->w->mended, m->w->loom.size) ||
              (cq_loom_check(&m->w->loom) && (m->w->blind || cq_cycles_check(m->w))));
}

/* A vertex that the walk has met. */
static bool is_met(const mend *m, uint32_t v)
{
    for (unsigned port = 0; port < 2 * m->depth; port++)
        if (m->port[port] == v)
            return true;
    return false;
}

static bool may_take(const mend *m, uint32_t owner)
{
    if (m->blind)
        return m->depth == 0 || owner == m->widest;
    for (unsigned i = 0; i < m->depth && owner != m->root; i++)
        if (m->owner[i] == owner)
            return false;
    return true;
}

/* Takes a thread at v out and goes on; true once the walk is closed. */
static bool go_on(mend *m, uint32_t v);

/* By an edge from the last b to a vertex whose thread may go, or back to a0. */
static bool leave(mend *m)
{
    const cq_loom *f = &m->w->loom;
    uint32_t b = m->port[2 * m->depth - 1], span = cq_loom_span(f, b);

    if (m->depth > 2 && cq_loom_adjacent(f, b, m->port[0]) &&
        !cq_loom_linked(f, b, m->port[0]) &&
        (m->blind ? change_blindly(m) : is_whole(m))) {
        for (unsigned i = 1; i < m->depth; i++)
            if (m->owner[i] != m->root)
                return true;
    }
    if (m->depth == m->deepest)
        return false;
    for (uint32_t i = 0; i < span; i++) {
        uint32_t to = cq_loom_near(f, b, i);

        if (to != CQ_LINK_NONE && !is_met(m, to) && !cq_loom_linked(f, b, to) &&
            go_on(m, to))
            return true;
        if (m->steps > m->allowed)
            return false;
    }
    return false;
}

static bool go_on(mend *m, uint32_t v)
{
    const cq_loom *f = &m->w->loom;
    uint32_t owner = cq_cycles_root(&m->w->cycles, m->w->cycles.of[v]);

    m->steps++;
    if (!may_take(m, owner))
        return false;
    for (unsigned side = 0; side < 2; side++) {
        uint32_t to = cq_loom_link(f, v, side);

        if (!cq_is_vertex(to) || is_met(m, to))
            continue;
        cq_assert(m->depth < m->deepest && !is_met(m, v));
        m->port[2 * m->depth] = v;
        m->port[2 * m->depth + 1] = to;
        m->owner[m->depth++] = owner;
        if (leave(m))
            return true;
        m->depth--;
    }
    return false;
}

/* Tries all vertices of S as a0. */
static bool mend_from(mend *m, unsigned deepest)
{
    m->deepest = deepest;
    m->steps = 0;
    m->allowed = STEPS + STEPS_EACH * m->length;
    for (uint32_t i = 0; i < m->length; i++) {
        m->depth = 0;
        if (go_on(m, m->place[i]))
            return true;
        if (m->steps > m->allowed)
            break;
    }
    m->w->loom.work += m->steps;
    return false;
}

static void mend_cycle(mend *m, uint32_t v)
{
    bool done = false;
    unsigned deepest;

    m->root = cq_cycles_root(&m->w->cycles, m->w->cycles.of[v]);
    if (!walk_s(m, v))
        return;
    m->widest = cq_cycles_widest(&m->w->cycles);
    for (m->blind = false, deepest = 3; deepest < DEEPEST && !done; deepest++)
        done = mend_from(m, deepest);
    if (!done) {
        m->blind = true;
        for (deepest = 3; deepest <= DEEPEST && !done; deepest++)
            done = mend_from(m, deepest);
    }
    if (done)
        apply(m);
}

cq_status cq_weave_mend(cq_weave *w)
{
    cq_cycles *c = &w->cycles;
    mend *m;

    if (c->parts < 2)
        return CQ_OK;
    m = cq_alloc(w->run->ctx, 1, sizeof *m);
    cq_try_memory(m);
    m->w = w;
    m->length = 0;
    memset(m->key, 0xff, sizeof m->key);
    for (uint32_t n = 1; n < c->root.count && c->parts > 1; n++)
        if (c->root.at[n] == n && n != cq_cycles_widest(c))
            mend_cycle(m, c->first.at[n]);
    cq_free(m);
    return CQ_OK;
}
