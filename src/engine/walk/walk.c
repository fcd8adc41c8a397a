/* walk.c - the random-walk algorithm from every start, with a limit for each.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017): the right start finds a tour in seconds while another
 * one runs for hours, so each start gets a thread and ten seconds. Here each gets a
 * number of steps (--steps), so that the outcome does not depend on the machine:
 * threads take the starts in order, beginning with the given one, and of those that
 * decide the first in that order counts, whichever thread finished first. --start-time
 * limits each start by seconds, as in the paper. If the limit is never reached, this is
 * the algorithm without a limit: the first start decides.
 *
 * A closed tour visits every vertex, so one start searched to the end without success
 * proves that there is none. An open tour may start anywhere, so all starts must be
 * searched unless one is given.
 */
#include "engine/walk/rules.h"

#include "base/assert.h"
#include "base/clock.h"
#include "engine/team.h"
#include "problem/move_order.h"

#include <pthread.h>
#include <string.h>

static const uint64_t usual_steps = 1000000;
/* The starts go from the top of a board downwards, and the path goes to the bottom
 * first: docs/experiments.md compares the orders. */
static const char usual_order[] = "reverse";
/* Beside the steps of a start: it was searched to its end without a tour. */
static const uint64_t in_vain = UINT64_C(1) << 63;

typedef struct search {
    cq_run *run;
    cq_team team;
    cq_step_rules *workers;
    uint32_t *lists; /* in the order of moves, or NULL */
    uint64_t limit;
    uint32_t first, starts;       /* start number i is vertex first + i, round about */
    uint64_t *steps;              /* by start */
    atomic_uint_fast32_t decided; /* the first start that decides, so far */
    pthread_mutex_t lock;         /* of `tour`, `found` and lowering `decided` */
    uint32_t *tour;
    bool found;
} search;

typedef struct task {
    search *search;
    unsigned worker;
    uint32_t start;
    double deadline; /* 0: none */
} task;

static bool stops(void *user)
{
    task *t = user;
    search *s = t->search;

    return t->start > atomic_load_explicit(&s->decided, memory_order_relaxed) ||
           (t->deadline > 0 && cq_clock_seconds() > t->deadline) ||
           cq_team_stops(&s->team, t->worker);
}

static void settle(search *s, uint32_t start, const cq_step_rules *rules, bool found)
{
    cq_assert(!found || rules->length == rules->graph->vertices);
    pthread_mutex_lock(&s->lock);
    if (start < atomic_load(&s->decided)) {
        atomic_store(&s->decided, start);
        s->found = found;
        if (found)
            memcpy(s->tour, rules->path, rules->length * sizeof *s->tour);
    }
    pthread_mutex_unlock(&s->lock);
}

static cq_status try_start(void *shared, unsigned worker, size_t number)
{
    search *s = shared;
    cq_step_rules *rules = &s->workers[worker];
    task t = {.search = s, .worker = worker, .start = (uint32_t)number};
    double seconds = s->run->start_seconds;
    uint32_t n = rules->graph->vertices;
    cq_outcome outcome;
    cq_status status;

    if (t.start > atomic_load(&s->decided))
        return CQ_OK;
    if (seconds > 0)
        t.deadline = cq_clock_seconds() + seconds;
    status = cq_step_rules_walk(s->run->ctx, rules,
                                (uint32_t)(((uint64_t)s->first + number) % n), s->limit,
                                stops, &t, &outcome);
    cq_assert(t.start < s->starts && !s->steps[t.start]); /* each start once */
    s->steps[t.start] = rules->steps;
    if (status != CQ_OK || outcome == CQ_GAVE_UP)
        return status;
    if (outcome == CQ_FOUND_ONE || rules->problem->closed)
        settle(s, t.start, rules, outcome == CQ_FOUND_ONE);
    else
        s->steps[t.start] |= in_vain;
    return CQ_OK;
}

static void progress(void *state, cq_progress *out)
{
    search *s = state;

    out->work = atomic_load(&s->team.done);
    out->share = (double)out->work / s->starts;
    out->unit = "starts";
}

/* Also of a run that was stopped: what was done until then. */
static cq_status add_counters(const search *s, uint64_t starts, uint64_t steps)
{
    cq_status status = cq_answer_add_counter(s->run->answer, "starts tried", starts);

    return status == CQ_OK ? cq_answer_add_counter(s->run->answer, "steps", steps)
                           : status;
}

static cq_status conclude(search *s)
{
    uint32_t decided = (uint32_t)atomic_load(&s->decided), in_order = s->starts;
    uint64_t steps = 0, starts = 0, searched = 0;
    cq_solution solution = {0};
    cq_status status = CQ_OK;
    bool enough;

    cq_assert(decided <= s->starts && (!s->found || decided < s->starts));
    if (decided < s->starts)
        in_order = decided + 1; /* what others did beside it depends on the machine */
    for (uint32_t v = 0; v < in_order; v++) {
        starts += s->steps[v] > 0;
        steps += s->steps[v] & ~in_vain;
        searched += (s->steps[v] & in_vain) > 0;
    }
    cq_assert(starts <= in_order && searched <= starts);
    if (s->found) {
        solution.members.at = s->tour;
        solution.members.count = s->run->problem->graph.vertices;
        status = cq_run_found(s->run, &solution, &enough);
    } else if (decided < s->starts || searched == s->starts) {
        cq_run_exhausted(s->run, steps);
    }
    return status == CQ_OK ? add_counters(s, starts, steps) : status;
}

static cq_status set_up(search *s)
{
    const cq_run *run = s->run;
    cq_context *ctx = run->ctx;
    const cq_problem *problem = run->problem;
    const char *order = run->move_order ? run->move_order : usual_order;
    cq_status status = cq_move_order(ctx, problem, order, &s->lists);

    if (status != CQ_OK)
        return status;
    s->steps = cq_zalloc(ctx, s->starts, sizeof *s->steps);
    s->tour = cq_alloc(ctx, problem->graph.vertices, sizeof *s->tour);
    s->workers = cq_zalloc(ctx, run->threads, sizeof *s->workers);
    cq_try_memory(s->steps && s->tour && s->workers);
    for (unsigned i = 0; i < run->threads && status == CQ_OK; i++)
        status = cq_step_rules_init(ctx, problem, s->lists, run->ties, run->seed,
                                    &s->workers[i]);
    return status;
}

static void tear_down(search *s)
{
    cq_team_close(&s->team);
    for (unsigned i = 0; s->workers && i < s->run->threads; i++)
        cq_step_rules_free(&s->workers[i]);
    cq_free_each(s->workers, s->lists, s->steps, s->tour);
}

static cq_status run_walk(cq_run *run)
{
    const cq_problem *problem = run->problem;
    bool given = problem->from != CQ_NO_VERTEX;
    search s = {.run = run,
                .team = {.ctx = run->ctx, .run = run, .threads = run->threads},
                .limit = run->steps ? run->steps : usual_steps,
                .first = given ? problem->from : 0,
                .starts = given && !problem->closed ? 1 : problem->graph.vertices};
    cq_status status = set_up(&s);

    atomic_init(&s.decided, s.starts);
    pthread_mutex_init(&s.lock, NULL);
    if (status == CQ_OK) {
        run->progress = progress;
        run->state = &s;
        status = cq_team_go(&s.team, s.starts, try_start, &s);
        run->progress = NULL;
        if (status == CQ_OK || status == CQ_STOPPED)
            status = conclude(&s); /* run->stop says why it was stopped */
    }
    pthread_mutex_destroy(&s.lock);
    tear_down(&s);
    return status;
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind != CQ_TOUR
               ? cq_misfit("it is for tours and graphs only")
               : cq_fit_for(CQ_RANK_LAST, -1,
                            "a search with two rules, from every start");
}

const cq_engine cq_engine_walk = {
    .name = "walk",
    .summary = "tours by the random-walk algorithm, with a limit for each start",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_CAN_ENDS | CQ_CAN_MOVE_ORDER,
    .fits = fits,
    .run = run_walk,
};
