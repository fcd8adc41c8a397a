/* rows.c - rows of vectors of residues: see rows.h, and lanes.h for the arithmetic. */
#include "engine/kasteleyn/rows.h"

CQ_INLINE void subtract_body(cq_lanes *to, const cq_lanes *from, const cq_lanes *factor,
                             size_t count, const cq_moduli *m)
{
    const cq_moduli moduli = *m;
    const cq_lanes by = *factor;

    for (size_t i = 0; i < count; i++) {
        cq_lanes sum = to[i] - by * from[i];

        cq_lanes_reduce(&sum, &moduli);
        to[i] = sum;
    }
}

CQ_INLINE void scale_body(cq_lanes *to, const cq_lanes *factor, size_t count,
                          const cq_moduli *m)
{
    for (size_t i = 0; i < count; i++)
        cq_lanes_multiply(&to[i], factor, m);
}

CQ_INLINE void dot_body(const cq_lanes *a, const cq_lanes *b, size_t count,
                        const cq_moduli *m, cq_lanes *out)
{
    cq_lanes sum = m->p * 0.0;

    for (size_t i = 0; i < count; i++) {
        sum += a[i] * b[i];
        if (i % CQ_LANES_TERMS == CQ_LANES_TERMS - 1)
            cq_lanes_reduce(&sum, m);
    }
    cq_lanes_reduce(&sum, m);
    *out = sum;
}

/* The four functions, compiled for a target. */
#define ROW_FUNCTIONS(name, target)                                                    \
    target static void subtract_##name(cq_lanes *to, const cq_lanes *from,             \
                                       const cq_lanes *factor, size_t count,           \
                                       const cq_moduli *m)                             \
    {                                                                                  \
        subtract_body(to, from, factor, count, m);                                     \
    }                                                                                  \
    target static void scale_##name(cq_lanes *to, const cq_lanes *factor,              \
                                    size_t count, const cq_moduli *m)                  \
    {                                                                                  \
        scale_body(to, factor, count, m);                                              \
    }                                                                                  \
    target static void dot_##name(const cq_lanes *a, const cq_lanes *b, size_t count,  \
                                  const cq_moduli *m, cq_lanes *out)                   \
    {                                                                                  \
        dot_body(a, b, count, m, out);                                                 \
    }                                                                                  \
    target static void invert_##name(cq_lanes *a, const cq_moduli *m)                  \
    {                                                                                  \
        cq_lanes_invert(a, m);                                                         \
    }                                                                                  \
    static const cq_row_functions functions_##name = {subtract_##name, scale_##name,   \
                                                      dot_##name, invert_##name};

ROW_FUNCTIONS(plain, )
#ifdef CQ_LANES_X86
ROW_FUNCTIONS(avx2, CQ_TARGET_AVX2)
ROW_FUNCTIONS(avx512, CQ_TARGET_AVX512)
#endif

const cq_row_functions *cq_row_functions_best(void)
{
#ifdef CQ_LANES_X86
    switch (cq_lanes_level()) {
    case 2: return &functions_avx512;
    case 1: return &functions_avx2;
    default: break;
    }
#endif
    return &functions_plain;
}

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

bool cq_rows_invert(const cq_row_functions *f, cq_lanes *matrix, size_t size,
                    uint32_t *order, const cq_moduli *m)
{
    const cq_lanes one = m->p * 0.0 + 1.0;

    for (size_t c = 0; c < size; c++) {
        cq_lanes *row = matrix + c * size, inverse;
        size_t pivot = c;

        while (pivot < size && !cq_lanes_none_zero(&matrix[pivot * size + c]))
            pivot++;
        if (pivot == size)
            return false;
        order[c] = (uint32_t)pivot;
        if (pivot != c)
            swap_rows(row, matrix + pivot * size, size);
        inverse = row[c];
        f->invert(&inverse, m);
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
