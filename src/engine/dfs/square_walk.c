/* square_walk.c - tours laid square by square, in an order of places that is fixed.
 *
 * The choices of all places lie one after the other; those of a place are taken from
 * the end, where the ones with the fewest ways on are (Warnsdorff 1823). The tree has a
 * level for a place only if there is something to choose.
 *
 *     choices   d3 h7 | f2 | b1 c6 e5        places 0 to 2; e5 is taken first
 *     first     0       2    3
 *     end       2       3    6
 *
 * Cost: what the rules of the engine take, for each node.
 */
#include "engine/dfs/square_walk.h"

#include "base/assert.h"

enum { POLL = 1024 }; /* nodes */

/* What all searchers share. */
typedef struct task {
    cq_run *run;
    const cq_square_rules *rules;
} task;

static cq_status open_walk(void *shared, cq_dfs *tree, void **out)
{
    const task *t = shared;
    cq_context *ctx = t->run->ctx;
    const cq_graph *graph = &t->run->problem->graph;
    uint32_t n = graph->vertices;
    cq_square_walk *w = *out = cq_zalloc(ctx, 1, t->rules->size);

    cq_try_memory(w);
    *w = (cq_square_walk){.rules = t->rules,
                          .run = t->run,
                          .tree = tree,
                          .problem = t->run->problem,
                          .graph = graph,
                          .n = n,
                          .places = n};
    w->laid = cq_alloc(ctx, n, sizeof *w->laid);
    w->placed = cq_zalloc(ctx, n, sizeof *w->placed);
    w->ways = cq_alloc(ctx, n, sizeof *w->ways);
    w->first = cq_alloc(ctx, n, sizeof *w->first);
    w->end = cq_alloc(ctx, n, sizeof *w->end);
    cq_try_memory(w->laid && w->placed && w->ways && w->first && w->end);
    for (uint32_t v = 0; v < n; v++)
        w->ways[v] = (uint32_t)cq_graph_degree(graph, v);
    return w->rules->open(w);
}

static void close_walk(void *searcher)
{
    cq_square_walk *w = searcher;

    w->rules->close(w);
    cq_free_each(w->laid, w->placed, w->ways, w->first, w->end);
    cq_vec_free(&w->choices);
    cq_solution_free(&w->solution);
    cq_free(w);
}

/* ---- choices ---- */

/* The squares for the place at hand, and a level of the tree for them; or the tour. */
static cq_status look(cq_square_walk *w)
{
    size_t first = w->choices.count;
    const uint32_t *tour;

    if (w->depth == w->places) {
        tour = w->rules->tour(w);
        return tour ? cq_dfs_walked(w->tree, tour, &w->solution, &w->enough) : CQ_OK;
    }
    w->first[w->depth] = first;
    cq_try(w->rules->choose(w));
    cq_assert(w->choices.count - first <= w->n);
    w->end[w->depth] = w->choices.count;
    return w->choices.count > first
               ? cq_dfs_branch(w->tree, (uint32_t)(w->choices.count - first))
               : CQ_OK;
}

/* The next square for the place at hand, or CQ_NO_VERTEX: then its level has been left.
 */
static uint32_t next_square(cq_square_walk *w)
{
    size_t first, end;
    uint32_t choice;

    if (w->depth == w->places)
        return CQ_NO_VERTEX;
    first = w->first[w->depth];
    end = w->end[w->depth];
    cq_assert(first <= end && end <= w->choices.count);
    choice = end > first ? cq_dfs_next(w->tree) : CQ_DFS_NONE;
    if (choice != CQ_DFS_NONE) {
        cq_assert(choice < end - first);
        return w->choices.at[end - 1 - choice];
    }
    if (end > first)
        cq_dfs_leave(w->tree);
    w->choices.count = first;
    return CQ_NO_VERTEX;
}

/* ---- searching ---- */

static void put(cq_square_walk *w, uint32_t v, bool placed)
{
    cq_assert(w->depth < w->places && w->placed[v] != placed);
    w->placed[v] = placed;
    w->laid[w->depth] = v;
    w->rules->put(w, v, placed);
}

static void take_back(cq_square_walk *w)
{
    w->depth--;
    put(w, w->laid[w->depth], false);
}

/* Goes on to the next choice, back as far as it takes; false: nothing is left. */
static bool advance(cq_square_walk *w)
{
    uint32_t v;

    while ((v = next_square(w)) == CQ_NO_VERTEX) {
        if (w->depth == 0)
            return false;
        take_back(w);
    }
    put(w, v, true);
    w->depth++;
    w->tree->nodes++;
    cq_assert(!cq_walk_due(w->tree->nodes, w->n) || w->rules->check(w));
    return true;
}

/* From the root; the last time the tree may have been left anywhere. */
static cq_status search_tree(void *searcher)
{
    cq_square_walk *w = searcher;

    if (w->hopeless)
        return CQ_OK;
    while (w->depth)
        take_back(w);
    cq_assert(w->rules->check(w)); /* as at the beginning */
    w->choices.count = 0;
    w->enough = false;
    cq_try(look(w));
    while (!w->enough && advance(w)) {
        cq_try(look(w));
        if (!w->enough && ++w->steps % POLL == 0)
            w->enough = cq_dfs_poll(w->tree);
    }
    return CQ_OK;
}

cq_status cq_square_walk_run(cq_run *run, const cq_square_rules *rules)
{
    const cq_walker walker = {.tree = rules->tree,
                              .counts = {"nodes"},
                              .open = open_walk,
                              .close = close_walk,
                              .search = search_tree};
    task t = {run, rules};

    return cq_dfs_run(run, &walker, &t);
}
