/* chain_plans.c - in which order eight passes visit the board, and where chains end.
 *
 * A plan is an order of the passes with the length of chain A. Those are listed with
 * which colours, lines and diagonals can be right; for open tours with diagonals the
 * best come first, by chances that are estimated as if lines were independent and
 * squares of the diagonal had random places. A plan is drawn more often the earlier it
 * is listed, and brings its tables (chain_lines.c, chain_diagonals.c) and all places
 * for the ends of its chains (quarter.c).
 *
 * Cost: DRAWS times the side for each plan with diagonals.
 */
#include "engine/biaxial/biaxial.h"

#include "base/assert.h"

#include <stdlib.h>

enum {
    DRAWS = 1000, /* by which the chances of the diagonals are judged */
    NEAR = 8      /* a sum is near enough within this many times the side */
};

/* Whether the sum of the main diagonal can be right modulo 4. Its squares have numbers
 * of one parity; the two images of a square on it differ by something even. */
static bool diagonals_can(const cq_chain_plans *p, const cq_chain_order *order)
{
    int64_t side = p->quarter.rows, all = 4 * (int64_t)p->quarter.count;
    bool has[2] = {false, false};

    for (unsigned chain = 0; chain < CQ_CHAINS; chain++) {
        const int64_t *first = order->first[chain];

        has[(first[3] - first[0]) / 2 & 1] = true;
        has[(first[2] - first[1]) / 2 & 1] = true;
    }
    for (int64_t parity = 0; parity < 2; parity++)
        for (int64_t odd = 0; odd <= side; odd++)
            if ((odd == 0 || has[1]) && (odd == side || has[0]) &&
                (2 * (odd + parity * side) - side * (all + 1)) % 4 == 0)
                return true;
    return false;
}

/* Numbers alternate with the colours of squares, which mirror images do not share. */
static bool colours_can(const cq_chain_order *order)
{
    for (unsigned chain = 0; chain < CQ_CHAINS; chain++) {
        const int64_t *first = order->first[chain];

        if ((first[3] - first[0]) % 2 || (first[1] - first[0]) % 2 == 0 ||
            (first[2] - first[0]) % 2 == 0)
            return false;
    }
    return true;
}

/* How often, of DRAWS random places for the squares of the diagonal, its sum comes near
 * to what it should be, and both diagonals together are right. */
static uint32_t diagonal_chance(cq_chain_plans *p, const cq_chain_order *order)
{
    int64_t half = p->quarter.rows, near = NEAR * 2 * half;
    uint32_t hits = 0;

    for (uint32_t draw = 0; draw < DRAWS; draw++) {
        unsigned parity = draw % 2;
        int64_t sum = 0;
        uint32_t in_first = 0;

        for (int64_t i = 0; i < half; i++) {
            uint32_t place = (uint32_t)cq_random_below(&p->random, p->quarter.count);

            sum += cq_chain_diagonal_value(order, place, parity);
            in_first += place < order->length[0];
        }
        hits += sum >= -near && sum <= near &&
                cq_chain_diagonals_balance(order, in_first, p->quarter.rows);
    }
    return hits;
}

static cq_status make_lines(cq_chain_plans *p)
{
    cq_chain_lines_free(&p->rows);
    cq_chain_lines_free(&p->cols);
    cq_try(cq_chain_lines_make(p->ctx, &p->order, CQ_IMAGE_DOWN, p->quarter.rows,
                               p->quarter.cols, &p->rows));
    return cq_chain_lines_make(p->ctx, &p->order, CQ_IMAGE_RIGHT, p->quarter.cols,
                               p->quarter.rows, &p->cols);
}

/* That a magic tour comes out: lines as if they were independent, which all but the
 * last are not too far from. It only ranks plans. */
static double chance(cq_chain_plans *p)
{
    double all = diagonal_chance(p, &p->order);

    for (uint32_t i = 1; i < p->quarter.rows; i++)
        all *= p->rows.chance * p->cols.chance;
    return all;
}

static cq_status add_plan(cq_chain_plans *p, const char *text, bool closed,
                          uint32_t first)
{
    const uint32_t none[4] = {0};

    cq_chain_order_make(text, closed, first, p->quarter.count, &p->order);
    if (!colours_can(&p->order) ||
        (p->problem->magic == CQ_MAGIC_FULL && !diagonals_can(p, &p->order)))
        return CQ_OK;
    cq_try(make_lines(p));
    if (!cq_chain_lines_may(&p->rows, none, false) ||
        !cq_chain_lines_may(&p->cols, none, false))
        return CQ_OK;
    return cq_vec_push(
        p->ctx, &p->list,
        ((cq_chain_plan){.text = text,
                         .closed = closed,
                         .first = first,
                         .chance =
                             p->problem->magic == CQ_MAGIC_FULL ? chance(p) : 0}));
}

/* The orders with a first chain of that length; closed tours are open ones, too. An
 * open order stands with either chain first, and the shorter one is laid first: the
 * long one then has to take all that is left, and squares without a way on are seen
 * early. */
static cq_status add_plans(cq_chain_plans *p, uint32_t first)
{
    for (unsigned open = 0; open < (p->problem->closed ? 1 : 2); open++) {
        const char *text;

        for (size_t i = 0; (text = cq_chain_order_text(!open, i)) != NULL &&
                           !(open && 2 * first > p->quarter.count);
             i++)
            cq_try(add_plan(p, text, !open, first));
    }
    return CQ_OK;
}

static int by_chance(const void *a, const void *b)
{
    const cq_chain_plan *first = a, *second = b;

    return (first->chance < second->chance) - (first->chance > second->chance);
}

/* Those that have the best chance with diagonals come first, else those with chains of
 * about the same length. */
static cq_status list_plans(cq_chain_plans *p)
{
    uint32_t half = p->quarter.count / 2;

    cq_try(add_plans(p, half));
    for (uint32_t apart = 1; apart + 2 <= half; apart++) {
        cq_try(add_plans(p, half - apart));
        cq_try(add_plans(p, half + apart));
    }
    if (p->problem->magic == CQ_MAGIC_FULL && !p->problem->closed)
        qsort(p->list.at, p->list.count, sizeof *p->list.at, by_chance);
    return CQ_OK;
}

cq_status cq_chain_plans_draw(cq_chain_plans *p)
{
    size_t at = (size_t)cq_random_below(&p->random, p->list.count);
    const cq_chain_plan *drawn;

    at = (size_t)cq_random_below(&p->random, at + 1);
    drawn = &p->list.at[cq_random_below(&p->random, at + 1)];
    cq_assert(drawn->first >= 2 &&
              drawn->first + 2 <= p->quarter.count); /* chains with two ends */
    cq_chain_order_make(drawn->text, drawn->closed, drawn->first, p->quarter.count,
                        &p->order);
    cq_try(make_lines(p));
    if (p->problem->magic == CQ_MAGIC_FULL) {
        cq_chain_diagonals_free(&p->diagonals);
        cq_try(
            cq_chain_diagonals_make(p->ctx, &p->order, p->quarter.rows, &p->diagonals));
    }
    return cq_chain_ends_find(p->ctx, &p->quarter, &p->order, &p->places);
}

cq_status cq_chain_plans_make(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                              cq_chain_plans *out)
{
    out->ctx = ctx;
    out->problem = problem;
    cq_random_seed(&out->random, seed);
    cq_try(cq_quarter_make(ctx, problem, &out->quarter));
    return list_plans(out);
}

void cq_chain_plans_free(cq_chain_plans *p)
{
    cq_quarter_free(&p->quarter);
    cq_chain_lines_free(&p->rows);
    cq_chain_lines_free(&p->cols);
    cq_chain_diagonals_free(&p->diagonals);
    cq_vec_free_each(&p->list, &p->places);
}
