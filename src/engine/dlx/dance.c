/* dance.c - the search of algorithms X, C and M over the dancing links.
 *
 * A level of the search has an item and one of the options in its list. To go down: of
 * all open items take the one with the fewest ways to branch (the first of several),
 * and try its options from the top of the list. If the item may be covered more than
 * once, an option that was tried is tweaked out of the list, so that the options of one
 * item are chosen in ascending order and every set of options is met once; a last
 * branch then chooses none of the remaining ones, if the item does not need them.
 *
 *     ways to branch = length + 1 - (what is still needed), which is the length for an
 *     item to be covered once
 *
 * Steps M1 to M9 are the functions here: choose is M3, open_level M4, descend M5 and
 * M6, ascend M7, close_level M8; enter and leave are the loop.
 */
#include "engine/dlx/dlx.h"

#include "base/assert.h"

enum { POLL = 2048 }; /* nodes between two looks at the clock */

typedef struct level {
    uint32_t item;
    uint32_t node;  /* of the option being tried; the item itself: none of the rest */
    uint32_t first; /* where the item's list began */
    uint32_t degree, tried;
} level;

typedef struct walk {
    cq_run *run;
    const cq_placements *placements;
    cq_dlx dlx;
    CQ_VEC(level) levels;
    uint64_t nodes;
    cq_solution solution;
} walk;

/* ---- levels ---- */

static uint32_t need(const cq_dlx_item *item)
{
    return item->bound > item->slack ? item->bound - item->slack : 0;
}

static uint32_t degree(const cq_dlx_item *item)
{
    return item->length + 1 > need(item) ? item->length + 1 - need(item) : 0;
}

static uint32_t choose(const cq_dlx *dlx, uint32_t *ways)
{
    uint32_t best = 0;

    *ways = UINT32_MAX;
    for (uint32_t i = dlx->items[0].right; i; i = dlx->items[i].right) {
        uint32_t d = degree(&dlx->items[i]);

        if (d < *ways) {
            *ways = d;
            best = i;
        }
    }
    return best;
}

static cq_status open_level(walk *w, uint32_t item, uint32_t ways)
{
    cq_dlx *dlx = &w->dlx;
    uint32_t first = dlx->nodes[item].down;
    level l = {.item = item, .node = first, .first = first, .degree = ways};

    cq_try(cq_vec_push(w->run->ctx, &w->levels, l));
    cq_assert(ways > 0 && dlx->items[item].bound > 0);
    if (--dlx->items[item].bound == 0)
        cq_dlx_cover(dlx, item);
    return CQ_OK;
}

static void close_level(walk *w)
{
    const level *l = &w->levels.at[--w->levels.count];
    cq_dlx_item *it = &w->dlx.items[l->item];

    if (it->bound == 0 && it->slack == 0)
        cq_dlx_uncover(&w->dlx, l->item);
    else
        cq_dlx_untweak(&w->dlx, l->first, l->item, it->bound == 0);
    it->bound++;
}

/* What the chosen option asks of its other items. */
static void take(cq_dlx *dlx, uint32_t node)
{
    for (uint32_t p = node + 1; p != node;) {
        int32_t item = dlx->nodes[p].top;

        if (item <= 0) {
            p = dlx->nodes[p].up;
            continue;
        }
        cq_assert((uint32_t)item > dlx->primary || dlx->items[item].bound > 0);
        if ((uint32_t)item > dlx->primary)
            cq_dlx_commit(dlx, p);
        else if (--dlx->items[item].bound == 0)
            cq_dlx_cover(dlx, (uint32_t)item);
        p++;
    }
}

static void give_back(cq_dlx *dlx, uint32_t node)
{
    for (uint32_t p = node - 1; p != node;) {
        int32_t item = dlx->nodes[p].top;

        if (item <= 0) {
            p = dlx->nodes[p].down;
            continue;
        }
        if ((uint32_t)item > dlx->primary)
            cq_dlx_uncommit(dlx, p);
        else if (dlx->items[item].bound++ == 0)
            cq_dlx_uncover(dlx, (uint32_t)item);
        p--;
    }
}

/* Tries the level's option; false if the list has come to its end. */
static bool descend(walk *w, level *l)
{
    cq_dlx *dlx = &w->dlx;
    cq_dlx_item *it = &dlx->items[l->item];

    if (it->bound == 0 && it->slack == 0) {
        if (l->node == l->item)
            return false;
    } else {
        if (it->bound >= it->slack && it->length <= it->bound - it->slack)
            return false;
        if (l->node != l->item)
            cq_dlx_tweak(dlx, l->node, l->item, it->bound == 0);
        else if (it->bound)
            cq_dlx_close(dlx, l->item);
    }
    l->tried++;
    w->nodes++;
    if (l->node != l->item)
        take(dlx, l->node);
    return true;
}

/* Takes the level's option back and moves on; false if it was the last branch. */
static bool ascend(walk *w, level *l)
{
    if (l->node == l->item) {
        if (w->dlx.items[l->item].bound)
            cq_dlx_reopen(&w->dlx, l->item);
        return false;
    }
    give_back(&w->dlx, l->node);
    l->node = w->dlx.nodes[l->node].down;
    return true;
}

/* ---- solutions ---- */

static cq_status write_solution(walk *w)
{
    cq_solution_clear(&w->solution);
    for (size_t i = 0; i < w->levels.count; i++) {
        const level *l = &w->levels.at[i];

        if (l->node != l->item)
            cq_try(cq_run_add_option(w->run, w->placements,
                                     cq_dlx_option(&w->dlx, l->node), &w->solution));
    }
    return CQ_OK;
}

static cq_status deliver(walk *w, bool *enough)
{
    cq_assert(w->dlx.items[0].right == 0); /* nothing is open */
    if (w->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(w->run);
        return CQ_OK;
    }
    cq_try(write_solution(w));
    return cq_run_found(w->run, &w->solution, enough);
}

/* ---- the walk ---- */

static void progress(void *state, cq_progress *out)
{
    const walk *w = state;
    double width = 1;

    out->share = 0;
    for (size_t i = 0; i < w->levels.count; i++) {
        const level *l = &w->levels.at[i];

        width /= l->degree;
        out->share += width * (l->tried ? l->tried - 1 : 0);
    }
    out->work = w->nodes;
    out->unit = "nodes";
}

/* One step down from the current state; *down tells whether there was one. */
static cq_status enter(walk *w, bool *down, bool *enough)
{
    uint32_t ways, item = choose(&w->dlx, &ways);

    cq_assert(!cq_walk_due(w->nodes, 16 * (size_t)w->dlx.count) ||
              cq_dlx_check_open(&w->dlx));
    *down = false;
    if (!item)
        return deliver(w, enough);
    if (ways == 0)
        return CQ_OK;
    cq_try(open_level(w, item, ways));
    *down = descend(w, &w->levels.at[w->levels.count - 1]);
    if (!*down)
        close_level(w);
    return CQ_OK;
}

/* Back to the deepest level with something left to try; false when there is none. */
static bool leave(walk *w)
{
    while (w->levels.count) {
        level *l = &w->levels.at[w->levels.count - 1];

        if (ascend(w, l) && descend(w, l))
            return true;
        close_level(w);
    }
    return false;
}

static cq_status search(walk *w)
{
    bool enough = false, down;
    uint64_t steps = 0;

    for (;;) {
        if (++steps % POLL == 0 && cq_run_poll(w->run))
            return CQ_OK;
        cq_try(enter(w, &down, &enough));
        if (enough)
            return CQ_OK;
        if (!down && !leave(w))
            return CQ_OK;
    }
}

cq_status cq_dlx_walk(cq_run *run, const cq_cover *cover,
                      const cq_placements *placements)
{
    walk w = {.run = run, .placements = placements};
    cq_status status = cq_dlx_make(run->ctx, cover, &w.dlx);

    if (status == CQ_OK && !w.dlx.hopeless) {
        run->progress = progress;
        run->state = &w;
        status = search(&w);
        /* Whoever went through all has put everything back. */
        cq_assert(status != CQ_OK || w.levels.count || cq_dlx_check(&w.dlx));
        run->progress = NULL;
    }
    cq_then(status, cq_answer_add_counter(run->answer, "nodes", w.nodes));
    cq_then(status, cq_answer_add_counter(run->answer, "updates", w.dlx.updates));
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        cq_run_exhausted(run, w.nodes);
    cq_dlx_free(&w.dlx);
    cq_vec_free(&w.levels);
    cq_solution_free(&w.solution);
    return status;
}
