/* lead.c - the jobs in the list of rank 0 that searchers in other ranks have.
 *
 * Each thread of another rank has a seat here. A job with a seat is away: its searcher
 * reports now and then how far it is and what it found. Everything else is as with our
 * own threads: the list, delivery, checkpoints and progress are in this process alone.
 * So the answer does not depend on the number of ranks, and a checkpoint does not
 * record it.
 *
 *     a seat without a job    gets the first that waits; else whoever has the most to
 *                             give (share_jobs.c) is asked to split its job
 *     a job that is full      is called back, so that its searcher helps with the first
 *     a job that is cut       likewise, for good
 *
 * Idle ranks take from busy ones by way of this process; the pieces are large, so that
 * this happens a few times a second. docs/cluster.md says what could become the
 * bottleneck: every solution passes here, and news of every seat.
 *
 * Cost of a turn: the messages that came, and a pass over jobs and seats.
 */
#include "engine/dfs/crew.h"

#include "base/assert.h"
#include "base/clock.h"
#include "engine/dfs/hearing.h"

#include <string.h>

typedef struct seat {
    unsigned rank;
    cq_dfs_job *job; /* NULL: without one */
    size_t words;    /* of solutions, for which no room was made yet */
    bool called;     /* called back, and informed */
} seat;

struct cq_dfs_lead {
    cq_dfs_crew *crew;
    const cq_ranks *ranks;
    cq_hearing hearing;
    CQ_VEC(seat) seats;
    cq_parcel out;
    double looked, spent,
        waited; /* seconds of all searchers, and of those without a job */
};

typedef struct cq_dfs_lead lead;

static cq_context *context_of(const lead *l)
{
    return l->crew->boss->run->ctx;
}

/* ---- telling ---- */

static void begin(lead *l, cq_message kind)
{
    cq_message_begin(&l->out, kind, l->hearing.epoch);
}

static cq_status tell_seat(lead *l, uint32_t at, cq_message kind)
{
    begin(l, kind);
    cq_parcel_put(&l->out, at, 4);
    return cq_ranks_send(l->ranks, l->seats.at[at].rank, &l->out);
}

/* There is a job for the seat. */
static cq_status send_job(lead *l, uint32_t at, cq_dfs_job *job)
{
    seat *s = &l->seats.at[at];

    cq_assert(!s->job && job->state == CQ_DFS_WAITS);
    begin(l, CQ_MESSAGE_JOB);
    cq_parcel_put(&l->out, at, 4);
    cq_dfs_job_put(&l->out, job);
    *s = (seat){.rank = s->rank, .job = job};
    job->state = CQ_DFS_AWAY;
    job->seat = at;
    job->worth = 1; /* until it is known */
    atomic_store(&job->asked, false);
    cq_assert(atomic_load(&l->crew->hungry) > 0);
    atomic_fetch_sub(&l->crew->hungry, 1);
    return cq_ranks_send(l->ranks, s->rank, &l->out);
}

/* ---- hearing ---- */

static void free_seat(lead *l, seat *s, cq_dfs_state state)
{
    cq_assert(s->job && s->job->state == CQ_DFS_AWAY);
    cq_assert(state == CQ_DFS_WAITS || state == CQ_DFS_DONE);
    s->job->state = state;
    atomic_store(&s->job->asked, false);
    s->job = NULL;
    atomic_fetch_add(&l->crew->hungry, 1);
    pthread_cond_broadcast(&l->crew->work);
    pthread_cond_broadcast(&l->crew->room);
}

static cq_status hear_ready(lead *l, unsigned from, cq_parcel *p)
{
    char tree[CQ_DFS_TREE];
    uint64_t count = cq_parcel_get(p, 4);

    cq_parcel_get_text(p, tree, sizeof tree);
    if (p->status != CQ_OK || strcmp(tree, l->crew->boss->walker->tree) != 0)
        return cq_fail(context_of(l), CQ_DEFECT,
                       "rank %u searches another tree (%s) than rank 0 (%s)", from,
                       tree, l->crew->boss->walker->tree);
    for (uint64_t i = 0; i < count; i++)
        cq_try(cq_vec_push(context_of(l), &l->seats, (seat){.rank = from}));
    atomic_fetch_add(&l->crew->hungry, (unsigned)count);
    l->crew->words_more += (size_t)count * CQ_DFS_JOB_WORDS;
    return CQ_OK;
}

static cq_status take_words(lead *l, seat *s, cq_parcel *p)
{
    size_t count = (size_t)cq_parcel_get(p, 4);
    const void *bytes = cq_parcel_get_bytes(p, count * sizeof(uint32_t));

    if (!bytes || count == 0)
        return p->status;
    cq_try(cq_dfs_words_append(context_of(l), &s->job->waiting, bytes, count));
    s->words += count;
    atomic_fetch_add(&l->crew->words, count);
    return CQ_OK;
}

static cq_status take_place(lead *l, cq_dfs_job *job, cq_parcel *p)
{
    cq_try(cq_dfs_place_get(p, &job->here));
    return l->crew->boss->wants ? cq_dfs_job_moved(context_of(l), job) : CQ_OK;
}

/* Under the lock of the job. */
static cq_status take_news(lead *l, seat *s, cq_parcel *p, unsigned flags)
{
    cq_dfs_job *job = s->job;

    cq_try(cq_dfs_counts_get(p, job->polled));
    if (flags & CQ_NEWS_PLACE)
        cq_try(take_place(l, job, p));
    if (flags & CQ_NEWS_DONE) {
        job->here.found = cq_parcel_get(p, 8);
        cq_try(cq_dfs_counts_get(p, job->here.counts));
    }
    if (flags & CQ_NEWS_ENOUGH)
        cq_try(cq_dfs_counts_get(p, job->reached));
    return take_words(l, s, p);
}

static cq_status hear_news(lead *l, seat *s, cq_parcel *p)
{
    cq_dfs_job *job = s->job;
    unsigned flags = (unsigned)cq_parcel_get(p, 1);
    uint64_t polls = cq_parcel_get(p, 8);
    cq_status status;

    cq_assert(job->state == CQ_DFS_AWAY && &l->seats.at[job->seat] == s);
    atomic_fetch_add(&l->crew->polls, (unsigned)polls);
    job->worth = cq_parcel_get_double(p);
    pthread_mutex_lock(&job->lock);
    status = take_news(l, s, p, flags);
    cq_assert(status != CQ_OK || cq_dfs_job_check(job, l->crew->boss->wants));
    pthread_mutex_unlock(&job->lock);
    if (status != CQ_OK)
        return status;
    if (flags & CQ_NEWS_DECLINED) {
        job->worth = 0;
        atomic_store(&job->asked, false);
    }
    if (flags & CQ_NEWS_DONE)
        free_seat(l, s, CQ_DFS_DONE);
    else if (flags & CQ_NEWS_BACK)
        free_seat(l, s, CQ_DFS_WAITS);
    if (flags & CQ_NEWS_ENOUGH)
        cq_dfs_crew_cut(job);
    return CQ_OK;
}

/* The later part of a job is one of its own. */
static cq_status hear_gave(lead *l, seat *s, cq_parcel *p)
{
    cq_context *ctx = context_of(l);
    cq_dfs_job *theirs, *mine = s->job;
    cq_dfs_path place = {0};
    cq_status status = cq_dfs_path_get(p, &place);

    cq_then(status, cq_dfs_job_cut_off(ctx, mine, &place, &theirs));
    cq_vec_free(&place);
    cq_try(status);
    if (atomic_load(&mine->cut))
        atomic_store(&theirs->cut, true);
    atomic_store(&mine->asked, false);
    pthread_cond_signal(&l->crew->work);
    cq_assert(cq_dfs_jobs_check(l->crew->boss));
    return CQ_OK;
}

static cq_status hear_seat(lead *l, unsigned from, cq_message kind, cq_parcel *p)
{
    uint64_t at = cq_parcel_get(p, 4);
    seat *s = at < l->seats.count ? &l->seats.at[at] : NULL;
    cq_status status = CQ_INPUT;

    if (s && s->rank == from && s->job && p->status == CQ_OK)
        status = kind == CQ_MESSAGE_NEWS ? hear_news(l, s, p) : hear_gave(l, s, p);
    return status == CQ_INPUT ? cq_hear_nonsense(&l->hearing, from) : status;
}

static cq_status hear(void *state, unsigned from, cq_message kind, cq_parcel *p)
{
    lead *l = state;

    switch (kind) {
    case CQ_MESSAGE_READY: return hear_ready(l, from, p);
    case CQ_MESSAGE_NEWS:
    case CQ_MESSAGE_GAVE: return hear_seat(l, from, kind, p);
    default: return cq_hear_nonsense(&l->hearing, from);
    }
}

/* ---- a turn ---- */

/* A job that is cut or full is called back; a searcher whose solutions have gone out
 * may have more. */
static cq_status look_after(lead *l, uint32_t at)
{
    seat *s = &l->seats.at[at];
    size_t waiting = cq_dfs_job_waiting(s->job);
    bool cut = atomic_load(&s->job->cut);

    cq_assert(s->job->seat == at && s->job->state == CQ_DFS_AWAY);

    if (!s->called && (cut || cq_dfs_crew_is_full(l->crew, s->job, waiting))) {
        s->called = true;
        return tell_seat(l, at, cut ? CQ_MESSAGE_CUT : CQ_MESSAGE_PAUSE);
    }
    if (s->words < CQ_DFS_JOB_WORDS / 2 || waiting >= CQ_DFS_JOB_WORDS)
        return CQ_OK;
    begin(l, CQ_MESSAGE_ROOM);
    cq_parcel_put(&l->out, at, 4);
    cq_parcel_put(&l->out, s->words, 8);
    s->words = 0;
    return cq_ranks_send(l->ranks, s->rank, &l->out);
}

/* As many jobs as there are searchers without one are waiting or asked for. One of our
 * own threads sees by itself that it must give. */
static cq_status ask(lead *l)
{
    cq_dfs_crew *crew = l->crew;
    unsigned supply = cq_dfs_crew_supply(crew), hungry = atomic_load(&crew->hungry);
    cq_status status = CQ_OK;

    for (; supply < hungry && status == CQ_OK; supply++) {
        cq_dfs_job *giver = cq_dfs_crew_giver(crew);

        if (!giver || giver->state != CQ_DFS_AWAY)
            break;
        atomic_store(&giver->asked, true);
        status = tell_seat(l, giver->seat, CQ_MESSAGE_GIVE);
    }
    return status;
}

static void measure(lead *l)
{
    double now = cq_clock_seconds();
    unsigned hungry = atomic_load(&l->crew->hungry);

    l->spent += (now - l->looked) * (double)(l->crew->members + l->seats.count);
    l->waited += (now - l->looked) * hungry;
    l->looked = now;
}

cq_status cq_dfs_lead_turn(cq_dfs_crew *crew)
{
    lead *l = crew->lead;
    bool any;
    cq_status status;

    measure(l);
    status = cq_hear_all(&l->hearing, &any);
    for (uint32_t i = 0; i < l->seats.count && status == CQ_OK; i++) {
        cq_dfs_job *job = l->seats.at[i].job;

        if (job)
            status = look_after(l, i);
        else if ((job = cq_dfs_crew_pick(crew)))
            status = send_job(l, i, job);
    }
    return status == CQ_OK && atomic_load(&crew->hungry) ? ask(l) : status;
}

/* ---- from beginning to end ---- */

cq_status cq_dfs_lead_begin(cq_dfs_crew *crew)
{
    cq_run *run = crew->boss->run;
    lead *l = cq_zalloc(run->ctx, 1, sizeof *l);

    cq_try_memory(l);
    cq_assert(!crew->lead && run->ranks->rank == 0);
    crew->lead = l;
    l->crew = crew;
    l->ranks = run->ranks;
    l->hearing = (cq_hearing){.run = run, .state = l, .hear = hear};
    l->out.ctx = run->ctx;
    l->looked = cq_clock_seconds();
    return cq_hearing_begin(&l->hearing, &l->out);
}

static void note_waiting(const lead *l)
{
    cq_note(context_of(l),
            "ranks: %u with %zu searchers, which waited %.1f %% of their time",
            l->ranks->count, l->seats.count + l->crew->members,
            l->spent > 0 ? 100 * l->waited / l->spent : 0);
}

cq_status cq_dfs_lead_end(cq_dfs_crew *crew)
{
    lead *l = crew->lead;
    cq_status status;

    if (!l)
        return CQ_OK;
    begin(l, CQ_MESSAGE_STOP);
    note_waiting(l);
    status = cq_ranks_send_all(l->ranks, &l->out);
    cq_then(status, cq_hear_last(&l->hearing));
    for (size_t i = 0; i < l->seats.count; i++) {
        if (l->seats.at[i].job)
            free_seat(l, &l->seats.at[i], CQ_DFS_WAITS);
        atomic_fetch_sub(&crew->hungry, 1);
    }
    for (const cq_dfs_job *job = crew->boss->jobs; job; job = job->next)
        cq_assert(job->state != CQ_DFS_AWAY);
    cq_vec_free(&l->seats);
    cq_parcel_free(&l->out);
    cq_free(l);
    crew->lead = NULL;
    return status;
}
