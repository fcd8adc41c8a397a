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
#include "solve/race.h"

#include "base/assert.h"
#include "base/ranks.h"
#include "base/clock.h"

static void progress(void *state, cq_progress *out)
{
    const cq_race *g = state;
    double seconds = out->seconds;

    cq_assert(g->progress.share <= 1);
    if (!g->progress.unit)
        return; /* nobody has said anything yet */
    *out = g->progress;
    out->seconds = seconds;
}

/* It is no question of memory: none of them can. */
static bool all_refuse(const cq_race *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (g->racers[i].status != CQ_REFUSED)
            return false;
    return true;
}

static bool must_list(const cq_race *g, const cq_racer *winner)
{
    return g->goal == CQ_GOAL_ALL && winner->run.answer->verdict == CQ_YES;
}

/* *lister is the engine that is to go on alone; NULL: all is said. */
static cq_status run_race(cq_race *g, const cq_engine **lister)
{
    cq_run *run = &g->job->run;
    cq_racer *winner = NULL;
    cq_status status;

    run->progress = progress;
    run->state = g;
    pthread_mutex_lock(&g->lock);
    status = cq_race_hold(g, &winner);
    cq_race_call_off(g);
    pthread_mutex_unlock(&g->lock);
    run->progress = NULL;
    run->state = NULL;
    cq_try(status);
    if (winner) {
        cq_race_tell_notes(g, winner);
        if (!must_list(g, winner))
            return cq_race_adopt(g, winner);
        *lister = winner->engine;
        return CQ_OK;
    }
    if (run->stop == CQ_FINISHED)
        return cq_fail(run->ctx, all_refuse(g) ? CQ_REFUSED : CQ_MEMORY, "%s",
                       cq_error_text(g->racers[0].ctx));
    return cq_goal_is_best(g->goal) ? cq_job_in_peace(g->job, cq_race_adopt_partly, g)
                                    : CQ_OK;
}

cq_status cq_job_race(cq_job *j, const cq_planned *stage)
{
    const cq_engine *lister = NULL;
    cq_race *g;
    cq_status status = CQ_OK;

    cq_try(cq_run_lists(&j->run));
    g = cq_zalloc(j->run.ctx, 1, sizeof *g);
    cq_try_memory(g);
    j->run.answer->counters.count = 0; /* those of engines that did not decide it */
    g->job = j;
    g->count = stage->shown.count;
    cq_assert(g->count > 1 && g->count <= 8); /* see memory_limit in racer.c */
    g->goal = cq_classes_goal(j->classes, j->run.goal);
    g->spread = g->goal == CQ_GOAL_COUNT && cq_ranks_several(j->run.ranks);
    g->baton = j->run.threads < 2 && !g->spread;
    cq_note(j->run.ctx, "side by side: %s", stage->why);
    pthread_mutex_init(&g->lock, NULL);
    cq_wait_init(&g->news);
    for (size_t i = 0; i < g->count && status == CQ_OK; i++)
        status = cq_racer_set_up(g, &g->racers[i], stage->engines[i]);
    status = status == CQ_OK ? run_race(g, &lister)
                             : cq_fail(j->run.ctx, status, "out of memory");
    for (size_t i = 0; i < g->count; i++)
        cq_racer_drop(&g->racers[i]);
    pthread_cond_destroy(&g->news);
    pthread_mutex_destroy(&g->lock);
    cq_free(g);
    return lister ? cq_job_engine(j, lister) : status;
}
