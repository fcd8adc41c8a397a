/* motion.c - all motions that keep a board and its colours, also round joined edges.
 *
 * On the plane these are those of the eight symmetries of the square that keep the
 * board. If edges are joined, a step across them may follow. The steps alone that
 * keep the board are a group of pairs (down, right) and have a basis in echelon form:
 *
 *     (0, c)   c the least step to the right that keeps it, a divisor of the columns
 *     (a, b)   a the least step down that keeps it together with some b < c
 *
 * so that all of them are (i a, i b + k c). For each of the eight at most one step
 * below (a, c) has to be found; the others follow by adding those. Finding the basis
 * takes some tests for every divisor of rows and columns, not one for every cell, and a
 * test ends at the first cell that does not fit.
 *
 * Different motions can do the same on a thin board: upside down is nothing on a single
 * row. The list is sorted by what the motions do to the cells, one after the other, and
 * repeated ones are dropped.
 */
#include "board/board.h"

#include "base/assert.h"
#include "base/sort.h"

#include <string.h>

/* The basis of the steps. */
typedef struct steps {
    uint32_t rows, cols; /* of the edges that are joined; 1 for one that is not */
    uint32_t down, slant, right; /* a, b, c */
} steps;

static bool keeps(const cq_motions *m, cq_motion motion)
{
    const cq_board *board = m->board;

    for (cq_cell cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell] &&
            board->colour[cq_motion_image(m, &motion, cell)] != board->colour[cell])
            return false;
    return true;
}

static steps find_steps(const cq_motions *m)
{
    const cq_board *board = m->board;
    steps s = {.rows = board->surface == CQ_TORUS ? board->rows : 1,
               .cols = board->surface == CQ_PLANE ? 1 : board->cols};

    for (s.right = 1; s.right < s.cols; s.right++)
        if (s.cols % s.right == 0 && keeps(m, (cq_motion){0, 0, s.right}))
            break;
    for (s.down = 1; s.down < s.rows; s.down++)
        for (s.slant = 0; s.rows % s.down == 0 && s.slant < s.right; s.slant++)
            if (keeps(m, (cq_motion){0, s.down, s.slant}))
                return s;
    s.slant = 0;
    return s;
}

/* Adds a motion followed by each of the steps. */
static cq_status add_coset(cq_context *ctx, cq_motions *m, const steps *s,
                           cq_motion first)
{
    for (uint32_t i = 0; i < s->rows / s->down; i++)
        for (uint32_t k = 0; k < s->cols / s->right; k++) {
            uint64_t down = first.down + (uint64_t)i * s->down;
            uint64_t right =
                first.right + (uint64_t)i * s->slant + (uint64_t)k * s->right;
            cq_motion made = {first.symmetry, (uint32_t)(down % s->rows),
                              (uint32_t)(right % s->cols)};

            cq_try(cq_vec_push(ctx, &m->list, made));
        }
    return CQ_OK;
}

static cq_status add_symmetry(cq_context *ctx, cq_motions *m, const steps *s,
                              unsigned symmetry)
{
    for (uint32_t down = 0; down < s->down; down++)
        for (uint32_t right = 0; right < s->right; right++) {
            cq_motion motion = {symmetry, down, right};

            if (keeps(m, motion))
                return add_coset(ctx, m, s, motion);
        }
    return CQ_OK;
}

static cq_status turn(cq_context *ctx, cq_motions *m, unsigned symmetry)
{
    m->turned[symmetry] =
        cq_alloc(ctx, cq_board_size(m->board), sizeof *m->turned[symmetry]);
    cq_try_memory(m->turned[symmetry]);
    cq_board_images(m->board, symmetry, m->turned[symmetry]);
    return CQ_OK;
}

/* Whether the symmetry maps the grid onto itself; on the plane, the cells. */
static bool may_turn(const cq_board *board, unsigned symmetry)
{
    if (board->surface == CQ_PLANE)
        return cq_board_symmetries(board, true) >> symmetry & 1;
    return symmetry % 2 == 0 ||
           (board->surface == CQ_TORUS && board->rows == board->cols);
}

/* ---- no two the same ---- */

static int compare_motions(const void *a, const void *b, void *user)
{
    const cq_motions *m = user;
    const cq_motion *p = a, *q = b;

    for (cq_cell cell = 0; cell < cq_board_size(m->board); cell++) {
        cq_cell x, y;

        if (!m->board->colour[cell])
            continue;
        x = cq_motion_image(m, p, cell);
        y = cq_motion_image(m, q, cell);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static bool is_identity(const cq_motion *motion)
{
    return (motion->symmetry | motion->down | motion->right) == 0;
}

/* Of motions that do the same the identity is kept, otherwise any. */
static void drop_repeated(cq_motions *m)
{
    cq_motion *at = m->list.at;
    size_t kept = 0, identity = 0;

    cq_sort_by(at, m->list.count, sizeof *at, compare_motions, m);
    for (size_t i = 0; i < m->list.count; i++) {
        if (kept && compare_motions(&at[kept - 1], &at[i], m) == 0) {
            if (is_identity(&at[i]))
                at[kept - 1] = at[i];
            continue;
        }
        at[kept++] = at[i];
    }
    cq_assert(kept > 0); /* the identity is one */
    m->list.count = kept;
    while (!is_identity(&at[identity])) {
        cq_assert(identity + 1 < kept);
        identity++;
    }
    memmove(at + 1, at, identity * sizeof *at);
    at[0] = (cq_motion){0};
}

/* ---- the whole ---- */

cq_status cq_motions_make(cq_context *ctx, const cq_board *board, cq_motions *out)
{
    cq_motions made = {.board = board};
    cq_status status = turn(ctx, &made, CQ_IDENTITY);
    steps s = {.rows = 1, .cols = 1, .down = 1, .right = 1};

    if (status == CQ_OK)
        s = find_steps(&made);
    for (unsigned symmetry = 0; symmetry < 8 && status == CQ_OK; symmetry++) {
        if (!may_turn(board, symmetry))
            continue;
        if (symmetry)
            status = turn(ctx, &made, symmetry);
        cq_then(status, add_symmetry(ctx, &made, &s, symmetry));
    }
    if (status != CQ_OK) {
        cq_motions_free(&made);
        return status;
    }
    drop_repeated(&made);
    *out = made;
    return CQ_OK;
}

void cq_motions_free(cq_motions *motions)
{
    for (unsigned symmetry = 0; symmetry < 8; symmetry++)
        cq_free(motions->turned[symmetry]);
    cq_vec_free(&motions->list);
    memset(motions, 0, sizeof *motions);
}

cq_motion cq_motion_inverse(const cq_motions *motions, const cq_motion *motion)
{
    const cq_board *board = motions->board;
    uint32_t symmetry = motion->symmetry;
    cq_motion inverse = {.symmetry =
                             symmetry & CQ_MIRROR ? symmetry : (4 - symmetry) % 4};
    cq_cell cell = 0, there;

    while (!board->colour[cell])
        cell++;
    there = cq_motion_image(motions, motion, cell);
    there = motions->turned[inverse.symmetry][there];
    inverse.down =
        (cq_row(board, cell) + board->rows - cq_row(board, there)) % board->rows;
    inverse.right =
        (cq_col(board, cell) + board->cols - cq_col(board, there)) % board->cols;
    cq_assert(cq_motion_image(motions, &inverse,
                              cq_motion_image(motions, motion, cell)) == cell);
    return inverse;
}
