/* place.c - where a search is: the choices on the way down from the root.
 *
 * A step of a path holds the choice that was taken and the number of choices. These
 * alone give the share of the tree before a path, if each branch of a node has an equal
 * share: the sum of choice / (product of the counts down to there).
 */
#include "engine/dfs/guide.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_dfs_path_copy(cq_context *ctx, cq_dfs_path *to, const cq_dfs_path *from)
{
    to->count = 0;
    if (from->count == 0)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, to, from->count));
    memcpy(to->at, from->at, from->count * sizeof *from->at);
    to->count = from->count;
    return CQ_OK;
}

cq_status cq_dfs_path_take(cq_context *ctx, cq_dfs_path *to, const cq_dfs *walk,
                           size_t level, uint32_t choice)
{
    cq_assert(level < walk->depth && choice < walk->levels[level].count);
    to->count = 0;
    cq_try(cq_vec_reserve(ctx, to, level + 1));
    for (size_t i = 0; i < level; i++) {
        cq_assert(walk->levels[i].next > 0); /* a choice is being tried */
        to->at[i] = (cq_dfs_step){walk->levels[i].next - 1, walk->levels[i].count};
    }
    to->at[level] = (cq_dfs_step){choice, walk->levels[level].count};
    to->count = level + 1;
    return CQ_OK;
}

double cq_dfs_path_share(const cq_dfs_path *path)
{
    double share = 0, width = 1;

    for (size_t i = 0; i < path->count; i++) {
        cq_assert(path->at[i].choice < path->at[i].count);
        width /= path->at[i].count;
        share += width * path->at[i].choice;
    }
    cq_assert(share >= 0 && share < 1 + CQ_DFS_ROUNDING);
    return share;
}

int cq_dfs_path_compare(const cq_dfs_path *a, const cq_dfs_path *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->at[i].choice != b->at[i].choice)
            return a->at[i].choice < b->at[i].choice ? -1 : 1;
    return a->count < b->count ? -1 : a->count > b->count;
}

cq_status cq_dfs_place_copy(cq_context *ctx, cq_dfs_place *to, const cq_dfs_place *from)
{
    cq_try(cq_dfs_path_copy(ctx, &to->path, &from->path));
    to->found = from->found;
    memcpy(to->counts, from->counts, sizeof to->counts);
    return CQ_OK;
}

cq_status cq_dfs_place_take(cq_context *ctx, cq_dfs_place *to, const cq_dfs *walk,
                            bool *past)
{
    size_t level = walk->depth;

    /* Levels without a choice left are left at once. */
    while (level > 0 && walk->levels[level - 1].next >= walk->levels[level - 1].end)
        level--;
    *past = level == 0;
    if (*past)
        return CQ_OK;
    cq_try(cq_dfs_path_take(ctx, &to->path, walk, level - 1,
                            walk->levels[level - 1].next));
    cq_assert(walk->found >= to->found); /* a place only moves forward */
    to->found = walk->found;
    memcpy(to->counts, walk->counts, sizeof to->counts);
    return CQ_OK;
}
