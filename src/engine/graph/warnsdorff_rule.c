/* warnsdorff_rule.c - Warnsdorff's rule with a choice of tie-breaks: see
 * warnsdorff_rule.h.
 *
 * Among the free neighbours with the fewest free neighbours the walk takes
 *
 *   number   the smallest number, which on a board is row by row (Davies, Xue and
 *            Yerger, Algorithms for finding knight's tours on Aztec diamonds, 2017)
 *   pohl     the one whose own free neighbours have the fewest in sum, that is the rule
 *            once more (I. Pohl, A method for finding Hamilton paths and knight's
 *            tours, Communications of the ACM 10, 1967)
 *   centre   the one farthest from the centre of the board (A. Roth, 1996); in a graph
 *            without board, from the middle of a long shortest path
 *   random   any, by the seed and the start
 *
 * and the smallest number where that leaves several. Nothing is ever taken back. Cost:
 * vertices times degree, for pohl times degree once more.
 */
#include "engine/graph/warnsdorff_rule.h"

#include "base/assert.h"

#include <string.h>

/* More than any degree: graphs have fewer than 2^31 vertices. */
#define VISITED (UINT32_C(1) << 31)

/* ---- the centre ---- */

static void measure_board(const cq_warnsdorff *w, const cq_board *board)
{
    for (uint32_t v = 0; v < w->graph->vertices; v++) {
        cq_cell cell = w->graph->cells[v];
        int64_t down = 2 * (int64_t)cq_row(board, cell) - (int64_t)board->rows + 1;
        int64_t right = 2 * (int64_t)cq_col(board, cell) - (int64_t)board->cols + 1;

        w->far[v] = (uint64_t)(down * down + right * right);
    }
}

/* Steps from `root` into far; the path serves as the queue. Returns the last one
 * reached. */
static uint32_t measure_from(const cq_warnsdorff *w, uint32_t root)
{
    const cq_graph *graph = w->graph;
    size_t head = 0, tail = 0;

    memset(w->far, 0xff, graph->vertices * sizeof *w->far);
    w->far[root] = 0;
    w->path[tail++] = root;
    while (head < tail) {
        uint32_t v = w->path[head++];

        for (size_t p = graph->starts[v]; p < graph->starts[v + 1]; p++)
            if (w->far[graph->targets[p]] == UINT64_MAX) {
                w->far[graph->targets[p]] = w->far[v] + 1;
                w->path[tail++] = graph->targets[p];
            }
    }
    cq_assert(tail >= 1 && tail <= graph->vertices);
    return w->path[tail - 1];
}

static void measure_graph(const cq_warnsdorff *w)
{
    const cq_graph *graph = w->graph;
    uint32_t v = measure_from(w, measure_from(w, 0));

    for (uint64_t half = w->far[v] / 2; half; half--) {
        size_t p = graph->starts[v];

        while (w->far[graph->targets[p]] + 1 != w->far[v]) {
            cq_assert(p + 1 < graph->starts[v + 1]); /* it was reached from one */
            p++;
        }
        v = graph->targets[p];
    }
    measure_from(w, v);
}

/* ---- walking ---- */

cq_status cq_warnsdorff_init(cq_context *ctx, const cq_graph *graph,
                             const cq_board *board, cq_ties ties, uint64_t seed,
                             cq_warnsdorff *out)
{
    cq_warnsdorff w = {.graph = graph, .ties = ties, .seed = seed};
    size_t n = graph->vertices;

    w.path = cq_alloc(ctx, n, sizeof *w.path);
    w.visited = cq_alloc(ctx, n, sizeof *w.visited);
    w.left = cq_alloc(ctx, n, sizeof *w.left);
    if (ties == CQ_TIES_CENTRE)
        w.far = cq_alloc(ctx, n, sizeof *w.far);
    if (!w.path || !w.visited || !w.left || (ties == CQ_TIES_CENTRE && !w.far)) {
        cq_warnsdorff_free(&w);
        return CQ_MEMORY;
    }
    if (w.far && board && graph->cells)
        measure_board(&w, board);
    else if (w.far && n)
        measure_graph(&w);
    *out = w;
    return CQ_OK;
}

void cq_warnsdorff_free(cq_warnsdorff *w)
{
    cq_free(w->path);
    cq_free(w->visited);
    cq_free(w->left);
    cq_free(w->far);
    memset(w, 0, sizeof *w);
}

static void visit(cq_warnsdorff *w, uint32_t v)
{
    cq_assert(!w->visited[v] && w->length < w->graph->vertices);
    w->path[w->length++] = v;
    w->visited[v] = true;
    for (size_t p = w->graph->starts[v]; p < w->graph->starts[v + 1]; p++)
        w->left[w->graph->targets[p]]--;
}

/* Of v's free neighbours, their free neighbours in sum. */
static uint64_t look_further(const cq_warnsdorff *w, uint32_t v)
{
    uint64_t sum = 0;

    for (size_t p = w->graph->starts[v]; p < w->graph->starts[v + 1]; p++)
        if (!w->visited[w->graph->targets[p]])
            sum += w->left[w->graph->targets[p]];
    return sum;
}

/* Whether `to` comes before `best`, both with as few ways; equal is no. The tied-th of
 * equals replaces the others with chance 1 / tied, so that each is as likely. */
static bool wins_tie(cq_warnsdorff *w, uint32_t to, uint32_t best, uint32_t tied)
{
    switch (w->ties) {
    case CQ_TIES_NUMBER: break; /* see visit_and_move */
    case CQ_TIES_POHL: return look_further(w, to) < look_further(w, best);
    case CQ_TIES_CENTRE: return w->far[to] > w->far[best];
    case CQ_TIES_RANDOM: return cq_random_below(&w->random, tied) == 0;
    }
    return false;
}

static uint32_t best_move(cq_warnsdorff *w, uint32_t from)
{
    uint32_t best = UINT32_MAX, tied = 1;

    for (size_t p = w->graph->starts[from]; p < w->graph->starts[from + 1]; p++) {
        uint32_t to = w->graph->targets[p];

        if (w->visited[to])
            continue;
        if (best == UINT32_MAX || w->left[to] < w->left[best]) {
            best = to;
            tied = 1;
        } else if (w->left[to] == w->left[best] && wins_tie(w, to, best, ++tied)) {
            best = to;
        }
    }
    return best;
}

/* visit and best_move in one pass, for ties by number: a neighbour's count is complete
 * as soon as v has left it. The visited have VISITED added to theirs, so that the least
 * of count and number decides without a branch, which no processor could foretell. */
static uint32_t visit_and_move(cq_warnsdorff *w, uint32_t v)
{
    const uint32_t *at = w->graph->targets + w->graph->starts[v];
    const uint32_t *end = w->graph->targets + w->graph->starts[v + 1];
    uint64_t best = UINT64_MAX;

    cq_assert(w->left[v] < VISITED && w->length < w->graph->vertices);
    w->path[w->length++] = v;
    w->left[v] += VISITED;
    for (; at < end; at++) {
        uint64_t key = (uint64_t)--w->left[*at] << 32 | *at;

        best = key < best ? key : best;
    }
    return best >> 32 < VISITED ? (uint32_t)best : UINT32_MAX;
}

bool cq_warnsdorff_walk(cq_warnsdorff *w, uint32_t start)
{
    const cq_graph *graph = w->graph;

    if (w->ties != CQ_TIES_NUMBER)
        memset(w->visited, 0, graph->vertices * sizeof *w->visited);
    for (uint32_t v = 0; v < graph->vertices; v++)
        w->left[v] = (uint32_t)cq_graph_degree(graph, v);
    if (w->ties == CQ_TIES_RANDOM)
        cq_random_seed(&w->random, w->seed ^ (uint64_t)start << 32);
    w->length = 0;
    if (w->ties == CQ_TIES_NUMBER)
        for (uint32_t at = start; at != UINT32_MAX;)
            at = visit_and_move(w, at);
    else
        for (uint32_t at = start; at != UINT32_MAX; at = best_move(w, at))
            visit(w, at);
    return w->length == graph->vertices;
}
