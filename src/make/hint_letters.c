/* hint_letters.c - letters on squares of a board tell which piece lies there.
 *
 *     ##L#     Pieces are coloured with letters of their own; a square with a letter
 *     T###     takes only that piece, all others take any.
 *
 * A random solution has its letter on every square. Letters are then taken away as long
 * as there are not more solutions than wanted (make.c).
 */
#include "make/make.h"

#include <string.h>

typedef struct hints {
    cq_problem *plain;
    cq_solution solution;
    char letters[256]; /* by piece */
} hints;

/* "L4" becomes "A-L4". */
static cq_status rename_piece(cq_context *ctx, cq_piece *piece, char letter)
{
    size_t size = strlen(piece->name) + 3;
    char *name = cq_alloc(ctx, size, 1);

    cq_try_memory(name);
    snprintf(name, size, "%c-%s", letter, piece->name);
    cq_free(piece->name);
    piece->name = name;
    return CQ_OK;
}

/* The first letters of the names if they differ, else A, B, C ..., which then are
 * the first letters. */
static cq_status choose_letters(cq_made *made, hints *h)
{
    static const char all[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const cq_pieces *pieces = &h->plain->pieces;
    bool used[256] = {false}, own = true;

    if (pieces->count > sizeof all - 1 || pieces->count < 2)
        return cq_fail(made->ctx, CQ_REFUSED,
                       "letters tell 2 to %zu pieces apart, and there are %zu",
                       sizeof all - 1, pieces->count);
    for (size_t i = 0; i < pieces->count; i++) {
        unsigned char first = (unsigned char)pieces->at[i].name[0];

        own = own && cq_is_colour((char)first) && !used[first];
        used[first] = true;
    }
    for (size_t i = 0; i < pieces->count; i++) {
        h->letters[i] = own ? pieces->at[i].name[0] : all[i];
        if (!own)
            cq_try(rename_piece(made->ctx, &h->plain->pieces.at[i], all[i]));
    }
    return CQ_OK;
}

static cq_status pose(cq_made *made, void *user, cq_problem **out)
{
    hints *h = user;
    cq_problem *problem = NULL;
    cq_status status = cq_problem_again(made->ctx, h->plain, &problem);

    cq_then(status, cq_board_copy(made->ctx, h->plain->board, &problem->board));
    for (size_t i = 0; status == CQ_OK && i < problem->pieces.count; i++)
        for (size_t k = 0; k < problem->pieces.at[i].shape.count; k++)
            problem->pieces.at[i].shape.at[k].colour = h->letters[i];
    for (size_t i = 0; status == CQ_OK && i < h->solution.labels.count; i++)
        for (uint32_t m = h->solution.starts.at[i]; m < h->solution.starts.at[i + 1];
             m++)
            if (made->kept[h->solution.members.at[m]])
                cq_grid_set(problem->board, h->solution.members.at[m],
                            h->letters[h->solution.labels.at[i]]);
    return cq_problem_deliver(status, problem, out);
}

/* A random solution; of a board that is too large for that, the one that is found. */
static cq_status hide_solution(cq_made *made, hints *h)
{
    cq_options options = CQ_OPTIONS(.samples = 1);
    cq_answer *answer = NULL;
    cq_status status;

    options.seed = cq_random_next(&made->random);
    status = cq_solve(made->ctx, h->plain, CQ_GOAL_SAMPLE, &options, &answer);
    if (status == CQ_REFUSED)
        status = cq_solve(made->ctx, h->plain, CQ_GOAL_FIND, &options, &answer);
    if (status == CQ_OK && answer->verdict == CQ_NO)
        status = cq_fail(made->ctx, CQ_REFUSED, "the pieces cannot cover the board: %s",
                         answer->reason ? answer->reason : "there is no solution");
    if (status == CQ_OK && answer->solutions.count == 0)
        status = CQ_STOPPED;
    cq_then(status,
            cq_solution_copy(made->ctx, &answer->solutions.at[0], &h->solution));
    cq_answer_free(answer);
    return status;
}

cq_status cq_make_letters(cq_made *made)
{
    const cq_recipe *r = &made->recipe;
    hints h = {0};
    cq_status status = r->board ? cq_problem_parse_board(made->ctx, r->board, &h.plain)
                                : cq_fail(made->ctx, CQ_REFUSED, "a board is needed");

    cq_then(status, cq_problem_set_pieces(made->ctx, h.plain,
                                          r->pieces ? r->pieces : "pentominoes"));
    cq_then(status, choose_letters(made, &h));
    cq_then(status, hide_solution(made, &h));
    cq_then(status, cq_make_minimal(made, pose, &h, h.plain->board));
    cq_solution_free(&h.solution);
    cq_problem_free(h.plain);
    return status;
}
