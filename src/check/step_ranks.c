/* step_ranks.c - in which order the checker's sweep decides squares and vertices.
 *
 * Any order is right. On a board the squares come along its shorter side. In a graph,
 * after a vertex of least degree, always that of the vertices seen so far comes next
 * that has the fewest neighbours not seen yet, of these the one seen first; of those
 * seen only the first LOOKED_AT are compared. The roof of an open tour comes last.
 *
 * Cost: LOOKED_AT for each vertex, and the edges.
 */
#include "check/tour_lists.h"
#include "check/steps.h"

#include "base/assert.h"

enum { LOOKED_AT = 64 };

typedef struct ranking {
    const cq_graph *graph;
    uint32_t *rank;
    uint32_t *unseen; /* neighbours that are not seen */
    bool *seen;
    uint32_t *queue; /* those seen and not ranked, in the order in which they were */
    size_t waiting;
} ranking;

static void see(ranking *r, uint32_t v)
{
    if (r->seen[v])
        return;
    r->seen[v] = true;
    r->queue[r->waiting++] = v;
    for (size_t i = r->graph->starts[v]; i < r->graph->starts[v + 1]; i++)
        r->unseen[r->graph->targets[i]]--;
}

/* Takes the best of those that wait. */
static uint32_t take_best(ranking *r)
{
    size_t best = 0;
    uint32_t v;

    for (size_t i = 1; i < r->waiting && i < LOOKED_AT; i++)
        if (r->unseen[r->queue[i]] < r->unseen[r->queue[best]])
            best = i;
    v = r->queue[best];
    for (size_t i = best; i + 1 < r->waiting; i++)
        r->queue[i] = r->queue[i + 1];
    r->waiting--;
    return v;
}

static cq_status rank_graph(cq_context *ctx, ranking *r)
{
    uint32_t n = r->graph->vertices, next = cq_least_degree(r->graph);

    for (uint32_t v = 0; v < n; v++)
        r->unseen[v] = (uint32_t)cq_graph_degree(r->graph, v);
    for (uint32_t place = 0, other = 0; place < n; place++) {
        uint32_t v;

        cq_try(cq_poll_at(ctx, place + 1));
        if (r->waiting == 0) { /* the first, or of another part of the graph */
            while (r->seen[other])
                other++;
            see(r, place ? other : next);
        }
        v = take_best(r);
        r->rank[v] = place;
        for (size_t i = r->graph->starts[v]; i < r->graph->starts[v + 1]; i++)
            see(r, r->graph->targets[i]);
    }
    return CQ_OK;
}

/* Each rank is there once. */
static bool check_ranks(const uint32_t *rank, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cq_hold(rank[i] < count);
        for (size_t k = 0; k < i; k++)
            cq_hold(rank[k] != rank[i]);
    }
    return true;
}

uint32_t *cq_rank_cells(cq_context *ctx, const cq_board *board, size_t items)
{
    uint32_t *rank = cq_alloc(ctx, items, sizeof *rank), *item_of;
    uint32_t next = 0, place = 0;

    item_of = cq_alloc(ctx, cq_board_size(board), sizeof *item_of);
    if (!rank || !item_of) {
        cq_free_each(rank, item_of);
        return NULL;
    }
    for (size_t cell = 0; cell < cq_board_size(board); cell++)
        if (board->colour[cell])
            item_of[cell] = next++;
    for (size_t i = 0; i < cq_board_size(board); i++) {
        size_t cell = board->cols <= board->rows
                          ? i
                          : i % board->rows * board->cols + i / board->rows;

        if (board->colour[cell])
            rank[item_of[cell]] = place++;
    }
    for (size_t i = next; i < items; i++)
        rank[i] = (uint32_t)i;
    cq_assert(items > CQ_WALK_PAIRS || check_ranks(rank, items));
    cq_free(item_of);
    return rank;
}

cq_status cq_rank_vertices(cq_context *ctx, const cq_problem *problem, uint32_t **out)
{
    const cq_graph *graph = &problem->graph;
    size_t n = graph->vertices;
    ranking r = {.graph = graph};
    cq_status status = CQ_MEMORY;

    if (problem->board) {
        *out = cq_rank_cells(ctx, problem->board, n + 1);
        return *out ? CQ_OK : CQ_MEMORY;
    }
    r.rank = cq_alloc(ctx, n + 1, sizeof *r.rank);
    r.unseen = cq_alloc(ctx, n, sizeof *r.unseen);
    r.seen = cq_zalloc(ctx, n, sizeof *r.seen);
    r.queue = cq_alloc(ctx, n, sizeof *r.queue);
    if (r.rank && r.unseen && r.seen && r.queue)
        status = rank_graph(ctx, &r);
    cq_free_each(r.unseen, r.seen, r.queue);
    if (status != CQ_OK) {
        cq_free(r.rank);
        return status;
    }
    r.rank[n] = (uint32_t)n;
    cq_assert(n > CQ_WALK_PAIRS || check_ranks(r.rank, n + 1));
    *out = r.rank;
    return CQ_OK;
}
