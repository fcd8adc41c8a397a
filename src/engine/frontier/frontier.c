/* frontier.c - the engine: covers counted by what they look like on the frontier.
 *
 * For every cover problem and every tiling, with secondary items, colours and copies:
 * an order is found, turned into a plan, and the sweep goes over it. With the layers
 * kept, covers are drawn at random, all equally likely, by walking back.
 */
#include "engine/frontier/back.h"
#include "engine/frontier/save.h"

#include "base/draw_number.h"

#include <math.h>
#include <unistd.h>

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

static double tiling_seconds(const cq_problem *problem)
{
    const cq_board *board = problem->board;
    double shorter = board->rows < board->cols ? board->rows : board->cols;
    double longer = board->rows < board->cols ? board->cols : board->rows;
    double across = fmin(shorter, 1.5 * (double)board->count / longer);

    if (board->surface == CQ_TORUS)
        across *= 2;
    return 1e-3 + 1.5e-8 * (double)board->count *
                      exp2(bits_across(&problem->pieces) * across +
                           bits_of_copies(board, &problem->pieces));
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    if (problem->kind == CQ_TOUR) {
        snprintf(fit->why, sizeof fit->why, "a tour is not an exact cover");
        return;
    }
    fit->fits = true;
    fit->cost = problem->kind == CQ_TILING ? tiling_seconds(problem) : 1.5e8;
    if (goal == CQ_GOAL_SAMPLE)
        fit->cost *= 3;
    snprintf(fit->why, sizeof fit->why,
             "partial covers that agree on the frontier are counted as one");
}

/* ---- running ---- */

typedef struct job {
    cq_run *run;
    const cq_cover *cover;
    const cq_placements *placements;
    cq_order order;
    cq_plan plan;
    cq_sweep sweep;
    bool swept; /* the sweep is there */
} job;

static void progress(void *state, cq_progress *out)
{
    const cq_sweep *sweep = state;

    out->work = sweep->moved;
    out->unit = "transitions";
    out->share = sweep->end ? (double)sweep->at / (double)sweep->end : 1;
}

static void tell_plan(const job *j)
{
    cq_context *ctx = j->run->ctx;

    cq_note(ctx, "universe: %zu items; subsets: %zu; steps: %zu", j->cover->items.count,
            cq_cover_options(j->cover), j->plan.steps.count);
    cq_note(ctx, "the frontier is at most %zu bits wide, in states of %zu",
            j->plan.widest, j->plan.words * 64);
}

/* Without a limit by the user, what is foreseen to be many times beyond the machine's
 * memory is not begun: the prediction is good to a few bits. One that is no better than
 * the width of the frontier is a bound, which may be far too high, and says nothing. */
static cq_status foresee(job *j)
{
    double pages = (double)sysconf(_SC_PHYS_PAGES),
           page = (double)sysconf(_SC_PAGESIZE);
    double each = 8.0 * (double)(j->plan.words + 1);
    double bytes = exp2(j->order.log2_states) * each;

    if (j->run->ctx->limit || pages <= 0 || page <= 0 || bytes < 16 * pages * page ||
        j->order.log2_states >= (double)j->plan.widest)
        return CQ_OK;
    return cq_fail(j->run->ctx, CQ_MEMORY,
                   "about 2^%.0f states at once are foreseen, which is far beyond this "
                   "machine's memory; with --memory SIZE it is tried all the same",
                   j->order.log2_states);
}

static cq_status between(cq_sweep *sweep)
{
    return cq_checkpoint_due(sweep->run) ? cq_sweep_save(sweep) : CQ_OK;
}

static cq_status begin(job *j)
{
    cq_status status = cq_plan_make(j->run->ctx, j->cover, &j->order, NULL, &j->plan);

    if (status != CQ_OK)
        return status;
    tell_plan(j);
    status = foresee(j);
    if (status == CQ_OK)
        status = cq_sweep_new(j->run, &j->plan, &j->sweep);
    if (status != CQ_OK)
        return status;
    j->swept = true;
    j->sweep.keeping = j->run->goal != CQ_GOAL_COUNT;
    j->sweep.whole = j->sweep.keeping || j->run->checkpoint;
    j->sweep.between = j->run->checkpoint ? between : NULL;
    return CQ_OK;
}

static cq_status take_up(void *state, cq_checkpoint_file *file)
{
    job *j = state;
    cq_status status =
        cq_order_get(j->run->ctx, file, j->cover->items.count, &j->order);

    if (status == CQ_OK)
        status = begin(j);
    return status == CQ_OK ? cq_sweep_get(&j->sweep, file) : status;
}

static cq_status add_counters(const cq_sweep *sweep)
{
    cq_answer *answer = sweep->run->answer;
    cq_status status = cq_answer_add_counter(answer, "transitions", sweep->moved);

    if (status == CQ_OK)
        status = cq_answer_add_counter(answer, "states", sweep->states);
    if (status == CQ_OK)
        status = cq_answer_add_counter(answer, "peak states", sweep->most_states);
    if (status == CQ_OK && sweep->store.on_disk)
        status = cq_answer_add_counter(answer, "bytes on disk", sweep->store.on_disk);
    return status;
}

/* ---- samples ---- */

static cq_status deliver(job *j, const cq_u32s *options, cq_solution *solution,
                         bool *enough)
{
    const cq_placements *p = j->placements;
    cq_status status = CQ_OK;

    cq_solution_clear(solution);
    for (size_t i = 0; i < options->count && status == CQ_OK; i++) {
        uint32_t option = options->at[i];

        if (p)
            status = cq_solution_add(j->run->ctx, solution, p->pieces.at[option],
                                     p->cells.at + p->starts.at[option],
                                     p->starts.at[option + 1] - p->starts.at[option]);
        else
            status = cq_vec_push(j->run->ctx, &solution->labels, option);
    }
    return status == CQ_OK ? cq_run_found(j->run, solution, enough) : status;
}

static cq_status draw_samples(job *j, const mpz_t number)
{
    cq_solution solution = {0};
    cq_u32s options = {0};
    cq_random random;
    bool enough = false;
    cq_status status = CQ_OK;
    mpz_t rank;

    mpz_init(rank);
    cq_random_seed(&random, j->run->seed);
    while (status == CQ_OK && !enough && !cq_run_poll(j->run)) {
        cq_draw_number(&random, number, rank);
        status = cq_back_cover(&j->sweep, rank, &options);
        if (status == CQ_OK)
            status = deliver(j, &options, &solution, &enough);
    }
    mpz_clear(rank);
    cq_vec_free(&options);
    cq_solution_free(&solution);
    return status;
}

/* The solution whose number, from 1 on, the user gives. */
static cq_status find_nth(job *j, const mpz_t number)
{
    cq_solution solution = {0};
    cq_u32s options = {0};
    cq_status status = CQ_OK;
    bool enough = false;
    mpz_t rank;

    if (mpz_init_set_str(rank, j->run->nth ? j->run->nth : "", 10) != 0 ||
        mpz_sgn(rank) <= 0)
        status = cq_fail(j->run->ctx, CQ_REFUSED,
                         "the number of a solution is a whole number from 1 on");
    else if (mpz_cmp(rank, number) > 0)
        status = cq_fail(j->run->ctx, CQ_REFUSED, "there are not so many solutions");
    mpz_sub_ui(rank, rank, 1);
    if (status == CQ_OK)
        status = cq_back_cover(&j->sweep, rank, &options);
    if (status == CQ_OK)
        status = deliver(j, &options, &solution, &enough);
    mpz_clear(rank);
    cq_vec_free(&options);
    cq_solution_free(&solution);
    return status;
}

/* ---- the run ---- */

static cq_status conclude(job *j)
{
    cq_run *run = j->run;
    cq_status status = add_counters(&j->sweep);
    mpz_t number;

    mpz_init(number);
    cq_sweep_total(&j->sweep, number);
    if (run->goal == CQ_GOAL_COUNT)
        cq_run_number(run, number);
    else if (mpz_sgn(number) == 0)
        run->answer->verdict = CQ_NO;
    else if (status == CQ_OK)
        status =
            run->goal == CQ_GOAL_NTH ? find_nth(j, number) : draw_samples(j, number);
    mpz_clear(number);
    return status;
}

static cq_status sweep_over(job *j)
{
    cq_status status;

    j->run->progress = progress;
    j->run->state = &j->sweep;
    status = cq_sweep_run(&j->sweep);
    if (status == CQ_STOPPED && j->run->checkpoint && j->run->goal == CQ_GOAL_COUNT) {
        cq_status saved = cq_sweep_save(&j->sweep);

        status = saved == CQ_OK ? status : saved;
    }
    if (status == CQ_OK)
        status = conclude(j);
    j->run->progress = NULL;
    j->run->state = NULL;
    return status;
}

static cq_status run_cover(cq_run *run, const cq_cover *cover,
                           const cq_placements *placements)
{
    job j = {.run = run, .cover = cover, .placements = placements};
    cq_status status = cq_checkpoint_read(run, take_up, &j);

    if (status == CQ_OK && !j.swept) {
        status = cq_order_find(run, cover, placements, &j.order);
        if (status == CQ_OK)
            status = begin(&j);
    }
    if (status == CQ_OK)
        status = sweep_over(&j);
    if (j.swept)
        cq_sweep_free(&j.sweep);
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
    .goals = CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_SAMPLE) |
             CQ_GOAL_BIT(CQ_GOAL_NTH),
    .can = CQ_CAN_RESUME | CQ_CAN_ORDER,
    .fits = fits,
    .run = run_frontier,
};
