/* job_parcel.c - paths, places and jobs as bytes, for checkpoints and for other ranks.
 *
 *     path     length; choice and number of choices for each step: 4 bytes each
 *     place    path; found and counts: 8 bytes each
 *     job      skip, place, the path to its end
 */
#include "engine/dfs/guide.h"

#include "base/assert.h"

void cq_dfs_path_put(cq_parcel *p, const cq_dfs_path *path)
{
    cq_parcel_put(p, path->count, 4);
    for (size_t i = 0; i < path->count; i++) {
        cq_assert(path->at[i].choice < path->at[i].count);
        cq_parcel_put(p, path->at[i].choice, 4);
        cq_parcel_put(p, path->at[i].count, 4);
    }
}

/* A count is not believed before its steps are seen. */
cq_status cq_dfs_path_get(cq_parcel *p, cq_dfs_path *path)
{
    uint64_t length = cq_parcel_get(p, 4);

    path->count = 0;
    for (uint64_t i = 0; i < length && p->status == CQ_OK; i++) {
        cq_dfs_step step = {(uint32_t)cq_parcel_get(p, 4),
                            (uint32_t)cq_parcel_get(p, 4)};

        if (step.choice >= step.count)
            return CQ_INPUT;
        cq_try(cq_vec_push(p->ctx, path, step));
    }
    return p->status;
}

void cq_dfs_counts_put(cq_parcel *p, const uint64_t counts[CQ_DFS_COUNTS])
{
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        cq_parcel_put(p, counts[i], 8);
}

cq_status cq_dfs_counts_get(cq_parcel *p, uint64_t counts[CQ_DFS_COUNTS])
{
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        counts[i] = cq_parcel_get(p, 8);
    return p->status;
}

void cq_dfs_place_put(cq_parcel *p, const cq_dfs_place *place)
{
    cq_dfs_path_put(p, &place->path);
    cq_parcel_put(p, place->found, 8);
    cq_dfs_counts_put(p, place->counts);
}

cq_status cq_dfs_place_get(cq_parcel *p, cq_dfs_place *place)
{
    cq_try(cq_dfs_path_get(p, &place->path));
    place->found = cq_parcel_get(p, 8);
    return cq_dfs_counts_get(p, place->counts);
}

void cq_dfs_job_put(cq_parcel *p, const cq_dfs_job *job)
{
    cq_assert(job->end.count == 0 ||
              cq_dfs_path_compare(&job->here.path, &job->end) < 0);
    cq_parcel_put(p, job->skip, 8);
    cq_dfs_place_put(p, &job->here);
    cq_dfs_path_put(p, &job->end);
}

/* All before its place counts as delivered: who sent it knows better. */
static cq_status get_job(cq_parcel *p, cq_dfs_job *job)
{
    job->skip = cq_parcel_get(p, 8);
    cq_try(cq_dfs_place_get(p, &job->here));
    cq_try(cq_dfs_path_get(p, &job->end));
    cq_try(cq_dfs_place_copy(p->ctx, &job->safe, &job->here));
    job->delivered = job->skip > job->here.found ? job->skip : job->here.found;
    return CQ_OK;
}

cq_status cq_dfs_job_get(cq_parcel *p, cq_dfs_job **out)
{
    cq_status status = cq_dfs_job_new(p->ctx, &(cq_dfs_path){0}, out);

    cq_then(status, get_job(p, *out));
    if (status != CQ_OK) {
        cq_dfs_job_free(*out);
        *out = NULL;
    }
    cq_assert((status == CQ_OK) == (*out != NULL));
    return status;
}
