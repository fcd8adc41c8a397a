/* survey.c - parts of a search: the tree is cut at one level and the pieces dealt out.
 *
 * The choices are counted level by level, until a level has many times more than there
 * are parts; if no level has, the one with the most is used. The choices of that level,
 * in the order of the tree, are the places to cut at. What lies before the first one
 * belongs to the first piece, and what lies between two of them (choices that end above
 * that level) belongs to the earlier. Piece i goes to part i mod N + 1. All of this
 * depends only on the problem, so the parts may be searched anywhere. The answer
 * contains the name of the tree, the version of the program and a digest of the
 * choices, so that merging refuses parts that do not belong together.
 *
 * Cost: the nodes above the level; if it has more choices than pieces are needed,
 * neighbouring ones form one piece.
 */
#include "engine/dfs/guide.h"

#include "base/assert.h"
#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>

enum { PIECES = 64 }; /* for each part, at least, if the tree has them */

cq_status cq_dfs_survey_branch(cq_dfs_guide *g, cq_dfs_level *level)
{
    const cq_dfs *walk = &g->walk;

    cq_assert(walk->depth < g->level);
    if (walk->depth + 1 < g->level)
        return CQ_OK;
    level->end = 0;
    for (uint32_t choice = 0; choice < level->count; choice++) {
        cq_try(cq_vec_reserve(g->ctx, g->points, g->level));
        for (size_t i = 0; i < walk->depth; i++)
            g->points->at[g->points->count++] =
                (cq_dfs_step){walk->levels[i].next - 1, walk->levels[i].count};
        g->points->at[g->points->count++] = (cq_dfs_step){choice, level->count};
    }
    return CQ_OK;
}

/* The choices at the first level that has enough of them, else at the one with the
 * most. */
static cq_status survey(cq_dfs_guide *g, cq_dfs_path *points, size_t *level)
{
    size_t wanted = (size_t)PIECES * g->boss->run->parts;
    cq_dfs_path found = {0};
    cq_status status = CQ_OK;

    *level = 0;
    for (g->level = 1; status == CQ_OK; g->level++) {
        bool done;

        found.count = 0;
        g->points = &found;
        status = cq_dfs_guide_search(g, NULL, &done);
        if (status == CQ_OK && g->ended)
            status = CQ_STOPPED;
        if (status != CQ_OK || found.count == 0)
            break;
        cq_assert(found.count % g->level == 0);
        if (*level == 0 || found.count / g->level > points->count / *level) {
            *level = g->level;
            status = cq_dfs_path_copy(g->ctx, points, &found);
        }
        if (found.count / g->level >= wanted)
            break;
    }
    cq_vec_free(&found);
    return status;
}

/* A job from one cut to the next; the first begins with the tree, the last ends with
 * it. */
static cq_status add_piece(cq_dfs_boss *boss, const cq_dfs_path *points, size_t level,
                           size_t from, size_t to, cq_dfs_job ***slot)
{
    cq_context *ctx = boss->run->ctx;
    cq_dfs_path begin = {points->at + from * level, from ? level : 0, level};
    cq_dfs_path end = {points->at + to * level, level, level};
    cq_dfs_job *job = NULL;
    cq_status status = cq_dfs_job_new(ctx, &begin, &job);

    cq_assert(from < to && to * level <= points->count);
    cq_assert(from == 0 || to * level == points->count ||
              cq_dfs_path_compare(&begin, &end) < 0);
    cq_try(status);
    **slot = job;
    *slot = &job->next;
    return to * level < points->count ? cq_dfs_path_copy(ctx, &job->end, &end) : CQ_OK;
}

static cq_status deal(cq_dfs_boss *boss, const cq_dfs_path *points, size_t level)
{
    const cq_run *run = boss->run;
    size_t count = level ? points->count / level : 1;
    size_t together = count / ((size_t)PIECES * run->parts), piece = 0;
    cq_dfs_job **slot = &boss->jobs;

    cq_assert(run->part >= 1 && run->part <= run->parts && count >= 1);
    if (together == 0)
        together = 1;
    for (size_t from = 0; from < count; from += together, piece++)
        if (piece % run->parts == run->part - 1)
            cq_try(add_piece(boss, points, level, from,
                             from + together < count ? from + together : count, &slot));
    return CQ_OK;
}

/* What was cut, and how. */
static void name_tree(const cq_dfs_boss *boss, const cq_dfs_path *points, size_t level)
{
    cq_answer *answer = boss->run->answer;
    uint64_t digest = cq_hash_u64(CQ_HASH_START, level);

    for (size_t i = 0; i < points->count; i++)
        digest = cq_hash_u64(digest, (uint64_t)points->at[i].choice << 32 |
                                         points->at[i].count);
    snprintf(answer->tree, sizeof answer->tree, "%s %s %016" PRIx64, boss->walker->tree,
             cq_version(), digest);
}

cq_status cq_dfs_cut(cq_dfs_boss *boss, bool loaded)
{
    cq_dfs_guide g;
    cq_dfs_path points = {0};
    size_t level = 0;
    cq_status status = cq_dfs_guide_open(boss, CQ_DFS_SURVEY, &g);

    cq_then(status, survey(&g, &points, &level));
    cq_dfs_guide_close(&g);
    if (status == CQ_OK)
        name_tree(boss, &points, level);
    if (status == CQ_OK && !loaded)
        status = deal(boss, &points, level);
    cq_vec_free(&points);
    return status;
}
