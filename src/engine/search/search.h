/* search.h - the parts of the search engine.
 *
 * The problem is first stored in sparse sets (sparse.h), where options that are dead or
 * forced at the root are removed. The rest is searched there or, if there are few
 * enough options, in slots (slots.h) or in bit sets (dense.h). Each of these is a tree
 * for dfs.h: data that its searchers share is built once, and each searcher has its own
 * copy of what changes.
 */
#ifndef CQ_ENGINE_SEARCH_H
#define CQ_ENGINE_SEARCH_H

#include "engine/dfs/dfs.h"
#include "problem/placement.h"

enum {
    CQ_SEARCH_POLL = 2048, /* nodes between two polls */
    CQ_SEARCH_VECTOR = 32, /* bytes: all that is gone over as vectors is padded to it */
    CQ_SEARCH_UPDATES = 1, /* which of the walk's counts they are */
    CQ_SEARCH_ROOT = 3     /* which unit of effort are updates before the walk */
};

static inline size_t cq_search_padded(size_t bytes)
{
    return (bytes + CQ_SEARCH_VECTOR - 1) / CQ_SEARCH_VECTOR * CQ_SEARCH_VECTOR;
}

/* The first place in a block where a vector may be: there is a vector of room for that.
 */
static inline void *cq_search_aligned(void *block)
{
    uintptr_t at = (uintptr_t)block;

    return (uint8_t *)block + (cq_search_padded(at) - at);
}

/* Where the solutions of a searcher go, and what is counted. */
typedef struct cq_outlet cq_outlet;

/* What is done with the tree below a root, by a walker and what it shares. */
typedef cq_status cq_tree_fn(cq_outlet *root, const cq_walker *walker, double breadth,
                             void *shared);

struct cq_outlet {
    cq_run *run;
    const cq_placements *placements; /* not NULL: option i is placement i of a tiling */
    cq_dfs *walk;                    /* NULL as long as the root is looked at */
    cq_tree_fn *tree;                /* of a root, with this */
    void *user;
    uint32_t *chosen; /* options, in the order in which they were chosen */
    size_t count;
    uint64_t nodes, updates; /* at the root, or of the last branch */
    uint64_t polled;         /* nodes at the last poll */
    cq_solution solution;
};

/* An outlet like that of the root, with what was chosen there, for a searcher. */
cq_status cq_outlet_open(const cq_outlet *root, size_t most, cq_dfs *walk,
                         cq_outlet *out);
void cq_outlet_close(cq_outlet *out);

/* Writes the chosen options down as the outlet's solution. */
cq_status cq_outlet_write(cq_outlet *out);
cq_status cq_outlet_show(cq_outlet *out, bool *enough);

/* Hands over the chosen options as a solution. */
static inline cq_status cq_outlet_deliver(cq_outlet *out, bool *enough)
{
    if (cq_dfs_wants(out->walk))
        return cq_outlet_show(out, enough);
    cq_dfs_counted(out->walk);
    return CQ_OK;
}

/* Searches a cover that does not fall apart (search.c). */
cq_cover_fn cq_search_connected;
/* One that does is counted part by part; *done: it was (apart.c). */
cq_status cq_search_apart(cq_run *run, const cq_cover *cover, bool *done);
/* The same for one with symmetries: one option of each class (one_of_each.c). */
cq_status cq_search_one_of_each(cq_run *run, const cq_cover *cover, bool *done);
/* What a node of the tree of a cover costs, as cq_walker has it. */
cq_status cq_search_breadth(cq_run *run, const cq_cover *cover, double *breadth);
/* The tree of a cover, as a part of that of a walk which counts; in any thread. */
cq_status cq_search_below(cq_run *run, const cq_cover *cover, cq_dfs *walk);

/* Polls if at least `every` nodes have passed since the last poll. */
static inline bool cq_outlet_polls(cq_outlet *out, uint64_t every)
{
    if (out->walk->nodes - out->polled < every)
        return false;
    out->polled = out->walk->nodes;
    return cq_dfs_poll(out->walk);
}

#endif
