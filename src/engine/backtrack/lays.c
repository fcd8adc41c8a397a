/* lays.c - backtracking over the first empty cell of a board on the plane.
 *
 * A lay is a piece in one orientation, held by its first square (row by row). A lay is
 * tried when its piece is still available and its first square has the colour of the
 * first empty cell; that cell is where the first square goes. All tries are counted,
 * those that stick out over the edge included, as the program of 1962 counted its
 * possibilities.
 *
 * The board is surrounded by a margin of absent cells, as wide as the widest piece (the
 * "fictive fields" of 1962), so a single test finds both pieces that stick out and
 * pieces that overlap:
 *
 *     field[]   the colour of every empty cell, 0 if there is none or it is covered
 *     levels[]  a stack: the cell being filled, and the next lay to try there
 *
 * A solution is complete when no cell is empty and every piece has its minimum number
 * of copies.
 *
 * If a piece is used to break the symmetry, orientations that are not kept have no
 * lays. The program of 1962 did this with two of the four orientations of one piece. If
 * only some placements of an orientation are kept, the others are rejected when they
 * are tried.
 */
#include "engine/backtrack/lays.h"

#include "base/assert.h"

/* ---- setting up ---- */

/* Two orientations on the same squares, which then differ in their colours. */
static bool covers_alike(const cq_lays *s, const cq_lay_shape *a, const cq_lay_shape *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (s->squares.at[a->start + i].offset != s->squares.at[b->start + i].offset)
            return false;
    return true;
}

static cq_status add_lay(cq_lays *s, uint32_t piece, uint32_t turn,
                         const cq_shape *shape)
{
    uint32_t own = (uint32_t)s->lays.count;
    cq_lay_shape made = {piece, (uint32_t)s->squares.count, (uint32_t)shape->count, own,
                         turn};
    const cq_square *first = shape->at;

    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *q = &shape->at[i];
        cq_assert(q->row > first->row ||
                  (q->row == first->row && q->col >= first->col));
        cq_laid_square square = {
            (q->row - first->row) * (int32_t)s->width + q->col - first->col, q->colour};

        cq_try(cq_vec_push(s->ctx, &s->squares, square));
    }
    while (own-- > 0 && s->lays.at[own].piece == piece)
        if (covers_alike(s, &s->lays.at[own], &made))
            made.alike = s->lays.at[own].alike;
    return cq_vec_push(s->ctx, &s->lays, made);
}

static bool is_broken(const cq_lays *s, uint32_t piece)
{
    return s->breaking && s->breaking->piece == piece;
}

/* Orientations whose box is larger than the board stay out: the margin need not hold
 * them, and they can never lie. */
static cq_status add_lays(cq_lays *s)
{
    for (size_t i = 0; i < s->pieces->count; i++) {
        cq_shapes shapes = {0};
        cq_status status = cq_piece_orientations(s->ctx, &s->pieces->at[i], &shapes);

        for (size_t k = 0; status == CQ_OK && k < shapes.count; k++) {
            uint32_t rows, cols;

            if (is_broken(s, (uint32_t)i) && !(s->breaking->turns >> k & 1))
                continue;
            cq_shape_box(&shapes.at[k], &rows, &cols);
            if (rows <= s->board->rows && cols <= s->board->cols)
                status = add_lay(s, (uint32_t)i, (uint32_t)k, &shapes.at[k]);
        }
        cq_shapes_free(&shapes);
        if (status != CQ_OK)
            return status;
    }
    return CQ_OK;
}

/* The widest and highest box among the orientations that can lie on the board. */
static void widest(const cq_lays *s, uint32_t *height, uint32_t *width)
{
    *height = *width = 1;
    for (size_t i = 0; i < s->pieces->count; i++) {
        const cq_piece *piece = &s->pieces->at[i];
        uint32_t rows, cols;

        cq_shape_box(&piece->shape, &rows, &cols);
        if (piece->rotate)
            rows = cols = rows > cols ? rows : cols;
        *height = rows > *height ? rows : *height;
        *width = cols > *width ? cols : *width;
    }
    *height = *height > s->board->rows ? s->board->rows : *height;
    *width = *width > s->board->cols ? s->board->cols : *width;
}

static cq_status make_field(cq_lays *s)
{
    const cq_board *board = s->board;
    uint32_t below;
    size_t size;

    widest(s, &below, &s->margin);
    if (board->cols > INT32_MAX - s->margin)
        return cq_fail(s->ctx, CQ_MEMORY,
                       "the board is too large for the table of lays");
    s->width = board->cols + s->margin;
    size = (size_t)s->width * ((size_t)board->rows + below) + s->margin;
    if (size > INT32_MAX)
        return cq_fail(s->ctx, CQ_MEMORY,
                       "the board is too large for the table of lays");
    s->field = cq_zalloc(s->ctx, size, 1);
    cq_try_memory(s->field);
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        s->field[s->margin + cq_row(board, cell) * s->width + cq_col(board, cell)] =
            board->colour[cell];
    return CQ_OK;
}

cq_status cq_lays_open(cq_lays *s)
{
    cq_try(make_field(s));
    cq_try(add_lays(s));
    s->used = cq_zalloc(s->ctx, s->pieces->count, sizeof *s->used);
    s->levels = cq_alloc(s->ctx, s->board->count + 1, sizeof *s->levels);
    s->cells =
        cq_alloc(s->ctx, s->breaking ? s->breaking->squares : 0, sizeof *s->cells);
    cq_try_memory(s->used && s->levels && s->cells);
    s->end = s->margin + s->board->rows * s->width;
    s->levels[0] = (cq_lay_level){s->margin, 0};
    while (!s->field[s->levels[0].cell])
        s->levels[0].cell++;
    return CQ_OK;
}

void cq_lays_close(cq_lays *s)
{
    cq_free(s->field);
    cq_vec_free_each(&s->lays, &s->squares);
    cq_free_each(s->used, s->levels, s->cells);
}

/* ---- searching ---- */

static bool lies(const cq_lays *s, const cq_lay_shape *l, uint32_t cell)
{
    const cq_laid_square *square = s->squares.at + l->start;

    for (uint32_t i = 0; i < l->count; i++)
        if (!cq_square_matches(square[i].colour,
                               s->field[(int64_t)cell + square[i].offset]))
            return false;
    return true;
}

/* On cells without colour a lay may cover what an earlier one has covered: the same
 * placement, which counts once. */
static bool was_laid(const cq_lays *s, uint32_t index, uint32_t cell)
{
    uint32_t alike = s->lays.at[index].alike;

    for (uint32_t k = alike; k < index; k++)
        if (s->lays.at[k].alike == alike && lies(s, &s->lays.at[k], cell))
            return true;
    return false;
}

static void put(cq_lays *s, const cq_lay_shape *l, uint32_t cell)
{
    const cq_laid_square *square = s->squares.at + l->start;

    cq_assert(s->used[l->piece] < s->pieces->at[l->piece].most);
    for (uint32_t i = 0; i < l->count; i++) {
        cq_assert(s->field[(int64_t)cell + square[i].offset]); /* empty */
        s->field[(int64_t)cell + square[i].offset] = 0;
    }
    s->used[l->piece]++;
}

cq_cell cq_lays_cell(const cq_lays *s, uint32_t field_cell)
{
    uint32_t at = field_cell - s->margin;

    cq_assert(field_cell >= s->margin && at % s->width < s->board->cols);
    cq_assert(at / s->width < s->board->rows);

    return at / s->width * s->board->cols + at % s->width;
}

/* Whether the lay may be used here, as far as the symmetry goes. */
static bool is_kept(const cq_lays *s, const cq_lay_shape *l, uint32_t cell)
{
    const cq_laid_square *square = s->squares.at + l->start;

    if (!is_broken(s, l->piece) || s->breaking->whole)
        return true;
    for (uint32_t i = 0; i < l->count; i++)
        s->cells[i] = cq_lays_cell(s, (uint32_t)((int64_t)cell + square[i].offset));
    return cq_breaking_allows(s->breaking, l->piece, s->cells);
}

static void take_back(cq_lays *s, const cq_lay_shape *l, uint32_t cell)
{
    const cq_laid_square *square = s->squares.at + l->start;

    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t at = (uint32_t)((int64_t)cell + square[i].offset);

        cq_assert(s->field[at] == 0);

        s->field[at] = s->board->colour[cq_lays_cell(s, at)];
    }
    cq_assert(s->used[l->piece] > 0);
    s->used[l->piece]--;
}

/* Whether there is a copy left, and the first square has the colour of the cell. */
static bool may_try(const cq_lays *s, const cq_lay_shape *l, uint32_t cell)
{
    return s->used[l->piece] < s->pieces->at[l->piece].most &&
           cq_piece_takes(&s->pieces->at[l->piece], cq_lays_cell(s, cell)) &&
           cq_square_matches(s->squares.at[l->start].colour, s->field[cell]);
}

static bool can_lie(const cq_lays *s, uint32_t index, uint32_t cell)
{
    const cq_lay_shape *l = &s->lays.at[index];

    return lies(s, l, cell) && !was_laid(s, index, cell) && is_kept(s, l, cell);
}

bool cq_lays_fits(const cq_lays *s, uint32_t lay)
{
    uint32_t cell = s->levels[s->depth].cell;

    cq_assert(cell < s->end && lay < s->lays.count);
    return may_try(s, &s->lays.at[lay], cell) && can_lie(s, lay, cell);
}

bool cq_lays_find(cq_lays *s)
{
    cq_lay_level *at = &s->levels[s->depth];

    for (; at->next < s->lays.count; at->next++) {
        if (!may_try(s, &s->lays.at[at->next], at->cell))
            continue;
        s->tried++;
        if (can_lie(s, at->next, at->cell))
            return true;
    }
    return false;
}

/* Nothing is empty, and the pieces laid have all the cells. */
static bool check_full(const cq_lays *s)
{
    size_t squares = 0;

    for (size_t d = 0; d < s->depth; d++)
        squares += s->lays.at[s->levels[d].next].count;
    cq_hold(squares == s->board->count);
    for (cq_cell cell = 0; cell < cq_board_size(s->board); cell++)
        cq_hold(!s->field[s->margin + cq_row(s->board, cell) * s->width +
                          cq_col(s->board, cell)]);
    return true;
}

bool cq_lays_complete(const cq_lays *s)
{
    cq_assert(check_full(s));
    for (size_t i = 0; i < s->pieces->count; i++)
        if (s->used[i] < s->pieces->at[i].least)
            return false;
    return true;
}

cq_status cq_lays_position(const cq_lays *s, cq_solution *out)
{
    cq_context *ctx = s->ctx;

    cq_solution_clear(out);
    cq_try(cq_vec_push(ctx, &out->starts, 0));
    for (size_t d = 0; d < s->depth; d++) {
        const cq_lay_shape *l = &s->lays.at[s->levels[d].next];

        for (uint32_t i = 0; i < l->count; i++) {
            int64_t at =
                (int64_t)s->levels[d].cell + s->squares.at[l->start + i].offset;

            cq_try(cq_vec_push(ctx, &out->members, cq_lays_cell(s, (uint32_t)at)));
        }
        cq_try(cq_vec_push(ctx, &out->labels, l->piece));
        cq_try(cq_vec_push(ctx, &out->starts, (uint32_t)out->members.count));
    }
    return CQ_OK;
}

bool cq_lays_descend(cq_lays *s)
{
    cq_lay_level *top = &s->levels[s->depth];
    uint32_t cell = top->cell;

    put(s, &s->lays.at[top->next], cell);
    s->depth++;
    cq_assert(s->depth <= s->board->count);
    while (cell < s->end && !s->field[cell])
        cell++;
    s->levels[s->depth] = (cq_lay_level){cell, 0};
    return cell < s->end;
}

bool cq_lays_ascend(cq_lays *s)
{
    cq_lay_level *top;

    if (s->depth == 0)
        return false;
    top = &s->levels[--s->depth];
    take_back(s, &s->lays.at[top->next], top->cell);
    top->next++;
    return true;
}
