/* pieces.c - a tiling read back as data: which piece lies on which squares.
 *
 *     cc pieces.c $(pkg-config --cflags --libs chequer) && ./a.out
 */
#include <chequer.h>

#include <stdio.h>

/* A piece as cells: the L-tromino, in any number of copies, turned and flipped. */
static cq_status add_tromino(cq_context *ctx, cq_problem *problem)
{
    const cq_square squares[] = {{0, 0, '#'}, {1, 0, '#'}, {1, 1, '#'}};
    const cq_piece_info piece = {.name = "L3",
                                 .squares = squares,
                                 .count = 3,
                                 .most = CQ_ANY_COPIES,
                                 .rotate = true,
                                 .flip = true};

    return cq_problem_add_piece(ctx, problem, &piece, NULL);
}

static void print_parts(const cq_problem *problem, const cq_solution *solution)
{
    const cq_board *board = cq_problem_board(problem);
    cq_part part;

    for (size_t i = 0; cq_solution_part(solution, i, &part); i++) {
        cq_piece_info piece;
        char name[CQ_CELL_NAME_SIZE];

        cq_problem_piece(problem, part.number, &piece);
        printf("%s on", piece.name);
        for (size_t k = 0; k < part.count; k++)
            printf(" %s", cq_cell_name(board, part.cells[k], name));
        putchar('\n');
    }
}

int main(void)
{
    cq_context *ctx = cq_context_new();
    cq_board *board = NULL;
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status = ctx ? cq_board_new(ctx, 4, 4, CQ_PLANE, &board) : CQ_MEMORY;

    if (status == CQ_OK)
        status = cq_board_set(ctx, board, 5, 0); /* row 1, column 1: a hole */
    if (status == CQ_OK)
        status = cq_problem_new_tiling(ctx, board, &problem);
    if (status == CQ_OK)
        status = add_tromino(ctx, problem);
    if (status == CQ_OK)
        status = cq_solve(ctx, problem, CQ_GOAL_FIND, NULL, &answer);
    if (status == CQ_OK && cq_answer_verdict(answer) == CQ_YES)
        print_parts(problem, cq_answer_solution(answer, 0));
    else if (ctx)
        fprintf(stderr, "%s\n",
                status == CQ_OK ? cq_answer_reason(answer) : cq_error_text(ctx));
    cq_answer_free(answer);
    cq_problem_free(problem);
    cq_board_free(board);
    cq_context_free(ctx);
    return status == CQ_OK ? 0 : 1;
}
