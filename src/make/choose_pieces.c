/* choose_pieces.c - some of a set of pieces, for a given board.
 *
 * Pieces are drawn at random, each at most as often as the set has it, until their
 * squares are as many as the board's; a drawing that comes to more is begun anew.
 * Whether they cover the board, and in how many ways, is for the loop in make.c to find
 * out.
 */
#include "make/make.h"

#include "base/assert.h"

#include <string.h>

enum { DRAWINGS = 200 };

/* How many copies of each piece; true if their squares are just enough. */
static bool draw_copies(cq_made *made, const cq_pieces *pool, size_t area,
                        uint32_t *copies)
{
    size_t squares = 0;

    memset(copies, 0, pool->count * sizeof *copies);
    for (size_t tries = 0; squares < area && tries < 8 * area; tries++) {
        size_t i = (size_t)cq_random_below(&made->random, pool->count);

        if (pool->at[i].most != CQ_ANY_COPIES && copies[i] == pool->at[i].most)
            continue;
        copies[i]++;
        squares += pool->at[i].shape.count;
    }
    return squares == area;
}

/* The pieces that were drawn, in as many copies, and no others. */
static void keep_drawn(cq_pieces *pieces, const uint32_t *copies)
{
    size_t kept = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        cq_piece piece = pieces->at[i];

        if (copies[i] == 0) {
            cq_piece_free(&piece);
            continue;
        }
        cq_assert(copies[i] <= piece.most || piece.most == CQ_ANY_COPIES);
        piece.least = piece.most = copies[i];
        pieces->at[kept++] = piece;
    }
    pieces->count = kept;
    cq_assert(kept > 0);
}

cq_status cq_make_pieces(cq_made *made)
{
    const cq_recipe *r = &made->recipe;
    cq_problem *problem = NULL;
    uint32_t *copies = NULL;
    bool drawn = false;
    cq_status status = r->board ? cq_problem_parse_board(made->ctx, r->board, &problem)
                                : cq_fail(made->ctx, CQ_REFUSED, "a board is needed");

    cq_then(status, cq_problem_set_pieces(made->ctx, problem,
                                          r->pieces ? r->pieces : "pentominoes"));
    if (status == CQ_OK) {
        copies = cq_alloc(made->ctx, problem->pieces.count, sizeof *copies);
        status = copies ? CQ_OK : CQ_MEMORY;
    }
    for (unsigned i = 0; status == CQ_OK && i < DRAWINGS && !drawn; i++)
        drawn = draw_copies(made, &problem->pieces, problem->board->count, copies);
    if (status == CQ_OK && !drawn)
        status =
            cq_fail(made->ctx, CQ_REFUSED,
                    "the board has %zu squares, which these pieces can rarely fill",
                    problem->board->count);
    if (status == CQ_OK)
        keep_drawn(&problem->pieces, copies);
    cq_free(copies);
    return cq_problem_deliver(status, problem, &made->problem);
}
