/* matching.c - dominoes as a matching: decide, tile, or give the reason, in linear space.
 *
 * A domino covers one light and one dark cell that are neighbours, so that a tiling is a
 * perfect matching of the board's graph. Greedy start (greedy.c), shortest augmenting paths
 * (augment.c); where a cell stays unmatched, a set of cells with too few neighbours
 * (hall.c). Boards that are joined round an odd way are not two-coloured and are refused.
 */
#include "engine/matching/matching.h"

#include <stdlib.h>

static void fits(const cq_problem *problem, cq_goal goal, cq_fit *fit)
{
    (void)goal;
    if (!cq_problem_is_domino(problem)) {
        snprintf(fit->why, sizeof fit->why,
                 "it lays dominoes only, as many as are needed");
        return;
    }
    if (!cq_board_two_coloured(problem->board)) {
        snprintf(
            fit->why, sizeof fit->why,
            "the board is joined round an odd number of squares, so that its squares "
            "cannot be coloured light and dark");
        return;
    }
    fit->fits = true;
    fit->cost = 1e-7 * (double)problem->board->count;
    snprintf(fit->why, sizeof fit->why,
             "dominoes on a two-coloured board are a matching");
}

/* The dominoes row by row, each at its first half. */
static cq_status write_tiling(cq_run *run, const cq_field *field, cq_solution *solution)
{
    cq_context *ctx = run->ctx;
    uint32_t dominoes = (uint32_t)field->matched;

    if (cq_vec_reserve(ctx, &solution->labels, dominoes) != CQ_OK ||
        cq_vec_reserve(ctx, &solution->starts, (size_t)dominoes + 1) != CQ_OK ||
        cq_vec_reserve(ctx, &solution->members, 2 * (size_t)dominoes) != CQ_OK)
        return CQ_MEMORY;
    solution->starts.at[solution->starts.count++] = 0;
    for (uint32_t row = 1; row <= field->board->rows; row++)
        for (uint32_t col = 1; col <= field->board->cols; col++) {
            uint32_t cell = row * field->width + col, mate = field->mate[cell];

            if (field->kind[cell] != CQ_PRESENT || mate < cell)
                continue;
            solution->labels.at[solution->labels.count++] = 0;
            solution->members.at[solution->members.count++] =
                (row - 1) * field->board->cols + col - 1;
            solution->members.at[solution->members.count++] =
                cq_field_cell(field, mate);
            solution->starts.at[solution->starts.count++] =
                (uint32_t)solution->members.count;
        }
    return CQ_OK;
}

static cq_status deliver(cq_run *run, const cq_field *field)
{
    cq_solution solution = {0};
    bool enough;
    cq_status status = write_tiling(run, field, &solution);

    if (status == CQ_OK)
        status = cq_run_found(run, &solution, &enough);
    cq_solution_free(&solution);
    return status;
}

static int compare_cells(const void *a, const void *b)
{
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;

    return p < q ? -1 : p > q;
}

static cq_status refute(cq_run *run, const cq_field *field)
{
    cq_certificate certificate = {.proof = CQ_PROOF_HALL};
    cq_status status = cq_field_hall(run, field, &certificate.members);

    if (status != CQ_OK)
        return status;
    qsort(certificate.members.at, certificate.members.count, sizeof(uint32_t),
          compare_cells);
    if (certificate.members.count)
        cq_run_refute(run, &certificate);
    cq_certificate_free(&certificate);
    return CQ_OK;
}

static cq_status count_work(cq_run *run, size_t greedy, const cq_matching_work *work)
{
    cq_answer *answer = run->answer;

    if (cq_answer_add_counter(answer, "laid greedily", greedy) != CQ_OK ||
        cq_answer_add_counter(answer, "phases", work->phases) != CQ_OK ||
        cq_answer_add_counter(answer, "paths", work->paths) != CQ_OK)
        return CQ_MEMORY;
    return cq_answer_add_counter(answer, "steps", work->steps);
}

static cq_status run_matching(cq_run *run)
{
    cq_matching_work work = {0};
    cq_field field;
    size_t greedy = 0;
    cq_status status = cq_field_new(run->ctx, run->problem->board, &field);

    if (status != CQ_OK)
        return status;
    status = cq_field_greedy(run->ctx, &field);
    greedy = field.matched;
    if (status == CQ_OK && 2 * field.matched < field.board->count)
        status = cq_field_augment(run, &field, &work);
    if (status == CQ_OK)
        status = count_work(run, greedy, &work);
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = 2 * field.matched == field.board->count ? deliver(run, &field)
                                                         : refute(run, &field);
    cq_field_free(&field);
    return status;
}

const cq_engine cq_engine_matching = {
    .name = "matching",
    .summary = "dominoes by Hopcroft and Karp: decides, tiles, or gives a Hall set",
    .goals = CQ_GOAL_BIT(CQ_GOAL_FIND) | CQ_GOAL_BIT(CQ_GOAL_WHY),
    .fits = fits,
    .run = run_matching,
};
