/* racer.c - one of the engines in a race: a thread with a context, a run and an answer
 * of its own.
 *
 * Where the others wait for it, at the clock of its run, it says how far it is and, if
 * its turn is over, hands over the baton. What it finds it keeps until it has won.
 */
#include "solve/race.h"

#include "base/assert.h"
#include "base/clock.h"
#include "solve/effort.h"

#include <string.h>
#include <unistd.h>

/* ---- in the racer's thread ---- */

static void look_at_progress(cq_racer *r)
{
    r->progress = (cq_progress){.share = -1, .unit = "steps"};
    if (r->run.progress)
        r->run.progress(r->run.state, &r->progress);
    r->progress.found = r->run.answer->found;
}

static void hand_over(cq_racer *r)
{
    cq_race *g = r->race;

    cq_assert(g->baton && g->turn == r && !r->here);
    g->turn = NULL;
    pthread_cond_broadcast(&g->news);
    while (g->turn != r)
        pthread_cond_wait(&g->news, &g->lock);
}

/* In the thread that called: asks the caller itself, and ends with its turn. */
static bool on_poll_here(cq_racer *r, double now)
{
    r->worked = r->spent + r->run.worked;
    r->cut = r->effort > r->bound;
    if (!r->cut && now >= r->until) {
        look_at_progress(r);
        r->until = now + cq_race_turn;
        r->quit = !cq_race_goes_on(r->race);
    }
    return r->cut || r->quit;
}

/* In a thread of its own: a turn that is over ends here, for a while. */
static bool on_poll_there(cq_racer *r, double now)
{
    r->worked = r->run.worked;
    if (r->effort > r->bound || now >= r->until) {
        look_at_progress(r);
        r->until = now + cq_race_turn;
        if (r->race->baton)
            hand_over(r);
        else
            pthread_cond_broadcast(&r->race->news);
    }
    return r->quit;
}

static bool on_poll(cq_run *run)
{
    cq_racer *r = run->racer;
    cq_race *g = r->race;
    double effort = cq_run_effort(run), now = cq_clock_seconds();
    bool quit;

    pthread_mutex_lock(&g->lock);
    cq_assert(effort >= 0);
    r->effort = effort;
    quit = r->here ? on_poll_here(r, now) : on_poll_there(r, now);
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
    cq_racer *r = user;
    size_t size = strlen(sentence) + 1;

    if (cq_vec_reserve(r->ctx, &r->notes, size) != CQ_OK)
        return;
    memcpy(r->notes.at + r->notes.count, sentence, size);
    r->notes.count += size;
    cq_assert(r->notes.at[r->notes.count - 1] == '\0');
}

void *cq_racer_run(void *argument)
{
    cq_racer *r = argument;
    cq_race *g = r->race;

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

static size_t memory_limit(const cq_race *g)
{
    size_t limit = g->job->run.ctx->limit;
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

    cq_assert(g->count < 9);
    if (!limit && pages > 0 && size > 0)
        limit = (size_t)pages / 2 * (size_t)size;
    return limit / 8 * (9 - g->count);
}

/* A count by search is spread over all ranks. Solutions are not: which one is found
 * first, and who lists them, is decided by counted work, as in one process. */
static bool shares(const cq_race *g, const cq_engine *engine)
{
    return g->goal == CQ_GOAL_COUNT && engine->way == CQ_WAY_SEARCH;
}

cq_status cq_racer_set_up(cq_race *g, cq_racer *r, const cq_engine *engine)
{
    const cq_run *run = &g->job->run;
    /* One that can only tell that there is nothing counts what there is. */
    cq_goal goal = engine->goals & CQ_GOAL_BIT(g->goal) ? g->goal : CQ_GOAL_COUNT;

    cq_assert(engine->goals & CQ_GOAL_BIT(goal) || engine->refutes);
    cq_assert(goal == CQ_GOAL_COUNT || goal == g->goal);
    cq_assert(r->effort == 0 || r->here); /* it is new, or begins again */
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

void cq_racer_drop(cq_racer *r)
{
    cq_vec_free(&r->notes);
    cq_answer_free(r->run.answer);
    cq_context_free(r->ctx);
}

bool cq_racer_decides(const cq_racer *r)
{
    const cq_answer *answer = r->run.answer;

    cq_assert(r->ended && r->run.ctx == r->ctx);
    if (r->status != CQ_OK || answer->verdict == CQ_UNKNOWN)
        return false;
    return r->run.goal == r->race->goal || answer->verdict == CQ_NO;
}
