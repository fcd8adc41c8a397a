/* uncovered.c - tilings with squares that stay free: with their blanks, and without.
 *
 * Engines cover a free square with a blank (problem/blank.c), like any other. On its
 * way out a solution loses its blanks, and a solution that an engine is to number gets
 * them back: they lie on all squares that nothing else covers. Linear in the board.
 */
#include "answer/answer.h"

#include "base/assert.h"

cq_status cq_solution_uncovered(cq_context *ctx, const cq_board *board,
                                const cq_solution *solution, cq_u32s *out)
{
    cq_word *covered = cq_bits_new(ctx, cq_board_size(board));
    cq_status status = covered ? CQ_OK : CQ_MEMORY;

    for (size_t i = 0; covered && i < solution->members.count; i++)
        if (solution->members.at[i] < cq_board_size(board))
            cq_bits_add(covered, solution->members.at[i]);
    for (cq_cell cell = 0; cell < cq_board_size(board) && status == CQ_OK; cell++)
        if (cq_board_present(board, cell) && !cq_bits_has(covered, cell))
            status = cq_vec_push(ctx, out, cell);
    cq_free(covered);
    return status;
}

cq_status cq_solution_strip(cq_context *ctx, const cq_problem *problem,
                            const cq_solution *solution, cq_solution *scratch,
                            const cq_solution **out)
{
    uint32_t blank = cq_problem_free_piece(problem);

    *out = solution;
    if (blank == CQ_NO_PIECE)
        return CQ_OK;
    cq_solution_clear(scratch);
    for (size_t i = 0; i < cq_solution_parts(solution); i++) {
        uint32_t start = solution->starts.at[i];

        if (solution->labels.at[i] != blank)
            cq_try(cq_solution_add(ctx, scratch, solution->labels.at[i],
                                   solution->members.at + start,
                                   solution->starts.at[i + 1] - start));
    }
    cq_assert(scratch->members.count <= solution->members.count);
    *out = scratch;
    return CQ_OK;
}

cq_status cq_solution_fill(cq_context *ctx, const cq_problem *problem,
                           cq_solution *solution)
{
    uint32_t blank = cq_problem_free_piece(problem);
    cq_u32s uncovered = {0};
    cq_status status;

    if (blank == CQ_NO_PIECE)
        return CQ_OK;
    status = cq_solution_uncovered(ctx, problem->board, solution, &uncovered);
    for (size_t i = 0; i < uncovered.count && status == CQ_OK; i++)
        status = cq_solution_add(ctx, solution, blank, &uncovered.at[i], 1);
    cq_vec_free(&uncovered);
    return status;
}
