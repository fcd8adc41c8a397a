/* shuffle.c - random tilings of the Aztec diamond by domino shuffling.
 *
 * From a random tiling of the diamond of order m - 1 one of order m is made (Elkies,
 * Kuperberg, Larsen and Propp, "Alternating-sign matrices and domino tilings", J.
 * Algebraic Combin. 1, 1992): dominoes that face each other are removed, all others
 * take one step, and the 2 x 2 holes that open are filled with two dominoes, lying or
 * standing as a coin decides. There are m holes more than there were pairs removed,
 * whatever the tiling, which is why the one is uniform if the other was, and why order
 * n has 2^(n(n+1)/2) tilings.
 *
 * The data are not the dominoes but the inner corners of the grid, of which the diamond
 * of order m uses those of one chessboard colour as centres of 2 x 2 blocks, m * m of
 * them. Every domino is in exactly one such block, at one of its four sides:
 *
 *      TOP            bits of a corner: the sides of its block where a domino lies
 *    +-----+
 *  L |  .  | R        The next order uses the other corners. A domino at the top of a
 *    +-----+          block is at the bottom of the block one corner higher, and so on.
 *     BOTTOM
 *
 * So the four corners around a corner say which dominoes lie in its block: two that
 * face each other are removed, a single one moves to the other side, and if there is
 * none, a coin decides. This works in place, because each order reads one colour of
 * corners and writes the other; what lies outside the smaller diamond has never been
 * written and is 0. It takes one byte per corner and n^3 / 3 steps.
 */
#include "engine/engine.h"

#include "base/assert.h"
#include "base/random.h"

#include <string.h>

enum { TOP = 1, BOTTOM = 2, LEFT = 4, RIGHT = 8, COIN = 16 };

/* A diamond of order n whose box has its top left corner at (row, col) of the grid. */
typedef struct diamond {
    uint32_t order, row, col;
} diamond;

/* The corners, with a frame: corner (i, j), 1 <= i, j <= 2n - 1, lies between rows i -
 * 1 and i of the box. */
typedef struct corners {
    cq_run *run;
    diamond shape;
    uint32_t width; /* 2n + 1 */
    unsigned char *sides;
    cq_random random;
    uint64_t coins; /* bits not used yet, a 1 above the last */
    uint64_t tossed;
} corners;

/* ---- the shape ---- */

static bool find_top(const cq_board *board, uint32_t *row, uint32_t *col)
{
    const char *first = board->colour, *end = first + cq_board_size(board);

    while (first < end && !*first)
        first++;
    if (first == end)
        return false;
    *row = (uint32_t)((size_t)(first - board->colour) / board->cols);
    *col = (uint32_t)((size_t)(first - board->colour) % board->cols);
    return true;
}

/* Whether the board is an Aztec diamond, anywhere in its grid: 2n(n + 1) cells, and
 * those of a diamond are there. */
static bool is_diamond(const cq_board *board, diamond *out)
{
    uint32_t top, left, n = 0;

    while (2 * (size_t)(n + 1) * (n + 2) <= board->count)
        n++;
    if (n == 0 || 2 * (size_t)n * (n + 1) != board->count ||
        !find_top(board, &top, &left))
        return false;
    if (left < n - 1 || board->cols - left < n + 1 || board->rows - top < 2 * n)
        return false;
    *out = (diamond){n, top, left - (n - 1)};
    for (uint32_t row = 0; row < 2 * n; row++) {
        uint32_t half = row < n ? row + 1 : 2 * n - row;
        const char *from = board->colour + (size_t)(top + row) * board->cols + out->col;

        if (memchr(from + n - half, 0, 2 * half))
            return false;
    }
    return true;
}

static cq_fit fits(const cq_problem *problem, cq_goal goal)
{
    diamond shape;

    (void)goal;
    if (problem->board->surface != CQ_PLANE || !is_diamond(problem->board, &shape))
        return cq_misfit("the board is not an Aztec diamond");
    return cq_fit_for(CQ_RANK_DIRECT,
                      1e-9 * (double)shape.order * shape.order * shape.order,
                      "an Aztec diamond of order %" PRIu32, shape.order);
}

/* ---- the shuffle ---- */

/* A block's sides after the step, by its sides before. */
static const unsigned char stepped[16] = {
    [0] = COIN,     [TOP] = BOTTOM, [BOTTOM] = TOP,     [TOP | BOTTOM] = 0,
    [LEFT] = RIGHT, [RIGHT] = LEFT, [LEFT | RIGHT] = 0,
};

static unsigned toss(corners *c)
{
    unsigned bit;

    if (c->coins <= 1) /* 63 at a time, so that the mark has its place */
        c->coins = cq_random_next(&c->random) | UINT64_C(1) << 63;
    bit = c->coins & 1;
    c->coins >>= 1;
    c->tossed++;
    return bit;
}

static void step_corner(corners *c, unsigned char *at)
{
    ptrdiff_t width = (ptrdiff_t)c->width;
    unsigned before = (at[-width] & BOTTOM ? TOP : 0u) |
                      (at[width] & TOP ? BOTTOM : 0u) | (at[-1] & RIGHT ? LEFT : 0u) |
                      (at[1] & LEFT ? RIGHT : 0u);

    /* Dominoes of a block lie or stand, never both. */
    cq_assert(!(before & (TOP | BOTTOM)) || !(before & (LEFT | RIGHT)));
    *at = stepped[before];
    cq_assert(*at <= COIN);
    if (*at == COIN)
        *at = toss(c) ? TOP | BOTTOM : LEFT | RIGHT;
}

/* The corners of order m: |row - n| + |col - n| < m, of the colour of m - 1. */
static void grow(corners *c, uint32_t m)
{
    uint32_t n = c->shape.order;

    for (uint32_t row = n - (m - 1); row <= n + (m - 1); row++) {
        uint32_t half = m - 1 - (row < n ? n - row : row - n);
        unsigned char *line = c->sides + (size_t)row * c->width;

        for (uint32_t col = n - half; col <= n + half; col += 2)
            step_corner(c, line + col);
    }
}

static cq_status add_domino(corners *c, cq_solution *solution, uint32_t row,
                            uint32_t col, bool standing)
{
    uint32_t cols = c->run->problem->board->cols;
    cq_cell cells[2];

    cells[0] = (c->shape.row + row) * cols + c->shape.col + col;
    cells[1] = cells[0] + (standing ? cols : 1);
    return cq_solution_add(c->run->ctx, solution, 0, cells, 2);
}

/* The dominoes of the last order, block by block. */
static cq_status collect(corners *c, cq_solution *solution)
{
    uint32_t n = c->shape.order;
    cq_status status = CQ_OK;

    for (uint32_t row = 1; row < 2 * n; row++) {
        uint32_t half = n - 1 - (row < n ? n - row : row - n);

        for (uint32_t col = n - half; col <= n + half && status == CQ_OK; col += 2) {
            unsigned sides = c->sides[(size_t)row * c->width + col];

            if (sides & TOP)
                status = add_domino(c, solution, row - 1, col - 1, false);
            if (status == CQ_OK && (sides & BOTTOM))
                status = add_domino(c, solution, row, col - 1, false);
            if (status == CQ_OK && (sides & LEFT))
                status = add_domino(c, solution, row - 1, col - 1, true);
            if (status == CQ_OK && (sides & RIGHT))
                status = add_domino(c, solution, row - 1, col, true);
        }
    }
    return status;
}

static cq_status sample(corners *c, cq_solution *solution, bool *enough)
{
    cq_solution_clear(solution);
    memset(c->sides, 0, (size_t)c->width * c->width);
    for (uint32_t m = 1; m <= c->shape.order; m++) {
        grow(c, m);
        if (cq_run_poll(c->run))
            return CQ_OK;
    }
    cq_try(collect(c, solution));
    cq_assert(2 * solution->labels.count == c->run->problem->board->count);
    return cq_run_found(c->run, solution, enough);
}

static cq_status run_shuffle(cq_run *run)
{
    corners c = {.run = run};
    cq_solution solution = {0};
    bool enough = false;
    cq_status status = CQ_OK;

    if (!is_diamond(run->problem->board, &c.shape))
        return cq_fail(run->ctx, CQ_REFUSED, "the board is not an Aztec diamond");
    c.width = 2 * c.shape.order + 1;
    c.sides = cq_alloc(run->ctx, c.width, c.width);
    cq_try_memory(c.sides);
    cq_random_seed(&c.random, run->seed);
    while (status == CQ_OK && !enough && !cq_run_poll(run))
        status = sample(&c, &solution, &enough);
    cq_then(status, cq_answer_add_counter(run->answer, "coins", c.tossed));
    cq_solution_free(&solution);
    cq_free(c.sides);
    return status;
}

const cq_engine cq_engine_shuffle = {
    .name = "shuffle",
    .summary = "random tilings of Aztec diamonds by domino shuffling",
    .goals = CQ_GOAL_BIT(CQ_GOAL_SAMPLE),
    .can = CQ_ONLY_DOMINOES,
    .fits = fits,
    .run = run_shuffle,
};
