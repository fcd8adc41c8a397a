/* vertex_orders.c - orders in which the vertices may be swept.
 *
 * The states live on the vertices between what was swept and what was not, so the order
 * decides how many there are. A board is swept by rows, by columns or along diagonals.
 * Any graph is swept greedily: of the vertices next to the part that was swept, the one
 * with the fewest new neighbours comes next, and among equals the one that has waited
 * longest. Several starts are tried: vertices of least degree and those farthest from
 * them.
 */
#include "engine/plugs/plugs.h"

#include <stdlib.h>
#include <string.h>

/* How many of those that wait are looked at. */
enum { LINES = 4, STARTS = 12, LOOK_AT = 128 };
/* On large graphs less care is taken. */
enum { LARGE = 5000, LARGE_STARTS = 2, LARGE_LOOK_AT = 8 };

typedef struct placed {
    uint64_t place;
    uint32_t v;
} placed;

static int compare_placed(const void *a, const void *b)
{
    const placed *x = a, *y = b;

    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->v > y->v) - (x->v < y->v);
}

static uint64_t place_of(const cq_board *board, cq_cell cell, unsigned line)
{
    uint64_t row = cq_row(board, cell), col = cq_col(board, cell);

    switch (line) {
    case 0: return row << 32 | col;
    case 1: return col << 32 | row;
    case 2: return (row + col) << 32 | row;
    default: return (row + board->cols - col) << 32 | row;
    }
}

/* A post stands where it holds an end. */
static cq_cell cell_of(const cq_net *net, const cq_problem *problem, uint32_t v)
{
    return cq_problem_cell(problem, v < problem->graph.vertices ? v : net->post_at);
}

static cq_status by_lines(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                          cq_orders *orders)
{
    static const char *const names[LINES] = {"rows", "columns", "diagonals",
                                             "antidiagonals"};
    placed *list = cq_alloc(ctx, net->hub, sizeof *list);

    cq_try_memory(list);
    for (unsigned line = 0; line < LINES; line++) {
        uint32_t *order = orders->vertices + orders->count * net->hub;

        for (uint32_t v = 0; v < net->hub; v++)
            list[v] =
                (placed){place_of(problem->board, cell_of(net, problem, v), line), v};
        qsort(list, net->hub, sizeof *list, compare_placed);
        for (uint32_t i = 0; i < net->hub; i++)
            order[i] = list[i].v;
        orders->names[orders->count++] = names[line];
    }
    cq_free(list);
    return CQ_OK;
}

/* ---- greedy ---- */

typedef struct greedy {
    const cq_net *net;
    uint32_t *waiting; /* next to what was swept, the oldest first */
    size_t count;
    bool *swept, *waits;
} greedy;

static void wait_for(greedy *g, uint32_t v)
{
    if (v >= g->net->hub || g->swept[v] || g->waits[v])
        return;
    g->waits[v] = true;
    g->waiting[g->count++] = v;
}

static size_t new_neighbours(const greedy *g, uint32_t v)
{
    size_t count = 0;

    for (size_t e = g->net->starts[v]; e < g->net->starts[v + 1]; e++) {
        uint32_t to = g->net->targets[e];

        count += to < g->net->hub && !g->swept[to] && !g->waits[to];
    }
    return count;
}

static uint32_t take_next(greedy *g)
{
    size_t best = 0, least = SIZE_MAX;
    size_t look_at = g->net->hub < LARGE ? LOOK_AT : LARGE_LOOK_AT;
    uint32_t v;

    cq_assert(g->count > 0 && g->count <= g->net->hub);
    for (size_t i = 0; i < g->count && i < look_at && least; i++) {
        size_t brings = new_neighbours(g, g->waiting[i]);

        if (brings < least) {
            least = brings;
            best = i;
        }
    }
    v = g->waiting[best];
    memmove(g->waiting + best, g->waiting + best + 1,
            (--g->count - best) * sizeof *g->waiting);
    return v;
}

static void sweep_from(greedy *g, uint32_t start, uint32_t *order)
{
    size_t done = 0;

    memset(g->swept, 0, g->net->vertices * sizeof *g->swept);
    memset(g->waits, 0, g->net->vertices * sizeof *g->waits);
    g->count = 0;
    wait_for(g, start);
    while (g->count) {
        uint32_t v = take_next(g);

        cq_assert(!g->swept[v] && g->waits[v]);
        g->swept[v] = true;
        order[done++] = v;
        for (size_t e = g->net->starts[v]; e < g->net->starts[v + 1]; e++)
            wait_for(g, g->net->targets[e]);
    }
    cq_assert(done == g->net->hub); /* the graph hangs together */
}

static cq_status by_greed(cq_context *ctx, const cq_net *net, cq_orders *orders)
{
    greedy g = {.net = net};
    placed *list = cq_alloc(ctx, net->hub, sizeof *list);
    uint32_t wanted = net->hub < LARGE ? STARTS : LARGE_STARTS;
    uint32_t starts = net->hub < wanted ? net->hub : wanted;
    cq_status status = CQ_MEMORY;

    g.waiting = cq_alloc(ctx, net->hub, sizeof *g.waiting);
    g.swept = cq_alloc(ctx, net->vertices, sizeof *g.swept);
    g.waits = cq_alloc(ctx, net->vertices, sizeof *g.waits);
    if (list && g.waiting && g.swept && g.waits) {
        status = CQ_OK;
        for (uint32_t v = 0; v < net->hub; v++)
            list[v] = (placed){cq_net_degree(net, v), v};
        qsort(list, net->hub, sizeof *list, compare_placed);
        for (uint32_t i = 0; i < starts; i++) {
            uint32_t *order = orders->vertices + orders->count * net->hub;
            uint32_t start = list[i / 2].v;

            /* Every second one starts where the one before ended. */
            if (i % 2)
                start = order[-1];
            sweep_from(&g, start, order);
            orders->names[orders->count++] = "greedy";
        }
    }
    cq_free_each(list, g.waiting, g.swept, g.waits);
    return status;
}

static bool orders_check(const cq_orders *orders, uint32_t n)
{
    cq_hold(orders->count > 0 && orders->count <= LINES + STARTS);
    for (size_t i = 0; i < orders->count; i++)
        cq_hold(cq_is_permutation(orders->vertices + i * n, n));
    return true;
}

cq_status cq_orders_new(cq_context *ctx, const cq_net *net, const cq_problem *problem,
                        cq_orders *out)
{
    cq_orders orders = {0};
    cq_status status = CQ_MEMORY;

    orders.vertices =
        cq_alloc(ctx, (size_t)(LINES + STARTS) * net->hub, sizeof *orders.vertices);
    orders.names = cq_alloc(ctx, LINES + STARTS, sizeof *orders.names);
    if (orders.vertices && orders.names)
        status = CQ_OK;
    if (status == CQ_OK && problem->board)
        status = by_lines(ctx, net, problem, &orders);
    cq_then(status, by_greed(ctx, net, &orders));
    cq_assert(status != CQ_OK || orders_check(&orders, net->hub));
    if (status == CQ_OK)
        *out = orders;
    else
        cq_orders_free(&orders);
    return status;
}

void cq_orders_free(cq_orders *orders)
{
    cq_free_each(orders->vertices, orders->names);
    memset(orders, 0, sizeof *orders);
}
