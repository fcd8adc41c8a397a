/* magic_obstacle.c - why the sums of a magic tour cannot be equal, if odd and even
 * numbers tell.
 *
 * *Division.* All N numbers add up to N(N + 1) / 2, each of the m rows has its m-th
 * part.
 *
 * If every move changes the colour, odd numbers stand on one colour and even numbers
 * on the other, N of them:
 *
 * *Lines.* A line is odd if it has an odd number of squares of the odd colour.
 * Whichever colour that is, some line is odd or even as its sum is not.
 *
 * *Quarters.* Rows and columns even: let a, b, c, d be the sums of the squares in even
 * or odd rows and columns.
 *
 *     a b a b      a + b = c + d, as both are half of the rows, and a + c = b + d:
 *     c d c d      so a = d, b = c. The squares of a and d have one colour, those of
 *     a b a b      b and c the other. The even numbers add up to t(2t + 1) in each of
 *     c d c d      two quarters, N = 4t; that is even, and so t is even, too.
 *
 * So there is no magic knight's tour on boards whose sides are both twice an odd number
 * (G. P. Jelliss, Knight's Tour Notes; the proof for squares is his).
 */
#include "answer/magic_obstacle.h"

#include "problem/magic_lines.h"

/* Whether every line can have its sum if the odd numbers are on this colour. */
static bool suits_lines(const cq_problem *problem, bool dark)
{
    const cq_board *board = problem->board;
    uint32_t side = board->rows > board->cols ? board->rows : board->cols;

    for (uint32_t line = 0; line < cq_magic_line_count(problem); line++) {
        uint64_t odd = 0, sum = cq_magic_twice_sum(problem, line) / 2;

        for (uint32_t i = 0; i < cq_magic_line_length(problem, line); i++) {
            uint32_t row = i, col = i; /* a diagonal */

            if (line < board->rows)
                row = line;
            else if (line < board->rows + board->cols)
                col = line - board->rows;
            else if (line > board->rows + board->cols)
                col = side - 1 - i;
            odd += cq_is_dark(board, row * board->cols + col) == dark;
        }
        if (odd % 2 != sum % 2)
            return false;
    }
    return true;
}

cq_magic_obstacle cq_magic_obstacle_of(const cq_problem *problem)
{
    const cq_board *board = problem->board;

    if (!problem->magic)
        return CQ_OBSTACLE_NONE;
    if (cq_magic_twice_sum(problem, 0) % 2)
        return CQ_OBSTACLE_ROWS;
    if (cq_magic_twice_sum(problem, board->rows) % 2)
        return CQ_OBSTACLE_COLUMNS;
    if (!cq_changes_colour(problem))
        return CQ_OBSTACLE_NONE;
    if (!suits_lines(problem, false) && !suits_lines(problem, true))
        return CQ_OBSTACLE_LINES;
    if (board->rows % 2 == 0 && board->cols % 2 == 0 && problem->graph.vertices / 4 % 2)
        return CQ_OBSTACLE_QUARTERS;
    return CQ_OBSTACLE_NONE;
}

void cq_explain_sums(cq_sentence *s)
{
    const cq_problem *problem = s->problem;
    uint64_t n = problem->graph.vertices;
    cq_magic_obstacle obstacle = cq_magic_obstacle_of(problem);
    bool rows = obstacle == CQ_OBSTACLE_ROWS;

    switch (obstacle) {
    case CQ_OBSTACLE_ROWS:
    case CQ_OBSTACLE_COLUMNS:
        cq_say(s, "the numbers from 1 to %llu add up to %llu, which %u %s cannot share",
               (unsigned long long)n, (unsigned long long)(n * (n + 1) / 2),
               (unsigned)(rows ? problem->board->rows : problem->board->cols),
               rows ? "rows" : "columns");
        break;
    case CQ_OBSTACLE_LINES:
        cq_say(s,
               "every move changes the colour, so the odd numbers are on one colour, "
               "and some lines have odd sums, others even ones");
        break;
    case CQ_OBSTACLE_QUARTERS:
        cq_say(
            s,
            "every move changes the colour; equal sums of rows and columns share the "
            "even numbers between two sets of %llu squares, and their sum, %llu, "
            "has no even half",
            (unsigned long long)(n / 4), (unsigned long long)(n / 2 * (n / 2 + 1)));
        break;
    case CQ_OBSTACLE_NONE: cq_say(s, "the sums cannot be equal"); break;
    }
}
