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

static cq_status get_job(cq_parcel *p, cq_dfs_job ***slot)
{
    cq_dfs_path begin = {0};
    cq_dfs_job *job = NULL;
    uint64_t skip = cq_parcel_get(p, 8);
    cq_status status = cq_dfs_path_get(p, &begin);

    cq_then(status, cq_dfs_job_new(p->ctx, &begin, &job));
    cq_vec_free(&begin);
    cq_try(status);
    job->skip = job->delivered = skip;
    **slot = job;
    *slot = &job->next;
    return cq_dfs_path_get(p, &job->end);
}

static cq_status get_jobs(cq_dfs_boss *boss, cq_parcel *p)
{
    cq_dfs_job **slot = &boss->jobs;
    const cq_dfs_job *before = NULL;
    uint64_t jobs;

    cq_try(cq_dfs_counts_get(p, boss->counts));
    jobs = cq_parcel_get(p, 4);
    for (uint64_t i = 0; i < jobs; i++) {
        const cq_dfs_job *job;

        cq_try(get_job(p, &slot));
        job = before ? before->next : boss->jobs;
        if (!is_in_order(before, job))
            return CQ_INPUT;
        before = job;
    }
    return p->at < p->bytes.count ? CQ_INPUT : p->status;
}

static cq_status get_state(void *state, cq_checkpoint_file *file)
{
    cq_dfs_boss *boss = state;
    cq_parcel p = cq_checkpoint_rest(file);
    char tree[CQ_DFS_TREE];
    cq_status status;

    cq_parcel_get_text(&p, tree, sizeof tree);
    if (strcmp(tree, boss->walker->tree) != 0)
        return cq_fail(p.ctx, CQ_INPUT,
                       "the checkpoint %s belongs to a different search tree (%s)",
                       boss->run->checkpoint->read, boss->walker->tree);
    status = get_jobs(boss, &p);
    return status == CQ_INPUT ? cq_dfs_misfit(boss->run) : status;
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
