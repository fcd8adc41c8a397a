/* walk.h - a depth-first search that can be cut up, shared, stopped and taken up again.
 *
 * A search engine goes down a tree of choices. It tells a cq_walk of every node that it
 * branches at, and asks it which choice comes next; so the walk always knows where the
 * search is, and decides where it goes:
 *
 *     position    the numbers of the choices on the way down, and at each level how far
 *                 the choices go. That is all there is to a job: the part of the tree
 *                 from that position on. A checkpoint is a list of jobs.
 *     sharing     an idle thread takes the choices not yet tried at the level nearest
 *                 the root of the job that comes first in the order of the tree. What
 *                 is found in a job waits until all jobs before it are done, so that
 *                 the output is the same for any number of threads.
 *     parts       --part I/N: the nodes of a level with many more than N nodes, dealt
 *                 out like cards.
 *     estimate    random probes go down one choice at each level (Knuth, "Estimating
 *                 the efficiency of backtrack programs", Mathematics of Computation 29,
 *                 1975): what is met counts for the product of the numbers of choices.
 *     progress    the share of the tree behind the position, by the same products.
 *
 * What an engine promises: the choices at a node, their number and their order, follow
 * from the choices above it alone, not from the way the search came there or from the
 * thread. Below some depth it may search without telling (cq_walk_below): levels that
 * take a few nanoseconds a node are not worth watching, and a subtree of milliseconds
 * need not be cut.
 */
#ifndef CQ_ENGINE_WALK_WALK_H
#define CQ_ENGINE_WALK_WALK_H

#include "engine/engine.h"

#define CQ_WALK_NONE UINT32_MAX

typedef struct cq_walk_level {
    uint32_t next;  /* the choice to try next; the one being tried is next - 1 */
    uint32_t end;   /* choices from here on are somebody else's */
    uint32_t count; /* of the node */
} cq_walk_level;

/* One searcher's walk. The members are for the inline functions below. */
typedef struct cq_walk {
    cq_walk_level *levels;
    size_t depth;    /* levels that are open */
    size_t replayed; /* levels that the job's position still gives */
    uint64_t since;  /* solutions since the last choice */
    uint64_t nodes;  /* counted by the engine; reported as its work */
    struct cq_walk_guide *guide;
} cq_walk;

/* At a node with `count` choices, at least one: opens a level for them. */
cq_status cq_walk_branch(cq_walk *walk, uint32_t count);

/* The next choice at the deepest level, or CQ_WALK_NONE: then leave it. */
static inline uint32_t cq_walk_next(cq_walk *walk)
{
    cq_walk_level *level = &walk->levels[walk->depth - 1];

    if (level->next >= level->end)
        return CQ_WALK_NONE;
    if (walk->replayed < walk->depth)
        walk->since = 0;
    return level->next++;
}

static inline void cq_walk_leave(cq_walk *walk)
{
    walk->depth--;
    walk->replayed = 0;
}

/* Asked before a subtree that is searched without branches being told: whether to
 * search it now. */
bool cq_walk_below(cq_walk *walk);

/* A solution at the present position. *enough: no more are wanted, leave at once. For
 * the goals that only count, cq_walk_wants is false and `solution` may be NULL. */
cq_status cq_walk_found(cq_walk *walk, const cq_solution *solution, bool *enough);
bool cq_walk_wants(const cq_walk *walk);

/* Called every few thousand nodes, where the position is whole (all levels above are
 * told): true says that the search is to end at once, without looking back. */
bool cq_walk_poll(cq_walk *walk);

/* A search engine as the walk sees it. */
typedef struct cq_walker {
    const char *unit; /* of its work: "nodes" */
    /* A searcher of its own for each thread, from the shared data, which nobody changes
     * any more. */
    cq_status (*open)(void *shared, cq_walk *walk, void **searcher);
    void (*close)(void *searcher);
    /* Goes through the tree from its root, as far as the walk lets it, and leaves the
     * searcher as it was at the start. It is called for every job. */
    cq_status (*search)(void *searcher);
    /* Adds the searcher's counters to the answer; called once for each searcher, names
     * that are there already add up. May be NULL. */
    cq_status (*count)(void *searcher, cq_answer *answer);
} cq_walker;

/* Runs the search for run->goal with run->threads; sets the verdict where all was
 * searched. */
cq_status cq_walk_run(cq_run *run, const cq_walker *walker, void *shared);

#endif
