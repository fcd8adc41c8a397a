/* loom.h - the vertices of a tour and the threads between them, up to two at each.
 *
 * A loom has places, numbered from 0, and vertices on some of them. Two ways to say
 * where the neighbours of a vertex are:
 *
 *     a board   A place is row by row, with free columns at the right and free rows
 *               above and below, as wide as the longest leap. The w-th neighbour of v
 *               is then v + delta[w], if a vertex is there, and no list is needed. A
 *               thread is the number of its way, one byte:
 *
 *                   code[2 v], code[2 v + 1]     ways, CQ_WAY_NONE, CQ_WAY_END, or
 *                                                CQ_WAY_ABSENT (both): no vertex
 *
 *     a graph   Places are vertices, neighbours stand in its lists, and link[2 v] and
 *               link[2 v + 1] are vertices, CQ_LINK_NONE or CQ_LINK_END.
 *
 * So a board of 100 million squares takes 200 MB. The two are asked through the same
 * inline functions; which it is hardly ever changes, so the processor learns it.
 *
 * An open tour has two ends, each with one thread that leads out of the loom:
 * CQ_LINK_END. Together they are a vertex "outside" that makes the path a cycle.
 *
 * Invariant (cq_loom_check): threads are mutual and lead along edges; the first slot
 * is only free if the second is.
 */
#ifndef CQ_ENGINE_WEAVE_LOOM_H
#define CQ_ENGINE_WEAVE_LOOM_H

#include "base/assert.h"
#include "base/random.h"
#include "engine/engine.h"

#define CQ_LINK_NONE UINT32_MAX
#define CQ_LINK_END (UINT32_MAX - 1)

enum { CQ_WAYS_MOST = 120, CQ_WAY_ABSENT = 253, CQ_WAY_END = 254, CQ_WAY_NONE = 255 };

typedef struct cq_loom {
    uint32_t size;  /* places */
    uint32_t count; /* vertices */

    /* a board, or NULL */
    const cq_board *board;
    uint32_t stride, above; /* places a row; free rows above */
    unsigned ways;
    uint32_t delta[CQ_WAYS_MOST]; /* modulo 2^32 */
    int64_t down[CQ_WAYS_MOST], right[CQ_WAYS_MOST];
    uint8_t back[CQ_WAYS_MOST]; /* the way that leads back */
    uint8_t *way_of;            /* by a hash of the delta, without collisions */
    uint32_t factor;
    unsigned shift;
    uint8_t *code;
    bool two_coloured; /* every way changes the colour of the chessboard */

    /* a graph, or NULL */
    const cq_graph *graph;
    uint32_t *link;

    cq_random random;
    uint64_t work; /* places looked at */
} cq_loom;

/* The leaps of a board without joined edges; *fits is false if it cannot be. */
cq_status cq_loom_of_board(cq_context *ctx, const cq_board *board,
                           const cq_leaper *leaper, cq_loom *out, bool *fits);
cq_status cq_loom_of_graph(cq_context *ctx, const cq_graph *graph, cq_loom *out);
void cq_loom_free(cq_loom *loom);
void cq_loom_clear(cq_loom *loom); /* takes all threads away */
bool cq_loom_check(const cq_loom *loom);
/* How many vertices lack a thread: for assertions, as it goes over all of them. */
uint32_t cq_loom_count_loose(const cq_loom *loom);

/* The way from v to v + delta, or CQ_WAY_NONE. */
static inline unsigned cq_loom_way(const cq_loom *f, uint32_t delta)
{
    unsigned way = f->way_of[(delta * f->factor) >> f->shift];

    return way < f->ways && f->delta[way] == delta ? way : CQ_WAY_NONE;
}

static inline bool cq_loom_has(const cq_loom *f, uint32_t v)
{
    return !f->board || f->code[2 * (size_t)v] != CQ_WAY_ABSENT;
}

/* Neighbours of v are among cq_loom_near(f, v, 0 .. span). */
static inline uint32_t cq_loom_span(const cq_loom *f, uint32_t v)
{
    return f->board ? f->ways : (uint32_t)cq_graph_degree(f->graph, v);
}

/* A neighbour, or CQ_LINK_NONE if there is none. */
static inline uint32_t cq_loom_near(const cq_loom *f, uint32_t v, uint32_t i)
{
    uint32_t to;

    cq_assert(i < cq_loom_span(f, v));
    if (!f->board)
        return f->graph->targets[f->graph->starts[v] + i];
    to = v + f->delta[i];
    return f->code[2 * (size_t)to] != CQ_WAY_ABSENT ? to : CQ_LINK_NONE;
}

static inline bool cq_loom_adjacent(const cq_loom *f, uint32_t a, uint32_t b)
{
    return f->board ? cq_loom_way(f, b - a) != CQ_WAY_NONE
                    : cq_graph_adjacent(f->graph, a, b);
}

static inline uint32_t cq_loom_link(const cq_loom *f, uint32_t v, unsigned side)
{
    unsigned code;

    if (!f->board)
        return f->link[2 * (size_t)v + side];
    code = f->code[2 * (size_t)v + side];
    if (code < CQ_WAYS_MOST)
        return v + f->delta[code];
    return code == CQ_WAY_END ? CQ_LINK_END : CQ_LINK_NONE;
}

static inline bool cq_is_vertex(uint32_t link)
{
    return link < CQ_LINK_END;
}

static inline void cq_loom_put(cq_loom *f, uint32_t v, unsigned side, uint32_t to)
{
    size_t slot = 2 * (size_t)v + side;

    cq_assert(v < f->size && cq_loom_has(f, v));
    cq_assert(!cq_is_vertex(to) || cq_loom_adjacent(f, v, to));
    if (!f->board)
        f->link[slot] = to;
    else if (cq_is_vertex(to))
        f->code[slot] = (uint8_t)cq_loom_way(f, to - v);
    else
        f->code[slot] = to == CQ_LINK_END ? CQ_WAY_END : CQ_WAY_NONE;
}

/* Both threads are there. */
static inline bool cq_loom_full(const cq_loom *f, uint32_t v)
{
    return f->board ? f->code[2 * (size_t)v + 1] != CQ_WAY_NONE
                    : f->link[2 * (size_t)v + 1] != CQ_LINK_NONE;
}

/* No thread is. */
static inline bool cq_loom_bare(const cq_loom *f, uint32_t v)
{
    return f->board ? f->code[2 * (size_t)v] == CQ_WAY_NONE
                    : f->link[2 * (size_t)v] == CQ_LINK_NONE;
}

static inline bool cq_loom_linked(const cq_loom *f, uint32_t v, uint32_t to)
{
    return cq_loom_link(f, v, 0) == to || cq_loom_link(f, v, 1) == to;
}

/* One more thread at v, which is not full. */
static inline void cq_loom_add(cq_loom *f, uint32_t v, uint32_t to)
{
    cq_assert(!cq_loom_full(f, v));
    cq_loom_put(f, v, cq_loom_bare(f, v) ? 0 : 1, to);
}

/* The thread from v to `old` leads to `to` now. */
static inline void cq_loom_turn(cq_loom *f, uint32_t v, uint32_t old, uint32_t to)
{
    cq_assert(cq_loom_linked(f, v, old));
    cq_loom_put(f, v, cq_loom_link(f, v, 0) == old ? 0 : 1, to);
}

static inline void cq_loom_drop(cq_loom *f, uint32_t v, uint32_t old)
{
    cq_assert(cq_loom_linked(f, v, old));
    if (cq_loom_link(f, v, 0) == old)
        cq_loom_put(f, v, 0, cq_loom_link(f, v, 1));
    cq_loom_put(f, v, 1, CQ_LINK_NONE);
}

static inline void cq_loom_tie(cq_loom *f, uint32_t a, uint32_t b)
{
    cq_assert(a != b && !cq_loom_linked(f, a, b));
    cq_loom_add(f, a, b);
    cq_loom_add(f, b, a);
}

static inline void cq_loom_untie(cq_loom *f, uint32_t a, uint32_t b)
{
    cq_loom_drop(f, a, b);
    cq_loom_drop(f, b, a);
}

/* The vertex after v for one who came from `before`. */
static inline uint32_t cq_loom_next(const cq_loom *f, uint32_t v, uint32_t before)
{
    uint32_t to = cq_loom_link(f, v, 0);

    return to == before ? cq_loom_link(f, v, 1) : to;
}

/* On a board, the way on from v for one who has come by `way`. Which of the two it is
 * cannot be foreseen, so there is no branch: both and the way back, by exclusive or. */
static inline unsigned cq_loom_way_on(const cq_loom *f, uint32_t v, unsigned way)
{
    const uint8_t *code = f->code + 2 * (size_t)v;

    cq_assert(code[0] == f->back[way] || code[1] == f->back[way]);

    return code[0] ^ code[1] ^ f->back[way];
}

/* A neighbour's number to begin with, so that no way is preferred. */
static inline uint32_t cq_loom_shuffle(cq_loom *f, uint32_t span)
{
    return (uint32_t)((cq_random_next(&f->random) >> 32) * span >> 32);
}

#endif
