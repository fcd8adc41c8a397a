/* race.c - engines side by side, until one of them ends.
 *
 * Which of two exact engines is faster is often not known beforehand: a search may end
 * in a blink or never, and so may a sweep. So they take turns. Each has an effort, its
 * counted work in nanoseconds of some machine (effort.c), and rounds of effort grow by
 * a fifth:
 *
 *     round         0        1        2       ...
 *     effort up to  3 ms     3.6 ms   4.3 ms  ...
 *
 * The racer whose round is the lowest goes on, the first in the plan among equals,
 * until it comes to the next round. One that has ended stays in the round in which it
 * did so, and wins when its turn would come. So the winner follows from the efforts
 * alone, not from the machine, and with two racers the run takes about twice as long as
 * the faster of them would take alone. The first in the plan has a head start that is
 * not counted: what it does in a blink costs no more than it did alone, and a wrong
 * guess costs a hundredth of a second or two. One that begins its search anew again and
 * again is for problems on which the others are stuck: it comes in later, and beside
 * two others its effort counts double, so that the run takes at most two and a half
 * times as long as the best of the others.
 *
 * A racer is a thread with a context, a run and an answer of its own. With one thread
 * for all there is a baton: only its holder works, and the thread that called cq_solve
 * hands it on, asks whether to stop, and reports progress. With more threads all racers
 * work at the same time, each with as many threads as were asked for, so that none is
 * slower than half of what it would be alone. The rule decides as before: one that ends
 * early waits until the others have come to its round. For that the effort of a racer
 * is never more, while it runs, than it is in the end, and in the end it is the same
 * for any number of threads (crew.c). What a racer finds is delivered when it has won,
 * by the thread that called.
 *
 * If there is no thread for it (in a browser there are none), a racer runs in the
 * thread that called. It cannot be held there: at the end of its turn it is given up,
 * and begins again at its next turn with at least twice the effort. So all its turns
 * together take at most about twice as long as the last, and the same racer wins. The
 * first in the plan goes twice as far in its first turn, and the last one that runs as
 * far as it may before another one has won.
 *
 * If classes of solutions are asked for, or all solutions, the racers look for one of
 * any kind. The winner goes on alone, if there is one.
 *
 * Memory: a racer that would leave less than an eighth of it to each of the others
 * drops out, and so does one that gives up. If the machine itself has no memory left,
 * the race ends. */
#include "solve/solve_job.h"

#include "base/assert.h"
#include "base/clock.h"
#include "base/ranks.h"
#include "base/wait.h"
#include "solve/effort.h"

#include <math.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static const double first_round = 3e6, growth = 1.2; /* of effort */
/* What the first in the plan may do before the others begin: what it does in a blink
 * costs no more than alone. It is time lost if the guess is wrong, so that it is well
 * below the 50 ms that nobody notices, for engines whose effort counts too little,
 * too. */
static const double head_start = 15e6;
/* Covers and graphs have no formula to guess by: theirs is shorter. */
static const double blind_start = 7e6;
/* When one with restarts comes in, by the effort of the others. Short searches of
 * covers fill in a blink what others are stuck on, and come in early. */
static const double late_start = 300e6, late_cover = 7e6;
static const double turn_seconds = 0.05; /* the caller is asked at least so often */

typedef struct racer {
    struct race *race;
    const cq_engine *engine;
    cq_context *ctx;
    cq_run run;
    pthread_t thread;
    bool started, out;  /* out: it is no longer in the race */
    bool here, cut;     /* in the thread that called; given up at the end of its turn */
    uint64_t spent;     /* work of its turns before, if it was given up */
    CQ_VEC(char) notes; /* passed on when it has won; each ends in NUL */
    /* The rest is shared, and guarded by the lock of the race. */
    bool ended, quit;
    cq_status status;
    double effort, bound, until; /* what it may do before it is the next one's turn */
    uint64_t worked;
    cq_progress progress;
} racer;

typedef struct race {
    cq_job *job;
    racer racers[CQ_ENGINES_MOST];
    size_t count;
    cq_goal goal;    /* that they race for */
    uint64_t before; /* work of the run before the race */
    bool baton;
    bool spread; /* one of them searches in all ranks: the first to end has won */
    pthread_mutex_t lock;
    pthread_cond_t news;
    const racer *turn;    /* who has the baton; NULL: the caller */
    cq_progress progress; /* of the racer that is shown; for the caller only */
} race;

/* ---- in the racer's thread ---- */

static void look_at_progress(racer *r)
{
    r->progress = (cq_progress){.share = -1, .unit = "steps"};
    if (r->run.progress)
        r->run.progress(r->run.state, &r->progress);
    r->progress.found = r->run.answer->found;
}

static void hand_over(racer *r)
{
    race *g = r->race;

    cq_assert(g->baton && g->turn == r && !r->here);
    g->turn = NULL;
    pthread_cond_broadcast(&g->news);
    while (g->turn != r)
        pthread_cond_wait(&g->news, &g->lock);
}

static bool goes_on(race *g);

/* In the thread that called: asks the caller itself, and ends with its turn. */
static bool on_poll_here(racer *r, double now)
{
    r->worked = r->spent + r->run.worked;
    r->cut = r->effort > r->bound;
    if (!r->cut && now >= r->until) {
        look_at_progress(r);
        r->until = now + turn_seconds;
        r->quit = !goes_on(r->race);
    }
    return r->cut || r->quit;
}

static bool on_poll(cq_run *run)
{
    racer *r = run->racer;
    race *g = r->race;
    double effort = cq_run_effort(run), now = cq_clock_seconds();
    bool quit;

    pthread_mutex_lock(&g->lock);
    r->effort = effort;
    if (r->here) {
        quit = on_poll_here(r, now);
        pthread_mutex_unlock(&g->lock);
        return quit;
    }
    r->worked = run->worked;
    if (effort > r->bound || now >= r->until) {
        look_at_progress(r);
        r->until = now + turn_seconds;
        if (g->baton)
            hand_over(r);
        else
            pthread_cond_broadcast(&g->news);
    }
    quit = r->quit;
    pthread_mutex_unlock(&g->lock);
    return quit;
}

static cq_status keep_found(cq_run *run, const cq_solution *solution)
{
    cq_solution copy = {0};
    cq_status status = cq_solution_copy(run->ctx, solution, &copy);

    cq_then(status, cq_vec_push(run->ctx, &run->answer->solutions, copy));
    if (status != CQ_OK)
        cq_solution_free(&copy);
    return status;
}

/* One for which there is no memory is lost. */
static void keep_note(void *user, const char *sentence)
{
    racer *r = user;
    size_t size = strlen(sentence) + 1;

    if (cq_vec_reserve(r->ctx, &r->notes, size) != CQ_OK)
        return;
    memcpy(r->notes.at + r->notes.count, sentence, size);
    r->notes.count += size;
}

static void *run_racer(void *argument)
{
    racer *r = argument;
    race *g = r->race;

    pthread_mutex_lock(&g->lock);
    while (g->baton && g->turn != r)
        pthread_cond_wait(&g->news, &g->lock);
    pthread_mutex_unlock(&g->lock);
    r->status = cq_run_see_stop(&r->run, r->engine->run(&r->run));
    pthread_mutex_lock(&g->lock);
    cq_assert(!g->baton || g->turn == r);
    cq_assert(!r->ended && !r->out);
    r->effort = cq_run_effort(&r->run);
    r->ended = true;
    g->turn = NULL;
    pthread_cond_broadcast(&g->news);
    pthread_mutex_unlock(&g->lock);
    return NULL;
}

/* ---- setting up ---- */

static size_t memory_limit(const race *g)
{
    size_t limit = g->job->run.ctx->limit;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    if (!limit && pages > 0 && size > 0)
        limit = (size_t)pages / 2 * (size_t)size;
    return limit / 8 * (9 - g->count);
}

/* A count by search is spread over all ranks. Solutions are not: which one is found
 * first, and who lists them, is decided by counted work, as in one process. */
static bool shares(const race *g, const cq_engine *engine)
{
    return g->goal == CQ_GOAL_COUNT && engine->way == CQ_WAY_SEARCH;
}

static cq_status set_up_racer(race *g, racer *r, const cq_engine *engine)
{
    const cq_run *run = &g->job->run;
    /* One that can only tell that there is nothing counts what there is. */
    cq_goal goal = engine->goals & CQ_GOAL_BIT(g->goal) ? g->goal : CQ_GOAL_COUNT;

    cq_assert(engine->goals & CQ_GOAL_BIT(goal) || engine->refutes);
    cq_assert(goal == CQ_GOAL_COUNT || goal == g->goal);
    r->race = g;
    r->engine = engine;
    r->ctx = cq_context_new();
    cq_try_memory(r->ctx);
    r->ctx->parent = run->ctx;
    r->ctx->limit = memory_limit(g);
    if (run->ctx->note)
        cq_context_on_note(r->ctx, keep_note, r);
    r->run = (cq_run){.ctx = r->ctx,
                      .problem = run->problem,
                      .goal = goal,
                      .first = cq_goal_is_best(goal) ? run->first : 1,
                      .samples = run->samples,
                      .seed = run->seed,
                      .ties = run->ties,
                      .steps = run->steps,
                      .start_seconds = run->start_seconds,
                      .move_order = run->move_order,
                      .cut = run->cut,
                      .join = run->join,
                      .threads = run->threads,
                      .ranks = shares(g, engine) ? run->ranks : NULL,
                      .epoch = run->epoch,
                      .scratch = run->scratch,
                      .started = run->started,
                      .rates = cq_effort_rates(engine, goal),
                      .on_found = keep_found,
                      .on_poll = on_poll,
                      .racer = r};
    cq_try(cq_answer_new(r->ctx, run->problem->kind, goal, &r->run.answer));
    snprintf(r->run.answer->engine, sizeof r->run.answer->engine, "%s", engine->name);
    return CQ_OK;
}

static void drop_racer(racer *r)
{
    cq_vec_free(&r->notes);
    cq_answer_free(r->run.answer);
    cq_context_free(r->ctx);
}

/* ---- in the caller's thread ---- */

static unsigned round_of(double effort)
{
    unsigned round = 0;

    for (double most = first_round; effort > most; most *= growth)
        round++;
    return round;
}

static double end_of(unsigned round)
{
    double most = first_round;

    while (round--)
        most *= growth;
    return most;
}

static bool comes_late(const racer *r)
{
    return r->engine->way == CQ_WAY_RESTART && r->race->count > 1;
}

static double head_start_of(const race *g)
{
    return g->job->run.problem->kind == CQ_TILING ? head_start : blind_start;
}

/* Counted effort that is not held against a racer, or that it begins with. */
static double start_of(const racer *r)
{
    bool cover = r->race->job->run.problem->kind == CQ_COVER;

    if (comes_late(r))
        return cover ? -late_cover : -late_start;
    return r == r->race->racers ? head_start_of(r->race) : 0;
}

static double weight_of(const racer *r)
{
    return comes_late(r) ? (double)(r->race->count - 1) : 1;
}

/* The round that a racer is in, by the effort that counts. */
static unsigned round_at(const racer *r)
{
    return round_of(weight_of(r) * r->effort - start_of(r));
}

/* What a racer may do up to the end of a round. */
static double effort_to(const racer *r, unsigned round)
{
    return (start_of(r) + end_of(round)) / weight_of(r);
}

/* Whose turn it is, or who has won; NULL: all are out. */
static racer *lowest(race *g)
{
    racer *best = NULL;

    for (size_t i = 0; i < g->count && g->spread; i++)
        if (!g->racers[i].out && g->racers[i].ended)
            return &g->racers[i];

    for (size_t i = 0; i < g->count; i++) {
        racer *r = &g->racers[i];

        if (!r->out && (!best || round_at(r) < round_at(best)))
            best = r;
    }
    return best;
}

static bool is_alone(const race *g)
{
    size_t left = 0;

    for (size_t i = 0; i < g->count; i++)
        left += !g->racers[i].out;
    return left == 1;
}

/* Of the racers that have said anything, the one that has done the most of its work is
 * the one to show. */
static void choose_shown(race *g)
{
    const racer *shown = NULL;

    for (size_t i = 0; i < g->count; i++) {
        const racer *r = &g->racers[i];

        if (r->started && !r->out && r->progress.unit &&
            (!shown || r->progress.share > shown->progress.share))
            shown = r;
    }
    if (shown)
        g->progress = shown->progress;
}

static void progress(void *state, cq_progress *out)
{
    const race *g = state;
    double seconds = out->seconds;

    if (!g->progress.unit)
        return; /* nobody has said anything yet */
    *out = g->progress;
    out->seconds = seconds;
}

/* Waits until the racer has come to the end of its round, or a while has passed. */
static void wait_for(race *g, racer *r)
{
    cq_assert(r->started && !r->out && !r->here && !g->turn);
    r->bound = is_alone(g) ? HUGE_VAL : effort_to(r, round_at(r));
    cq_assert(r->bound >= r->effort); /* there is something that it may do */
    r->until = cq_clock_seconds() + turn_seconds;
    if (g->baton) {
        g->turn = r;
        pthread_cond_broadcast(&g->news);
        while (g->turn)
            pthread_cond_wait(&g->news, &g->lock);
        return;
    }
    if (!r->ended)
        cq_wait_until(&g->news, &g->lock, r->until);
}

/* A racer that has ended decides, or is out. */
static bool decides(const racer *r)
{
    const cq_answer *answer = r->run.answer;

    if (r->status != CQ_OK || answer->verdict == CQ_UNKNOWN)
        return false;
    return r->run.goal == r->race->goal || answer->verdict == CQ_NO;
}

/* One that reached its share of the memory leaves the race to the others; if the
 * machine has none left, the race is over. */
static bool ends_race(const racer *r)
{
    return (r->status == CQ_MEMORY && atomic_load(&r->ctx->starved)) ||
           (r->status != CQ_OK && r->status != CQ_MEMORY && r->status != CQ_REFUSED);
}

static cq_status leave(race *g, racer *r)
{
    cq_context *ctx = g->job->run.ctx;

    cq_assert(r->ended && !r->out && !decides(r));
    r->out = true;
    if (ends_race(r))
        return cq_fail(ctx, r->status, "%s", cq_error_text(r->ctx));
    cq_note(ctx, "engine %s is out of the race%s%s", r->engine->name,
            r->status == CQ_OK ? "" : ": ",
            r->status == CQ_OK ? "" : cq_error_text(r->ctx));
    return CQ_OK;
}

/* The caller is asked whether to go on; the racers' work is that of the run. */
static bool goes_on(race *g)
{
    cq_run *run = &g->job->run;
    uint64_t worked = g->before;
    bool go;

    for (size_t i = 0; i < g->count; i++)
        worked += g->racers[i].worked;
    run->worked = worked;
    choose_shown(g);
    pthread_mutex_unlock(&g->lock);
    go = !cq_run_poll_for(run, 0);
    pthread_mutex_lock(&g->lock);
    return go;
}

/* How far a racer goes that begins again each time: twice as far, the first in the plan
 * from the beginning, but not beyond the round in which another one has ended. If all
 * others have ended, nobody waits for its turn to end. */
static double bound_here(const race *g, const racer *r)
{
    double bound = effort_to(r, round_at(r)), last = HUGE_VAL;
    size_t waiting = 0;

    for (size_t i = 0; i < g->count; i++) {
        const racer *other = &g->racers[i];

        if (other->ended && !other->out)
            last = fmin(last, effort_to(r, round_at(other)));
        waiting += other != r && !other->ended && !other->out;
    }
    if (!waiting)
        return last;
    if (r->cut)
        bound = fmax(bound, 2 * r->effort);
    else if (r == g->racers)
        bound *= 2;
    return fmin(bound, last);
}

/* A racer that was given up, as it was before it began. */
static cq_status begin_again(race *g, racer *r)
{
    racer before = *r;

    drop_racer(r);
    *r = (racer){.here = true, .started = true, .spent = before.worked};
    r->worked = before.worked;
    r->effort = before.effort;
    r->progress = before.progress;
    return set_up_racer(g, r, before.engine);
}

/* A turn in the thread that called. */
static cq_status run_here(race *g, racer *r)
{
    double bound = bound_here(g, r);

    r->here = r->started = true;
    if (r->cut && begin_again(g, r) != CQ_OK)
        return cq_fail(g->job->run.ctx, CQ_MEMORY, "out of memory");
    r->bound = bound;
    r->until = cq_clock_seconds() + turn_seconds;
    pthread_mutex_unlock(&g->lock);
    r->status = cq_run_see_stop(&r->run, r->engine->run(&r->run));
    pthread_mutex_lock(&g->lock);
    r->effort = cq_run_effort(&r->run);
    r->worked = r->spent + r->run.worked;
    r->ended = !r->cut;
    return CQ_OK;
}

static cq_status take_turn(race *g, racer *r)
{
    if (r->here)
        return run_here(g, r);
    if (!r->started && pthread_create(&r->thread, NULL, run_racer, r) != 0)
        return run_here(g, r);
    r->started = true;
    wait_for(g, r);
    return CQ_OK;
}

/* *winner stays NULL if all are out, or if something stopped the run. */
static cq_status hold(race *g, racer **winner)
{
    cq_status status = CQ_OK;
    racer *r;

    g->before = g->job->run.worked;
    while (status == CQ_OK && (r = lowest(g)) && goes_on(g)) {
        if (r->ended && decides(r)) {
            *winner = r;
            break;
        }
        status = r->ended ? leave(g, r) : take_turn(g, r);
    }
    return status;
}

/* All that still run end; then they are waited for. */
static void call_off(race *g)
{
    for (size_t i = 0; i < g->count; i++) {
        racer *r = &g->racers[i];

        if (!r->started || r->here)
            continue;
        r->quit = true;
        cq_cancel(r->ctx);
        while (!r->ended) {
            g->turn = r;
            pthread_cond_broadcast(&g->news);
            pthread_cond_wait(&g->news, &g->lock);
        }
        pthread_mutex_unlock(&g->lock);
        pthread_join(r->thread, NULL);
        pthread_mutex_lock(&g->lock);
    }
}

/* ---- the winner ---- */

static void tell_notes(const race *g, const racer *r)
{
    cq_context *ctx = g->job->run.ctx;

    cq_note(ctx, "engine %s: it finished first", r->engine->name);
    for (size_t at = 0; at < r->notes.count; at += strlen(r->notes.at + at) + 1)
        cq_note(ctx, "%s", r->notes.at + at);
}

/* What the winner says becomes what the run says: solutions go through the checker, as
 * do reasons. */
static cq_status adopt(race *g, const racer *r)
{
    cq_job *j = g->job;
    cq_answer *to = j->run.answer;
    const cq_answer *from = r->run.answer;
    cq_certificate certificate = {0};
    cq_status status = CQ_OK;
    bool enough = false;

    cq_assert(r->ended && decides(r));
    snprintf(to->engine, sizeof to->engine, "%s", r->engine->name);
    to->counters.count = 0;
    for (size_t i = 0; i < from->counters.count && status == CQ_OK; i++)
        status = cq_answer_add_counter(to, from->counters.at[i].name,
                                       from->counters.at[i].value);
    if (status == CQ_OK && from->verdict == CQ_NO)
        status = cq_certificate_copy(j->run.ctx, &from->certificate, &certificate);
    if (status != CQ_OK)
        return status;
    if (from->verdict == CQ_NO)
        cq_run_refute(&j->run, &certificate);
    for (size_t i = 0; i < from->solutions.count && status == CQ_OK; i++)
        status = cq_run_found(&j->run, &from->solutions.at[i], &enough);
    if (status != CQ_OK)
        return status;
    to->verdict = from->verdict;
    if (j->run.goal == CQ_GOAL_COUNT) {
        to->found = from->found;
        to->counted = from->counted;
        mpz_set(to->count, from->count);
    }
    return cq_job_judge(j);
}

/* Of a race that was stopped: whose solutions are shown; NULL if there are none. One
 * that knows a bound says more. */
static const cq_answer *best_known(const race *g)
{
    const cq_answer *best = NULL;

    for (size_t i = 0; i < g->count; i++) {
        const cq_answer *answer = g->racers[i].run.answer;

        if (answer->solutions.count && (!best || (answer->limit && !best->limit)))
            best = answer;
    }
    return best;
}

static cq_status adopt_partly(void *user)
{
    race *g = user;
    cq_run *run = &g->job->run;
    const cq_answer *from = best_known(g);
    cq_status status = CQ_OK;
    bool enough = false;

    if (!from)
        return CQ_OK;
    snprintf(run->answer->engine, sizeof run->answer->engine, "%s", from->engine);
    cq_free(run->answer->limit);
    run->answer->limit =
        from->limit ? cq_strndup(run->ctx, from->limit, strlen(from->limit)) : NULL;
    if (from->limit && !run->answer->limit)
        return CQ_MEMORY;
    for (size_t k = 0; k < from->solutions.count && status == CQ_OK && !enough; k++)
        status = cq_run_found(run, &from->solutions.at[k], &enough);
    return status;
}

/* It is no question of memory: none of them can. */
static bool all_refuse(const race *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->racers[i].status != CQ_REFUSED)
            return false;
    return true;
}

static bool must_list(const race *g, const racer *winner)
{
    return g->goal == CQ_GOAL_ALL && winner->run.answer->verdict == CQ_YES;
}

/* ---- from beginning to end ---- */

static cq_status run_race(race *g)
{
    cq_run *run = &g->job->run;
    racer *winner = NULL;
    const cq_engine *lister = NULL;
    cq_status status;

    run->progress = progress;
    run->state = g;
    pthread_mutex_lock(&g->lock);
    status = hold(g, &winner);
    call_off(g);
    pthread_mutex_unlock(&g->lock);
    run->progress = NULL;
    run->state = NULL;
    if (winner && must_list(g, winner))
        lister = winner->engine;
    if (status == CQ_OK && winner)
        tell_notes(g, winner);
    if (status == CQ_OK && winner && !lister)
        status = adopt(g, winner);
    if (status == CQ_OK && !winner && run->stop != CQ_FINISHED &&
        cq_goal_is_best(g->goal))
        status = cq_job_in_peace(g->job, adopt_partly, g);
    if (status == CQ_OK && !winner && run->stop == CQ_FINISHED)
        status = cq_fail(run->ctx, all_refuse(g) ? CQ_REFUSED : CQ_MEMORY, "%s",
                         cq_error_text(g->racers[0].ctx));
    for (size_t i = 0; i < g->count; i++)
        drop_racer(&g->racers[i]);
    g->count = 0;
    return status == CQ_OK && lister ? cq_job_engine(g->job, lister) : status;
}

cq_status cq_job_race(cq_job *j, const cq_planned *stage)
{
    race *g = cq_zalloc(j->run.ctx, 1, sizeof *g);
    cq_status status = g ? cq_run_lists(&j->run) : CQ_MEMORY;

    if (status != CQ_OK) {
        cq_free(g);
        return status;
    }
    j->run.answer->counters.count = 0; /* those of engines that did not decide it */
    g->job = j;
    g->count = stage->shown.count;
    g->goal = cq_classes_goal(j->classes, j->run.goal);
    g->spread = g->goal == CQ_GOAL_COUNT && cq_ranks_several(j->run.ranks);
    g->baton = j->run.threads < 2 && !g->spread;
    cq_note(j->run.ctx, "side by side: %s", stage->why);
    pthread_mutex_init(&g->lock, NULL);
    cq_wait_init(&g->news);
    for (size_t i = 0; i < g->count && status == CQ_OK; i++)
        status = set_up_racer(g, &g->racers[i], stage->engines[i]);
    if (status == CQ_OK) {
        status = run_race(g);
    } else {
        for (size_t i = 0; i < g->count; i++)
            drop_racer(&g->racers[i]);
        status = cq_fail(j->run.ctx, status, "out of memory");
    }
    pthread_cond_destroy(&g->news);
    pthread_mutex_destroy(&g->lock);
    cq_free(g);
    return status;
}
