/* frontier.c - the engine: counts covers by their state on the frontier.
 *
 * For every cover problem and every tiling, with secondary items, colours and copies:
 * an order is found and turned into a plan, and the sweep runs through it. Other
 * questions, such as whether there is a cover and what one looks like, are answered
 * from the kept layers (singles.c, uses.c) or by a second sweep (by_copies.c).
 */
#include "base/machine.h"
#include "engine/frontier/job.h"
#include "engine/frontier/save.h"

#include <math.h>
#include <string.h>

/* ---- whether it fits ---- */

/* Bits of the state for each square across the board, about: from counts with all
 * pieces of 2 to 6 squares. */
static double bits_across(const cq_pieces *pieces)
{
    double squares = 0, forms = 4 * (double)pieces->count;

    for (size_t i = 0; i < pieces->count; i++)
        if ((double)pieces->at[i].shape.count > squares)
            squares = (double)pieces->at[i].shape.count;
    return fmax(0.9, 0.5 * squares * forms / (forms + 2));
}

/* Copies are in the state too. */
static double bits_of_copies(const cq_board *board, const cq_pieces *pieces)
{
    double bits = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        const cq_piece *piece = &pieces->at[i];
        double fit = (double)board->count / (double)piece->shape.count;

        if (piece->most != CQ_ANY_COPIES && piece->most < fit)
            bits += log2(1.0 + piece->most);
    }
    return bits;
}

/* At the most 2e6: see what a search of polyominoes says of those that cannot end. */
static double tiling_seconds(const cq_problem *problem)
{
    const cq_board *board = problem->board;
    double shorter = board->rows < board->cols ? board->rows : board->cols;
    double longer = board->rows < board->cols ? board->cols : board->rows;
    double across = fmin(shorter, 1.5 * (double)board->count / longer);

    if (board->surface == CQ_TORUS)
        across *= 2;
    return fmin(2e6, 1e-3 + 1.5e-8 * (double)board->count *
                                exp2(bits_across(&problem->pieces) * across +
                                     bits_of_copies(board, &problem->pieces)));
}

static bool is_decision(cq_goal goal)
{
    return goal == CQ_GOAL_FIND || goal == CQ_GOAL_WHY;
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    cq_rank rank = cq_problem_is_domino(problem) && !is_decision(goal) ? CQ_RANK_DIRECT
                                                                       : CQ_RANK_EXACT;

    if (problem->kind == CQ_TOUR)
        return cq_misfit("a tour is not an exact cover");
    if (goal == CQ_GOAL_COPIES && problem->kind != CQ_TILING)
        return cq_misfit("a cover has no pieces");
    if (goal == CQ_GOAL_ESTIMATE)
        rank = CQ_RANK_LAST; /* a search tells more; see CQ_STAGE_FORESEE */
    return cq_fit_for(rank,
                      problem->kind != CQ_TILING
                          ? -1
                          : tiling_seconds(problem) * (goal == CQ_GOAL_SAMPLE ? 3 : 1),
                      "partial covers that agree on the frontier are counted as one");
}

/* A transition takes about so long in a long sweep, on one thread. */
static const double seconds_each = 8e-9;

static void progress(void *state, cq_progress *out)
{
    const cq_sweep *sweep = state;
    const cq_team *team = &sweep->team;
    double steps = (double)sweep->at;

    if (sweep->doing && team->tasks)
        steps += (double)sweep->doing * (double)atomic_load(&team->done) /
                 (double)team->tasks;
    out->work = sweep->moved;
    out->unit = "transitions";
    out->share = sweep->end ? steps / (double)sweep->end : 1;
}

static void meter(const void *state, double units[CQ_UNITS])
{
    double work[CQ_FAR_UNITS];

    cq_far_charge(state, work);
    units[CQ_SWEEP_MOVES] += work[0];
    units[CQ_SWEEP_TESTS] += work[1];
    units[CQ_SWEEP_DOUBTS] += work[2];
}

static void tell_plan(const cq_frontier *j)
{
    cq_context *ctx = j->run->ctx;

    cq_note(ctx, "universe: %zu items; subsets: %zu; steps: %zu", j->cover->items.count,
            cq_cover_options(j->cover), j->plan.steps.count);
    cq_note(ctx, "the frontier is at most %zu bits wide, in states of %zu",
            j->plan.widest, j->plan.words * 64);
}

/* ---- what is foreseen ---- */

/* A state and its number, in the two layers between which a step goes. */
static double bytes_foreseen(const cq_frontier *j)
{
    double states = exp2(j->order.log2_states) / cq_spread_count(j->spread);

    return states * 12.0 * (double)(j->plan.words + 2) + 6e6;
}

/* Without a limit by the user, what is foreseen to be many times beyond the machine's
 * memory is not begun: the prediction is good to a few bits. One that is no better than
 * the width of the frontier is a bound, which may be far too high, and says nothing. */
static cq_status foresee(cq_frontier *j)
{
    double there = (double)cq_machine_memory();

    if (cq_context_asked(j->run->ctx) || there == 0 || bytes_foreseen(j) < 16 * there ||
        j->order.log2_states >= (double)j->plan.widest)
        return CQ_OK;
    return cq_fail(j->run->ctx, CQ_MEMORY,
                   "about 2^%.0f states at once are expected, far beyond this "
                   "machine's memory; use --memory SIZE to try anyway",
                   j->order.log2_states);
}

/* A part of the limit is for layers: see layer.c. */
static void estimate(const cq_frontier *j, cq_estimate *e)
{
    double limit = (double)j->run->ctx->limit;

    e->states = exp2(j->order.log2_states);
    e->bytes = bytes_foreseen(j);
    e->disk = limit > 0 ? fmax(0, e->bytes - limit / CQ_LAYERS_SHARE) : 0;
    e->bytes -= e->disk;
    e->sweep_seconds = 1e-3 + seconds_each * exp2(j->order.log2_work);
}

/* Before it begins; an order on file or of the caller's has no prediction. */
static void tell_estimate(const cq_frontier *j)
{
    cq_estimate e = {0};

    if (j->order.log2_states <= 0)
        return;
    estimate(j, &e);
    cq_note(j->run->ctx,
            "about %.1g states at once, %.1g bytes of memory and %.1g on disk, %.1g s",
            e.states, e.bytes, e.disk, e.sweep_seconds);
}

/* ---- running ---- */

static cq_status between(cq_sweep *sweep)
{
    const cq_share *share = &sweep->share;

    return cq_spread_passed(share->together ? share->spread : NULL, sweep->run,
                            cq_sweep_save(sweep));
}

/* Bytes of layers that are kept without second thoughts: a quarter of the limit, below
 * the third beyond which they would lie on disk, or an eighth of the machine's. */
static size_t most_kept(const cq_frontier *j)
{
    return j->run->ctx->limit ? j->run->ctx->limit / 4
                              : (size_t)(cq_machine_memory() / 8);
}

/* Below this many states the symmetries are not worth finding. */
enum { FOLDS_FROM_LOG2 = 12 };

/* A number alone may be counted with states that are images of one another as one. */
static cq_status find_folds(cq_frontier *j)
{
    double foreseen = j->order.log2_states; /* 0 if the order was on file */
    cq_status status;

    if (!j->placements || j->run->problem->pieces.rules.count ||
        (foreseen > 0 && foreseen < FOLDS_FROM_LOG2))
        return CQ_OK;
    status = cq_folds_make(&j->plan, j->run->problem, j->placements, &j->folds);
    j->sweep.folds = j->folds.list.count ? &j->folds : NULL;
    return status;
}

/* Whether states carry weights in place of numbers of covers. */
static bool is_weighed(const cq_frontier *j)
{
    cq_goal goal = j->run->goal;

    return cq_goal_is_best(goal) || goal == CQ_GOAL_TOTAL ||
           (goal == CQ_GOAL_SAMPLE && cq_factors_any(&j->cover->factors));
}

/* Whether a number is all that is wanted, so that no layer has to be kept. */
static bool is_number(cq_goal goal)
{
    return goal == CQ_GOAL_COUNT || goal == CQ_GOAL_COPIES || goal == CQ_GOAL_TOTAL;
}

static cq_status begin(cq_frontier *j)
{
    cq_try(cq_plan_make(j->run->ctx, j->cover, &j->order, NULL, &j->plan));
    tell_plan(j);
    if (j->run->goal == CQ_GOAL_ESTIMATE)
        return CQ_OK;
    cq_assert(j->order.count == j->cover->items.count);
    cq_try(foresee(j));
    if (is_weighed(j))
        cq_try(cq_frontier_weigh(j));
    cq_try(cq_sweep_new(j->run, &j->plan, is_weighed(j) ? &j->scales : NULL, j->spread,
                        &j->sweep));
    j->sweep.keeping = !is_number(j->run->goal);
    j->sweep.most_kept = most_kept(j);
    j->sweep.whole = j->sweep.keeping || j->run->checkpoint;
    j->sweep.between =
        j->run->checkpoint && j->run->goal == CQ_GOAL_COUNT ? between : NULL;
    return j->run->goal == CQ_GOAL_COUNT ? find_folds(j) : CQ_OK;
}

static cq_status take_up(void *state, cq_checkpoint_file *file)
{
    cq_frontier *j = state;

    cq_try(cq_order_get(j->run->ctx, file, j->cover->items.count, &j->order));
    cq_try(begin(j));
    return cq_sweep_get(&j->sweep, file);
}

/* What all ranks have done. */
static cq_status add_up(cq_sweep *sweep)
{
    mpz_t sums[2];
    cq_status status;

    mpz_inits(sums[0], sums[1], NULL);
    cq_number_set(sums[0], sweep->moved);
    cq_number_set(sums[1], sweep->states);
    status = cq_spread_add_up_each(sweep->share.spread, sums, 2);
    if (status == CQ_OK) {
        sweep->moved = cq_number_get(sums[0]);
        sweep->states = cq_number_get(sums[1]);
    }
    mpz_clears(sums[0], sums[1], NULL);
    return status;
}

static cq_status add_counters(cq_sweep *sweep)
{
    cq_answer *answer = sweep->run->answer;

    cq_try(add_up(sweep));
    cq_try(cq_answer_add_counter(answer, "transitions", sweep->moved));
    cq_try(cq_answer_add_counter(answer, "states", sweep->states));
    cq_try(cq_answer_add_counter(answer, "peak states", sweep->most_states));
    if (sweep->folded)
        cq_try(cq_answer_add_counter(answer, "layers folded", sweep->folded));
    if (sweep->store.use.most)
        return cq_answer_add_counter(answer, "bytes on disk", sweep->store.use.most);
    return CQ_OK;
}

cq_status cq_frontier_again(cq_frontier *j, cq_sweep *sweep)
{
    cq_sweep *first = &j->sweep;
    cq_status status;

    j->run->state = sweep; /* of the progress */
    status = cq_sweep_run(sweep);
    j->run->state = first;
    first->moved += sweep->moved;
    first->states += sweep->states;
    if (sweep->most_states > first->most_states)
        first->most_states = sweep->most_states;
    return status;
}

/* ---- the run ---- */

static cq_status conclude_best(cq_frontier *j)
{
    cq_status status = CQ_OK;

    if (j->sweep.now.states == 0)
        cq_run_exhausted(j->run, j->sweep.moved);
    else
        status = cq_frontier_best(j, j->run->first);
    return status == CQ_OK ? add_counters(&j->sweep) : status;
}

static cq_status conclude(cq_frontier *j)
{
    cq_run *run = j->run;
    cq_status status = CQ_OK;
    mpz_t number;

    if (cq_goal_is_best(run->goal))
        return conclude_best(j);
    mpz_init(number);
    /* After the last step nothing is left to tell states apart. */
    cq_assert(j->sweep.at == j->sweep.end && j->sweep.now.states <= 1);
    status = cq_sweep_total(&j->sweep, number);
    if (status != CQ_OK) {
        mpz_clear(number);
        return status;
    }
    if (!is_decision(run->goal) && !is_weighed(j) &&
        (mpz_sgn(number) == 0 || run->goal == CQ_GOAL_COUNT))
        cq_run_number(run, number);
    if (j->sweep.now.states == 0)
        cq_run_exhausted(run, j->sweep.moved);
    else if (run->goal == CQ_GOAL_TOTAL)
        status = cq_frontier_total(j, number);
    else if (mpz_sgn(number) == 0)
        status = cq_fail(run->ctx, CQ_REFUSED,
                         "all solutions weigh 0, so none of them can be drawn");
    else if (run->goal == CQ_GOAL_NTH || is_decision(run->goal))
        status = cq_frontier_nth(j, number);
    else if (run->goal == CQ_GOAL_INDEX)
        status = cq_frontier_index(j);
    else if (run->goal == CQ_GOAL_PROBABILITIES)
        status = cq_frontier_uses(j, number);
    else if (run->goal == CQ_GOAL_COPIES)
        status = cq_frontier_copies(j, number);
    else if (run->goal == CQ_GOAL_SAMPLE)
        status = cq_frontier_samples(j, number);
    mpz_clear(number);
    return status == CQ_OK ? add_counters(&j->sweep) : status;
}

/* A stopped count can be resumed where it was, with more time or memory. */
static cq_status keep(cq_frontier *j, cq_status why)
{
    cq_sweep *sweep = &j->sweep;
    uint32_t together = sweep->share.together;
    uint64_t place[] = {sweep->share.together, sweep->at, sweep->now.states};
    bool same = true;
    cq_status status;

    if ((why != CQ_STOPPED && why != CQ_MEMORY && why != CQ_IO) ||
        !j->run->checkpoint || j->run->goal != CQ_GOAL_COUNT)
        return why;
    status = cq_spread_agree(j->spread, &together);
    sweep->share.together = together; /* what rank 0 has alone, it saves alone */
    if (status == CQ_OK && together)
        status = cq_spread_compare(j->spread, place, 3, &same);
    if (status == CQ_OK && same && (together || cq_spread_rank(j->spread) == 0))
        status = cq_sweep_save(sweep);
    return status == CQ_OK ? why : status;
}

static cq_status sweep_over(cq_frontier *j)
{
    cq_status status;

    j->run->progress = progress;
    j->run->state = &j->sweep;
    j->run->meter = meter;
    status = cq_sweep_run(&j->sweep);
    cq_then(status, conclude(j));
    cq_then(status, cq_spread_sum_up(j->spread));
    status = keep(j, cq_spread_settle(j->spread, status));
    cq_run_spend(j->run);
    j->run->progress = NULL;
    j->run->state = NULL;
    return status;
}

/* ---- with other ranks ---- */

static void tell_order(void *user, cq_parcel *out)
{
    const cq_order *order = &((const cq_frontier *)user)->order;

    cq_parcel_put_bytes(out, &order->log2_states, sizeof order->log2_states);
    cq_parcel_put_bytes(out, &order->log2_work, sizeof order->log2_work);
    cq_parcel_put_text(out, order->method);
    for (size_t i = 0; i < order->count; i++)
        cq_parcel_put(out, order->items[i], 4);
}

static void get_double(cq_parcel *in, double *out)
{
    const void *bytes = cq_parcel_get_bytes(in, sizeof *out);

    if (bytes)
        memcpy(out, bytes, sizeof *out);
}

static void learn_order(void *user, cq_parcel *in)
{
    cq_frontier *j = user;
    cq_order *order = &j->order;
    size_t items = j->cover->items.count;

    get_double(in, &order->log2_states);
    get_double(in, &order->log2_work);
    cq_parcel_get_text(in, order->method, sizeof order->method);
    if (!order->items)
        order->items = cq_alloc(j->run->ctx, items, sizeof *order->items);
    if (!order->items)
        in->status = CQ_MEMORY;
    order->count = items;
    for (size_t i = 0; i < items && in->status == CQ_OK; i++)
        order->items[i] = (uint32_t)cq_parcel_get(in, 4);
}

/* Where one answer needs the layers of all, each rank has its part of them. */
static bool is_spread(cq_goal goal)
{
    return !is_decision(goal) && goal != CQ_GOAL_ESTIMATE && !cq_goal_is_best(goal);
}

static cq_status call_ranks(cq_frontier *j)
{
    if (is_spread(j->run->goal))
        return cq_spread_open(j->run, &j->spread);
    if (cq_ranks_several(j->run->ranks) && j->run->goal != CQ_GOAL_ESTIMATE)
        cq_note(j->run->ctx, "rank 0 alone sweeps: for one solution");
    return CQ_OK;
}

/* The sweep from its beginning, or from where a checkpoint has left it. The order,
 * which may have been found by chance and by the clock, is rank 0's. */
static cq_status set_up(cq_frontier *j)
{
    static const cq_meeting meeting = {.conclude = tell_order, .learn = learn_order};
    cq_run *run = j->run;
    /* Items of rules are nowhere on the board: then it is a cover like others. */
    bool on_board = j->placements && !run->problem->pieces.rules.count;

    cq_try(call_ranks(j));
    if (cq_spread_rank(j->spread) == 0) {
        cq_try(cq_checkpoint_read(run, take_up, j));
        if (!j->sweep.run)
            cq_try(cq_order_find(run, j->cover, on_board ? j->placements : NULL,
                                 &j->order));
    }
    if (j->spread)
        cq_try(cq_spread_meet(j->spread, &meeting, j));
    return j->sweep.run ? CQ_OK : begin(j);
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    cq_frontier j = {.run = run, .cover = cover, .placements = placements};
    cq_status status = set_up(&j);

    status = cq_spread_settle(j.spread, status);
    if (status == CQ_OK && run->goal == CQ_GOAL_ESTIMATE) {
        estimate(&j, &run->answer->estimate);
    } else if (status == CQ_OK) {
        tell_estimate(&j);
        status = sweep_over(&j);
    }
    cq_spread_close(j.spread);
    cq_sweep_free(&j.sweep);
    cq_folds_free(&j.folds);
    cq_scales_free(&j.scales);
    cq_option_weights_free(&j.weights);
    cq_plan_free(&j.plan);
    cq_order_free(&j.order);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

static cq_status run_frontier(cq_run *run)
{
    return cq_run_as_cover(run, run_cover);
}

const cq_engine cq_engine_frontier = {
    .name = "frontier",
    .summary = "counts covers and tilings by their frontier, and draws them at random",
    .goals = CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_COUNT) |
             CQ_GOAL_BIT(CQ_GOAL_SAMPLE) | CQ_GOAL_BIT(CQ_GOAL_NTH) |
             CQ_GOAL_BIT(CQ_GOAL_INDEX) | CQ_GOAL_BIT(CQ_GOAL_PROBABILITIES) |
             CQ_GOAL_BIT(CQ_GOAL_COPIES) | CQ_GOAL_BIT(CQ_GOAL_ESTIMATE) |
             CQ_GOAL_BIT(CQ_GOAL_CHEAPEST) | CQ_GOAL_BIT(CQ_GOAL_DEAREST) |
             CQ_GOAL_BIT(CQ_GOAL_TOTAL),
    .refutes = CQ_GOAL_BIT(CQ_GOAL_ALL),
    .can = CQ_CAN_RESUME | CQ_CAN_ORDER | CQ_CAN_WEIGHTS,
    .way = CQ_WAY_SWEEP,
    .units = {"transitions", "states tested", "steps of drafts", "steps of trials",
              "doubts"},
    .fits = fits,
    .run = run_frontier,
};
