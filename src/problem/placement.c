/* placement.c - all the ways in which the pieces can lie on the board.
 *
 * Each orientation is tried with the corner of its box on every cell. On the plane the
 * loop only visits corners for which the box lies on the grid, so that no square needs
 * a bounds test; a colour test is one comparison. 630,000 candidates, the pentominoes
 * on 100 x 100, take some milliseconds.
 *
 * Round a cylinder or a torus a piece may bite its own tail (no placement), and two
 * corners or orientations may give the same cells (one placement); so may two
 * orientations that differ in their colours alone, on cells without colour. A hash
 * table over the placements of a piece tells.
 */
#include "problem/placement.h"

#include "base/assert.h"
#include "base/keys.h"
#include "base/sort.h"

#include <string.h>

/* ---- visiting ---- */

typedef struct visit {
    cq_context *ctx;
    const cq_board *board;
    const cq_piece *piece;
    cq_placement_fn *fn;
    void *user;
    cq_cell *cells; /* of the placement under the hand */
    size_t corners; /* tried */
    bool stop;
} visit;

/* Passes on the cells under the hand, which are of the right colours, if the piece may
 * lie on them. */
static cq_status offer(visit *v, size_t count)
{
    for (size_t i = 0; v->piece->allowed && i < count; i++)
        if (!cq_piece_takes(v->piece, v->cells[i]))
            return CQ_OK;
    for (size_t i = 1; i < count; i++)
        cq_assert(v->cells[i - 1] < v->cells[i]);
    return v->fn(v->user, v->cells, count, &v->stop);
}

static bool lies_on_plane(const visit *v, const cq_shape *shape, cq_cell corner)
{
    const cq_board *board = v->board;

    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *s = &shape->at[i];
        cq_cell cell = corner + (cq_cell)s->row * board->cols + (cq_cell)s->col;
        cq_assert(cell < cq_board_size(board) && (i == 0 || cell > v->cells[i - 1]));

        if (!cq_square_matches(s->colour, board->colour[cell]))
            return false;
        v->cells[i] = cell;
    }
    return true;
}

static cq_status visit_plane(visit *v, const cq_shape *shape)
{
    const cq_board *board = v->board;
    uint32_t height, width;

    cq_shape_box(shape, &height, &width);
    if (height > board->rows || width > board->cols)
        return CQ_OK;
    for (uint32_t row = 0; row <= board->rows - height; row++)
        for (uint32_t col = 0; col <= board->cols - width && !v->stop; col++) {
            cq_try(cq_poll_at(v->ctx, ++v->corners));
            if (lies_on_plane(v, shape, row * board->cols + col))
                cq_try(offer(v, shape->count));
        }
    return CQ_OK;
}

static bool lies_wrapped(const visit *v, const cq_shape *shape, cq_cell corner)
{
    uint32_t row = cq_row(v->board, corner), col = cq_col(v->board, corner);

    for (size_t i = 0; i < shape->count; i++) {
        const cq_square *s = &shape->at[i];

        v->cells[i] = cq_board_step(v->board, row, col, s->row, s->col);
        if (v->cells[i] == CQ_NO_CELL ||
            !cq_square_matches(s->colour, v->board->colour[v->cells[i]]))
            return false;
    }
    cq_sort_u32(v->cells, shape->count);
    for (size_t i = 1; i < shape->count; i++)
        if (v->cells[i] == v->cells[i - 1])
            return false;
    return true;
}

static cq_status visit_wrapped(visit *v, const cq_shape *shape)
{
    for (cq_cell corner = 0; corner < cq_board_size(v->board) && !v->stop; corner++) {
        cq_try(cq_poll_at(v->ctx, ++v->corners));
        if (lies_wrapped(v, shape, corner))
            cq_try(offer(v, shape->count));
    }
    return CQ_OK;
}

cq_status cq_placements_visit(cq_context *ctx, const cq_board *board,
                              const cq_piece *piece, cq_placement_fn *fn, void *user)
{
    visit v = {.ctx = ctx, .board = board, .piece = piece, .fn = fn, .user = user};
    cq_shapes shapes = {0};
    cq_status status = cq_piece_orientations(ctx, piece, &shapes);

    if (status == CQ_OK) {
        v.cells = cq_alloc(ctx, piece->shape.count, sizeof *v.cells);
        status = v.cells ? CQ_OK : CQ_MEMORY;
    }
    for (size_t i = 0; i < shapes.count && status == CQ_OK && !v.stop; i++)
        status = board->surface == CQ_PLANE ? visit_plane(&v, &shapes.at[i])
                                            : visit_wrapped(&v, &shapes.at[i]);
    cq_free(v.cells);
    cq_shapes_free(&shapes);
    return status;
}

/* ---- collecting ---- */

void cq_placements_free(cq_placements *placements)
{
    cq_vec_free_each(&placements->pieces, &placements->starts, &placements->cells,
                     &placements->variants);
}

/* What is being made, and what finds repeated placements of one piece. */
typedef struct maker {
    cq_context *ctx;
    cq_placements made;
    uint32_t piece;
    bool repeats;  /* the same cells may come twice */
    cq_keys filed; /* the cells of this piece's placements, if so */
    uint64_t *key; /* the cells at hand, in whole words */
} maker;

/* Whether these cells are new for the piece; files them if so. */
static cq_status file_cells(maker *m, const cq_cell *cells, size_t count, bool *fresh)
{
    if (!m->key)
        m->key = cq_zalloc(m->ctx, m->filed.words, sizeof *m->key);
    cq_try_memory(m->key);
    cq_assert(count * sizeof *cells <= m->filed.words * sizeof *m->key);
    memcpy(m->key, cells, count * sizeof *cells); /* an odd one leaves half a word 0 */
    return cq_keys_add(m->ctx, &m->filed, m->key, NULL, fresh);
}

static cq_status collect(void *user, const cq_cell *cells, size_t count, bool *stop)
{
    maker *m = user;
    cq_placements *made = &m->made;
    bool fresh = true;

    (void)stop;
    if (made->cells.count > UINT32_MAX - count)
        return cq_fail(m->ctx, CQ_MEMORY, "the pieces can lie in too many ways");
    if (m->repeats)
        cq_try(file_cells(m, cells, count, &fresh));
    if (!fresh)
        return CQ_OK;
    cq_assert(made->starts.count == made->pieces.count + 1);
    cq_try(cq_vec_reserve(m->ctx, &made->cells, count));
    memcpy(made->cells.at + made->cells.count, cells, count * sizeof *cells);
    made->cells.count += count;
    cq_try(cq_vec_push(m->ctx, &made->pieces, m->piece));
    return cq_vec_push(m->ctx, &made->starts, (uint32_t)made->cells.count);
}

/* Each lies on squares that are there, ascending, as many as its piece has; those of a
 * piece stand together. */
static bool check_placements(const cq_board *board, const cq_pieces *pieces,
                             const cq_placements *made)
{
    for (size_t i = 0; i < made->pieces.count; i++) {
        uint32_t piece = made->pieces.at[i], start = made->starts.at[i];

        cq_hold(piece < pieces->count && (i == 0 || made->pieces.at[i - 1] <= piece));
        cq_hold(made->starts.at[i + 1] - start == pieces->at[piece].shape.count);
        for (uint32_t k = start; k < made->starts.at[i + 1]; k++)
            cq_hold(cq_board_present(board, made->cells.at[k]) &&
                    (k == start || made->cells.at[k - 1] < made->cells.at[k]));
    }
    cq_hold(made->starts.at[made->pieces.count] == made->cells.count);
    return true;
}

cq_status cq_placements_make(cq_context *ctx, const cq_board *board,
                             const cq_pieces *pieces, cq_placements *out)
{
    maker m = {.ctx = ctx};
    cq_status status = cq_vec_push(ctx, &m.made.starts, 0);

    for (size_t i = 0; i < pieces->count && status == CQ_OK; i++) {
        m.piece = (uint32_t)i;
        m.repeats = board->surface != CQ_PLANE || cq_piece_coloured(&pieces->at[i]);
        m.filed.words = (pieces->at[i].shape.count + 1) / 2;
        status = cq_placements_visit(ctx, board, &pieces->at[i], collect, &m);
        cq_keys_free(&m.filed);
        cq_free(m.key);
        m.key = NULL;
    }
    if (status != CQ_OK) {
        cq_placements_free(&m.made);
        return status;
    }
    cq_assert(check_placements(board, pieces, &m.made));
    *out = m.made;
    return CQ_OK;
}
