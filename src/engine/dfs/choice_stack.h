/* choice_stack.h - the vertices to choose from at each depth of a search for tours.
 *
 * The choices of all depths lie one after the other; those of a depth are taken from
 * the end, where the ones with the fewest ways on are (Warnsdorff 1823). The tree has a
 * level for a depth only if there is something to choose.
 *
 *     choices   d3 h7 | f2 | b1 c6 e5        depths 0 to 2; e5 is taken first
 *     first     0       2    3
 *     end       2       3    6
 */
#ifndef CQ_ENGINE_DFS_CHOICE_STACK_H
#define CQ_ENGINE_DFS_CHOICE_STACK_H

#include "base/assert.h"
#include "engine/dfs/dfs.h"

typedef struct cq_choice_stack {
    cq_u32s choices;
    size_t *first, *end; /* by depth */
} cq_choice_stack;

static inline cq_status cq_choice_stack_init(cq_context *ctx, size_t depths,
                                             cq_choice_stack *s)
{
    s->first = cq_alloc(ctx, depths, sizeof *s->first);
    s->end = cq_alloc(ctx, depths, sizeof *s->end);
    return s->first && s->end ? CQ_OK : CQ_MEMORY;
}

static inline void cq_choice_stack_free(cq_choice_stack *s)
{
    cq_free_each(s->first, s->end);
    cq_vec_free(&s->choices);
}

/* Begins the choices at a depth: then add them, then close it. */
static inline void cq_choice_stack_begin(cq_choice_stack *s, size_t depth)
{
    s->first[depth] = s->choices.count;
}

static inline cq_status cq_choice_stack_add(cq_context *ctx, cq_choice_stack *s,
                                            size_t depth, uint32_t v,
                                            const uint32_t *ways)
{
    size_t i = s->choices.count;

    cq_try(cq_vec_push(ctx, &s->choices, v));
    for (; i > s->first[depth] && ways[s->choices.at[i - 1]] < ways[v]; i--)
        s->choices.at[i] = s->choices.at[i - 1];
    s->choices.at[i] = v;
    return CQ_OK;
}

static inline cq_status cq_choice_stack_close(cq_choice_stack *s, size_t depth,
                                              cq_dfs *tree)
{
    size_t count = s->choices.count - s->first[depth];

    cq_assert(s->choices.count >= s->first[depth]);
    s->end[depth] = s->choices.count;
    return count ? cq_dfs_branch(tree, (uint32_t)count) : CQ_OK;
}

/* The next choice at a depth, or CQ_NO_VERTEX: then its level has been left. */
static inline uint32_t cq_choice_stack_next(cq_choice_stack *s, size_t depth,
                                            cq_dfs *tree)
{
    size_t first = s->first[depth], end = s->end[depth];
    uint32_t choice = end > first ? cq_dfs_next(tree) : CQ_DFS_NONE;

    cq_assert(first <= end && end <= s->choices.count);
    if (choice != CQ_DFS_NONE)
        return s->choices.at[end - 1 - choice];
    if (end > first)
        cq_dfs_leave(tree);
    s->choices.count = first;
    return CQ_NO_VERTEX;
}

#endif
