/* shape.c - sets of squares: normal form, the eight images, connectedness.
 *
 * The normal form has its box at (0, 0) and lists the squares row by row; two shapes
 * are the same up to translation exactly when their normal forms are equal. Images
 * follow cq_symmetry: a reflection left to right first, then quarter turns clockwise.
 */
#include "problem/piece.h"

#include "base/assert.h"

#include <stdlib.h>

static int compare_squares(const void *a, const void *b)
{
    const cq_square *p = a, *q = b;

    if (p->row != q->row)
        return p->row < q->row ? -1 : 1;
    if (p->col != q->col)
        return p->col < q->col ? -1 : 1;
    return p->colour - q->colour;
}

void cq_shape_normalise(cq_shape *shape)
{
    int32_t top = INT32_MAX, left = INT32_MAX;

    for (size_t i = 0; i < shape->count; i++) {
        top = shape->at[i].row < top ? shape->at[i].row : top;
        left = shape->at[i].col < left ? shape->at[i].col : left;
    }
    for (size_t i = 0; i < shape->count; i++) {
        shape->at[i].row -= top;
        shape->at[i].col -= left;
    }
    if (shape->count)
        qsort(shape->at, shape->count, sizeof *shape->at, compare_squares);
}

/* The box is at (0, 0), and the squares are listed row by row, none twice. */
static bool check_normal(const cq_shape *shape)
{
    int32_t top = INT32_MAX, left = INT32_MAX;

    for (size_t i = 0; i < shape->count; i++) {
        top = shape->at[i].row < top ? shape->at[i].row : top;
        left = shape->at[i].col < left ? shape->at[i].col : left;
        cq_hold(i == 0 || compare_squares(&shape->at[i - 1], &shape->at[i]) < 0);
    }
    cq_hold(shape->count == 0 || (top == 0 && left == 0));
    return true;
}

cq_status cq_shape_image(cq_context *ctx, const cq_shape *shape, unsigned symmetry,
                         cq_shape *out)
{
    cq_shape image = {0};

    cq_try(cq_vec_reserve(ctx, &image, shape->count));
    for (size_t i = 0; i < shape->count; i++) {
        cq_square s = shape->at[i];

        if (symmetry & CQ_MIRROR)
            s.col = -s.col;
        for (unsigned turn = symmetry & 3; turn; turn--) {
            int32_t row = s.row;

            s.row = s.col;
            s.col = -row;
        }
        image.at[image.count++] = s;
    }
    cq_shape_normalise(&image);
    cq_assert(image.count == shape->count && check_normal(&image));
    *out = image;
    return CQ_OK;
}

int cq_shape_compare(const cq_shape *a, const cq_shape *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (size_t i = 0; i < a->count; i++) {
        int order = compare_squares(&a->at[i], &b->at[i]);

        if (order)
            return order;
    }
    return 0;
}

void cq_shape_box(const cq_shape *shape, uint32_t *rows, uint32_t *cols)
{
    *rows = *cols = 0;
    for (size_t i = 0; i < shape->count; i++) {
        cq_assert(shape->at[i].row >= 0 && shape->at[i].col >= 0); /* normal */
        uint32_t row = (uint32_t)shape->at[i].row + 1;
        uint32_t col = (uint32_t)shape->at[i].col + 1;

        cq_assert(row >= *rows); /* row by row */
        *rows = row > *rows ? row : *rows;
        *cols = col > *cols ? col : *cols;
    }
}

static size_t find_square(const cq_shape *shape, int32_t row, int32_t col)
{
    size_t low = 0, high = shape->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const cq_square *s = &shape->at[middle];

        if (s->row < row || (s->row == row && s->col < col))
            low = middle + 1;
        else
            high = middle;
    }
    if (low < shape->count && shape->at[low].row == row && shape->at[low].col == col)
        return low;
    return SIZE_MAX;
}

cq_status cq_shape_connected(cq_context *ctx, const cq_shape *shape, bool *out)
{
    static const int down[4] = {-1, 0, 0, 1}, right[4] = {0, -1, 1, 0};
    cq_u32s queue = {0};
    bool *seen = cq_zalloc(ctx, shape->count + 1, sizeof *seen);
    cq_status status = seen ? cq_vec_reserve(ctx, &queue, shape->count) : CQ_MEMORY;

    if (status == CQ_OK && shape->count) {
        queue.at[queue.count++] = 0;
        seen[0] = true;
        for (size_t head = 0; head < queue.count; head++)
            for (unsigned d = 0; d < 4; d++) {
                const cq_square *s = &shape->at[queue.at[head]];
                size_t next = find_square(shape, s->row + down[d], s->col + right[d]);

                if (next != SIZE_MAX && !seen[next]) {
                    seen[next] = true;
                    queue.at[queue.count++] = (uint32_t)next;
                }
            }
    }
    cq_assert(queue.count <= shape->count);
    if (status == CQ_OK)
        *out = queue.count == shape->count;
    cq_vec_free(&queue);
    cq_free(seen);
    return status;
}

static int compare_shapes(const void *a, const void *b)
{
    return cq_shape_compare(a, b);
}

void cq_shapes_sort(cq_shapes *shapes)
{
    if (shapes->count)
        qsort(shapes->at, shapes->count, sizeof *shapes->at, compare_shapes);
}

void cq_shapes_free(cq_shapes *shapes)
{
    for (size_t i = 0; i < shapes->count; i++)
        cq_vec_free(&shapes->at[i]);
    cq_vec_free(shapes);
}

cq_status cq_shapes_add(cq_context *ctx, cq_shapes *shapes, cq_shape *shape,
                        bool *added)
{
    cq_status status = CQ_OK;

    *added = true;
    for (size_t i = 0; i < shapes->count && *added; i++)
        *added = cq_shape_compare(&shapes->at[i], shape) != 0;
    if (*added)
        status = cq_vec_push(ctx, shapes, *shape);
    if (status != CQ_OK || !*added)
        cq_vec_free(shape);
    return status;
}
