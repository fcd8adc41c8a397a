/* all_tours.c - all tours, in a tree that can be split, saved and resumed (dfs.h).
 *
 * A node is the state after all consequences of the choices above it. Its two choices
 * are an edge in, and the same edge out. Both must depend only on these choices, not on
 * what was searched before. So the whole graph is examined whenever an edge was put out
 * (elsewhere prune.c skips some of these examinations). The flow may differ from that
 * of the first visit, but not what all flows have in common.
 *
 * For symmetric tours the tree spans several graphs: its first level chooses the kind
 * of walk on the orbits (wind.c).
 *
 *     counts   nodes, nodes times vertices (for races), and what ended branches
 */
#include "engine/multipath/tour_search.h"

#include "base/assert.h"

enum {
    NODES,
    VERTICES,
    DEGREES,
    LOOKS,                  /* at the whole graph that ended a branch */
    POLL_VERTICES = 1 << 13 /* that nodes went over between two polls */
};

typedef struct shared {
    cq_run *run;
    unsigned kinds; /* of walks round orbits; 0: the graph itself */
} shared;

typedef struct searcher {
    cq_tour_search tours;
    const shared *shared;
    uint64_t poll_at, degrees, looks;
    bool over; /* nothing more is wanted: the search is left at once */
} searcher;

/* ---- one graph ---- */

/* Everything that follows from the choices, and what was counted on the way. */
static void settle(searcher *h)
{
    cq_partial *f = &h->tours.partial;
    uint64_t *counts = h->tours.walk->counts;

    cq_partial_settle(f);
    counts[NODES]++;
    counts[VERTICES] += f->n;
    counts[DEGREES] += f->by_degree - h->degrees;
    counts[LOOKS] += f->by_parts + f->by_flow - h->looks;
    h->degrees = f->by_degree;
    h->looks = f->by_parts + f->by_flow;
}

static bool poll(searcher *h)
{
    if (h->poll_at > h->tours.partial.n) {
        h->poll_at -= h->tours.partial.n;
        return false;
    }
    h->poll_at = POLL_VERTICES;
    return cq_dfs_poll(h->tours.walk);
}

static void take(searcher *h, const cq_tour_level *level, uint32_t choice)
{
    cq_partial *f = &h->tours.partial;

    cq_assert(choice < 2 && level->decided <= f->decided);
    if (choice == 0) {
        cq_assert(level->decided == f->decided);
        cq_partial_put_in(f, level->v, level->arc);
        return;
    }
    cq_partial_undo(f, level->decided);
    f->looked = SIZE_MAX; /* a look is due, also if this is the first choice taken */
    cq_partial_put_out(f, level->v, level->arc);
}

/* The next choice at the deepest level that has one; false: nothing is left. */
static bool advance(searcher *h)
{
    cq_tour_search *s = &h->tours;

    while (s->levels.count) {
        uint32_t choice = cq_dfs_next(s->walk);

        cq_assert(s->levels.count <= s->walk->depth);
        if (choice != CQ_DFS_NONE) {
            take(h, &s->levels.at[s->levels.count - 1], choice);
            return true;
        }
        cq_dfs_leave(s->walk);
        s->levels.count--;
    }
    return false;
}

static cq_status walk_on(searcher *h)
{
    cq_tour_search *s = &h->tours;

    cq_assert(s->levels.count == 0);
    h->degrees = h->looks = 0;
    do {
        settle(h);
        if (cq_partial_is_done(&s->partial))
            cq_try(cq_tour_search_give(s, &h->over));
        if (h->over || poll(h)) {
            h->over = true;
            return CQ_OK;
        }
        if (!s->partial.failed && !cq_partial_is_done(&s->partial)) {
            cq_try(cq_dfs_branch(s->walk, 2));
            cq_try(
                cq_vec_push(s->run->ctx, &s->levels, cq_partial_choose(&s->partial)));
        }
    } while (advance(h));
    return CQ_OK;
}

static cq_status search_graph(void *user, const cq_problem *problem)
{
    searcher *h = user;
    cq_status status = cq_tour_search_begin(&h->tours, problem);

    cq_then(status, walk_on(h));
    cq_tour_search_end(&h->tours);
    return status;
}

/* ---- the whole tree ---- */

static cq_status search_kinds(searcher *h)
{
    cq_dfs *walk = h->tours.walk;
    uint32_t kind;

    cq_assert(walk->depth == 0); /* the kinds are the first level */
    cq_try(cq_dfs_branch(walk, h->shared->kinds));
    while ((kind = cq_dfs_next(walk)) != CQ_DFS_NONE) {
        cq_try(cq_tour_search_kind(&h->tours, kind, search_graph, h));
        if (h->over)
            return CQ_OK;
    }
    cq_dfs_leave(walk);
    return CQ_OK;
}

/* One vertex is an open tour; a closed one has three at least. */
static cq_status give_tiny(searcher *h)
{
    static const uint32_t tour[] = {0};
    const cq_problem *problem = h->tours.run->problem;

    return problem->closed || problem->graph.vertices == 0
               ? CQ_OK
               : cq_dfs_walked(h->tours.walk, tour, &h->tours.solution, &h->over);
}

static cq_status search_tree(void *state)
{
    searcher *h = state;
    const cq_problem *problem = h->tours.run->problem;

    h->over = false;
    h->poll_at = POLL_VERTICES;
    if (problem->graph.vertices < (problem->closed ? 3 : 2))
        return give_tiny(h);
    return h->shared->kinds ? search_kinds(h) : search_graph(h, problem);
}

static cq_status open_searcher(void *state, cq_dfs *walk, void **out)
{
    const shared *all = state;
    searcher *h = cq_zalloc(all->run->ctx, 1, sizeof *h);

    cq_try_memory(h);
    h->shared = all;
    h->tours.run = all->run;
    h->tours.walk = walk;
    *out = h;
    return CQ_OK;
}

static void close_searcher(void *state)
{
    searcher *h = state;

    cq_tour_search_free(&h->tours);
    cq_free(h);
}

cq_status cq_all_tours(cq_run *run)
{
    static const cq_walker walker = {
        .tree = "multipath 1",
        .counts = {[NODES] = "nodes",
                   [DEGREES] = "ended by degrees",
                   [LOOKS] = "ended by parts or flow"},
        .open = open_searcher,
        .close = close_searcher,
        .search = search_tree,
    };
    shared all = {.run = run};

    cq_try(cq_wind_kinds(run->ctx, run->problem, &all.kinds));
    return cq_dfs_run(run, &walker, &all);
}
