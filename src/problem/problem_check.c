/* problem_check.c - walks over a whole problem, for checked builds.
 *
 * All later code takes this for granted, so it is checked when a problem is handed out:
 *
 *     tiling   a board that counts its cells; pieces with a name, squares, and copies
 *              from `least` to `most`, at least one; one blank at most; rules and
 *              weights that name pieces which are there
 *     cover    cq_cover_check
 *     tour     a graph with as many vertices as the board has cells; ends that are
 *              vertices; a symmetry only on a board; moves that must be used are edges,
 *              forbidden ones are none; numbers ascend
 *
 * Cost: linear in the problem; very large ones are left out.
 */
#include "base/assert.h"
#include "problem/edge_pairs.h"
#include "problem/problem.h"

static bool check_board(const cq_board *board)
{
    size_t count = 0;

    cq_hold(board->rows > 0 && board->cols > 0);
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        count += board->colour[cell] != 0;
    cq_hold(count == board->count);
    return true;
}

/* Numbers of pieces, ascending. */
static bool check_list(const cq_pieces *pieces, const cq_u32s *list)
{
    for (size_t i = 0; i < list->count; i++)
        cq_hold(list->at[i] < pieces->count &&
                (i == 0 || list->at[i - 1] < list->at[i]));
    return true;
}

static bool check_pieces(const cq_pieces *pieces)
{
    size_t blanks = 0;

    for (size_t i = 0; i < pieces->count; i++) {
        const cq_piece *piece = &pieces->at[i];

        cq_hold(piece->name && piece->shape.count > 0);
        cq_hold(piece->least <= piece->most && piece->most > 0);
        cq_hold(!piece->blank || piece->shape.count == 1);
        blanks += piece->blank;
    }
    cq_hold(blanks <= 1);
    for (size_t i = 0; i < pieces->rules.count; i++) {
        const cq_rule *rule = &pieces->rules.at[i];

        cq_hold(check_list(pieces, &rule->first));
        cq_hold(check_list(pieces, &rule->second));
        cq_hold(rule->kind != CQ_RULE_COPIES || rule->least <= rule->most);
    }
    for (size_t i = 0; i < pieces->weighing.lines.count; i++)
        cq_hold(check_list(pieces, &pieces->weighing.lines.at[i].pieces));
    return true;
}

static bool is_vertex_or_none(const cq_graph *graph, uint32_t vertex)
{
    return vertex == CQ_NO_VERTEX || vertex < graph->vertices;
}

static bool check_tour(const cq_problem *problem)
{
    const cq_graph *graph = &problem->graph;

    cq_hold(is_vertex_or_none(graph, problem->from));
    cq_hold(is_vertex_or_none(graph, problem->to));
    cq_hold(!problem->board || graph->vertices == problem->board->count);
    cq_hold(problem->board || problem->symmetric == 0);
    cq_hold(!graph->starts || graph->starts[graph->vertices] > CQ_WALK_SIZE ||
            cq_graph_check(graph));
    cq_hold(cq_pairs_check(&graph->must) && cq_pairs_check(&graph->gone));
    for (size_t i = 0; i < graph->must.count; i += 2)
        cq_hold(cq_graph_adjacent(graph, graph->must.at[i], graph->must.at[i + 1]));
    for (size_t i = 0; i < graph->gone.count; i += 2)
        cq_hold(!cq_graph_adjacent(graph, graph->gone.at[i], graph->gone.at[i + 1]));
    for (size_t i = 0; i < problem->numbers.count; i += 2) {
        cq_hold(problem->numbers.at[i] < graph->vertices);
        cq_hold(i == 0 || problem->numbers.at[i - 2] < problem->numbers.at[i]);
        cq_hold(problem->numbers.at[i + 1] < graph->vertices);
    }
    return true;
}

bool cq_problem_check(const cq_problem *problem)
{
    if (problem->board && cq_board_size(problem->board) <= CQ_WALK_WORK)
        cq_hold(check_board(problem->board));
    switch (problem->kind) {
    case CQ_TILING: return check_pieces(&problem->pieces);
    case CQ_COVER:
        cq_hold(problem->cover.entries.count > CQ_WALK_SIZE ||
                cq_cover_check(&problem->cover));
        return true;
    case CQ_TOUR: break;
    }
    return check_tour(problem);
}
