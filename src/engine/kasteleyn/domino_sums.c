/* domino_sums.c - the total weight of all domino tilings, by determinants.
 *
 * Kasteleyn's determinant counts every tiling with the product of its weights, all with
 * the same sign. With variables it is a polynomial: it is evaluated at enough points,
 * modulo enough primes, and reconstructed by interpolation and Chinese remaindering.
 * The common sign is that of the determinant with all weights 1, which is the number of
 * tilings or its negative.
 */
#include "engine/kasteleyn/domino_sums.h"

#include "engine/kasteleyn/count.h"
#include "engine/kasteleyn/weighted_matrix.h"
#include "engine/option_weights.h"

#include <string.h>

typedef struct adding {
    cq_run *run;
    cq_team *team;
    const cq_weight **right, **down; /* of the domino that begins at each cell */
    cq_weighted_matrix matrix;
    size_t degrees[CQ_VARIABLES], points; /* points: of all variables */
    uint64_t *values;                     /* at the points; then coefficients */
    mpz_t *sums, modulus; /* the coefficients so far, below the modulus */
    uint64_t primes;
} adding;

/* ---- interpolation ---- */

/* Values at 0, 1, .. degree become coefficients, modulo the prime, in place: Newton's
 * divided differences, then Horner's rule. `stride` is between neighbours. */
static void interpolate(uint64_t *values, size_t stride, size_t degree, uint64_t prime)
{
    for (size_t step = 1; step <= degree; step++) {
        uint64_t inverse = cq_residue_power(step, prime - 2, prime);

        for (size_t i = degree; i >= step; i--)
            values[i * stride] =
                (values[i * stride] + prime - values[(i - 1) * stride]) * inverse %
                prime;
    }
    for (size_t i = degree; i-- > 0;)
        for (size_t k = i; k < degree; k++)
            values[k * stride] =
                (values[k * stride] + (prime - i % prime) * values[(k + 1) * stride]) %
                prime;
}

static void interpolate_all(adding *a)
{
    size_t across = a->degrees[0] + 1, up = a->degrees[1] + 1;

    cq_assert(CQ_VARIABLES == 2 && across * up == a->points);
    for (size_t i = 0; i < up; i++)
        interpolate(a->values + i * across, 1, a->degrees[0], a->matrix.prime);
    for (size_t i = 0; i < across; i++)
        interpolate(a->values + i, across, a->degrees[1], a->matrix.prime);
}

/* ---- primes ---- */

/* The largest prime below this one. */
static uint64_t prime_below(uint64_t number)
{
    mpz_t candidate;

    mpz_init_set_ui(candidate, (unsigned)(number - 1 - number % 2));
    while (!mpz_probab_prime_p(candidate, 30))
        mpz_sub_ui(candidate, candidate, 2);
    number = mpz_get_ui(candidate);
    mpz_clear(candidate);
    cq_assert(number > UINT64_C(1) << 30);
    return number;
}

/* Sums that agree with the values, too, modulo the next prime. */
static void join(adding *a)
{
    unsigned prime = (unsigned)a->matrix.prime;
    uint64_t inverse =
        cq_residue_power(mpz_fdiv_ui(a->modulus, prime), prime - 2, prime);

    for (size_t i = 0; i < a->points; i++) {
        uint64_t have = mpz_fdiv_ui(a->sums[i], prime);
        uint64_t more = (a->values[i] + prime - have) % prime * inverse % prime;

        mpz_addmul_ui(a->sums[i], a->modulus, (unsigned)more);
        cq_assert(mpz_fdiv_ui(a->sums[i], prime) == a->values[i]);
    }
    mpz_mul_ui(a->modulus, a->modulus, prime);
    a->primes++;
}

/* The polynomial modulo a prime; `tilings` tell the sign. False: the prime divides
 * their number. */
static cq_status find_residues(adding *a, const mpz_t tilings, bool *good)
{
    uint64_t prime = a->matrix.prime, plain = cq_weighted_matrix_at(&a->matrix, NULL);
    uint64_t number = mpz_fdiv_ui(tilings, (unsigned)prime);
    bool negative = plain != number;

    *good = number != 0;
    if (!*good)
        return CQ_OK;
    cq_assert(plain == number || plain == prime - number);
    for (size_t i = 0; i < a->points; i++) {
        uint64_t point[CQ_VARIABLES] = {i % (a->degrees[0] + 1),
                                        i / (a->degrees[0] + 1)};
        uint64_t value = cq_weighted_matrix_at(&a->matrix, point);

        a->values[i] = negative && value ? prime - value : value;
        if (cq_run_poll(a->run))
            return CQ_STOPPED;
    }
    cq_assert(a->values[0] < prime);
    interpolate_all(a);
    return CQ_OK;
}

/* ---- a part of the board ---- */

static cq_status read_sums(adding *a, cq_weight *out)
{
    cq_status status = CQ_OK;
    mpz_t half;
    mpq_t factor;

    mpz_init(half);
    mpq_init(factor);
    mpz_fdiv_q_2exp(half, a->modulus, 1);
    for (size_t i = 0; i < a->points && status == CQ_OK; i++) {
        uint32_t power[CQ_VARIABLES] = {(uint32_t)(i % (a->degrees[0] + 1)),
                                        (uint32_t)(i / (a->degrees[0] + 1))};

        if (mpz_cmp(a->sums[i], half) > 0)
            mpz_sub(a->sums[i], a->sums[i], a->modulus);
        mpz_set(mpq_numref(factor), a->sums[i]);
        mpz_set(mpq_denref(factor), a->matrix.divisor);
        mpq_canonicalize(factor);
        if (mpq_sgn(factor))
            status = cq_weight_add_term(a->run->ctx, out, factor, power);
    }
    mpz_clear(half);
    mpq_clear(factor);
    return status;
}

static cq_status sum_matrix(adding *a, const mpz_t tilings, cq_weight *out)
{
    double bits = cq_weighted_matrix_bits(&a->matrix);
    uint64_t prime = UINT64_C(1) << 31;
    cq_status status = CQ_OK;

    while (status == CQ_OK && (double)mpz_sizeinbase(a->modulus, 2) < bits + 2) {
        bool good = false;

        prime = prime_below(prime);
        cq_weighted_matrix_set_prime(&a->matrix, prime);
        status = find_residues(a, tilings, &good);
        if (status == CQ_OK && good)
            join(a);
    }
    return status == CQ_OK ? read_sums(a, out) : status;
}

static cq_status sum_grid(adding *a, const cq_grid *grid, const mpz_t tilings,
                          cq_weight *out)
{
    cq_context *ctx = a->run->ctx;
    cq_status status;

    cq_try(cq_weighted_matrix_make(ctx, grid, a->right, a->down, &a->matrix));
    a->points = 1;
    for (unsigned v = 0; v < CQ_VARIABLES; v++) {
        a->degrees[v] = cq_weighted_matrix_degree(&a->matrix, v);
        a->points = cq_times(a->points, a->degrees[v] + 1);
    }
    a->values = cq_alloc(ctx, a->points, sizeof *a->values);
    a->sums = cq_alloc(ctx, a->points, sizeof *a->sums);
    mpz_init_set_ui(a->modulus, 1);
    status = a->values && a->sums ? CQ_OK : CQ_MEMORY;
    for (size_t i = 0; i < a->points && status == CQ_OK; i++)
        mpz_init(a->sums[i]);
    if (status == CQ_OK) {
        status = sum_matrix(a, tilings, out);
        for (size_t i = 0; i < a->points; i++)
            mpz_clear(a->sums[i]);
    }
    mpz_clear(a->modulus);
    cq_free_each(a->values, a->sums);
    cq_weighted_matrix_free(&a->matrix);
    return status;
}

static cq_status sum_part(adding *a, const cq_parts *parts, uint32_t part,
                          cq_weight *out)
{
    cq_count_work work = {0};
    cq_grid grid = {0};
    mpz_t tilings;
    cq_status status;

    cq_try(cq_grid_make(a->run->ctx, a->run->problem->board, parts, part, &grid));
    mpz_init(tilings);
    status = cq_grid_count(a->team, &grid, &work, tilings);
    if (status == CQ_OK && mpz_sgn(tilings))
        status = sum_grid(a, &grid, tilings, out);
    else if (status == CQ_OK)
        cq_run_exhausted(a->run, 0);
    mpz_clear(tilings);
    cq_grid_free(&grid);
    return status;
}

/* ---- the board ---- */

static cq_status multiply_parts(adding *a, const cq_parts *parts, cq_weight *total)
{
    for (uint32_t i = 0; i < parts->list.count && a->run->answer->verdict != CQ_NO;
         i++) {
        cq_weight sum = {0}, product = {0};
        bool even = parts->list.at[i].light == parts->list.at[i].dark;
        cq_status status = CQ_OK;

        if (even)
            status = sum_part(a, parts, i, &sum);
        else
            cq_run_exhausted(a->run, 0);
        cq_then(status, cq_weight_multiply(a->run->ctx, total, &sum, &product));
        cq_weight_free(&sum);
        cq_weight_free(total);
        *total = product;
        cq_try(status);
    }
    return CQ_OK;
}

static cq_status sum_board(adding *a, const cq_variables *letters)
{
    cq_context *ctx = a->run->ctx;
    cq_parts parts = {0};
    cq_weight total = {0};
    cq_status status = cq_parts_make(ctx, a->run->problem->board, &parts);
    mpq_t one;

    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    cq_then(status, cq_weight_add_term(ctx, &total, one, (uint32_t[CQ_VARIABLES]){0}));
    mpq_clear(one);
    cq_then(status, multiply_parts(a, &parts, &total));
    if (status == CQ_OK && a->run->answer->verdict != CQ_NO)
        status = cq_run_total(a->run, &total, letters);
    cq_then(status, cq_answer_add_counter(a->run->answer, "primes", a->primes));
    cq_weight_free(&total);
    cq_parts_free(&parts);
    return status;
}

/* The weights by the cells of the board. */
static void sort_weights(adding *a, const cq_placements *p, const cq_option_weights *w)
{
    for (size_t i = 0; i < w->count; i++) {
        const cq_cell *cells = p->cells.at + p->starts.at[i];
        cq_cell first = cells[0] < cells[1] ? cells[0] : cells[1];
        bool lying =
            cells[0] + cells[1] == 2 * first + 1 && a->run->problem->board->cols > 1;

        cq_assert(p->starts.at[i + 1] - p->starts.at[i] == 2);
        cq_assert(!(lying ? a->right : a->down)[first]);
        (lying ? a->right : a->down)[first] = &w->at[i];
    }
}

cq_status cq_kasteleyn_total(cq_run *run, const cq_cover *cover,
                             const cq_placements *placements)
{
    cq_team team = {.ctx = run->ctx, .run = run, .threads = run->threads};
    adding a = {.run = run, .team = &team};
    size_t size = cq_board_size(run->problem->board);
    cq_option_weights weights;
    cq_status status;

    cq_try(cq_option_weights_make(run->ctx, cover, true, &weights));
    a.right = cq_zalloc(run->ctx, size, sizeof *a.right);
    a.down = cq_zalloc(run->ctx, size, sizeof *a.down);
    status = a.right && a.down ? CQ_OK : CQ_MEMORY;
    if (status == CQ_OK) {
        sort_weights(&a, placements, &weights);
        status = sum_board(&a, &cover->factors.letters);
    }
    cq_team_close(&team);
    cq_free_each(a.right, a.down);
    cq_option_weights_free(&weights);
    return status;
}

double cq_kasteleyn_total_seconds(const cq_problem *problem)
{
    const cq_board *board = problem->board;
    double cells = (double)board->count / 2, points = 1;
    double across = board->rows < board->cols ? board->rows : board->cols;
    uint32_t most[CQ_VARIABLES] = {0};

    for (size_t l = 0; l < problem->pieces.weighing.lines.count; l++) {
        const cq_weight *value = &problem->pieces.weighing.lines.at[l].value;

        for (size_t t = 0; t < value->terms.count; t++)
            for (unsigned v = 0; v < CQ_VARIABLES; v++)
                if (value->terms.at[t].power[v] > most[v])
                    most[v] = value->terms.at[t].power[v];
    }
    for (unsigned v = 0; v < CQ_VARIABLES; v++)
        points *= most[v] * cells + 1;
    return 2e-9 * points * (1 + cells / 15) * cells * across * across;
}
