/* by_cases.c - two squares removed from a rectangle: lays the dominoes directly, by the
 * parities of the two places.
 *
 * N. Mahesh, P. Joshi, S. P. Nadathur and S. De, "The General Mutilated Chessboard",
 * 2020, sketch this as an alternative to the round trip: whether the rows and columns
 * of the two squares are even or odd makes sixteen cases, and in each the rectangle
 * between the squares is covered first, then what lies around it. Eight of the sixteen
 * have two squares of one colour. In the other eight either the rows or the columns
 * differ by an odd number; say it is the rows, or exchange rows and columns:
 *
 *     . . . . . . .    The rectangle between a and b has an even height and an odd
 *     | | a - - | |    width. Beside a and beside b an even number of squares is left
 *     | | | | | | |    in their rows: dominoes lie across there, and upright between
 *     | | | | | | |    them and at both sides.
 *     | | - - b | |
 *     . . . . . . .    Above and below whole rows are left: across if they are even;
 *                      else upright, if their number is even.
 *
 * If rows are odd and so is the number of those above, one upright domino reaches down
 * from beside a:
 *
 *     | | - - | | |    The two columns of a and of this domino are filled across, the
 *     | | a +-+ | |    others upright, and below is a rectangle with an even number of
 *     . . . | | . .    rows which lacks the end of the domino, and b. Its columns now
 *     . . . +-+ . .    differ by an odd number, and its columns are even: the first
 *     . . . . . b .    case, with rows and columns exchanged.
 *
 * A full rectangle is filled along an even side. Linear time; no search.
 */
#include "engine/gomory/gomory.h"

#include "base/assert.h"

typedef struct square {
    uint32_t row, col;
} square;

typedef struct block {
    uint32_t top, left, rows, cols;
} block;

typedef struct layer {
    cq_run *run;
    cq_solution *out;
    bool turned;   /* rows and columns are exchanged */
    block area;    /* that is to be covered */
    uint64_t laid; /* dominoes */
} layer;

static cq_status lay_domino(layer *l, uint32_t row, uint32_t col, bool upright)
{
    uint32_t cols = l->run->problem->board->cols;
    square end = {row + upright, col + !upright};
    cq_cell cells[2] = {l->turned ? col * cols + row : row * cols + col,
                        l->turned ? end.col * cols + end.row
                                  : end.row * cols + end.col};

    cq_assert(cq_board_present(l->run->problem->board, cells[0]) &&
              cq_board_present(l->run->problem->board, cells[1]));
    if (++l->laid % 65536 == 0 && cq_run_poll(l->run))
        return CQ_OK;
    return cq_solution_add(l->run->ctx, l->out, 0, cells, 2);
}

/* Fills a block, whose length in that direction is even; it may be empty. */
static cq_status fill(layer *l, block b, bool upright)
{
    uint32_t down = upright ? 2 : 1, right = upright ? 1 : 2;

    cq_assert(b.rows == 0 || b.cols == 0 || (upright ? b.rows : b.cols) % 2 == 0);
    for (uint32_t row = 0; row < b.rows; row += down)
        for (uint32_t col = 0; col < b.cols; col += right)
            if (l->run->stop == CQ_FINISHED)
                cq_try(lay_domino(l, b.top + row, b.left + col, upright));
    return CQ_OK;
}

/* The rows from a to b: a is above b, and their number is even. */
static cq_status lay_between(layer *l, square a, square b)
{
    uint32_t left = a.col < b.col ? a.col : b.col;
    uint32_t right = a.col + b.col - left, wide = right - left;
    uint32_t tall = b.row - a.row + 1, end = l->area.left + l->area.cols;
    const struct {
        block block;
        bool upright;
    } blocks[] = {
        {{a.row, left + (a.col == left), 1, wide}, false},
        {{b.row, left + (b.col == left), 1, wide}, false},
        {{a.row + 1, left, tall - 2, wide + 1}, true},
        {{a.row, l->area.left, tall, left - l->area.left}, true},
        {{a.row, right + 1, tall, end - right - 1}, true},
    };

    cq_assert(a.row < b.row && tall % 2 == 0 && wide % 2 == 0);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        cq_try(fill(l, blocks[i].block, blocks[i].upright));
    return CQ_OK;
}

/* The whole rows above a and below b. */
static cq_status lay_around(layer *l, square a, square b)
{
    bool upright = l->area.cols % 2;
    uint32_t above = a.row - l->area.top, below = l->area.rows - above;

    below -= b.row - a.row + 1;
    cq_try(fill(l, (block){l->area.top, l->area.left, above, l->area.cols}, upright));
    return fill(l, (block){b.row + 1, l->area.left, below, l->area.cols}, upright);
}

/* Everything down to the row of a, with a domino that reaches down from beside it; its
 * lower end is *end. */
static cq_status lay_above(layer *l, square a, square *end)
{
    block area = l->area;
    uint32_t beside = a.col + 1 < area.left + area.cols ? a.col + 1 : a.col - 1;
    uint32_t left = a.col < beside ? a.col : beside, right = left + 2;
    uint32_t above = a.row - area.top;
    cq_status status = fill(l, (block){area.top, left, above, 2}, false);

    cq_then(status,
            fill(l, (block){area.top, area.left, above + 1, left - area.left}, true));
    cq_then(status,
            fill(l, (block){area.top, right, above + 1, area.left + area.cols - right},
                 true));
    cq_then(status, lay_domino(l, a.row, beside, true));
    *end = (square){a.row + 1, beside};
    return status;
}

static square turn(square s)
{
    return (square){s.col, s.row};
}

static void turn_layer(layer *l)
{
    l->turned = !l->turned;
    l->area = (block){l->area.left, l->area.top, l->area.cols, l->area.rows};
}

static void put_in_order(square *a, square *b)
{
    square upper = a->row < b->row ? *a : *b;

    *b = a->row < b->row ? *b : *a;
    *a = upper;
}

/* The rows of a and b differ by an odd number, and a is above b. */
static bool needs_bridge(const layer *l, square a)
{
    return l->area.cols % 2 && (a.row - l->area.top) % 2;
}

/* Leaves of the area what lies below the row of a, as the first case. */
static cq_status lay_bridge(layer *l, square *a, square *b)
{
    uint32_t last = l->area.top + l->area.rows;
    square end;
    cq_status status = lay_above(l, *a, &end);

    l->area.top = end.row;
    l->area.rows = last - end.row;
    turn_layer(l);
    *a = turn(end);
    *b = turn(*b);
    put_in_order(a, b);
    cq_assert((a->row + b->row) % 2 && l->area.cols % 2 == 0);
    return status;
}

static cq_status lay_all(layer *l, square a, square b)
{
    if ((a.row + b.row) % 2 == 0) {
        turn_layer(l);
        a = turn(a);
        b = turn(b);
    }
    put_in_order(&a, &b);
    cq_assert((a.row + b.row) % 2 && (a.col + b.col) % 2 == 0);
    if (needs_bridge(l, a))
        cq_try(lay_bridge(l, &a, &b));
    cq_try(lay_between(l, a, b));
    return lay_around(l, a, b);
}

/* ---- the engine ---- */

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    cq_fit fit = cq_gomory_fits(problem, goal);

    return fit.fits
               ? cq_fit_for(
                     CQ_RANK_LAST /* for comparison */, fit.seconds,
                     "the parities of the removed squares tell how to lay the dominoes")
               : fit;
}

static const char *parity(uint32_t number)
{
    return number % 2 ? "odd" : "even";
}

/* Which of the sixteen cases it is. */
static void tell_case(const cq_run *run, square a, square b)
{
    const cq_board *board = run->problem->board;
    char first[CQ_CELL_NAME_SIZE], second[CQ_CELL_NAME_SIZE];

    cq_note(run->ctx, "case: row and column of %s are (%s, %s), of %s (%s, %s)",
            cq_cell_name(board, a.row * board->cols + a.col, first), parity(a.row),
            parity(a.col), cq_cell_name(board, b.row * board->cols + b.col, second),
            parity(b.row), parity(b.col));
}

static cq_status run_direct(cq_run *run)
{
    const cq_board *board = run->problem->board;
    cq_solution solution = {0};
    layer l = {run, &solution, false, {0, 0, board->rows, board->cols}, 0};
    cq_cell holes[2];
    bool enough;
    cq_status status;

    if (board->count == cq_board_size(board)) {
        status = fill(&l, l.area, board->cols % 2);
    } else {
        square a, b;

        cq_gomory_holes(board, holes);
        a = (square){cq_row(board, holes[0]), cq_col(board, holes[0])};
        b = (square){cq_row(board, holes[1]), cq_col(board, holes[1])};
        tell_case(run, a, b);
        status = lay_all(&l, a, b);
    }
    if (status == CQ_OK && run->stop == CQ_FINISHED)
        status = cq_run_found(run, &solution, &enough);
    cq_solution_free(&solution);
    return status;
}

const cq_engine cq_engine_direct = {
    .name = "direct",
    .summary = "dominoes by the parities of the two removed squares, without a search",
    .goals = CQ_GOALS_OF_ONE,
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_direct,
};
