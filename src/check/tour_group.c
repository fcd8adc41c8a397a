/* tour_group.c - the checker's own symmetries of the tours of a board.
 *
 * Of the moves that keep the board, those are kept that take the list of neighbours of
 * each square, as the checker has it (tour_lists.c), to that of its image, and the ends
 * that are asked for to themselves.
 */
#include "base/assert.h"
#include "check/tour_group.h"

#include "check/tour_lists.h"

uint32_t cq_tour_group_image(const cq_tiling_group *group, const cq_problem *problem,
                             size_t g, uint32_t vertex)
{
    cq_cell to = cq_move_cell(group->board, &group->moves.at[g],
                              cq_problem_cell(problem, vertex));

    cq_assert(to != CQ_NO_CELL); /* the moves keep the board */
    return cq_problem_vertex(problem, to);
}

static bool keeps(const cq_tiling_group *group, const cq_problem *view, size_t g)
{
    const cq_graph *graph = &view->graph;

    if (view->from != CQ_NO_VERTEX &&
        cq_tour_group_image(group, view, g, view->from) != view->from)
        return false;
    if (view->to != CQ_NO_VERTEX &&
        cq_tour_group_image(group, view, g, view->to) != view->to)
        return false;
    for (uint32_t v = 0; v < graph->vertices; v++) {
        uint32_t image = cq_tour_group_image(group, view, g, v);

        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (!cq_tour_listed(graph, image,
                                cq_tour_group_image(group, view, g, graph->targets[e])))
                return false;
    }
    for (size_t i = 0; i < graph->must.count; i += 2)
        if (!cq_tour_paired(&graph->must,
                            cq_tour_group_image(group, view, g, graph->must.at[i]),
                            cq_tour_group_image(group, view, g, graph->must.at[i + 1])))
            return false;
    return true;
}

cq_status cq_tour_group_make(cq_context *ctx, const cq_problem *problem,
                             cq_tiling_group *out)
{
    cq_tiling_group made = {.board = problem->board};
    cq_problem view;
    size_t kept = 0;
    cq_status status;

    cq_try(cq_tour_lists_make(ctx, problem, &view));
    status = cq_board_group_make(ctx, problem->board, NULL, &made.moves);
    for (size_t g = 0; g < made.moves.count && status == CQ_OK; g++)
        if (keeps(&made, &view, g))
            made.moves.at[kept++] = made.moves.at[g];
    cq_assert(status != CQ_OK || kept > 0); /* the identity stays */
    made.moves.count = kept;
    cq_tour_lists_free(&view, problem);
    if (status == CQ_OK)
        *out = made;
    else
        cq_tiling_group_free(&made);
    return status;
}
