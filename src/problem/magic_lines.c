/* magic_lines.c - magic tours: lines of the numbered board with equal sums.
 *
 * A tour numbers the m x n squares of a rectangle from 1 to N = mn, which add up to
 * N(N + 1) / 2. It is semi-magic if all rows have the same sum, n(N + 1) / 2, and all
 * columns, m(N + 1) / 2; on a square board it is magic if both diagonals have it, too.
 * (H. J. R. Murray and G. P. Jelliss call the former magic in the wide sense.) The
 * square at which a closed tour starts, and its direction, change its sums.
 */
#include "problem/magic_lines.h"

#include "base/assert.h"

CQ_GET(cq_magic, cq_problem_magic, cq_problem, magic, CQ_MAGIC_NONE)

cq_status cq_problem_set_magic(cq_context *ctx, cq_problem *problem, cq_magic magic)
{
    const cq_board *board;

    cq_try(cq_need(ctx, problem, "a problem"));
    board = problem->board;
    if (problem->kind != CQ_TOUR || !board || board->count != cq_board_size(board))
        return cq_fail(ctx, CQ_REFUSED,
                       "only tours of rectangular boards without holes can be magic");
    if (board->count > CQ_LISTS_MOST)
        return cq_fail(ctx, CQ_REFUSED,
                       "magic tours are for boards of at most %d squares",
                       CQ_LISTS_MOST);
    if (magic == CQ_MAGIC_FULL && board->rows != board->cols)
        return cq_fail(ctx, CQ_REFUSED,
                       "only a square board has diagonals: ask for semi-magic tours");
    if (!cq_magic_name(magic))
        return cq_fail(ctx, CQ_INPUT, "there is no kind %d of magic tours", (int)magic);
    problem->magic = magic;
    return CQ_OK;
}

uint32_t cq_magic_line_count(const cq_problem *problem)
{
    const cq_board *board = problem->board;

    return board->rows + board->cols + (problem->magic == CQ_MAGIC_FULL ? 2 : 0);
}

unsigned cq_magic_lines_at(const cq_problem *problem, uint32_t vertex, uint32_t out[4])
{
    const cq_board *board = problem->board;
    cq_cell cell = cq_problem_cell(problem, vertex);
    uint32_t row = cell / board->cols, col = cell % board->cols;
    unsigned count = 0;

    out[count++] = row;
    out[count++] = board->rows + col;
    if (problem->magic == CQ_MAGIC_FULL && row == col)
        out[count++] = board->rows + board->cols;
    if (problem->magic == CQ_MAGIC_FULL && row + col == board->cols - 1)
        out[count++] = board->rows + board->cols + 1;
    for (unsigned i = 0; i < count; i++)
        cq_assert(out[i] < cq_magic_line_count(problem));
    return count;
}

uint32_t cq_magic_line_length(const cq_problem *problem, uint32_t line)
{
    const cq_board *board = problem->board;

    cq_assert(line < cq_magic_line_count(problem));
    return line >= board->rows && line < board->rows + board->cols ? board->rows
                                                                   : board->cols;
}

uint64_t cq_magic_twice_sum(const cq_problem *problem, uint32_t line)
{
    return cq_magic_line_length(problem, line) *
           ((uint64_t)problem->graph.vertices + 1);
}
