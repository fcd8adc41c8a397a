/* problem_write.c - a problem as text, in the formats that its kind has.
 *
 *     tiling   puzzle, art (the board alone), neighbours of squares, CNF, OPB
 *     cover    Knuth's format, CNF, OPB
 *     tour     edge list, DIMACS, TSPLIB, graph6; puzzle and art if it is on a board
 */
#include "problem/cardinality.h"

static cq_status cannot(cq_context *ctx, const cq_problem *problem,
                        cq_problem_format format)
{
    static const char *const kinds[] = {
        [CQ_TILING] = "a tiling", [CQ_COVER] = "a cover", [CQ_TOUR] = "a graph"};

    return cq_fail(ctx, CQ_REFUSED, "%s cannot be written as %s", kinds[problem->kind],
                   cq_problem_format_name(format));
}

/* The formats of graphs stand in the same order in both lists. */
static cq_status write_graph(cq_context *ctx, const cq_problem *problem,
                             cq_problem_format format, FILE *out)
{
    cq_graph_format as =
        (cq_graph_format)(CQ_GRAPH_EDGES + (format - CQ_PROBLEM_EDGES));
    cq_problem view;
    cq_status status = cq_problem_listed(ctx, problem, &view);

    cq_then(status, cq_graph_write(ctx, &view.graph, as, out));
    cq_problem_unlist(&view, problem);
    return status;
}

cq_status cq_problem_write(cq_context *ctx, const cq_problem *problem,
                           cq_problem_format format, FILE *out)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(cq_need(ctx, out, "a stream to write to"));
    if ((unsigned)format > CQ_PROBLEM_OPB)
        return cq_fail(ctx, CQ_INPUT, "there is no such format of problems");
    if (problem->kind != CQ_COVER && format == CQ_PROBLEM_ADJACENCY)
        return cq_adjacency_write(ctx, problem, out);
    if (problem->board && format == CQ_PROBLEM_ART)
        return cq_board_write_art(ctx, problem->board, out);
    if (problem->board && format == CQ_PROBLEM_PUZZLE)
        return cq_puzzle_write(ctx, problem, out);
    if (problem->kind == CQ_COVER && format == CQ_PROBLEM_COVER)
        return cq_cover_write(ctx, &problem->cover, out);
    if (problem->kind != CQ_TOUR && format == CQ_PROBLEM_CNF)
        return cq_clauses_write(ctx, problem, out);
    if (problem->kind != CQ_TOUR && format == CQ_PROBLEM_OPB)
        return cq_inequalities_write(ctx, problem, out);
    if (problem->kind == CQ_TOUR && format >= CQ_PROBLEM_EDGES &&
        format <= CQ_PROBLEM_GRAPH6)
        return write_graph(ctx, problem, format, out);
    return cannot(ctx, problem, format);
}
