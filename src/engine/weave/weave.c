/* weave.c - tours woven from cycles, in nearly linear time.
 *
 * A tour gives every vertex two threads, one to each neighbour on the tour; and most
 * ways to give every vertex two threads can be turned into a tour by small changes. So
 * the engine first gives every vertex its two threads (strands.c, block_tours.c,
 * two_factor.c), then joins the resulting cycles (cycles.c). If some are left, it
 * loosens threads around them and continues from there (loosen.c). If rounds do not
 * help, it starts over with different random choices.
 *
 * The plan is that of Davies, Xue and Yerger's "path conversion" for Aztec diamonds
 * (Involve 10, 2017) with a 2-factor by alternating paths instead of a greedy cut.
 * Conrad, Hindrichs, Morsy and Wegener ("Solution of the knight's Hamiltonian path
 * problem on chessboards", Discrete Applied Mathematics 50, 1994) and Parberry ("An
 * efficient algorithm for the knight's tour problem", 1997) join prepared blocks by the
 * same squares of edges.
 *
 * A failure proves nothing: the verdict stays unknown, and another engine continues.
 */
#include "engine/weave/weave.h"

#include "base/assert.h"

/* All but the threads. */
static void drop_scratch(cq_weave *w)
{
    cq_vec_free_each(&w->short_of, &w->queue, &w->odd, &w->after, &w->cycles.root,
                     &w->cycles.size, &w->cycles.first);
    cq_free_each(w->lists, w->cycles.of, w->near, w->parent, w->left);
    w->cycles.of = w->parent = w->left = w->lists = NULL;
    w->near = NULL;
}

void cq_weave_free(cq_weave *w)
{
    drop_scratch(w);
    cq_loom_free(&w->loom);
    cq_graph_free(&w->fixed);
}

enum { PATIENCE = 20 };

/* A given end leads out of the loom; in a block it loses a thread for that. */
static cq_status set_end(cq_weave *w, uint32_t v)
{
    cq_loom *f = &w->loom;

    if (v == CQ_LINK_NONE)
        return CQ_OK;
    if (cq_loom_full(f, v)) {
        uint32_t to = cq_loom_link(f, v, 1);

        cq_loom_untie(f, v, to);
        cq_try(cq_vec_push(w->run->ctx, &w->short_of, to));
    }
    cq_assert(w->open && !cq_loom_full(f, v));
    cq_loom_add(f, v, CQ_LINK_END);
    return cq_loom_full(f, v) ? CQ_OK : cq_vec_push(w->run->ctx, &w->short_of, v);
}

/* The first threads. */
static cq_status begin(cq_weave *w)
{
    if (w->starts++)
        cq_loom_clear(&w->loom);
    w->short_of.count = 0;
    cq_try(cq_weave_blocks(w));
    cq_try(set_end(w, w->from));
    cq_try(set_end(w, w->to));
    return w->stopped ? CQ_OK : cq_weave_strands(w);
}

/* Joins and mends; *left is the number of cycles that could not be joined, *blind
 * whether changes were made whose effect is not known. */
static cq_status join(cq_weave *w, uint32_t *left, bool *blind)
{
    uint64_t before = w->blind;
    cq_status status = cq_weave_join(w);

    *left = w->cycles.parts;
    if (status == CQ_OK && *left > 1 && !w->stopped)
        status = cq_weave_mend(w);
    *blind = w->blind > before;
    return status;
}

/* One start: rounds of factor, join and loosen until one cycle is left. */
static cq_status start(cq_weave *w, bool *done)
{
    uint32_t fewest = UINT32_MAX, left;
    unsigned since = 0; /* rounds since there were so few cycles */
    bool blind = false, whole = false;
    cq_status status = begin(w);

    while (status == CQ_OK && !w->stopped && !w->impossible && ++since <= PATIENCE) {
        w->rounds++;
        if (!whole)
            status = cq_weave_factor(w, &whole);
        if (status != CQ_OK || w->stopped || !whole)
            break;
        cq_assert(cq_loom_check(&w->loom) && cq_loom_count_loose(&w->loom) == 0);
        status = join(w, &left, &blind);
        if (status != CQ_OK || w->stopped)
            break;
        *done = w->cycles.parts == 1 && (!blind || cq_weave_is_one(w));
        cq_assert(!*done || cq_weave_is_one(w));
        if (*done)
            break;
        if (left < fewest) {
            fewest = left;
            since = 0;
        }
        if (!blind)
            status = cq_weave_loosen(w, &whole);
    }
    return status;
}

cq_status cq_weave_try(cq_weave *w, uint64_t allowed, bool *done)
{
    uint64_t first = w->loom.work;
    cq_status status = CQ_OK;

    *done = false;
    do
        status = start(w, done);
    while (status == CQ_OK && !*done && !w->impossible && !w->stopped &&
           !cq_run_poll(w->run) && w->loom.work - first < allowed);
    return status;
}

/* ---- the run ---- */

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    const cq_graph *graph = &problem->graph;

    (void)goal;
    if (problem->kind != CQ_TOUR)
        return cq_misfit("it weaves tours only");
    if (problem->symmetric && (graph->must.count || graph->gone.count))
        return cq_misfit(
            "it cannot make symmetric tours with required or forbidden moves");
    return cq_fit_for(CQ_RANK_DIRECT, 8e-6 + 1e-8 * (double)graph->vertices,
                      "cycles are joined in nearly linear time");
}

uint32_t cq_weave_place(const cq_weave *w, uint32_t vertex)
{
    const cq_board *board = w->loom.board;
    cq_cell cell;

    if (vertex == CQ_NO_VERTEX)
        return CQ_LINK_NONE;
    if (!board)
        return vertex;
    cell = cq_problem_cell(w->run->problem, vertex);
    return (cq_row(board, cell) + w->loom.above) * w->loom.stride + cq_col(board, cell);
}

static cq_status set_up(cq_weave *w)
{
    const cq_problem *problem = w->run->problem;
    bool fits_board = false;
    cq_status status = CQ_OK;

    if (problem->graph.must.count) { /* closed: see CQ_CAN_MUST */
        status = cq_graph_fix(w->run->ctx, &problem->graph, &w->fixed);
        cq_then(status, cq_loom_of_graph(w->run->ctx, &w->fixed, &w->loom));
        fits_board = true; /* the loom is there */
    } else if (cq_problem_leaps(problem))
        status = cq_loom_of_board(w->run->ctx, problem->board, &problem->leaper,
                                  &w->loom, &fits_board);
    if (status == CQ_OK && !fits_board)
        status = cq_run_lists(w->run);
    problem = w->run->problem;
    if (status == CQ_OK && !fits_board)
        status = cq_loom_of_graph(w->run->ctx, &problem->graph, &w->loom);
    cq_then(status, cq_poll(w->run->ctx)); /* a large loom has taken a while */
    if (status != CQ_OK)
        return status;
    cq_random_seed(&w->loom.random, w->run->seed);
    w->from = cq_weave_place(w, problem->from);
    w->to = cq_weave_place(w, problem->to);
    if (problem->closed && w->to == CQ_LINK_NONE)
        w->from = CQ_LINK_NONE; /* it only says where the tour is printed from */
    w->open = !problem->closed || w->to != CQ_LINK_NONE;
    if (w->open && w->from == CQ_LINK_NONE) { /* a path has no direction */
        w->from = w->to;
        w->to = CQ_LINK_NONE;
    }
    cq_assert(w->open || (w->from == CQ_LINK_NONE && w->to == CQ_LINK_NONE));
    cq_assert(w->from != CQ_LINK_NONE || w->to == CQ_LINK_NONE);
    if (w->open) {
        w->loose_ends += w->from == CQ_LINK_NONE;
        w->loose_ends += w->to == CQ_LINK_NONE;
    }
    return CQ_OK;
}

/* Without the vertices that stand for edges. */
static void drop_middles(cq_u32s *walk, uint32_t vertices)
{
    size_t kept = 0;

    for (size_t i = 0; i < walk->count; i++)
        if (walk->at[i] < vertices)
            walk->at[kept++] = walk->at[i];
    walk->count = kept;
    cq_assert(kept == vertices);
}

static cq_status deliver(cq_weave *w)
{
    const cq_problem *problem = w->run->problem;
    cq_solution solution = {0};
    bool enough;
    cq_status status;

    drop_scratch(w);
    status = cq_weave_unwind(w, &solution.members);
    cq_loom_free(&w->loom);
    if (status == CQ_OK && problem->from == CQ_NO_VERTEX && problem->to != CQ_NO_VERTEX)
        cq_u32s_reverse(&solution.members); /* from its end to its start */
    if (status == CQ_OK && w->fixed.vertices)
        drop_middles(&solution.members, problem->graph.vertices);
    cq_then(status, cq_run_hand_over(w->run, &solution, &enough));
    cq_solution_free(&solution);
    return status;
}

static cq_status count(cq_weave *w)
{
    const struct {
        const char *name;
        uint64_t value;
    } counters[] = {
        {"starts", w->starts},       {"blocks", w->blocks},    {"strands", w->strands},
        {"augmented", w->augmented}, {"reached", w->searched}, {"joins", w->joined},
        {"mended", w->mended},       {"rounds", w->rounds},
    };

    for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
        if (counters[i].value)
            cq_try(cq_answer_add_counter(w->run->answer, counters[i].name,
                                         counters[i].value));
    return CQ_OK;
}

/* Places looked at before the engine gives up. */
static uint64_t allowance(uint32_t vertices)
{
    return 300000 + 600 * (uint64_t)vertices;
}

static cq_status run_weave(cq_run *run)
{
    cq_weave w = {.run = run};
    uint32_t n = run->problem->graph.vertices;
    bool done = false;
    cq_status status = CQ_OK;

    if (n == 0 || (run->problem->closed && n < 3))
        return CQ_OK;
    if (run->problem->symmetric)
        return cq_weave_symmetric(run, allowance(n));
    status = set_up(&w);
    cq_then(status, cq_weave_try(&w, allowance(n), &done));
    if (status == CQ_OK && done)
        status = deliver(&w);
    cq_then(status, count(&w));
    cq_weave_free(&w);
    return status;
}

const cq_engine cq_engine_weave = {
    .name = "weave",
    .summary =
        "tours of any board or graph: a 2-factor whose cycles are joined into one",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND),
    .can = CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_CAN_OUTLINE | CQ_CAN_MUST,
    .fits = fits,
    .run = run_weave,
};
