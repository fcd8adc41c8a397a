/* clauses.c - a cover as clauses, in DIMACS CNF.
 *
 * A row of few variables of which at most one may be true is written pair by pair.
 * Other bounds are counted along the row with new variables (C. Sinz, Towards an
 * optimal CNF encoding of Boolean cardinality constraints, 2005):
 *
 *     at most k    s(i, j): at least j of the first i are true; x(i) is false if
 *                  s(i - 1, k) holds
 *     at least k   t(i, j): at least j of the first i have to be true; t(n, k) holds
 *
 * where 1 <= i < n and 1 <= j <= k. Unit propagation then finds all that follows from
 * the row alone.
 *
 * Cost: a row of n variables takes about 2nk clauses with 2 or 3 literals, and nk
 * variables.
 */
#include "problem/cardinality.h"

#include "base/assert.h"

#include <inttypes.h>

/* Up to here n (n - 1) / 2 pairs are no more than the clauses of a counter. */
enum { PAIRS_MOST = 6 };

typedef struct maker {
    cq_context *ctx;
    cq_clauses clauses;
    const uint32_t *row; /* the variables of the row at work */
    uint32_t length;
    uint32_t width; /* of its counter: columns */
    uint32_t first; /* variable (1, 1) of its counter */
} maker;

/* A literal 0 is one that can never be true, and is left out. */
static cq_status add(maker *m, int32_t a, int32_t b, int32_t c)
{
    const int32_t literals[] = {a, b, c};

    for (size_t i = 0; i < 3; i++)
        cq_assert(literals[i] >= -(int64_t)m->clauses.variables &&
                  literals[i] <= (int64_t)m->clauses.variables);
    for (size_t i = 0; i < 3; i++)
        if (literals[i])
            cq_try(cq_vec_push(m->ctx, &m->clauses.literals, literals[i]));
    return cq_vec_push(m->ctx, &m->clauses.starts, m->clauses.literals.count);
}

/* The variable at place i of the row, from 1. */
static int32_t x(const maker *m, uint32_t i)
{
    cq_assert(i > 0 && i <= m->length);
    return (int32_t)m->row[i - 1];
}

/* The variable (i, j) of the counter of this row. */
static int32_t s(const maker *m, uint32_t i, uint32_t j)
{
    cq_assert(i > 0 && i < m->length && j > 0 && j <= m->width);
    return (int32_t)(m->first + (i - 1) * m->width + (j - 1));
}

static cq_status open_counter(maker *m, uint32_t width)
{
    uint64_t cells = (uint64_t)(m->length - 1) * width;

    cq_assert(width > 0 && width <= m->length);
    if (cells > (uint64_t)INT32_MAX - m->clauses.variables)
        return cq_fail(m->ctx, CQ_REFUSED,
                       "the problem is too large to be written as clauses");
    m->width = width;
    m->first = m->clauses.variables + 1;
    m->clauses.variables += (uint32_t)cells;
    return CQ_OK;
}

/* ---- at most ---- */

static cq_status add_pairs(maker *m)
{
    for (uint32_t i = 1; i <= m->length; i++)
        for (uint32_t k = i + 1; k <= m->length; k++)
            cq_try(add(m, -x(m, i), -x(m, k), 0));
    return CQ_OK;
}

/* All about s(i, 1) .. s(i, k), and what s(i - 1, k) forbids. */
static cq_status count_up(maker *m, uint32_t i, uint32_t k)
{
    if (i < m->length)
        cq_try(add(m, -x(m, i), s(m, i, 1), 0));
    for (uint32_t j = 1; i < m->length && j <= k && j < i; j++)
        cq_try(add(m, -s(m, i - 1, j), s(m, i, j), 0));
    for (uint32_t j = 2; i < m->length && j <= k && j <= i; j++)
        cq_try(add(m, -x(m, i), -s(m, i - 1, j - 1), s(m, i, j)));
    return i > k ? add(m, -x(m, i), -s(m, i - 1, k), 0) : CQ_OK;
}

static cq_status at_most(maker *m, uint32_t k)
{
    if (k == 1 && m->length <= PAIRS_MOST)
        return add_pairs(m);
    cq_try(open_counter(m, k));
    for (uint32_t i = 1; i <= m->length; i++)
        cq_try(count_up(m, i, k));
    return CQ_OK;
}

/* ---- at least ---- */

static cq_status at_least_one(maker *m)
{
    for (uint32_t i = 1; i <= m->length; i++)
        cq_try(cq_vec_push(m->ctx, &m->clauses.literals, x(m, i)));
    return cq_vec_push(m->ctx, &m->clauses.starts, m->clauses.literals.count);
}

/* t(i, j) needs t(i - 1, j) or x(i), and t(i - 1, j - 1). */
static cq_status count_down(maker *m, uint32_t i, uint32_t j)
{
    int32_t here = i == m->length ? 0 : -s(m, i, j);

    cq_try(add(m, here, j < i ? s(m, i - 1, j) : 0, x(m, i)));
    return j > 1 ? add(m, here, s(m, i - 1, j - 1), 0) : CQ_OK;
}

static cq_status at_least(maker *m, uint32_t k)
{
    if (k == 1)
        return at_least_one(m);
    cq_try(open_counter(m, k));
    for (uint32_t i = m->length; i > 0; i--) {
        uint32_t behind = m->length - i;

        for (uint32_t j = k > behind ? k - behind : 1; j <= k && j <= i; j++)
            cq_try(count_down(m, i, j));
    }
    return CQ_OK;
}

/* ---- rows ---- */

static cq_status add_units(maker *m, int32_t sign)
{
    for (uint32_t i = 1; i <= m->length; i++)
        cq_try(add(m, sign * x(m, i), 0, 0));
    return CQ_OK;
}

static cq_status add_row(maker *m, uint32_t least, uint32_t most)
{
    if (least > m->length)
        return add(m, 0, 0, 0);
    if (most == 0)
        return add_units(m, -1);
    if (least == m->length)
        return add_units(m, 1);
    if (least > 0)
        cq_try(at_least(m, least));
    return most < m->length ? at_most(m, most) : CQ_OK;
}

static cq_status add_all(maker *m, const cq_cardinality *rows)
{
    cq_try(cq_vec_push(m->ctx, &m->clauses.starts, 0));
    for (size_t i = 0; i < cq_cardinality_rows(rows); i++) {
        m->row = rows->members.at + rows->starts.at[i];
        m->length = rows->starts.at[i + 1] - rows->starts.at[i];
        cq_try(cq_poll_at(m->ctx, i + 1));
        cq_try(add_row(m, rows->least.at[i], rows->most.at[i]));
    }
    for (size_t i = 0; i < rows->implied.count; i += 2)
        cq_try(
            add(m, -(int32_t)rows->implied.at[i], (int32_t)rows->implied.at[i + 1], 0));
    return CQ_OK;
}

void cq_clauses_free(cq_clauses *clauses)
{
    cq_vec_free_each(&clauses->literals, &clauses->starts);
}

cq_status cq_clauses_make(cq_context *ctx, const cq_cardinality *rows, cq_clauses *out)
{
    maker m = {.ctx = ctx, .clauses.variables = rows->variables};
    cq_status status = add_all(&m, rows);

    cq_assert(status != CQ_OK || m.clauses.starts.at[cq_clauses_count(&m.clauses)] ==
                                     m.clauses.literals.count);
    cq_assert(m.clauses.variables >= rows->variables);
    if (status == CQ_OK)
        *out = m.clauses;
    else
        cq_clauses_free(&m.clauses);
    return status;
}

/* ---- DIMACS ---- */

static void write_clauses(const cq_clauses *clauses, uint32_t options, FILE *out)
{
    fprintf(out,
            "c Variables 1 to %" PRIu32 " are the options of the cover: true is "
            "chosen.\np cnf %" PRIu32 " %zu\n",
            options, clauses->variables, cq_clauses_count(clauses));
    for (size_t i = 0; i < cq_clauses_count(clauses); i++) {
        for (size_t k = clauses->starts.at[i]; k < clauses->starts.at[i + 1]; k++)
            fprintf(out, "%" PRId32 " ", clauses->literals.at[k]);
        fputs("0\n", out);
    }
}

cq_status cq_clauses_write(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    cq_cardinality rows = {0};
    cq_clauses clauses = {0};
    cq_status status = cq_cardinality_of(ctx, problem, &rows);

    cq_then(status, cq_clauses_make(ctx, &rows, &clauses));
    if (status == CQ_OK) {
        write_clauses(&clauses, rows.options, out);
        if (ferror(out))
            status = cq_fail_io(ctx, "cannot write", "the clauses");
    }
    cq_clauses_free(&clauses);
    cq_cardinality_free(&rows);
    return status;
}
