/* census.c - an ensemble counted: path conversion on every start, and the truth.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017), section 5, ask of random graphs how many Hamiltonian
 * paths by Warnsdorff's rule their path conversion turns into cycles, and in how many
 * of the graphs with such a path it finds a cycle. Here every start is tried, every
 * cycle is verified, and the engines then decide of each graph whether it has a cycle
 * and whether it has a path at all.
 *
 * A graph is a task, and its figures go to a place of their own; the sums do not depend
 * on who did what. Each worker has a context of its own, since one context belongs to
 * one thread. Cost: for path conversion O(vertices * edges) a graph, which is nearly
 * all of it; the engines take a fraction of a millisecond for a thousand vertices.
 */
#include "study/ensemble.h"

#include "base/assert.h"
#include "base/settings.h"
#include "base/sized.h"

#include "engine/conversion/convert_path.h"
#include "engine/team.h"

#include <string.h>

typedef struct figures {
    uint64_t disconnected;
    uint32_t paths, converted;
    cq_verdict cycle, path;
    bool done;
} figures;

typedef struct worker {
    cq_context *ctx;
    cq_status status;
    cq_team *team;
    const struct study *study;
    unsigned number;
} worker;

typedef struct study {
    const cq_ensemble *ensemble;
    const cq_census_options *options;
    figures *figures;
    worker *workers;
} study;

/* ---- stopping ---- */

/* Whether to give up; the caller's thread also tells how far it is. */
static bool stops(worker *w)
{
    cq_team *team = w->team;
    const cq_census_options *options = w->study->options;

    if (w->number == 0 && options->on_progress &&
        !options->on_progress(options->user, atomic_load(&team->done)))
        cq_team_end(team, CQ_STOPPED);
    return cq_team_stops(team, w->number);
}

static bool on_progress(void *user, const cq_progress *progress)
{
    (void)progress;
    return !stops(user);
}

/* ---- path conversion ---- */

/* The graph as a question; it borrows the graph. */
static cq_problem pose(const cq_graph *graph, bool closed)
{
    return (cq_problem){.kind = CQ_TOUR,
                        .graph = *graph,
                        .closed = closed,
                        .from = CQ_NO_VERTEX,
                        .to = CQ_NO_VERTEX};
}

/* Whether what was converted goes along edges, back to its start, and through each
 * vertex once; the walk's path and marks are free until the next one. */
static bool is_cycle(cq_conversion *c)
{
    const cq_graph *graph = c->walk.graph;
    uint32_t n = graph->vertices, *tour = c->walk.path;
    bool *seen = c->walk.visited;

    cq_convert_write(&c->convert, 0, tour);
    memset(seen, 0, n * sizeof *seen);
    for (uint32_t i = 0; i < n; i++) {
        if (seen[tour[i]] || !cq_graph_adjacent(graph, tour[i], tour[(i + 1) % n]))
            return false;
        seen[tour[i]] = true;
    }
    return true;
}

static cq_status convert_paths(worker *w, const cq_graph *graph, figures *f)
{
    const cq_census_options *o = w->study->options;
    const cq_conversion_rules rules = {.ties = o->ties,
                                       .seed = w->study->ensemble->seed,
                                       .cut = o->cut,
                                       .join = o->join};
    const cq_problem problem = pose(graph, true);
    cq_conversion c = {0};
    cq_status status = cq_conversion_init(w->ctx, &problem, &rules, &c);

    for (uint32_t v = 0; v < graph->vertices && status == CQ_OK && !stops(w); v++) {
        cq_conversion_end end = cq_conversion_from(&c, v);

        f->paths += end != CQ_NO_PATH;
        f->converted += end == CQ_CONVERTED;
        if (end == CQ_CONVERTED && !is_cycle(&c))
            status = cq_fail(w->ctx, CQ_DEFECT,
                             "path conversion made a cycle that fails its check");
    }
    cq_conversion_free(&c);
    return status;
}

/* ---- the truth ---- */

static cq_status decide(worker *w, const cq_graph *graph, bool closed, cq_verdict *out)
{
    const cq_census_options *asked = w->study->options;
    const cq_options options =
        CQ_OPTIONS(.seconds = asked->seconds, .steps = asked->steps,
                   .start_seconds = asked->start_seconds,
                   .seed = w->study->ensemble->seed, .user = w,
                   .on_progress = on_progress);
    const cq_problem problem = pose(graph, closed);
    cq_answer *answer = NULL;
    cq_status status = cq_solve(w->ctx, &problem, CQ_GOAL_FIND, &options, &answer);

    if (status != CQ_OK)
        return status;
    if (cq_answer_stop(answer) == CQ_STOP_MEMORY)
        status = CQ_MEMORY; /* with its message; not a question that is left open */
    *out = cq_answer_verdict(answer);
    cq_answer_free(answer);
    return status;
}

/* A cycle is a path too; what was found cannot have been refuted. */
static cq_status compare(worker *w, const figures *f)
{
    if ((f->converted && f->cycle == CQ_NO) || (f->paths && f->path == CQ_NO) ||
        (f->cycle == CQ_YES && f->path == CQ_NO))
        return cq_fail(w->ctx, CQ_DEFECT,
                       "a graph has a cycle or a path that another engine refutes");
    return CQ_OK;
}

static cq_status look_at(worker *w, uint64_t number, figures *f)
{
    cq_graph graph;
    cq_status status =
        cq_ensemble_graph(w->ctx, w->study->ensemble, number, &graph, &f->disconnected);

    if (status != CQ_OK)
        return status;
    if (graph.vertices > 2)
        status = convert_paths(w, &graph, f);
    if (status == CQ_OK && !stops(w))
        status = decide(w, &graph, true, &f->cycle);
    if (status == CQ_OK && !stops(w))
        status = decide(w, &graph, false, &f->path);
    cq_then(status, compare(w, f));
    f->done = status == CQ_OK && !stops(w);
    cq_graph_free(&graph);
    return status;
}

/* ---- all of them ---- */

static cq_status work(void *shared, unsigned number, size_t task)
{
    const study *s = shared;
    worker *w = &s->workers[number];

    cq_assert(w->number == number && !s->figures[task].done);
    w->status = look_at(w, task, &s->figures[task]);
    return w->status;
}

static void add_up(const figures *f, cq_census *sum)
{
    if (!f->done)
        return;
    cq_assert(f->converted <= f->paths); /* a path is converted into a cycle */
    cq_assert(f->cycle != CQ_YES || f->path != CQ_NO);
    sum->graphs++;
    sum->disconnected += f->disconnected;
    sum->paths += f->paths;
    sum->converted += f->converted;
    sum->path_graphs += f->paths > 0;
    sum->cycle_graphs += f->converted > 0;
    sum->cycle += f->cycle == CQ_YES;
    sum->no_cycle += f->cycle == CQ_NO;
    sum->path += f->path == CQ_YES;
    sum->no_path += f->path == CQ_NO;
    sum->undecided += f->cycle == CQ_UNKNOWN || f->path == CQ_UNKNOWN;
}

/* What went wrong in a worker's context is said in the caller's. */
static cq_status gather(cq_context *ctx, const study *s, unsigned threads,
                        cq_status status)
{
    for (unsigned i = 0; i < threads; i++)
        if (s->workers[i].status != CQ_OK)
            return cq_fail(ctx, s->workers[i].status, "%s",
                           cq_error_text(s->workers[i].ctx));
    return status;
}

static cq_status open_workers(cq_context *ctx, study *s, cq_team *team)
{
    size_t limit = cq_context_room(ctx) / team->threads;

    for (unsigned i = 0; i < team->threads; i++) {
        worker *w = &s->workers[i];

        *w = (worker){.team = team, .study = s, .number = i, .ctx = cq_context_new()};
        if (!w->ctx)
            return cq_fail(ctx, CQ_MEMORY, "out of memory");
        cq_context_limit_memory(w->ctx, limit);
    }
    return CQ_OK;
}

static cq_status take(cq_context *ctx, const cq_ensemble *ensemble,
                      const cq_census_options *options, cq_census *out, bool *stopped)
{
    cq_team team = {.ctx = ctx, .threads = options->threads ? options->threads : 1};
    study s = {.ensemble = ensemble, .options = options};
    cq_status status = CQ_MEMORY;

    s.figures = cq_zalloc(ctx, cq_size(ensemble->graphs), sizeof *s.figures);
    s.workers = cq_zalloc(ctx, team.threads, sizeof *s.workers);
    if (s.figures && s.workers)
        status = open_workers(ctx, &s, &team);
    if (status == CQ_OK) {
        status = cq_team_go(&team, (size_t)ensemble->graphs, work, &s);
        *stopped = status == CQ_STOPPED;
        status = gather(ctx, &s, team.threads, *stopped ? CQ_OK : status);
    }
    if (status == CQ_OK) {
        *out = (cq_census){0};
        for (uint64_t i = 0; i < ensemble->graphs; i++)
            add_up(&s.figures[i], out);
        cq_assert(out->cycle + out->no_cycle <= out->graphs);
        cq_assert(*stopped || out->graphs == ensemble->graphs);
    }
    cq_team_close(&team);
    for (unsigned i = 0; s.workers && i < team.threads; i++)
        cq_context_free(s.workers[i].ctx);
    cq_free_each(s.figures, s.workers);
    return status;
}

cq_status cq_census_take(cq_context *ctx, const cq_ensemble *ensemble,
                         const cq_census_options *options, cq_census *out,
                         bool *stopped)
{
    cq_census_options known;
    cq_ensemble asked;

    cq_try(cq_ensemble_read(ctx, ensemble, &asked));
    cq_try(cq_sized_read(ctx, "CQ_CENSUS_INIT", options, sizeof known, &known));
    cq_try(cq_seconds_check(ctx, known.seconds));
    cq_try(cq_seconds_check(ctx, known.start_seconds));
    cq_try(cq_threads_check(ctx, known.threads));
    cq_try(cq_tour_rules_check(ctx, known.ties, known.cut, known.join));
    if (!out || !stopped)
        return cq_fail(ctx, CQ_INPUT, "there is no place for the census");
    return take(ctx, &asked, &known, out, stopped);
}
