/* simplex.h - linear programs, small and dense: A x = b, x >= 0, and the prices of the
 * rows. */
#ifndef CQ_ENGINE_COLOURING_SIMPLEX_H
#define CQ_ENGINE_COLOURING_SIMPLEX_H

#include "base/memory.h"

typedef struct cq_simplex {
    size_t rows, cols, width;
    double *table; /* rows + 1 lines, see simplex.c */
    uint32_t
        *basis; /* of each row: the column that has its value; cols + i: none yet */
    uint64_t steps, most; /* multiplications so far, and allowed */
} cq_simplex;

/* All coefficients are 0; then set them, and the bounds, none of which is negative. If
 * a column is 1 in one row and 0 in all others, it may be made the basis of that
 * row. */
cq_status cq_simplex_new(cq_context *ctx, size_t rows, size_t cols, uint64_t most,
                         cq_simplex *out);
void cq_simplex_free(cq_simplex *simplex);

static inline double *cq_simplex_at(const cq_simplex *s, size_t row, size_t col)
{
    return s->table + row * s->width + col;
}

static inline double *cq_simplex_bound(const cq_simplex *s, size_t row)
{
    return s->table + row * s->width + s->width - 1;
}

typedef enum cq_simplex_end {
    CQ_SIMPLEX_SOLVED, /* there is a solution; the largest */
    CQ_SIMPLEX_NONE,   /* there is no solution */
    CQ_SIMPLEX_GIVEN_UP
} cq_simplex_end;

/* Looks for a solution. If there is none, the prices p of the rows say why: no column
 * costs more than 0 (p A <= 0), but the bounds do (p b > 0). */
cq_simplex_end cq_simplex_solve(cq_simplex *simplex, double *prices);
/* Goes on to a solution that is worth the most, `worth` for each column. The prices say
 * why there is no better one: p A <= -worth, and p b is less than none by the most. */
cq_simplex_end cq_simplex_maximise(cq_simplex *simplex, const double *worth,
                                   double *prices);
/* Every basic column is a unit column, and its value is not negative, up to rounding.
 */
bool cq_simplex_check(const cq_simplex *simplex);

#endif
