/* crew.c - a search with several threads.
 *
 * Each thread has a searcher of its own and goes from job to job. The calling thread
 * does not search: it fetches the solutions of the first job in the list and delivers
 * them, takes jobs that are done and delivered off the list, asks the run whether to
 * stop, and writes checkpoints. So everything reaches the run from its own thread and
 * in the order of the tree.
 *
 * If only one solution is wanted, the work of threads beyond it is wasted. Only what
 * lies before it in the order of the tree is counted, so nodes and effort are the same
 * for any number of threads.
 *
 * With several ranks, jobs of the list in rank 0 may be away, with searchers of other
 * processes (lead.c). There a crew like this one searches them, without a list of its
 * own to deliver (follow.c).
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/ranks.h"

#include <string.h>

static const double poll_seconds = 0.01;
static const double poll_seconds_lead = 0.001; /* with other ranks to be served */

void cq_dfs_crew_lock(struct cq_dfs_crew *crew)
{
    if (crew)
        pthread_mutex_lock(&crew->lock);
}

void cq_dfs_crew_unlock(struct cq_dfs_crew *crew)
{
    if (crew)
        pthread_mutex_unlock(&crew->lock);
}

/* ---- searchers ---- */

cq_status cq_dfs_crew_found(cq_dfs_guide *g, const cq_solution *solution, bool *enough)
{
    const cq_dfs_boss *boss = g->boss;
    cq_status status = cq_dfs_words_add(g->ctx, &g->fresh, solution);

    if (status == CQ_OK && g->fresh.count >= CQ_DFS_FRESH_WORDS)
        status = cq_dfs_crew_hand_over(g);
    cq_assert(g->walk.found > g->job->skip); /* those before are dropped */
    *enough = (boss->most && g->walk.found - g->job->skip >= boss->most) ||
              atomic_load_explicit(&boss->crew->stop, memory_order_relaxed);
    return status;
}

/* Not on the way to where the job begins: that is not counted. */
static void tell_counts(cq_dfs_guide *g)
{
    if (g->given)
        return;
    pthread_mutex_lock(&g->job->lock);
    memcpy(g->job->polled, g->walk.counts, sizeof g->job->polled);
    if (g->boss->crew->follows)
        cq_dfs_open_level(&g->walk, &g->job->worth);
    pthread_mutex_unlock(&g->job->lock);
}

/* Whether somebody waits for a part of this job. */
static bool is_wanted(const cq_dfs_guide *g)
{
    const cq_dfs_crew *crew = g->boss->crew;

    if (crew->follows)
        return atomic_load_explicit(&g->job->asked, memory_order_relaxed);
    return atomic_load_explicit(&crew->hungry, memory_order_relaxed) > 0;
}

bool cq_dfs_crew_poll(cq_dfs_guide *g)
{
    cq_dfs_crew *crew = g->boss->crew;
    cq_status status = CQ_OK;

    atomic_fetch_add_explicit(&crew->polls, 1, memory_order_relaxed);
    tell_counts(g);
    if (atomic_load_explicit(&crew->stop, memory_order_relaxed) ||
        atomic_load_explicit(&g->job->cut, memory_order_relaxed))
        return true;
    if (g->boss->wants)
        status = cq_dfs_crew_hand_over(g);
    if (atomic_load_explicit(&g->job->pause, memory_order_relaxed))
        g->pause = true;
    if (status == CQ_OK && !g->pause && is_wanted(g))
        status = cq_dfs_crew_give(g);
    if (status != CQ_OK)
        cq_dfs_guide_fail(g, status);
    return status != CQ_OK;
}

/* What became of a job; with the lock of the crew. */
static void put_down(cq_dfs_crew *crew, cq_dfs_guide *g, cq_status status, bool done)
{
    cq_dfs_job *job = g->job;

    cq_assert(job->state == CQ_DFS_RUNS && (status != CQ_OK || g->fresh.count == 0));
    job->state = CQ_DFS_WAITS;
    if (status != CQ_OK) {
        crew->status = crew->status == CQ_OK ? status : crew->status;
        atomic_store(&crew->stop, true);
    } else if (done) {
        pthread_mutex_lock(&job->lock);
        cq_assert(g->walk.found >= job->here.found);
        job->here.found = g->walk.found;
        memcpy(job->here.counts, g->walk.counts, sizeof job->here.counts);
        job->state = CQ_DFS_DONE;
        pthread_mutex_unlock(&job->lock);
    } else if (crew->boss->most && g->walk.found - job->skip >= crew->boss->most) {
        memcpy(job->reached, g->walk.counts, sizeof job->reached);
        job->enough = true;
        cq_dfs_crew_cut(job);
    }
    if (crew->follows && job->state == CQ_DFS_WAITS)
        job->state = CQ_DFS_AWAY;
    pthread_cond_signal(&crew->news);
    pthread_cond_broadcast(&crew->room);
    pthread_cond_broadcast(&crew->work);
}

static void search_jobs(cq_dfs_crew *crew, cq_dfs_guide *g)
{
    while (!atomic_load(&crew->stop)) {
        cq_dfs_job *job = cq_dfs_crew_pick(crew);
        cq_status status, handed;
        bool done = false;

        if (!job) {
            atomic_fetch_add(&crew->hungry, 1);
            pthread_cond_wait(&crew->work, &crew->lock);
            cq_assert(atomic_load(&crew->hungry) > 0);
            atomic_fetch_sub(&crew->hungry, 1);
            continue;
        }
        cq_assert(job->state == CQ_DFS_WAITS);
        job->state = CQ_DFS_RUNS;
        job->worth = 1; /* until it is known */
        pthread_mutex_unlock(&crew->lock);
        status = cq_dfs_guide_search(g, job, &done);
        handed = cq_dfs_crew_hand_over(g);
        pthread_mutex_lock(&crew->lock);
        put_down(crew, g, status == CQ_OK ? handed : status, done);
    }
}

static void *run_member(void *argument)
{
    cq_dfs_crew *crew = argument;
    cq_dfs_guide g;
    cq_status status = cq_dfs_guide_open(crew->boss, CQ_DFS_SEARCH, &g);

    pthread_mutex_lock(&crew->lock);
    if (status == CQ_OK)
        search_jobs(crew, &g);
    if (--crew->members == 0 && status != CQ_OK && crew->status == CQ_OK)
        crew->status = status; /* with fewer searchers than asked for it goes on */
    pthread_cond_signal(&crew->news);
    pthread_mutex_unlock(&crew->lock);
    cq_dfs_guide_close(&g);
    return NULL;
}

/* ---- the calling thread; the lock is held except while something takes long ---- */

static bool wants_one(const cq_dfs_boss *boss)
{
    return boss->most == 1;
}

static void add_counts(uint64_t *to, const uint64_t *from)
{
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        to[i] += from[i];
}

/* What was counted in a job that is done goes to the run, or waits with the job before
 * it. */
static void settle(cq_dfs_boss *boss, cq_dfs_job *before, cq_dfs_job *job)
{
    add_counts(job->behind, job->here.counts);
    if (before && wants_one(boss))
        add_counts(before->behind, job->behind);
    else
        cq_dfs_boss_add(boss, job->here.found, job->behind);
}

/* Takes the jobs off the list that are done and delivered. */
static void sweep(cq_dfs_crew *crew)
{
    cq_dfs_boss *boss = crew->boss;
    cq_dfs_job *before = NULL;
    const cq_dfs_job *first = boss->jobs;

    for (cq_dfs_job **slot = &boss->jobs; *slot;) {
        cq_dfs_job *job = *slot;

        if (job->state != CQ_DFS_DONE ||
            (boss->wants && job->delivered < job->here.found)) {
            slot = &job->next;
            before = job;
            continue;
        }
        cq_assert(job->waiting.count == 0 && job->delivered <= job->here.found);
        *slot = job->next;
        settle(boss, before, job);
        cq_dfs_job_free(job);
    }
    cq_assert(cq_dfs_jobs_check(boss));
    if (boss->jobs != first) {
        pthread_cond_broadcast(&crew->room);
        pthread_cond_broadcast(&crew->work);
    }
}

/* The solutions that the first job has waiting, while it is searched on; *enough: that
 * was the last. */
static cq_status deliver(cq_dfs_crew *crew, cq_u32s *words, bool *enough)
{
    cq_dfs_boss *boss = crew->boss;
    cq_dfs_job *job = boss->jobs;
    cq_u32s old = *words;
    cq_status status = CQ_OK;

    pthread_mutex_lock(&job->lock);
    *words = job->waiting;
    job->waiting = old;
    pthread_mutex_unlock(&job->lock);
    if (words->count == 0)
        return CQ_OK;
    pthread_mutex_unlock(&crew->lock);
    for (size_t at = 0; at < words->count && status == CQ_OK && !*enough;) {
        cq_solution solution = cq_dfs_words_get(words, &at);

        status = cq_run_found(boss->run, &solution, enough);
        if (status == CQ_OK) {
            pthread_mutex_lock(&job->lock);
            job->delivered++;
            pthread_mutex_unlock(&job->lock);
        }
    }
    cq_assert(atomic_load(&crew->words) >= words->count);
    atomic_fetch_sub(&crew->words, words->count);
    words->count = 0;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_broadcast(&crew->room);
    return status;
}

/* What was counted in a job that is not done, under its lock. */
static void add_live(cq_dfs_boss *boss, const cq_dfs_job *job)
{
    for (int i = 0; i < CQ_DFS_COUNTS; i++)
        boss->live[i] +=
            job->polled[i] > job->here.counts[i] ? job->polled[i] : job->here.counts[i];
}

/* For the progress, and for the effort, which is never more than it is in the end. */
static void look(cq_dfs_boss *boss)
{
    uint64_t found = boss->run->answer->earlier + boss->found;

    memset(boss->live, 0, sizeof boss->live);
    for (cq_dfs_job *job = boss->jobs; job; job = job->next) {
        pthread_mutex_lock(&job->lock);
        found += job->here.found;
        if (job == boss->jobs || !wants_one(boss))
            add_live(boss, job);
        pthread_mutex_unlock(&job->lock);
    }
    if (!boss->wants)
        boss->run->answer->found = found;
}

/* At the end: until the solution, or of all that was searched if there is none. */
static void look_back(cq_dfs_boss *boss)
{
    look(boss);
    if (!wants_one(boss) || !boss->jobs)
        return;
    memset(boss->live, 0, sizeof boss->live);
    if (boss->run->answer->found) {
        memcpy(boss->live, boss->jobs->reached, sizeof boss->live);
        return;
    }
    for (const cq_dfs_job *job = boss->jobs; job; job = job->next) {
        add_live(boss, job);
        add_counts(boss->live, job->behind);
    }
}

static void wait_for_news(cq_dfs_crew *crew)
{
    double seconds = crew->lead ? poll_seconds_lead : poll_seconds;

    cq_wait_until(&crew->news, &crew->lock, cq_clock_seconds() + seconds);
}

/* Whether there is something to do at once: nobody signals twice. */
static bool has_news(cq_dfs_job *first)
{
    return first->state == CQ_DFS_DONE || cq_dfs_job_waiting(first) > 0;
}

static cq_status coordinate(cq_dfs_crew *crew)
{
    cq_dfs_boss *boss = crew->boss;
    cq_u32s words = {0};
    bool enough = false;
    cq_status status = CQ_OK;

    while (status == CQ_OK && !enough && boss->jobs && crew->status == CQ_OK) {
        status = deliver(crew, &words, &enough);
        if (status == CQ_OK && crew->lead)
            status = cq_dfs_lead_turn(crew);
        sweep(crew);
        look(boss);
        pthread_mutex_unlock(&crew->lock);
        if (status == CQ_OK && !enough)
            enough = cq_run_poll_for(boss->run, atomic_exchange(&crew->polls, 0));
        if (status == CQ_OK && !enough && cq_checkpoint_due(boss->run))
            cq_dfs_save_in_passing(boss);
        pthread_mutex_lock(&crew->lock);
        if (status == CQ_OK && !enough && boss->jobs && !has_news(boss->jobs))
            wait_for_news(crew);
    }
    cq_vec_free(&words);
    return status == CQ_OK ? crew->status : status;
}

/* ---- from beginning to end ---- */

static bool set_up(cq_dfs_crew *crew)
{
    if (!cq_wait_init(&crew->news))
        return false;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->work, NULL);
    pthread_cond_init(&crew->room, NULL);
    return true;
}

static void tear_down(cq_dfs_crew *crew)
{
    pthread_cond_destroy(&crew->news);
    pthread_cond_destroy(&crew->room);
    pthread_cond_destroy(&crew->work);
    pthread_mutex_destroy(&crew->lock);
}

static void end_all(cq_dfs_crew *crew, pthread_t *threads, unsigned started)
{
    atomic_store(&crew->stop, true);
    pthread_cond_broadcast(&crew->work);
    pthread_cond_broadcast(&crew->room);
    pthread_mutex_unlock(&crew->lock);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    cq_assert(crew->members == 0 && atomic_load(&crew->hungry) == 0);
}

cq_status cq_dfs_crew_run(cq_dfs_crew *crew, cq_status (*manage)(cq_dfs_crew *crew),
                          bool *started)
{
    cq_dfs_boss *boss = crew->boss;
    unsigned wanted = boss->run->threads;
    pthread_t *threads = cq_alloc(boss->run->ctx, wanted, sizeof *threads);
    cq_status status = CQ_OK;

    *started = false;
    cq_try_memory(threads);
    if (!set_up(crew)) {
        cq_free(threads);
        return CQ_OK;
    }
    boss->crew = crew;
    pthread_mutex_lock(&crew->lock);
    while (crew->members < wanted &&
           pthread_create(&threads[crew->members], NULL, run_member, crew) == 0)
        crew->members++;
    wanted = crew->members;
    if (wanted)
        status = manage(crew);
    *started = wanted > 0;
    end_all(crew, threads, wanted);
    boss->crew = NULL;
    tear_down(crew);
    cq_free(threads);
    return status;
}

static cq_status lead(cq_dfs_crew *crew)
{
    cq_status status = cq_dfs_lead_begin(crew), ended;

    cq_then(status, coordinate(crew));
    atomic_store(&crew->stop, true);
    ended = cq_dfs_lead_end(crew);
    return status == CQ_OK ? ended : status;
}

cq_status cq_dfs_together(cq_dfs_boss *boss)
{
    cq_dfs_crew crew = {.boss = boss};
    bool several = cq_ranks_several(boss->run->ranks), started;
    cq_status status = cq_dfs_crew_run(&crew, several ? lead : coordinate, &started);

    if (status == CQ_OK && !started)
        return cq_dfs_alone(boss);
    look_back(boss);
    return status;
}
