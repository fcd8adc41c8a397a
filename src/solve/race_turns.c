/* race_turns.c - the turns of a race, handed out by the thread that called cq_solve.
 *
 * A racer with a thread of its own goes on until it comes to the end of its round; one
 * without is run here. Between two turns the caller is asked whether to go on.
 */
#include "solve/race.h"

#include "base/assert.h"
#include "base/clock.h"

/* Of the racers that have said anything, the one that has done the most of its work is
 * the one to show. */
static void choose_shown(cq_race *g)
{
    const cq_racer *shown = NULL;

    for (size_t i = 0; i < g->count; i++) {
        const cq_racer *r = &g->racers[i];

        if (r->started && !r->out && r->progress.unit &&
            (!shown || r->progress.share > shown->progress.share))
            shown = r;
    }
    if (shown)
        g->progress = shown->progress;
}

/* Waits until the racer has come to the end of its round, or a while has passed. */
static void wait_for(cq_race *g, cq_racer *r)
{
    cq_assert(r->started && !r->out && !r->here && !g->turn);
    r->bound = cq_racer_bound(g, r);
    cq_assert(r->bound >= r->effort); /* there is something that it may do */
    r->until = cq_clock_seconds() + cq_race_turn;
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

/* One that reached its share of the memory leaves the race to the others; if the
 * machine has none left, the race is over. */
static bool ends_race(const cq_racer *r)
{
    return (r->status == CQ_MEMORY && atomic_load(&r->ctx->starved)) ||
           (r->status != CQ_OK && r->status != CQ_MEMORY && r->status != CQ_REFUSED);
}

static cq_status leave(cq_race *g, cq_racer *r)
{
    cq_context *ctx = g->job->run.ctx;

    cq_assert(r->ended && !r->out && !cq_racer_decides(r));
    r->out = true;
    if (ends_race(r))
        return cq_fail(ctx, r->status, "%s", cq_error_text(r->ctx));
    cq_note(ctx, "engine %s is out of the race%s%s", r->engine->name,
            r->status == CQ_OK ? "" : ": ",
            r->status == CQ_OK ? "" : cq_error_text(r->ctx));
    return CQ_OK;
}

bool cq_race_goes_on(cq_race *g)
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

/* A racer that was given up, as it was before it began. */
static cq_status begin_again(cq_race *g, cq_racer *r)
{
    cq_racer before = *r;

    cq_assert(before.here && before.cut && !before.ended);
    cq_racer_drop(r);
    *r = (cq_racer){.here = true, .started = true, .spent = before.worked};
    r->worked = before.worked;
    r->effort = before.effort;
    r->progress = before.progress;
    return cq_racer_set_up(g, r, before.engine);
}

/* A turn in the thread that called. */
static cq_status run_here(cq_race *g, cq_racer *r)
{
    double bound = cq_racer_bound_here(g, r);

    cq_assert(!r->ended && !r->out && bound >= r->effort);
    r->here = r->started = true;
    if (r->cut && begin_again(g, r) != CQ_OK)
        return cq_fail(g->job->run.ctx, CQ_MEMORY, "out of memory");
    r->bound = bound;
    r->until = cq_clock_seconds() + cq_race_turn;
    pthread_mutex_unlock(&g->lock);
    r->status = cq_run_see_stop(&r->run, r->engine->run(&r->run));
    pthread_mutex_lock(&g->lock);
    r->effort = cq_run_effort(&r->run);
    r->worked = r->spent + r->run.worked;
    r->ended = !r->cut;
    return CQ_OK;
}

static cq_status take_turn(cq_race *g, cq_racer *r)
{
    if (r->here ||
        (!r->started && pthread_create(&r->thread, NULL, cq_racer_run, r) != 0))
        return run_here(g, r);
    r->started = true;
    wait_for(g, r);
    return CQ_OK;
}

cq_status cq_race_hold(cq_race *g, cq_racer **winner)
{
    cq_status status = CQ_OK;
    cq_racer *r;

    g->before = g->job->run.worked;
    while (status == CQ_OK && (r = cq_race_lowest(g)) && cq_race_goes_on(g)) {
        if (r->ended && cq_racer_decides(r)) {
            *winner = r;
            break;
        }
        status = r->ended ? leave(g, r) : take_turn(g, r);
    }
    return status;
}

void cq_race_call_off(cq_race *g)
{
    for (size_t i = 0; i < g->count; i++) {
        cq_racer *r = &g->racers[i];

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
