/* kasteleyn.c - the engine: counts and samples domino tilings by determinants.
 *
 * count.c leads from a board to a number, rank.c from a number to a tiling. Both are
 * exact.
 */
#include "engine/kasteleyn/count.h"
#include "engine/kasteleyn/domino_sums.h"
#include "engine/kasteleyn/odds.h"
#include "engine/kasteleyn/sample.h"

/* How many paths there will be, at least: the best of the four pairings of grid.c,
 * taken over the whole board. */
static double guess_ends(const cq_board *board, bool *upright)
{
    size_t ends[2][2];

    cq_grid_count_ends(board, NULL, 0, ends);
    *upright = (board->surface != CQ_PLANE && board->cols > 2) ||
               cq_grid_fewest(ends[1]) < cq_grid_fewest(ends[0]);
    cq_assert(cq_grid_fewest(ends[*upright]) <= board->count);
    return (double)cq_grid_fewest(ends[*upright]);
}

static double guess_seconds(const cq_board *board, cq_goal goal)
{
    bool upright;
    double ends = guess_ends(board, &upright);
    double lines = upright ? board->rows : board->cols;
    double width = upright ? board->cols : board->rows;
    double cells = (double)board->count;
    double groups = 1 + 0.44 * cells / 200, limbs = 1 + lines / 19;
    double paths = 0.2 * ends * cells * limbs;
    double count = groups * ends * ends * (ends / 3 + limbs) + paths + 100 * cells;
    double sample =
        goal == CQ_GOAL_SAMPLE ? 2 * groups * lines * width * width * width : 0;

    return 1e-9 * (count + sample);
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    const char *why;

    if (!cq_grid_suits(problem->board, &why))
        return cq_misfit("%s", why);
    if (goal == CQ_GOAL_TOTAL && problem->board->surface != CQ_PLANE)
        return cq_misfit("with weights the board must be a plane");
    return cq_fit_for(CQ_RANK_DIRECT,
                      goal == CQ_GOAL_TOTAL ? cq_kasteleyn_total_seconds(problem)
                                            : guess_seconds(problem->board, goal),
                      "a determinant %s a board in the plane",
                      goal == CQ_GOAL_SAMPLE  ? "draws uniformly among the tilings of"
                      : goal == CQ_GOAL_COUNT ? "counts the domino tilings of"
                                              : "weighs the dominoes of");
}

static void progress(void *state, cq_progress *out)
{
    cq_team *team = state;

    out->work = atomic_load(&team->done);
    out->unit = "tasks";
    out->share = team->tasks ? (double)out->work / (double)team->tasks : -1;
}

static cq_status write_counters(cq_run *run, const cq_count_work *work)
{
    cq_answer *answer = run->answer;

    cq_try(cq_answer_add_counter(answer, "parts", work->parts));
    cq_try(cq_answer_add_counter(answer, "largest matrix", work->ends));
    cq_try(cq_answer_add_counter(answer, "bits of the bound", work->bits));
    return cq_answer_add_counter(answer, "primes", work->primes);
}

static cq_status count(cq_run *run, cq_team *team)
{
    cq_count_work work = {0};
    mpz_t number;
    cq_status status;

    mpz_init(number);
    status = cq_board_count_tilings(team, run->problem->board, &work, number);
    cq_then(status, write_counters(run, &work));
    if (status == CQ_OK)
        cq_run_number(run, number);
    mpz_clear(number);
    return status;
}

static cq_status run_kasteleyn(cq_run *run)
{
    cq_team team = {.ctx = run->ctx, .run = run, .threads = run->threads};
    cq_status status;

    if (run->goal == CQ_GOAL_SAMPLE || run->goal == CQ_GOAL_TOTAL) {
        status = run->goal == CQ_GOAL_SAMPLE ? cq_kasteleyn_sample(run)
                                             : cq_run_as_cover(run, cq_kasteleyn_total);
    } else {
        run->progress = progress;
        run->state = &team;
        status = run->goal == CQ_GOAL_COUNT ? count(run, &team)
                                            : cq_kasteleyn_odds(run, &team);
        run->progress = NULL;
        run->state = NULL;
    }
    cq_team_close(&team);
    return status == CQ_STOPPED ? CQ_OK : status; /* run->stop says why */
}

const cq_engine cq_engine_kasteleyn = {
    .name = "kasteleyn",
    .summary = "dominoes by determinants: counts exactly, draws uniformly at random",
    .goals = CQ_GOAL_BIT(CQ_GOAL_COUNT) | CQ_GOAL_BIT(CQ_GOAL_SAMPLE) |
             CQ_GOAL_BIT(CQ_GOAL_PROBABILITIES) | CQ_GOAL_BIT(CQ_GOAL_TOTAL),
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_kasteleyn,
};
