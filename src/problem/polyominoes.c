/* polyominoes.c - all polyominoes with n squares, made from those with n - 1.
 *
 * A square is put at every free edge of every smaller polyomino, and of the shapes so
 * made one of each kind is kept: the smallest of its eight images (four if mirror
 * images count as different). Sizes 1 to 8 give 1, 1, 2, 5, 12, 35, 108, 369 free kinds
 * (OEIS A000105) and 1, 1, 2, 7, 18, 60, 196, 704 one-sided ones (OEIS A000988).
 */
#include "problem/piece.h"
#include "base/assert.h"

/* The least of the images under the first `images` symmetries. */
static cq_status canonical(cq_context *ctx, const cq_shape *shape, unsigned images,
                           cq_shape *out)
{
    cq_shape best = {0};

    for (unsigned symmetry = 0; symmetry < images; symmetry++) {
        cq_shape image;

        if (cq_shape_image(ctx, shape, symmetry, &image) != CQ_OK) {
            cq_vec_free(&best);
            return CQ_MEMORY;
        }
        if (best.count == 0 || cq_shape_compare(&image, &best) < 0) {
            cq_vec_free(&best);
            best = image;
        } else {
            cq_vec_free(&image);
        }
    }
    *out = best;
    return CQ_OK;
}

static bool holds(const cq_shape *shape, int32_t row, int32_t col)
{
    for (size_t i = 0; i < shape->count; i++)
        if (shape->at[i].row == row && shape->at[i].col == col)
            return true;
    return false;
}

/* The canonical form of `shape` with one more square. */
static cq_status grown(cq_context *ctx, const cq_shape *shape, cq_square square,
                       unsigned images, cq_shape *out)
{
    cq_shape larger;
    cq_status status;

    cq_try(cq_shape_image(ctx, shape, CQ_IDENTITY, &larger));
    status = cq_vec_push(ctx, &larger, square);
    if (status == CQ_OK) {
        cq_shape_normalise(&larger);
        status = canonical(ctx, &larger, images, out);
    }
    cq_vec_free(&larger);
    return status;
}

static cq_status grow_one(cq_context *ctx, const cq_shape *shape, unsigned images,
                          cq_shapes *out)
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};

    for (size_t i = 0; i < shape->count; i++)
        for (unsigned d = 0; d < 4; d++) {
            cq_square square = {shape->at[i].row + down[d], shape->at[i].col + right[d],
                                CQ_ANY_COLOUR};
            cq_shape larger;

            if (holds(shape, square.row, square.col))
                continue;
            cq_try(grown(ctx, shape, square, images, &larger));
            if (cq_vec_push(ctx, out, larger) != CQ_OK) {
                cq_vec_free(&larger);
                return CQ_MEMORY;
            }
        }
    return CQ_OK;
}

static void sort_and_keep_one_each(cq_shapes *shapes)
{
    size_t kept = 0;

    cq_shapes_sort(shapes);
    for (size_t i = 0; i < shapes->count; i++) {
        if (kept && cq_shape_compare(&shapes->at[kept - 1], &shapes->at[i]) == 0)
            cq_vec_free(&shapes->at[i]);
        else
            shapes->at[kept++] = shapes->at[i];
    }
    shapes->count = kept;
}

static cq_status grow_all(cq_context *ctx, cq_shapes *shapes, unsigned images)
{
    cq_shapes larger = {0};

    for (size_t i = 0; i < shapes->count; i++)
        if (grow_one(ctx, &shapes->at[i], images, &larger) != CQ_OK) {
            cq_shapes_free(&larger);
            return CQ_MEMORY;
        }
    sort_and_keep_one_each(&larger);
    cq_shapes_free(shapes);
    *shapes = larger;
    return CQ_OK;
}

static cq_status monomino(cq_context *ctx, cq_shapes *shapes)
{
    cq_square square = {0, 0, CQ_ANY_COLOUR};
    cq_shape shape = {0};

    if (cq_vec_push(ctx, &shape, square) != CQ_OK ||
        cq_vec_push(ctx, shapes, shape) != CQ_OK) {
        cq_vec_free(&shape);
        return CQ_MEMORY;
    }
    return CQ_OK;
}

/* How many there are of each size: see above. */
static const unsigned short free_kinds[] = {0, 1, 1, 2, 5, 12, 35, 108, 369};
static const unsigned short one_sided_kinds[] = {0, 1, 1, 2, 7, 18, 60, 196, 704};

cq_status cq_polyominoes(cq_context *ctx, unsigned squares, bool one_sided,
                         cq_shapes *out)
{
    cq_shapes shapes = {0};
    cq_status status;

    cq_assert(squares >= 1 && squares <= CQ_POLYOMINO_MOST);
    status = monomino(ctx, &shapes);
    for (unsigned size = 1; size < squares && status == CQ_OK; size++)
        status = grow_all(ctx, &shapes, one_sided ? 4 : 8);
    if (status != CQ_OK) {
        cq_shapes_free(&shapes);
        return status;
    }
    cq_assert(shapes.count == (one_sided ? one_sided_kinds : free_kinds)[squares]);
    *out = shapes;
    return CQ_OK;
}
