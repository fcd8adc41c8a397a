/* tour_moves.c - moves that every tour must use, or that none may.
 *
 * A move that is forbidden is no edge of the graph: it is taken out of its lists, and
 * kept in graph.gone, so that whoever makes the moves of a board anew (the checker)
 * knows of it. A move that must be used stands in graph.must, and is an edge.
 *
 * As text they are two names with '-' between them, and commas between moves:
 *
 *     e4-f6,a1-b3       a board       u-v,1-2       a graph
 *
 * Names of vertices may have such marks in them: of the ways to read a text the first
 * that names vertices counts.
 */
#include "base/assert.h"
#include "problem/edge_pairs.h"
#include "problem/names.h"
#include "problem/problem.h"

#include <string.h>

static cq_status require_lists(cq_context *ctx, cq_problem *problem)
{
    cq_graph graph = {0};

    cq_try(cq_problem_require(ctx, problem, CQ_TOUR, "only a tour has moves"));
    if (problem->graph.starts)
        return CQ_OK;
    cq_try(cq_graph_from_board(ctx, problem->board, &problem->leaper, &graph));
    cq_graph_free(&problem->graph);
    problem->graph = graph;
    return CQ_OK;
}

static cq_status refuse_pair(cq_context *ctx, const cq_problem *problem,
                             const char *flag, const uint32_t *pair, const char *why)
{
    char a[CQ_VERTEX_NAME_SIZE], b[CQ_VERTEX_NAME_SIZE];
    const cq_graph *graph = &problem->graph;

    return cq_fail_at(ctx, flag, 0, 0, "%s %.40s %s %.40s%s",
                      problem->board ? "the move from" : "the edge",
                      cq_vertex_name(graph, problem->board, pair[0], a),
                      problem->board ? "to" : "-",
                      cq_vertex_name(graph, problem->board, pair[1], b), why);
}

/* All must be edges, and none of them in `others`. */
static cq_status check_pairs(cq_context *ctx, const cq_problem *problem,
                             const char *flag, const uint32_t *ends, size_t edges,
                             const cq_u32s *others)
{
    uint32_t n = problem->graph.vertices;

    for (size_t i = 0; i < edges; i++) {
        const uint32_t *pair = ends + 2 * i;

        if (pair[0] >= n || pair[1] >= n)
            return cq_fail(ctx, CQ_INPUT,
                           "there is no vertex %" PRIu32 ": there are %" PRIu32
                           ", numbered from 0",
                           pair[0] >= n ? pair[0] : pair[1], n);
        if (cq_pairs_have(others, pair[0], pair[1]))
            return refuse_pair(ctx, problem, flag, pair,
                               " is both required and forbidden");
        if (!cq_graph_adjacent(&problem->graph, pair[0], pair[1]) &&
            !cq_pairs_have(&problem->graph.gone, pair[0], pair[1]))
            return refuse_pair(ctx, problem, flag, pair,
                               problem->board ? " does not exist"
                                              : " is not in the graph");
    }
    return CQ_OK;
}

cq_status cq_problem_fix_edges(cq_context *ctx, cq_problem *problem,
                               const uint32_t *ends, size_t edges)
{
    cq_try(require_lists(ctx, problem));
    cq_try(cq_need(ctx, edges ? (const void *)ends : "", "edges"));
    cq_try(check_pairs(ctx, problem, "--with", ends, edges, &problem->graph.gone));
    return cq_pairs_add(ctx, &problem->graph.must, ends, edges);
}

static void take_out(cq_graph *graph)
{
    size_t kept = 0, first = 0;

    for (uint32_t v = 0; v < graph->vertices; v++) {
        size_t end = graph->starts[v + 1];

        for (size_t i = first; i < end; i++)
            if (!cq_pairs_have(&graph->gone, v, graph->targets[i]))
                graph->targets[kept++] = graph->targets[i];
        first = end;
        graph->starts[v + 1] = kept;
    }
    cq_assert(kept % 2 == 0 && kept <= first);
    cq_assert(kept > CQ_WALK_SIZE || cq_graph_check(graph));
}

cq_status cq_problem_bar_edges(cq_context *ctx, cq_problem *problem,
                               const uint32_t *ends, size_t edges)
{
    cq_try(require_lists(ctx, problem));
    cq_try(cq_need(ctx, edges ? (const void *)ends : "", "edges"));
    cq_try(check_pairs(ctx, problem, "--without", ends, edges, &problem->graph.must));
    if (problem->closed && problem->to != CQ_NO_VERTEX)
        for (size_t i = 0; i < edges; i++)
            if ((ends[2 * i] == problem->from && ends[2 * i + 1] == problem->to) ||
                (ends[2 * i] == problem->to && ends[2 * i + 1] == problem->from))
                return refuse_pair(ctx, problem, "--without", ends + 2 * i,
                                   " is both required and forbidden");
    cq_try(cq_pairs_add(ctx, &problem->graph.gone, ends, edges));
    take_out(&problem->graph);
    return CQ_OK;
}

/* ---- as text ---- */

/* "u-v" in `length` characters, at the first '-' that has a name on both sides. If
 * there is none, the error is that of the first. */
static cq_status read_move(cq_context *ctx, const cq_problem *problem, const char *flag,
                           const char *text, size_t length, uint32_t out[2])
{
    char quoted[CQ_QUOTED_SIZE];
    const char *dash = memchr(text, '-', length), *first = dash;
    cq_status status = CQ_INPUT;

    while (dash && status == CQ_INPUT) {
        size_t left = (size_t)(dash - text);

        status = cq_problem_find_vertex(ctx, problem, flag, text, left, &out[0]);
        cq_then(status, cq_problem_find_vertex(ctx, problem, flag, dash + 1,
                                               length - left - 1, &out[1]));
        if (status == CQ_INPUT)
            dash = memchr(dash + 1, '-', length - left - 1);
    }
    if (status == CQ_INPUT && !first)
        return cq_fail_at(ctx, flag, 0, 0, "expected a move such as %s, found %s",
                          problem->board ? "e4-f6" : "u-v",
                          length ? cq_quoted(text, length, quoted) : "nothing");
    return status;
}

static cq_status read_moves(cq_context *ctx, const cq_problem *problem,
                            const char *flag, const char *text, cq_u32s *out)
{
    cq_span rest = cq_span_of(flag, text), move;

    while (cq_span_take(&rest, ',', &move)) {
        uint32_t pair[2];

        cq_try(read_move(ctx, problem, flag, move.start, move.length, pair));
        cq_try(cq_u32s_append(ctx, out, pair, 2));
    }
    return CQ_OK;
}

typedef cq_status take_fn(cq_context *ctx, cq_problem *problem, const uint32_t *ends,
                          size_t edges);

static cq_status take_moves(cq_context *ctx, cq_problem *problem, const char *flag,
                            const char *text, take_fn *take)
{
    cq_u32s ends = {0};
    cq_status status;

    if (!text)
        return CQ_OK;
    cq_try(require_lists(ctx, problem));
    status = read_moves(ctx, problem, flag, text, &ends);
    cq_then(status, take(ctx, problem, ends.at, ends.count / 2));
    cq_vec_free(&ends);
    return status;
}

cq_status cq_problem_set_moves(cq_context *ctx, cq_problem *problem, const char *with,
                               const char *without)
{
    cq_try(cq_need(ctx, problem, "a problem"));
    cq_try(take_moves(ctx, problem, "--with", with, cq_problem_fix_edges));
    return take_moves(ctx, problem, "--without", without, cq_problem_bar_edges);
}
