/* heap.c - solutions that wait until the jobs before theirs are done.
 *
 * A solution is the three lengths of its lists, then the lists. A searcher gathers some
 * and hands them to its job, where the calling thread fetches those of the first job.
 *
 * If a job is not the first and many of its solutions are waiting, it is put aside, and
 * its searcher helps with the first job. Each such step halves what is left of that
 * job, so only few jobs can be put aside like this, each a fraction of the one before.
 * If they still hold too much, searchers wait.
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"

#include <string.h>

cq_status cq_dfs_words_add(cq_context *ctx, cq_u32s *words, const cq_solution *solution)
{
    const cq_u32s *lists[3] = {&solution->labels, &solution->starts,
                               &solution->members};
    size_t size = 3 + lists[0]->count + lists[1]->count + lists[2]->count;

    cq_try(cq_vec_reserve(ctx, words, size));
    for (int i = 0; i < 3; i++)
        words->at[words->count++] = (uint32_t)lists[i]->count;
    for (int i = 0; i < 3; i++)
        cq_try(cq_dfs_words_append(ctx, words, lists[i]->at, lists[i]->count));
    return CQ_OK;
}

cq_solution cq_dfs_words_get(const cq_u32s *words, size_t *at)
{
    const uint32_t *lengths = words->at + *at;
    uint32_t *list = words->at + *at + 3;
    cq_solution solution = {0};
    cq_u32s *lists[3] = {&solution.labels, &solution.starts, &solution.members};

    cq_assert(*at + 3 <= words->count);
    for (int i = 0; i < 3; list += lengths[i++])
        *lists[i] = (cq_u32s){list, lengths[i], lengths[i]};
    *at = (size_t)(list - words->at);
    cq_assert(*at <= words->count);
    return solution;
}

bool cq_dfs_crew_is_full(const cq_dfs_crew *crew, const cq_dfs_job *job, size_t waiting)
{
    const cq_dfs_job *first = crew->boss->jobs;

    return waiting >= CQ_DFS_JOB_WORDS && first != job &&
           (first->state == CQ_DFS_WAITS ||
            atomic_load(&crew->words) < CQ_DFS_CREW_WORDS + crew->words_more);
}

/* Rank 0 knows whether the job is the first, and says what is to be done. */
static void hold_back_there(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_dfs_job *job = g->job;

    pthread_mutex_lock(&crew->lock);
    while (!atomic_load(&crew->stop) && !atomic_load(&job->pause) &&
           !atomic_load(&job->cut) && atomic_load(&job->owed) >= CQ_DFS_JOB_WORDS) {
        pthread_cond_signal(&crew->news);
        pthread_cond_wait(&crew->room, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

/* More than a job may have waiting: what is to be done. */
static void hold_back(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_dfs_job *job = g->job;

    pthread_mutex_lock(&crew->lock);
    while (!atomic_load(&crew->stop)) {
        size_t waiting = cq_dfs_job_waiting(job);

        cq_assert(g->boss->jobs && job->state == CQ_DFS_RUNS);
        if (waiting < CQ_DFS_JOB_WORDS)
            break;
        if (cq_dfs_crew_is_full(crew, job, waiting)) {
            g->pause = true;
            break;
        }
        pthread_cond_wait(&crew->room, &crew->lock);
    }
    pthread_mutex_unlock(&crew->lock);
}

cq_status cq_dfs_words_append(cq_context *ctx, cq_u32s *to, const void *words,
                              size_t count)
{
    if (count == 0)
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, to, count));
    memcpy(to->at + to->count, words, count * sizeof *to->at);
    to->count += count;
    return CQ_OK;
}

cq_status cq_dfs_crew_hand_over(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_dfs_job *job = g->job;
    size_t waiting, owed = 0;
    cq_status status;

    if (g->fresh.count == 0)
        return CQ_OK;
    /* Before they can be fetched: what is counted is never less than what waits. */
    atomic_fetch_add(&crew->words, g->fresh.count);
    if (crew->follows)
        owed = atomic_fetch_add(&job->owed, g->fresh.count) + g->fresh.count;
    pthread_mutex_lock(&job->lock);
    status = cq_dfs_words_append(g->ctx, &job->waiting, g->fresh.at, g->fresh.count);
    waiting = crew->follows ? owed : job->waiting.count;
    pthread_mutex_unlock(&job->lock);
    if (status != CQ_OK) {
        atomic_fetch_sub(&crew->words, g->fresh.count);
        if (crew->follows)
            atomic_fetch_sub(&job->owed, g->fresh.count);
        return status;
    }
    g->fresh.count = 0;
    pthread_mutex_lock(&crew->lock);
    if (g->boss->jobs == job || crew->follows)
        pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    if (waiting >= CQ_DFS_JOB_WORDS)
        crew->follows ? hold_back_there(g) : hold_back(g);
    return CQ_OK;
}
