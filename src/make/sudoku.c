/* sudoku.c - a grid of digits in rows, columns and boxes, with fewest givens.
 *
 * As an exact cover: a digit on a square is an option with four items, the square, and
 * the digit in its row, its column and its box (Knuth, The Art of Computer Programming
 * 4B, 7.2.2.1). A full grid is the first solution with the options in random order.
 * Givens are then taken away as long as there are not more solutions than wanted
 * (make.c), with `symmetric` two that a half turn exchanges at a time. The puzzle is
 * the cover without the options that the givens rule out; a board with digits comes
 * with it. */
#include "make/make.h"

#include "base/assert.h"
#include "problem/cover.h"

enum { SIDE_MOST = 25 };

typedef struct sudoku {
    uint32_t rows, cols, side; /* of a box, and of the grid */
    uint32_t *grid;            /* the digit of each square, from 0 */
    uint32_t *order;           /* of the options; NULL: as they stand */
    cq_board *board;           /* without digits */
} sudoku;

static char digit(uint32_t number)
{
    return "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number];
}

static uint32_t box_of(const sudoku *s, uint32_t row, uint32_t col)
{
    cq_assert(row < s->side && col < s->side);
    return row / s->rows * s->rows + col / s->cols;
}

/* Items: squares, then digits in rows, columns and boxes; the number of each is its
 * place. */
static cq_status add_items(cq_made *made, const sudoku *s, cq_cover *cover)
{
    static const char kinds[] = "prcb";

    for (int kind = 0; kind < 4; kind++)
        for (uint32_t i = 0; i < s->side * s->side; i++) {
            uint32_t a = i / s->side, b = i % s->side, item;
            char name[16];
            int length = kind == 0 ? snprintf(name, sizeof name,
                                              "p%" PRIu32 ".%" PRIu32, a + 1, b + 1)
                                   : snprintf(name, sizeof name, "%c%" PRIu32 "%c",
                                              kinds[kind], a + 1, digit(b));

            cq_try(cq_cover_add_item(made->ctx, cover, name, (size_t)length, true, 1, 1,
                                     &item));
        }
    return CQ_OK;
}

/* Whether a given rules this digit out on this square; NULL: there are none. */
static bool is_out(const sudoku *s, const char *kept, uint32_t cell, uint32_t number)
{
    uint32_t row = cell / s->side, col = cell % s->side;

    for (uint32_t other = 0; kept && other < s->side * s->side; other++) {
        uint32_t r = other / s->side, c = other % s->side;

        if (!kept[other])
            continue;
        if (other == cell
                ? s->grid[other] != number
                : s->grid[other] == number &&
                      (r == row || c == col || box_of(s, r, c) == box_of(s, row, col)))
            return true;
    }
    return false;
}

static cq_status add_option(cq_made *made, const sudoku *s, uint32_t cell,
                            uint32_t number, cq_cover *cover)
{
    uint32_t row = cell / s->side, col = cell % s->side, all = s->side * s->side;
    uint32_t items[4] = {cell, all + row * s->side + number,
                         2 * all + col * s->side + number,
                         3 * all + box_of(s, row, col) * s->side + number};

    cq_try(cq_cover_open_option(made->ctx, cover));
    for (int i = 0; i < 4; i++)
        cq_try(cq_cover_add_entry(made->ctx, cover, items[i], CQ_NO_COLOUR));
    return CQ_OK;
}

static cq_status pose(cq_made *made, void *user, cq_problem **out)
{
    sudoku *s = user;
    uint32_t options = s->side * s->side * s->side;
    cq_problem *problem = NULL;
    cq_status status = cq_problem_new_cover(made->ctx, &problem);

    cq_then(status, add_items(made, s, &problem->cover));
    for (uint32_t i = 0; status == CQ_OK && i < options; i++) {
        uint32_t option = s->order ? s->order[i] : i;

        if (!is_out(s, made->kept, option / s->side, option % s->side))
            status = add_option(made, s, option / s->side, option % s->side,
                                &problem->cover);
    }
    return cq_problem_deliver(status, problem, out);
}

/* ---- a full grid ---- */

/* Squares and digits of the options that were chosen, by their items. */
static void read_grid(sudoku *s, const cq_cover *cover, const cq_solution *solution)
{
    for (size_t i = 0; i < solution->labels.count; i++) {
        uint32_t start = cover->starts.at[solution->labels.at[i]];
        uint32_t cell = cover->entries.at[start].item;

        cq_assert(cell < s->side * s->side); /* the square is the first item */
        s->grid[cell] = cover->entries.at[start + 1].item % s->side;
    }
    cq_assert(solution->labels.count == (size_t)s->side * s->side);
}

static cq_status fill(cq_made *made, sudoku *s)
{
    uint32_t options = s->side * s->side * s->side;
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status;

    s->order = cq_alloc(made->ctx, options, sizeof *s->order);
    cq_try_memory(s->order);
    cq_make_shuffle(made, s->order, options);
    status = pose(made, s, &problem);
    cq_then(status, cq_make_solve(made, problem, 1, false, &answer));
    if (status == CQ_OK && answer->solutions.count == 0)
        status = CQ_STOPPED;
    if (status == CQ_OK)
        read_grid(s, &problem->cover, &answer->solutions.at[0]);
    cq_free(s->order);
    s->order = NULL;
    cq_answer_free(answer);
    cq_problem_free(problem);
    return status;
}

/* ---- sheets ---- */

/* A board with digits where they are kept, or everywhere. */
static cq_status show(cq_made *made, const sudoku *s, bool solved, cq_problem **out)
{
    cq_status status = cq_problem_new_tiling(made->ctx, s->board, out);

    for (uint32_t cell = 0; status == CQ_OK && cell < s->side * s->side; cell++)
        if (solved || made->kept[cell])
            cq_grid_set((*out)->board, cell, digit(s->grid[cell]));
    return status;
}

/* ---- making ---- */

static cq_status open_sudoku(cq_made *made, sudoku *s)
{
    const cq_recipe *r = &made->recipe;

    s->rows = r->rows ? r->rows : 3;
    s->cols = r->cols ? r->cols : 3;
    if (s->rows > SIDE_MOST || s->cols > SIDE_MOST || s->rows * s->cols > SIDE_MOST ||
        s->rows * s->cols < 2)
        return cq_fail(made->ctx, CQ_REFUSED,
                       "a box has 2 to %d squares, this one has %" PRIu32 " x %" PRIu32,
                       SIDE_MOST, s->rows, s->cols);
    s->side = s->rows * s->cols;
    cq_try(cq_board_new(made->ctx, s->side, s->side, CQ_PLANE, &s->board));
    s->grid = cq_zalloc(made->ctx, s->board->count, sizeof *s->grid);
    return s->grid ? fill(made, s) : CQ_MEMORY;
}

cq_status cq_make_sudoku(cq_made *made)
{
    sudoku s = {0};
    cq_status status = open_sudoku(made, &s);

    cq_then(status, cq_make_minimal(made, pose, &s, s.board));
    if (status == CQ_OK && made->problem) {
        status = show(made, &s, false, &made->shown);
        cq_then(status, show(made, &s, true, &made->solved));
    }
    cq_board_free(s.board);
    cq_free(s.grid);
    return status;
}
