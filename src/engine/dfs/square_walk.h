/* square_walk.h - tours laid square by square, in an order of places that is fixed.
 *
 * What figured and sums share: which square comes next is a choice of a node of the
 * tree, and what a square changes is undone when it is taken away again. The searcher
 * of an engine begins with its cq_square_walk, and its rules say which squares may come
 * and what else is counted.
 */
#ifndef CQ_ENGINE_DFS_SQUARE_WALK_H
#define CQ_ENGINE_DFS_SQUARE_WALK_H

#include "base/assert.h"
#include "engine/dfs/dfs.h"

typedef struct cq_square_walk cq_square_walk;

typedef struct cq_square_rules {
    const char *tree; /* its name in checkpoints */
    size_t size;      /* of the searcher, all 0 but for the walk when it is opened */
    cq_status (*open)(cq_square_walk *walk);
    void (*close)(cq_square_walk *walk); /* also if it was opened in part */
    /* Adds the squares that may come at the place at hand; none: the branch is dead. */
    cq_status (*choose)(cq_square_walk *walk);
    /* What changes when the place at hand gets a square, or loses it. */
    void (*put)(cq_square_walk *walk, uint32_t v, bool placed);
    /* All places have a square: the tour, by position, or NULL if it is none. */
    const uint32_t *(*tour)(const cq_square_walk *walk);
    /* Checks all that is counted. */
    bool (*check)(const cq_square_walk *walk);
} cq_square_rules;

struct cq_square_walk {
    const cq_square_rules *rules;
    cq_run *run;
    cq_dfs *tree;
    const cq_problem *problem;
    const cq_graph *graph;
    uint32_t n;          /* squares */
    uint32_t places;     /* to fill: all, unless the engine says less */
    uint32_t depth;      /* places that are filled: the next is the one at hand */
    uint32_t *laid;      /* squares, by place */
    bool *placed;        /* by square; the engine sees to those that no place is for */
    uint32_t *ways;      /* by square, kept by the engine; at first its neighbours */
    cq_u32s choices;     /* of all places, one after the other; */
    size_t *first, *end; /* by place */
    uint64_t steps;
    bool hopeless; /* the engine knows at once that there is no tour */
    bool enough;
    cq_solution solution;
};

/* Searches for the tours of the run. */
cq_status cq_square_walk_run(cq_run *run, const cq_square_rules *rules);

/* A square for the place at hand: those with the fewest ways are tried first. */
static inline cq_status cq_square_walk_add(cq_square_walk *w, uint32_t v)
{
    size_t i = w->choices.count;
    uint32_t *at;

    cq_assert(v < w->n && !w->placed[v]);
    cq_try(cq_vec_push(w->run->ctx, &w->choices, v));
    at = w->choices.at;
    for (; i > w->first[w->depth] && w->ways[at[i - 1]] < w->ways[v]; i--)
        at[i] = at[i - 1];
    at[i] = v;
    return CQ_OK;
}

#endif
