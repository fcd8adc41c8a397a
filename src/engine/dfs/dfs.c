/* dfs.c - one searcher's way through the tree: replay, limits, places.
 *
 * A job is searched from the root of the tree: the engine goes down again, and the walk
 * gives it the choices of the place where the job begins. From the first choice that is
 * not of that place on, levels begin with choice 0 (`given` is 0 then). Solutions and
 * counts on the way there are not new and are dropped.
 *
 * The end of the job is a place too. As long as the way down is that to the end
 * (`bounded` levels of it), the level below is bounded: its choices go no further than
 * that of the end, which is taken itself only if the end lies deeper.
 *
 * Both concern only levels near the root. So does recording the place after a poll, for
 * which all levels are watched once. If there is nothing to watch, the inline functions
 * of dfs.h only compare a depth.
 */
#include "engine/dfs/guide.h"
#include "base/assert.h"

#include <string.h>

/* ---- which levels are to be watched ---- */

static void set_watch(cq_dfs_guide *g)
{
    size_t watch = g->given;

    if (g->job && g->bounded < g->job->end.count && g->bounded + 1 > watch)
        watch = g->bounded + 1;
    if (g->take || g->halt || g->mode != CQ_DFS_SEARCH)
        watch = SIZE_MAX;
    cq_assert(!g->job || g->bounded <= g->job->end.count);
    cq_assert(watch >= g->given);
    g->walk.watch = watch;
}

void cq_dfs_guide_bound(cq_dfs_guide *g, size_t level)
{
    cq_assert(level < g->walk.depth && level < g->job->end.count);
    g->bounded = level;
    set_watch(g);
}

/* ---- opening a level ---- */

static cq_status grow(cq_dfs_guide *g)
{
    size_t room = g->walk.room ? 2 * g->walk.room : 64;
    cq_dfs_level *levels = cq_realloc(g->ctx, g->walk.levels, room, sizeof *levels);

    cq_try_memory(levels);
    g->walk.levels = levels;
    g->walk.room = room;
    return CQ_OK;
}

/* Choices of a level that the job's beginning and end allow. A path that is not there
 * is one of another tree. */
static cq_status limit(cq_dfs_guide *g, cq_dfs_level *level)
{
    const cq_dfs_job *job = g->job;
    size_t depth = g->walk.depth;

    cq_assert(g->given <= job->here.path.count);
    if (depth < g->given) {
        const cq_dfs_step *step = &job->here.path.at[depth];

        if (step->count != level->count || step->choice >= step->count)
            return CQ_INPUT;
        level->next = step->choice;
    }
    if (depth == g->bounded && depth < job->end.count) {
        const cq_dfs_step *step = &job->end.at[depth];

        if (step->count != level->count || step->choice >= step->count)
            return CQ_INPUT;
        level->end = step->choice + (depth + 1 < job->end.count);
    }
    cq_assert(level->next <= level->end && level->end <= level->count);
    return CQ_OK;
}

cq_status cq_dfs_branch_watched(cq_dfs *walk, uint32_t count)
{
    cq_dfs_guide *g = walk->guide;
    cq_dfs_level level = {0, count, count};
    cq_status status = CQ_OK;

    cq_assert(walk->depth <= walk->room);
    cq_assert(count > 0);
    if (walk->depth == walk->room && grow(g) != CQ_OK)
        return g->status = CQ_MEMORY;
    if (g->halt)
        level.end = 0;
    else if (g->mode == CQ_DFS_SURVEY)
        status = cq_dfs_survey_branch(g, &level);
    else if (g->mode == CQ_DFS_PROBE)
        cq_dfs_probe_branch(g, &level);
    else if (g->job)
        status = limit(g, &level);
    if (status != CQ_OK)
        return g->status = status;
    walk->levels[walk->depth++] = level;
    return CQ_OK;
}

/* ---- taking a choice ---- */

/* The place where the job begins is reached: from here on all is new. */
static void arrive(cq_dfs_guide *g)
{
    const cq_dfs_job *job = g->job;
    cq_dfs *walk = &g->walk;

    /* The way down is the place's, and nothing was counted that is not before it. */
    cq_assert(g->walk.depth == g->given && walk->drop == UINT64_MAX);
    g->given = 0;
    walk->found = job->here.found;
    walk->drop = job->skip > walk->found ? job->skip - walk->found : 0;
    memcpy(walk->counts, job->here.counts, sizeof walk->counts);
}

/* False: the place where the job begins is not there. */
static bool replay(cq_dfs_guide *g, const cq_dfs_level *level)
{
    size_t depth = g->walk.depth;

    cq_assert(depth > 0 && depth <= g->job->here.path.count);
    if (level->next != g->job->here.path.at[depth - 1].choice)
        return false;
    if (depth == g->given)
        arrive(g);
    return true;
}

/* Takes the place; if the search is to pause, it is left there. */
static void take_place(cq_dfs_guide *g)
{
    bool past = false;
    cq_status status;

    cq_assert(g->given == 0 && g->mode == CQ_DFS_SEARCH);
    g->take = false;
    pthread_mutex_lock(&g->job->lock);
    status = cq_dfs_job_update(g->ctx, g->job, &g->walk, &past);
    cq_assert(status != CQ_OK || cq_dfs_job_check(g->job, g->walk.wants));
    pthread_mutex_unlock(&g->job->lock);
    if (status != CQ_OK)
        cq_dfs_guide_fail(g, status);
    else if (g->pause && !past)
        g->halt = true;
}

uint32_t cq_dfs_next_watched(cq_dfs *walk)
{
    cq_dfs_guide *g = walk->guide;
    cq_dfs_level *level = &walk->levels[walk->depth - 1];
    const cq_dfs_job *job = g->job;
    size_t depth = walk->depth;

    /* Above the levels of the job's end nothing is left to try. */
    cq_assert(depth > 0 && (depth >= g->bounded || level->next >= level->end));
    if (job && !g->halt && depth <= g->given && !replay(g, level))
        cq_dfs_guide_fail(g, CQ_INPUT);
    if (job && !g->halt && g->take && g->given == 0)
        take_place(g);
    if (g->halt || level->next >= level->end)
        return CQ_DFS_NONE;
    if (job && depth == g->bounded + 1 && depth < job->end.count &&
        level->next == job->end.at[depth - 1].choice)
        g->bounded = depth;
    set_watch(g);
    return level->next++;
}

bool cq_dfs_below(const cq_dfs *walk)
{
    const cq_dfs_guide *g = walk->guide;

    return !g->halt && g->mode != CQ_DFS_SURVEY;
}

/* ---- solutions and stops ---- */

void cq_dfs_drop(cq_dfs *walk)
{
    if (walk->drop == UINT64_MAX) /* on the way to where the job begins */
        return;
    cq_assert(walk->drop > 0);
    walk->drop--;
    walk->found++;
}

cq_status cq_dfs_found(cq_dfs *walk, const cq_solution *solution, bool *enough)
{
    cq_dfs_guide *g = walk->guide;
    cq_status status = CQ_OK;

    *enough = false;
    if (walk->drop) {
        cq_dfs_drop(walk);
        return CQ_OK;
    }
    walk->found += walk->weight;
    if (!walk->wants)
        return CQ_OK;
    status = g->boss->crew ? cq_dfs_crew_found(g, solution, enough)
                           : cq_dfs_alone_found(g, solution, enough);
    if (status != CQ_OK)
        cq_dfs_guide_fail(g, status);
    else if (*enough)
        g->ended = true;
    return status;
}

/* Checks: a tour leads along edges, from each vertex to one that it has not visited. */
static bool is_tour(const cq_run *run, const uint32_t *walk)
{
    const cq_graph *graph = &run->problem->graph;
    uint32_t length = graph->vertices;

    for (uint32_t i = 0; i < length; i++) {
        cq_hold(walk[i] < length);
        cq_hold((i + 1 == length && !run->problem->closed) ||
                cq_graph_adjacent(graph, walk[i], walk[(i + 1) % length]));
        for (uint32_t k = 0; k < i && length <= CQ_WALK_PAIRS; k++)
            cq_hold(walk[k] != walk[i]);
    }
    return true;
}

cq_status cq_dfs_walked(cq_dfs *walk, const uint32_t *tour, cq_solution *room,
                        bool *enough)
{
    const cq_run *run = walk->guide->boss->run;
    uint32_t length = run->problem->graph.vertices;
    bool suits = true;

    cq_assert(is_tour(run, tour));
    if (run->problem->graph.must.count)
        cq_try(cq_problem_suits(run->ctx, run->problem, tour, &suits));
    if (suits && !walk->wants)
        cq_dfs_counted(walk);
    if (!suits || !walk->wants)
        return CQ_OK;
    cq_solution_clear(room);
    cq_try(cq_vec_reserve(run->ctx, &room->members, length));
    for (uint32_t i = 0; i < length; i++)
        room->members.at[room->members.count++] = tour[i];
    return cq_dfs_found(walk, room, enough);
}

bool cq_dfs_poll(cq_dfs *walk)
{
    cq_dfs_guide *g = walk->guide;

    if (!g->ended && !g->halt)
        g->ended = g->boss->crew ? cq_dfs_crew_poll(g) : cq_dfs_alone_poll(g);
    if (!g->ended && g->job && !g->take && !g->halt) {
        g->take = true;
        set_watch(g);
    }
    return g->ended;
}

bool cq_dfs_ended(const cq_dfs *walk)
{
    return walk->guide->ended;
}

void cq_dfs_guide_fail(cq_dfs_guide *g, cq_status status)
{
    g->status = status;
    g->ended = g->halt = true;
}

/* ---- a searcher ---- */

cq_status cq_dfs_guide_open(cq_dfs_boss *boss, cq_dfs_mode mode, cq_dfs_guide *g)
{
    memset(g, 0, sizeof *g);
    g->walk.guide = g;
    g->ctx = boss->run->ctx;
    g->boss = boss;
    g->mode = mode;
    g->walk.wants = mode == CQ_DFS_SEARCH && boss->wants;
    g->walk.weight = 1;
    return boss->walker->open(boss->shared, &g->walk, &g->searcher);
}

void cq_dfs_guide_close(cq_dfs_guide *g)
{
    if (g->searcher)
        g->boss->walker->close(g->searcher);
    cq_free(g->walk.levels);
    cq_vec_free(&g->fresh);
    memset(g, 0, sizeof *g);
}

cq_status cq_dfs_guide_search(cq_dfs_guide *g, cq_dfs_job *job, bool *done)
{
    cq_status status;

    cq_assert((job == NULL) == (g->mode != CQ_DFS_SEARCH));
    cq_assert(!job || cq_dfs_job_check(job, g->walk.wants));
    cq_assert(g->fresh.count == 0);
    g->job = job;
    g->walk.depth = 0;
    g->walk.found = 0;
    g->walk.drop = UINT64_MAX;
    memset(g->walk.counts, 0, sizeof g->walk.counts);
    g->bounded = 0;
    g->take = g->pause = g->halt = g->ended = false;
    g->status = CQ_OK;
    g->given = job ? job->here.path.count : 0;
    if (job && g->given == 0)
        arrive(g);
    else if (!job)
        g->walk.drop = 0;
    set_watch(g);
    status = g->boss->walker->search(g->searcher);
    cq_then(status, g->status);
    /* A place that was never come to is one of another tree. */
    if (status == CQ_OK && g->given && !g->ended)
        status = CQ_INPUT;
    *done = status == CQ_OK && !g->halt && !g->ended;
    /* All of it was searched: the place was come to, and all that is to be dropped was
     * met. */
    cq_assert(!*done || (g->given == 0 && (!job || g->walk.found >= job->here.found)));
    return status;
}
