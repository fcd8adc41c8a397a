/* sparse_walk.c - depth-first search over the sparse sets.
 *
 * Of the items that may still be covered the one with the fewest ways to branch is
 * taken, the first in order if there are several:
 *
 *     ways = living options + 1 - what is needed
 *
 * which is the number of options for an item that is covered once. Since forced items
 * have been dealt with there are never fewer than two ways, and the look for the fewest
 * ends at the first item with two. It also ends after some thousands of items: a search
 * among more would take a time quadratic in the size of the problem, and what is worth
 * going on with mostly lies where it went on before.
 *
 * An item that needs one and has room for one is branched on option by option. Any
 * other is branched on by its first living option: with it, then without it. Either way
 * two branches never hold the same set of options. The search is at a solution when no
 * option is alive: an item that still needed one would have ended the branch.
 *
 * A frame says to where to undo and what is left to try; it goes with its last branch,
 * so that the stack holds only frames to come back to. The interval low .. low + width
 * is the part of the search, of 0 to 1, that is left in it: a branch gets an equal
 * share of it.
 */
#include "engine/search/sparse.h"

enum { LOOK = 4096 }; /* items to look at before the best so far is good enough */

typedef struct frame {
    cq_sparse_mark mark; /* to where to undo */
    size_t choices;      /* where those of this frame begin on their stack */
    double low, width, step;
    uint32_t option;
    bool without; /* after the choices there is the branch without `option` */
} frame;

typedef struct walk {
    cq_sparse *s;
    CQ_VEC(frame) frames;
    cq_u32s choices;
    double low, width; /* of where we are */
} walk;

static uint32_t choose(const cq_sparse *s, uint32_t *ways)
{
    uint32_t best = s->items, seen = 0;

    *ways = UINT32_MAX;
    for (uint32_t i = s->head[s->items].next; i != s->items; i = s->head[i].next) {
        const cq_sparse_item *head = &s->head[i];
        uint32_t w = head->size + 1 - head->need;

        if (++seen > LOOK && best != s->items)
            break;
        if (w >= *ways || head->size == 0)
            continue;
        *ways = w;
        best = i;
        if (w <= 2)
            break;
    }
    return best;
}

/* A frame for the branches of an item; the first is on top of the stack. */
static cq_status branch(walk *w, uint32_t item, uint32_t ways)
{
    const cq_sparse *s = w->s;
    cq_context *ctx = s->out->run->ctx;
    const uint32_t *set = s->set + s->head[item].base;
    bool without = s->head[item].room > 1 || s->head[item].need == 0;
    uint32_t count = without ? 1 : s->head[item].size;
    frame f = {.mark = cq_sparse_set_mark(w->s),
               .choices = w->choices.count,
               .low = w->low,
               .width = w->width,
               .step = w->width / ways,
               .option = s->option[set[0]],
               .without = without};

    if (cq_vec_push(ctx, &w->frames, f) != CQ_OK ||
        cq_vec_reserve(ctx, &w->choices, count) != CQ_OK)
        return CQ_MEMORY;
    while (count)
        w->choices.at[w->choices.count++] = s->option[set[--count]];
    return CQ_OK;
}

/* Takes the next branch of the top frame, which leaves the stack with its last. */
static bool take_branch(walk *w)
{
    cq_sparse *s = w->s;
    frame *f = &w->frames.at[w->frames.count - 1];
    uint32_t option = f->option;

    cq_sparse_undo(s, &f->mark);
    w->low = f->low;
    if (w->choices.count == f->choices) {
        w->width = f->width;
        w->frames.count--;
        return cq_sparse_remove(s, option) && cq_sparse_force(s);
    }
    option = w->choices.at[--w->choices.count];
    w->width = f->step;
    f->low += f->step;
    f->width -= f->step;
    if (w->choices.count == f->choices && !f->without)
        w->frames.count--;
    return cq_sparse_include(s, option) && cq_sparse_force(s);
}

static bool next_branch(walk *w)
{
    while (w->frames.count)
        if (take_branch(w))
            return true;
    return false;
}

static bool is_time_to_stop(walk *w)
{
    cq_outlet *out = w->s->out;

    if (out->nodes - out->polled < CQ_SEARCH_POLL)
        return false;
    out->polled = out->nodes;
    out->share = w->low;
    return cq_run_poll(out->run);
}

/* *done: not given up for too many nodes. */
static cq_status search(walk *w, uint64_t limit, bool *done)
{
    bool enough = false;

    *done = true;
    do {
        uint32_t ways, item = choose(w->s, &ways);
        cq_status status;

        if (w->s->out->nodes >= limit) {
            *done = false;
            return CQ_OK;
        }
        if (item == w->s->items)
            status = cq_outlet_deliver(w->s->out, &enough);
        else
            status = branch(w, item, ways);
        if (status != CQ_OK || enough || is_time_to_stop(w))
            return status;
    } while (next_branch(w));
    return CQ_OK;
}

cq_status cq_sparse_walk(cq_sparse *sparse, uint64_t nodes, bool *done)
{
    walk w = {.s = sparse, .width = 1};
    cq_sparse_mark mark = cq_sparse_set_mark(sparse);
    uint64_t now = sparse->out->nodes;
    cq_status status =
        search(&w, nodes < UINT64_MAX - now ? now + nodes : UINT64_MAX, done);

    cq_sparse_undo(sparse, &mark);
    cq_vec_free(&w.frames);
    cq_vec_free(&w.choices);
    return status;
}
