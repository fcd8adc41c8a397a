/* gomory.c - Gomory's theorem: two squares of different colours may always be removed.
 *
 * If a rectangle has an even side and none of length 1, a rook can walk over all of its
 * squares and come back to the first, a step at a time:
 *
 *   +--------->--+      The top row to the right; then the other columns row by row, to
 *   | +---<------+      and fro, without the first column; then the first column up.
 *   | +------>---+      With an odd number of rows the same is done with rows and
 *   +------<-----+      columns exchanged.
 *
 * Along the trip light and dark take turns. Two removed squares of different colours
 * cut it into two paths (or one, if they follow each other), each of which begins
 * with one colour, ends with the other, and so has an even length: dominoes are laid
 * along it. The proof is Ralph Gomory's of 1973, as given by R. Honsberger in
 * "Mathematical Gems I".
 *
 * Linear time; the trip is not stored, its positions are computed.
 */
#include "engine/gomory/gomory.h"
#include "base/assert.h"

bool cq_gomory_has_cycle(uint32_t rows, uint32_t cols)
{
    return rows > 1 && cols > 1 && (rows % 2 == 0 || cols % 2 == 0);
}

/* With an even number of rows: the row of a position, and its column. */
static void walk(uint32_t rows, uint32_t cols, size_t position, uint32_t *row,
                 uint32_t *col)
{
    size_t wide = (size_t)cols - 1, back;

    if (position == 0) {
        *row = *col = 0;
        return;
    }
    back = position - 1;
    if (back < wide * rows) {
        *row = (uint32_t)(back / wide);
        *col = *row % 2 ? (uint32_t)(wide - back % wide) : (uint32_t)(1 + back % wide);
    } else {
        *row = rows - 1 - (uint32_t)(back - wide * rows);
        *col = 0;
    }
}

cq_cell cq_gomory_cell(uint32_t rows, uint32_t cols, size_t position)
{
    uint32_t row, col;

    cq_assert(cq_gomory_has_cycle(rows, cols) && position < (size_t)rows * cols);
    if (rows % 2 == 0) {
        walk(rows, cols, position, &row, &col);
        return row * cols + col;
    }
    walk(cols, rows, position, &col, &row);
    return row * cols + col;
}

static size_t place(uint32_t rows, uint32_t cols, uint32_t row, uint32_t col)
{
    size_t wide = (size_t)cols - 1;

    if (col == 0)
        return row == 0 ? 0 : 1 + wide * rows + (rows - 1 - row);
    return 1 + wide * row + (row % 2 ? wide - col : col - 1);
}

size_t cq_gomory_position(uint32_t rows, uint32_t cols, cq_cell cell)
{
    uint32_t row = cell / cols, col = cell % cols;

    cq_assert(row < rows);

    return rows % 2 == 0 ? place(rows, cols, row, col) : place(cols, rows, col, row);
}

void cq_gomory_holes(const cq_board *board, cq_cell holes[2])
{
    unsigned found = 0;

    for (cq_cell cell = 0; found < 2; cell++)
        if (!cq_board_present(board, cell))
            holes[found++] = cell;
}

/* Why the theorem says nothing about a board, or NULL. */
static const char *why_not(const cq_board *board)
{
    size_t removed = cq_board_size(board) - board->count;
    cq_cell holes[2];

    if (board->rows == 1 || board->cols == 1)
        return "a side of length 1 has no way back, so there is no round trip";
    if (!cq_gomory_has_cycle(board->rows, board->cols))
        return "both sides are odd, and a round trip has as many light squares as dark";
    if (removed == 0)
        return NULL;
    if (removed != 2)
        return "it needs a full rectangle, or one with exactly two squares removed";
    cq_gomory_holes(board, holes);
    if (cq_is_dark(board, holes[0]) == cq_is_dark(board, holes[1]))
        return "the two removed squares have the same colour";
    return NULL;
}

cq_fit cq_gomory_fits(const cq_problem *problem, cq_goal goal)
{
    const char *why = why_not(problem->board);

    (void)goal;
    /* No quicker than the general way, which is preferred unless this is asked for. */
    return why ? cq_misfit("%s", why)
               : cq_fit_for(CQ_RANK_DIRECT,
                            1e-7 * (double)cq_board_size(problem->board),
                            "a round trip, cut at the removed squares");
}

/* Lays dominoes along the trip from `first` on, `length` squares far, round the end. */
static cq_status lay_path(cq_run *run, size_t first, size_t length,
                          cq_solution *solution)
{
    const cq_board *board = run->problem->board;
    size_t size = cq_board_size(board);

    cq_assert(length % 2 == 0);
    for (size_t i = 0; i < length; i += 2) {
        cq_cell cells[2];

        for (unsigned k = 0; k < 2; k++)
            cells[k] = cq_gomory_cell(board->rows, board->cols, (first + i + k) % size);
        cq_assert(cq_board_present(board, cells[0]) &&
                  cq_board_present(board, cells[1]));
        cq_try(cq_solution_add(run->ctx, solution, 0, cells, 2));
        if (i % 65536 == 0 && cq_run_poll(run))
            return CQ_OK;
    }
    return CQ_OK;
}

static cq_status lay_paths(cq_run *run, cq_solution *solution, size_t lengths[2])
{
    const cq_board *board = run->problem->board;
    size_t size = cq_board_size(board), from, to;
    cq_cell holes[2];

    if (board->count == size) {
        lengths[0] = size;
        return lay_path(run, 0, size, solution);
    }
    cq_gomory_holes(board, holes);
    from = cq_gomory_position(board->rows, board->cols, holes[0]);
    to = cq_gomory_position(board->rows, board->cols, holes[1]);
    lengths[0] = (to + size - from - 1) % size;
    lengths[1] = size - 2 - lengths[0];
    cq_assert(lengths[0] <= size - 2);
    cq_try(lay_path(run, from + 1, lengths[0], solution));
    return lay_path(run, to + 1, lengths[1], solution);
}

static cq_status run_gomory(cq_run *run)
{
    cq_solution solution = {0};
    size_t lengths[2] = {0, 0};
    bool enough;
    cq_status status = lay_paths(run, &solution, lengths);

    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = cq_run_found(run, &solution, &enough);
    cq_then(status, cq_answer_add_counter(run->answer, "first path", lengths[0]));
    cq_then(status, cq_answer_add_counter(run->answer, "second path", lengths[1]));
    cq_solution_free(&solution);
    return status;
}

const cq_engine cq_engine_gomory = {
    .name = "gomory",
    .summary = "dominoes along a rook's round trip, cut at the two removed squares",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_ONLY_DOMINOES,
    .fits = cq_gomory_fits,
    .run = run_gomory,
};
