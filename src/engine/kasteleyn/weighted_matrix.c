/* weighted_matrix.c - the determinant of Kasteleyn's matrix with weights.
 *
 * Equations and unknowns are numbered along the lines of the grid, so that a row has
 * its entries in a short run of columns. Gaussian elimination goes column by column;
 * only rows that have begun take part, and each becomes as long as the longest row
 * added to it: cells * width^2 steps on a board that is much longer than wide.
 */
#include "engine/kasteleyn/weighted_matrix.h"

#include <math.h>
#include <string.h>

void cq_weighted_matrix_free(cq_weighted_matrix *m)
{
    for (size_t i = 0; i < m->terms.count; i++)
        mpz_clear(m->terms.at[i].factor);
    cq_vec_free(&m->terms);
    cq_free_each(m->first, m->last, m->entries, m->rows, m->begin, m->end);
    if (m->ctx)
        mpz_clear(m->divisor);
    memset(m, 0, sizeof *m);
}

/* ---- the matrix ---- */

static const cq_weight *weight_of(const cq_grid *grid, uint32_t place, uint32_t beside,
                                  const cq_weight *const *right,
                                  const cq_weight *const *down)
{
    cq_cell a = cq_grid_cell(grid, place), b = cq_grid_cell(grid, beside);
    cq_cell first = a < b ? a : b, other = a < b ? b : a;

    return other == first + 1 && grid->board->cols > 1 ? right[first] : down[first];
}

static cq_status add_terms(cq_weighted_matrix *m, const cq_weight *weight, uint32_t row,
                           uint32_t col, bool negative, const mpz_t scale)
{
    for (size_t i = 0; i < weight->terms.count; i++) {
        const cq_term *from = &weight->terms.at[i];
        cq_matrix_term term = {.row = row, .col = col, .negative = negative};

        memcpy(term.power, from->power, sizeof term.power);
        cq_try(cq_vec_reserve(m->ctx, &m->terms, 1));
        mpz_init(term.factor);
        mpz_divexact(term.factor, scale, mpq_denref(from->factor));
        mpz_mul(term.factor, term.factor, mpq_numref(from->factor));
        m->terms.at[m->terms.count++] = term;
    }
    return CQ_OK;
}

static cq_status add_row(cq_weighted_matrix *m, const cq_grid *grid, uint32_t row,
                         const uint32_t *number, const cq_weight *const *right,
                         const cq_weight *const *down)
{
    uint32_t place = grid->equations.at[row];
    cq_grid_edge edges[4];
    unsigned count = cq_grid_edges(grid, place, edges);
    cq_status status = CQ_OK;
    mpz_t scale;

    mpz_init_set_ui(scale, 1);
    for (unsigned k = 0; k < count; k++) {
        const cq_weight *w = weight_of(grid, place, edges[k].place, right, down);

        for (size_t i = 0; w && i < w->terms.count; i++)
            mpz_lcm(scale, scale, mpq_denref(w->terms.at[i].factor));
    }
    mpz_mul(m->divisor, m->divisor, scale);
    m->first[row] = m->size;
    for (unsigned k = 0; k < count && status == CQ_OK; k++) {
        const cq_weight *w = weight_of(grid, place, edges[k].place, right, down);
        uint32_t col = number[edges[k].place];

        cq_assert(w && col < m->size);
        m->first[row] = col < m->first[row] ? col : m->first[row];
        m->last[row] = col > m->last[row] ? col : m->last[row];
        status = add_terms(m, w, row, col, edges[k].sign < 0, scale);
    }
    mpz_clear(scale);
    return status;
}

/* Unknowns get numbers, equations are the rows. */
static cq_status add_rows(cq_weighted_matrix *m, const cq_grid *grid, uint32_t *number,
                          const cq_weight *const *right, const cq_weight *const *down)
{
    uint32_t unknowns = 0;

    for (uint32_t line = 0; line < grid->lines; line++)
        for (uint32_t t = 0; t < grid->width; t++)
            if (cq_grid_has(grid, line, t) && cq_grid_is_unknown(grid, line, t))
                number[(size_t)line * grid->width + t] = unknowns++;
    cq_assert(unknowns == m->size);
    for (uint32_t row = 0; row < m->size; row++)
        cq_try(add_row(m, grid, row, number, right, down));
    return CQ_OK;
}

cq_status cq_weighted_matrix_make(cq_context *ctx, const cq_grid *grid,
                                  const cq_weight *const *right,
                                  const cq_weight *const *down, cq_weighted_matrix *m)
{
    uint32_t *number = cq_alloc(ctx, (size_t)grid->lines * grid->width, sizeof *number);
    cq_status status = CQ_MEMORY;

    *m = (cq_weighted_matrix){.ctx = ctx, .size = (uint32_t)grid->equations.count};
    mpz_init_set_ui(m->divisor, 1);
    m->first = cq_zalloc(ctx, m->size, sizeof *m->first);
    m->last = cq_zalloc(ctx, m->size, sizeof *m->last);
    m->begin = cq_alloc(ctx, m->size, sizeof *m->begin);
    m->end = cq_alloc(ctx, m->size, sizeof *m->end);
    m->rows = cq_alloc(ctx, m->size, sizeof *m->rows);
    m->entries = cq_alloc(ctx, cq_times(m->size, m->size), sizeof *m->entries);
    if (number && m->first && m->last && m->begin && m->end && m->rows && m->entries)
        status = add_rows(m, grid, number, right, down);
    cq_free(number);
    if (status != CQ_OK)
        cq_weighted_matrix_free(m);
    return status;
}

/* ---- bounds ---- */

/* A term of the determinant has one entry of each row. */
size_t cq_weighted_matrix_degree(const cq_weighted_matrix *m, unsigned variable)
{
    size_t sum = 0, most = 0;

    for (size_t i = 0; i < m->terms.count; i++) {
        const cq_matrix_term *term = &m->terms.at[i];

        if (i && term->row != m->terms.at[i - 1].row) {
            sum += most;
            most = 0;
        }
        most = term->power[variable] > most ? term->power[variable] : most;
    }
    return sum + most;
}

/* With all weights positive and 1 for every variable the determinant is the sum of all
 * coefficients, and at most the product of the lengths of the rows. The length of a row
 * is at most the sum of its factors. */
double cq_weighted_matrix_bits(const cq_weighted_matrix *m)
{
    double bits = 2;

    for (size_t i = 0; i < m->terms.count;) {
        uint32_t row = m->terms.at[i].row;
        double squares = 0, scale = 0;

        while (i < m->terms.count && m->terms.at[i].row == row) {
            uint32_t col = m->terms.at[i].col;
            double sum = 0;

            for (; i < m->terms.count && m->terms.at[i].row == row &&
                   m->terms.at[i].col == col;
                 i++) {
                scale = fmax(scale, (double)mpz_sizeinbase(m->terms.at[i].factor, 2));
                sum++;
            }
            squares += sum * sum;
        }
        cq_assert(squares >= 1);
        bits += scale + log2(squares) / 2;
    }
    return bits * (1 + 1e-9) + 1;
}

/* ---- the determinant ---- */

void cq_weighted_matrix_set_prime(cq_weighted_matrix *m, uint64_t prime)
{
    cq_assert(prime > 2 && prime < UINT64_C(1) << 31);
    m->prime = prime;
    for (size_t i = 0; i < m->terms.count; i++)
        m->terms.at[i].residue = mpz_fdiv_ui(m->terms.at[i].factor, (unsigned)prime);
}

static void fill(cq_weighted_matrix *m, const uint64_t *point)
{
    memset(m->entries, 0, (size_t)m->size * m->size * sizeof *m->entries);
    for (uint32_t i = 0; i < m->size; i++) {
        m->rows[i] = m->entries + (size_t)i * m->size;
        m->begin[i] = m->first[i];
        m->end[i] = m->last[i] + 1;
    }
    for (size_t i = 0; i < m->terms.count; i++) {
        const cq_matrix_term *term = &m->terms.at[i];
        uint64_t *entry = &m->rows[term->row][term->col], value = 1;

        for (unsigned v = 0; point && v < CQ_VARIABLES; v++)
            value =
                value * cq_residue_power(point[v], term->power[v], m->prime) % m->prime;
        value = point ? value * term->residue % m->prime : 1;
        value = term->negative && value ? m->prime - value : value;
        cq_assert(term->col >= m->begin[term->row] && term->col < m->end[term->row]);
        *entry = point ? (*entry + value) % m->prime : value;
    }
}

/* Exchanges two rows; true: they differ, so that the sign changes. */
static bool exchange(cq_weighted_matrix *m, uint32_t a, uint32_t b)
{
    uint64_t *row = m->rows[a];
    uint32_t begin = m->begin[a], end = m->end[a];

    m->rows[a] = m->rows[b];
    m->begin[a] = m->begin[b];
    m->end[a] = m->end[b];
    m->rows[b] = row;
    m->begin[b] = begin;
    m->end[b] = end;
    return a != b;
}

static void subtract(cq_weighted_matrix *m, uint32_t pivot, uint32_t row, uint64_t by)
{
    const uint64_t *from = m->rows[pivot];
    uint64_t *to = m->rows[row], less = m->prime - by;

    for (uint32_t k = pivot; k < m->end[pivot]; k++)
        to[k] = (to[k] + less * from[k]) % m->prime;
    cq_assert(to[pivot] == 0);
    m->end[row] = m->end[pivot] > m->end[row] ? m->end[pivot] : m->end[row];
}

uint64_t cq_weighted_matrix_at(cq_weighted_matrix *m,
                               const uint64_t point[CQ_VARIABLES])
{
    uint64_t result = 1;
    uint32_t active = 0;

    fill(m, point);
    for (uint32_t j = 0; j < m->size; j++) {
        uint32_t pivot = j;
        uint64_t inverse;

        active = active < j ? j : active;
        /* Rows begin in about the order of their numbers; those that begin later
         * have nothing in this column. */
        for (uint32_t i = active; i < m->size; i++)
            if (m->begin[i] <= j && exchange(m, active++, i))
                result = m->prime - result;
        while (pivot < active && m->rows[pivot][j] == 0)
            pivot++;
        if (pivot == active)
            return 0;
        if (exchange(m, j, pivot))
            result = m->prime - result;
        cq_assert(m->begin[j] <= j && j < m->end[j]);
        result = result * m->rows[j][j] % m->prime;
        inverse = cq_residue_power(m->rows[j][j], m->prime - 2, m->prime);
        for (uint32_t i = j + 1; i < active; i++)
            if (m->rows[i][j])
                subtract(m, j, i, m->rows[i][j] * inverse % m->prime);
    }
    return result % m->prime;
}
