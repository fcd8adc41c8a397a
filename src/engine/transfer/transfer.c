/* transfer.c - the engine: dominoes on narrow boards, counted and drawn at random.
 *
 * The second method beside determinants: it shares no idea with them, needs no plane (a
 * cylinder round an odd way will do), and its time grows with 2^width.
 */
#include "engine/transfer/transfer.h"

#include "base/assert.h"
#include "base/draw_number.h"

#include <math.h>

static double guess_states(const cq_strip *strip)
{
    double all = ldexp(1, (int)strip->width);

    return strip->two_coloured ? all / sqrt(1 + 1.57 * strip->width) : all;
}

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    cq_strip strip;
    double limbs;

    if (!cq_problem_is_domino(problem)) {
        snprintf(fit->why, sizeof fit->why, "it counts dominoes only, in any number");
        return;
    }
    if (!cq_strip_turn(problem->board, &strip)) {
        snprintf(fit->why, sizeof fit->why,
                 "it sweeps over narrow boards, at most %d squares wide, that are not "
                 "joined from top to bottom",
                 (int)CQ_STRIP_WIDEST);
        return;
    }
    limbs = 1 + (double)problem->board->count / 256; /* half of the last ones' */
    fit->fits = true;
    fit->seconds =
        1e-9 * (double)problem->board->count *
        (guess_states(&strip) * (5 + limbs) + 4 * ldexp(1, (int)strip.width / 2));
    if (goal == CQ_GOAL_SAMPLE)
        fit->seconds *= 2;
    snprintf(fit->why, sizeof fit->why, "a sweep over a board %u squares wide",
             strip.width);
}

static void progress(void *state, cq_progress *out)
{
    const cq_transfer *tr = state;

    out->work = tr->steps;
    out->unit = "additions";
    out->share = (double)tr->passed / (double)tr->strip.board->count;
}

static cq_status draw_samples(cq_transfer *tr, const mpz_t tilings)
{
    cq_run *run = tr->run;
    cq_solution solution = {0};
    cq_random random;
    bool enough = false;
    cq_status status = CQ_OK;
    mpz_t rank;

    mpz_init(rank);
    cq_random_seed(&random, run->seed);
    while (status == CQ_OK && !enough && !cq_run_poll(run)) {
        cq_draw_number(&random, tilings, rank);
        cq_assert(mpz_sgn(rank) >= 0 && mpz_cmp(rank, tilings) < 0);
        cq_solution_clear(&solution);
        status = cq_transfer_tile(tr, rank, &solution);
        if (status == CQ_OK)
            status = cq_run_found(run, &solution, &enough);
    }
    mpz_clear(rank);
    cq_solution_free(&solution);
    return status;
}

static cq_status conclude(cq_transfer *tr, const mpz_t tilings)
{
    cq_run *run = tr->run;

    cq_assert(mpz_sgn(tilings) >= 0);
    cq_try(cq_answer_add_counter(run->answer, "additions", tr->steps));
    if (run->goal == CQ_GOAL_COUNT)
        cq_run_number(run, tilings);
    else if (mpz_sgn(tilings) == 0)
        cq_run_exhausted(run, 0);
    else
        cq_try(draw_samples(tr, tilings));
    return CQ_OK;
}

static cq_status run_transfer(cq_run *run)
{
    cq_transfer tr;
    mpz_t tilings;
    cq_status status;

    cq_try(cq_transfer_new(run, run->goal == CQ_GOAL_SAMPLE, &tr));
    mpz_init(tilings);
    run->progress = progress;
    run->state = &tr;
    status = cq_transfer_sweep(&tr, tilings);
    if (status == CQ_OK)
        status = conclude(&tr, tilings);
    run->progress = NULL;
    run->state = NULL;
    mpz_clear(tilings);
    cq_transfer_free(&tr);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

const cq_engine cq_engine_transfer = {
    .name = "transfer",
    .summary = "dominoes on narrow boards by a sweep: counts, draws at random",
    .goals = CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_SAMPLE),
    .fits = fits,
    .run = run_transfer,
};
