/* cycles.c - numbers the cycles, and joins two wherever four vertices allow it.
 *
 * Two cycles become one if a thread of the one and a thread of the other are opposite
 * sides of a square of edges: the two threads go, the two other sides come.
 *
 *     u ---- v          u      v
 *     .      .    ->    |      |
 *     x ---- y          x      y
 *
 * Whatever the directions of the cycles, the result is one cycle. For a knight the
 * square is a parallelogram of two leaps ("parallel edges": Euler 1759, and Davies, Xue
 * and Yerger, Involve 10, 2017). A union-find structure records which cycles have been
 * joined, so no cycle is walked twice.
 *
 * The path of an open tour counts as a cycle through a vertex outside. A loose end may
 * absorb another cycle: if v is the end and u ---- x is a thread of another cycle with
 * u adjacent to v, v is tied to u and x is the new end.
 *
 * Cost: one step for each vertex to number them; then ways x 4 tests for each vertex
 * visited before its cycle is joined, which is usually one of the first.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

#include <string.h>

void cq_cycles_unite(cq_cycles *c, uint32_t a, uint32_t b)
{
    uint32_t large, small;

    a = cq_cycles_root(c, a);
    b = cq_cycles_root(c, b);
    if (a == b)
        return;
    large = c->size.at[a] < c->size.at[b] ? b : a;
    small = large == a ? b : a;
    c->root.at[small] = large;
    c->size.at[large] += c->size.at[small];
    c->parts--;
    cq_assert(c->parts > 0);
    if (c->size.at[large] > c->size.at[cq_cycles_widest(c)])
        c->widest = large;
}

/* Numbers what lies beside v on one side, until v comes again or an end. */
static uint32_t number_from(cq_weave *w, uint32_t v, unsigned side, uint32_t number,
                            uint32_t *length)
{
    const cq_loom *f = &w->loom;
    uint32_t *of = w->cycles.of, at = cq_loom_link(f, v, side), before = v;

    while (cq_is_vertex(at) && at != v) {
        uint32_t to = cq_loom_next(f, at, before);

        cq_assert(cq_loom_linked(f, at, before) && of[at] == 0);

        of[at] = number;
        before = at;
        at = to;
        ++*length;
    }
    return at;
}

/* One step on by `way`; the way on from there. */
static unsigned step_on(const cq_loom *f, uint32_t *at, unsigned way)
{
    cq_assert(way < f->ways);
    *at += f->delta[way];
    return cq_loom_way_on(f, *at, way);
}

/* The same on a board, both ways at once from v on, as the processor then waits for the
 * memory of two steps together: until they meet or come to the ends of a path. */
static void number_on_board(cq_weave *w, uint32_t v, uint32_t number, uint32_t *length)
{
    const cq_loom *f = &w->loom;
    uint32_t *of = w->cycles.of, on = v, back = v, steps = 0;
    unsigned way = f->code[2 * (size_t)v], other = f->code[2 * (size_t)v + 1];

    while (way < CQ_WAYS_MOST && other < CQ_WAYS_MOST) {
        way = step_on(f, &on, way);
        if (on == back) /* an odd cycle */
            goto done;
        of[on] = number;
        other = step_on(f, &back, other);
        steps++;
        if (on == back)
            goto done;
        of[back] = number;
        steps++;
    }
    for (; way < CQ_WAYS_MOST; steps++) {
        way = step_on(f, &on, way);
        of[on] = number;
    }
    for (; other < CQ_WAYS_MOST; steps++) {
        other = step_on(f, &back, other);
        of[back] = number;
    }
done:
    *length += steps;
}

static void number_threads(cq_weave *w, uint32_t v, uint32_t number, uint32_t *length)
{
    if (w->loom.board)
        number_on_board(w, v, number, length);
    else if (number_from(w, v, 0, number, length) != v)
        number_from(w, v, 1, number, length);
}

static cq_status number_cycle(cq_weave *w, uint32_t v)
{
    cq_cycles *c = &w->cycles;
    uint32_t number = (uint32_t)c->root.count, length = 1;

    cq_try(cq_vec_push(w->run->ctx, &c->root, number));
    cq_try(cq_vec_push(w->run->ctx, &c->size, 0));
    cq_try(cq_vec_push(w->run->ctx, &c->first, v));
    c->of[v] = number;
    number_threads(w, v, number, &length);
    c->size.at[number] = length;
    if (length > c->size.at[c->widest])
        c->widest = number;
    c->parts++;
    cq_assert(length <= w->loom.count);
    return CQ_OK;
}

static cq_status number_all(cq_weave *w)
{
    cq_cycles *c = &w->cycles;
    const cq_loom *f = &w->loom;

    if (!c->of)
        c->of = cq_zalloc(w->run->ctx, f->size, sizeof *c->of);
    else
        memset(c->of, 0, f->size * sizeof *c->of);
    cq_try_memory(c->of);
    c->root.count = c->size.count = c->first.count = 0;
    c->parts = c->widest = 0;
    cq_try(cq_vec_push(w->run->ctx, &c->root, 0));
    cq_try(cq_vec_push(w->run->ctx, &c->size, 0));
    cq_try(cq_vec_push(w->run->ctx, &c->first, 0));
    for (uint32_t v = 0; v < f->size; v++)
        if (c->of[v] == 0 && cq_loom_has(f, v))
            cq_try(number_cycle(w, v));
    w->loom.work += f->count;
    cq_assert(cq_cycles_check(w));
    return CQ_OK;
}

static bool check_sets(const cq_cycles *c, uint32_t vertices)
{
    uint32_t parts = 0, widest = 0, sum = 0;

    for (uint32_t n = 1; n < c->root.count; n++) {
        cq_hold(c->root.at[n] >= 1 && c->root.at[n] < c->root.count);
        cq_hold(c->of[c->first.at[n]] == n);
        if (c->root.at[n] != n)
            continue;
        parts++;
        sum += c->size.at[n];
        widest = c->size.at[n] > widest ? c->size.at[n] : widest;
    }
    cq_hold(parts == c->parts && sum == vertices);
    cq_hold(parts == 0 || c->size.at[cq_cycles_widest(c)] == widest);
    return true;
}

bool cq_cycles_check(const cq_weave *w)
{
    const cq_loom *f = &w->loom;
    const cq_cycles *c = &w->cycles;
    uint32_t ends = 0, end = 0;

    for (uint32_t v = 0; v < f->size; v++) {
        if (!cq_loom_has(f, v))
            continue;
        cq_hold(c->of[v] >= 1 && c->of[v] < c->root.count);
        for (unsigned side = 0; side < 2; side++) {
            uint32_t to = cq_loom_link(f, v, side);

            if (cq_is_vertex(to))
                cq_hold(cq_cycles_root(c, c->of[v]) == cq_cycles_root(c, c->of[to]));
            if (to != CQ_LINK_END)
                continue;
            /* Both ends are those of one path. */
            cq_hold(ends == 0 || cq_cycles_root(c, c->of[v]) == end);
            end = cq_cycles_root(c, c->of[v]);
            ends++;
        }
    }
    cq_hold(ends == (w->open ? 2 : 0));
    return check_sets(c, f->count);
}

bool cq_weave_comes_round(const cq_weave *w, uint32_t v, uint32_t most)
{
    const cq_loom *f = &w->loom;
    uint32_t at = cq_loom_link(f, v, 0), before = v;

    for (uint32_t i = 0; i < most && cq_is_vertex(at); i++) {
        uint32_t to = cq_loom_next(f, at, before);

        if (at == v)
            return true;
        before = at;
        at = to;
    }
    return false;
}

/* The thread u ---- v and one of x: joins their cycles if y can be found. */
static bool join_beside(cq_weave *w, uint32_t u, uint32_t v, uint32_t x)
{
    cq_loom *f = &w->loom;

    for (unsigned side = 0; side < 2; side++) {
        uint32_t y = cq_loom_link(f, x, side);

        if (!cq_is_vertex(y) || !cq_loom_adjacent(f, v, y))
            continue;
        cq_assert(cq_loom_adjacent(f, u, x) && y != u && y != v);
        cq_loom_turn(f, u, v, x);
        cq_loom_turn(f, v, u, y);
        cq_loom_turn(f, x, y, u);
        cq_loom_turn(f, y, x, v);
        return true;
    }
    return false;
}

/* The end v of the path takes in a cycle by way of x. */
static bool join_end(cq_weave *w, uint32_t v, uint32_t x)
{
    cq_loom *f = &w->loom;
    uint32_t y = cq_loom_link(f, x, 0);

    if (!cq_is_vertex(y) || (v == w->from && w->loose_ends < 2))
        return false;
    cq_assert(w->open && cq_loom_linked(f, v, CQ_LINK_END));
    cq_loom_turn(f, v, CQ_LINK_END, x);
    cq_loom_turn(f, x, y, v);
    cq_loom_turn(f, y, x, CQ_LINK_END);
    return true;
}

/* Looks at both threads of u; true if its cycle was joined to another. */
static bool join_at(cq_weave *w, uint32_t u)
{
    cq_loom *f = &w->loom;
    cq_cycles *c = &w->cycles;
    uint32_t span = cq_loom_span(f, u), mine = cq_cycles_root(c, c->of[u]);

    for (uint32_t i = 0; i < span; i++) {
        uint32_t x = cq_loom_near(f, u, i), other;

        if (x == CQ_LINK_NONE)
            continue;
        cq_assert(c->of[x] != 0);
        other = cq_cycles_root(c, c->of[x]);
        for (unsigned side = 0; side < 2 && other != mine; side++) {
            uint32_t v = cq_loom_link(f, u, side);
            bool done = v == CQ_LINK_END ? w->loose_ends > 0 && join_end(w, u, x)
                                         : join_beside(w, u, v, x);

            if (!done)
                continue;
            cq_cycles_unite(c, mine, other);
            w->joined++;
            cq_assert(!cq_walk_due(w->joined, f->size) ||
                      (cq_loom_check(f) && cq_cycles_check(w)));
            return true;
        }
    }
    return false;
}

/* Walks the cycle of v, one way and, if it is a path, the other, until it is joined. */
static bool join_along(cq_weave *w, uint32_t v)
{
    const cq_loom *f = &w->loom;
    uint64_t looked = 0;

    for (unsigned side = 0; side < 2; side++) {
        uint32_t at = v, to = cq_loom_link(f, v, side);

        while (!w->stopped) {
            uint32_t before = at;

            w->loom.work += 8;
            if (join_at(w, at))
                return true;
            if (!cq_is_vertex(to) || to == v)
                break;
            at = to;
            to = cq_loom_next(f, at, before);
            if (++looked % CQ_WEAVE_POLL == 0)
                w->stopped = cq_run_poll(w->run);
        }
        if (to == v)
            break;
    }
    return false;
}

/* Every cycle but the widest is walked until it is joined to another: so each pass at
 * least halves the number of those that can be, and few are walked far. */
static bool join_pass(cq_weave *w)
{
    cq_cycles *c = &w->cycles;
    bool any = false;

    for (uint32_t n = 1; n < c->root.count && c->parts > 1 && !w->stopped; n++)
        if (c->root.at[n] == n && n != cq_cycles_widest(c))
            any |= join_along(w, c->first.at[n]);
    return any;
}

cq_status cq_weave_join(cq_weave *w)
{
    cq_try(number_all(w));
    while (join_pass(w))
        ;
    return CQ_OK;
}
