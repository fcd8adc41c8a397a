/* dfs_save.c - the jobs of a run in a checkpoint.
 *
 * All numbers are little-endian, of 4 or 8 bytes:
 *
 *     the name of the tree: length, letters
 *     counts of all that was searched, CQ_DFS_COUNTS of them
 *     the number of jobs, and of each
 *         how many of its next solutions have been delivered
 *         the path to its beginning, and that to its end: length, then choice and
 *         number of choices for each step
 *
 * A run that is finished has no jobs; resuming it finds nothing to do. The state is
 * copied in memory first, so that no thread waits for the disk.
 */
#include "engine/dfs/guide.h"

#include "base/assert.h"

#include <string.h>

/* ---- taking down ---- */

static void add_jobs(cq_parcel *p, cq_dfs_boss *boss, uint64_t *counts, uint32_t *jobs)
{
    uint64_t found = boss->run->answer->earlier + boss->found;

    for (cq_dfs_job *job = boss->jobs; job; job = job->next) {
        const cq_dfs_place *place;

        pthread_mutex_lock(&job->lock);
        place = cq_dfs_job_safe(job, boss->wants);
        cq_assert(cq_dfs_job_check(job, boss->wants));
        cq_assert(!boss->wants || job->delivered >= place->found);
        found += place->found;
        for (int i = 0; i < CQ_DFS_COUNTS; i++)
            counts[i] += place->counts[i] + job->behind[i];
        if (job->state != CQ_DFS_DONE || place != &job->here) {
            cq_parcel_put(p, boss->wants ? job->delivered - place->found : 0, 8);
            cq_dfs_path_put(p, &place->path);
            cq_dfs_path_put(p, &job->end);
            ++*jobs;
        }
        pthread_mutex_unlock(&job->lock);
    }
    boss->run->checkpoint->found = found; /* of interest for the goal count only */
}

/* Counts and jobs are known after the jobs have been gone through. */
static cq_status take_down(cq_dfs_boss *boss, cq_parcel *p)
{
    cq_parcel jobs = {.ctx = p->ctx};
    uint64_t counts[CQ_DFS_COUNTS];
    uint32_t count = 0;

    memcpy(counts, boss->counts, sizeof counts);
    cq_dfs_crew_lock(boss->crew);
    add_jobs(&jobs, boss, counts, &count);
    cq_dfs_crew_unlock(boss->crew);
    cq_parcel_put_text(p, boss->walker->tree);
    cq_dfs_counts_put(p, counts);
    cq_parcel_put(p, count, 4);
    cq_parcel_put_bytes(p, jobs.bytes.at, jobs.bytes.count);
    cq_parcel_free(&jobs);
    return jobs.status == CQ_OK ? p->status : jobs.status;
}

/* ---- writing ---- */

static cq_status put(void *state, cq_checkpoint_file *file)
{
    const cq_parcel *p = state;

    return cq_checkpoint_put(file, p->bytes.at, p->bytes.count);
}

cq_status cq_dfs_save(cq_dfs_boss *boss)
{
    cq_run *run = boss->run;
    cq_parcel p = {.ctx = run->ctx};
    cq_status status;

    if (!run->checkpoint || !run->checkpoint->write)
        return CQ_OK;
    status = take_down(boss, &p);
    cq_then(status, cq_checkpoint_write(run, put, &p));
    cq_parcel_free(&p);
    return status;
}

void cq_dfs_save_in_passing(cq_dfs_boss *boss)
{
    cq_run *run = boss->run;

    if (cq_checkpoint_passed(run, cq_dfs_save(boss)) == CQ_STOPPED &&
        run->stop == CQ_FINISHED)
        run->stop = CQ_STOP_CANCELLED;
}

/* ---- reading ---- */

cq_status cq_dfs_misfit(const cq_run *run)
{
    const cq_checkpoint *checkpoint = run->checkpoint;

    return cq_fail(run->ctx, CQ_INPUT,
                   "the checkpoint %s does not fit the search of this problem",
                   checkpoint && checkpoint->read ? checkpoint->read : "");
}

static cq_status get(cq_checkpoint_file *file, uint64_t *number, size_t size)
{
    uint8_t bytes[8];
    cq_status status = cq_checkpoint_get(file, bytes, size);

    *number = 0;
    for (size_t i = 0; i < size && status == CQ_OK; i++)
        *number |= (uint64_t)bytes[i] << 8 * i;
    return status;
}

/* A count is not believed before its steps are seen. */
static cq_status get_path(const cq_run *run, cq_checkpoint_file *file,
                          cq_dfs_path *path)
{
    uint64_t length = 0, choice = 0, count = 0;

    cq_try(get(file, &length, 4));
    for (uint64_t i = 0; i < length; i++) {
        cq_try(get(file, &choice, 4));
        cq_try(get(file, &count, 4));
        if (choice >= count)
            return cq_dfs_misfit(run);
        cq_try(cq_vec_push(run->ctx, path,
                           ((cq_dfs_step){(uint32_t)choice, (uint32_t)count})));
    }
    return CQ_OK;
}

/* Whether two places can be of one tree: down to where they part their nodes have as
 * many choices. */
static bool fit_together(const cq_dfs_path *a, const cq_dfs_path *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        if (a->at[i].count != b->at[i].count)
            return false;
        if (a->at[i].choice != b->at[i].choice)
            break;
    }
    return true;
}

/* Jobs are in the order of the tree and have something in them: else the file was not
 * written by a search. */
static bool is_in_order(const cq_dfs_job *before, const cq_dfs_job *job)
{
    const cq_dfs_path *from = &job->here.path, *to = &job->end;

    if (to->count && (cq_dfs_path_compare(from, to) >= 0 || !fit_together(from, to)))
        return false;
    return !before ||
           (before->end.count && cq_dfs_path_compare(&before->end, from) <= 0 &&
            fit_together(&before->end, from));
}

static cq_status get_job(cq_dfs_boss *boss, cq_checkpoint_file *file,
                         cq_dfs_job ***slot)
{
    cq_context *ctx = boss->run->ctx;
    cq_dfs_job *job = NULL;
    cq_status status;

    cq_try(cq_dfs_job_new(ctx, &job));
    **slot = job;
    *slot = &job->next;
    status = get(file, &job->skip, 8);
    job->delivered = job->skip;
    cq_then(status, get_path(boss->run, file, &job->here.path));
    cq_then(status, cq_dfs_path_copy(ctx, &job->safe.path, &job->here.path));
    return status == CQ_OK ? get_path(boss->run, file, &job->end) : status;
}

static cq_status get_tree(cq_dfs_boss *boss, cq_checkpoint_file *file)
{
    const char *tree = boss->walker->tree;
    uint64_t length = 0, letter = 0;
    cq_status status = get(file, &length, 4);
    bool same = length == strlen(tree);

    for (uint64_t i = 0; i < length && status == CQ_OK; i++) {
        status = get(file, &letter, 1);
        same = same && letter == (uint8_t)tree[i];
    }
    if (status == CQ_OK && !same)
        status = cq_fail(boss->run->ctx, CQ_INPUT,
                         "the checkpoint %s belongs to a different search tree (%s)",
                         boss->run->checkpoint->read, tree);
    return status;
}

static cq_status get_state(void *state, cq_checkpoint_file *file)
{
    cq_dfs_boss *boss = state;
    cq_dfs_job **slot = &boss->jobs;
    const cq_dfs_job *before = NULL;
    uint64_t jobs = 0;
    cq_status status = get_tree(boss, file);

    for (int i = 0; i < CQ_DFS_COUNTS && status == CQ_OK; i++)
        status = get(file, &boss->counts[i], 8);
    cq_then(status, get(file, &jobs, 4));
    for (uint64_t i = 0; i < jobs && status == CQ_OK; i++) {
        const cq_dfs_job *job;

        status = get_job(boss, file, &slot);
        job = before ? before->next : boss->jobs;
        if (status == CQ_OK && !is_in_order(before, job))
            status = cq_dfs_misfit(boss->run);
        before = job;
    }
    return status;
}

cq_status cq_dfs_load(cq_dfs_boss *boss, bool *loaded)
{
    cq_run *run = boss->run;
    cq_status status = CQ_OK;

    *loaded = run->checkpoint && run->checkpoint->read;
    if (*loaded)
        status = cq_checkpoint_read(run, get_state, boss);
    if (*loaded && status == CQ_OK && !boss->jobs)
        cq_note(run->ctx, "the run was finished: nothing is left to search");
    return status;
}
