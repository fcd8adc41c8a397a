/* branch.c - the engine: the cheapest and dearest covers by branch and bound.
 *
 * For covers whose frontier is too wide for a sweep. As in Knuth's DLX5 (The Art of
 * Computer Programming 4B, 7.2.2.1) the search backtracks if the remaining items cannot
 * be covered for less than the worst of the best covers so far. The bound comes from
 * the dual of the linear relaxation (dual.c) and is far sharper than adding up the
 * cheapest option of each item.
 *
 * If it is stopped, it returns the best covers so far and the bound.
 */
#include "engine/branch/branch.h"

#include "base/assert.h"
#include "base/gcd.h"
#include "engine/option_weights.h"

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    return problem->kind == CQ_TOUR ? cq_misfit("a tour is not an exact cover")
                                    : cq_fit_for(CQ_RANK_EXACT, -1,
                                                 "the search turns back when a bound "
                                                 "shows that nothing better follows");
}

static void progress(void *state, cq_progress *out)
{
    const cq_branch *b = state;

    out->work = b->nodes;
    out->unit = "nodes";
}

static void meter(const void *state, double units[CQ_UNITS])
{
    const cq_branch *b = state;

    units[0] += (double)b->nodes;
    units[1] += (double)b->looks;
}

/* ---- setting up ---- */

/* Costs finer, as long as prices can be added up, and their common divisor. */
static void scale_costs(cq_branch *b)
{
    size_t options = cq_cover_options(b->cover);
    uint64_t most = b->keeper.size ? b->keeper.size : 1, common = 0;
    uint64_t room = (UINT64_C(1) << 52) / (b->cover->primary + 1);

    while (b->shift < 16 && most << (b->shift + 1) < room)
        b->shift++;
    for (size_t i = 0; i < options; i++) {
        int64_t cost = b->keeper.costs[i];

        common = cq_gcd(cost < 0 ? -(uint64_t)cost : (uint64_t)cost, common);
        b->costs[i] = cost * ((int64_t)1 << b->shift);
    }
    b->step = (int64_t)((common ? common : 1) << b->shift);
}

static cq_status make_room(cq_branch *b)
{
    cq_context *ctx = b->run->ctx;
    size_t items = b->cover->items.count;

    b->costs = cq_alloc(ctx, cq_cover_options(b->cover) + 1, sizeof *b->costs);
    b->least = cq_zalloc(ctx, items, sizeof *b->least);
    b->most = cq_zalloc(ctx, items, sizeof *b->most);
    b->colour = cq_zalloc(ctx, items, sizeof *b->colour);
    b->uses = cq_zalloc(ctx, items, sizeof *b->uses);
    b->counts = cq_zalloc(ctx, items, sizeof *b->counts);
    b->starts = cq_zalloc(ctx, items, sizeof *b->starts);
    b->open = cq_zalloc(ctx, items, sizeof *b->open);
    b->prices = cq_zalloc(ctx, items, sizeof *b->prices);
    b->best = cq_zalloc(ctx, items, sizeof *b->best);
    b->wanting = cq_zalloc(ctx, items, sizeof *b->wanting);
    b->lists = cq_alloc(ctx, b->cover->entries.count, sizeof *b->lists);
    if (!b->costs || !b->least || !b->most || !b->colour || !b->uses || !b->counts ||
        !b->starts || !b->open || !b->prices || !b->best || !b->wanting || !b->lists)
        return CQ_MEMORY;
    for (size_t i = 0; i < items; i++) {
        b->least[i] = b->cover->items.at[i].least;
        b->most[i] = b->cover->items.at[i].most;
    }
    return CQ_OK;
}

static void tear_down(cq_branch *b)
{
    cq_free_each(b->costs, b->least, b->most, b->colour, b->uses, b->counts, b->starts,
                 b->open, b->prices, b->best, b->wanting, b->lists);
    for (size_t i = 0; i < b->levels.count; i++)
        cq_vec_free_each(&b->levels.at[i].leads, &b->levels.at[i].ways);
    cq_vec_free_each(&b->levels, &b->chosen);
    cq_keeper_close(&b->keeper);
}

/* ---- what is found ---- */

/* No cover costs less than the bound of the first level; costs are multiples. */
static cq_status set_limit(cq_branch *b)
{
    int64_t step = b->step >> b->shift, bound = b->root / ((int64_t)1 << b->shift);
    cq_status status;
    mpq_t limit;

    bound = b->root > bound * ((int64_t)1 << b->shift) ? bound + 1 : bound;
    bound += ((-bound % step) + step) % step;
    for (size_t i = 0; i < b->keeper.kept.count; i++)
        cq_assert(bound <= b->keeper.kept.at[i].cost);
    mpq_init(limit);
    cq_costs_value(bound, b->run->goal == CQ_GOAL_DEAREST, b->keeper.units, limit);
    status = cq_run_limit(b->run, limit);
    mpq_clear(limit);
    return status;
}

static cq_status conclude(cq_branch *b, bool stopped)
{
    cq_answer *answer = b->run->answer;

    if (stopped && b->root != INT64_MIN && b->keeper.kept.count)
        cq_try(set_limit(b));
    cq_try(cq_keeper_deliver(&b->keeper));
    if (!stopped && b->keeper.kept.count == 0)
        cq_run_exhausted(b->run, b->nodes);
    cq_try(cq_answer_add_counter(answer, "nodes", b->nodes));
    return cq_answer_add_counter(answer, "entries looked at", b->looks);
}

/* ---- the run ---- */

static cq_status search(cq_branch *b)
{
    cq_run *run = b->run;
    cq_status status;

    run->progress = progress;
    run->state = b;
    run->meter = meter;
    status = cq_branch_walk(b);
    cq_run_spend(run);
    run->progress = NULL;
    run->state = NULL;
    if (status == CQ_OK || status == CQ_STOPPED) {
        cq_status concluded = conclude(b, status == CQ_STOPPED);

        status = concluded == CQ_OK ? status : concluded;
    }
    return status;
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    cq_branch b = {
        .run = run, .cover = cover, .cutoff = CQ_NO_CUTOFF, .root = INT64_MIN};
    cq_status status;

    cq_try(cq_keeper_open(&b.keeper, run, cover, placements));
    status = make_room(&b);
    if (status == CQ_OK) {
        scale_costs(&b);
        status = search(&b);
    }
    tear_down(&b);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

static cq_status run_branch(cq_run *run)
{
    return cq_run_as_cover(run, run_cover);
}

const cq_engine cq_engine_branch = {
    .name = "branch",
    .summary = "the cheapest and dearest covers by branch and bound",
    .goals = CQ_GOAL_BIT(CQ_GOAL_CHEAPEST) | CQ_GOAL_BIT(CQ_GOAL_DEAREST),
    .way = CQ_WAY_BOUND,
    .units = {"nodes", "entries looked at"},
    .fits = fits,
    .run = run_branch,
};
