/* job.c - a piece of the tree: from where it is searched, and to where. */
#include "engine/dfs/guide.h"

cq_status cq_dfs_job_new(cq_context *ctx, cq_dfs_job **out)
{
    cq_dfs_job *job = cq_zalloc(ctx, 1, sizeof *job);

    if (!job)
        return CQ_MEMORY;
    if (pthread_mutex_init(&job->lock, NULL) != 0) {
        cq_free(job);
        return cq_fail(ctx, CQ_MEMORY, "the system gives no more locks");
    }
    *out = job;
    return CQ_OK;
}

static void free_place(cq_dfs_place *place)
{
    cq_vec_free(&place->path);
}

void cq_dfs_job_free(cq_dfs_job *job)
{
    if (!job)
        return;
    pthread_mutex_destroy(&job->lock);
    cq_vec_free(&job->end);
    free_place(&job->here);
    free_place(&job->safe);
    free_place(&job->later);
    cq_vec_free(&job->waiting);
    cq_free(job);
}

static void swap_places(cq_dfs_place *a, cq_dfs_place *b)
{
    cq_dfs_place old = *a;

    *a = *b;
    *b = old;
}

cq_status cq_dfs_job_update(cq_context *ctx, cq_dfs_job *job, const cq_dfs *walk,
                            bool *past)
{
    cq_status status = cq_dfs_place_take(ctx, &job->here, walk, past);

    if (status != CQ_OK || *past || !walk->wants)
        return status;
    if (job->pending && job->delivered >= job->later.found) {
        swap_places(&job->safe, &job->later);
        job->pending = false;
    }
    if (!job->pending) {
        status = cq_dfs_place_copy(ctx, &job->later, &job->here);
        job->pending = status == CQ_OK;
    }
    return status;
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
