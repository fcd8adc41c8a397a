/* numbers.c - a board with numbers, on which the dominoes of a set lie ("Dominosa").
 *
 *     1 0 0      The dominoes 0-0, 0-1, 1-1: each lies once. Where? Numbers are colours
 *     1 0 1      of squares, so the puzzle is a tiling with coloured dominoes.
 *
 * A random tiling of the board (engines that sample are exactly uniform) gets the
 * dominoes of the set in random order. As a rule that has several solutions. Then a
 * domino that lies otherwise in another solution changes its numbers with any other, or
 * turns round, again and again, until there is one solution; or a new tiling is tried.
 * With `fewest` numbers are then left out as long as there is no second solution; each
 * of the rest is needed.
 *
 * The puzzle is known as Dominosa, from Simon Tatham's collection.
 */
#include "make/make.h"

#include "base/assert.h"
#include "problem/placement.h"

enum { HIGHEST = 6, HIGHEST_MOST = 60, REPAIRS = 300 };

typedef struct numbers {
    uint32_t highest;
    cq_board *board;
    cq_solution tiling; /* of the hidden solution */
    uint32_t *set;      /* of each domino of the tiling: its number in the set, and */
    bool *back;         /* whether its larger number comes first */

} numbers;

static char digit(uint32_t number)
{
    static const char digits[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    cq_assert(number < sizeof digits - 1);
    return digits[number];
}

/* Domino number i of a set, as its two numbers, low <= high. */
static void pips(uint32_t i, uint32_t *low, uint32_t *high)
{
    *high = 0;
    while (i > *high)
        i -= ++*high;
    *low = i;
    cq_assert(*low <= *high);
}

static uint32_t set_size(uint32_t highest)
{
    return (highest + 1) * (highest + 2) / 2;
}

/* The dominoes, each once and in its colours. */
static cq_status add_dominoes(cq_context *ctx, uint32_t highest, cq_problem *problem)
{
    for (uint32_t i = 0; i < set_size(highest); i++) {
        uint32_t low, high;
        char name[8];
        cq_square squares[2] = {{0, 0, 0}, {0, 1, 0}};

        pips(i, &low, &high);
        squares[0].colour = digit(low);
        squares[1].colour = digit(high);
        snprintf(name, sizeof name, "%c-%c", digit(low), digit(high));
        cq_try(cq_problem_add_piece(ctx, problem,
                                    &(cq_piece_info){.name = name,
                                                     .squares = squares,
                                                     .count = 2,
                                                     .least = 1,
                                                     .most = 1,
                                                     .rotate = true,
                                                     .flip = true},
                                    NULL));
    }
    return CQ_OK;
}

/* The puzzle with the numbers of the cells that are kept, at first of all. */
static cq_status pose(cq_made *made, void *user, cq_problem **out)
{
    numbers *n = user;
    cq_problem *problem = NULL;
    cq_status status = cq_problem_new_tiling(made->ctx, n->board, &problem);

    for (size_t i = 0; status == CQ_OK && i < n->tiling.labels.count; i++) {
        const uint32_t *cells = n->tiling.members.at + 2 * i;
        uint32_t low, high;

        pips(n->set[i], &low, &high);
        for (int k = 0; k < 2; k++)
            if (!made->kept || made->kept[cells[k]])
                cq_grid_set(problem->board, cells[k],
                            digit((k == 0) != n->back[i] ? low : high));
    }
    cq_then(status, add_dominoes(made->ctx, n->highest, problem));
    return cq_problem_deliver(status, problem, out);
}

/* ---- the hidden tiling ---- */

static cq_status hide_tiling(cq_made *made, numbers *n)
{
    cq_options options = CQ_OPTIONS(.samples = 1);
    cq_problem *problem = NULL;
    cq_answer *answer = NULL;
    cq_status status = cq_problem_new_tiling(made->ctx, n->board, &problem);

    cq_then(status, cq_problem_set_pieces(made->ctx, problem, "domino*"));
    options.seed = cq_random_next(&made->random);
    cq_then(status, cq_solve(made->ctx, problem, CQ_GOAL_SAMPLE, &options, &answer));
    if (status == CQ_OK && answer->verdict == CQ_NO)
        status = cq_fail(made->ctx, CQ_REFUSED, "dominoes cannot cover this board: %s",
                         answer->reason);
    if (status == CQ_OK && answer->solutions.count == 0)
        status = CQ_STOPPED;
    cq_then(status, cq_solution_copy(made->ctx, &answer->solutions.at[0], &n->tiling));
    cq_answer_free(answer);
    cq_problem_free(problem);
    return status;
}

static cq_status open_numbers(cq_made *made, numbers *n)
{
    const cq_recipe *r = &made->recipe;
    char spec[40];
    uint32_t size;

    n->highest = r->highest ? r->highest : HIGHEST;
    if (n->highest > HIGHEST_MOST)
        return cq_fail(made->ctx, CQ_REFUSED, "the highest number is at most %d",
                       HIGHEST_MOST);
    size = set_size(n->highest);
    snprintf(spec, sizeof spec, "%" PRIu32 "x%" PRIu32, n->highest + 1, n->highest + 2);
    cq_try(cq_board_parse(made->ctx, r->board ? r->board : spec, &n->board));
    if (n->board->count != 2 * (size_t)size)
        return cq_fail(made->ctx, CQ_REFUSED,
                       "the %" PRIu32 " dominoes up to %" PRIu32 "-%" PRIu32
                       " cover %" PRIu32 " squares, the board has %zu",
                       size, n->highest, n->highest, 2 * size, n->board->count);
    n->set = cq_alloc(made->ctx, size, sizeof *n->set);
    n->back = cq_zalloc(made->ctx, size, sizeof *n->back);
    cq_try_memory(n->set && n->back);
    cq_make_shuffle(made, n->set, size);
    for (uint32_t i = 0; i < size; i++)
        n->back[i] = cq_random_below(&made->random, 2) != 0;

    return hide_tiling(made, n);
}

static void close_numbers(numbers *n)
{
    cq_board_free(n->board);
    cq_solution_free(&n->tiling);
    cq_free_each(n->set, n->back);
}

/* ---- one solution ---- */

/* Whether the domino of the hidden tiling lies in the solution, too. */
static bool lies_in(const numbers *n, size_t domino, const cq_solution *s)
{
    const uint32_t *cells = n->tiling.members.at + 2 * domino;

    cq_assert(2 * domino + 1 < n->tiling.members.count && s->members.count % 2 == 0);
    for (size_t i = 0; i + 1 < s->members.count; i += 2)
        if ((s->members.at[i] == cells[0] && s->members.at[i + 1] == cells[1]) ||
            (s->members.at[i] == cells[1] && s->members.at[i + 1] == cells[0]))
            return true;
    return false;
}

/* A domino that lies otherwise in another solution gets other numbers. */
static void repair(cq_made *made, numbers *n, const cq_answer *answer)
{
    size_t size = n->tiling.labels.count;
    size_t domino = (size_t)cq_random_below(&made->random, size);
    size_t other = (size_t)cq_random_below(&made->random, size);
    uint32_t set;

    for (size_t tries = 0; tries < size; tries++, domino = (domino + 1) % size) {
        bool everywhere = true;

        for (size_t i = 0; i < answer->solutions.count; i++)
            everywhere &= lies_in(n, domino, &answer->solutions.at[i]);
        if (!everywhere)
            break;
    }
    set = n->set[domino];
    n->set[domino] = n->set[other];
    n->set[other] = set;
    n->back[domino] ^= cq_random_below(&made->random, 2) != 0;
    n->back[other] ^= cq_random_below(&made->random, 2) != 0;
}

/* Changes numbers until there are as many solutions as wanted, or gives up. */
static cq_status settle(cq_made *made, numbers *n)
{
    uint64_t wanted = made->recipe.solutions;

    for (unsigned i = 0; i < REPAIRS; i++) {
        cq_problem *problem = NULL;
        cq_answer *answer = NULL;
        cq_status status = pose(made, n, &problem);

        cq_then(status, cq_make_solve(made, problem, wanted + 1, false, &answer));
        if (status == CQ_OK && answer->found == wanted && answer->stop == CQ_FINISHED) {
            made->problem = problem;
            problem = NULL;
        } else if (status == CQ_OK) {
            repair(made, n, answer);
        }
        cq_problem_free(problem);
        cq_answer_free(answer);
        if (status != CQ_OK || made->problem)
            return status;
    }
    return CQ_OK;
}

cq_status cq_make_numbers(cq_made *made)
{
    numbers n = {0};
    cq_status status = open_numbers(made, &n);

    cq_then(status, settle(made, &n));
    made->givens = n.board ? n.board->count : 0;
    if (status == CQ_OK && made->problem && made->recipe.fewest)
        status = cq_make_minimal(made, pose, &n, n.board);
    close_numbers(&n);
    return status;
}
