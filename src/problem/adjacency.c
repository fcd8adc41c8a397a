/* adjacency.c - squares with their neighbours, for people and for other programs.
 *
 *     # 62 squares, 32 light and 30 dark, 110 pairs of neighbours
 *     b8 dark: c8 b7
 *
 * Of a tiling it is the graph in which a domino is an edge; the source that keeps such
 * lists (N. Mahesh et al., "The General Mutilated Chessboard", 2020) matches its dark
 * with its light squares. Of a tour it is the graph of the moves. O(n + m).
 */
#include "problem/problem.h"

#include "base/assert.h"

#include <inttypes.h>

static void put_head(const cq_problem *tour, FILE *out)
{
    size_t light = 0, dark = 0, edges = cq_graph_edges(&tour->graph);

    if (tour->board) {
        cq_board_balance(tour->board, &light, &dark);
        fprintf(out,
                "# %" PRIu32 " squares, %zu light and %zu dark, %zu pair%s of "
                "neighbours\n",
                tour->graph.vertices, light, dark, edges, edges == 1 ? "" : "s");
    } else {
        fprintf(out, "# %" PRIu32 " vertices, %zu edge%s\n", tour->graph.vertices,
                edges, edges == 1 ? "" : "s");
    }
}

static void put_vertex(const cq_problem *tour, uint32_t vertex, FILE *out)
{
    const cq_graph *graph = &tour->graph;
    char name[CQ_VERTEX_NAME_SIZE];

    fputs(cq_vertex_name(graph, tour->board, vertex, name), out);
    if (tour->board)
        fputs(cq_is_dark(tour->board, cq_problem_cell(tour, vertex)) ? " dark"
                                                                     : " light",
              out);
    putc(':', out);
    for (size_t i = graph->starts[vertex]; i < graph->starts[vertex + 1]; i++)
        fprintf(out, " %s",
                cq_vertex_name(graph, tour->board, graph->targets[i], name));
    putc('\n', out);
}

/* A tour by single steps over the board of a tiling: the neighbours that it has. */
static cq_status make_steps(cq_context *ctx, const cq_problem *tiling, cq_problem **out)
{
    const cq_tour_move step = {.right = 1, .leaper = true};

    return cq_problem_new_tour(ctx, tiling->board, &step, 1, true, out);
}

cq_status cq_adjacency_write(cq_context *ctx, const cq_problem *problem, FILE *out)
{
    cq_problem *steps = NULL, view;
    const cq_problem *tour;
    cq_status status;

    if (problem->kind == CQ_TILING)
        cq_try(make_steps(ctx, problem, &steps));
    tour = steps ? steps : problem;
    cq_assert(tour->kind == CQ_TOUR);
    status = cq_problem_listed(ctx, tour, &view);
    if (status == CQ_OK) {
        cq_assert(view.graph.starts);
        put_head(&view, out);
        for (uint32_t v = 0; v < view.graph.vertices && status == CQ_OK; v++) {
            put_vertex(&view, v, out);
            status = cq_poll_at(ctx, v + 1);
        }
        if (status == CQ_OK && ferror(out))
            status = cq_fail_io(ctx, "cannot write", "the neighbours");
    }
    cq_problem_unlist(&view, tour);
    cq_problem_free(steps);
    return status;
}
