/* conversion.c - path conversion: an open tour, cut into cycles that are joined again.
 *
 * Tries a conversion (convert_path.h) from every start in order, beginning with the one
 * that the user chose, until one succeeds. A failure proves nothing.
 */
#include "engine/conversion/convert_path.h"

typedef struct search {
    cq_run *run;
    cq_conversion conversion;
    uint64_t starts, paths, cut, cycles, joins;
} search;

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind != CQ_TOUR || !problem->closed || problem->graph.vertices < 3
               ? cq_misfit("it makes closed tours of graphs only")
               : cq_fit_for(CQ_RANK_LAST, -1, "an open tour can often be closed");
}

/* True if the start leads to a closed tour. */
static bool try_start(search *s, uint32_t start)
{
    cq_conversion_end end = cq_conversion_from(&s->conversion, start);

    s->starts++;
    s->paths += end != CQ_NO_PATH;
    if (end == CQ_NO_PATH || end == CQ_NO_CUT)
        return false;
    s->cut++;
    s->cycles += s->conversion.convert.cycles;
    s->joins += s->conversion.convert.joins;
    return end == CQ_CONVERTED;
}

static cq_status deliver(search *s)
{
    cq_solution solution = {0};
    uint32_t n = s->run->problem->graph.vertices;
    cq_status status = cq_vec_reserve(s->run->ctx, &solution.members, n);
    bool enough;

    if (status == CQ_OK) {
        cq_convert_write(&s->conversion.convert, 0, solution.members.at);
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

    out->share = (double)s->starts / (double)s->run->problem->graph.vertices;
    out->work = s->starts;
    out->unit = "starts";
}

static cq_status run_conversion(cq_run *run)
{
    const cq_problem *problem = run->problem;
    const cq_conversion_rules rules = {run->ties, run->seed, run->move_order, run->cut,
                                       run->join};
    uint32_t n = problem->graph.vertices;
    uint32_t first = problem->from == CQ_NO_VERTEX ? 0 : problem->from;
    search s = {.run = run};
    bool tour = false;
    cq_status status = cq_conversion_init(run->ctx, problem, &rules, &s.conversion);

    run->progress = progress;
    run->state = &s;
    for (uint32_t i = 0; i < n && status == CQ_OK && !tour; i++) {
        if (cq_run_poll(run))
            break;
        tour = try_start(&s, (uint32_t)(((uint64_t)first + i) % n));
    }
    run->progress = NULL;
    if (status == CQ_OK && tour)
        status = deliver(&s);
    cq_then(status, add_counters(&s));
    cq_conversion_free(&s.conversion);
    return status;
}

const cq_engine cq_engine_conversion = {
    .name = "conversion",
    .summary = "closed tours from open ones: cut into cycles, joined along edges",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_CAN_MOVE_ORDER,
    .fits = fits,
    .run = run_conversion,
};
