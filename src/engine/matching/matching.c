/* matching.c - dominoes as a matching: decide, tile, or give the reason, in linear
 * space.
 *
 * A domino covers one light and one dark cell that are neighbours, so that a tiling is
 * a perfect matching of the board's graph. A sweep over the rows starts
 * (greedy_rows.c), and augmenting paths match what it leaves (alternating_tree.c,
 * augment.c). If a cell stays free, a set of cells with too few neighbours is found
 * (hall_set.c, ball.c). Boards with joined edges of odd length cannot be coloured with
 * two colours and are refused.
 */
#include "engine/matching/matching.h"

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    (void)goal;
    if (!cq_board_two_coloured(problem->board))
        return cq_misfit("the board has an odd circumference, so its squares cannot be "
                         "coloured light and dark");
    return cq_fit_for(CQ_RANK_DIRECT, 2e-8 * (double)problem->board->count,
                      "dominoes on a two-coloured board are a matching");
}

static cq_status deliver(cq_run *run, const cq_field *field)
{
    cq_solution solution = {0};
    bool enough;
    cq_status status = cq_field_tiling(run->ctx, field, &solution);

    cq_then(status, cq_run_found(run, &solution, &enough));
    cq_solution_free(&solution);
    return status;
}

static cq_status refute(cq_run *run, const cq_field *field)
{
    cq_certificate certificate = {.proof = CQ_PROOF_HALL};
    cq_status status = cq_field_hall(run, field, &certificate.members);

    if (status == CQ_OK && certificate.members.count)
        cq_run_refute(run, &certificate);
    cq_certificate_free(&certificate);
    return status;
}

static cq_status count_work(cq_run *run, const cq_matching_work *work)
{
    cq_answer *answer = run->answer;

    if (cq_answer_add_counter(answer, "laid in the sweep", work->swept) != CQ_OK ||
        cq_answer_add_counter(answer, "searches", work->searches) != CQ_OK ||
        cq_answer_add_counter(answer, "phases", work->phases) != CQ_OK)
        return CQ_MEMORY;
    return cq_answer_add_counter(answer, "steps", work->steps);
}

static cq_status run_matching(cq_run *run)
{
    cq_matching_work work = {0};
    cq_field field;
    cq_status status;

    if (cq_goal_has_findings(run->goal))
        return cq_matching_goal(run);
    cq_try(cq_field_new(run->ctx, run->problem->board, &field));
    status = cq_field_match(run, &field, CQ_PATIENCE, &work);
    cq_then(status, count_work(run, &work));
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = 2 * field.matched == field.board->count ? deliver(run, &field)
                                                         : refute(run, &field);
    cq_field_free(&field);
    return status;
}

const cq_engine cq_engine_matching = {
    .name = "matching",
    .summary = "dominoes as a matching: decides, tiles, or gives a minimal Hall set",
    .goals = CQ_GOALS_OF_ONE | CQ_GOAL_BIT(CQ_GOAL_MAX) | CQ_GOAL_BIT(CQ_GOAL_REPAIR) |
             CQ_GOAL_BIT(CQ_GOAL_FORCED),
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_matching,
};
