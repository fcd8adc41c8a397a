/* first_packing.c - a packing to begin with: pieces laid greedily, in many orders.
 *
 * All placements are put into an order and laid one after the other if their squares
 * are still free and a copy is left. An order goes over the board in one of four
 * directions, so that what is laid lies close to what was laid before; large pieces go
 * first if two begin at the same square, and from the second try on places are shifted
 * at random by up to a few squares, which breaks up what did not fit. The best of some
 * tries is kept. Same seed, same packing.
 *
 * Cost: a try takes a sort of the placements and one look at each of their squares.
 */
#include "solve/first_packing.h"

#include "base/assert.h"
#include "base/random.h"
#include "base/sort.h"
#include "problem/placement.h"

#include <string.h>

/* The most tries, and the most squares of placements to look at in all. */
enum { TRIES_MOST = 400, SQUARES_MOST = 1 << 23 };

typedef struct ranked {
    double key;
    uint32_t placement;
} ranked;

typedef struct greedy {
    cq_context *ctx;
    const cq_problem *problem;
    cq_placements placements;
    ranked *order;
    cq_word *taken;
    uint32_t *used;
    size_t covered, best;
    cq_u32s laid; /* placements of this try */
    cq_random random;
} greedy;

static int compare_ranked(const void *a, const void *b, void *user)
{
    const ranked *x = a, *y = b;

    (void)user;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->placement > y->placement) - (x->placement < y->placement);
}

/* How far along its way over the board a try meets the placement. */
static double key_of(greedy *g, uint32_t placement, unsigned attempt)
{
    const cq_board *board = g->problem->board;
    uint32_t start = g->placements.starts.at[placement];
    uint32_t end = g->placements.starts.at[placement + 1];
    bool back = attempt & 1, across = attempt & 2;
    cq_cell cell = g->placements.cells.at[back ? end - 1 : start];
    uint32_t row = cq_row(board, cell), col = cq_col(board, cell);
    double along = across ? (double)col * board->rows + row : (double)cell;
    double shift = attempt < 4 ? 0 : (double)(attempt % 5) / 2;

    along = back ? -along : along;
    if (shift > 0)
        along += shift * (double)cq_random_below(&g->random, 1000) / 1000;
    return along - (double)(end - start) / 1000;
}

static bool is_open(const greedy *g, uint32_t placement)
{
    uint32_t piece = g->placements.pieces.at[placement];

    if (g->problem->pieces.at[piece].blank ||
        g->used[piece] == g->problem->pieces.at[piece].most)
        return false;
    for (uint32_t i = g->placements.starts.at[placement];
         i < g->placements.starts.at[placement + 1]; i++)
        if (cq_bits_has(g->taken, g->placements.cells.at[i]))
            return false;
    return true;
}

static cq_status lay(greedy *g, uint32_t placement)
{
    cq_try(cq_vec_push(g->ctx, &g->laid, placement));
    g->used[g->placements.pieces.at[placement]]++;
    for (uint32_t i = g->placements.starts.at[placement];
         i < g->placements.starts.at[placement + 1]; i++) {
        cq_assert(!cq_bits_has(g->taken, g->placements.cells.at[i]));
        cq_bits_add(g->taken, g->placements.cells.at[i]);
        g->covered++;
    }
    return CQ_OK;
}

static cq_status one_try(greedy *g, unsigned attempt)
{
    size_t count = cq_placements_count(&g->placements);
    size_t words = cq_bits_words(cq_board_size(g->problem->board));

    for (uint32_t i = 0; i < count; i++)
        g->order[i] = (ranked){key_of(g, i, attempt), i};
    cq_sort_by(g->order, count, sizeof *g->order, compare_ranked, NULL);
    memset(g->taken, 0, words * sizeof *g->taken);
    memset(g->used, 0, g->problem->pieces.count * sizeof *g->used);
    for (size_t i = 1; i < count; i++)
        cq_assert(compare_ranked(&g->order[i - 1], &g->order[i], NULL) < 0);
    g->covered = g->laid.count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_open(g, g->order[i].placement))
            cq_try(lay(g, g->order[i].placement));
    return cq_poll(g->ctx);
}

static cq_status keep(greedy *g, cq_solution *out)
{
    cq_assert(g->covered <= g->problem->board->count);
    cq_solution_clear(out);
    for (size_t i = 0; i < g->laid.count; i++) {
        uint32_t placement = g->laid.at[i];
        uint32_t start = g->placements.starts.at[placement];

        cq_try(cq_solution_add(g->ctx, out, g->placements.pieces.at[placement],
                               g->placements.cells.at + start,
                               g->placements.starts.at[placement + 1] - start));
    }
    return CQ_OK;
}

static cq_status make_room(greedy *g)
{
    size_t count = cq_placements_count(&g->placements);

    g->order = cq_alloc(g->ctx, count + 1, sizeof *g->order);
    g->taken = cq_bits_new(g->ctx, cq_board_size(g->problem->board));
    g->used = cq_zalloc(g->ctx, g->problem->pieces.count, sizeof *g->used);
    return g->order && g->taken && g->used ? CQ_OK : CQ_MEMORY;
}

cq_status cq_packing_begin(cq_context *ctx, const cq_problem *problem, uint64_t seed,
                           uint64_t bound, cq_solution *out)
{
    greedy g = {.ctx = ctx, .problem = problem};
    cq_status status =
        cq_placements_make(ctx, problem->board, &problem->pieces, &g.placements);
    size_t squares = g.placements.cells.count + 1;

    cq_assert(out->members.count == 0);
    cq_random_seed(&g.random, seed);
    cq_then(status, make_room(&g));
    for (unsigned i = 0;
         status == CQ_OK && i < TRIES_MOST && i <= SQUARES_MOST / squares &&
         problem->board->count - g.best > bound;
         i++) {
        status = one_try(&g, i);
        if (status == CQ_OK && g.covered > g.best) {
            g.best = g.covered;
            status = keep(&g, out);
        }
    }
    cq_placements_free(&g.placements);
    cq_free_each(g.order, g.taken, g.used);
    cq_vec_free(&g.laid);
    return status;
}
