/* colour.c - labels for the parts of a tiling, so that parts that share an edge differ.
 *
 * The parts are the vertices of a graph, joined if a cell of one lies beside a cell of
 * the other, across joined edges too. Smallest-last colouring (Matula and Beck,
 * "Smallest-last ordering and clustering and graph coloring algorithms", JACM 30,
 * 1983): take away a part with the fewest neighbours left, again and again; then give
 * the labels in the opposite order, to each part the smallest that no labelled
 * neighbour has. A planar graph always has a vertex with at most five neighbours, one
 * on the torus with at most six, so connected parts need at most six or seven labels;
 * most tilings get along with four.
 *
 * The vertices stand in one array sorted by degree, `bins` says where each degree
 * begins, `place` where each vertex stands: taking a neighbour's degree down by one is
 * a swap with the first vertex of its bin (Batagelj and Zaversnik, "An O(m) algorithm
 * for cores decomposition of networks", 2003). Time and memory are linear in the grid.
 */
#include "answer/answer.h"
#include "base/assert.h"

typedef struct order {
    uint32_t *degree;
    uint32_t *vertex; /* in the order in which they are taken away */
    uint32_t *place;  /* vertex[place[v]] == v */
    uint32_t *bins;   /* bins[d]: the first place of a vertex with degree d */
    uint32_t most;    /* the largest degree */
} order;

/* owner[cell] is 1 + the part that covers it, 0 if none does. */
static cq_status find_owners(cq_context *ctx, const cq_board *board,
                             const cq_solution *solution, uint32_t *owner)
{
    size_t size = cq_board_size(board);

    for (size_t part = 0; part < cq_solution_parts(solution); part++) {
        cq_try(cq_poll_at(ctx, part + 1));
        for (uint32_t i = solution->starts.at[part]; i < solution->starts.at[part + 1];
             i++) {
            if (solution->members.at[i] >= size)
                return cq_fail(ctx, CQ_INPUT, "part %zu lies outside of the board",
                               part + 1);
            owner[solution->members.at[i]] = (uint32_t)part + 1;
        }
    }
    return CQ_OK;
}

static cq_status add_edge(cq_context *ctx, const uint32_t *owner, cq_cell cell,
                          cq_cell other, cq_u32s *ends)
{
    if (other == CQ_NO_CELL || !owner[other] || owner[other] == owner[cell])
        return CQ_OK;
    cq_try(cq_vec_reserve(ctx, ends, 2));
    ends->at[ends->count++] = owner[cell] - 1;
    ends->at[ends->count++] = owner[other] - 1;
    return CQ_OK;
}

/* Every pair of neighbouring cells in different parts is an edge; repeated ones are
 * merged by the graph. */
static cq_status find_graph(cq_context *ctx, const cq_board *board,
                            const uint32_t *owner, uint32_t parts, cq_graph *out)
{
    cq_status status = CQ_OK;
    cq_u32s ends = {0};

    for (uint32_t row = 0; row < board->rows && status == CQ_OK; row++)
        for (uint32_t col = 0; col < board->cols && status == CQ_OK; col++) {
            cq_cell cell = row * board->cols + col;

            if (!owner[cell])
                continue;
            status = cq_poll_at(ctx, (size_t)cell + 1);
            cq_then(status, add_edge(ctx, owner, cell,
                                     cq_board_step(board, row, col, 0, 1), &ends));
            cq_then(status, add_edge(ctx, owner, cell,
                                     cq_board_step(board, row, col, 1, 0), &ends));
        }
    cq_then(status, cq_graph_build(ctx, parts, ends.at, ends.count / 2, out, NULL));
    cq_vec_free(&ends);
    return status;
}

/* Whether vertices stand in the order of their degrees, each where `place` says. */
static bool check_bins(const cq_graph *graph, const order *o)
{
    for (uint32_t i = 0; i < graph->vertices; i++) {
        uint32_t degree = o->degree[o->vertex[i]];

        cq_hold(o->place[o->vertex[i]] == i);
        cq_hold(degree <= o->most && o->bins[degree] <= i);
        cq_hold(i == 0 || o->degree[o->vertex[i - 1]] <= degree);
    }
    return true;
}

/* Sorts the vertices by degree, by counting. */
static cq_status order_start(cq_context *ctx, const cq_graph *graph, order *o)
{
    uint32_t n = graph->vertices, from = 0;

    o->degree = cq_alloc(ctx, n, sizeof *o->degree);
    o->vertex = cq_alloc(ctx, n, sizeof *o->vertex);
    o->place = cq_alloc(ctx, n, sizeof *o->place);
    cq_try_memory(o->degree && o->vertex && o->place);
    for (uint32_t v = 0; v < n; v++) {
        o->degree[v] = (uint32_t)cq_graph_degree(graph, v);
        if (o->degree[v] > o->most)
            o->most = o->degree[v];
    }
    o->bins = cq_zalloc(ctx, (size_t)o->most + 2, sizeof *o->bins);
    cq_try_memory(o->bins);
    for (uint32_t v = 0; v < n; v++)
        o->bins[o->degree[v]]++;
    for (uint32_t d = 0; d <= o->most; d++) {
        uint32_t count = o->bins[d];

        o->bins[d] = from;
        from += count;
    }
    for (uint32_t v = 0; v < n; v++) {
        cq_try(cq_poll_at(ctx, (size_t)v + 1));
        o->place[v] = o->bins[o->degree[v]]++;
        o->vertex[o->place[v]] = v;
    }
    for (uint32_t d = o->most; d > 0; d--)
        o->bins[d] = o->bins[d - 1];
    o->bins[0] = 0;
    cq_assert(check_bins(graph, o));
    return CQ_OK;
}

/* Moves v from the front of its bin's places into the bin below. */
static void lower_degree(order *o, uint32_t v)
{
    uint32_t first = o->bins[o->degree[v]];
    uint32_t other = o->vertex[first];

    o->vertex[o->place[v]] = other;
    o->place[other] = o->place[v];
    o->vertex[first] = v;
    o->place[v] = first;
    cq_assert(o->degree[v] > 0 && o->degree[other] == o->degree[v]);
    o->bins[o->degree[v]]++;
    o->degree[v]--;
}

/* Taking vertices in the order of places: each has the smallest degree that is left,
 * never below that of a vertex taken before, which is all that colouring needs. */
static cq_status take_all(cq_context *ctx, const cq_graph *graph, order *o)
{
    for (uint32_t i = 0; i < graph->vertices; i++) {
        uint32_t v = o->vertex[i];

        cq_try(cq_poll_at(ctx, (size_t)i + 1));
        cq_assert(o->place[v] == i);
        cq_assert(i == 0 || o->degree[v] >= o->degree[o->vertex[i - 1]]);
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (o->degree[graph->targets[e]] > o->degree[v])
                lower_degree(o, graph->targets[e]);
    }
    return CQ_OK;
}

/* No two neighbours have the same. */
static bool check_labels(const cq_graph *graph, const uint32_t *labels, uint32_t used)
{
    for (uint32_t v = 0; v < graph->vertices; v++) {
        cq_hold(labels[v] < used);
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            cq_hold(labels[graph->targets[e]] != labels[v]);
    }
    return true;
}

/* From the last taken to the first, the smallest label that is free. */
static cq_status give_labels(cq_context *ctx, const cq_graph *graph, const order *o,
                             uint32_t *labels, uint32_t *used)
{
    uint32_t *taken_by = cq_zalloc(ctx, (size_t)o->most + 2, sizeof *taken_by);
    uint32_t highest = 0;
    cq_status status = CQ_OK;

    cq_try_memory(taken_by);
    for (uint32_t i = graph->vertices; i-- > 0 && status == CQ_OK;) {
        uint32_t v = o->vertex[i], label = 0;

        status = cq_poll_at(ctx, (size_t)i + 1);
        for (size_t e = graph->starts[v]; e < graph->starts[v + 1]; e++)
            if (o->place[graph->targets[e]] > i)
                taken_by[labels[graph->targets[e]]] = v + 1;
        while (taken_by[label] == v + 1)
            label++;
        cq_assert(label <= o->most); /* the neighbours cannot have them all */
        labels[v] = label;
        if (label + 1 > highest)
            highest = label + 1;
    }
    cq_free(taken_by);
    *used = highest;
    return status;
}

cq_status cq_solution_colour(cq_context *ctx, const cq_problem *problem,
                             const cq_solution *solution, uint32_t *labels,
                             uint32_t *used)
{
    const cq_board *board = problem->board;
    uint32_t *owner = cq_zalloc(ctx, cq_board_size(board), sizeof *owner);
    cq_graph graph = {0};
    order o = {0};
    cq_status status = owner ? find_owners(ctx, board, solution, owner) : CQ_MEMORY;

    cq_then(status, find_graph(ctx, board, owner, (uint32_t)cq_solution_parts(solution),
                               &graph));
    cq_then(status, order_start(ctx, &graph, &o));
    cq_then(status, take_all(ctx, &graph, &o));
    cq_then(status, give_labels(ctx, &graph, &o, labels, used));
    cq_assert(status != CQ_OK || check_labels(&graph, labels, *used));
    cq_free_each(o.degree, o.vertex, o.place, o.bins);
    cq_graph_free(&graph);
    cq_free(owner);
    return status;
}
