/* loosen.c - removes threads around leftover cycles, so that they can be woven
 * differently.
 *
 * Near every cycle except the largest, a vertex is drawn at random and a few more are
 * reached from it; their threads are removed. Alternating paths then find other threads
 * for them, mostly nearby, and the cycles are numbered and joined again. Each round
 * costs linear time and removes a good share of the remaining cycles. The number of
 * loosened vertices varies, because no number is best everywhere.
 *
 * On large boards a cycle is loosened and completed many times in one round, until no
 * small cycle is left where threads were changed. On an Aztec diamond of radius 5000
 * this took four rounds; with one try in each it took 26, and a second start.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

/* Takes both threads of v out; those that lost one are noted. */
static cq_status bare(cq_weave *w, uint32_t v)
{
    cq_loom *f = &w->loom;

    for (unsigned side = 2; side-- > 0;) {
        uint32_t to = cq_loom_link(f, v, side);

        if (!cq_is_vertex(to))
            continue;
        cq_loom_untie(f, v, to);
        cq_assert(!cq_loom_full(f, v) && !cq_loom_full(f, to));
        cq_try(cq_vec_push(w->run->ctx, &w->short_of, to));
    }
    cq_assert(!cq_is_vertex(cq_loom_link(f, v, 0)) &&
              !cq_is_vertex(cq_loom_link(f, v, 1)));
    return cq_vec_push(w->run->ctx, &w->short_of, v);
}

static unsigned draw_steps(cq_weave *w)
{
    return 4 + cq_loom_shuffle(&w->loom, 24);
}

static cq_status loosen_round(cq_weave *w, uint32_t v, unsigned steps)
{
    cq_loom *f = &w->loom;
    cq_status status = bare(w, v);

    for (unsigned i = 0; status == CQ_OK && i < steps; i++) {
        uint32_t span = cq_loom_span(f, v), to;

        if (span == 0)
            break;
        to = cq_loom_near(f, v, cq_loom_shuffle(f, span));
        if (to == CQ_LINK_NONE)
            continue;
        status = bare(w, to);
        v = to;
    }
    return status;
}

/* Loose ends come back in, so that the alternating paths may use them. */
static cq_status take_in(cq_weave *w)
{
    cq_loom *f = &w->loom;

    for (uint32_t v = 0; v < f->size; v++) {
        if (!cq_loom_has(f, v) || (v == w->from && w->loose_ends < 2))
            continue;
        for (unsigned side = 2; side-- > 0;)
            if (cq_loom_link(f, v, side) == CQ_LINK_END) {
                cq_loom_drop(f, v, CQ_LINK_END);
                cq_try(cq_vec_push(w->run->ctx, &w->short_of, v));
            }
    }
    return CQ_OK;
}

/* ---- large boards ---- */

enum {
    LARGE = 50000, /* vertices from which the cycles are not numbered after every try */
    SMALL = 4000,  /* vertices of a cycle that is still to be opened */
    TRIES = 60     /* for one cycle */
};

/* A vertex of the small cycle through v, drawn at random. */
static uint32_t draw_on_cycle(cq_weave *w, uint32_t v)
{
    cq_loom *f = &w->loom;
    uint32_t steps = cq_loom_shuffle(f, SMALL), before = CQ_LINK_NONE;

    for (uint32_t i = 0; i < steps && cq_is_vertex(v); i++) {
        uint32_t to = cq_loom_next(f, v, before);

        if (!cq_is_vertex(to))
            break;
        before = v;
        v = to;
    }
    return v;
}

/* One of these vertices that is on a small cycle, or CQ_LINK_NONE. */
static uint32_t find_small(cq_weave *w, const cq_u32s *touched)
{
    for (size_t i = 0; i < touched->count; i++) {
        w->loom.work += SMALL / 8;
        if (cq_weave_comes_round(w, touched->at[i], SMALL))
            return touched->at[i];
    }
    return CQ_LINK_NONE;
}

/* Loosens and completes round the cycle of v until no small cycle is there. */
static cq_status open_cycle(cq_weave *w, uint32_t v, cq_u32s *touched, bool *whole)
{
    cq_status status = CQ_OK;

    if (!cq_weave_comes_round(w, v, SMALL))
        return CQ_OK;
    for (unsigned i = 0; i < TRIES && v != CQ_LINK_NONE; i++) {
        unsigned steps = draw_steps(w);

        status = loosen_round(w, draw_on_cycle(w, v), steps);
        touched->count = 0;
        cq_then(status, cq_u32s_append(w->run->ctx, touched, w->short_of.at,
                                       w->short_of.count));
        cq_then(status, cq_weave_complete(w, whole));
        if (status != CQ_OK || !*whole)
            break;
        v = find_small(w, touched);
        cq_assert(!cq_walk_due(w->augmented, w->loom.size) || cq_loom_check(&w->loom));
    }
    return status;
}

/* Numbering the cycles takes a step for every vertex of the board, and a change may
 * need many tries: so they are made without, and judged by the small cycles that come
 * of them. If the widest cycle is cut in two on the way, its parts are long, and mostly
 * joined again with ease. */
static cq_status open_all(cq_weave *w, bool *whole)
{
    cq_cycles *c = &w->cycles;
    cq_u32s touched = {0};
    cq_status status;

    cq_free(c->of);
    c->of = NULL;
    status = cq_weave_make_room(w);
    *whole = true;
    for (uint32_t n = 1; n < c->root.count && status == CQ_OK && *whole; n++)
        if (c->root.at[n] == n && n != cq_cycles_widest(c))
            status = open_cycle(w, c->first.at[n], &touched, whole);
    cq_vec_free(&touched);
    cq_weave_drop_room(w);
    return status;
}

cq_status cq_weave_loosen(cq_weave *w, bool *whole)
{
    cq_cycles *c = &w->cycles;

    *whole = false;
    if (w->loom.count >= LARGE) {
        cq_try(open_all(w, whole));
        if (*whole)
            return CQ_OK;
    }
    if (w->loose_ends)
        cq_try(take_in(w));
    for (uint32_t n = 1; n < c->root.count; n++)
        if (c->root.at[n] == n && n != cq_cycles_widest(c))
            cq_try(loosen_round(w, c->first.at[n], draw_steps(w)));
    return CQ_OK;
}
