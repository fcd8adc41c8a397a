/* cuts.c - a few vertices without which too many parts are left, by trying them all.
 *
 * Sets of k - 1 vertices are taken out one after the other, smallest k first, and a
 * depth-first search tells for all others at once how many parts are left without one
 * more (hinge.h). It goes on as long as the sets of the next size are few enough for
 * the time that a search is worth: every set of three vertices on the chessboard, for
 * example. So the cut that is found is a smallest one; if none is found nothing is
 * known. To decide whether a graph is tough is hard in general (D. Bauer, S. L. Hakimi
 * and E. Schmeichel, Recognizing tough graphs is NP-hard, 1990).
 *
 * Cost: linear in the graph for each set.
 */
#include "engine/cutset.h"
#include "engine/hinge.h"

/* Edges to look at, twice each: a fraction of a second, or some seconds where only the
 * reason is asked for. */
static const double worth_finding = 4e6, worth_proving = 5e8;

typedef struct search {
    cq_run *run;
    cq_cutset cut;
    cq_hinge hinge;
    uint32_t *chosen; /* ascending */
    size_t size;
    uint64_t sets;
    bool found;
} search;

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    if (problem->kind != CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "it judges graphs only");
        return;
    }
    fit->fits = true;
    fit->cost = 1e5; /* after all that find quickly, before the exact search */
    snprintf(fit->why, sizeof fit->why, "small cuts are a reason that can be seen");
}

/* How many sets of so many vertices there are, as far as that matters. */
static double sets_of(size_t size, uint32_t n)
{
    double sets = 1;

    for (size_t i = 0; i < size; i++)
        sets *= (double)(n - i) / (double)(i + 1);
    return sets;
}

static void start_sets(search *s, size_t size)
{
    for (size_t i = 0; i < s->size; i++)
        s->cut.taken[s->chosen[i]] = 0;
    s->size = size;
    for (size_t i = 0; i < size; i++) {
        s->chosen[i] = (uint32_t)i;
        s->cut.taken[i] = 1;
    }
}

/* The next set in lexicographic order; false after the last. */
static bool next_set(search *s)
{
    uint32_t n = s->cut.graph->vertices;
    size_t at = s->size;

    while (at > 0 && s->chosen[at - 1] == n - (s->size - at) - 1)
        s->cut.taken[s->chosen[--at]] = 0;
    if (at == 0) {
        s->size = 0; /* all were put back */
        return false;
    }
    s->cut.taken[s->chosen[at - 1]++] = 0;
    for (size_t i = at; i < s->size; i++)
        s->chosen[i] = s->chosen[i - 1] + 1;
    for (size_t i = at - 1; i < s->size; i++)
        s->cut.taken[s->chosen[i]] = 1;
    return true;
}

/* Whether one more makes it a proof; then it is taken too. */
static bool try_set(search *s)
{
    size_t parts = 0;
    uint32_t v = cq_hinge_find(&s->hinge, s->cut.taken, NULL, &parts);

    s->sets++;
    if (v == UINT32_MAX || !cq_cut_proves(s->cut.closed, s->size + 1, parts))
        return false;
    s->cut.taken[v] = 1;
    return true;
}

static void try_all(search *s)
{
    const cq_graph *graph = s->cut.graph;
    double worth = s->run->goal == CQ_GOAL_WHY ? worth_proving : worth_finding;
    double arcs = (double)graph->starts[graph->vertices] + graph->vertices;

    for (size_t size = 0; size + 2 < graph->vertices; size++) {
        worth -= sets_of(size, graph->vertices) * arcs;
        if (worth < 0)
            break;
        start_sets(s, size);
        do {
            if (s->sets % 64 == 0 && cq_run_poll(s->run))
                return;
            s->found = try_set(s);
        } while (!s->found && next_set(s));
        if (s->found)
            break;
    }
}

static void progress(void *state, cq_progress *out)
{
    const search *s = state;

    out->work = s->sets;
    out->unit = "cuts";
}

static cq_status run_cuts(cq_run *run)
{
    const cq_graph *graph = &run->problem->graph;
    search s = {.run = run};
    cq_certificate certificate = {0};
    cq_status status = cq_cutset_init(run, &s.cut);

    if (status == CQ_OK)
        status = cq_hinge_init(run->ctx, graph, &s.hinge);
    s.chosen =
        status == CQ_OK ? cq_alloc(run->ctx, graph->vertices, sizeof *s.chosen) : NULL;
    if (!s.chosen)
        status = CQ_MEMORY;
    if (status == CQ_OK) {
        run->progress = progress;
        run->state = &s;
        try_all(&s);
        run->progress = NULL;
    }
    if (status == CQ_OK && s.found)
        status = cq_cutset_certify(run, &s.cut, &certificate);
    if (status == CQ_OK && s.found)
        cq_run_refute(run, &certificate);
    if (status == CQ_OK)
        status = cq_answer_add_counter(run->answer, "cuts tried", s.sets);
    cq_cutset_free(&s.cut);
    cq_hinge_free(&s.hinge);
    cq_free(s.chosen);
    cq_certificate_free(&certificate);
    return status;
}

const cq_engine cq_engine_cuts = {
    .name = "cuts",
    .summary = "proofs that there is no tour: all small cuts",
    .goals =
        CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_ALL) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_cuts,
};
