/* walk.c - the random-walk algorithm from every start, with a limit for each.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017): the right start finds a tour in seconds where another
 * one runs for hours, so each start gets a thread and ten seconds. Here each gets a
 * number of steps instead (--steps), so that the outcome does not depend on the
 * machine: threads take the starts in order, and of those that decide the first in that
 * order counts, whichever thread was first. With a limit that is never reached it is
 * the algorithm without one: the first start decides.
 *
 * A closed tour passes everywhere, so that one start that was searched to its end
 * without finding one proves that there is none; an open one may start anywhere, and
 * all starts must be searched.
 */
#include "engine/walk/rules.h"
#include "engine/team.h"

#include <pthread.h>
#include <string.h>

static const uint64_t usual_steps = 1000000;

typedef struct search {
    cq_run *run;
    cq_team team;
    cq_rules *workers;
    uint64_t limit;
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
} task;

static bool stops(void *user)
{
    task *t = user;
    search *s = t->search;

    return t->start > atomic_load_explicit(&s->decided, memory_order_relaxed) ||
           cq_team_stops(&s->team, t->worker);
}

static void settle(search *s, uint32_t start, const cq_rules *rules, bool found)
{
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
    cq_rules *rules = &s->workers[worker];
    task t = {.search = s, .worker = worker, .start = (uint32_t)number};
    cq_outcome outcome;

    if (t.start > atomic_load(&s->decided))
        return CQ_OK;
    outcome = cq_rules_walk(rules, t.start, s->run->seed, s->limit, stops, &t);
    s->steps[t.start] = rules->steps;
    if (outcome == CQ_FOUND_ONE || (outcome == CQ_SEARCHED_ALL && rules->closed))
        settle(s, t.start, rules, outcome == CQ_FOUND_ONE);
    else if (outcome == CQ_SEARCHED_ALL)
        s->steps[t.start] |= UINT64_C(1) << 63; /* nothing starts here */
    return CQ_OK;
}

static void progress(void *state, cq_progress *out)
{
    search *s = state;

    out->work = atomic_load(&s->team.done);
    out->share = (double)out->work / (double)s->run->problem->graph.vertices;
    out->unit = "starts";
}

static cq_status conclude(search *s)
{
    uint32_t n = s->run->problem->graph.vertices;
    uint32_t decided = (uint32_t)atomic_load(&s->decided), searched = 0;
    uint64_t steps = 0, starts = decided < n ? decided + 1 : n;
    cq_solution solution = {0};
    cq_status status = CQ_OK;
    bool enough;

    for (uint32_t v = 0; v < starts; v++) {
        steps += s->steps[v] & ~(UINT64_C(1) << 63);
        searched += (uint32_t)(s->steps[v] >> 63);
    }
    if (s->found) {
        solution.members.at = s->tour;
        solution.members.count = n;
        status = cq_run_found(s->run, &solution, &enough);
    } else if (decided < n || searched == n) {
        cq_run_exhausted(s->run, steps);
    }
    if (status == CQ_OK)
        status = cq_answer_add_counter(s->run->answer, "starts tried", starts);
    return status == CQ_OK ? cq_answer_add_counter(s->run->answer, "steps", steps)
                           : status;
}

static cq_status set_up(search *s)
{
    cq_context *ctx = s->run->ctx;
    const cq_problem *problem = s->run->problem;
    cq_status status = CQ_OK;

    s->steps = cq_zalloc(ctx, problem->graph.vertices, sizeof *s->steps);
    s->tour = cq_alloc(ctx, problem->graph.vertices, sizeof *s->tour);
    s->workers = cq_zalloc(ctx, s->run->threads, sizeof *s->workers);
    if (!s->steps || !s->tour || !s->workers)
        return CQ_MEMORY;
    for (unsigned i = 0; i < s->run->threads && status == CQ_OK; i++)
        status = cq_rules_init(ctx, &problem->graph, problem->closed, &s->workers[i]);
    return status;
}

static cq_status run_walk(cq_run *run)
{
    uint32_t n = run->problem->graph.vertices;
    search s = {.run = run,
                .team = {.ctx = run->ctx, .run = run, .threads = run->threads},
                .limit = run->steps ? run->steps : usual_steps};
    cq_status status = set_up(&s);

    atomic_init(&s.decided, n);
    pthread_mutex_init(&s.lock, NULL);
    if (status == CQ_OK) {
        run->progress = progress;
        run->state = &s;
        status = cq_team_go(&s.team, n, try_start, &s);
        run->progress = NULL;
    }
    if (status == CQ_OK || (status == CQ_STOPPED && s.found))
        status = conclude(&s);
    else if (status == CQ_STOPPED)
        status = CQ_OK; /* run->stop says why */
    cq_team_close(&s.team);
    pthread_mutex_destroy(&s.lock);
    for (unsigned i = 0; s.workers && i < run->threads; i++)
        cq_rules_free(&s.workers[i]);
    cq_free(s.workers);
    cq_free(s.steps);
    cq_free(s.tour);
    return status;
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    if (problem->kind != CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "it walks over graphs only");
        return;
    }
    fit->fits = true;
    fit->rank = CQ_RANK_LAST;
    snprintf(fit->why, sizeof fit->why, "a search with two rules, from every start");
}

const cq_engine cq_engine_walk = {
    .name = "walk",
    .summary = "tours by the random-walk algorithm, with a limit for each start",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_walk,
};
