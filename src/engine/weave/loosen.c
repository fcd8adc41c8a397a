/* loosen.c - takes threads out where cycles are left, to weave them anew.
 *
 * Round every cycle but the widest a vertex is drawn, and a few more are reached from
 * it at random; their threads are taken out. The alternating paths then find other
 * threads for them, mostly nearby, and the cycles are numbered and joined again. Each
 * round, of a cost linear in the board, settles a good share of the cycles that are
 * left; how many vertices are loosened varies, as no number is best everywhere.
 */
#include "engine/weave/weave.h"

/* Takes both threads of v out; those that lost one are noted. */
static cq_status bare(cq_weave *w, uint32_t v)
{
    cq_loom *f = &w->loom;

    for (unsigned side = 2; side-- > 0;) {
        uint32_t to = cq_loom_link(f, v, side);

        if (!cq_is_vertex(to))
            continue;
        cq_loom_untie(f, v, to);
        if (cq_vec_push(w->run->ctx, &w->short_of, to) != CQ_OK)
            return CQ_MEMORY;
    }
    return cq_vec_push(w->run->ctx, &w->short_of, v);
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
                if (cq_vec_push(w->run->ctx, &w->short_of, v) != CQ_OK)
                    return CQ_MEMORY;
            }
    }
    return CQ_OK;
}

cq_status cq_weave_loosen(cq_weave *w)
{
    cq_cycles *c = &w->cycles;
    cq_status status = w->loose_ends ? take_in(w) : CQ_OK;

    for (uint32_t n = 1; n < c->root.count && status == CQ_OK; n++)
        if (c->root.at[n] == n && n != cq_cycles_widest(c))
            status = loosen_round(w, c->first.at[n], 4 + cq_loom_shuffle(&w->loom, 24));
    return status;
}
