/* magic_sums.c - the checker's own sums of magic tours, and proofs that they cannot be.
 *
 * Sums of a walk are added up line by line. A proof has no members: the judge looks for
 * the argument itself, by weights on the squares. If every row has the sum R and every
 * column the sum C, each square may be given the weight x[row] + y[col], and the
 * weighted sum of all numbers is known: R times all x, plus C times all y.
 *
 *     division   R or C is no whole number
 *     one line   weight 1 on it: its sum is odd if it has an odd number of odd numbers.
 *                If every move changes the colour, those are the squares of one colour
 *     quarters   weight 1 on even rows, then on even columns: the squares with both get
 *                2, those with none 0, the others 1. So twice the sum of the first set
 *                plus the sum of the others, which are one colour, is known, and hence
 *                the sum of the first set. It must be whole, and odd or even as its odd
 *                numbers say
 *
 * Whether the odd numbers are on dark or on light squares is tried both ways.
 */
#include "check/judge.h"

/* ---- lines: rows, then columns, then the diagonals ---- */

static uint32_t line_count(const cq_problem *problem)
{
    return problem->board->rows + problem->board->cols +
           (problem->magic == CQ_MAGIC_FULL ? 2 : 0);
}

static bool is_on(const cq_problem *problem, uint32_t line, uint32_t vertex)
{
    uint32_t rows = problem->board->rows, cols = problem->board->cols;
    cq_cell cell = cq_problem_cell(problem, vertex);
    uint32_t row = cq_row(problem->board, cell), col = cq_col(problem->board, cell);

    if (line < rows)
        return row == line;
    if (line < rows + cols)
        return col == line - rows;
    return line == rows + cols ? row == col : row + col == cols - 1;
}

/* Twice the sum of a line. */
static uint64_t twice_due(const cq_problem *problem, uint32_t line)
{
    uint32_t rows = problem->board->rows, cols = problem->board->cols;
    bool is_column = line >= rows && line < rows + cols;

    return ((uint64_t)problem->graph.vertices + 1) * (is_column ? rows : cols);
}

static bool line_agrees(const cq_problem *problem, uint32_t line, const uint32_t *walk,
                        uint32_t first)
{
    uint32_t n = problem->graph.vertices;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < n; i++)
        if (is_on(problem, line, walk[i]))
            sum += (i + (uint64_t)first) % n + 1;
    return 2 * sum == twice_due(problem, line);
}

bool cq_sums_agree(const cq_problem *problem, const uint32_t *walk, uint32_t first,
                   uint32_t *wrong)
{
    for (uint32_t line = 0; line < line_count(problem); line++)
        if (!line_agrees(problem, line, walk, first)) {
            *wrong = line;
            return false;
        }
    return true;
}

/* ---- proofs ---- */

static bool is_dark(const cq_problem *problem, uint32_t vertex)
{
    return cq_is_dark(problem->board, cq_problem_cell(problem, vertex));
}

static bool alternates(const cq_problem *listed)
{
    const cq_graph *graph = &listed->graph;

    for (uint32_t v = 0; v < graph->vertices; v++)
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (is_dark(listed, v) == is_dark(listed, graph->targets[e]))
                return false;
    return true;
}

/* Whether a line can have its sum, if the odd numbers are on the dark squares or on the
 * light ones. */
static bool line_may_be(const cq_problem *problem, uint32_t line, bool odd_dark)
{
    uint64_t odd = 0;

    for (uint32_t v = 0; v < problem->graph.vertices; v++)
        odd += is_on(problem, line, v) && is_dark(problem, v) == odd_dark;
    return odd % 2 == twice_due(problem, line) / 2 % 2;
}

/* The squares in even rows and even columns, as the opening says: twice their sum is
 * what even rows and even columns have together, less all numbers of the other
 * colour. */
static bool quarter_may_be(const cq_problem *problem, bool odd_dark)
{
    uint64_t n = problem->graph.vertices, all, sum;
    uint32_t rows = problem->board->rows, cols = problem->board->cols;

    if (rows % 2 || cols % 2)
        return true;
    all = rows / 2 * (twice_due(problem, 0) / 2) +
          cols / 2 * (twice_due(problem, rows) / 2);
    /* the corner is light: the others are dark, with odd or even numbers */
    sum = all - (odd_dark ? n / 2 * (n / 2) : n / 2 * (n / 2 + 1));
    return sum % 2 == 0 && sum / 2 % 2 == (odd_dark ? 0 : n / 4 % 2);
}

static bool may_be(const cq_problem *problem, bool odd_dark)
{
    for (uint32_t line = 0; line < line_count(problem); line++)
        if (!line_may_be(problem, line, odd_dark))
            return false;
    return quarter_may_be(problem, odd_dark);
}

cq_status cq_judge_sums(cq_hearing *hearing)
{
    const cq_problem *problem = hearing->problem;

    if (!problem->magic)
        return cq_find(hearing, CQ_NO, "no magic tour is asked for");
    if (twice_due(problem, 0) % 2 || twice_due(problem, problem->board->rows) % 2)
        return cq_find(hearing, CQ_YES, "the sum of a line would be no whole number");
    if (!alternates(problem))
        return cq_find(hearing, CQ_NO, "the sums prove nothing: moves keep the colour");
    if (may_be(problem, false) || may_be(problem, true))
        return cq_find(hearing, CQ_NO, "the sums prove nothing: they can be equal");
    return cq_find(hearing, CQ_YES,
                   "odd and even numbers cannot be dealt out to equal sums");
}
