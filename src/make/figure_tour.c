/* figure_tour.c - a tour of which some numbers are given, as few as will do.
 *
 *      .  .  .  .      A walk over the board is hidden: from 1 to 2, from 2 to 3 and
 *      .  .  7  .      so on leads a move of the piece. Numbers are taken away as long
 *      1  .  .  .      as there are not more tours than wanted (make.c).
 *
 * With a knight this is known as a figured tour, with a king as Hidato, with a wazir as
 * Numbrix. A closed tour needs two numbers at least: one says where it starts, but not
 * in which direction it goes.
 */
#include "make/make.h"

#include "base/assert.h"

typedef struct figures {
    cq_problem *plain; /* the tour without numbers */
    uint32_t *number;  /* by cell, from 1 on */
} figures;

static cq_status set_tour(cq_made *made, cq_problem *problem)
{
    const char *leaper = made->recipe.leaper ? made->recipe.leaper : "1,2";

    return cq_problem_set_tour(made->ctx, problem, leaper, !made->recipe.open);
}

/* Without any number it would be another question: then there is none. */
static cq_status pose(cq_made *made, void *user, cq_problem **out)
{
    const figures *f = user;
    cq_problem *problem = NULL;
    cq_status status = cq_problem_new_tiling(made->ctx, f->plain->board, &problem);

    cq_then(status, set_tour(made, problem));
    for (uint32_t v = 0; status == CQ_OK && v < f->plain->graph.vertices; v++) {
        cq_cell cell = cq_problem_cell(f->plain, v);

        cq_assert(f->number[cell] > 0);
        if (made->kept[cell])
            status = cq_problem_set_number_at(made->ctx, problem, v, f->number[cell]);
    }
    if (status == CQ_OK && problem->numbers.count == 0) {
        cq_problem_free(problem);
        *out = NULL;
        return CQ_OK;
    }
    return cq_problem_deliver(status, problem, out);
}

/* A tour that depends on the seed; each of its squares has its number. */
static cq_status hide_tour(cq_made *made, figures *f)
{
    cq_options options = CQ_OPTIONS_INIT;
    cq_answer *answer = NULL;
    cq_status status;

    options.seed = cq_random_next(&made->random) | 1; /* 0 would be the same for all */
    status = cq_solve(made->ctx, f->plain, CQ_GOAL_FIND, &options, &answer);
    if (status == CQ_OK && answer->verdict == CQ_NO)
        status = cq_fail(made->ctx, CQ_REFUSED, "the board has no such tour: %s",
                         answer->reason ? answer->reason : "a search found none");
    if (status == CQ_OK && answer->solutions.count == 0)
        status = CQ_STOPPED;
    for (uint32_t i = 0; status == CQ_OK && i < f->plain->graph.vertices; i++)
        f->number[cq_problem_cell(f->plain, answer->solutions.at[0].members.at[i])] =
            i + 1;
    cq_answer_free(answer);
    return status;
}

static cq_status open_figures(cq_made *made, figures *f)
{
    const char *board = made->recipe.board ? made->recipe.board : "6x6";

    cq_try(cq_problem_parse_board(made->ctx, board, &f->plain));
    cq_try(set_tour(made, f->plain));
    if (!f->plain->graph.starts)
        return cq_fail(made->ctx, CQ_REFUSED,
                       "puzzles have at most %d squares, this board has %zu",
                       CQ_LISTS_MOST, f->plain->board->count);
    f->number = cq_zalloc(made->ctx, cq_board_size(f->plain->board), sizeof *f->number);
    return f->number ? hide_tour(made, f) : CQ_MEMORY;
}

cq_status cq_make_tour(cq_made *made)
{
    figures f = {0};
    cq_status status = open_figures(made, &f);

    cq_then(status, cq_make_minimal(made, pose, &f, f.plain->board));
    cq_problem_free(f.plain);
    cq_free(f.number);
    return status;
}
