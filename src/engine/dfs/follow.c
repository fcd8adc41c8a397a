/* follow.c - a search in another rank than 0: jobs come from there, and go back there.
 *
 * The threads are a crew as in crew.c. Its list holds the jobs that rank 0 has given to
 * this process, one for each thread, in the order of the tree. This thread brings new
 * jobs, reports their progress to rank 0 (lead.c), and passes on what was found.
 * Nothing is decided here: rank 0 says whether a job is split, left or cut.
 *
 * A searcher may be ahead of rank 0 by at most CQ_DFS_JOB_WORDS words of solutions;
 * then it waits until there is room. So the memory of rank 0 is bounded.
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/ranks.h"

/* Between two looks for messages, and between two news of a job that goes well. */
static const double look_seconds = 0.001;
static const double news_seconds = 0.02;
static const double news_seconds_rank = 5e-5; /* and for each rank that rank 0 hears */

typedef struct follower {
    cq_dfs_crew crew;
    const cq_ranks *ranks;
    uint32_t epoch;
    cq_parcel out;
    double due; /* when to report all jobs */
    bool over;
} follower;

static void begin(follower *f, cq_message kind, const cq_dfs_job *job)
{
    cq_message_begin(&f->out, kind, f->epoch);
    if (job)
        cq_parcel_put(&f->out, job->seat, 4);
}

static cq_status send_out(follower *f)
{
    return cq_ranks_send(f->ranks, 0, &f->out);
}

/* ---- telling ---- */

static unsigned flags_of(const cq_dfs_job *job)
{
    unsigned flags = 0;

    if (job->state == CQ_DFS_DONE)
        return CQ_NEWS_DONE;
    if (job->here.path.count)
        flags |= CQ_NEWS_PLACE;
    if (job->state == CQ_DFS_AWAY)
        flags |= CQ_NEWS_BACK;
    else if (job->reports)
        flags |= CQ_NEWS_DECLINED;
    return job->enough ? flags | CQ_NEWS_ENOUGH : flags;
}

/* Under the lock of the job. */
static void put_news(follower *f, cq_dfs_job *job)
{
    unsigned flags = flags_of(job);

    cq_assert(!job->gift && cq_dfs_job_check(job, f->crew.boss->wants));
    cq_assert(atomic_load(&job->owed) >= job->waiting.count);
    begin(f, CQ_MESSAGE_NEWS, job);
    cq_parcel_put(&f->out, flags, 1);
    cq_parcel_put(&f->out, atomic_exchange(&f->crew.polls, 0), 8);
    cq_parcel_put_double(&f->out, job->worth);
    cq_dfs_counts_put(&f->out, job->polled);
    if (flags & CQ_NEWS_PLACE)
        cq_dfs_place_put(&f->out, &job->here);
    if (flags & CQ_NEWS_DONE) {
        cq_parcel_put(&f->out, job->here.found, 8);
        cq_dfs_counts_put(&f->out, job->here.counts);
    }
    if (flags & CQ_NEWS_ENOUGH)
        cq_dfs_counts_put(&f->out, job->reached);
    cq_parcel_put(&f->out, job->waiting.count, 4);
    cq_parcel_put_bytes(&f->out, job->waiting.at,
                        job->waiting.count * sizeof *job->waiting.at);
    cq_assert(atomic_load(&f->crew.words) >= job->waiting.count);
    atomic_fetch_sub(&f->crew.words, job->waiting.count);
    job->waiting.count = 0;
}

static cq_status tell_news(follower *f, cq_dfs_job *job)
{
    pthread_mutex_lock(&job->lock);
    put_news(f, job);
    pthread_mutex_unlock(&job->lock);
    job->reports = false;
    return send_out(f);
}

static bool has_news(cq_dfs_job *job)
{
    return job->reports || job->state == CQ_DFS_DONE || job->state == CQ_DFS_AWAY ||
           cq_dfs_job_waiting(job) >= CQ_DFS_FRESH_WORDS;
}

/* What was split off is reported first: the job that it comes from may be done by
 * now. */
static cq_status tell_gifts(follower *f)
{
    cq_dfs_job *from = NULL;
    cq_status status = CQ_OK;

    for (cq_dfs_job **slot = &f->crew.boss->jobs; *slot && status == CQ_OK;) {
        cq_dfs_job *job = *slot;

        if (!job->gift) {
            from = job;
            slot = &job->next;
            continue;
        }
        cq_assert(from && from->seat == job->seat);
        from->reports = false; /* this is the answer */
        begin(f, CQ_MESSAGE_GAVE, job);
        cq_dfs_path_put(&f->out, &job->here.path);
        status = send_out(f);
        *slot = job->next;
        cq_dfs_job_free(job);
    }
    return status;
}

static cq_status tell_all(follower *f, bool due)
{
    cq_status status = tell_gifts(f);

    for (cq_dfs_job **slot = &f->crew.boss->jobs; *slot && status == CQ_OK;) {
        cq_dfs_job *job = *slot;

        if (due || has_news(job))
            status = tell_news(f, job);
        if (job->state != CQ_DFS_DONE && job->state != CQ_DFS_AWAY) {
            slot = &job->next;
            continue;
        }
        *slot = job->next;
        cq_dfs_job_free(job);
    }
    return status;
}

/* ---- hearing ---- */

/* To its place in the order of the tree. */
static cq_status take_job(follower *f, cq_parcel *p)
{
    cq_dfs_boss *boss = f->crew.boss;
    cq_dfs_job **slot = &boss->jobs, *job = NULL;
    uint32_t seat = (uint32_t)cq_parcel_get(p, 4);

    cq_try(cq_dfs_job_get(p, &job));
    cq_assert(cq_dfs_job_check(job, boss->wants) && job->state == CQ_DFS_WAITS);
    job->seat = seat;
    while (*slot && cq_dfs_path_compare(&(*slot)->safe.path, &job->safe.path) < 0)
        slot = &(*slot)->next;
    job->next = *slot;
    *slot = job;
    cq_assert(cq_dfs_jobs_check(boss));
    pthread_cond_broadcast(&f->crew.work);
    return CQ_OK;
}

/* The job of a seat, or NULL: it was done before rank 0 heard of that. */
static cq_dfs_job *job_of(follower *f, cq_parcel *p)
{
    uint32_t seat = (uint32_t)cq_parcel_get(p, 4);
    cq_dfs_job *job = f->crew.boss->jobs;

    while (job && (job->seat != seat || job->gift))
        job = job->next;
    return job;
}

static void hear_about(follower *f, cq_message kind, cq_parcel *p)
{
    cq_dfs_job *job = job_of(f, p);

    if (!job)
        return;
    if (kind == CQ_MESSAGE_GIVE)
        atomic_store(&job->asked, true);
    else if (kind == CQ_MESSAGE_PAUSE)
        atomic_store(&job->pause, true);
    else if (kind == CQ_MESSAGE_CUT)
        atomic_store(&job->cut, true);
    else if (kind == CQ_MESSAGE_ROOM) {
        size_t words = (size_t)cq_parcel_get(p, 8);

        cq_assert(atomic_load(&job->owed) >= words);
        atomic_fetch_sub(&job->owed, words);
    }
    pthread_cond_broadcast(&f->crew.room);
}

static cq_status hear(follower *f)
{
    cq_message kind = CQ_MESSAGE_NONE;
    cq_parcel p;
    unsigned from;
    cq_status status;

    do {
        status = cq_ranks_receive(f->crew.boss->run->ctx, f->ranks, &from, &kind, &p);
        if (status != CQ_OK || kind == CQ_MESSAGE_NONE)
            break;
        if (kind == CQ_MESSAGE_OVER || cq_parcel_get(&p, 4) != f->epoch)
            f->over = kind == CQ_MESSAGE_OVER;
        else if (kind == CQ_MESSAGE_STOP)
            f->over = true;
        else if (kind == CQ_MESSAGE_JOB)
            status = take_job(f, &p);
        else
            hear_about(f, kind, &p);
    } while (status == CQ_OK && !f->over);
    return status;
}

/* ---- from beginning to end ---- */

static cq_status tell_ready(follower *f)
{
    begin(f, CQ_MESSAGE_READY, NULL);
    cq_parcel_put(&f->out, f->crew.members, 4);
    cq_parcel_put_text(&f->out, f->crew.boss->walker->tree);
    return send_out(f);
}

static bool has_waiting_job(const cq_dfs_boss *boss)
{
    for (cq_dfs_job *job = boss->jobs; job; job = job->next)
        if (has_news(job))
            return true;
    return false;
}

static cq_status manage(cq_dfs_crew *crew)
{
    follower *f = (follower *)crew;
    cq_status status = tell_ready(f);

    cq_assert(crew->follows && crew->members > 0 && !crew->boss->jobs);
    f->due = 0;
    while (status == CQ_OK && crew->status == CQ_OK) {
        double now;

        status = hear(f);
        if (status != CQ_OK || f->over)
            break;
        now = cq_clock_seconds();
        status = tell_all(f, now >= f->due);
        if (now >= f->due)
            f->due = now + news_seconds + news_seconds_rank * f->ranks->count;
        if (status == CQ_OK && !has_waiting_job(crew->boss))
            cq_wait_until(&crew->news, &crew->lock, now + look_seconds);
    }
    return status == CQ_OK ? crew->status : status;
}

/* The last of this search: how far its jobs are, and that no more will come. */
static cq_status tell_last(follower *f)
{
    cq_try(tell_all(f, true));
    begin(f, CQ_MESSAGE_DONE, NULL);
    return send_out(f);
}

cq_status cq_dfs_follow(cq_dfs_boss *boss)
{
    follower f = {.crew = {.boss = boss, .follows = true},
                  .ranks = boss->run->ranks,
                  .epoch = *boss->run->epoch,
                  .out = {.ctx = boss->run->ctx}};
    bool started;
    cq_status status = cq_dfs_crew_run(&f.crew, manage, &started);

    boss->run->followed = true;
    if (status == CQ_OK && !started)
        status = cq_fail(boss->run->ctx, CQ_MEMORY, "the system has no more threads");
    cq_then(status, tell_last(&f));
    cq_assert(boss->crew == NULL && (status != CQ_OK || f.out.bytes.count == 0));
    cq_dfs_jobs_free(boss);
    cq_parcel_free(&f.out);
    return status;
}
