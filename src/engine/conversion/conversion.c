/* conversion.c - path conversion: an open tour, cut into cycles that are joined again.
 *
 * S. Davies, C. Xue and C. R. Yerger, Algorithms for finding knight's tours on Aztec
 * diamonds (Involve 10, 2017). From every start in order: a walk by Warnsdorff's rule
 * (warnsdorff_rule.h); if it has all vertices, it is cut into cycles and those are
 * joined (cut_and_join.h); if they do not become one, the next start. The paper breaks
 * ties by number; the other tie-breaks are allowed too. What fails proves nothing.
 */
#include "engine/conversion/cut_and_join.h"
#include "engine/graph/warnsdorff_rule.h"

typedef struct search {
    cq_run *run;
    cq_warnsdorff walk;
    cq_convert convert;
    uint64_t starts, paths, cut, cycles, joins;
} search;

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    if (problem->kind != CQ_TOUR || !problem->closed || problem->graph.vertices < 3) {
        snprintf(fit->why, sizeof fit->why, "it makes closed tours of graphs only");
        return;
    }
    fit->fits = true;
    fit->rank = CQ_RANK_LAST;
    snprintf(fit->why, sizeof fit->why, "an open tour can often be closed");
}

/* True if the start leads to a closed tour. */
static bool try_start(search *s, uint32_t start)
{
    bool done = false;

    s->starts++;
    if (!cq_warnsdorff_walk(&s->walk, start))
        return false;
    s->paths++;
    if (!cq_convert_cut(&s->convert, s->walk.path))
        return false;
    s->cut++;
    done = cq_convert_join(&s->convert);
    s->cycles += s->convert.cycles;
    s->joins += s->convert.joins;
    return done;
}

static cq_status deliver(search *s)
{
    cq_solution solution = {0};
    uint32_t n = s->walk.graph->vertices;
    cq_status status = cq_vec_reserve(s->run->ctx, &solution.members, n);
    bool enough;

    if (status == CQ_OK) {
        cq_convert_write(&s->convert, solution.members.at);
        solution.members.count = n;
        status = cq_run_found(s->run, &solution, &enough);
    }
    cq_solution_free(&solution);
    return status;
}

static cq_status add_counters(search *s)
{
    const struct {
        const char *name;
        uint64_t value;
    } counters[] = {{"starts tried", s->starts},
                    {"paths found", s->paths},
                    {"paths cut", s->cut},
                    {"cycles cut", s->cycles},
                    {"joins", s->joins}};
    cq_status status = CQ_OK;

    for (size_t i = 0; i < sizeof counters / sizeof *counters && status == CQ_OK; i++)
        status =
            cq_answer_add_counter(s->run->answer, counters[i].name, counters[i].value);
    return status;
}

static void progress(void *state, cq_progress *out)
{
    const search *s = state;

    out->share = (double)s->starts / (double)s->walk.graph->vertices;
    out->work = s->starts;
    out->unit = "starts";
}

static cq_status run_conversion(cq_run *run)
{
    const cq_problem *problem = run->problem;
    search s = {.run = run};
    bool tour = false;
    cq_status status = cq_warnsdorff_init(run->ctx, &problem->graph, problem->board,
                                          run->ties, run->seed, &s.walk);

    if (status == CQ_OK)
        status = cq_convert_init(run->ctx, &problem->graph, &s.convert);
    run->progress = progress;
    run->state = &s;
    for (uint32_t v = 0; v < problem->graph.vertices && status == CQ_OK && !tour; v++) {
        if (cq_run_poll(run))
            break;
        tour = try_start(&s, v);
    }
    run->progress = NULL;
    if (status == CQ_OK && tour)
        status = deliver(&s);
    if (status == CQ_OK)
        status = add_counters(&s);
    cq_warnsdorff_free(&s.walk);
    cq_convert_free(&s.convert);
    return status;
}

const cq_engine cq_engine_conversion = {
    .name = "conversion",
    .summary = "closed tours from open ones: cut into cycles, joined along edges",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_conversion,
};
