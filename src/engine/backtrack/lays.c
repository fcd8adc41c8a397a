/* lays.c - backtracking over the first empty cell of a board on the plane.
 *
 * A lay is a piece in one orientation, held by its first square (row by row). A lay is
 * tried when its piece is still available and its first square has the colour of the
 * first empty cell; that cell is where the first square goes. All tries are counted,
 * those that stick out over the edge included, as the program of 1962 counted its
 * possibilities.
 *
 * Around the board lies a margin of absent cells, as wide as the widest piece (the
 * "fictive fields" of 1962), so that sticking out and lying on another piece are the
 * same test:
 *
 *     field[]   the colour of every empty cell, 0 where there is none or it is covered
 *     levels[]  a stack: the cell being filled, and the next lay to try there
 *
 * A solution is complete when no empty cell is left and no piece is used too rarely.
 *
 * Where the symmetry is broken on a piece, its orientations that are not kept are no
 * lays at all; so it was in 1962, with two of the four orientations of one piece. Where
 * only some placements of an orientation are kept, the others do not lie.
 */
#include "engine/backtrack/backtrack.h"

#include "base/assert.h"

typedef struct laid_square {
    int32_t offset; /* from the first square, on the field with its margin */
    char colour;
} laid_square;

typedef struct lay {
    uint32_t piece;
    uint32_t start, count; /* squares, the first one included */
    uint32_t alike;        /* the first lay of this piece on the same squares */
} lay;

typedef struct level {
    uint32_t cell; /* on the field */
    uint32_t next; /* lay to try */
} level;

typedef struct search {
    cq_run *run;
    const cq_board *board;
    const cq_pieces *pieces;
    uint32_t width, margin; /* of the field; free cells at its left */
    char *field;
    CQ_VEC(lay) lays;
    CQ_VEC(laid_square) squares;
    uint32_t *used; /* copies, by piece */
    level *levels;
    size_t depth;
    uint64_t tried;
    const cq_breaking *breaking; /* or NULL */
    cq_cell *cells;              /* of a placement of the piece that it is about */
    cq_solution solution;
} search;

/* ---- setting up ---- */

/* Two orientations on the same squares, which then differ in their colours. */
static bool covers_alike(const search *s, const lay *a, const lay *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (s->squares.at[a->start + i].offset != s->squares.at[b->start + i].offset)
            return false;
    return true;
}

static cq_status add_lay(search *s, uint32_t piece, const cq_shape *shape)
{
    uint32_t own = (uint32_t)s->lays.count;
    lay made = {piece, (uint32_t)s->squares.count, (uint32_t)shape->count, own};
    const cq_square *first = shape->at;

    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *q = &shape->at[i];
        cq_assert(q->row > first->row ||
                  (q->row == first->row && q->col >= first->col));
        laid_square square = {
            (q->row - first->row) * (int32_t)s->width + q->col - first->col, q->colour};

        cq_try(cq_vec_push(s->run->ctx, &s->squares, square));
    }
    while (own-- > 0 && s->lays.at[own].piece == piece)
        if (covers_alike(s, &s->lays.at[own], &made))
            made.alike = s->lays.at[own].alike;
    return cq_vec_push(s->run->ctx, &s->lays, made);
}

static bool is_broken(const search *s, uint32_t piece)
{
    return s->breaking && s->breaking->piece == piece;
}

/* Orientations whose box is larger than the board stay out: the margin need not hold
 * them, and they can never lie. */
static cq_status add_lays(search *s)
{
    for (size_t i = 0; i < s->pieces->count; i++) {
        cq_shapes shapes = {0};
        cq_status status =
            cq_piece_orientations(s->run->ctx, &s->pieces->at[i], &shapes);

        for (size_t k = 0; status == CQ_OK && k < shapes.count; k++) {
            uint32_t rows, cols;

            if (is_broken(s, (uint32_t)i) && !(s->breaking->turns >> k & 1))
                continue;
            cq_shape_box(&shapes.at[k], &rows, &cols);
            if (rows <= s->board->rows && cols <= s->board->cols)
                status = add_lay(s, (uint32_t)i, &shapes.at[k]);
        }
        cq_shapes_free(&shapes);
        if (status != CQ_OK)
            return status;
    }
    return CQ_OK;
}

/* The widest and highest box among the orientations that can lie on the board. */
static void widest(const search *s, uint32_t *height, uint32_t *width)
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

static cq_status make_field(search *s)
{
    const cq_board *board = s->board;
    uint32_t below;
    size_t size;

    widest(s, &below, &s->margin);
    if (board->cols > INT32_MAX - s->margin)
        return cq_fail(s->run->ctx, CQ_MEMORY, "the board is too large to search");
    s->width = board->cols + s->margin;
    size = (size_t)s->width * ((size_t)board->rows + below) + s->margin;
    if (size > INT32_MAX)
        return cq_fail(s->run->ctx, CQ_MEMORY, "the board is too large to search");
    s->field = cq_zalloc(s->run->ctx, size, 1);
    if (!s->field)
        return CQ_MEMORY;
    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        s->field[s->margin + cq_row(board, cell) * s->width + cq_col(board, cell)] =
            board->colour[cell];
    return CQ_OK;
}

static cq_status set_up(search *s)
{
    cq_try(make_field(s));
    cq_try(add_lays(s));
    s->used = cq_zalloc(s->run->ctx, s->pieces->count, sizeof *s->used);
    s->levels = cq_alloc(s->run->ctx, s->board->count + 1, sizeof *s->levels);
    s->cells =
        cq_alloc(s->run->ctx, s->breaking ? s->breaking->squares : 0, sizeof *s->cells);
    return s->used && s->levels && s->cells ? CQ_OK : CQ_MEMORY;
}

static void tear_down(search *s)
{
    cq_free(s->field);
    cq_vec_free(&s->lays);
    cq_vec_free(&s->squares);
    cq_free_each(s->used, s->levels, s->cells);
    cq_solution_free(&s->solution);
}

/* ---- searching ---- */

static bool lies(const search *s, const lay *l, uint32_t cell)
{
    const laid_square *square = s->squares.at + l->start;

    for (uint32_t i = 0; i < l->count; i++)
        if (!cq_square_matches(square[i].colour,
                               s->field[(int64_t)cell + square[i].offset]))
            return false;
    return true;
}

/* On cells without colour a lay may cover what an earlier one has covered: the same
 * placement, which counts once. */
static bool was_laid(const search *s, uint32_t index, uint32_t cell)
{
    uint32_t alike = s->lays.at[index].alike;

    for (uint32_t k = alike; k < index; k++)
        if (s->lays.at[k].alike == alike && lies(s, &s->lays.at[k], cell))
            return true;
    return false;
}

static void put(search *s, const lay *l, uint32_t cell)
{
    const laid_square *square = s->squares.at + l->start;

    cq_assert(s->used[l->piece] < s->pieces->at[l->piece].most);
    for (uint32_t i = 0; i < l->count; i++) {
        cq_assert(s->field[(int64_t)cell + square[i].offset]); /* empty */
        s->field[(int64_t)cell + square[i].offset] = 0;
    }
    s->used[l->piece]++;
}

static cq_cell board_cell(const search *s, uint32_t field_cell)
{
    uint32_t at = field_cell - s->margin;

    cq_assert(field_cell >= s->margin && at % s->width < s->board->cols);
    cq_assert(at / s->width < s->board->rows);

    return at / s->width * s->board->cols + at % s->width;
}

/* Whether the lay may be used here, as far as the symmetry goes. */
static bool is_kept(const search *s, const lay *l, uint32_t cell)
{
    const laid_square *square = s->squares.at + l->start;

    if (!is_broken(s, l->piece) || s->breaking->whole)
        return true;
    for (uint32_t i = 0; i < l->count; i++)
        s->cells[i] = board_cell(s, (uint32_t)((int64_t)cell + square[i].offset));
    return cq_breaking_allows(s->breaking, l->piece, s->cells);
}

static void take_back(search *s, const lay *l, uint32_t cell)
{
    const laid_square *square = s->squares.at + l->start;

    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t at = (uint32_t)((int64_t)cell + square[i].offset);

        cq_assert(s->field[at] == 0);

        s->field[at] = s->board->colour[board_cell(s, at)];
    }
    cq_assert(s->used[l->piece] > 0);
    s->used[l->piece]--;
}

/* The next lay from the level's position on that can be put down, or false. */
static bool find_lay(search *s, level *at)
{
    for (; at->next < s->lays.count; at->next++) {
        const lay *l = &s->lays.at[at->next];

        if (s->used[l->piece] == s->pieces->at[l->piece].most)
            continue;
        if (!cq_square_matches(s->squares.at[l->start].colour, s->field[at->cell]))
            continue;
        s->tried++;
        if (lies(s, l, at->cell) && !was_laid(s, at->next, at->cell) &&
            is_kept(s, l, at->cell))
            return true;
    }
    return false;
}

/* Nothing is empty, and the pieces laid have all the cells. */
static bool check_full(const search *s)
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

static bool enough_used(const search *s)
{
    for (size_t i = 0; i < s->pieces->count; i++)
        if (s->used[i] < s->pieces->at[i].least)
            return false;
    return true;
}

static cq_status write_solution(search *s)
{
    cq_context *ctx = s->run->ctx;

    cq_solution_clear(&s->solution);
    cq_try(cq_vec_push(ctx, &s->solution.starts, 0));
    for (size_t d = 0; d < s->depth; d++) {
        const lay *l = &s->lays.at[s->levels[d].next];

        for (uint32_t i = 0; i < l->count; i++) {
            int64_t at =
                (int64_t)s->levels[d].cell + s->squares.at[l->start + i].offset;

            if (cq_vec_push(ctx, &s->solution.members, board_cell(s, (uint32_t)at)) !=
                CQ_OK)
                return CQ_MEMORY;
        }
        if (cq_vec_push(ctx, &s->solution.labels, l->piece) != CQ_OK ||
            cq_vec_push(ctx, &s->solution.starts,
                        (uint32_t)s->solution.members.count) != CQ_OK)
            return CQ_MEMORY;
    }
    return CQ_OK;
}

static cq_status deliver(search *s, bool *enough)
{
    cq_assert(check_full(s));
    if (!enough_used(s))
        return CQ_OK;
    if (s->run->goal == CQ_GOAL_COUNT) {
        cq_run_counted(s->run);
        return CQ_OK;
    }
    cq_try(write_solution(s));
    return cq_run_found(s->run, &s->solution, enough);
}

/* How much of the tree lies behind: each level's share is that of its lays done, as if
 * all subtrees were of the same size. */
static void progress(void *state, cq_progress *out)
{
    const search *s = state;
    double unit = 1;

    out->share = 0;
    for (size_t d = 0; d <= s->depth && unit > 1e-9; d++) {
        unit /= (double)s->lays.count;
        out->share += unit * s->levels[d].next;
    }
    out->work = s->tried;
    out->unit = "lays";
}

/* Puts the lay found at the top level down and opens a level at the next empty cell;
 * false where the board is full. */
static bool descend(search *s, uint32_t end)
{
    level *top = &s->levels[s->depth];
    uint32_t cell = top->cell;

    put(s, &s->lays.at[top->next], cell);
    s->depth++;
    cq_assert(s->depth <= s->board->count);
    while (cell < end && !s->field[cell])
        cell++;
    s->levels[s->depth].cell = cell;
    s->levels[s->depth].next = 0;
    return cell < end;
}

/* Takes the last lay back and moves on to the next; false at the root. */
static bool ascend(search *s)
{
    level *top;

    if (s->depth == 0)
        return false;
    top = &s->levels[--s->depth];
    take_back(s, &s->lays.at[top->next], top->cell);
    top->next++;
    return true;
}

static cq_status walk(search *s, uint32_t end)
{
    bool enough = false;
    uint64_t steps = 0;

    for (;;) {
        if (++steps % CQ_BACKTRACK_POLL == 0 && cq_run_poll(s->run))
            return CQ_OK;
        if (find_lay(s, &s->levels[s->depth])) {
            if (descend(s, end))
                continue;
            cq_try(deliver(s, &enough));
            if (enough)
                return CQ_OK;
        }
        if (!ascend(s))
            return CQ_OK;
    }
}

cq_status cq_backtrack_lays(cq_run *run)
{
    search s = {.run = run,
                .board = run->problem->board,
                .pieces = &run->problem->pieces,
                .breaking = run->breaking};
    cq_status status = set_up(&s);
    uint32_t end;

    if (status == CQ_OK) {
        end = s.margin + s.board->rows * s.width;
        s.levels[0].cell = s.margin;
        s.levels[0].next = 0;
        while (!s.field[s.levels[0].cell])
            s.levels[0].cell++;
        run->progress = progress;
        run->state = &s;
        status = walk(&s, end);
        run->progress = NULL;
    }
    if (status == CQ_OK)
        status = cq_backtrack_conclude(run, "lays tried", s.tried);
    tear_down(&s);
    return status;
}
