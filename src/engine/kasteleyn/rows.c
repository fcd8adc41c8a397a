/* rows.c - a matrix of vectors of residues inverted, for samples and probabilities; see
 * lanes.h for the arithmetic. */
#include "engine/kasteleyn/kernel.h"

static void swap_rows(cq_lanes *a, cq_lanes *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_lanes t = a[i];

        a[i] = b[i];
        b[i] = t;
    }
}

/* Gauss and Jordan in place: the columns of the inverse come out in the order of the
 * pivots' rows, and are put back at the end. */
static void restore_columns(cq_lanes *matrix, size_t size, const uint32_t *order)
{
    for (size_t c = size; c--;) {
        size_t other = order[c];

        for (size_t r = 0; r < size && other != c; r++)
            swap_rows(matrix + r * size + c, matrix + r * size + other, 1);
    }
}

bool cq_rows_invert(const cq_kernel *f, cq_lanes *matrix, size_t size, uint32_t *order,
                    const cq_moduli *m)
{
    const cq_lanes one = m->p * 0.0 + 1.0;

    for (size_t c = 0; c < size; c++) {
        cq_lanes *row = matrix + c * size, inverse;
        size_t pivot = c;

        while (pivot < size && !cq_lanes_none_zero(&matrix[pivot * size + c]))
            pivot++;
        if (pivot == size)
            return false;
        cq_assert(pivot >= c);
        order[c] = (uint32_t)pivot;
        if (pivot != c)
            swap_rows(row, matrix + pivot * size, size);
        inverse = row[c];
        f->invert(&inverse, m);
        cq_assert(cq_lanes_are_inverse(&row[c], &inverse, m));
        row[c] = one;
        f->scale(row, &inverse, size, m);
        for (size_t r = 0; r < size; r++) {
            cq_lanes *other = matrix + r * size, factor = other[c];

            if (r == c || cq_lanes_all_zero(&factor))
                continue;
            other[c] = one * 0.0;
            f->subtract(other, row, &factor, size, m);
        }
    }
    restore_columns(matrix, size, order);
    return true;
}
