/* weigh_solution.c - what a solution weighs, by the checker's own reading of the
 * weights.
 *
 * Of a cover the weights of its options are gone through; of a tiling, for each part
 * the lines that speak of its piece, its orientation and its squares. A square that no
 * part covers is a copy of the piece called free, if the problem has one.
 *
 * What a solution costs is the sum of its weights, a number. What it counts for is
 * their product, a polynomial: it is compared by its value at a point, in the integers
 * modulo the prime 2^127 - 1. Two different polynomials of degree d agree at a point
 * drawn at random with a probability of d / 2^127 (Schwartz 1980, Zippel 1979).
 */
#include "check/weigh_solution.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/limbs.h"

#include <string.h>

/* ---- a point ---- */

void cq_point_open(cq_point *point, uint64_t seed)
{
    mpz_init_set_ui(point->prime, 1);
    mpz_mul_2exp(point->prime, point->prime, 127);
    mpz_sub_ui(point->prime, point->prime, 1);
    for (size_t v = 0; v < CQ_VARIABLES; v++) {
        uint64_t words[2];

        words[0] = seed = cq_hash_u64(seed, 2 * v);
        words[1] = seed = cq_hash_u64(seed, 2 * v + 1);
        mpz_init(point->at[v]);
        cq_limbs_read(point->at[v], words, 2);
        mpz_mod(point->at[v], point->at[v], point->prime);
    }
}

void cq_point_close(cq_point *point)
{
    mpz_clear(point->prime);
    for (size_t v = 0; v < CQ_VARIABLES; v++)
        mpz_clear(point->at[v]);
}

void cq_point_value(const cq_point *point, const cq_weight *weight, mpz_t out)
{
    mpz_t term, power;

    mpz_inits(term, power, NULL);
    mpz_set_ui(out, 0);
    for (size_t i = 0; i < weight->terms.count; i++) {
        const cq_term *t = &weight->terms.at[i];

        cq_assert(mpz_divisible_p(mpq_denref(t->factor), point->prime) == 0);
        mpz_invert(term, mpq_denref(t->factor), point->prime);
        mpz_mul(term, term, mpq_numref(t->factor));
        for (size_t v = 0; v < CQ_VARIABLES; v++) {
            mpz_powm_ui(power, point->at[v], t->power[v], point->prime);
            mpz_mul(term, term, power);
            mpz_mod(term, term, point->prime);
        }
        mpz_add(out, out, term);
    }
    mpz_mod(out, out, point->prime);
    cq_assert(mpz_sgn(out) >= 0 && mpz_cmp(out, point->prime) < 0);
    mpz_clears(term, power, NULL);
}

/* ---- the weights of a part ---- */

/* Whether some square of the form is as far from its first as `to` is from `from`. */
static bool has_offset(const cq_weight_line *line, const cq_board *board, cq_cell from,
                       cq_cell to)
{
    int64_t down = (int64_t)cq_row(board, to) - cq_row(board, from);
    int64_t right = (int64_t)cq_col(board, to) - cq_col(board, from);
    const cq_square *form = line->form.at;

    for (size_t s = 0; s < line->form.count; s++)
        if (cq_is_no_step(board, form[s].row - form[0].row - down,
                          form[s].col - form[0].col - right))
            return true;
    return false;
}

static bool has_form(const cq_weight_line *line, const cq_board *board,
                     const cq_part *part)
{
    if (line->form.count == 0)
        return true;
    if (line->form.count != part->count)
        return false;
    for (size_t first = 0; first < part->count; first++) {
        size_t same = 0;

        while (same < part->count &&
               has_offset(line, board, part->cells[first], part->cells[same]))
            same++;
        if (same == part->count)
            return true;
    }
    return false;
}

/* How often the line speaks of the part. */
static size_t times(const cq_weight_line *line, const cq_problem *problem,
                    const cq_part *part)
{
    const cq_piece *piece = &problem->pieces.at[part->number];
    size_t covered = 0;

    if (line->pieces.count ? !cq_rule_has(&line->pieces, part->number) : piece->blank)
        return 0;
    if (!has_form(line, problem->board, part))
        return 0;
    for (size_t i = 0; i < part->count; i++)
        covered += cq_rule_has(&line->cells, part->cells[i]);
    if (!line->squares)
        return 1;
    cq_assert(covered <= part->count && covered <= line->cells.count);
    return line->exactly ? covered == part->count && covered == line->cells.count
                         : covered;
}

static cq_status weigh_part(const cq_problem *problem, const cq_part *part,
                            cq_weigh_fn *fn, void *user)
{
    for (size_t l = 0; l < problem->pieces.weighing.lines.count; l++) {
        const cq_weight_line *line = &problem->pieces.weighing.lines.at[l];

        for (size_t t = times(line, problem, part); t > 0; t--)
            cq_try(fn(user, &line->value));
    }
    return CQ_OK;
}

/* ---- the weights of a solution ---- */

static cq_status weigh_free(cq_context *ctx, const cq_problem *problem,
                            const cq_solution *solution, cq_weigh_fn *fn, void *user)
{
    cq_u32s cells = {0};
    uint32_t blank = cq_problem_free_piece(problem);
    cq_status status = CQ_OK;

    if (blank == CQ_NO_PIECE)
        return CQ_OK;
    for (size_t i = 0; i < solution->labels.count; i++)
        if (solution->labels.at[i] == blank)
            return CQ_OK; /* they are parts of it already */
    status = cq_solution_uncovered(ctx, problem->board, solution, &cells);
    for (size_t i = 0; i < cells.count && status == CQ_OK; i++) {
        cq_part part = {.number = blank, .cells = &cells.at[i], .count = 1};

        status = weigh_part(problem, &part, fn, user);
    }
    cq_vec_free(&cells);
    return status;
}

static cq_status weigh_option(const cq_factors *factors, uint32_t option,
                              cq_weigh_fn *fn, void *user)
{
    uint32_t at = option < factors->heads.count ? factors->heads.at[option] : 0;

    for (; at; at = factors->links.at[at - 1].next)
        cq_try(fn(user, &factors->values.at[factors->links.at[at - 1].value]));
    return CQ_OK;
}

cq_status cq_weigh(cq_context *ctx, const cq_problem *problem,
                   const cq_solution *solution, cq_weigh_fn *fn, void *user)
{
    cq_part part;

    for (size_t i = 0; problem->kind == CQ_COVER && i < solution->labels.count; i++)
        cq_try(weigh_option(&problem->cover.factors, solution->labels.at[i], fn, user));
    if (problem->kind != CQ_TILING)
        return CQ_OK;
    for (size_t i = 0; cq_solution_part(solution, i, &part); i++)
        cq_try(weigh_part(problem, &part, fn, user));
    return weigh_free(ctx, problem, solution, fn, user);
}

/* ---- what it costs ---- */

typedef struct sum {
    mpq_ptr of;
    mpq_t part;
} sum;

static cq_status add(void *user, const cq_weight *weight)
{
    sum *s = user;

    cq_assert(cq_weight_is_number(weight));
    if (weight->terms.count) {
        mpq_set(s->part, weight->terms.at[0].factor);
        mpq_add(s->of, s->of, s->part);
    }
    return CQ_OK;
}

cq_status cq_weigh_cost(cq_context *ctx, const cq_problem *problem,
                        const cq_solution *solution, mpq_t out)
{
    sum s = {.of = out};
    cq_status status;

    mpq_init(s.part);
    mpq_set_ui(out, 0, 1);
    status = cq_weigh(ctx, problem, solution, add, &s);
    mpq_clear(s.part);
    return status;
}

cq_status cq_checker_cost(cq_checker *checker, const cq_solution *solution, mpq_t out,
                          char **text)
{
    size_t size;

    cq_try(cq_weigh_cost(checker->ctx, checker->problem, solution, out));
    size =
        mpz_sizeinbase(mpq_numref(out), 10) + mpz_sizeinbase(mpq_denref(out), 10) + 3;
    *text = cq_alloc(checker->ctx, size, 1);
    if (!*text)
        return CQ_MEMORY;
    mpq_get_str(*text, 10, out);
    return CQ_OK;
}
