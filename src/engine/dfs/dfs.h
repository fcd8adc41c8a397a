/* dfs.h - a depth-first search that can be split, shared, stopped and resumed.
 *
 * A search engine goes down a tree of choices. It tells a cq_dfs of every node that it
 * branches at, and asks it which choice comes next; so the walk always knows where the
 * search is, and decides where it goes:
 *
 *     place       the numbers of the choices on the way down. The places of a tree have
 *                 an order, that of the search, and a job is all that lies between two
 *                 of them. A checkpoint is a list of jobs.
 *     sharing     an idle thread is given choices not yet tried at the level nearest
 *                 the root of a running job: what comes after some place becomes a job
 *                 of its own. What is found in a job waits until all jobs before it are
 *                 done, so that the output is the same for any number of threads.
 *     parts       --part I/N: the tree is cut at a level with many more than N choices,
 *                 and the pieces are dealt out like cards.
 *     estimate    random probes go down one choice at each level (Knuth, "Estimating
 *                 the efficiency of backtrack programs", Mathematics of Computation 29,
 *                 1975): what is met counts for the product of the numbers of choices.
 *     progress    the share of the tree before a place, by the same products.
 *
 * What an engine promises: the choices at a node, their number and their order, follow
 * from the choices above it alone, not from the way the search came there or from the
 * thread. Below some depth it may search without telling (cq_dfs_below): levels that
 * take a few nanoseconds a node are not worth watching, and a subtree of milliseconds
 * need not be cut.
 *
 *     cq_dfs_branch(walk, count)                      opens a level
 *     while ((i = cq_dfs_next(walk)) != CQ_DFS_NONE)
 *         go into choice i, which may branch again, or be a solution, or be dead
 *     cq_dfs_leave(walk)
 *
 * For the last choice an engine may use its frame again instead of coming back to it:
 * cq_dfs_last says whether a level has no more choices. Then it must still know the
 * depth of the level that it comes back to in the end: cq_dfs_back.
 */
#ifndef CQ_ENGINE_DFS_DFS_H
#define CQ_ENGINE_DFS_DFS_H

#include "base/assert.h"
#include "engine/engine.h"

#define CQ_DFS_NONE UINT32_MAX

enum {
    CQ_DFS_COUNTS = 4,
    CQ_DFS_BREADTH = 2 /* the unit of nodes times breadth, of walkers that have one */
};

typedef struct cq_dfs_level {
    uint32_t next;  /* the choice to try next; the one being tried is next - 1 */
    uint32_t end;   /* choices from here on are somebody else's */
    uint32_t count; /* of the node */
} cq_dfs_level;

/* One searcher's walk. The engine counts in `counts` and leaves the rest alone. What it
 * counts on its way to where a job begins is taken back, so that the sums are the same
 * however the tree was cut up. */
typedef struct cq_dfs {
    cq_dfs_level *levels;
    size_t depth; /* levels that are open */
    size_t room;  /* for levels */
    size_t watch; /* at levels 1 to `watch` there is more to do than to count */
    union {
        uint64_t nodes;
        uint64_t counts[CQ_DFS_COUNTS]; /* in the order of cq_walker.counts */
    };
    uint64_t found; /* solutions, from the beginning of the job */
    /* How many a solution counts for: 1, or what the engine sets on its way down, if it
     * knows of others like it. Only where solutions are counted. */
    uint64_t weight;
    uint64_t drop; /* how many of the next were handed over before */
    bool wants;    /* solutions are looked at, not only counted */
    struct cq_dfs_guide *guide;
} cq_dfs;

cq_status cq_dfs_branch_watched(cq_dfs *walk, uint32_t count);
uint32_t cq_dfs_next_watched(cq_dfs *walk);
void cq_dfs_drop(cq_dfs *walk);

/* At a node with `count` choices, at least one: opens a level for them. */
static inline cq_status cq_dfs_branch(cq_dfs *walk, uint32_t count)
{
    cq_assert(count > 0 && walk->depth <= walk->room);
    if (__builtin_expect(walk->depth < walk->watch || walk->depth == walk->room, 0))
        return cq_dfs_branch_watched(walk, count);
    walk->levels[walk->depth++] = (cq_dfs_level){0, count, count};
    return CQ_OK;
}

/* The number of the next choice at the deepest level, or CQ_DFS_NONE: then leave it.
 * The first need not be 0, and the last not that of the node. */
static inline uint32_t cq_dfs_next(cq_dfs *walk)
{
    cq_dfs_level *level = &walk->levels[walk->depth - 1];

    cq_assert(walk->depth > 0 && walk->depth <= walk->room);
    cq_assert(level->end <= level->count);
    if (__builtin_expect(walk->depth <= walk->watch, 0))
        return cq_dfs_next_watched(walk);
    return level->next < level->end ? level->next++ : CQ_DFS_NONE;
}

/* Whether the deepest level has no more choices: it need not be come back to. */
static inline bool cq_dfs_last(const cq_dfs *walk)
{
    const cq_dfs_level *level = &walk->levels[walk->depth - 1];

    cq_assert(walk->depth > 0);
    return level->next >= level->end;
}

static inline void cq_dfs_leave(cq_dfs *walk)
{
    cq_assert(walk->depth > 0);
    walk->depth--;
}

/* Back to where `depth` levels were open. */
static inline void cq_dfs_back(cq_dfs *walk, size_t depth)
{
    cq_assert(depth > 0 && depth <= walk->depth);
    walk->depth = depth;
}

/* Asked before a subtree that is searched without reporting its branches: whether to
 * search it now. */
bool cq_dfs_below(const cq_dfs *walk);

/* Whether solutions are looked at: then cq_dfs_found, else cq_dfs_counted. */
static inline bool cq_dfs_wants(const cq_dfs *walk)
{
    return walk->wants;
}

/* A solution at the present place, copied if need be. *enough is set if no more are
 * wanted: leave at once. */
cq_status cq_dfs_found(cq_dfs *walk, const cq_solution *solution, bool *enough);
/* A tour, as its vertices in order: counted, or handed over in the solution `room`, if
 * it has the edges that it must have. */
cq_status cq_dfs_walked(cq_dfs *walk, const uint32_t *tour, cq_solution *room,
                        bool *enough);

static inline void cq_dfs_counted(cq_dfs *walk)
{
    if (__builtin_expect(walk->drop != 0, 0))
        cq_dfs_drop(walk);
    else
        walk->found += walk->weight;
}

/* The same for several. */
static inline void cq_dfs_counted_more(cq_dfs *walk, uint64_t solutions)
{
    uint64_t dropped = walk->drop < solutions ? walk->drop : solutions;

    if (walk->drop == UINT64_MAX)
        return;
    walk->drop -= dropped;
    walk->found += solutions * walk->weight;
}

/* Called every few thousand nodes, anywhere: true says that the search is to end at
 * once, without looking back. */
bool cq_dfs_poll(cq_dfs *walk);
/* Whether it has said so: for a search that consists of several. */
bool cq_dfs_ended(const cq_dfs *walk);

/* A search engine as the walk sees it. */
typedef struct cq_walker {
    /* The name of the tree: a checkpoint of another one is refused. */
    const char *tree;
    /* Names of what is counted; the first is the unit of the work, "nodes". */
    const char *counts[CQ_DFS_COUNTS];
    uint64_t before[CQ_DFS_COUNTS]; /* what was counted before the walk */
    double breadth; /* vectors that every node goes over, if it counts in a race */
    /* A searcher for one thread, from the shared data, which nobody changes any more.
     * It may be called in that thread. If it fails, what there is of the searcher is
     * closed as well. */
    cq_status (*open)(void *shared, cq_dfs *walk, void **searcher);
    void (*close)(void *searcher);
    /* Goes through the tree from its root, as far as the walk lets it. It is called for
     * every job, also after it has been stopped in the middle of one. */
    cq_status (*search)(void *searcher);
} cq_walker;

/* Runs the search for run->goal with run->threads, from run->checkpoint if there is
 * one; adds the counters to the answer and sets the verdict if all was searched. */
cq_status cq_dfs_run(cq_run *run, const cq_walker *walker, void *shared);
/* A search that may be short, in the calling thread: it is given up at the first poll
 * after `nodes` nodes. *done: it was not given up, and the answer is as after
 * cq_dfs_run; else adds what was counted to `counts`. Not for runs with checkpoints or
 * parts. */
cq_status cq_dfs_try(cq_run *run, const cq_walker *walker, void *shared, uint64_t nodes,
                     uint64_t counts[CQ_DFS_COUNTS], bool *done);

#endif
