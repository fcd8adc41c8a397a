/* pattern.c - colourings that repeat themselves, and how to find one in given numbers.
 *
 * The colour (row + col) mod 3 makes diagonals, the chessboard is (row + col) mod 2.
 * Multiplying both factors with a number prime to the period only renames the colours,
 * so that one factor can be 1: there are period + 1 patterns of lines to a period,
 * besides those that repeat within it, which a shorter period has.
 */
#include "answer/pattern.h"

#include "base/assert.h"

cq_pattern cq_pattern_first(void)
{
    return (cq_pattern){.period = 2, .down = 1, .right = 1};
}

/* (1, 1), (1, n - 1), (1, 0), (0, 1), (1, 2), ... (1, n - 2) */
cq_pattern cq_pattern_next(cq_pattern p)
{
    uint32_t n = p.period;

    cq_assert(n >= 2 && !p.lattice && p.down <= 1 && p.right < n);
    if (p.down == 0)
        p = (cq_pattern){.period = n, .down = 1, .right = 2};
    else if (p.right == 0)
        return (cq_pattern){.period = n, .down = 0, .right = 1};
    else if (p.right == 1 && n > 2)
        return (cq_pattern){.period = n, .down = 1, .right = n - 1};
    else if (p.right == n - 1)
        return (cq_pattern){.period = n, .down = 1, .right = 0};
    else
        p.right++;
    return p.right + 1 < n ? p : (cq_pattern){.period = n + 1, .down = 1, .right = 1};
}

cq_pattern cq_pattern_lattice(uint32_t period)
{
    return (cq_pattern){.period = period, .lattice = true};
}

bool cq_pattern_joins(const cq_pattern *p, const cq_board *board)
{
    bool rows = board->surface == CQ_TORUS, cols = board->surface != CQ_PLANE;

    return (!rows || cq_pattern_at(p, board->rows, 0) == 0) &&
           (!cols || cq_pattern_at(p, 0, board->cols) == 0);
}

/* Whether squares of a colour have the same weight, which is then known. */
static bool follows(const cq_board *board, const int64_t *weights, const cq_pattern *p,
                    int64_t *of_colour)
{
    size_t colours = cq_pattern_colours(p), cell = 0;

    for (size_t i = 0; i < colours; i++)
        of_colour[i] = INT64_MIN;
    for (uint32_t row = 0; row < board->rows; row++)
        for (uint32_t col = 0; col < board->cols; col++, cell++) {
            int64_t *known = &of_colour[cq_pattern_at(p, row, col)];

            cq_assert(known < of_colour + colours);
            if (!board->colour[cell])
                continue;
            if (*known != INT64_MIN && *known != weights[cell])
                return false;
            *known = weights[cell];
        }
    for (size_t i = 0; i < colours; i++) /* one that is nowhere on the board */
        of_colour[i] = of_colour[i] == INT64_MIN ? 0 : of_colour[i];
    return true;
}

bool cq_pattern_find(const cq_board *board, const int64_t *weights, size_t most,
                     cq_pattern *out, int64_t *of_colour)
{
    /* One with as many colours as rows or columns says nothing. */
    size_t enough = board->rows > board->cols ? board->rows : board->cols;

    for (cq_pattern p = cq_pattern_first(); p.period <= most && p.period < enough;
         p = cq_pattern_next(p))
        if (follows(board, weights, &p, of_colour)) {
            *out = p;
            return true;
        }
    for (uint32_t n = 2; (size_t)n * n <= most && n < enough; n++) {
        *out = cq_pattern_lattice(n);
        if (follows(board, weights, out, of_colour))
            return true;
    }
    return false;
}
