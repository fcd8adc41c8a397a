/* sparse_walk.c - depth-first search over the sparse sets.
 *
 * Of the items that may still be covered the one with the fewest ways to branch is
 * taken, the first in order if there are several:
 *
 *     ways = living options + 1 - what is needed
 *
 * which is the number of options for an item that is covered once. Forced items have
 * already been covered, so there are never fewer than two ways, and looking for the
 * fewest ends at the first item with two. It also ends after some thousands of items:
 * looking at more would take quadratic time in the size of the problem, and good items
 * are mostly found near earlier ones.
 *
 * An item that needs one and has room for one is branched on option by option. Any
 * other is branched on by its first living option: with it, then without it. Either
 * way, no two branches contain the same set of options. The search is at a solution
 * when no option is alive: an item that still needed one would have ended the branch.
 *
 * A frame says how far to undo, and lists the choices in ascending order, because the
 * order within the sets depends on earlier removals and a tree must not. It is dropped
 * with its last branch, so the stack holds only frames to return to. Only the work of
 * branches that survive is counted: how much is done before a branch dies depends on
 * the order of the sets, too.
 *
 * With one thread the search is in the sets of the root themselves; else every searcher
 * has sets of its own and shares the lists of items and options.
 */
#include "base/assert.h"
#include "base/sort.h"
#include "engine/search/sparse.h"

#include <string.h>

enum {
    LOOK = 4096,    /* items to look at before the best so far is good enough */
    POLL_OFTEN = 64 /* nodes between two polls, which are large ones here */
};

typedef struct frame {
    cq_sparse_mark mark; /* how far to undo */
    size_t choices;      /* where those of this frame begin on their stack */
    size_t level;        /* of the walk */
    bool without;        /* with the only choice, then without it */
} frame;

typedef struct searcher {
    cq_sparse *s;
    cq_sparse own;   /* if s is not that of the root */
    cq_outlet *root; /* of the root's */
    cq_outlet out;
    CQ_VEC(frame) frames;
    cq_u32s choices;
} searcher;

static uint32_t choose(const cq_sparse *s)
{
    uint32_t best = s->items, seen = 0, least = UINT32_MAX;

    for (uint32_t i = s->head[s->items].next; i != s->items; i = s->head[i].next) {
        const cq_sparse_item *head = &s->head[i];
        uint32_t ways = head->size + 1 - head->need;

        cq_assert(i < s->primary && head->room > 0);
        cq_assert(head->size >= head->need); /* else the branch had ended */
        cq_assert(!head->need || head->size > head->need); /* else it is forced */
        if (++seen > LOOK && best != s->items)
            break;
        if (ways >= least || head->size == 0)
            continue;
        least = ways;
        best = i;
        if (ways <= 2)
            break;
    }
    return best;
}

/* A frame for the branches of an item. */
static cq_status branch(searcher *w, uint32_t item)
{
    const cq_sparse *s = w->s;
    cq_context *ctx = w->out.run->ctx;
    bool without = s->head[item].room > 1 || s->head[item].need == 0;
    uint32_t count = s->head[item].size;
    frame f = {.mark = cq_sparse_set_mark(w->s),
               .choices = w->choices.count,
               .level = w->out.walk->depth + 1,
               .without = without};

    cq_assert(count >= 1 && s->waiting == 0);
    cq_assert(without || (s->head[item].need == 1 && count >= 2));
    if (cq_vec_push(ctx, &w->frames, f) != CQ_OK ||
        cq_vec_reserve(ctx, &w->choices, count) != CQ_OK)
        return CQ_MEMORY;
    cq_sparse_list(s, item, w->choices.at + f.choices);
    cq_sort_u32(w->choices.at + f.choices, count);
    w->choices.count += without ? 1 : count;
    return cq_dfs_branch(w->out.walk, without ? 2 : count);
}

/* Takes a branch of the top frame, which leaves the stack with its last. */
static bool take_branch(searcher *w, uint32_t choice)
{
    cq_dfs *walk = w->out.walk;
    cq_sparse *s = w->s;
    const frame *f = &w->frames.at[w->frames.count - 1];
    uint32_t option = w->choices.at[f->choices + (f->without ? 0 : choice)];
    bool without = f->without && choice == 1, alive;

    cq_assert(w->out.walk->depth == f->level);
    cq_assert(f->choices + (f->without ? 0 : choice) < w->choices.count);
    cq_sparse_undo(s, &f->mark);
    cq_assert(cq_sparse_is_alive(s, option)); /* as when the choices were listed */
    if (cq_dfs_last(walk)) {
        w->choices.count = f->choices;
        w->frames.count--;
    }
    w->out.nodes = w->out.updates = 0;
    alive = without ? cq_sparse_remove(s, option) : cq_sparse_include(s, option);
    alive = alive && cq_sparse_force(s);
    walk->nodes += alive ? w->out.nodes : !without;
    walk->counts[CQ_SEARCH_UPDATES] += alive ? w->out.updates : 0;
    return alive;
}

static bool next_branch(searcher *w)
{
    while (w->frames.count) {
        frame *f = &w->frames.at[w->frames.count - 1];
        uint32_t choice;

        cq_dfs_back(w->out.walk, f->level);
        choice = cq_dfs_next(w->out.walk);
        if (choice == CQ_DFS_NONE) {
            w->choices.count = f->choices;
            w->frames.count--;
        } else if (take_branch(w, choice)) {
            return true;
        }
    }
    return false;
}

static cq_status walk_on(searcher *w)
{
    bool enough = false;

    do {
        uint32_t item = choose(w->s);
        cq_assert(w->s->waiting == 0);
        cq_assert(cq_sparse_check_step(w->s, w->out.walk->nodes));
        /* A solution: no item that must be covered is open, and nothing is alive. */
        cq_assert(item != w->s->items || w->s->alive == 0);
        cq_status status =
            item == w->s->items ? cq_outlet_deliver(&w->out, &enough) : branch(w, item);

        if (status != CQ_OK || enough || cq_outlet_polls(&w->out, POLL_OFTEN))
            return status;
    } while (next_branch(w));
    return CQ_OK;
}

static cq_status search_all(void *data)
{
    searcher *w = data;
    cq_sparse_mark mark = cq_sparse_set_mark(w->s);
    cq_status status = walk_on(w);

    cq_sparse_undo(w->s, &mark);
    cq_assert(w->s->saved == mark.saved && w->s->alive == mark.alive);
    w->frames.count = w->choices.count = 0;
    return status;
}

/* ---- searchers ---- */

static void close_searcher(void *data)
{
    searcher *w = data;

    if (w->s == &w->own)
        cq_sparse_free_copy(&w->own);
    else
        w->s->out = w->root;
    cq_vec_free_each(&w->frames, &w->choices);
    cq_outlet_close(&w->out);
    cq_free(w);
}

static cq_status open_searcher(void *shared, cq_dfs *walk, void **out)
{
    cq_sparse *root = shared;
    cq_context *ctx = root->out->run->ctx;
    searcher *w = *out = cq_zalloc(ctx, 1, sizeof *w);
    cq_status status;

    cq_try_memory(w);
    w->root = root->out;
    w->s = root->out->run->threads > 1 ? &w->own : root;
    status = cq_outlet_open(root->out, root->options, walk, &w->out);
    if (status == CQ_OK && w->s == &w->own)
        status = cq_sparse_copy(root, &w->own);
    w->s->out = &w->out;
    return status;
}

const cq_walker cq_sparse_walker = {
    .tree = "sparse sets",
    .counts = {"nodes", "updates"},
    .open = open_searcher,
    .close = close_searcher,
    .search = search_all,
};
