/* colouring.c - numbers on the squares modulo m that show that there is no tiling.
 *
 * If all placements of a piece have the same sum, its value, and the sum of the board
 * cannot be made of copies of these values, there is no tiling. Golomb's colourings of
 * polyomino puzzles are of this kind, and de Bruijn's and Klarner's for bricks (S. W.
 * Golomb, Polyominoes, 1965; N. G. de Bruijn, "Filling boxes with bricks", 1969; D. A.
 * Klarner, "Packing a rectangle with congruent n-ominoes", 1969; J. H. Conway and J. C.
 * Lagarias, "Tiling with polyominoes and combinatorial group theory", 1990, for all of
 * them at once).
 *
 * Numbers that suit all placements are the solutions of linear equations, so that all
 * moduli and all colourings are tried by elimination modulo one number M with many
 * divisors (howell.c): first those that repeat, which are easy to state (families.c),
 * then any on this board (board_space.c). Of all refutations the simplest is chosen
 * (refute.c). The work is counted and small: a few milliseconds for 20 x 20 squares.
 */
#include "engine/colouring/colouring.h"

#include "base/assert.h"

enum { BOUNDS_MOST = 10000 };          /* squares, for bounds on copies */
#define MOST_STEPS ((uint64_t)1 << 21) /* for each of the three ways */

/* Whether M is the product of powers of different primes, and products fit. */
static bool check_moduli(const cq_moduli *m)
{
    uint64_t product = 1;

    for (size_t i = 0; i < m->count; i++) {
        cq_hold(m->powers[i] % m->primes[i] == 0);
        for (size_t k = 0; k < i; k++)
            cq_hold(m->primes[k] != m->primes[i]);
        product *= m->powers[i];
    }
    cq_hold(m->count <= CQ_PRIMES && product == m->product);
    cq_hold(product < UINT64_C(1) << 31);
    return true;
}

/* M: powers of the first primes, and the larger primes that divide a side of a piece's
 * box, as long as products of two numbers below M can be handled. */
static void choose_moduli(const cq_pieces *pieces, cq_moduli *out)
{
    static const uint32_t primes[] = {2, 3, 5, 7}, powers[] = {64, 81, 25, 7};

    *out = (cq_moduli){.product = 1};
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        out->primes[out->count] = primes[i];
        out->powers[out->count++] = powers[i];
        out->product *= powers[i];
    }
    for (size_t p = 0; p < pieces->count; p++) {
        uint32_t sides[2];

        cq_shape_box(&pieces->at[p].shape, &sides[0], &sides[1]);
        for (int i = 0; i < 2; i++)
            for (uint32_t d = 2, rest = sides[i]; rest > 1; d++) {
                if (rest / d < d)
                    d = rest; /* what is left is a prime */
                if (rest % d)
                    continue;
                while (rest % d == 0)
                    rest /= d;
                if (out->product % d == 0 || out->count == CQ_PRIMES ||
                    d >= (UINT32_C(1) << 31) / out->product)
                    continue;
                out->primes[out->count] = out->powers[out->count] = d;
                out->count++;
                out->product *= d;
            }
    }
    cq_assert(check_moduli(out));
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    if (problem->kind != CQ_TILING)
        return cq_misfit("it puts numbers on the squares of a board");
    if (goal == CQ_GOAL_BOUNDS && problem->board->count > BOUNDS_MOST)
        return cq_misfit("the board has more than %d squares", BOUNDS_MOST);
    if (goal != CQ_GOAL_BOUNDS && cq_problem_is_domino(problem))
        return cq_misfit("for dominoes matching decides, and finds a smaller reason");
    return cq_fit_for(CQ_RANK_DIRECT, 0, "numbers on the squares may show a no soon");
}

/* Its own steps are limited: the work that the caller allows is left to the search. */
bool cq_paint_goes_on(const cq_painter *painter)
{
    return painter->run->answer->verdict == CQ_UNKNOWN &&
           painter->steps <= painter->most && !cq_run_poll_for(painter->run, 0);
}

cq_status cq_paint_refute(const cq_painter *painter, const uint32_t *colour_of,
                          size_t colours, const cq_colouring *found)
{
    cq_run *run = painter->run;
    const cq_board *board = run->problem->board;
    cq_certificate c = {.proof = CQ_PROOF_WEIGHTS, .modulus = found->modulus};
    cq_status status = cq_vec_reserve(run->ctx, &c.weights, cq_board_size(board));

    for (cq_cell cell = 0; cell < cq_board_size(board) && status == CQ_OK; cell++) {
        c.weights.at[c.weights.count++] =
            board->colour[cell] ? found->numbers[colour_of[cell]] : 0;
        status = cq_poll_at(run->ctx, cell + 1);
    }
    for (size_t p = 0; p < run->problem->pieces.count && status == CQ_OK; p++)
        status = cq_vec_push(run->ctx, &c.values, found->numbers[colours + p]);
    if (status == CQ_OK && painter->sets) {
        status = cq_vec_push(run->ctx, &run->answer->findings.reasons, c);
        c = status == CQ_OK ? (cq_certificate){0} : c;
    } else if (status == CQ_OK) {
        cq_run_refute(run, &c);
    }
    cq_assert(status != CQ_OK || !painter->sets ||
              run->answer->verdict == CQ_UNKNOWN); /* only a reason for bounds */
    cq_certificate_free(&c);
    return status;
}

/* All ways, one after the other. */
static cq_status paint(cq_painter *painter)
{
    static cq_status (*const ways[])(cq_painter *) = {cq_paint_families, cq_paint_board,
                                                      cq_paint_farkas};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        painter->most = painter->steps + MOST_STEPS;
        if (cq_paint_goes_on(painter))
            cq_try(ways[i](painter));
    }
    return CQ_OK;
}

/* Whether the copies that must be used have room on the board; else others say so. */
static bool is_large_enough(const cq_problem *problem)
{
    uint64_t area = 0;

    for (size_t p = 0; p < problem->pieces.count; p++) {
        const cq_piece *piece = &problem->pieces.at[p];

        area += (uint64_t)piece->least * piece->shape.count;
        if (area > problem->board->count)
            return false;
    }
    return true;
}

/* The same once more for bounds on the copies, if there may be a tiling. */
static cq_status bound_copies(cq_painter *painter)
{
    cq_status status;

    if (!is_large_enough(painter->run->problem))
        return CQ_OK;
    status = cq_copy_sets_new(painter, &painter->sets);
    if (status != CQ_OK)
        return status;
    status = paint(painter);
    if (status == CQ_OK && painter->run->stop == CQ_FINISHED)
        status = cq_copy_sets_tell(painter->sets);
    cq_copy_sets_free(painter->sets);
    return status;
}

static cq_status run_colouring(cq_run *run)
{
    cq_painter painter = {.run = run};

    choose_moduli(&run->problem->pieces, &painter.moduli);
    cq_try(paint(&painter));
    if (run->goal == CQ_GOAL_BOUNDS && run->answer->verdict == CQ_UNKNOWN &&
        run->stop == CQ_FINISHED)
        cq_try(bound_copies(&painter));
    cq_try(cq_answer_add_counter(run->answer, "colourings", painter.spaces));
    return cq_answer_add_counter(run->answer, "multiplications", painter.steps);
}

const cq_engine cq_engine_colouring = {
    .name = "colouring",
    .summary = "proofs that there is no tiling: numbers on the squares modulo m",
    .goals = CQ_GOALS_OF_ALL | CQ_GOAL_BIT(CQ_GOAL_BOUNDS),
    .can = CQ_ONLY_PROVES,
    .fits = fits,
    .run = run_colouring,
};
