/* board_space.c - all numbers on the squares of one board that give every piece a
 * value.
 *
 * The squares are visited row by row. The number on the last square of a placement is
 * the value of its piece minus its other numbers, so most numbers follow from earlier
 * ones. A square that ends no placement is a new unknown. So is the last square of the
 * first placement of a piece, whose sum becomes the value of the piece. Every further
 * placement is an equation.
 *
 *     I3 on 8 x 8     a8 = x0, b8 = x1, c8 = x2, the value of I3 is x0 + x1 + x2,
 *                     d8 = value - b8 - c8 = x0, ..., a7 = x3, b7 = x4, c7 = x0 + ...
 *
 *     forms    one row for each square, then for each piece, then the board: how often
 *              it has each unknown
 *
 * On most boards few unknowns are left after some rows. Now and then, unknowns that
 * follow from others are expressed by them, which keeps the rows short.
 *
 * Cost: placements * squares of each * unknowns, counted; given up if it is too
 * much. */
#include "engine/colouring/colouring.h"

#include "base/assert.h"

#include <string.h>

enum { FIRST_ROOM = 16, GATHERED = 8 };

typedef struct sweep {
    cq_painter *painter;
    const cq_problem *problem;
    cq_placements placements;
    uint32_t *order, *starts; /* placements by their last cell */
    uint32_t *square;         /* cell of the grid -> row of the forms */
    bool *valued;             /* pieces whose value has a form */
    uint32_t *forms;
    size_t rows, unknowns, room; /* room: length of a row of the forms */
    cq_equations equations;      /* of `room` unknowns */
} sweep;

/* ---- unknowns ---- */

/* Moves unknown k to to[k] in all forms and equations; UINT32_MAX: it is gone. */
static cq_status renumber(sweep *s, const uint32_t *to, size_t unknowns, size_t room)
{
    cq_equations old = s->equations, fresh = {0};
    cq_context *ctx = s->painter->run->ctx;
    uint32_t *forms = cq_zalloc(ctx, cq_times(s->rows, room), sizeof *forms);
    cq_status status =
        forms ? cq_equations_new(ctx, old.modulus, room, &fresh) : CQ_MEMORY;

    for (size_t i = 0; i < s->rows && status == CQ_OK; i++)
        for (size_t k = 0; k < s->unknowns; k++)
            if (to[k] != UINT32_MAX)
                forms[i * room + to[k]] = s->forms[i * s->room + k];
    for (size_t i = 0; i < s->unknowns && status == CQ_OK; i++) {
        const uint32_t *row = cq_equations_row(&old, i);

        cq_assert((to[i] == UINT32_MAX) == (row[i] == 1));
        if (row[i] <= 1)
            continue;
        memset(fresh.room, 0, room * sizeof *fresh.room);
        for (size_t k = 0; k < s->unknowns; k++)
            if (to[k] != UINT32_MAX)
                fresh.room[to[k]] = row[k];
        status = cq_equations_add(&fresh, fresh.room);
    }
    if (status != CQ_OK) {
        cq_equations_free(&fresh);
        cq_free(forms);
        return status;
    }
    s->painter->steps += old.steps + (uint64_t)s->rows * room / 8;
    cq_equations_free(&old);
    cq_free(s->forms);
    s->equations = fresh;
    s->forms = forms;
    s->unknowns = unknowns;
    s->room = room;
    return CQ_OK;
}

/* row -= row[at] * equation, whose own coefficient is 1. */
static void substitute(sweep *s, uint32_t *row, const uint32_t *equation, size_t at)
{
    uint64_t m = s->equations.modulus, by = row[at] ? m - row[at] : 0;

    cq_assert(equation[at] == 1);
    if (!by)
        return;
    for (size_t k = at; k < s->unknowns; k++)
        row[k] = (uint32_t)((row[k] + by * equation[k]) % m);
    cq_assert(row[at] == 0);
    s->painter->steps += s->unknowns - at;
}

/* Unknowns whose equation begins with 1 go out. */
static cq_status put_in_terms(sweep *s, size_t room)
{
    cq_context *ctx = s->painter->run->ctx;
    uint32_t *to = cq_alloc(ctx, s->unknowns + 1, sizeof *to);
    uint32_t left = 0;
    cq_status status;

    cq_try_memory(to);
    for (size_t at = 0; at < s->unknowns; at++) {
        const uint32_t *equation = cq_equations_row(&s->equations, at);

        to[at] = equation[at] == 1 ? UINT32_MAX : left++;
        if (equation[at] != 1)
            continue;
        for (size_t i = 0; i < s->rows; i++)
            substitute(s, s->forms + i * s->room, equation, at);
        for (size_t i = 0; i < at; i++)
            substitute(s, s->equations.rows + i * s->room, equation, at);
    }
    status = renumber(s, to, left, room ? room : left);
    cq_free(to);
    return status;
}

static cq_status add_unknown(sweep *s, uint32_t *form)
{
    if (s->unknowns == s->room) {
        size_t row = (size_t)(form - s->forms) / s->room;

        cq_try(put_in_terms(s, 2 * s->room));
        form = s->forms + row * s->room;
    }
    cq_assert(s->unknowns < s->room && form[s->unknowns] == 0);
    form[s->unknowns++] = 1;
    return CQ_OK;
}

/* ---- placements ---- */

static uint32_t *form_at(const sweep *s, size_t row)
{
    return s->forms + row * s->room;
}

static size_t value_row(const sweep *s, uint32_t piece)
{
    return s->problem->board->count + piece;
}

static const cq_cell *cells_of(const sweep *s, uint32_t placement, size_t *count)
{
    uint32_t from = s->placements.starts.at[placement];

    *count = s->placements.starts.at[placement + 1] - from;
    return s->placements.cells.at + from;
}

/* out = sign * sum of the first `count` cells, + out */
static void add_cells(sweep *s, const cq_cell *cells, size_t count, bool minus,
                      uint32_t *out)
{
    uint64_t m = s->equations.modulus;

    for (size_t k = 0; k < s->unknowns; k++) {
        uint64_t sum = 0;

        for (size_t i = 0; i < count; i++)
            sum += form_at(s, s->square[cells[i]])[k];
        sum %= m;
        out[k] = (uint32_t)((out[k] + (minus ? m - sum : sum)) % m);
    }
    s->painter->steps += (count + 1) * s->unknowns / 4;
}

/* The form of a cell: by the first placement that ends in it and has a value. */
static cq_status set_cell(sweep *s, cq_cell cell)
{
    uint32_t *form = form_at(s, s->square[cell]);

    for (uint32_t i = s->starts[cell]; i < s->starts[cell + 1]; i++) {
        uint32_t placement = s->order[i], piece = s->placements.pieces.at[placement];
        size_t count;
        const cq_cell *cells = cells_of(s, placement, &count);

        cq_assert(count > 0 && cells[count - 1] == cell);
        if (!s->valued[piece])
            continue;
        memcpy(form, form_at(s, value_row(s, piece)), s->unknowns * sizeof *form);
        add_cells(s, cells, count - 1, true, form);
        return CQ_OK;
    }
    return add_unknown(s, form);
}

/* What the placements that end in a cell say. */
static cq_status add_equations(sweep *s, cq_cell cell)
{
    for (uint32_t i = s->starts[cell]; i < s->starts[cell + 1]; i++) {
        uint32_t placement = s->order[i], piece = s->placements.pieces.at[placement];
        uint32_t *value = form_at(s, value_row(s, piece)), *row = s->equations.room;
        size_t count;
        const cq_cell *cells = cells_of(s, placement, &count);

        if (!s->valued[piece]) {
            add_cells(s, cells, count, false, value);
            s->valued[piece] = true;
            continue;
        }
        memset(row, 0, s->room * sizeof *row);
        memcpy(row, value, s->unknowns * sizeof *row);
        add_cells(s, cells, count, true, row);
        cq_try(cq_equations_add(&s->equations, row));
    }
    return CQ_OK;
}

static bool goes_on(const sweep *s)
{
    const cq_painter *painter = s->painter;

    return painter->steps + s->equations.steps <= painter->most &&
           painter->run->stop == CQ_FINISHED;
}

static cq_status go_over(sweep *s)
{
    const cq_board *board = s->problem->board;
    uint32_t *sum;

    for (cq_cell cell = 0; cell < cq_board_size(board) && goes_on(s); cell++) {
        if (!board->colour[cell])
            continue;
        cq_try(set_cell(s, cell));
        cq_try(add_equations(s, cell));
        if (cq_equations_bound(&s->equations) >= GATHERED)
            cq_try(put_in_terms(s, s->room));
        cq_run_poll_for(s->painter->run, 0);
    }
    if (!goes_on(s))
        return CQ_OK;
    cq_try(put_in_terms(s, 0));
    sum = form_at(s, s->rows - 1);
    for (size_t i = 0; i < board->count; i++)
        for (size_t k = 0; k < s->unknowns; k++)
            sum[k] = (uint32_t)(((uint64_t)sum[k] + form_at(s, i)[k]) %
                                s->equations.modulus);
    return CQ_OK;
}

/* ---- from beginning to end ---- */

static bool are_sorted(const sweep *s)
{
    size_t cells = cq_board_size(s->problem->board), length;

    for (cq_cell cell = 0; cell < cells; cell++) {
        cq_hold(s->starts[cell] <= s->starts[cell + 1]);
        for (uint32_t i = s->starts[cell]; i < s->starts[cell + 1]; i++)
            cq_hold(cells_of(s, s->order[i], &length)[length - 1] == cell);
    }
    return true;
}

/* Placements in the order of their last cells. */
static void sort_placements(sweep *s)
{
    size_t cells = cq_board_size(s->problem->board);
    size_t count = cq_placements_count(&s->placements), length;

    for (uint32_t i = 0; i < count; i++)
        s->starts[cells_of(s, i, &length)[length - 1] + 1]++;
    for (size_t c = 0; c < cells; c++)
        s->starts[c + 1] += s->starts[c];
    for (uint32_t i = (uint32_t)count; i-- > 0;)
        s->order[--s->starts[cells_of(s, i, &length)[length - 1] + 1]] = i;
    /* starts[c + 1] is where c begins now */
    memmove(s->starts, s->starts + 1, cells * sizeof *s->starts);
    s->starts[cells] = (uint32_t)count;
    cq_assert(s->starts[0] == 0 && are_sorted(s));
}

static cq_status set_up(sweep *s)
{
    cq_context *ctx = s->painter->run->ctx;
    const cq_board *board = s->problem->board;
    size_t cells = cq_board_size(board), pieces = s->problem->pieces.count;
    uint32_t next = 0;

    cq_try(cq_placements_make(ctx, board, &s->problem->pieces, &s->placements));
    s->rows = board->count + pieces + 1;
    s->room = FIRST_ROOM;
    s->order = cq_alloc(ctx, cq_placements_count(&s->placements), sizeof *s->order);
    s->starts = cq_zalloc(ctx, cells + 2, sizeof *s->starts);
    s->square = cq_alloc(ctx, cells, sizeof *s->square);
    s->valued = cq_zalloc(ctx, pieces, sizeof *s->valued);
    s->forms = cq_zalloc(ctx, cq_times(s->rows, s->room), sizeof *s->forms);
    cq_try_memory(s->order && s->starts && s->square && s->valued && s->forms);
    for (size_t cell = 0; cell < cells; cell++)
        s->square[cell] = board->colour[cell] ? next++ : 0;
    sort_placements(s);
    return cq_equations_new(ctx, s->painter->moduli.product, s->room, &s->equations);
}

static void drop(sweep *s)
{
    cq_placements_free(&s->placements);
    cq_equations_free(&s->equations);
    cq_free_each(s->order, s->starts, s->square, s->valued, s->forms);
}

bool cq_paint_is_small(const cq_painter *painter)
{
    const cq_problem *problem = painter->run->problem;
    uint64_t squares = 0;

    for (size_t p = 0; p < problem->pieces.count; p++) {
        const cq_piece *piece = &problem->pieces.at[p];

        squares += (uint64_t)piece->shape.count * (piece->rotate ? 4 : 1) *
                   (piece->flip ? 2 : 1);
    }
    return problem->board->count * squares / 4 <= painter->most - painter->steps;
}

cq_status cq_paint_board(cq_painter *painter)
{
    sweep s = {.painter = painter, .problem = painter->run->problem};
    cq_colouring found = {0};
    cq_status status;

    if (painter->steps > painter->most || !cq_paint_is_small(painter))
        return CQ_OK;
    painter->spaces++;
    status = set_up(&s);
    cq_then(status, go_over(&s));
    if (status == CQ_OK && goes_on(&s) && s.unknowns > 1) {
        cq_colour_space space = {s.equations, s.problem->board->count, s.forms};

        do {
            cq_free(found.numbers);
            found = (cq_colouring){0};
            status = cq_space_refute(painter, &space, &found);
            if (status == CQ_OK && found.found)
                status =
                    cq_paint_refute(painter, s.square, s.problem->board->count, &found);
        } while (status == CQ_OK && found.found && painter->sets);
    }
    drop(&s);
    cq_free(found.numbers);
    return status;
}
