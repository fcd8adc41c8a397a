/* crew_job.c - a piece of the tree: from where it is searched, and to where.
 *
 * guide.h states the invariants of a job and of the list of jobs. The two check
 * functions at the end of this file test them whenever the list changes.
 */
#include "engine/dfs/guide.h"

#include "base/assert.h"

cq_status cq_dfs_job_new(cq_context *ctx, const cq_dfs_path *begin, cq_dfs_job **out)
{
    cq_dfs_job *job = cq_zalloc(ctx, 1, sizeof *job);
    cq_status status;

    cq_try_memory(job);
    if (pthread_mutex_init(&job->lock, NULL) != 0) {
        cq_free(job);
        return cq_fail(ctx, CQ_MEMORY, "the system has no more locks");
    }
    status = cq_dfs_path_copy(ctx, &job->here.path, begin);
    cq_then(status, cq_dfs_path_copy(ctx, &job->safe.path, begin));
    if (status == CQ_OK)
        *out = job;
    else
        cq_dfs_job_free(job);
    return status;
}

void cq_dfs_job_free(cq_dfs_job *job)
{
    if (!job)
        return;
    pthread_mutex_destroy(&job->lock);
    cq_vec_free_each(&job->end, &job->here.path, &job->safe.path, &job->later.path,
                     &job->waiting);
    cq_free(job);
}

void cq_dfs_jobs_free(cq_dfs_boss *boss)
{
    while (boss->jobs) {
        cq_dfs_job *job = boss->jobs;

        boss->jobs = job->next;
        cq_dfs_job_free(job);
    }
}

size_t cq_dfs_job_waiting(cq_dfs_job *job)
{
    size_t waiting;

    pthread_mutex_lock(&job->lock);
    waiting = job->waiting.count;
    pthread_mutex_unlock(&job->lock);
    return waiting;
}

cq_status cq_dfs_job_cut_off(cq_context *ctx, cq_dfs_job *job, const cq_dfs_path *place,
                             cq_dfs_job **out)
{
    cq_dfs_job *later = NULL;
    cq_dfs_path end = {0};
    cq_status status = cq_dfs_job_new(ctx, place, &later);

    cq_then(status, cq_dfs_path_copy(ctx, &end, place));
    if (status != CQ_OK) {
        cq_dfs_job_free(later);
        cq_vec_free(&end);
        return status;
    }
    cq_assert(place->count && cq_dfs_path_compare(&job->here.path, place) <= 0);
    cq_assert(!job->end.count || cq_dfs_path_compare(place, &job->end) < 0);
    later->end = job->end;
    job->end = end;
    later->next = job->next;
    job->next = later;
    *out = later;
    return CQ_OK;
}

static void swap_places(cq_dfs_place *a, cq_dfs_place *b)
{
    cq_dfs_place old = *a;

    *a = *b;
    *b = old;
}

cq_status cq_dfs_job_moved(cq_context *ctx, cq_dfs_job *job)
{
    cq_status status = CQ_OK;

    if (job->pending && job->delivered >= job->later.found) {
        cq_assert(cq_dfs_path_compare(&job->safe.path, &job->later.path) <= 0);
        swap_places(&job->safe, &job->later);
        job->pending = false;
    }
    if (!job->pending) {
        status = cq_dfs_place_copy(ctx, &job->later, &job->here);
        job->pending = status == CQ_OK;
    }
    return status;
}

cq_status cq_dfs_job_update(cq_context *ctx, cq_dfs_job *job, const cq_dfs *walk,
                            bool *past)
{
    cq_status status = cq_dfs_place_take(ctx, &job->here, walk, past);

    if (status != CQ_OK || *past || !walk->wants)
        return status;
    return cq_dfs_job_moved(ctx, job);
}

const cq_dfs_place *cq_dfs_job_safe(const cq_dfs_job *job, bool wants)
{
    if (!wants || job->delivered >= job->here.found)
        return &job->here;
    if (job->pending && job->delivered >= job->later.found)
        return &job->later;
    return &job->safe;
}

double cq_dfs_job_share(const cq_dfs_job *job)
{
    double end = job->end.count ? cq_dfs_path_share(&job->end) : 1;

    return end - cq_dfs_path_share(&job->here.path);
}

/* ---- checking ---- */

/* Steps are existing choices; where two ways down part, they come from one node.
 * */
static bool check_path(const cq_dfs_path *path, const cq_dfs_path *beside)
{
    for (size_t i = 0; i < path->count; i++)
        cq_hold(path->at[i].choice < path->at[i].count);
    for (size_t i = 0; i < path->count && i < beside->count; i++) {
        cq_hold(path->at[i].count == beside->at[i].count);
        if (path->at[i].choice != beside->at[i].choice)
            break;
    }
    return true;
}

static bool check_places(const cq_dfs_place *a, const cq_dfs_place *b)
{
    cq_hold(check_path(&a->path, &b->path));
    cq_hold(cq_dfs_path_compare(&a->path, &b->path) <= 0);
    cq_hold(a->found <= b->found);
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        cq_hold(a->counts[i] <= b->counts[i]);
    return true;
}

bool cq_dfs_job_check(const cq_dfs_job *job, bool wants)
{
    cq_hold(check_places(&job->safe, &job->here));
    cq_hold(check_path(&job->end, &job->here.path));
    cq_hold(job->end.count == 0 || cq_dfs_path_compare(&job->here.path, &job->end) < 0);
    cq_hold(job->delivered >= job->skip && job->delivered >= job->safe.found);
    if (wants && job->pending)
        cq_hold(check_places(&job->safe, &job->later) &&
                check_places(&job->later, &job->here));
    return true;
}

bool cq_dfs_jobs_check(cq_dfs_boss *boss)
{
    const cq_dfs_job *before = NULL;

    for (cq_dfs_job *job = boss->jobs; job; job = job->next) {
        bool right;

        pthread_mutex_lock(&job->lock);
        right = cq_dfs_job_check(job, boss->wants);
        pthread_mutex_unlock(&job->lock);
        cq_hold(right);
        cq_hold(!before || before->end.count);
        cq_hold(!before || cq_dfs_path_compare(&before->end, &job->safe.path) <= 0);
        before = job;
    }
    return true;
}
