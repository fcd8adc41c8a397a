/* backtrack.c - the classic exhaustive search of the sources, for every kind of
 * problem.
 *
 * Continue at the first open place, try what fits there in the given order, and undo
 * the last choice if nothing does. That is the search of Dekkers and Duijvestijn for
 * their chessboard puzzle (Philips Technical Review 24, 1962/63), of the dominoes over
 * the black squares, and of the knight's tour with its moves in a fixed order. It is
 * complete, needs memory only for the path, and is the yardstick for the faster
 * engines.
 */
#include "engine/backtrack/backtrack.h"

#include <stdio.h>

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)problem;
    (void)goal;
    return cq_fit_for(CQ_RANK_LAST, -1, "it tries everything");
}

cq_status cq_backtrack_conclude(cq_run *run, const char *counter, uint64_t tried)
{
    cq_status status = cq_answer_add_counter(run->answer, counter, tried);

    if (status == CQ_OK && run->stop == CQ_FINISHED)
        cq_run_exhausted(run, tried);
    return status;
}

static cq_status run_backtrack(cq_run *run)
{
    const cq_problem *problem = run->problem;

    switch (problem->kind) {
    case CQ_TILING:
        /* Round a cylinder a piece has no first square, and rules are about placements:
         * then they decide. */
        if (problem->board->surface != CQ_PLANE || problem->pieces.rules.count)
            return cq_run_as_cover(run, cq_backtrack_cover);
        if (run->goal == CQ_GOAL_FIND && cq_problem_is_domino(problem))
            return cq_backtrack_dark(run);
        return cq_backtrack_lays(run);
    case CQ_COVER: return cq_run_as_cover(run, cq_backtrack_cover);
    case CQ_TOUR: return cq_backtrack_tour(run);
    }
    return CQ_DEFECT;
}

const cq_engine cq_engine_backtrack = {
    .name = "backtrack",
    .summary =
        "the classic exhaustive search: first open place, choices in given order",
    .goals = CQ_GOALS_OF_ALL,
    .breaks = CQ_BREAKS_TURNS,
    .can = CQ_CAN_ENDS | CQ_CAN_SYMMETRY | CQ_CAN_MOVE_ORDER | CQ_CAN_MUST |
           CQ_CAN_MUST_OPEN,
    .fits = fits,
    .run = run_backtrack,
};
