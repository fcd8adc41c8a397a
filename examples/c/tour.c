/* tour.c - a knight's tour as a list of squares, from e4 to the square before it. */
#include <chequer.h>

#include <stdio.h>

static void print_walk(const cq_problem *problem, const cq_solution *solution)
{
    size_t count;
    const uint32_t *walk = cq_solution_walk(solution, &count);
    char name[CQ_VERTEX_NAME_SIZE];

    for (size_t i = 0; i < count; i++)
        printf("%s%c", cq_problem_vertex_name(problem, walk[i], name),
               i % 8 < 7 && i + 1 < count ? ' ' : '\n');
}

int main(void)
{
    const cq_tour_move knight = {.down = 1, .right = 2, .leaper = true};
    cq_context *ctx = cq_context_new();
    cq_board *board = NULL;
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_cell start = 0;
    cq_status status = ctx ? cq_board_new(ctx, 8, 8, CQ_PLANE, &board) : CQ_MEMORY;

    if (status == CQ_OK)
        status = cq_problem_new_tour(ctx, board, &knight, 1, true, &problem);
    if (status == CQ_OK)
        status = cq_cell_parse(ctx, board, "e4", &start);
    if (status == CQ_OK)
        status = cq_problem_set_ends_at(
            ctx, problem, cq_problem_vertex_at(problem, start), CQ_NO_VERTEX);
    if (status == CQ_OK)
        status = cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer);
    if (status == CQ_OK)
        print_walk(problem, cq_answer_solution(answer, 0));
    else if (ctx)
        fprintf(stderr, "%s\n", cq_error_text(ctx));
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_board_free(board);
    cq_context_free(ctx);
    return status == CQ_OK ? 0 : 1;
}
